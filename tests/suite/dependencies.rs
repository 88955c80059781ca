//! The packages from which the library and the program are built: none compiles C, none links LLVM. The packages that use more of
//! the library than its public interface: three.

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

#[test]
fn three_packages_use_internals() {
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo.args(["metadata", "--offline", "--no-deps", "--format-version=1"]).current_dir(root()).output();
    let metadata: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    let is_internals = |feature: &serde_json::Value| feature == "internals";
    let uses = |dependency: &serde_json::Value| {
        dependency["name"] == "llvm-spirv" && dependency["features"].as_array().unwrap().iter().any(is_internals)
    };
    let packages = metadata["packages"].as_array().unwrap().iter();
    let using = packages.filter(|package| package["dependencies"].as_array().unwrap().iter().any(uses));
    let mut names: Vec<_> = using.map(|package| package["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["llvm-spirv-roundtrip", "llvm-spirv-rs", "llvm-spirv-runner"]);
}
