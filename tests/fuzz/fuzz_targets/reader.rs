//! Any bytes as a SPIR-V binary: read, disassembled even if they are not a module, and inspected.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::inspect::Inspection;
use llvm_spirv::{DisassemblyOptions, disassemble_with};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::spirv(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let mut style = DisassemblyOptions::default();
    for friendly_names in [false, true] {
        style.friendly_names = friendly_names;
        let _ = disassemble_with(data, style);
    }
    let _ = Inspection::of(data);
});
