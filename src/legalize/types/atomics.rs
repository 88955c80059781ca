//! Atomics on `bfloat`, where no extension has the type or its arithmetic: they access the bits as an integer, and
//! `atomicrmw` becomes a compare-exchange loop.

use super::intrinsics::added::{self, Body};
use super::rewrite::Rewriter;
use crate::concepts::instructions::atomics::operation_name;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::instruction::{operand, unsupported};
use crate::legalize::kit::kinds::is_bfloat;
use crate::llvm::{AtomicOrdering as Ordering, AtomicRmwOp as K, Opcode as O, SyncScope, Type, Value};

/// Lowers an atomic load of `bfloat` to a load of the bits; returns false for any other load.
pub fn load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<bool> {
    if !inst.is_atomic() || !is_bfloat(inst.ty()) {
        return Ok(false);
    }
    let load = w.emit.builder.load(loaded_type(w, inst.ty())?, operand(inst, 0)?)?;
    like(inst, load)?;
    let value = w.emit.builder.cast(O::BitCast, load, inst.ty());
    let value = w.made(value)?;
    let expanded = w.expanded(value)?.to_vec();
    w.define(inst, expanded).map(|()| true)
}

/// Lowers an atomic store of `bfloat` to a store of the bits; returns false for any other store.
pub fn store<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<bool> {
    let value = operand(inst, 0)?;
    if !inst.is_atomic() || !is_bfloat(value.ty()) {
        return Ok(false);
    }
    let stored = in_bits(w, value)?;
    like(inst, w.emit.builder.store(stored, operand(inst, 1)?)?)?;
    w.drop_instruction(inst);
    Ok(true)
}

/// Lowers an `atomicrmw` on `bfloat`.
pub fn update<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (pointer, value) = (operand(inst, 0)?, operand(inst, 1)?);
    let kind = inst.rmw_op().filter(|_| is_bfloat(value.ty())).ok_or_else(|| unsupported(inst))?;
    let old = if kind == K::Xchg {
        let bits = in_bits(w, value)?;
        let old = w.emit.builder.atomic_rmw(kind, pointer, bits, inst.ordering(), &scope(inst))?;
        old.set_volatile(inst.is_volatile())?;
        let old = w.emit.builder.cast(O::BitCast, old, inst.ty());
        w.made(old)?
    } else {
        let name = name(inst, kind, pointer);
        added::call(w, name, inst.ty(), &[pointer, value], |body| exchanged(body, inst, kind))?
    };
    let expanded = w.expanded(old)?.to_vec();
    w.define(inst, expanded)
}

fn name(inst: Value<'_>, kind: K, pointer: Value<'_>) -> String {
    let (ty, space, order) = (inst.ty(), pointer.ty().address_space(), inst.ordering() as u32);
    let volatile = if inst.is_volatile() { ".volatile" } else { "" };
    format!("llvm_spirv.atomic.{}.{ty}.p{space}.{order}.{}{volatile}", operation_name(kind), scope(inst))
}

/// Writes the body of a function with a compare-exchange loop. Its parameters are the pointer and the operand; it
/// returns the old value.
fn exchanged<'m>(body: &Body<'m>, inst: Value<'m>, kind: K) -> Result<()> {
    let [entry, around, end] = [body.block("entry")?, body.block("exchange")?, body.block("end")?];
    let (builder, pointer, ty) = (&body.builder, body.param(0)?, body.param(1)?.ty());
    let bits = body.integer(bits_of(ty))?;
    builder.position_at_end(entry);
    let first = builder.load(bits, pointer)?;
    like(inst, first)?;
    first.set_ordering(Ordering::Monotonic, &scope(inst))?;
    builder.br(around)?;
    builder.position_at_end(around);
    let expected = builder.phi(bits)?;
    let old = builder.cast(O::BitCast, expected, ty)?;
    let new = computed(body, kind, old, body.param(1)?)?;
    let new = builder.cast(O::BitCast, new, bits)?;
    let (success, failure) = (inst.ordering(), Ordering::Monotonic);
    let pair = builder.cmpxchg(pointer, expected, new, success, failure, &scope(inst))?;
    pair.set_volatile(inst.is_volatile())?;
    let (seen, is_done) = (builder.extract_value(pair, &[0])?, builder.extract_value(pair, &[1])?);
    builder.add_incoming(expected, first, entry)?;
    builder.add_incoming(expected, seen, around)?;
    builder.cond_br(is_done, end, around)?;
    builder.position_at_end(end);
    builder.ret(old).map(drop)
}

/// Computes the new value of an `atomicrmw`.
fn computed<'m>(body: &Body<'m>, kind: K, old: Value<'m>, value: Value<'m>) -> Result<Value<'m>> {
    let intrinsic = match kind {
        K::FAdd => return body.builder.binary(O::FAdd, old, value),
        K::FSub => return body.builder.binary(O::FSub, old, value),
        K::FMax => "llvm.maxnum",
        K::FMin => "llvm.minnum",
        K::FMaximum => "llvm.maximum",
        K::FMinimum => "llvm.minimum",
        _ => {
            return Err(Error::of(
                Code::Instruction,
                format!("the operation {} of atomicrmw on {}", kind.word(), old.ty()),
            ));
        }
    };
    body.builder.call_intrinsic(intrinsic, old.ty(), &[old, value])
}

// --- Bits ---

fn bits_of(ty: Type<'_>) -> u32 {
    let lanes = if ty.is_vector() { u32::try_from(ty.count()).unwrap_or(u32::MAX) } else { 1 };
    lanes.saturating_mul(ty.scalar().float_width())
}

fn loaded_type<'m>(w: &Rewriter<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    w.emit.context.int_type(bits_of(ty))
}

/// Bitcasts a value to an integer.
fn in_bits<'m>(w: &mut Rewriter<'m>, value: Value<'m>) -> Result<Value<'m>> {
    let cast = w.emit.builder.cast(O::BitCast, value, loaded_type(w, value.ty())?);
    let cast = w.made(cast)?;
    w.single(cast)
}

/// Copies alignment, volatility and, for the same opcode, memory order of an instruction to a load or store.
fn like<'m>(inst: Value<'m>, access: Value<'m>) -> Result<()> {
    access.set_alignment(inst.alignment().max(1))?;
    access.set_volatile(inst.is_volatile())?;
    if inst.opcode() == access.opcode() { access.set_ordering(inst.ordering(), &scope(inst)) } else { Ok(()) }
}

/// Returns the synchronisation scope as LLVM IR spells it; empty for the system scope.
fn scope(inst: Value<'_>) -> String {
    match inst.sync_scope() {
        SyncScope::System => String::new(),
        SyncScope::SingleThread => "singlethread".to_owned(),
        SyncScope::Named(name) => name,
    }
}
