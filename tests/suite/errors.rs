//! Errors as a user meets them: the page of codes, the line of the source, and all errors of a module at once.

use crate::support::{root, run, scratch};
use llvm_spirv::error::Code;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::Options;
use std::process::Command;

/// The code, title and text of each section of `docs/reference/errors.md`.
fn sections(page: &str) -> Vec<(&str, &str, &str)> {
    let sections = page.split("\n### ").skip(1).map(|section| {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        let (code, title) = head.split_once(": ").unwrap_or((head, ""));
        (code, title, body)
    });
    sections.collect()
}

#[test]
fn the_page_has_each_code_with_its_title_and_what_to_do() {
    let page = std::fs::read_to_string(root().join("docs/reference/errors.md")).unwrap();
    let sections = sections(&page);
    let table: Vec<_> = Code::ALL.iter().map(|code| (code.text(), code.title())).collect();
    let on_page: Vec<_> = sections.iter().map(|(code, title, _)| (*code, *title)).collect();
    assert_eq!(on_page, table, "docs/reference/errors.md and the table differ");
    for (code, _, text) in &sections {
        assert!(text.contains("**Example**: ") && text.contains("**What to do**: "), "{code} says too little");
    }
}

#[test]
fn the_section_of_a_code_is_shown() {
    let page = std::fs::read_to_string(root().join("docs/reference/errors.md")).unwrap();
    for code in ["E0301", "e0301"] {
        let shown = String::from_utf8(run(tool().args(["--explain", code]), b"").unwrap()).unwrap();
        assert!(shown.starts_with("E0301: an extension is needed that is not allowed\n"), "{shown}");
        assert!(
            page.contains(shown.trim_end()) && shown.contains("**What to do**") && !shown.contains("E0302"),
            "{shown}"
        );
    }
    assert!(run(tool().args(["--explain", "E9999"]), b"").unwrap_err().contains("E9999"));
}

/// A module with two errors, each with a position in `source`.
fn module(folder: &str, source: &str) -> String {
    format!(
        "target triple = \"spir64-unknown-unknown\"\n\
         define spir_func void @f(ptr addrspace(1) %p) !dbg !4 {{\n\
         %a = addrspacecast ptr addrspace(1) %p to ptr addrspace(3), !dbg !5\n\
         %b = addrspacecast ptr addrspace(1) %p to ptr addrspace(2), !dbg !6\n\
         ret void\n}}\n\
         !llvm.dbg.cu = !{{!0}}\n!llvm.module.flags = !{{!2}}\n\
         !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)\n\
         !1 = !DIFile(filename: \"{source}\", directory: \"{folder}\")\n\
         !2 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
         !3 = !DISubroutineType(types: !{{null}})\n\
         !4 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !3, unit: !0)\n\
         !5 = !DILocation(line: 2, column: 3, scope: !4)\n\
         !6 = !DILocation(line: 3, column: 5, scope: !4)\n"
    )
}

fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_llvm-spirv-rs"))
}

#[test]
fn an_error_shows_the_line_of_the_source() {
    let folder = scratch().join("carets");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("k.cl"), "void f() {\n\tuse(local *)p;\n  x = (constant *)p;\n}\n").unwrap();
    let input = folder.join("k.ll");
    std::fs::write(&input, module(&folder.to_string_lossy(), "k.cl")).unwrap();
    let complaint = run(tool().arg(&input).arg("-o").arg(folder.join("k.spv")), b"").unwrap_err();
    let first = "error[E0405]: unsupported: addrspacecast from CrossWorkgroup to Workgroup\n --> k.cl:2:";
    assert!(complaint.starts_with(first), "{complaint}");
    assert!(complaint.contains("use(local *)p;\n") && complaint.contains("^"), "{complaint}");
    assert!(complaint.contains("3 |   x = (constant *)p;\n  |     ^\n"), "{complaint}");
    assert!(complaint.contains("at `%b = addrspacecast ptr addrspace(1) %p to ptr addrspace(2)`"), "{complaint}");
    assert!(complaint.contains("= hint: generic pointers (4) lead to"), "{complaint}");
}

#[test]
fn errors_for_programs_have_codes_and_positions() {
    let input = scratch().join("positions.ll");
    std::fs::write(&input, module("/no/such/folder", "k.cl")).unwrap();
    let complaint = run(tool().args(["--diagnostics=json", "-o", "-"]).arg(&input), b"").unwrap_err();
    let objects: Vec<serde_json::Value> =
        complaint.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(objects.len(), 2, "{complaint}");
    assert_eq!((&objects[0]["code"], &objects[0]["source"]["line"]), (&"E0405".into(), &2.into()));
    assert_eq!((&objects[1]["source"]["file"], &objects[1]["source"]["column"]), (&"k.cl".into(), &5.into()));
    let limited = run(tool().args(["--error-limit=1", "-o", "-"]).arg(&input), b"").unwrap_err();
    assert!(limited.matches("error[").count() == 1 && limited.contains("k.cl:2:3"), "{limited}");
}

