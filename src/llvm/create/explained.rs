//! The reasons for refusing an attribute.

use crate::error::{Code, Error, Result};

/// Returns the error for a reason by its number; 0 is no error.
pub fn explain(code: u32, text: impl FnOnce() -> String) -> Result<()> {
    let why = match code {
        0 => return Ok(()),
        1 => "is unknown to LLVM",
        2 => "has an argument of another kind",
        3 => "does not belong in this place",
        4 => "has a value out of range",
        5 => "is for a parameter that does not exist",
        _ => "can only be added to functions and calls",
    };
    Err(Error::of(Code::Operands, format!("attribute {} {why}", text())))
}
