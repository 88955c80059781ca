//! Changes of a whole SPIR-V module that need no LLVM: from words to words.

pub mod dependents;
pub mod long_vectors;
pub mod specialize;
pub mod untyped;
pub mod variants;
