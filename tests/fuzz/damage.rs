//! Damages inputs along their syntax (`tests/damage/`), so that the damage gets past the first check. Settings follow
//! from the size of an input, so that all are tested.

use libfuzzer_sys::fuzzer_mutate;
pub use llvm_spirv_damage::options;
use llvm_spirv_damage::{self as damage, Random};

/// Mutates a module in place for `fuzz_mutator!`; returns the new size. Every fourth mutation is libFuzzer's own.
pub fn spirv(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed), 0);
    let words = llvm_spirv_testing::words(&data[..size]);
    if words.len() < 6 || random.below(4) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut words = damage::spirv::mutant(&words, &mut random);
    words.truncate(max_size / 4);
    for (bytes, word) in data.as_chunks_mut::<4>().0.iter_mut().zip(&words) {
        *bytes = word.to_le_bytes();
    }
    words.len() * 4
}

/// Mutates assembly in place; returns the new size.
pub fn assembly(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(u64::from(seed), 0);
    let Ok(text) = str::from_utf8(&data[..size]) else { return fuzzer_mutate(data, size, max_size) };
    if random.below(8) == 0 || text.len() < 2 {
        return fuzzer_mutate(data, size, max_size);
    }
    let text = damage::assembly::mutant(text, &mut random);
    let size = text.len().min(max_size);
    data[..size].copy_from_slice(&text[..size]);
    size
}
