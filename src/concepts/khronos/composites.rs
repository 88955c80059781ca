//! Composites in the form in which the Khronos translator builds them from SPIR-V: constants if all parts are
//! constants, else through memory. In the native mode composites are built by insertions, which are easier to read and
//! to optimise.

use crate::concepts::instructions::composites::lane;
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::Reverse;

/// Translates `OpCompositeConstruct`: returns the value, and whether it is a new instruction; none for vectors that are
/// not constant, which are built as in the native mode.
pub fn construct<'m>(r: &Reverse<'m>, ty: Type<'m>, parts: &[Value<'m>]) -> Result<Option<(Value<'m>, bool)>> {
    if parts.iter().all(|part| part.is_constant()) && (!ty.is_vector() || parts.len() as u64 == ty.count()) {
        return Ok(Some((constant(r, ty, parts)?, false)));
    }
    if ty.is_vector() {
        return Ok(None);
    }
    let place = r.builder.alloca(ty, None)?;
    for (index, part) in (0..).zip(parts) {
        let member = r.builder.gep(ty, place, &[lane(r, 0)?, lane(r, index)?], true)?;
        member.set_name("gep");
        r.builder.store(*part, member)?;
    }
    let value = r.builder.load(ty, place)?;
    value.set_name("load");
    Ok(Some((value, true)))
}

fn constant<'m>(r: &Reverse<'m>, ty: Type<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
    match ty.element() {
        _ if ty.is_vector() => r.context.const_vector(parts),
        Some(element) if ty.is_array() => r.context.const_array(element, parts),
        _ => r.context.const_struct(ty, parts),
    }
}
