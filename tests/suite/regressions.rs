//! Inputs that once crashed, hung or were refused by our own reader: each goes through the direction that fits its kind
//! and comes back, as a translation or as an error.

use crate::support::root;
use llvm_spirv::options::Options;
use llvm_spirv::spirv::{Module, Words};
use llvm_spirv::{Llvm, disassemble, llvm_to_spirv, spirv_to_llvm};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(2);

fn inputs() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("roundtrip-corpus/regressions")).unwrap();
    let mut inputs: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    inputs
}

fn reverse(bytes: &[u8]) {
    let _ = disassemble(bytes);
    // Whether it is an error does not matter, only that it returns.
    let _ = spirv_to_llvm(bytes, &Options::default(), Llvm::Bitcode);
}

fn forward(bytes: &[u8]) {
    if let Ok(output) = llvm_to_spirv(bytes, &Options::default()) {
        let words = Words::read(&output.bytes).unwrap();
        Module::index(&words).unwrap();
    }
}

#[test]
fn what_once_failed_returns() {
    for path in inputs() {
        let translate = match path.extension().and_then(|e| e.to_str()) {
            Some("spv") => reverse,
            Some("ll" | "bc") => forward,
            _ => continue,
        };
        // A crash inside LLVM takes the test with it: the last name is the one.
        println!("{}", path.strip_prefix(root()).unwrap_or(Path::new("?")).display());
        let begin = Instant::now();
        translate(&std::fs::read(&path).unwrap());
        assert!(begin.elapsed() < LIMIT, "{} took {:?}", path.display(), begin.elapsed());
    }
}
