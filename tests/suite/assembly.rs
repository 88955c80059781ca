//! `as` and `.spvasm` as input: the bytes of `spirv-as` for every text of the tree, and what is said of other texts.

use crate::support::{root, run, scratch, tool};
use llvm_spirv::AssemblyOptions;
use std::path::{Path, PathBuf};
use std::process::Command;

/// All texts of the tree, by path.
fn texts() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<_> = ["roundtrip-corpus", "tests"].map(|folder| root().join(folder)).into();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == "spvasm") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// What `spirv-as` makes of a text.
fn made_by_spirv_as(file: &Path, flags: &[&str]) -> Result<Vec<u8>, String> {
    run(Command::new("spirv-as").args(flags).arg(file).args(["-o", "-"]), b"")
}

#[test]
fn every_text_of_the_tree_has_the_bytes_of_spirv_as() {
    let all = texts();
    assert!(all.len() > 200, "{}", all.len());
    for file in &all {
        let text = std::fs::read(file).unwrap();
        for (flags, keep_numbers) in
            [(&["--target-env", "spv1.6"][..], false), (&["--target-env", "spv1.6", "--preserve-numeric-ids"], true)]
        {
            let version = Some(llvm_spirv::options::Version::V1_6);
            let options = AssemblyOptions { version, keep_numbers, ..AssemblyOptions::default() };
            let theirs = made_by_spirv_as(file, flags).unwrap();
            let ours = llvm_spirv::assemble(&text, options);
            assert!(ours.as_ref() == Ok(&theirs), "{}: {:?}", file.display(), ours.err());
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
