//! Links the program at a fixed address, and sets its version with the commit.
//!
//! At any other address, the loader relocates each row of each table at every start, which costs more than the
//! translation of a small kernel (docs/measured/performance.md). Distributions that want programs position-independent
//! set `LLVM_SPIRV_PIE=1`. With the C library in the program, rustc itself links it where its relocation model says.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LLVM_SPIRV_PIE");
    let is_pie = std::env::var("LLVM_SPIRV_PIE").is_ok_and(|asked| asked != "0");
    let is_static =
        std::env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|list| list.split(',').any(|one| one == "crt-static"));
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") && !is_pie && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    version();
}

/// Sets the version, with the commit if the package is in a git repository or `LLVM_SPIRV_COMMIT` names it, as
/// packagers may.
fn version() {
    println!("cargo::rerun-if-env-changed=LLVM_SPIRV_COMMIT");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = std::env::var("LLVM_SPIRV_COMMIT").ok().or_else(commit).filter(|commit| !commit.is_empty());
    let commit = commit.map_or(String::new(), |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=LLVM_SPIRV_VERSION={version}{commit}");
}

/// Returns the first digits of the commit that is checked out in the folder above.
fn commit() -> Option<String> {
    // A package that was unpacked inside the repository of something else has no `.git` beside its `Cargo.toml`.
    if !Path::new("../.git").exists() {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={}", Path::new("..").join(path).display());
        }
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir("..").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
