//! Any bytes as a SPIR-V binary: read, indexed, and disassembled even if they are not a module.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::binary::{Module, Words, text};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::spirv(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let Ok(words) = Words::read_any(data) else { return };
    for friendly_names in [false, true] {
        let _ = text::disassemble(&words, text::Options { friendly_names, ..text::Options::default() });
    }
    if Words::read(data).is_ok() {
        let _ = Module::index(&words).map(|module| module.functions().map(|f| f.blocks.len()).sum::<usize>());
    }
});
