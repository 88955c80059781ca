//! Masked accesses to memory, lane by lane: each lane calls a function that tests its bit of the mask; lanes with a
//! constant bit need no function.

use super::super::casts::address_type;
use super::super::rewrite::Rewriter;
use super::added::{self, Body};
use super::arguments::{argument, unsupported};
use crate::conventions::rules::Rows;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Block, Type, Value};

/// The addresses of the lanes of a masked access.
enum Place<'m> {
    /// Consecutive lanes: the base pointer, and the size of a lane.
    Row(Value<'m>, u64),
    /// Consecutive lanes without gaps for disabled ones: the pointer to the next lane, and the size of a lane.
    Packed(Value<'m>, u64),
    /// A vector with the pointer of each lane.
    Each(Value<'m>),
}

/// Lowers `llvm.masked.load`, `llvm.masked.gather` and `llvm.masked.expandload`. Returns the result in the original
/// type.
pub fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rows: Rows) -> Result<Value<'m>> {
    let element = inst.ty().scalar();
    let (mut place, mask, otherwise) = (place(w, inst, 0, element, rows)?, argument(inst, 1)?, argument(inst, 2)?);
    let alignment = alignment(w, inst, 0, element, rows);
    let mut value = otherwise;
    for lane in 0..inst.ty().count() as u32 {
        let index = w.emit.index(lane)?;
        let condition = lane_of(w, mask, lane)?;
        let known = condition.int_value().filter(|_| condition.is_constant());
        if known == Some(0) {
            continue;
        }
        let pointer = pointer(w, &place, lane)?;
        let loaded = match known {
            Some(_) => {
                let load = w.emit.builder.load(element, pointer)?;
                load.set_alignment(alignment)?;
                w.made(Ok(load))?
            }
            None => {
                let before = lane_of(w, otherwise, lane)?;
                load_one(w, pointer, condition, before, alignment)?
            }
        };
        let inserted = w.emit.builder.insert_element(value, loaded, index);
        value = w.made(inserted)?;
        advance(w, &mut place, condition)?;
    }
    Ok(value)
}

/// Lowers `llvm.masked.store`, `llvm.masked.scatter` and `llvm.masked.compressstore`.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rows: Rows) -> Result<()> {
    let value = argument(inst, 0)?;
    let element = value.ty().scalar();
    let (mut place, mask) = (place(w, inst, 1, element, rows)?, argument(inst, 2)?);
    let alignment = alignment(w, inst, 1, element, rows);
    for lane in 0..value.ty().count() as u32 {
        let condition = lane_of(w, mask, lane)?;
        let known = condition.int_value().filter(|_| condition.is_constant());
        if known == Some(0) {
            continue;
        }
        let (stored, pointer) = (lane_of(w, value, lane)?, pointer(w, &place, lane)?);
        match known {
            Some(_) => {
                let store = w.emit.builder.store(stored, pointer)?;
                store.set_alignment(alignment)?;
                w.made(Ok(store))?;
            }
            None => store_one(w, pointer, condition, stored, alignment)?,
        }
        advance(w, &mut place, condition)?;
    }
    Ok(())
}

fn place<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, index: u32, element: Type<'m>, rows: Rows) -> Result<Place<'m>> {
    let pointer = argument(inst, index)?;
    require_bytes(w, inst, element)?;
    let size = w.module.layout().store_size(element).ok_or_else(|| unsupported(inst))?;
    Ok(match rows {
        Rows::Row => Place::Row(pointer, size),
        Rows::Packed => Place::Packed(w.single(pointer)?, size),
        Rows::Each => Place::Each(pointer),
    })
}

/// Rejects a call on elements that do not consist of whole bytes, since their layout in memory is unspecified.
pub fn require_bytes<'m>(w: &Rewriter<'m>, inst: Value<'m>, element: Type<'m>) -> Result<()> {
    let is_in_bytes = w.actions.numbers(element).is_ok_and(|n| n.scalar.is_pointer() || n.bits() % 8 == 0);
    if is_in_bytes { Ok(()) } else { Err(unsupported(inst)) }
}

