//! Intrinsics.

use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::state::Forward;

/// A call of an intrinsic.
pub fn forward<'m>(_f: &mut Forward<'m>, _inst: Value<'m>, callee: Value<'m>) -> Result<()> {
    Err(Error::unsupported(format!("the intrinsic {}", callee.name())))
}
