//! LLVM IR in memory: the only place that calls an LLVM library, and the only place with `unsafe`.
//!
//! In: bytes of bitcode or assembly ([`Context::parse`]), or nothing ([`Context::create_module`]). Out: handles to walk
//! ([`Value`], [`Type`], [`Metadata`]), a [`Builder`] that checks its operands, and bytes again
//! ([`Module::write_bitcode`]).
//!
//! Every public function here is safe to call with any handle: what LLVM's C API takes on trust (operand numbers,
//! types that fit) is checked first and becomes an [`Error`](crate::error::Error).
#![allow(unsafe_code)]

mod access;
mod attribute_kinds;
mod attributes;
mod broken;
mod builder;
mod callees;
mod calls;
#[cfg(feature = "internals")]
mod compared;
mod constants;
mod context;
mod create;
pub mod debug;
mod diagnostics;
mod functions;
mod getters;
mod globals;
pub mod guard;
mod handles;
mod instructions;
mod kinds;
pub mod layout;
mod levels;
mod memory;
mod metadata;
mod module;
mod numbers;
mod raw;
pub mod reading;
mod rewrite;
mod shim;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod type_kinds;
mod types;
mod values;

pub use access::{PlainAccess, SyncScope};
pub use attribute_kinds::{Attribute, AttributeKind, AttributePlace};
pub use builder::Builder;
pub use callees::InlineAsm;
pub use context::{Context, is_bitcode};
pub use create::types::MAX_ARRAY_LENGTH;
pub use handles::{Block, Metadata, Type, Value};
pub use instructions::{Facts, fast_math, gep_flags};
pub use kinds::{
    AtomicOrdering, AtomicRmwOp, Linkage, MetadataKind, Opcode, Predicate, TailCallKind, TypeKind, UnnamedAddr,
    ValueKind, Visibility, call_conv,
};
pub use module::{Module, Snapshot};
