//! Functions that stand for intrinsics, by their names: `spirv.llvm_fshl_i32`, which `forward::peer` writes, and those of
//! intrinsics that were not known (`--spirv-allow-unknown-intrinsics`). They come back as the intrinsics.

use crate::concepts::symbols;
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::spirv;
use crate::state::Reverse;

// --- SPIR-V to LLVM ---

/// The intrinsic that a function stands for; its body is not needed then.
pub fn reverse<'m>(r: &mut Reverse<'m>, function: spirv::Function<'m>) -> Result<Option<Value<'m>>> {
    if !r.options.compatibility.strict {
        return Ok(None);
    }
    let name = symbols::reverse(r, function.id())?.name;
    let ty = r.ty(function.instruction.operand(1)?)?;
    let value = match name.strip_prefix("spirv.") {
        Some(helper) => helper_of(r, helper, ty)?,
        None if name.starts_with("llvm.") && function.is_declaration() => r.module.add_function(&name, ty).ok(),
        None => None,
    };
    if let Some(value) = value {
        r.set(function.id(), value);
    }
    Ok(value)
}

/// `llvm_memset_p1_i64.volatile`: pointers say their type themselves, so that what follows the intrinsic's name is not
/// needed.
fn helper_of<'m>(r: &Reverse<'m>, helper: &str, ty: Type<'m>) -> Result<Option<Value<'m>>> {
    let name = helper.strip_suffix(".volatile").unwrap_or(helper).replace('_', ".");
    if name.starts_with("llvm.") { r.module.intrinsic(&name, ty) } else { Ok(None) }
}
