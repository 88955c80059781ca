//! Depths of constants: nothing goes down a level of stack for each, so that the limit is the one of `llvm/guard` alone.

use crate::error::{Code, Error};

/// More levels than these are refused.
pub const MAX_LEVELS: usize = 250_000;

/// The error for expressions of more levels than that.
pub fn too_deep() -> Error {
    Error::of(Code::Limit, format!("constant expressions that nest deeper than {MAX_LEVELS} levels"))
}
