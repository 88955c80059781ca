//! The uses of builtin variables (`BuiltIn` decorations).

use crate::binary::{BuiltIn, Function, Id};
use crate::llvm::Value;
use rustc_hash::FxHashMap;

/// Calls of the getter of a builtin variable for each component, and the `insertelement`s that make a vector of them.
#[derive(Clone, Debug)]
pub struct BuiltinChain<'m> {
    /// The last `insertelement`; none if these are pointers into a variable that are only loaded through.
    pub last: Option<Value<'m>>,
    /// The builtin variable.
    pub builtin: BuiltIn,
    /// The other instructions.
    pub absorbed: Vec<Value<'m>>,
}

/// Chains of calls of getters that are one vector.
#[derive(Debug, Default)]
pub struct Chains<'m> {
    /// The chains of each function; found when the first body comes.
    pub by_function: Option<FxHashMap<Value<'m>, Vec<BuiltinChain<'m>>>>,
}

/// The chains of the current function that are one load of a builtin variable.
#[derive(Debug, Default)]
pub struct Loads<'m> {
    /// The builtin variable by the last instruction.
    pub by_last: FxHashMap<Value<'m>, BuiltIn>,
}

/// The place in a builtin variable that a pointer points to.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinPlace {
    /// The builtin variable.
    pub builtin: BuiltIn,
    /// The SPIR-V type of what the variable holds.
    pub value_type: Id,
    /// The offset into it.
    pub offset: BuiltinOffset,
}

/// The offset of a pointer into a builtin variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinOffset {
    /// So many bytes.
    Bytes(u64),
    /// To the component of a number that is computed.
    Component(Id),
}

/// The loads of builtin variables in a function on the way to LLVM IR.
#[derive(Debug, Default)]
pub struct ReverseLoads<'m> {
    /// The function, until its first load of a builtin variable: then all of them are looked at.
    pub unseen: Option<Function<'m>>,
    /// Loads that are only taken apart: result to builtin variable.
    pub split: FxHashMap<Id, BuiltIn>,
}
