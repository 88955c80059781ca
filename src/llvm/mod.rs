//! LLVM IR in memory, over [`llvm_ir`].
//!
//! In: bytes of bitcode or assembly ([`Context::parse`]), or nothing ([`Context::create_module`]). Out: handles to walk
//! ([`Value`], [`Type`], [`Metadata`]), a [`Builder`] that checks its operands, and bytes again
//! ([`Module::write_bitcode`]).

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
mod fetched;
mod functions;
mod globals;
mod handles;
mod instructions;
mod kinds;
pub mod layout;
mod memory;
mod metadata;
mod module;
pub mod nesting;
mod numbers;
mod rewrite;
mod snapshot;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod transform;
mod type_kinds;
mod types;
mod values;

pub use access::{PlainAccess, SyncScope};
pub use attribute_kinds::{Attribute, AttributeKind, AttributePlace};
pub use builder::Builder;
pub use callees::InlineAsm;
pub use context::{Context, is_bitcode};
pub use create::types::MAX_ARRAY_LENGTH;
pub use fetched::Fetched;
pub use handles::{Block, Metadata, Type, Value};
pub use instructions::{Facts, fast_math, gep_flags};
pub use kinds::{
    AtomicOrdering, AtomicRmwOp, Linkage, MetadataKind, Opcode, Predicate, TailCallKind, TypeKind, UnnamedAddr,
    ValueKind, Visibility, call_conv,
};
pub use llvm_ir::draft::Room;
pub use module::Module;
pub use snapshot::Snapshot;
