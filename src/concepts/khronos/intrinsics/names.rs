//! Functions that stand for intrinsics, by their names: `spirv.llvm_fshl_i32`, which `legalize::khronos` writes, and
//! those of intrinsics that were not known (`--spirv-allow-unknown-intrinsics`). They come back as the intrinsics.

use crate::binary;
use crate::concepts::base::symbols;
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::Reverse;

// --- SPIR-V to LLVM ---

/// Returns the intrinsic that a function stands for; the body of the function is not translated then.
pub fn reverse<'m>(r: &mut Reverse<'m>, function: binary::Function<'m>) -> Result<Option<Value<'m>>> {
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

/// Returns the intrinsic for a name such as `llvm_memset_p1_i64.volatile`; the types behind the intrinsic's name are
/// not needed, since the function type has them.
fn helper_of<'m>(r: &Reverse<'m>, helper: &str, ty: Type<'m>) -> Result<Option<Value<'m>>> {
    let name = helper.strip_suffix(".volatile").unwrap_or(helper).replace('_', ".");
    if !name.starts_with("llvm.") {
        return Ok(None);
    }
    let Some(result) = ty.function_return() else { return Ok(None) };
    if !result.is_struct() {
        return r.module.intrinsic(&name, ty);
    }
    // Structures without a name have one in Khronos mode; those of intrinsics never do.
    let members = result.struct_fields();
    let params = ty.function_params();
    let literal = r.context.struct_type(&members, false)?;
    r.module.intrinsic(&name, r.context.function_type(literal, &params, false)?)
}

/// Returns the structure that an intrinsic returned, rebuilt as one of type `ty` with equal members.
pub fn restructured<'m>(
    r: &Reverse<'m>,
    callee: Value<'m>,
    value: Value<'m>,
    ty: Type<'m>,
) -> Result<Option<Value<'m>>> {
    if callee.intrinsic_id() == 0 || value.ty() == ty || !ty.is_struct() || !value.ty().is_struct() {
        return Ok(None);
    }
    let mut result = r.context.poison(ty)?;
    for index in 0..ty.field_count() {
        let member = r.builder.extract_value(value, &[index])?;
        result = r.builder.insert_value(result, member, &[index])?;
    }
    Ok(Some(result))
}