#[test]
fn the_library_gives_all_errors_up_to_a_limit() {
    let body: String =
        (0..30).map(|n| format!("%v{n} = addrspacecast ptr addrspace(1) %p to ptr addrspace(3)\n")).collect();
    let text = format!(
        "target triple = \"spir64-unknown-unknown\"\ndefine spir_func void @f(ptr addrspace(1) %p) {{\n{body}ret void }}"
    );
    let count = |error_limit| {
        let options = Options { error_limit, ..Options::default() };
        let error = llvm_to_spirv(text.as_bytes(), &options).unwrap_err();
        (error.all().count(), error.others().len(), error.is_cut())
    };
    assert_eq!(count(0), (30, 29, false));
    assert_eq!(count(7), (7, 6, true));
    assert_eq!(count(1), (1, 0, false));
    assert_eq!(count(Options::ERROR_LIMIT), (20, 19, true));
}

#[test]
fn explain_lists_all_that_is_missing() {
    let text = "target triple = \"spir64-unknown-unknown\"\n\
        declare i64 @llvm.readcyclecounter()\n\
        define spir_func void @f() {\n%t = call i64 @llvm.readcyclecounter()\nret void }\n\
        define spir_func void @g(ptr addrspace(9) %h) {\ncall spir_func addrspace(9) void %h()\nret void }\n\
        define spir_func void @h() {\ncall void asm sideeffect \"nop\", \"\"()\nret void }\n";
    let input = scratch().join("missing.ll");
    std::fs::write(&input, text).unwrap();
    let output = tool().arg("--explain=json").arg(&input).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let flags: Vec<_> = object["missing"].as_array().unwrap().iter().filter_map(|need| need["hint"].as_str()).collect();
    for name in ["SPV_KHR_shader_clock", "SPV_INTEL_function_pointers", "SPV_INTEL_inline_assembly"] {
        assert!(flags.iter().any(|flag| flag.ends_with(name)), "{name}: {flags:?}");
    }
    let told = String::from_utf8(tool().arg("--explain").arg(&input).output().unwrap().stdout).unwrap();
    assert!(told.matches("missing: ").count() == flags.len() && told.contains("capability "), "{told}");
}

/// Checks that all errors of functions that legalisation rewrites are reported, except for consequences of other
/// errors.
#[test]
fn legalisation_gives_all_errors_of_each_function() {
    let rounding = |count: u32| (0..count).map(|n| format!("call void @llvm.set.rounding(i32 {})\n", n + 2)).collect();
    let (three, two): (String, String) = (rounding(3), rounding(2));
    let text = format!(
        "target triple = \"spir64-unknown-unknown\"\n\
         declare void @llvm.set.rounding(i32)\n\
         define spir_func i128 @f(i128 %v, ptr addrspace(1) %p) {{\n{three}\
         %x = atomicrmw add ptr addrspace(1) %p, i128 %v seq_cst\n%y = add i128 %x, %v\n%z = mul i128 %y, %x\nret i128 %z }}\n\
         define spir_func void @g() {{\n{two}ret void }}"
    );
    let count = |error_limit| {
        let options = Options { error_limit, ..Options::default() };
        let error = llvm_to_spirv(text.as_bytes(), &options).unwrap_err();
        let functions = error.all().filter_map(|error| error.place().function.clone()).collect::<Vec<_>>().concat();
        (functions, error.is_cut())
    };
    assert_eq!(count(0), ("ffffgg".to_owned(), false));
    assert_eq!(count(5), ("ffffg".to_owned(), true));
    assert_eq!(count(2), ("ff".to_owned(), true));
    assert_eq!(count(1), ("f".to_owned(), false));
}

/// Checks that errors name the faulty call, not the result of a pass on it. Bitcode is not verified before translation;
/// the modules have masked accesses of LLVM 15 and 18 with invalid alignments.
#[test]
fn operands_that_break_a_rule_of_llvm_are_named_by_that_rule() {
    for (name, says) in [
        ("alignment_of_old_bitcode.bc", "Intrinsic has incorrect argument type! (intrinsics: function @k, block %"),
        ("immediate_of_old_bitcode.bc", "immarg operand has non-immediate parameter (calls: function @k, block %"),
    ] {
        let bitcode = std::fs::read(root().join("roundtrip-corpus/regressions").join(name)).unwrap();
        let error = llvm_to_spirv(&bitcode, &Options::default()).unwrap_err();
        assert_eq!(error.code(), Code::LlvmVerifier, "{name}: {error}");
        assert!(error.to_string().contains(says), "{name}: {error}");
    }
}
