//! `as`, `dis` and `.spvasm` as input: the bytes of `spirv-as` and the text of `spirv-dis` for every text in the
//! repository, and errors for other texts.

use crate::support::{root, run, scratch, spirv_texts, tool};
use llvm_spirv::AssemblyOptions;
use llvm_spirv::binary::{Words, text};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the output of `spirv-as` for a text.
fn made_by_spirv_as(file: &Path, flags: &[&str]) -> Result<Vec<u8>, String> {
    run(Command::new("spirv-as").args(flags).arg(file).args(["-o", "-"]), b"")
}

#[test]
fn every_text_of_the_tree_has_the_bytes_of_spirv_as() {
    let all = spirv_texts();
    assert!(all.len() > 200, "{}", all.len());
    for file in &all {
        let text = std::fs::read(file).unwrap();
        for (flags, keep_numbers) in
            [(&["--target-env", "spv1.6"][..], false), (&["--target-env", "spv1.6", "--preserve-numeric-ids"], true)]
        {
            let version = Some(llvm_spirv::options::Version::V1_6);
            let options = AssemblyOptions { version, keep_numbers, ..AssemblyOptions::default() };
            let theirs = made_by_spirv_as(file, flags);
            let ours = llvm_spirv::assemble(&text, options);
            // The frame of modules of single opcodes is none yet.
            let is_same = ours.as_ref().ok() == theirs.as_ref().ok();
            assert!(is_same, "{}: {:?}, {:?}", file.display(), ours.err(), theirs.err());
            assert!(theirs.is_ok() || file.ends_with("opcodes/frame.spvasm"), "{}", file.display());
        }
    }
}

const KERNEL: &str = "; SPIR-V\n; Version: 1.0\n; Generator: Khronos LLVM/SPIR-V Translator; 14\n; Bound: 9\n; Schema: 0\n\
                      OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\nOpMemoryModel Physical64 OpenCL\n\
                      OpEntryPoint Kernel %8 \"twice\"\n%1 = OpTypeVoid\n%2 = OpTypeInt 32 0\n%4 = OpTypePointer CrossWorkgroup %2\n\
                      %5 = OpTypeFunction %1 %4\n%8 = OpFunction %1 None %5\n%6 = OpFunctionParameter %4\n%7 = OpLabel\nOpReturn\nOpFunctionEnd\n";

