//! The messages of the program for unexpected input.

use crate::support::{run, scratch, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n";

fn folder(test: &str) -> PathBuf {
    let folder = scratch().join("first-contact").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("k.ll"), KERNEL).unwrap();
    folder
}

/// Returns the exit code and the standard error.
fn complaint(folder: &Path, words: &str) -> (i32, String) {
    let ended = tool().current_dir(folder).args(words.split_whitespace()).stdin(Stdio::null()).output().unwrap();
    (ended.status.code().unwrap(), String::from_utf8(ended.stderr).unwrap())
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn files_of_another_kind() {
    let folder = folder("kinds");
    let files: &[(&str, &[u8], &[&str])] = &[
        (
            "k.cl",
            b"kernel void k() {}",
            &["OpenCL C source", "clang", "-c k.cl -o k.bc", "llvm-spirv-rs k.bc -o k.spv"],
        ),
        ("it's.cl", b"// mine\n__kernel void k() {}", &["OpenCL C source", r"-c 'it'\''s.cl'"]),
        ("k.c", b"#include <stdio.h>\nint main() {}", &["C or C++ source", "-emit-llvm -c k.c"]),
        ("k.spt", b"119734787 65536 393230 9 0\n", &["internal text", "--to-binary k.spt"]),
        ("k.pdf", b"%PDF-1.7\n", &["PDF"]),
        ("k.o", b"\x7FELF\x02\x01", &["ELF", "-emit-llvm"]),
        ("k.a", b"!<arch>\n", &["an archive", "llvm-ar x k.a"]),
        ("k.gz", b"\x1F\x8B\x08", &["gzip", "unpack"]),
        ("k.mlir", b"module {\n}\n", &["MLIR", "mlir-translate"]),
        ("k.bin", b"\x01\x02\x03\x04\x05", &["neither LLVM IR nor a SPIR-V binary", "03 02 23 07"]),
        ("empty.bc", b"", &["the file is empty", "failed, perhaps"]),
    ];
    for (name, content, says) in files {
        std::fs::write(folder.join(name), content).unwrap();
        for flags in [&[][..], &["-r"], &["-S"], &["--explain"]] {
            let said = run(tool().current_dir(&folder).args(flags).arg(name).args(["-o", "out"]), b"").unwrap_err();
            says.iter().for_each(|words| assert!(said.contains(words), "{flags:?} {name}: {said}"));
            assert!(said.contains(name) && !folder.join("out").exists(), "{flags:?} {name}: {said}");
        }
    }
    // What LLVM's grammar begins a module with is left to LLVM.
    for text in ["", "; of clang\n", "/* new */ ", "\u{FEFF}", "source_filename = \"k\"\n"] {
        let text = format!("{text}{KERNEL}");
        let made = run(tool().arg("-"), text.as_bytes());
        // LLVM itself does not take the mark of UTF-8.
        assert_eq!(made.is_ok(), !text.starts_with('\u{FEFF}'), "{text}: {made:?}");
    }
    let said = run(tool().arg("-"), b"what is this").unwrap_err();
    assert!(said.contains("assembly: line 1, column 1: expected ") && said.contains("`what is this`"), "{said}");
    assert!(complaint(&folder, "-r k.ll").1.contains("LLVM IR, not a SPIR-V binary"));
    assert!(complaint(&folder, ".").1.contains("llvm-spirv-rs . --out-dir"));
    assert!(complaint(&folder, "-").1.contains("the standard input is empty"));
}

#[test]
fn a_terminal_is_no_module() {
    let program = format!("{} -S", env!("CARGO_BIN_EXE_llvm-spirv-rs"));
    let typescript =
        Command::new("script").args(["-qec", &program, "/dev/null"]).stdin(Stdio::null()).output().unwrap();
    assert!(String::from_utf8_lossy(&typescript.stdout).contains("the standard input is a terminal"), "{typescript:?}");
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = folder("arguments");
    std::fs::write(folder.join("rountrip"), KERNEL).unwrap();
    let lines: &[(&str, &[&str])] = &[
        ("roundtrp k.ll", &["no file roundtrp", "did you mean: llvm-spirv-rs roundtrip k.ll"]),
        ("raundtrip", &["did you mean: llvm-spirv-rs roundtrip"]),
        ("explain k.ll", &["no file explain", "did you mean: llvm-spirv-rs --explain k.ll"]),
        ("assembly k.ll k.ll", &["no file assembly", "the verbs are ", "as, "]),
        ("k k.ll -o x", &["no file k,", "the verbs are ", "as, "]),
        ("-j 0 k.ll", &["-j <N>", "without -j it is one a core"]),
        ("-j many k.ll", &["it is no number of files"]),
        ("-spirv-max-version=1.2 k.ll", &["two dashes", "write --spirv-max-version=1.2"]),
        ("-reverse k.ll", &["write --reverse"]),
        ("-out-dir x k.ll", &["write --out-dir"]),
        ("--spirv-text k.ll", &["an option of the Khronos translator", "-S writes", "ln -s"]),
        ("-to-binary k.ll", &["an option of the Khronos translator", "the verb as"]),
        ("-s k.ll", &["an option of the Khronos translator", "llvm-spirv"]),
        ("--spirv-mem2reg=1 k.ll", &["an option of the Khronos translator"]),
        ("--nothing k.ll", &["unexpected argument '--nothing'"]),
    ];
    for (line, says) in lines {
        let (code, said) = complaint(&folder, line);
        says.iter().for_each(|words| assert!(said.contains(words), "{line}: {said}"));
        assert_eq!(code, 2, "{line}");
        let (code, said) = complaint(&folder, &format!("--diagnostics=json {line}"));
        let objects = objects(&said);
        let [object] = objects.as_slice() else { panic!("{line}: {said}") };
        assert_eq!((code, &object["severity"], &object["kind"]), (2, &"error".into(), &"usage".into()), "{line}");
        assert!(!object["message"].as_str().unwrap().contains('\n'), "{line}: {said}");
    }
    assert!(!folder.join("k.spv").exists(), "nothing is translated");
    assert_eq!(complaint(&folder, "rountrip -o x").0, 0, "a file of that name is one");
    assert_eq!(complaint(&folder, "-rS -o x none.spv").0, 1, "letters go together");
}

#[test]
fn json_throughout() {
    let folder = folder("json");
    let warned = format!(
        "{KERNEL}!llvm.dbg.cu = !{{!0}}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n\
        !1 = !DIFile(filename: \"k.c\", directory: \"/\")\n!llvm.module.flags = !{{!2}}\n\
        !2 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n"
    );
    std::fs::write(folder.join("warned.ll"), warned).unwrap();
    std::fs::write(folder.join("source.cl"), "kernel void k() {}").unwrap();
    let (code, said) = complaint(&folder, "--diagnostics json k.ll warned.ll source.cl none.ll --out-dir out -j 1");
    let objects = objects(&said);
    let of = |severity: &str, file: &str| objects.iter().any(|o| o["severity"] == severity && o["file"] == file);
    assert_eq!(code, 1);
    assert!(of("error", "source.cl") && of("error", "none.ll"), "{said}");
    let summary = objects.last().unwrap();
    assert_eq!((&summary["failed"], &summary["files"]), (&2.into(), &4.into()), "{said}");
    for object in objects.iter().filter(|object| object["severity"] == "warning") {
        assert_eq!(object["file"], "warned.ll", "{said}");
    }
    std::fs::write(folder.join("loop"), "@loop").unwrap();
    let (code, said) = complaint(&folder, "--diagnostics=json @loop");
    assert_eq!((code, &self::objects(&said)[0]["kind"]), (2, &"usage".into()));
}

#[test]
fn help_fits_a_terminal() {
    for words in [&["--help"][..], &["-h"], &["roundtrip", "--help"]] {
        let help = String::from_utf8(run(tool().args(words), b"").unwrap()).unwrap();
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
    let help = String::from_utf8(run(tool().arg("--help"), b"").unwrap()).unwrap();
    for words in ["Exit codes:", "--force", "@FILE", "--out-dir"] {
        assert!(help.contains(words), "{words}");
    }
}