/// Returns the alignment of the access to each lane.
fn alignment(w: &Rewriter<'_>, inst: Value<'_>, index: u32, element: Type<'_>, rows: Rows) -> u32 {
    let given = inst.int_attribute(AttributePlace::Param(index), AttributeKind::Align).unwrap_or(1);
    let size = w.module.layout().store_size(element).unwrap_or(1).max(1);
    let lane = if rows == Rows::Each { given } else { 1 << size.trailing_zeros().min(31) };
    u32::try_from(given.min(lane)).unwrap_or(1)
}

/// Extracts a lane of a vector of the original type.
pub fn lane_of<'m>(w: &mut Rewriter<'m>, vector: Value<'m>, lane: u32) -> Result<Value<'m>> {
    if let Some(element) = vector.aggregate_element(lane) {
        return Ok(element);
    }
    let extract = w.emit.builder.extract_element(vector, w.emit.index(lane)?);
    w.made(extract)
}

fn pointer<'m>(w: &mut Rewriter<'m>, place: &Place<'m>, lane: u32) -> Result<Value<'m>> {
    match place {
        Place::Row(base, size) => {
            let base = w.single(*base)?;
            w.emit.offset(base, size * u64::from(lane), address_type(w, base.ty())?)
        }
        Place::Packed(next, _) => Ok(*next),
        Place::Each(pointers) => lane_of(w, *pointers, lane),
    }
}

/// Moves the address of packed lanes on by one lane if the lane is enabled.
fn advance<'m>(w: &mut Rewriter<'m>, place: &mut Place<'m>, condition: Value<'m>) -> Result<()> {
    let Place::Packed(next, size) = place else { return Ok(()) };
    let after = w.emit.offset(*next, *size, address_type(w, next.ty())?)?;
    let condition = w.single(condition)?;
    *next = w.emit.select(condition, after, *next)?;
    Ok(())
}

/// Emits a call of a function that computes `if condition { *pointer } else { otherwise }`.
pub fn load_one<'m>(
    w: &mut Rewriter<'m>,
    pointer: Value<'m>,
    condition: Value<'m>,
    otherwise: Value<'m>,
    alignment: u32,
) -> Result<Value<'m>> {
    let ty = otherwise.ty();
    let name = name("load", ty, pointer, alignment);
    added::call(w, name, ty, &[pointer, condition, otherwise], |body| {
        let [entry, access, end] = branch(body)?;
        let load = body.builder.load(ty, body.param(0)?)?;
        load.set_alignment(alignment)?;
        body.builder.br(end)?;
        body.builder.position_at_end(end);
        let phi = body.builder.phi(ty)?;
        body.builder.add_incoming(phi, body.param(2)?, entry)?;
        body.builder.add_incoming(phi, load, access)?;
        body.builder.ret(phi).map(drop)
    })
}

/// Emits a call of a function that does `if condition { *pointer = value }`.
pub fn store_one<'m>(
    w: &mut Rewriter<'m>,
    pointer: Value<'m>,
    condition: Value<'m>,
    value: Value<'m>,
    alignment: u32,
) -> Result<()> {
    let (name, void) = (name("store", value.ty(), pointer, alignment), w.emit.context.void_type());
    let call = added::call(w, name, void, &[pointer, condition, value], |body| {
        let [_, _, end] = branch(body)?;
        body.builder.store(body.param(2)?, body.param(0)?)?.set_alignment(alignment)?;
        body.builder.br(end)?;
        body.builder.position_at_end(end);
        body.builder.ret_void().map(drop)
    });
    call.map(drop)
}

fn name(verb: &str, ty: Type<'_>, pointer: Value<'_>, alignment: u32) -> String {
    format!("llvm_spirv.masked_{verb}.{ty}.p{}.{alignment}", pointer.ty().address_space())
}

/// Starts a function with a conditional access, and positions the builder in the block that is executed under the
/// condition.
fn branch<'m>(body: &Body<'m>) -> Result<[Block<'m>; 3]> {
    let blocks = [body.block("entry")?, body.block("access")?, body.block("end")?];
    body.builder.position_at_end(blocks[0]);
    body.builder.cond_br(body.param(1)?, blocks[1], blocks[2])?;
    body.builder.position_at_end(blocks[1]);
    Ok(blocks)
}
