//! What calls of LLVM intrinsics turn into, and the functions that the translation adds for them.

use crate::error::Result;
use crate::llvm::Value;
use crate::spirv::Id;
use crate::state::{Forward, Operand};
use ::spirv::{Op, OpenclStd100Op, StorageClass};
use rustc_hash::FxHashMap;

/// What a call of an intrinsic turns into.
#[derive(Clone, Copy, Debug)]
pub enum Lowering {
    /// An instruction of OpenCL.std with the first so many arguments.
    Extended(OpenclStd100Op, u32),
    /// A core instruction with the first so many arguments.
    Core(Op, u32),
    /// The first argument.
    Argument,
    /// Nothing.
    Nothing,
    /// More than one instruction.
    Custom(LowerIntrinsic),
}

/// Translates a call of an intrinsic.
pub type LowerIntrinsic = for<'a, 'm> fn(&'a mut Forward<'m>, Value<'m>) -> Result<()>;

/// A function that does what an instruction of LLVM does and none of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Helper {
    /// Its name, without what follows.
    pub name: &'static str,
    /// The storage class of its pointers.
    pub class: StorageClass,
    /// The width of its length.
    pub bits: u32,
    /// Are its accesses volatile?
    pub volatile: bool,
}

/// What the translation adds to the module.
#[derive(Debug, Default)]
pub struct Helpers {
    /// The functions that are there.
    pub functions: FxHashMap<Helper, Id>,
    /// The functions that are called, whose bodies come last.
    pub called: Vec<(Helper, super::Signature)>,
    /// Loops around a comparing exchange.
    pub loops: FxHashMap<crate::concepts::atomics::Loop, Id>,
    /// Their words, which go behind all other functions.
    pub code: Vec<u32>,
    /// Variables full of one byte: the byte, how many, and their alignment.
    pub fills: FxHashMap<(u8, u64, u32), Operand>,
}
