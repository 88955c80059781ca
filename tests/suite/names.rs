//! Names of files and of the program: bytes that are not UTF-8, response files, links to the program.

use crate::support::{run, scratch, tool};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const KERNEL: &str = "target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n";

/// Creates a separate folder for a test, with a kernel of this name and the program under its other name.
fn folder(test: &str, kernel: &OsStr) -> PathBuf {
    let folder = scratch().join("names").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(kernel), KERNEL).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_llvm-spirv-rs"), folder.join("llvm-spirv")).unwrap();
    folder
}

/// Returns the names of the files in a folder besides the program.
fn files(folder: &Path) -> Vec<OsString> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files: Vec<_> = entries.filter(|name| name != "llvm-spirv").collect();
    files.sort();
    files
}

/// Returns the program under both names.
fn both(folder: &Path) -> [Command; 2] {
    [tool(), Command::new(folder.join("llvm-spirv"))].map(|mut command| {
        command.current_dir(folder);
        command
    })
}

#[test]
fn names_that_are_no_text() {
    let name = OsStr::from_bytes(b"k\xFF.ll");
    let made = OsStr::from_bytes(b"k\xFF.spv");
    let folder = folder("no-text", name);
    for mut command in both(&folder) {
        run(command.arg(name), b"").unwrap();
        assert_eq!(files(&folder), [name, made], "{command:?}");
        std::fs::remove_file(folder.join(made)).unwrap();
    }
    let named = OsStr::from_bytes(b"\xFE");
    for mut command in both(&folder) {
        run(command.arg(name).arg("-o").arg(named), b"").unwrap();
        assert_eq!(files(&folder), [name, named], "{command:?}");
        std::fs::remove_file(folder.join(named)).unwrap();
    }
    for mut command in both(&folder) {
        assert!(run(command.arg(OsStr::from_bytes(b"none\xFF")), b"").unwrap_err().contains("none\u{FFFD}"));
    }
    run(tool().current_dir(&folder).arg(name).args(["--out-dir"]).arg(named), b"").unwrap();
    assert_eq!(files(&folder.join(named)), [made]);
}

#[test]
fn files_of_arguments() {
    let folder = folder("response", OsStr::new("a k.ll"));
    std::fs::write(folder.join("outer"), "\"a k.ll\"\n @inner").unwrap();
    std::fs::write(folder.join("inner"), b"-o 'the\\\xFF out'".as_slice()).unwrap();
    std::fs::write(folder.join("loop"), "@loop").unwrap();
    for mut command in both(&folder) {
        let out = folder.join(OsStr::from_bytes(b"the\xFF out"));
        run(command.arg("@outer"), b"").unwrap();
        assert_eq!(std::fs::read(&out).unwrap()[..4], [3, 2, 0x23, 7], "{command:?}");
        std::fs::remove_file(out).unwrap();
    }
    for mut command in both(&folder) {
        assert!(run(command.arg("@loop"), b"").unwrap_err().contains("the response file loop contains itself"));
    }
    for mut command in both(&folder) {
        assert!(run(command.arg("@none"), b"").unwrap_err().contains("@none"));
    }
}

/// Checks the names that packagers give to the Khronos translator.
#[test]
fn names_of_the_khronos_translator() {
    let folder = folder("khronos", OsStr::new("k.ll"));
    for name in ["llvm-spirv-22", "amd-llvm-spirv", "amd-llvm-spirv-22"] {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_llvm-spirv-rs"), folder.join(name)).unwrap();
        let version = run(Command::new(folder.join(name)).arg("-version"), b"").unwrap();
        assert!(String::from_utf8_lossy(&version).starts_with("LLVM (http://llvm.org/)"), "{name}");
        assert!(String::from_utf8_lossy(&version).contains("LLVM version 22\n"), "{name}");
    }
}
