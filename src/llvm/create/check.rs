//! Questions about types and values that come before every call into LLVM.

use crate::error::{Code, Error, Result};
use crate::llvm::create::shim::{self, Role};
pub use crate::llvm::create::show::{show, show_types};
use crate::llvm::{Metadata, Type, TypeKind, Value};
use llvm_sys::core;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMTypeRef, LLVMValueRef};

/// As many operands as no instruction or constant can have.
const MAX_OPERANDS: u32 = 1 << 27;

/// Handles are what they wrap, so slices of handles are slices of LLVM's pointers.
pub fn raw_values(values: &[Value<'_>]) -> *mut LLVMValueRef {
    const { assert!(size_of::<Value<'_>>() == size_of::<LLVMValueRef>()) };
    values.as_ptr().cast_mut().cast()
}

/// Returns types as LLVM's pointers.
pub fn raw_types(types: &[Type<'_>]) -> *mut LLVMTypeRef {
    const { assert!(size_of::<Type<'_>>() == size_of::<LLVMTypeRef>()) };
    types.as_ptr().cast_mut().cast()
}

/// Returns operands of metadata as LLVM's pointers, null for `None`.
pub fn raw_metadata(operands: &[Option<Metadata<'_>>]) -> *mut LLVMMetadataRef {
    const { assert!(size_of::<Option<Metadata<'_>>>() == size_of::<LLVMMetadataRef>()) };
    operands.as_ptr().cast_mut().cast()
}

/// A length for LLVM, which counts operands in 27 bits.
pub fn count(n: usize) -> Result<u32> {
    match u32::try_from(n) {
        Ok(small) if small < MAX_OPERANDS => Ok(small),
        _ => Err(Error::of(Code::Operands, format!("{n} operands are more than LLVM can hold"))),
    }
}

/// `text` up to its first NUL.
pub fn until_nul(text: &str) -> &str {
    text.split('\0').next().unwrap_or_default()
}

/// Whether `ty` can serve as `role`.
pub fn is(ty: Type<'_>, role: Role) -> bool {
    // SAFETY: the type is live.
    unsafe { shim::spirv_type_is(ty.raw(), role) }
}

/// `Err` unless `ty` can serve as `role`, which `what` names.
pub fn require(ty: Type<'_>, role: Role, what: &str) -> Result<()> {
    if is(ty, role) { Ok(()) } else { Err(Error::of(Code::Operands, format!("{} cannot be {what}", show(ty)))) }
}

/// `Err` unless `v` has the type `ty`.
pub fn require_type(v: Value<'_>, ty: Type<'_>, what: &str) -> Result<()> {
    if v.ty() == ty {
        Ok(())
    } else {
        Err(Error::of(Code::Operands, format!("{what} must be {}, not {}", show(ty), show(v.ty()))))
    }
}

/// `Err` unless `v` is a pointer.
pub fn require_pointer(v: Value<'_>, what: &str) -> Result<()> {
    if v.ty().kind() == TypeKind::Pointer {
        Ok(())
    } else {
        Err(Error::of(Code::Operands, format!("{what} needs a pointer, not {}", show(v.ty()))))
    }
}

/// `Err` unless `v` is a constant.
pub fn require_constant(v: Value<'_>) -> Result<()> {
    // SAFETY: the value is live.
    if unsafe { core::LLVMIsConstant(v.raw()) } != 0 && is(v.ty(), Role::Data) {
        Ok(())
    } else {
        Err(Error::of(
            Code::Operands,
            format!("a constant is needed, not a value of type {} that is none", show(v.ty())),
        ))
    }
}

/// Returns the width of the integer type `ty` in bits; `None` for other types.
pub fn int_bits(ty: Type<'_>) -> Option<u32> {
    // SAFETY: asked of integer types only.
    (ty.kind() == TypeKind::Integer).then(|| unsafe { core::LLVMGetIntTypeWidth(ty.raw()) })
}

/// Wraps what a builder function returned; null means that the operands did not fit, and `why` says how.
#[inline]
pub fn built<'m>(raw: LLVMValueRef, why: impl FnOnce() -> String) -> Result<Value<'m>> {
    match Value::from_raw(raw) {
        Some(value) => Ok(value),
        None => Err(refused(why())),
    }
}

#[cold]
fn refused(why: String) -> Error {
    Error::of(Code::Operands, why)
}
