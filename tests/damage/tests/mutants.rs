//! The program `mutants`, as `make mutants` runs it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::process::Command;

/// Tests that one process translates thousands of damaged shaders without ending or leaking memory.
#[test]
fn shaders_are_damaged_in_one_process() {
    let folder = std::env::temp_dir().join(format!("shaders-in-one-process-{}", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_mutants"));
    command.args(["--shaders", "20000", "--batch", "20000", "--jobs", "1", "--folder"]).arg(&folder);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    assert!(output.status.success() && said.contains(" 0 findings; "), "{said}");
}

/// Tests that a run without mutants is an error.
#[test]
fn no_mutants_at_all_are_an_error() {
    for arguments in [[].as_slice(), &["--spirv", "0", "--assembly", "0", "--bitcode", "0"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_mutants")).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!output.status.success(), "{said}");
        assert_eq!(said, "error: no mutants: --spirv, --shaders, --debug, --assembly or --bitcode must be above 0\n");
    }
}
