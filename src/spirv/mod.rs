//! SPIR-V binaries: words to modules and back. Knows nothing of LLVM.
//!
//! Reading: bytes become [`Words`] (`read`), words become an indexed [`Module`] (`index`, `check`), and text
//! (`text`). Writing: a [`builder::Builder`] collects instructions and gives a finished module (`binary`).
//! Instructions are views into the word buffer, typed with the enums of `numbers`; `grammar` knows the operands,
//! names and requirements of every opcode.

pub mod binary;
pub mod builder;
pub mod check;
mod decorations;
mod definitions;
pub mod dependents;
pub mod explain;
pub mod grammar;
pub mod header;
mod index;
mod instruction;
pub mod internal_text;
pub mod lines;
pub mod long;
mod module;
mod names;
mod operands;
mod read;
pub mod report;
pub mod specialize;
pub mod strings;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;
pub mod untyped;
pub mod variants;
pub mod write;

pub use ::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, LoopControl,
    MemoryAccess, MemoryModel, MemorySemantics, Op, Scope, StorageClass,
};
pub use decorations::DecorationView;
pub use header::Header;
pub use instruction::{Instruction, Instructions};
pub use module::{Block, ExtInstSet, Function, Module};
pub use operands::Part;
pub use read::Words;

/// A word of a module.
pub type Word = u32;
/// A result id; 0 is none.
pub type Id = u32;
