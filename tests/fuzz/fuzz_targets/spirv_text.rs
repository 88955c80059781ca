//! Any bytes as SPIR-V assembly: an error, or words that are written as text again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::{AssemblyOptions, DisassemblyOptions, assemble, disassemble_with};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::assembly(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let mut whole = AssemblyOptions::default();
    (whole.keep_numbers, whole.keep_header) = (true, true);
    let mut full = DisassemblyOptions::default();
    (full.nested_indent, full.comments, full.offsets, full.demangle) = (true, true, true, true);
    let mut raw = DisassemblyOptions::default();
    (raw.friendly_names, raw.indent) = (false, false);
    for options in [AssemblyOptions::default(), whole] {
        let Ok(binary) = assemble(data, options) else { continue };
        for style in [full, raw] {
            let Ok(text) = disassemble_with(&binary, style) else { continue };
            let _ = assemble(text.as_bytes(), options);
        }
    }
});
