//! Transformations of drafts: a file, or a folder, for each.
#![allow(clippy::mutable_key_type, reason = "handles are hashed by their numbers, which stay")]

mod addresses;
mod constants;
pub mod dead;
mod debug;
pub mod dominators;
pub mod executions;
pub mod expand;
pub mod inline;
mod known;
pub mod loops;
pub mod promote;
mod ranges;
pub mod scalarise;
pub mod simplify;
pub mod spaces;
pub mod split;
