//! Builtins: the properties of a declared function that is a builtin, and the builtins declared by the reverse
//! translation.

use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use llvm_spirv_mangling as mangling;
use rustc_hash::FxHashMap;
use std::fmt;

/// Translates one call of a builtin; the closure captures the facts found when the name was resolved.
pub type Lower = Box<dyn for<'m> Fn(&mut Forward<'m>, Value<'m>, &mangling::Name) -> Result<()>>;

/// The class of types of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A floating-point number or a vector of them.
    Float,
    /// An integer of more than one bit, or a vector of them.
    Integer,
    /// A pointer.
    Pointer,
    /// Void.
    Void,
    /// Any type except void.
    Any,
}

/// The classes of the arguments and the result of a builtin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandTypes {
    /// The classes of the arguments, in order; further arguments may have any class.
    pub operands: Vec<Class>,
    /// True if further arguments have the class of the last one.
    pub repeats: bool,
    /// The class of the result.
    pub result: Class,
    /// True if arguments of the result's class have its scalar type, and vectors its length.
    pub is_elementwise: bool,
}

/// A builtin function, resolved once for all its calls.
pub struct Builtin {
    /// Its name and parameter types, demangled.
    pub name: mangling::Name,
    /// True if it is a test, whose result is a boolean in SPIR-V.
    pub is_test: bool,
    /// True if its first argument is a boolean in SPIR-V, though an integer in OpenCL C.
    pub takes_boolean: bool,
    /// The operand and result types, where they are known.
    pub types: Option<OperandTypes>,
    /// True if the declared function has these types, so that its calls have them.
    pub has_types: bool,
    /// The lowering of a call.
    pub lower: Lower,
}

impl fmt::Debug for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builtin").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Makes a [`Lower`] of a closure.
pub fn lower(
    translate: impl for<'m> Fn(&mut Forward<'m>, Value<'m>, &mangling::Name) -> Result<()> + 'static,
) -> Option<Lower> {
    Some(Box::new(translate))
}

/// The builtins that the reverse translation has declared, by instruction and types.
#[derive(Debug, Default)]
pub struct BuiltinCalls<'m> {
    functions: FxHashMap<Box<[u32]>, Value<'m>>,
}

impl<'m> BuiltinCalls<'m> {
    /// The function that was declared for this key.
    pub fn get(&self, key: &[u32]) -> Option<Value<'m>> {
        self.functions.get(key).copied()
    }

    /// Keeps the function for this key.
    pub fn insert(&mut self, key: &[u32], function: Value<'m>) {
        self.functions.insert(key.into(), function);
    }
}
