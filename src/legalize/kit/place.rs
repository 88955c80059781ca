//! The module that a pass works on, with what builds in it, and the offsets of its addresses.

use crate::llvm::{Builder, Context, Module, Value};

/// The module, and what builds in it.
pub struct Place<'m> {
    pub module: &'m Module<'m>,
    pub context: &'m Context,
    pub builder: Builder<'m>,
}

/// Returns the constant offset of a `getelementptr`.
pub fn offset_of<'m>(place: &Place<'m>, gep: Value<'m>) -> Option<u64> {
    let layout = place.module.layout();
    let mut ty = gep.gep_source_type()?;
    let mut indices = gep.operands().skip(1);
    let first = indices.next()?.int_value()?;
    let mut offset = layout.abi_size(ty)?.checked_mul(first)?;
    for index in indices {
        let index = index.int_value()?;
        if ty.is_struct() {
            let index = u32::try_from(index).ok()?;
            offset = offset.checked_add(layout.element_offset(ty, index)?)?;
            ty = ty.field(index)?;
        } else {
            ty = ty.element()?;
            offset = offset.checked_add(layout.abi_size(ty)?.checked_mul(index)?)?;
        }
    }
    Some(offset)
}
