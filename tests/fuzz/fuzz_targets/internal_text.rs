//! Any bytes as the Khronos translator's text: an error, or words whose text gives the same words again.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use llvm_spirv::binary::{Module, Words};
use llvm_spirv_cli::internal_text::{Style, read, write};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    llvm_spirv_fuzz::assembly(data, size, max_size, seed)
});

fuzz_target!(|data: &[u8]| {
    let Ok(words) = read(data) else { return };
    let Ok(words) = Words::of(words) else { return };
    let text = write(&words, Style::default());
    // What is no module has no order of sections to keep.
    if Module::index(&words).is_err() {
        return;
    }
    let again = read(&text).expect("our own text cannot be read");
    let again = Words::of(again).expect("our own text is no module");
    assert_eq!(write(&again, Style::default()), text);
});
