//! Facts that the way to LLVM IR collects, each a structure of one chapter.

use crate::binary::Id;
use crate::llvm::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// The arguments of kernels in `OpString`s.
#[derive(Debug, Default)]
pub struct ArgumentStrings {
    /// The lists, by the name of the kernel and of the metadata.
    pub lists: FxHashMap<(String, &'static str), Vec<String>>,
}

/// The functions and variables that are imported.
#[derive(Debug, Default)]
pub struct Imports<'m> {
    /// Their values.
    pub values: FxHashSet<Value<'m>>,
}

/// The extended instruction sets that only describe.
#[derive(Debug, Default)]
pub struct Descriptions {
    /// The ids of the sets.
    pub sets: Vec<Id>,
}

/// The types first read or written through untyped pointers.
#[derive(Debug, Default)]
pub struct UntypedUses {
    /// The types by pointer.
    pub types: FxHashMap<Id, Id>,
}

/// Numbers of 4 and 8 bits with conversions of their own.
#[derive(Debug, Default)]
pub struct SmallNumbers {
    /// Whether the module may have them.
    pub are_possible: bool,
}

/// The fast-math flags of instructions that have none of their own.
#[derive(Debug, Default)]
pub struct FloatDefaults {
    /// The flags by the width of numbers.
    pub by_width: FxHashMap<u32, u32>,
}

/// Carries, long products and ranges of the current function.
#[derive(Debug, Default)]
pub struct StoredResults {
    /// The results in structures that are only stored, where they are written for that.
    pub only_stored: FxHashSet<Id>,
}
