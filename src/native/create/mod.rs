//! Making types, constants, metadata, globals and attributes.

#[path = "../../llvm/create/accepted.rs"]
pub mod accepted;
pub mod attributes;
pub mod check;
pub mod constants;
#[path = "../../llvm/create/explained.rs"]
pub mod explained;
#[path = "../../llvm/create/fitting.rs"]
pub mod fitting;
pub mod globals;
pub mod metadata;
#[path = "../../llvm/create/show.rs"]
pub mod show;
pub mod types;
