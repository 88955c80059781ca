//! Making types, constants, metadata, globals and attributes.

pub mod accepted;
pub mod attributes;
pub mod check;
pub mod constants;
pub mod explained;
pub mod fitting;
pub mod globals;
pub mod metadata;
pub mod show;
pub mod types;
