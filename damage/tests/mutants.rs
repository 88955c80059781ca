//! The program `mutants`, as `make mutants` runs it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::process::Command;

/// A run that would test nothing is a failure.
#[test]
fn no_mutants_at_all_are_an_error() {
    for arguments in [[].as_slice(), &["--spirv", "0", "--assembly", "0", "--bitcode", "0"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_mutants")).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!output.status.success(), "{said}");
        assert_eq!(said, "error: no mutants: --spirv, --shaders, --debug, --assembly or --bitcode must be above 0\n");
    }
}
