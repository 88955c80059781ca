//! Damages modules along their syntax, so that the damage gets past the first check: SPIR-V by instructions and words,
//! or along its structure, assembly by lines, tokens and bytes, bitcode by the bits of its blocks.
//!
//! In: a good module and a [`Random`]. Out: a damaged one, deterministic for the same numbers. The parsers here are as
//! lenient as possible, since repeated damage leaves nothing well formed.

pub mod assembly;
pub mod bitcode;
pub mod spirv;
pub mod structured;

pub use llvm_spirv_testing::Random;

use llvm_spirv::options::{BuiltinSpelling, Extensions, Options};
use llvm_spirv_testing::with;

/// Returns settings that depend on the size of an input, so that all are tested.
pub fn options(bytes: &[u8]) -> Options {
    let size = bytes.len() / 4;
    with(Options::default(), |options| {
        options.builtin_spelling = [BuiltinSpelling::SpvIr, BuiltinSpelling::Cl12, BuiltinSpelling::Cl20][size % 3];
        options.extensions = if size.is_multiple_of(2) { Extensions::none() } else { Extensions::all() };
    })
}
