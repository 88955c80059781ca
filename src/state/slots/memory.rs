//! The variables of a function in the translation to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use crate::state::Operand;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The variables of a function.
#[derive(Debug, Default)]
pub struct Variables<'m> {
    /// The value types of the variables, by pointer.
    pub value_types: FxHashMap<Value<'m>, Id>,
    /// The variables passed to intrinsics, by call.
    pub taken: FxHashMap<Value<'m>, Operand>,
    /// The `alloca`s that may be executed more than once; `None` until one outside the entry block is found.
    pub repeated: Option<Rc<FxHashSet<Value<'m>>>>,
    /// The number of visited uses of these.
    pub repeated_uses: u32,
    /// The number of these that were analysed for addresses that outlive an iteration.
    pub repeated_analysed: usize,
    /// The number of these whose executions were counted by LLVM.
    pub repeated_counted: usize,
}
