//! The lowerings of LLVM intrinsics, and the functions that the translation adds for them.

use crate::binary::Id;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Operand};
use ::spirv::{Op, OpenClStd, StorageClass};
use rustc_hash::FxHashMap;

/// The lowering of a call of an intrinsic.
#[derive(Clone, Copy, Debug)]
pub enum Lowering {
    /// An OpenCL.std instruction with this number of leading arguments.
    Extended(OpenClStd, u32),
    /// A core instruction with this number of leading arguments.
    Core(Op, u32),
    /// The first argument as the result.
    Argument,
    /// No instruction.
    Nothing,
    /// More than one instruction.
    Custom(LowerIntrinsic),
    /// More than one instruction, by a function that serves several opcodes.
    WithOp(LowerWithOp, Op),
}

/// Translates a call of an intrinsic.
pub type LowerIntrinsic = for<'a, 'm> fn(&'a mut Forward<'m>, Value<'m>) -> Result<()>;

/// Translates a call of an intrinsic by an opcode.
pub type LowerWithOp = for<'a, 'm> fn(&'a mut Forward<'m>, Value<'m>, Op) -> Result<()>;

/// The role of an LLVM intrinsic for chapters other than the one that lowers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Begins the lifetime of a local variable.
    LifetimeStart,
    /// Ends the lifetime of a local variable.
    LifetimeEnd,
    /// Saves the stack pointer, so that memory of local variables can be released.
    StackSave,
    /// Restores the stack pointer, which releases memory of local variables.
    StackRestore,
    /// Returns a number with an annotation.
    Annotation,
    /// Returns a pointer with an annotation.
    PointerAnnotation,
    /// Annotates a variable.
    VariableAnnotation,
    /// Declares scopes of aliases.
    AliasScopes,
    /// Copies memory to a place that does not overlap.
    Copy,
    /// Copies memory to a place that may overlap.
    Move,
    /// Fills memory with a byte.
    Set,
    /// Yields a second result, which the instruction stores in memory.
    SecondResult,
    /// Begins a variable argument list.
    ListStart,
    /// Copies a variable argument list.
    ListCopy,
    /// Ends a variable argument list.
    ListEnd,
}

/// Returns the role of the intrinsic that an instruction calls, if it has one.
pub type RoleOf = fn(Value<'_>) -> Option<Role>;

/// A helper function for an LLVM instruction that SPIR-V lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Helper {
    /// Its base name, without suffixes for the other fields.
    pub name: &'static str,
    /// The storage class of its pointers.
    pub class: StorageClass,
    /// The width of its length.
    pub bits: u32,
    /// True if its accesses are volatile.
    pub volatile: bool,
}

/// The functions and variables that the translation adds to the module.
#[derive(Debug, Default)]
pub struct Helpers {
    /// The helpers in the module.
    pub functions: FxHashMap<Helper, Id>,
    /// The called helpers, whose bodies come last.
    pub called: Vec<(Helper, super::Signature)>,
    /// Functions with loops around a compare-exchange.
    pub loops: FxHashMap<Loop, Id>,
    /// The words of these functions, which come after all other functions.
    pub code: Vec<u32>,
    /// Variables filled with one byte: the byte, their length, and their alignment.
    pub fills: FxHashMap<(u8, u64, u32), Operand>,
}

/// A compare-exchange loop, named after its operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// Its name.
    pub name: String,
}
