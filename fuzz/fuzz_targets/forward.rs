//! Any bytes as LLVM assembly: an error or a SPIR-V binary that our own reader accepts.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::binary::{Module, Words};
use llvm_spirv_fuzz::options;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::assembly(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| -> Corpus {
    // LLVM's reader of bitcode is known to crash on damaged files: that is theirs to fuzz.
    let is_bitcode = data.starts_with(b"BC") || data.starts_with(b"\xDE\xC0\x17\x0B");
    if is_bitcode && cfg!(not(feature = "native")) {
        return Corpus::Reject;
    }
    if let Ok(output) = llvm_to_spirv(data, &options(data)) {
        let words = Words::read(&output.bytes).expect("our reader refuses our own words");
        Module::index(&words).expect("our reader refuses our own module");
    }
    Corpus::Keep
});
