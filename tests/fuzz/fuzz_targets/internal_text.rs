//! Any bytes as the Khronos translator's text: an error, or words whose text gives the same words again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::inspect::Inspection;
use llvm_spirv_cli::internal_text::{Style, read, write};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::assembly(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let Ok(words) = read(data) else { return };
    let Ok(text) = write(&words, Style::default()) else { return };
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    // What is no module has no order of sections to keep.
    if Inspection::of(&bytes).is_err() {
        return;
    }
    let again = read(&text).expect("our own text cannot be read");
    assert_eq!(write(&again, Style::default()).expect("our own text is no module"), text);
});
