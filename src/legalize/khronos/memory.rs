//! `llvm.memset` with a size or a byte that is no constant: a loop over bytes.

use super::Maker;
use crate::concepts::intrinsics::{memory, rows};
use crate::conventions::rules::KhronosFunction;
use crate::error::Result;
use crate::legalize::kit::emit::Emit;
use crate::llvm::{AttributeKind, AttributePlace, Block, Opcode, Predicate, Value};

/// Returns whether the size or the byte of a memset is no constant, or the size is no legal array length.
pub fn is_variable_set(call: Value<'_>) -> bool {
    let is_constant = |index| call.call_arg(index).is_some_and(|argument: Value<'_>| argument.is_constant());
    let size = call.call_arg(2).and_then(Value::int_value);
    !(is_constant(1) && is_constant(2)) || size.is_some_and(|size| size > 0 && !memory::is_array_size(size))
}

/// Returns whether a memset is volatile.
pub fn is_volatile(call: Value<'_>) -> bool {
    let function = call.called_function().and_then(rows::of).and_then(|row| row.khronos_function);
    function == Some(KhronosFunction::Set) && call.call_arg(3).and_then(Value::int_value) == Some(1)
}

/// Writes the body for `llvm.memset`.
pub fn set(m: &Maker<'_, '_>) -> Result<()> {
    set_with(m, |e, length, zero, [around, end]| {
        let none = e.compare(Predicate::Eq, zero, length)?;
        e.builder.cond_br(none, end, around).map(drop)
    })
}

/// Writes the body for `llvm.memset` as the Khronos translator for LLVM 23 and later does. Keeps the attribute
/// `captures(none)` of the target.
pub fn set_as_later(m: &Maker<'_, '_>) -> Result<()> {
    let place = AttributePlace::Param(0);
    let callee = m.call.called_function();
    let is_kept = |value: Value<'_>| value.int_attribute(place, AttributeKind::Captures) == Some(0);
    if is_kept(m.call) || callee.is_some_and(is_kept) {
        m.function.add_attribute(place, AttributeKind::Captures.name(), 0)?;
    }
    set_with(m, |e, length, zero, [around, end]| {
        let some = e.compare(Predicate::Ne, length, zero)?;
        e.builder.cond_br(some, around, end).map(drop)
    })
}

/// Writes the loop of a memset; `enter` ends the entry block with a branch to one of two blocks, given the length and a
/// zero.
fn set_with<'m>(
    m: &Maker<'_, 'm>,
    enter: impl Fn(&Emit<'m>, Value<'m>, Value<'m>, [Block<'m>; 2]) -> Result<()>,
) -> Result<()> {
    let (target, byte, length, e) = (m.param(0)?, m.param(1)?, m.param(2)?, m.emit);
    for (index, name) in (0..).zip(["dest", "val", "len", "isvolatile"]) {
        m.param(index)?.set_name(name);
    }
    let [entry, around, end] = ["entry", "", ""].map(|name| m.module.append_block(m.function, name));
    let (entry, around, end) = (entry?, around?, end?);
    let zero = e.int(length.ty(), 0)?;
    e.builder.position_at_end(entry);
    enter(e, length, zero, [around, end])?;
    e.builder.position_at_end(around);
    let offset = e.builder.phi(length.ty())?;
    let target = e.builder.cast(Opcode::BitCast, target, target.ty())?;
    let place = e.builder.gep(byte.ty(), target, &[index(m, offset)?], true)?;
    let store = e.builder.store(byte, place)?;
    store.set_alignment(1)?;
    store.set_volatile(is_volatile(m.call))?;
    let next = e.with(Opcode::Add, offset, 1)?;
    let more = e.compare(Predicate::Ult, next, length)?;
    e.builder.cond_br(more, around, end)?;
    e.builder.add_incoming(offset, zero, entry)?;
    e.builder.add_incoming(offset, next, around)?;
    e.builder.position_at_end(end);
    e.builder.ret_void().map(drop)
}

/// Returns an offset as an index, which is signed: an offset below [`memory::NARROWEST_INDEX`] bits is widened without its sign.
fn index<'m>(m: &Maker<'_, 'm>, offset: Value<'m>) -> Result<Value<'m>> {
    if offset.ty().int_width() >= memory::NARROWEST_INDEX {
        return Ok(offset);
    }
    m.emit.builder.cast(Opcode::ZExt, offset, m.emit.context.int_type(memory::NARROWEST_INDEX)?)
}
