//! `--explain`: every capability and extension that an output declares has an instruction that needs it.

use crate::support::{check_all, compile, programs, root, scratch, tool};
use llvm_spirv::binary::Words;
use llvm_spirv::binary::explain::{self, Explanation};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{Extensions, Options};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Returns the declarations of a module that no instruction needs.
fn unasked(ir: &[u8], options: &Options) -> Result<Vec<String>, String> {
    let binary = llvm_to_spirv(ir, options).map_err(|e| e.to_string())?.bytes;
    let words = Words::read(&binary).map_err(|e| e.to_string())?;
    let explained = explain::explain(&words).map_err(|e| e.to_string())?;
    let reasons = explained.capabilities.iter().chain(&explained.extensions);
    assert!(reasons.clone().all(|reason| reason.asked_by.is_some() == (reason.count > 0)));
    Ok(reasons.filter(|reason| reason.asked_by.is_none()).map(|reason| reason.name.clone()).collect())
}

/// Returns an error if a module declares something that no instruction needs, without extensions or with all.
fn check(name: &Path, ir: &[u8]) -> Result<(), String> {
    for extensions in [Extensions::none(), Extensions::all()] {
        let names = unasked(ir, &Options { extensions, ..Options::default() }).map_err(|e| format!("{name:?}: {e}"))?;
        if !names.is_empty() {
            return Err(format!("{}: no instruction needs {}", name.display(), names.join(", ")));
        }
    }
    Ok(())
}

#[test]
fn corpus_declares_nothing_that_no_instruction_needs() {
    check_all("explained programs", &programs(), |source| {
        ["O0", "O2"].into_iter().try_for_each(|level| check(source, &compile(source, "spir64", level)?))
    });
}

/// The file tests in LLVM assembly.
fn file_tests() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("tests/filetests")).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ll"));
    files.sort();
    files
}

/// Returns whether the input lists declarations for its module itself.
fn declares(text: &str) -> bool {
    ["!spirv.Capability", "!spirv.Extension", "!opencl.used"].iter().any(|name| text.contains(name))
}

#[test]
fn file_tests_declare_nothing_that_no_instruction_needs() {
    let files = file_tests();
    assert!(files.len() > 400, "{} file tests", files.len());
    check_all("explained file tests", &files, |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let options = Options { extensions: Extensions::all(), ..Options::default() };
        if declares(&text) || llvm_to_spirv(text.as_bytes(), &options).is_err() {
            return Ok(());
        }
        match unasked(text.as_bytes(), &options)? {
            names if names.is_empty() => Ok(()),
            names => Err(format!("{}: no instruction needs {}", path.display(), names.join(", "))),
        }
    });
}

