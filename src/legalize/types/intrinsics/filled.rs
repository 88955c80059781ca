//! Intrinsics that fill or copy memory element by element: each becomes a call of a function with a loop.

use super::super::casts::address_type;
use super::super::rewrite::Rewriter;
use super::added;
use super::arguments::{argument, unsupported};
use crate::conventions::rules::Fill;
use crate::error::Result;
use crate::llvm::{AtomicOrdering, AttributeKind, AttributePlace, Opcode as O, Predicate as P, Value};

/// Lowers an intrinsic that fills or copies memory element by element.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, fill: Fill) -> Result<()> {
    match fill {
        Fill::Copy => copy(w, inst, false),
        Fill::Move => copy(w, inst, true),
        Fill::Set => set(w, inst),
        Fill::Pattern => pattern(w, inst),
    }
}

/// The distance, alignment and kind of the accesses to the elements.
#[derive(Clone, Copy)]
struct Access {
    stride: u64,
    alignment: u32,
    is_volatile: bool,
    is_atomic: bool,
}

impl Access {
    fn set_on(self, access: Value<'_>) -> Result<()> {
        access.set_alignment(self.alignment)?;
        if self.is_atomic {
            return access.set_ordering(AtomicOrdering::Unordered, "");
        }
        access.set_volatile(self.is_volatile)
    }

    /// Returns the part of a function's name that encodes the properties of the access.
    fn suffix(self) -> String {
        let kind = [if self.is_volatile { ".volatile" } else { "" }, if self.is_atomic { ".atomic" } else { "" }];
        format!("{}{}{}", self.alignment, kind[0], kind[1])
    }
}

fn alignment(inst: Value<'_>, index: u32) -> u32 {
    let given = inst.int_attribute(AttributePlace::Param(index), AttributeKind::Align).unwrap_or(1);
    u32::try_from(given).unwrap_or(1)
}

/// Lowers `llvm.memset` and similar intrinsics: converts the length to the width of an address, since no region of
/// memory is longer.
pub fn by_address_width<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<()> {
    let arguments = [argument(inst, 0)?, argument(inst, 1)?, argument(inst, 2)?, argument(inst, 3)?];
    let [to, second, length, volatile] = arguments;
    let (bits, address) = (length.ty().int_width(), address_type(w, to.ty())?);
    let length = match length.int_words().first() {
        Some(words) => w.emit.context.const_int(address, *words)?,
        None => {
            let cast = if bits < address.int_width() { O::ZExt } else { O::Trunc };
            let length = w.emit.builder.cast(cast, length, address);
            w.made(length)?
        }
    };
    let void = w.emit.context.void_type();
    let call = w.emit.builder.call_intrinsic(name, void, &[to, second, length, volatile])?;
    for index in 0..2 {
        let place = AttributePlace::Param(index);
        if let Some(bytes) = inst.int_attribute(place, AttributeKind::Align) {
            call.add_attribute(place, "align", bytes)?;
        }
    }
    Ok(())
}

/// Lowers `llvm.experimental.memset.pattern`: stores a value `count` times, at the distance of array elements.
fn pattern<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (value, is_volatile) = (argument(inst, 1)?, argument(inst, 3)?.int_value() == Some(1));
    let stride = w.module.layout().abi_size(value.ty()).ok_or_else(|| unsupported(inst))?;
    // Each but the first is aligned as the distance allows.
    let alignment = alignment(inst, 0).min(1 << stride.trailing_zeros().min(31));
    let count = argument(inst, 2)?;
    fill(w, inst, value, count, Access { stride, alignment, is_volatile, is_atomic: false })
}

/// Returns the access to the elements of an atomic copy, and their number. Elements of 128 bits are rejected, since
/// SPIR-V has no atomics of this size.
fn elements<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<(Access, Value<'m>)> {
    let (length, size) = (argument(inst, 2)?, argument(inst, 3)?.int_value().unwrap_or_default());
    let alignment = u32::try_from(size).ok().filter(|size| size.is_power_of_two() && *size <= 8);
    let alignment = alignment.ok_or_else(|| unsupported(inst))?;
    let shift = w.emit.context.const_int(length.ty(), alignment.trailing_zeros().into())?;
    let count = w.emit.builder.binary(O::LShr, length, shift);
    Ok((Access { stride: size, alignment, is_volatile: false, is_atomic: true }, w.made(count)?))
}

