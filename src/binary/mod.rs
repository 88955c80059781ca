//! SPIR-V binaries: words to modules and back. Knows nothing of LLVM.
//!
//! Reading: bytes become [`Words`] (`read`), words become an indexed [`Module`] (`index`, `check`), and text
//! (`text`). Writing: a [`builder::Builder`] collects instructions and gives a finished module (`binary`).
//! Instructions are views into the word buffer, typed with the enums of the crate `grammar`, which knows the operands,
//! names and requirements of every opcode.

pub mod builder;
pub mod check;
mod decorations;
mod definitions;
pub mod explain;
pub mod file;
pub mod header;
mod index;
mod instruction;
pub mod lines;
pub mod long;
mod module;
mod names;
#[cfg(feature = "internals")]
pub mod needs;
mod operands;
pub mod passes;
mod read;
pub mod spec_operations;
pub mod strings;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;
pub mod write;

pub use ::spirv::grammar;
pub use ::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};
pub use decorations::DecorationView;
pub use instruction::Instruction;
pub use module::{Block, Function, Module};
pub use read::{Bodies, Words};
#[cfg(feature = "internals")]
pub use {
    ::spirv::{
        AddressingModel, ExecutionMode, ExecutionModel, FunctionControl, LoopControl, MAGIC_NUMBER, MemoryAccess,
        MemoryModel, MemorySemantics, Scope,
    },
    definitions::Definitions,
    header::Header,
    instruction::Instructions,
    module::ExtInstSet,
    operands::{Part, walk},
};

/// A result id; 0 is none.
pub type Id = u32;