/// A kernel with two additions of 64 bits, and debug info.
const ADDS: &str = "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) !dbg !4 {
  %x = load i8, ptr addrspace(1) %p, align 1, !dbg !7
  %y = sext i8 %x to i64, !dbg !8
  %z = add i64 %y, 1, !dbg !8
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %z, !dbg !9
  %old = atomicrmw add ptr addrspace(1) %at, i64 %z seq_cst, !dbg !9
  %old2 = atomicrmw sub ptr addrspace(1) %at, i64 %z seq_cst, !dbg !9
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !\"Debug Info Version\", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: \"k.cl\", directory: \"/d\")
!4 = distinct !DISubprogram(name: \"k\", scope: !2, file: !2, line: 3, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 4, column: 9, scope: !4)
!8 = !DILocation(line: 5, column: 7, scope: !4)
!9 = !DILocation(line: 6, column: 3, scope: !4)
";

/// A function with a switch that no option allows, and two functions that need the same extension.
const REFUSED: &str = "target triple = \"spir64-unknown-unknown\"
define spir_func void @f() {\n  call void asm sideeffect \"nop\", \"\"()\n  ret void\n}
define spir_func void @g() {\n  call void asm sideeffect \"nop\", \"\"()\n  ret void\n}
define spir_func void @h(ptr addrspace(9) %h) {\n  call spir_func addrspace(9) void %h()\n  ret void\n}
define spir_func i32 @i(i32 %x) {\n  indirectbr ptr blockaddress(@i, %b), [label %b]\nb:\n  ret i32 %x\n}
";

fn written(name: &str, text: &str) -> PathBuf {
    let path = scratch().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the exit code and the standard output of the program.
fn told(arguments: &[&str], inputs: &[&Path]) -> (Option<i32>, String) {
    let output = tool().args(arguments).args(inputs).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn reason<'v>(object: &'v Value, list: &str, name: &str) -> &'v Value {
    object[list].as_array().unwrap().iter().find(|reason| reason["name"] == name).unwrap()
}

#[test]
fn askers_are_counted_and_have_llvm_instructions_and_lines() {
    let input = written("asked.ll", ADDS);
    let (code, text) = told(&["--explain=json"], &[&input]);
    assert_eq!(code, Some(0));
    let object: Value = serde_json::from_str(&text).unwrap();
    let atomics = reason(&object, "capabilities", "Int64Atomics");
    assert_eq!((&atomics["count"], &atomics["asked_by"]["function"]), (&2.into(), &"k".into()));
    let origin = &atomics["asked_by"]["origin"];
    assert!(origin["instruction"].as_str().unwrap().starts_with("%old = atomicrmw add"), "{origin}");
    assert_eq!((&origin["source"]["file"], &origin["source"]["line"]), (&"k.cl".into(), &6.into()));
    // The type stands outside of functions.
    let origin = &reason(&object, "capabilities", "Int64")["asked_by"]["origin"];
    assert_eq!((&origin["function"], &origin["source"]["line"]), (&"k".into(), &5.into()));
    assert!(origin["instruction"].as_str().unwrap().starts_with("%y = sext"), "{origin}");
    let (_, text) = told(&["--explain"], &[&input]);
    assert!(text.contains("function k; the first of 2)\n    from `%old = atomicrmw add"), "{text}");
    assert!(text.contains("function k, k.cl:6:3\n"), "{text}");
}

#[test]
fn explained_modules_are_those_that_are_written() {
    let outputs = ["plain.spv", "explained.spv"].map(|name| scratch().join(name));
    let input = written("same.ll", ADDS);
    told(&["--force", "-o", outputs[0].to_str().unwrap()], &[&input]);
    told(&["--explain", "--force", "-o", outputs[1].to_str().unwrap()], &[&input]);
    let [plain, explained] = outputs.map(|path| std::fs::read(path).unwrap());
    assert_eq!(plain, explained);
    let untyped = "+all,+SPV_KHR_untyped_pointers".parse().unwrap();
    same_explained(ADDS.as_bytes(), &Options { extensions: untyped, ..Options::default() }).unwrap();
    let vulkan = format!("{ADDS}!spirv.MemoryModel = !{{!10}}\n!10 = !{{i32 2, i32 3}}\n");
    let options = Options { extensions: Extensions::all(), ..Options::default() };
    same_explained(vulkan.as_bytes(), &options).unwrap();
    check_all("explained outputs", &programs(), |source| {
        let bitcode = compile(source, "spir64", "O2")?;
        same_explained(&bitcode, &options).map_err(|e| format!("{}: {e}", source.display()))
    });
}

/// Returns an error if `explain` gives other SPIR-V than the plain translation.
fn same_explained(ir: &[u8], options: &Options) -> Result<(), String> {
    let plain = llvm_to_spirv(ir, options).map_err(|e| e.to_string())?;
    let (explained, _) = llvm_spirv::explain(ir, options).map_err(|e| e.to_string())?;
    if plain == explained { Ok(()) } else { Err("another module".to_owned()) }
}

#[test]
fn many_files_are_explained_each_under_its_name() {
    let inputs = [written("first.ll", ADDS), written("refused.ll", REFUSED), written("last.ll", ADDS)];
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let (code, text) = told(&["--explain"], &inputs);
    assert_eq!(code, Some(1));
    let starts: Vec<_> = inputs.iter().map(|path| text.find(&format!("{}:\n", path.display())).unwrap()).collect();
    assert!(starts[0] < starts[1] && starts[1] < starts[2], "{text}");
    assert_eq!(text.matches("capability Int64Atomics\n").count(), 2, "{text}");
    let (code, text) = told(&["--explain=json"], &inputs);
    assert_eq!(code, Some(1));
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    assert!(objects.iter().zip(inputs).all(|(object, path)| object["file"] == path.to_str().unwrap()));
    assert!(objects[1]["version"].is_null() && objects[2]["version"]["name"] == "1.1");
    // The producer of debug information (D-02).
    let asked_by = &objects[2]["version"]["asked_by"]["instruction"];
    assert_eq!(*asked_by, "OpModuleProcessed \"Debug info producer: \"");
}

#[test]
fn a_module_refused_for_another_reason_lists_what_is_missing_as_json() {
    let input = written("other_reason.ll", REFUSED);
    for flags in [&["--explain=json"][..], &["--explain", "--diagnostics=json"]] {
        let (code, text) = told(flags, &[&input]);
        assert_eq!(code, Some(1));
        let object: Value = serde_json::from_str(&text).unwrap();
        let missing = object["missing"].as_array().unwrap();
        let named = |name: &str| missing.iter().find(|need| need["missing"]["extensions"][0] == name);
        assert_eq!(named("SPV_INTEL_inline_assembly").unwrap()["count"], 2, "{object}");
        assert_eq!(named("SPV_INTEL_function_pointers").unwrap()["function"], "h", "{object}");
        assert!(object["errors"].as_array().unwrap().iter().any(|error| error["function"] == "i"), "{object}");
        let notes = named("SPV_INTEL_inline_assembly").unwrap()["notes"].as_array().unwrap();
        assert_eq!(notes.len(), 2, "{notes:?}");
    }
    let (_, text) = told(&["--explain"], &[&input]);
    assert_eq!(text.matches("missing: ").count(), 2, "{text}");
    assert!(text.contains("; the first of 2)\n    allow it with --spirv-ext=+SPV_INTEL_inline_assembly"), "{text}");
}

fn explained(ir: &str) -> Explanation {
    let options = Options { extensions: Extensions::all(), ..Options::default() };
    llvm_spirv::explain(ir.as_bytes(), &options).unwrap().1
}

/// Returns the first instruction that needs a capability, and the number of those that do.
fn asked(explanation: &Explanation, name: &str) -> (String, usize) {
    let reason = explanation.capabilities.iter().find(|reason| reason.name == name).unwrap();
    (reason.asked_by.as_ref().unwrap().instruction.clone(), reason.count)
}

#[test]
fn rules_that_the_grammar_lacks_have_askers() {
    let explanation = explained(
        "target triple = \"spir64-unknown-unknown\"
        define spir_func bfloat @f(bfloat %x, bfloat %y) {
          %a = fadd bfloat %x, %y
          %b = fmul bfloat %a, %y
          ret bfloat %b
        }
        define spir_func void @g(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 2) %image) {
          ret void
        }",
    );
    let (instruction, count) = asked(&explanation, "BFloat16ArithmeticINTEL");
    assert!(instruction.contains("OpFAdd") && count == 2, "{instruction}: {count}");
    for name in ["ImageBasic", "ImageReadWrite"] {
        let (instruction, count) = asked(&explanation, name);
        assert!(instruction.contains("OpTypeImage") && count == 1, "{name}: {instruction}: {count}");
    }
    let (instruction, _) = asked(&explanation, "Linkage");
    assert!(instruction.contains("LinkageAttributes"), "{instruction}");
}