fn set<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (access, count) = elements(w, inst)?;
    let ty = w.emit.context.int_type(8 * access.alignment)?;
    // The byte in each byte.
    let byte = w.emit.builder.cast(O::ZExt, argument(inst, 1)?, ty);
    let byte = if access.alignment == 1 { argument(inst, 1)? } else { w.made(byte)? };
    let ones = w.emit.context.const_int_words(ty, &[0x0101_0101_0101_0101])?;
    let value = w.emit.builder.binary(O::Mul, byte, ones);
    let value = w.made(value)?;
    fill(w, inst, value, count, access)
}

fn fill<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, value: Value<'m>, count: Value<'m>, access: Access) -> Result<()> {
    let to = argument(inst, 0)?;
    let (space, bits, address) = (to.ty().address_space(), count.ty().int_width(), address_type(w, to.ty())?);
    let name = format!("llvm_spirv.fill.{}.p{space}.i{bits}.{}", value.ty(), access.suffix());
    let void = w.emit.context.void_type();
    let call = added::call(w, name, void, &[to, value, count], |body| {
        let [to, value, count] = [body.param(0)?, body.param(1)?, body.param(2)?];
        let blocks = [body.block("entry")?, body.block("around")?, body.block("end")?];
        body.builder.position_at_end(blocks[0]);
        body.unless_none(count, blocks[1], blocks[2])?;
        body.count_up(count, blocks, |index| {
            let place = body.element(to, index, access.stride, address)?;
            access.set_on(body.builder.store(value, place)?)
        })?;
        body.builder.position_at_end(blocks[2]);
        body.builder.ret_void().map(drop)
    });
    call.map(drop)
}

/// Copies memory element by element; regions that may overlap are copied from the end at which no element is
/// overwritten before it is read.
fn copy<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, may_overlap: bool) -> Result<()> {
    let (access, count) = elements(w, inst)?;
    let (to, from) = (argument(inst, 0)?, argument(inst, 1)?);
    let ([to_space, from_space], bits) = ([to, from].map(|place| place.ty().address_space()), count.ty().int_width());
    let verb = if may_overlap { "move" } else { "copy" };
    let name = format!("llvm_spirv.{verb}.p{to_space}.p{from_space}.i{bits}.{}", access.suffix());
    let addresses = [address_type(w, to.ty())?, address_type(w, from.ty())?];
    let (ty, void) = (w.emit.context.int_type(8 * access.alignment)?, w.emit.context.void_type());
    let call = added::call(w, name, void, &[to, from, count], |body| {
        let [to, from, count] = [body.param(0)?, body.param(1)?, body.param(2)?];
        let one = |index| {
            let source = body.element(from, index, access.stride, addresses[1])?;
            let load = body.builder.load(ty, source)?;
            access.set_on(load)?;
            let target = body.element(to, index, access.stride, addresses[0])?;
            access.set_on(body.builder.store(load, target)?)
        };
        let [mut entry, up, end] = [body.block("entry")?, body.block("up")?, body.block("end")?];
        body.builder.position_at_end(entry);
        if may_overlap {
            let [choice, down] = [body.block("choice")?, body.block("down")?];
            body.unless_none(count, choice, end)?;
            body.builder.position_at_end(choice);
            let target = body.builder.cast(O::PtrToInt, to, addresses[0])?;
            let source = body.builder.cast(O::PtrToInt, from, addresses[0])?;
            let is_above = body.builder.compare_int(P::Ult, source, target)?;
            body.builder.cond_br(is_above, down, up)?;
            body.count_down(count, [choice, down, end], one)?;
            entry = choice;
        } else {
            body.unless_none(count, up, end)?;
        }
        body.count_up(count, [entry, up, end], one)?;
        body.builder.position_at_end(end);
        body.builder.ret_void().map(drop)
    });
    call.map(drop)
}
