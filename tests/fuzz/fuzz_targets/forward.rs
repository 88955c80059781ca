//! Any bytes as LLVM assembly or bitcode: an error, or a SPIR-V binary that the project's own reader accepts.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};
use llvm_spirv::inspect::Inspection;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv_fuzz::options;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::assembly(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| -> Corpus {
    if let Ok(output) = llvm_to_spirv(data, &options(data)) {
        Inspection::of(&output.bytes).expect("our reader refuses our own module");
    }
    Corpus::Keep
});
