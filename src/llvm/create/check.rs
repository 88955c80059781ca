//! Checks with errors in words.

use crate::error::{Code, Error, Result};
use crate::llvm::{Type, TypeKind, Value};

pub use super::show::{show, show_types};
pub use llvm_ir::draft::Role;

/// Returns a text up to its first NUL.
pub fn until_nul(text: &str) -> &str {
    text.split('\0').next().unwrap_or_default()
}

/// Returns an error unless the type may be used in this role; `what` names the use.
pub fn require(ty: Type<'_>, role: Role, what: &str) -> Result<()> {
    if ty.fits(role) { Ok(()) } else { Err(Error::of(Code::Operands, format!("{} cannot be {what}", show(ty)))) }
}

/// Returns an error unless the value is of the type.
pub fn require_type(v: Value<'_>, ty: Type<'_>, what: &str) -> Result<()> {
    if v.ty() == ty {
        return Ok(());
    }
    Err(Error::of(Code::Operands, format!("{what} must be {}, not {}", show(ty), show(v.ty()))))
}

/// `Err` unless the value is a pointer.
pub fn require_pointer(v: Value<'_>, what: &str) -> Result<()> {
    if v.ty().kind() == TypeKind::Pointer {
        return Ok(());
    }
    Err(Error::of(Code::Operands, format!("{what} needs a pointer, not {}", show(v.ty()))))
}

/// `Err` unless the value is a constant.
pub fn require_constant(v: Value<'_>) -> Result<()> {
    if v.is_constant() && v.ty().fits(Role::Data) {
        return Ok(());
    }
    let text = format!("a constant is needed, not a value of type {} that is none", show(v.ty()));
    Err(Error::of(Code::Operands, text))
}
