//! Making types, constants, metadata, globals and attributes.

pub mod accepted;
pub mod attributes;
pub mod check;
pub mod constants;
pub mod globals;
pub mod metadata;
#[path = "../../llvm/create/show.rs"]
pub mod show;
pub mod types;
