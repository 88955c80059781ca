//! Builtin functions.

use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::state::Forward;

/// Is the declared function a builtin?
pub fn is_builtin<'m>(_f: &mut Forward<'m>, _function: Value<'m>) -> Result<bool> {
    Ok(false)
}

/// A call of a builtin.
pub fn forward<'m>(_f: &mut Forward<'m>, _inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    Err(Error::unsupported(format!("the builtin {}", callee.name())))
}

/// Finds chains of builtin calls that become one instruction.
pub fn find_chains<'m>(_f: &mut Forward<'m>, _function: Value<'m>) -> Result<()> {
    Ok(())
}
