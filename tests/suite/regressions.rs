//! Inputs that once crashed, hung or were refused by our own reader: each goes through the direction that fits its kind
//! and comes back, as a translation or as an error.

use crate::support::root;
use llvm_spirv::options::{Extensions, Options, TargetEnv};
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

/// All settings that the fuzzers use.
fn options() -> impl Iterator<Item = Options> {
    [TargetEnv::SpvIr, TargetEnv::Cl12, TargetEnv::Cl20].into_iter().flat_map(|target_env| {
        [Extensions::None, Extensions::All].map(|extensions| Options { target_env, extensions, ..Options::default() })
    })
}

fn reverse(bytes: &[u8], options: &Options) {
    let _ = disassemble(bytes);
    // Whether it is an error does not matter, only that it returns.
    let Ok(module) = spirv_to_llvm(bytes, options, Llvm::Bitcode) else { return };
    let _ = llvm_to_spirv(&module.bytes, options);
}

fn forward(bytes: &[u8], options: &Options) {
    if let Ok(output) = llvm_to_spirv(bytes, options) {
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
        let bytes = std::fs::read(&path).unwrap();
        for options in options() {
            let begin = Instant::now();
            translate(&bytes, &options);
            assert!(begin.elapsed() < LIMIT, "{} took {:?}", path.display(), begin.elapsed());
        }
    }
}