fn folder(test: &str) -> PathBuf {
    let folder = scratch().join("assembly").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_verb_takes_the_flags_of_spirv_as() {
    let folder = folder("verb");
    std::fs::write(folder.join("k.spvasm"), KERNEL).unwrap();
    let rows: &[&[&str]] = &[
        &["--target-env", "spv1.3"],
        &["--target-env", "vulkan1.1spv1.4"],
        &["--target-env", "opencl2.2embedded"],
        &["--target-env", "spv1.0", "--preserve-numeric-ids"],
    ];
    for flags in rows {
        let file = folder.join("k.spvasm");
        run(tool().arg("as").args(*flags).arg(&file).arg("-o").arg(folder.join("k.spv")), b"").unwrap();
        let ours = std::fs::read(folder.join("k.spv")).unwrap();
        assert_eq!(ours, made_by_spirv_as(&file, flags).unwrap(), "{flags:?}");
        assert_eq!(run(tool().arg("as").args(*flags), KERNEL.as_bytes()).unwrap(), ours, "{flags:?}");
    }
    // The version is that of the comment; generator and bound are, too, where that is asked for.
    let plain = run(tool().arg("as"), KERNEL.as_bytes()).unwrap();
    assert_eq!(
        (&plain[4..8], &plain[8..12], &plain[12..16]),
        (&[0, 0, 1, 0][..], &[0, 0, 7, 0][..], &[8, 0, 0, 0][..])
    );
    let whole = run(tool().args(["as", "--preserve-header", "--preserve-numeric-ids"]), KERNEL.as_bytes()).unwrap();
    assert_eq!((&whole[8..12], &whole[12..16]), (&[14, 0, 6, 0][..], &[9, 0, 0, 0][..]));
}

#[test]
fn text_is_a_module_wherever_one_is_read() {
    let folder = folder("input");
    std::fs::write(folder.join("k.spvasm"), KERNEL).unwrap();
    let of = |words: &[&str]| {
        let made = run(tool().current_dir(&folder).args(words), b"").unwrap();
        String::from_utf8_lossy(&made).into_owned()
    };
    run(
        tool().current_dir(&folder).args([
            "as",
            "--preserve-numeric-ids",
            "--preserve-header",
            "k.spvasm",
            "-o",
            "k.spv",
        ]),
        b"",
    )
    .unwrap();
    for words in [&["-r", "-S", "-o", "-"][..], &["inspect"], &["roundtrip"], &["-S", "-o", "-"], &["--explain"]] {
        let [text, binary] =
            ["k.spvasm", "k.spv"].map(|name| of(&[words, &[name]].concat()).replace("k.spvasm", "k.spv"));
        assert!(text == binary && !text.is_empty(), "{words:?}:\n{text}\n{binary}");
    }
    let piped = run(tool().args(["-r", "-S", "-"]), KERNEL.as_bytes()).unwrap();
    assert!(String::from_utf8_lossy(&piped).contains("void @twice("));
    // What has the ending is of that kind, however it begins.
    std::fs::write(folder.join("x.spvasm"), "; mine\nopCapability Kernel\n").unwrap();
    let said = run(tool().current_dir(&folder).args(["-r", "x.spvasm", "-o", "x.bc"]), b"").unwrap_err();
    assert!(said.contains("error[E0224]") && said.contains("did you mean OpCapability?"), "{said}");
}

#[test]
fn errors_show_the_line() {
    let folder = folder("errors");
    std::fs::write(folder.join("k.spvasm"), KERNEL.replace("OpTypeFunction", "OpTypeFuncton")).unwrap();
    let said = run(tool().current_dir(&folder).args(["as", "k.spvasm", "-o", "k.spv"]), b"").unwrap_err();
    let expected = "error[E0224]: invalid input: there is no instruction OpTypeFuncton\n  --> k.spvasm:14:6\n   |\n\
                    14 | %5 = OpTypeFuncton %1 %4\n   |      ^\n   |\n   = hint: did you mean OpTypeFunction?\n";
    assert!(said.contains(expected), "{said}");
    assert!(!folder.join("k.spv").exists());
    let json = run(tool().current_dir(&folder).args(["as", "--diagnostics=json", "k.spvasm", "-o", "k.spv"]), b"")
        .unwrap_err();
    let object: serde_json::Value =
        serde_json::from_str(json.lines().find(|line| line.starts_with('{')).unwrap()).unwrap();
    assert_eq!(
        (&object["code"], &object["source"]["line"], &object["source"]["column"]),
        (&"E0224".into(), &14.into(), &6.into())
    );
    let piped = run(tool().arg("as"), b"OpNop\nOpFoo\n").unwrap_err();
    assert!(piped.contains("standard input:2:1"), "{piped}");
    let said = run(tool().current_dir(&folder).args(["as", "k.spvasm", "-o", "k.spvasm"]), b"").unwrap_err();
    assert!(said.contains("error[E0005]"), "{said}");
    let said = run(tool().current_dir(&folder).args(["as", "--target-env", "spv9", "k.spvasm"]), b"").unwrap_err();
    assert!(said.contains("the environments are spv1.0, "), "{said}");
}

/// The styles of text: the flags of the verb, and of `spirv-dis`.
const STYLES: &[(&str, &[&str])] = &[
    ("default", &[]),
    ("raw", &["--raw-id", "--no-indent", "--no-header"]),
    ("comments", &["--comment", "--offsets"]),
    ("nested", &["--nested-indent", "--comment"]),
    ("color", &["--color", "--no-header", "--comment", "--offsets"]),
];

#[test]
fn text_is_that_of_spirv_dis() {
    let folder = root().join("tests/assembly");
    let binary = run(tool().args(["as", "--target-env", "spv1.3"]).arg(folder.join("shown.spvasm")), b"").unwrap();
    for (name, flags) in STYLES {
        let expected = std::fs::read_to_string(folder.join(format!("shown.{name}.txt"))).unwrap();
        let shown = run(tool().arg("dis").args(*flags).arg("-"), &binary).unwrap();
        assert_eq!(String::from_utf8(shown).unwrap(), expected, "{flags:?}");
    }
    let shown = run(tool().args(["dis", "--demangle", "-"]), &binary).unwrap();
    assert!(String::from_utf8_lossy(&shown).contains("; helper(uint, const float*)\n"));
    // Colours are for terminals.
    assert_eq!(
        run(tool().args(["dis", "--color", "--no-color", "-"]), &binary).unwrap(),
        run(tool().args(["dis", "-"]), &binary).unwrap()
    );
}

/// Returns the text of a module in a style.
fn shown(words: &Words<'_>, options: text::DisassemblyOptions) -> String {
    text::disassemble(words, options)
}

#[test]
fn every_module_of_the_tree_comes_back_from_its_text() {
    let plain = text::DisassemblyOptions::default();
    let styles = [
        plain,
        text::DisassemblyOptions { friendly_names: false, ..plain },
        text::DisassemblyOptions { header: false, indent: false, ..plain },
        text::DisassemblyOptions { comments: true, offsets: true, nested_indent: true, demangle: true, ..plain },
    ];
    for file in spirv_texts().iter().filter(|file| !file.ends_with("opcodes/frame.spvasm")) {
        let whole = AssemblyOptions { keep_header: true, ..AssemblyOptions::default() };
        let binary = llvm_spirv::assemble(&std::fs::read(file).unwrap(), whole).unwrap();
        let words = Words::read_any(&binary).unwrap();
        for style in styles {
            let text = shown(&words, style);
            let version = Some(llvm_spirv::options::Version::new(words.header().version.0, words.header().version.1));
            let again = AssemblyOptions { version, keep_numbers: !style.friendly_names, keep_header: true };
            let again = llvm_spirv::assemble(text.as_bytes(), again);
            assert!(again.as_ref() == Ok(&binary), "{} {style:?}: {:?}\n{text}", file.display(), again.err());
        }
    }
}

/// Returns the year of the `spirv-dis` in the PATH.
fn year() -> u32 {
    let version = String::from_utf8(run(Command::new("spirv-dis").arg("--version"), b"").unwrap()).unwrap();
    let year = version.split_once("SPIRV-Tools v").unwrap().1.split('.').next().unwrap();
    year.parse().unwrap()
}

#[test]
fn every_module_of_the_tree_has_the_text_of_spirv_dis() {
    // Names of newer instructions and types are those of this release.
    let is_newest = year() >= 2026;
    let (mut equal, mut all) = (0, 0);
    for file in spirv_texts().iter().filter(|file| !file.ends_with("opcodes/frame.spvasm")) {
        let binary = llvm_spirv::assemble(&std::fs::read(file).unwrap(), AssemblyOptions::default()).unwrap();
        let words = Words::read_any(&binary).unwrap();
        for (flag, friendly_names) in [("--no-color", true), ("--raw-id", false)] {
            let Ok(theirs) = run(Command::new("spirv-dis").args([flag, "-"]), &binary) else { continue };
            let ours =
                shown(&words, text::DisassemblyOptions { friendly_names, ..text::DisassemblyOptions::default() });
            (equal, all) = (equal + u32::from(ours.as_bytes() == theirs), all + 1);
            assert!(!is_newest || ours.as_bytes() == theirs, "{}:\n{ours}", file.display());
            // Whatever an older release calls things, its text says the same.
            let options =
                AssemblyOptions { keep_numbers: !friendly_names, keep_header: true, ..AssemblyOptions::default() };
            let again = llvm_spirv::assemble(&theirs, options);
            assert!(again.as_ref() == Ok(&binary), "{}: {:?}", file.display(), again.err());
        }
    }
    assert!(all > 400 && equal * 20 > all * 19, "{equal} of {all}");
}

/// Returns the commands of the document, each with its output.
fn commands(document: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in document.split("```\n").skip(1).step_by(2).filter(|block| block.starts_with("$ ")) {
        for line in block.lines() {
            match (line.strip_prefix("$ llvm-spirv-rs "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => output.extend([line, "\n"]),
                (None, None) => panic!("{line}"),
            }
        }
    }
    found
}

#[test]
fn the_commands_of_the_document_do_what_it_says() {
    const TWICE: &str = "OpCapability Addresses\nOpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n\
                         OpEntryPoint Kernel %twice \"twice\"\nOpName %twice \"twice\"\n%void = OpTypeVoid\n\
                         %type = OpTypeFunction %void\n%twice = OpFunction %void None %type\n%entry = OpLabel\nOpReturn\n\
                         OpFunctionEnd\n";
    let folder = folder("document");
    std::fs::write(folder.join("kernel.spvasm"), TWICE).unwrap();
    std::fs::write(folder.join("broken.spvasm"), "OpCapability Kernel\n\n\n%void = OpTypeVod\n").unwrap();
    let all = commands(&std::fs::read_to_string(root().join("docs/guide/assembly.md")).unwrap());
    assert!(all.len() > 5, "{all:?}");
    for (command, output) in all {
        let ended = tool().current_dir(&folder).args(command.split(' ')).output().unwrap();
        let said = [ended.stdout, ended.stderr].map(|part| String::from_utf8(part).unwrap()).concat();
        assert!(said.contains(&output), "{command}:\n{said}");
        assert_eq!(ended.status.success(), !output.starts_with("error"), "{command}");
    }
}

#[test]
fn differences_of_two_modules() {
    let folder = folder("diff");
    std::fs::write(folder.join("a.spvasm"), KERNEL).unwrap();
    // Other numbers, and types in another order: the same module.
    let same = KERNEL
        .replace("%7 ", "%70 ")
        .replace("%1 = OpTypeVoid\n%2 = OpTypeInt 32 0\n", "%2 = OpTypeInt 32 0\n%1 = OpTypeVoid\n");
    std::fs::write(folder.join("b.spvasm"), same).unwrap();
    let other =
        KERNEL.replace("%7 = OpLabel\n", "%7 = OpLabel\n%n = OpUndef %2\n%m = OpIAdd %2 %n %n\nOpStore %6 %m\n");
    std::fs::write(folder.join("c.spvasm"), other).unwrap();
    let diff = |words: &[&str]| {
        let ended = tool().current_dir(&folder).arg("diff").args(words).output().unwrap();
        (
            ended.status.code().unwrap(),
            [ended.stdout, ended.stderr].map(|part| String::from_utf8(part).unwrap()).concat(),
        )
    };
    let (code, said) = diff(&["a.spvasm", "b.spvasm"]);
    assert!(code == 0 && said.ends_with("a.spvasm (14), b.spvasm (14): no differences\n"), "{said}");
    let (code, said) = diff(&["a.spvasm", "c.spvasm"]);
    assert!(code == 2 && said.contains("OpStore") && said.contains("differences\n"), "{said}");
    let (code, said) = diff(&["--diagnostics=json", "a.spvasm", "c.spvasm"]);
    let objects: Vec<serde_json::Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = objects.last().unwrap();
    assert!(code == 2 && objects.len() > 1 && last["differences"].as_u64() > Some(0), "{said}");
    assert_eq!(diff(&["a.spvasm", "none.spvasm"]).0, 1);
}

#[test]
fn complaints_of_the_validator_have_a_place() {
    let folder = folder("validate");
    std::fs::write(folder.join("k.spvasm"), KERNEL).unwrap();
    let lined = KERNEL.replace("%1 = OpTypeVoid\n", "%9 = OpString \"k.cl\"\nOpName %8 \"twice\"\n%1 = OpTypeVoid\n");
    let lined = lined.replace("%7 = OpLabel\n", "%7 = OpLabel\nOpLine %9 3 7\n%10 = OpIAdd %2 %6 %6\n");
    std::fs::write(folder.join("bad.spvasm"), lined).unwrap();
    std::fs::write(
        folder.join("k.ll"),
        "target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n",
    )
    .unwrap();
    let of = |words: &[&str]| run(tool().current_dir(&folder).arg("validate").args(words), b"");
    assert_eq!(of(&["k.spvasm"]), Ok(Vec::new()));
    assert_eq!(of(&["k.ll"]), Ok(Vec::new()));
    let said = of(&["bad.spvasm"]).unwrap_err();
    for part in ["error[E0200]", "bad.spvasm", "k.cl:3:7", "in function twice", "OpIAdd"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let absent =
        run(tool().current_dir(&folder).env("SPIRV_VAL", "./none").args(["validate", "k.spvasm"]), b"").unwrap_err();
    assert!(absent.contains("./none cannot be started") && absent.contains("SPIRV_VAL names another one"), "{absent}");
}
