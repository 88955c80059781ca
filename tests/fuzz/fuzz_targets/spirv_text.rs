//! Any bytes as SPIR-V assembly: an error, or words that are written as text again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::binary::{Words, text};
use llvm_spirv::{AssemblyOptions, assemble};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::assembly(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let whole = AssemblyOptions { keep_numbers: true, keep_header: true, ..AssemblyOptions::default() };
    for options in [AssemblyOptions::default(), whole] {
        let Ok(binary) = assemble(data, options) else { continue };
        let Ok(words) = Words::read_any(&binary) else { continue };
        let style = text::Options {
            nested_indent: true,
            comments: true,
            offsets: true,
            demangle: true,
            ..text::Options::default()
        };
        for style in [style, text::Options { friendly_names: false, ..text::Options::default() }] {
            let _ = assemble(text::disassemble(&words, style).as_bytes(), options);
        }
    }
});
