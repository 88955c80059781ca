//! The uses of builtin variables (`BuiltIn` decorations).

use crate::binary::{BuiltIn, Function, Id};
use crate::llvm::Value;
use rustc_hash::FxHashMap;

/// Calls of the getter of a builtin variable for each component, and the `insertelement`s that build a vector from
/// them.
#[derive(Clone, Debug)]
pub struct BuiltinChain<'m> {
    /// The last `insertelement`.
    pub last: Value<'m>,
    /// The other instructions.
    pub absorbed: Vec<Value<'m>>,
}

/// The getters and pointers of a module that chains begin with.
#[derive(Debug, Default)]
pub struct Chains<'m> {
    /// The builtin variables of the declared getters of a component.
    pub getters: FxHashMap<Value<'m>, BuiltIn>,
    /// For each function the pointers into a builtin variable that are only loaded through.
    pub loaded_through: FxHashMap<Value<'m>, Vec<Value<'m>>>,
}

/// The chains of the current function that become one load of a builtin variable.
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
    /// The SPIR-V type of the variable's value.
    pub value_type: Id,
    /// The offset into it.
    pub offset: BuiltinOffset,
}

/// The offset of a pointer into a builtin variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinOffset {
    /// A number of bytes.
    Bytes(u64),
    /// The component with a computed index.
    Component(Id),
}

/// The loads of builtin variables in a function, in the reverse translation.
#[derive(Debug, Default)]
pub struct ReverseLoads<'m> {
    /// The function, until its first load of a builtin variable: then all of them are examined.
    pub unseen: Option<Function<'m>>,
    /// Loads whose components alone are used: result to builtin variable.
    pub split: FxHashMap<Id, BuiltIn>,
}
