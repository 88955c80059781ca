//! Facts that the reverse translation collects, each a structure of one chapter.

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

/// The extended instruction sets that only describe other instructions.
#[derive(Debug, Default)]
pub struct Descriptions {
    /// The ids of the sets.
    pub sets: Vec<Id>,
}

/// The types of the first accesses through untyped pointers.
#[derive(Debug, Default)]
pub struct UntypedUses {
    /// The types by pointer.
    pub types: FxHashMap<Id, Id>,
}

/// Numbers of 4 and 8 bits that need special conversions.
#[derive(Debug, Default)]
pub struct SmallNumbers {
    /// True if the module may have them.
    pub are_possible: bool,
}

/// The default fast-math flags of instructions.
#[derive(Debug, Default)]
pub struct FloatDefaults {
    /// The flags by the width of numbers.
    pub by_width: FxHashMap<u32, u32>,
}

/// Carries, extended products and ranges of the current function.
#[derive(Debug, Default)]
pub struct StoredResults {
    /// The structure results that are only stored, if the policy returns them through a pointer.
    pub only_stored: FxHashSet<Id>,
}
