//! Arrays at PhysicalStorageBuffer addresses, which instructions on cooperative vectors require. LLVM's passes drop the
//! cast of the address to the type of the array, since it is no operation for them. Any array of numbers serves as
//! well.

use super::Rebuild;
use super::address::Address;
use crate::concepts::shaders::opaque::SIGNED_ARRAY;
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};
use crate::state::slots::shaders::Note;

impl<'m> Rebuild<'_, 'm> {
    /// Returns an address as a pointer to an array. `named` is the mangled name of the array in the function's name.
    /// Returns `None` for an address with logical addressing.
    pub fn physical_array(&mut self, call: Value<'m>, pointer: Value<'m>, named: &str) -> Result<Option<Value<'m>>> {
        let component = component(call).filter(|_| classes::is_physical(pointer.ty().address_space()));
        let Some(component) = component else { return Ok(None) };
        let array = self.emit.context.array_type(component, 0)?;
        let made = match Address::of(self.module.layout(), pointer)?.root == pointer {
            true => self.emit.builder.cast(Opcode::BitCast, pointer, pointer.ty())?,
            false => match self.by_number(pointer, 0, array)? {
                Some(made) => made,
                None => return Ok(None),
            },
        };
        let note = notes::by_default(self.module.layout(), array, true)?;
        let note = if named == SIGNED_ARRAY { note.signed() } else { note };
        let note = Note::Pointer { pointee: Some(array), stride: 0, note: Box::new(note) };
        made.set_metadata(notes::NAME, notes::write(self.emit.context, &note)?)?;
        self.places.note(made, array);
        Ok(Some(made))
    }
}

/// Returns the component type of the cooperative vectors that a call returns or takes.
fn component<'m>(call: Value<'m>) -> Option<Type<'m>> {
    let types = std::iter::once(call.ty()).chain(call.call_args().map(Value::ty));
    let is_cooperative = |ty: &Type<'m>| ty.target_name().is_some_and(|name| name.contains("Cooperative"));
    types.filter(is_cooperative).find_map(|ty| ty.target_types().into_iter().next())
}
