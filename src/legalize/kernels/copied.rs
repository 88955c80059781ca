//! Copies and fills through pointers that phis and selects choose, and of a part of a number or vector. They cannot be
//! split into whole objects, so that number after number is loaded and stored.

use super::units::{Copy, LARGEST};
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::legalize::logical::chains::address::Address;
use crate::legalize::logical::chains::is_choice;
use crate::llvm::{Builder, Value};

/// Replaces such copies and fills of a constant length.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let instructions = function.blocks().flat_map(|block| block.instructions());
    let copies = instructions.filter_map(|inst| Some((inst, super::elements::copy_name(inst)?)));
    for (call, name) in copies.collect::<Vec<_>>() {
        one(place, &emit, call, name).map_err(|error| error.at_instruction(|| call.print()))?;
    }
    Ok(())
}

fn one<'m>(place: &Place<'m>, emit: &Emit<'m>, call: Value<'m>, name: &str) -> Result<()> {
    let [Some(to), Some(from), Some(length)] = [0, 1, 2].map(|index| call.call_arg(index)) else {
        return Err(Error::internal("a copy without operands"));
    };
    let is_fill = name == "llvm.memset";
    let Some(bytes) = length.int_value().filter(|_| length.is_constant()) else { return Ok(()) };
    if !is_in_parts(place, to, bytes)? && (is_fill || !is_in_parts(place, from, bytes)?) {
        return Ok(());
    }
    emit.builder.position_before(call)?;
    let size = Copy::unit(call, is_fill, bytes).min(LARGEST);
    let unit = place.context.int_type((size * 8) as u32)?;
    let from = if is_fill { Copy::filled(emit, from, unit)? } else { from };
    let (is_move, is_volatile) = (name == "llvm.memmove", call.call_arg(3).and_then(Value::int_value) == Some(1));
    let copy = Copy { to, from, is_fill, is_move, is_volatile, unit, size };
    let count = bytes / size;
    if copy.are_few(count) || !copy.has_order() {
        copy.unrolled(emit, count)?;
    } else {
        copy.looped(place, emit, call, length)?;
    }
    call.erase()
}

/// Returns whether `bytes` bytes at a pointer do not consist of whole objects whose types are known.
fn is_in_parts<'m>(place: &Place<'m>, pointer: Value<'m>, bytes: u64) -> Result<bool> {
    let layout = place.module.layout();
    let root = Address::of(layout, pointer)?.root;
    let number = root.allocated_type().filter(|ty| !ty.is_struct() && !ty.is_array());
    Ok(is_choice(root) || number.is_some_and(|ty| layout.store_size(ty).is_some_and(|size| bytes < size)))
}
