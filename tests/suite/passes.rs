//! `--print-passes`, `--print-before`, `--print-after` and `--stop-after`.

use crate::support::{run, scratch, tool};
use std::collections::BTreeSet;

const KERNEL: &str = r#"
target triple = "spir64-unknown-unknown"
define spir_kernel void @twice(ptr addrspace(1) %out, i24 %n) {
  %m = shl i24 %n, 1
  store i24 %m, ptr addrspace(1) %out
  ret void
}
"#;

/// Returns the exit code, the standard output and the standard error of a run on the kernel.
fn said(name: &str, flags: &[&str]) -> (Option<i32>, String, String) {
    let input = scratch().join(format!("passes_{name}.ll"));
    std::fs::write(&input, KERNEL).unwrap();
    let output = tool().args(flags).arg(&input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the names of the dumps in a text.
fn dumps(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("; *** LLVM IR ")?.strip_suffix(" ***")).collect()
}

#[test]
fn passes_are_listed_by_name() {
    let text = String::from_utf8(run(tool().arg("--print-passes"), b"").unwrap()).unwrap();
    let names: Vec<_> = text.lines().filter_map(|line| line.split("  ").next()).collect();
    assert!(names.len() > 20 && names.first() == Some(&"kernels") && names.last() == Some(&"structure"), "{text}");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "two passes of one name:\n{text}");
    let listed: Vec<_> = llvm_spirv::passes().map(|pass| pass.name).collect();
    assert_eq!(names, listed);
    assert!(llvm_spirv::passes().all(|pass| !pass.about.is_empty() && !pass.when().is_empty()));
}

/// Checks that the module is printed before and after the pass, and still translated.
#[test]
fn the_module_is_printed_around_a_pass() {
    let flags = ["--print-before=types", "--print-after=types", "-S", "-o", "-"];
    let (code, spirv, text) = said("around", &flags);
    assert_eq!((code, dumps(&text)), (Some(0), vec!["before types", "after types"]), "{text}");
    let (before, after) = text.split_once("after types").unwrap();
    assert!(before.contains("shl i24 %n, 1") && !after.contains("i24"), "{text}");
    assert!(spirv.contains("OpEntryPoint Kernel"), "{spirv}");
}

/// Checks that `all` covers exactly the passes that apply to the module.
#[test]
fn the_module_is_printed_behind_all_passes() {
    let (code, _, text) = said("all", &["--print-after=all", "-S", "-o", "-"]);
    let names = dumps(&text);
    assert_eq!(code, Some(0));
    assert!(names.contains(&"after types") && names.contains(&"after variadic"), "{names:?}");
    assert!(!names.contains(&"after chains") && !names.contains(&"after dot-products"), "{names:?}");
}

/// Checks that the module after the pass is written to the standard error, or to the named file. A module to which the
/// pass does not apply stops at the same place.
#[test]
fn a_translation_stops_behind_a_pass() {
    let (code, out, text) = said("stops", &["--stop-after=variadic"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    assert!(text.contains("shl i24 %n, 1") && !scratch().join("passes_stops.spv").exists(), "{text}");
    let (code, text, _) = said("stopped", &["--stop-after=structure", "-o", "-"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("define spir_kernel void @twice(ptr addrspace(1) %out, i32 %n)"), "{text}");
}

#[test]
fn unknown_passes_are_errors_that_name_the_one_that_was_meant() {
    for flag in ["--print-before=type", "--print-after=type", "--stop-after=type"] {
        let (code, _, text) = said("unknown", &[flag]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("'types'") && text.contains("invalid value 'type'"), "{text}");
    }
    let (code, _, text) = said("backwards", &["--print-after=types", "-r"]);
    assert_eq!(code, Some(2), "{text}");
}
