//! Memory under a mask: lane by lane, each in a function of its own with the condition in it; without one where the
//! mask is a constant.

use super::super::casts::address_type;
use super::super::rewrite::Rewriter;
use super::argument;
use crate::error::{Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Builder, CallConv, Linkage, Type, Value};

/// How the lanes of an access lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// One after the other.
    Row,
    /// Those that the mask has, one after the other.
    Packed,
    /// Each elsewhere.
    Each,
}

/// Where the lanes of an access are.
enum Place<'m> {
    /// One after the other.
    Row(Value<'m>, u64),
    /// Those before that the mask has, one after the other: where the next one is, and the size of each.
    Packed(Value<'m>, u64),
    /// Each elsewhere: a vector of pointers.
    Each(Value<'m>),
}

/// `llvm.masked.load`, `llvm.masked.gather`: the lanes, as they were.
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
                let function = load_helper(w, element, pointer.ty(), alignment)?;
                let call = w.emit.builder.call(function, &[pointer, condition, before]);
                w.made(call)?
            }
        };
        let inserted = w.emit.builder.insert_element(value, loaded, index);
        value = w.made(inserted)?;
        advance(w, &mut place, condition)?;
    }
    Ok(value)
}

/// `llvm.masked.store`, `llvm.masked.scatter`.
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
            None => {
                let function = store_helper(w, element, pointer.ty(), alignment)?;
                let call = w.emit.builder.call(function, &[pointer, condition, stored]);
                w.made(call)?;
            }
        }
        advance(w, &mut place, condition)?;
    }
    Ok(())
}

fn place<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, index: u32, element: Type<'m>, rows: Rows) -> Result<Place<'m>> {
    let pointer = argument(inst, index)?;
    let unknown = || super::unsupported(inst);
    if !w.forms.numbers(element).is_ok_and(|n| n.scalar.is_pointer() || n.bits() % 8 == 0) {
        return Err(unknown());
    }
    let size = w.module.layout().store_size(element).ok_or_else(unknown)?;
    Ok(match rows {
        Rows::Row => Place::Row(pointer, size),
        Rows::Packed => Place::Packed(w.single(pointer)?, size),
        Rows::Each => Place::Each(pointer),
    })
}

/// The alignment of each lane.
fn alignment(w: &Rewriter<'_>, inst: Value<'_>, index: u32, element: Type<'_>, rows: Rows) -> u32 {
    let given = inst.int_attribute(AttributePlace::Param(index), AttributeKind::Align).unwrap_or(1);
    let size = w.module.layout().store_size(element).unwrap_or(1).max(1);
    let lane = if rows == Rows::Each { given } else { 1 << size.trailing_zeros().min(31) };
    u32::try_from(given.min(lane)).unwrap_or(1)
}

fn lane_of<'m>(w: &mut Rewriter<'m>, vector: Value<'m>, lane: u32) -> Result<Value<'m>> {
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

/// Behind a lane that the mask has comes the next one.
fn advance<'m>(w: &mut Rewriter<'m>, place: &mut Place<'m>, condition: Value<'m>) -> Result<()> {
    let Place::Packed(next, size) = place else { return Ok(()) };
    let after = w.emit.offset(*next, *size, address_type(w, next.ty())?)?;
    let condition = w.single(condition)?;
    *next = w.emit.select(condition, after, *next)?;
    Ok(())
}

/// `if condition { *pointer } else { otherwise }`
fn load_helper<'m>(w: &mut Rewriter<'m>, ty: Type<'m>, pointer: Type<'m>, alignment: u32) -> Result<Value<'m>> {
    helper(w, "load", ty, pointer, alignment, |builder, function, blocks| {
        let [entry, access, end] = blocks;
        let (pointer, otherwise) = (param(function, 0)?, param(function, 2)?);
        builder.position_at_end(access);
        let load = builder.load(ty, pointer)?;
        load.set_alignment(alignment)?;
        builder.br(end)?;
        builder.position_at_end(end);
        let phi = builder.phi(ty)?;
        builder.add_incoming(phi, otherwise, entry)?;
        builder.add_incoming(phi, load, access)?;
        builder.ret(phi).map(drop)
    })
}

/// `if condition { *pointer = value }`
fn store_helper<'m>(w: &mut Rewriter<'m>, ty: Type<'m>, pointer: Type<'m>, alignment: u32) -> Result<Value<'m>> {
    helper(w, "store", ty, pointer, alignment, |builder, function, [_, access, end]| {
        let (pointer, value) = (param(function, 0)?, param(function, 2)?);
        builder.position_at_end(access);
        builder.store(value, pointer)?.set_alignment(alignment)?;
        builder.br(end)?;
        builder.position_at_end(end);
        builder.ret_void().map(drop)
    })
}

fn param(function: Value<'_>, index: u32) -> Result<Value<'_>> {
    function.param(index).ok_or_else(|| Error::internal("a parameter too few"))
}

/// A function of pointer, condition and value, made once; those of types that SPIR-V lacks are rewritten later.
fn helper<'m>(
    w: &mut Rewriter<'m>,
    verb: &str,
    ty: Type<'m>,
    pointer: Type<'m>,
    alignment: u32,
    body: impl FnOnce(&Builder<'m>, Value<'m>, [crate::llvm::Block<'m>; 3]) -> Result<()>,
) -> Result<Value<'m>> {
    let name = format!("llvm_spirv.masked_{verb}.{ty}.p{}.{alignment}", pointer.address_space());
    if let Some(function) = w.helpers.get(&name) {
        return Ok(*function);
    }
    let context = w.emit.context;
    let result = if verb == "load" { ty } else { context.void_type() };
    let function_type = context.function_type(result, &[pointer, context.bool_type(), ty], false)?;
    let function = w.module.add_function(&name, function_type)?;
    function.set_linkage(Linkage::LLVMInternalLinkage)?;
    function.set_call_conv(CallConv::LLVMSPIRFUNCCallConv as u32)?;
    let [entry, access, end] = ["entry", "access", "end"].map(|name| w.module.append_block(function, name));
    let blocks = [entry?, access?, end?];
    let builder = Builder::new(w.module);
    builder.position_at_end(blocks[0]);
    builder.cond_br(param(function, 1)?, blocks[1], blocks[2])?;
    body(&builder, function, blocks)?;
    w.helpers.insert(name, function);
    w.added.push(function);
    Ok(function)
}
