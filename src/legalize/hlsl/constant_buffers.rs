//! Constant buffers and push constants.
//!
//! In: `!hlsl.cbs` has `!{ptr @handle, member...}` for each constant buffer: the variable that its handle is stored to, and a
//! global for each member, null where nothing uses it. Out: a variable with the members in the layout of the handle's type.

use super::words;
use crate::conventions::classes;
use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{Metadata, Opcode, Type, Value};
use ::spirv::StorageClass;

/// The named metadata of constant buffers.
pub const NAME: &str = "hlsl.cbs";

/// A constant buffer.
pub struct Buffer<'m> {
    /// The call that creates the handle of the buffer.
    pub handle: Value<'m>,
    /// The global of each member; `None` for a member without uses.
    pub members: Vec<Option<Value<'m>>>,
}

/// Reads and deletes the list of constant buffers. Buffers whose handles are never created are left out.
pub fn read<'m>(place: &Place<'m>) -> Result<Vec<Buffer<'m>>> {
    let mut buffers = Vec::new();
    for node in place.module.named_metadata_nodes(NAME).collect::<Vec<_>>() {
        let values = node.operands().into_iter().map(|operand| operand.and_then(Metadata::as_value));
        let values: Vec<_> = values.collect();
        let Some((Some(holder), members)) = values.split_first() else { continue };
        let mut stores = holder.uses().filter(|user| user.is_op(Opcode::Store));
        let handle = stores.find_map(|store| store.operand(0).filter(|value| value.is_op(Opcode::Call)));
        if let Some(handle) = handle {
            buffers.push(Buffer { handle, members: members.to_vec() });
        }
    }
    place.module.drop_named_metadata(NAME);
    Ok(buffers)
}

/// Replaces the globals of the members by the bytes at their offsets in a variable of words.
pub fn replace_by_offsets<'m>(
    place: &Place<'m>,
    buffer: &Buffer<'m>,
    variable: Value<'m>,
    offsets: &[u64],
) -> Result<()> {
    let (byte, word) = (place.context.int_type(8)?, place.context.int_type(32)?);
    for (member, offset) in buffer.members.iter().zip(offsets) {
        let Some(member) = member else { continue };
        words::split(place, *member)?;
        let offset = place.context.const_int(word, *offset)?;
        replace(place, *member, (byte, variable), &[offset])?;
    }
    Ok(())
}

/// Replaces the globals of the members by the members of the variable.
pub fn replace_members<'m>(
    place: &Place<'m>,
    buffer: &Buffer<'m>,
    (variable, block): (Value<'m>, Type<'m>),
    elements: &[u32],
) -> Result<()> {
    let word = place.context.int_type(32)?;
    for (member, element) in buffer.members.iter().zip(elements) {
        let Some(member) = member else { continue };
        let indices = [place.context.const_null(word)?, place.context.const_int(word, (*element).into())?];
        replace(place, *member, (block, variable), &indices)?;
    }
    Ok(())
}

/// Replaces the uses of a global by the address of a member of a variable; each instruction gets a separate gep.
fn replace<'m>(
    place: &Place<'m>,
    member: Value<'m>,
    (source, variable): (Type<'m>, Value<'m>),
    indices: &[Value<'m>],
) -> Result<()> {
    let is_plain = |user: &Value<'m>| user.is_instruction() && !user.is_op(Opcode::Phi);
    for user in member.uses().filter(is_plain).collect::<Vec<_>>() {
        place.builder.position_before(user)?;
        let pointer = place.builder.gep(source, variable, indices, false)?;
        for index in (0..user.operand_count()).filter(|index| user.operand(*index) == Some(member)) {
            user.set_operand(index, pointer)?;
        }
    }
    member.replace_uses(place.context.const_gep(source, variable, indices, false)?)?;
    member.delete_global()
}

/// Keeps the layout of the types of push constants where every device accepts it, and applies the standard layout
/// otherwise.
pub fn push_constants<'m>(place: &Place<'m>, layouts: &mut Layouts<'_, 'm>) -> Result<()> {
    let space = classes::space_of(StorageClass::PushConstant);
    for old in place.module.globals().filter(|global| global.ty().address_space() == space).collect::<Vec<_>>() {
        let Some(ty) = old.value_type().filter(|ty| ty.is_struct()) else { continue };
        let (block, _) = match layouts.is_standard(ty, false) {
            true => layouts.block(old.name(), ty, &[])?,
            false => Layouts::standard_for(place, ty, false).block(old.name(), ty, &[])?,
        };
        let new = place.module.add_global("", block, space)?;
        new.set_global_constant(true)?;
        place.replace_global(old, new)?;
    }
    Ok(())
}
