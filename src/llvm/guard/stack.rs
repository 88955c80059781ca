//! The most levels of constant expressions.

use crate::error::{Code, Error};

/// More would take a gigabyte, and are for the caller to refuse.
pub const MAX_LEVELS: usize = 250_000;

/// The error for expressions of more levels than that.
pub fn too_deep() -> Error {
    Error::of(Code::Limit, format!("constant expressions that nest deeper than {MAX_LEVELS} levels"))
}
