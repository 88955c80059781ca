//! The annotations of front ends that Khronos mode lists when the module is complete.

use crate::llvm::Value;
use rustc_hash::FxHashMap;

/// The annotations that are collected until the module is complete.
#[derive(Debug, Default)]
pub struct Annotations<'m> {
    /// The variables that hold strings, by string.
    pub strings: FxHashMap<String, Value<'m>>,
    /// The entries of `llvm.global.annotations`.
    pub entries: Vec<Value<'m>>,
}
