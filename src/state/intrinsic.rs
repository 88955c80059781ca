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
    /// An instruction of OpenCL.std with the first so many arguments.
    Extended(OpenClStd, u32),
    /// A core instruction with the first so many arguments.
    Core(Op, u32),
    /// The first argument.
    Argument,
    /// Nothing.
    Nothing,
    /// More than one instruction.
    Custom(LowerIntrinsic),
    /// More than one instruction, by a function for several opcodes.
    WithOp(LowerWithOp, Op),
}

/// Translates a call of an intrinsic.
pub type LowerIntrinsic = for<'a, 'm> fn(&'a mut Forward<'m>, Value<'m>) -> Result<()>;

/// Translates a call of an intrinsic by an opcode.
pub type LowerWithOp = for<'a, 'm> fn(&'a mut Forward<'m>, Value<'m>, Op) -> Result<()>;

/// The role of an LLVM intrinsic for chapters other than the one that lowers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The lifetime of a local variable begins.
    LifetimeStart,
    /// It ends.
    LifetimeEnd,
    /// Returns the place to which the memory of local variables can be given back.
    StackSave,
    /// Gives it back.
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
    /// Returns a second result, which an instruction leaves in memory.
    SecondResult,
    /// Begins a list of the arguments behind the parameters.
    ListStart,
    /// Copies such a list.
    ListCopy,
    /// Ends such a list.
    ListEnd,
}

/// Returns the role of the intrinsic that an instruction calls, if it has one.
pub type RoleOf = fn(Value<'_>) -> Option<Role>;

/// A function that does what an instruction of LLVM does and none of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Helper {
    /// Its name, without what follows.
    pub name: &'static str,
    /// The storage class of its pointers.
    pub class: StorageClass,
    /// The width of its length.
    pub bits: u32,
    /// Whether its accesses are volatile.
    pub volatile: bool,
}

/// The functions and variables that the translation adds to the module.
#[derive(Debug, Default)]
pub struct Helpers {
    /// The functions that are there.
    pub functions: FxHashMap<Helper, Id>,
    /// The functions that are called, whose bodies come last.
    pub called: Vec<(Helper, super::Signature)>,
    /// Loops around a comparing exchange.
    pub loops: FxHashMap<Loop, Id>,
    /// Their words, which go behind all other functions.
    pub code: Vec<u32>,
    /// Variables full of one byte: the byte, how many, and their alignment.
    pub fills: FxHashMap<(u8, u64, u32), Operand>,
}

/// The operation of a loop; it is named after that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    /// Its name.
    pub name: String,
}
