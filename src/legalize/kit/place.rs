//! The module that a pass works on, with its context and builder, and constant offsets of addresses.

use crate::error::Result;
use crate::llvm::{Builder, Context, Module, Opcode, Value};

/// The module that a pass works on, with its context and builder.
pub struct Place<'m> {
    pub module: &'m Module<'m>,
    pub context: &'m Context,
    pub builder: Builder<'m>,
}

impl<'m> Place<'m> {
    /// Replaces a variable by a new one, which takes over its name and may be in another address space.
    pub fn replace_global(&self, old: Value<'m>, new: Value<'m>) -> Result<()> {
        let name = old.name().to_owned();
        old.set_name("");
        new.set_name(&name);
        let pointer = match new.ty() == old.ty() {
            true => new,
            false => self.context.const_cast(Opcode::AddrSpaceCast, new, old.ty())?,
        };
        old.replace_uses(pointer)?;
        old.delete_global()
    }
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
