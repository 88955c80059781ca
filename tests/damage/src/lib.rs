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
