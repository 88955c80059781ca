//! The variables of a function on the way to SPIR-V.

use crate::binary::Id;
use crate::llvm::Value;
use crate::state::Operand;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The variables of a function.
#[derive(Debug, Default)]
pub struct Variables<'m> {
    /// The value types of the variables of one pointer.
    pub value_types: FxHashMap<Value<'m>, Id>,
    /// The variables that intrinsics take, by call.
    pub taken: FxHashMap<Value<'m>, Operand>,
    /// The `alloca`s that may be executed more than once; `None` until one outside the entry block is met.
    pub repeated: Option<Rc<FxHashSet<Value<'m>>>>,
    /// The number of their uses that were visited.
    pub repeated_uses: u32,
    /// For how many of them it was analysed whether their address outlives the round.
    pub repeated_analysed: usize,
    /// For how many of them LLVM was asked how often they are executed.
    pub repeated_counted: usize,
}
