//! Tests of the verifier against LLVM's: valid modules pass, and each part of a file in `invalid/` is rejected with its message.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, files, tool};

/// The text that replaces `#` in parts of files of debug information.
const UNIT: &str = "!llvm.dbg.cu = !{!100}\n!llvm.module.flags = !{!103}\n!100 = distinct !DICompileUnit(language: DW_LANG_C, file: \
                    !101)\n!101 = !DIFile(filename: \"a.c\", directory: \"/\")\n!102 = !DISubroutineType(types: !{})\n!103 = !{i32 \
                    2, !\"Debug Info Version\", i32 3}\n";

fn faults(bitcode: &[u8]) -> Vec<String> {
    match llvm_ir::read(bitcode) {
        Ok(module) => llvm_ir::verify(&module).iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// Returns the parts of a file: the expected message, and the module.
fn parts(text: &str) -> Vec<(String, String)> {
    let (_, parts) = text.split_once("\n;;; ").unwrap();
    let part = |part: &str| {
        let (message, module) = part.split_once('\n').unwrap();
        (message.to_owned(), module.replace("\n#", &format!("\n{UNIT}")))
    };
    parts.split("\n;;; ").map(part).collect()
}

/// Returns assembly as bitcode without verification.
fn unverified(text: &[u8]) -> Option<Vec<u8>> {
    tool("llvm-as", &["-disable-verify", "-o", "-", "-"], text)
}

#[test]
fn each_rule_is_broken_once() {
    let mut wrong = Vec::new();
    for path in files("ir/tests/invalid", "ll") {
        for (message, module) in parts(&std::fs::read_to_string(&path).unwrap()) {
            let faults = unverified(module.as_bytes()).map(|bitcode| faults(&bitcode));
            if !faults.iter().flatten().any(|fault| fault.contains(&message)) {
                wrong.push(format!("{}: {message}: {faults:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tests that LLVM rejects the parts, too, except for debug information, which it strips with a warning.
#[test]
fn llvm_refuses_the_same() {
    let mut wrong = Vec::new();
    for path in files("ir/tests/invalid", "ll").iter().filter(|path| !path.ends_with("debug.ll")) {
        for (message, module) in parts(&std::fs::read_to_string(path).unwrap()) {
            let is_debug = message.starts_with("DILocation");
            if !is_debug && assembled(module.as_bytes()).is_some() {
                wrong.push(format!("{}: {message}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tests every sixth file, or all if `LLVM_IR_ALL_FILES` is set.
#[test]
fn files_of_the_tree_are_valid() {
    let mut list = files("tests/filetests", "ll");
    list.extend(files("roundtrip-corpus", "ll"));
    list.extend(files("ir/tests/modules", "ll"));
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 6 };
    let mut count = 0;
    for path in list.iter().step_by(step) {
        let Some(bitcode) = assembled(&std::fs::read(path).unwrap()) else { continue };
        let faults = faults(&bitcode);
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
        count += 1;
    }
    assert!(count > list.len() / step / 2);
}

#[test]
fn a_fault_has_its_place() {
    let text = b"define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  \
                 %y = mul i32 %x, 2\n  ret i32 %y\n}\n";
    let faults = faults(&unverified(text).unwrap());
    let place = "(dominance: function @f, block %b, instruction 0 (mul))";
    assert_eq!(faults, [format!("Instruction does not dominate all uses! {place}")]);
}

/// Tests `dllimport` of an ifunc, which only assembly can express.
#[test]
fn assembly_can_import_what_is_chosen() {
    let text = b"@f = dllimport ifunc void (), ptr @g\n\ndefine internal ptr @g() {\n  ret ptr null\n}\n";
    let faults = llvm_ir::verify(&llvm_ir::parse(text).unwrap());
    assert_eq!(faults[0].to_string(), "Global is marked as dllimport, but not external (globals: global @f)");
}

#[test]
fn attributes_of_callbr_are_not_looked_at() {
    let text = b"define void @f(i32 %x) {\n  callbr void asm \"\", \"r,!i\"(i32 noalias byval(i32) preallocated(i32) %x)\n          \
                 to label %a [label %b]\na:\n  ret void\nb:\n  ret void\n}\n";
    assert!(assembled(text).is_some());
    assert_eq!(llvm_ir::verify(&llvm_ir::parse(text).unwrap()).len(), 0);
}
