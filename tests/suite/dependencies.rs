//! The packages from which the library and the program are built: none compiles C, none links LLVM.

use crate::support::root;
use std::process::Command;

/// The packages that compile C or C++, or link LLVM.
const NONE_OF: &[&str] = &["bindgen", "cc", "cmake", "llvm-sys", "psm", "stacker"];

/// Returns the names of the packages that a package is built from.
fn packages(package: &str, target: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--edges=normal,build", "--prefix=none", "--package", package]);
    let output = cargo.args(target).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    tree.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
}

#[test]
fn nothing_of_c_is_compiled() {
    let wasm = ["--target", "wasm32-unknown-unknown"];
    for (package, target) in [("llvm-spirv", &[][..]), ("llvm-spirv", &wasm), ("llvm-spirv-rs", &[])] {
        let packages = packages(package, target);
        assert!(packages.iter().any(|name| name == "llvm-spirv-ir"), "{package}: {packages:?}");
        let found: Vec<_> = packages.iter().filter(|name| NONE_OF.contains(&name.as_str())).collect();
        assert!(found.is_empty(), "{package} {target:?}: {found:?}");
    }
}
