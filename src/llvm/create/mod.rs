//! Making types, constants, globals, attributes and metadata, each checked before LLVM sees it.
//!
//! Everything here takes handles of one module (and its context); what belongs to another is refused where the check is
//! cheap, and else left to the verifier.

mod accepted;
mod attributes;
pub(in crate::llvm) mod check;
mod constants;
mod explained;
mod fitting;
pub(in crate::llvm) mod globals;
mod metadata;
pub(in crate::llvm) mod shim;
pub(super) mod show;
pub(in crate::llvm) mod types;
