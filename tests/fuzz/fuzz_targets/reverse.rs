//! Any bytes as a SPIR-V binary: an error or a module, and the translation of a valid one must translate back.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_fuzz::options;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::spirv(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let options = options(data);
    if let Ok(module) = spirv_to_llvm(data, &options, Llvm::Bitcode) {
        // Whether it can be said in SPIR-V again does not matter here, only that it is asked without harm.
        let _ = llvm_to_spirv(&module.bytes, &options);
    }
});
