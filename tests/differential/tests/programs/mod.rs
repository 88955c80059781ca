//! The corpus's programs with debug information, and the tools that examine them.

use llvm_spirv::options::{DebugInfo, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_testing::with;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The programs in OpenCL C, in order.
pub fn all() -> Vec<PathBuf> {
    let (mut found, mut open) =
        (Vec::new(), vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roundtrip-corpus")]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == "cl") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// Runs a tool, and returns its output.
pub fn run(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Returns the bitcode of a program with debug information.
pub fn compile(source: &Path, level: &str, flags: &[&str]) -> Vec<u8> {
    let text = std::fs::read_to_string(source).unwrap();
    let options = text.lines().next().and_then(|line| line.strip_prefix("// options:")).unwrap_or_default();
    let mut command = Command::new("clang-22");
    command.args(["-target", "spir64", "-cl-std=CL3.0", "-g"]).args(options.split_whitespace()).args(flags);
    command.arg(format!("-{level}")).args(["-Xclang", "-finclude-default-header", "-emit-llvm", "-c", "-o", "-"]);
    run(command.arg(source), b"").unwrap()
}

pub fn assembly(bitcode: &[u8]) -> String {
    String::from_utf8(run(Command::new("llvm-dis-22").args(["-o", "-", "-"]), bitcode).unwrap()).unwrap()
}

/// Returns the bitcode of a module after a round trip.
pub fn round_trip(bitcode: &[u8], set: DebugInfo) -> Vec<u8> {
    to_llvm(&to_spirv(bitcode, set), set)
}

/// Returns options that choose a set of debug information.
fn in_set(set: DebugInfo) -> Options {
    with(Options::default(), |options| options.debug_info = set)
}

/// Translates a module to SPIR-V.
pub fn to_spirv(bitcode: &[u8], set: DebugInfo) -> Vec<u8> {
    llvm_to_spirv(bitcode, &in_set(set)).unwrap().bytes
}

/// Translates a module to SPIR-V, with debug information in the exact form that the set specifies.
#[allow(dead_code, reason = "not every test that has this file needs it")]
pub fn to_exact_spirv(bitcode: &[u8], set: DebugInfo) -> Vec<u8> {
    let options = with(in_set(set), |options| options.debug_info_exact = true);
    llvm_to_spirv(bitcode, &options).unwrap().bytes
}

pub fn to_llvm(spirv: &[u8], set: DebugInfo) -> Vec<u8> {
    spirv_to_llvm(spirv, &in_set(set), Llvm::Bitcode).unwrap().bytes
}
