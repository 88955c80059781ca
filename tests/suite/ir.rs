//! The verb `ir`: LLVM's tools read its output, and faults are errors with a code and a place.

use crate::support::{run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

fn tool() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_llvm-spirv-rs"));
    command.arg("ir").env("NO_COLOR", "1");
    command
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = scratch().join(format!("ir-{name}.ll"));
    std::fs::write(&path, text).unwrap();
    path
}

fn text(mut command: Command) -> String {
    String::from_utf8(run(&mut command, b"").unwrap()).unwrap()
}

/// Returns the output of `llvm-dis`, without the line that names the file.
fn disassembled(file: &Path) -> String {
    let mut command = Command::new("llvm-dis-22");
    command.arg(file).args(["-o", "-"]);
    text(command).split_once('\n').unwrap().1.to_owned()
}

const MODULE: &str = "target triple = \"spir64-unknown-unknown\"\n\n@v = addrspace(1) global [2 x i32] [i32 1, i32 2]\n\n\
                      define spir_kernel void @k(ptr addrspace(1) %p, float %x) {\nentry:\n  \
                      %q = getelementptr inbounds nuw float, ptr addrspace(1) %p, i64 3\n  \
                      store float %x, ptr addrspace(1) %q, align 4\n  ret void\n}\n";

#[test]
fn bitcode_and_assembly_become_each_other() {
    let (input, bitcode) = (written("both", MODULE), scratch().join("ir-both.bc"));
    run(tool().arg(&input).arg("-o").arg(&bitcode), b"").unwrap();
    let mut again = tool();
    again.arg(&bitcode).arg("-S");
    let again = text(again);
    let again = again.split_once('\n').unwrap().1;
    assert!(again.ends_with(MODULE), "{again}");
    assert_eq!(again, disassembled(&bitcode));
    // The standard input and output are the default.
    let piped = run(tool().args(["-", "-S"]), &std::fs::read(&bitcode).unwrap()).unwrap();
    assert_eq!(String::from_utf8(piped).unwrap().split_once('\n').unwrap().1, again);
}

#[test]
fn assembly_without_a_source_has_the_name_of_its_file() {
    let input = written("unnamed", "@v = global i32 0\n");
    let mut command = tool();
    command.arg(&input).arg("-S");
    let line = format!("source_filename = \"{}\"", input.display());
    assert_eq!(text(command).lines().nth(1), Some(line.as_str()));
    let piped = run(tool().args(["-", "-S"]), b"@v = global i32 0\n").unwrap();
    assert_eq!(String::from_utf8(piped).unwrap().lines().nth(1), Some("source_filename = \"<stdin>\""));
    let own = written("named", "source_filename = \"k.cl\"\n");
    let mut command = tool();
    command.arg(&own).arg("-S");
    assert_eq!(text(command).lines().nth(1), Some("source_filename = \"k.cl\""));
}

#[test]
fn rules_that_are_broken_are_errors_with_places() {
    let input =
        written("broken", "define i32 @f(i32 %x) {\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %z\n}\n");
    let said = run(tool().arg(&input).args(["--verify-only", "--diagnostics=json"]), b"").unwrap_err();
    let line = said.lines().find(|line| line.starts_with('{')).unwrap();
    let object: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&object["code"], &object["function"]), (&"E0103".into(), &"f".into()), "{object}");
    assert!(object["message"].as_str().unwrap().contains("does not dominate all uses"), "{object}");
    // Without the verifier it is written as it is.
    let kept = text({
        let mut command = tool();
        command.arg(&input).args(["--no-verify", "-S"]);
        command
    });
    assert!(kept.contains("%y = add i32 %z, 1"));
}

#[test]
fn what_is_no_ir_is_an_error() {
    let syntax = written("syntax", "define void @f() {\n  rett void\n}\n");
    let said = run(tool().arg(&syntax).arg("--verify-only"), b"").unwrap_err();
    assert!(said.contains("error[E0102]") && said.contains(":2:3") && said.contains("rett void"), "{said}");
    let said = run(tool().args(["-", "-S"]), b"BC\xC0\xDE\x01\x02\x03\x04").unwrap_err();
    assert!(said.contains("error[E0101]"), "{said}");
    let said = run(tool().arg(&syntax).args(["--llvm-version=14"]), b"").unwrap_err();
    assert!(said.contains("14 is no version of LLVM that is written for; those are 15 to 23"), "{said}");
    let said = run(tool().arg(&syntax).args(["--verify-only", "-S"]), b"").unwrap_err();
    assert!(said.contains("cannot be used with"), "{said}");
}
