//! `atomicrmw` of what SPIR-V has no instruction for: a loop around `cmpxchg`, in a function of its own.

use super::emit::Emit;
use super::rewrite::Rewriter;
use super::visit::operand;
use crate::error::{Error, Result};
use crate::llvm::{
    AtomicOrdering as Order, AtomicRmwOp as Rmw, Builder, CallConv, IntPredicate as P, Linkage, Opcode as O, SyncScope,
    Type, Value,
};

/// Is it an operation that SPIR-V has no instruction for, on numbers that it compares and exchanges?
pub fn is_loop(inst: Value<'_>) -> bool {
    matches!(inst.ty().int_width(), 32 | 64) && inst.rmw_op().is_some_and(|operation| name(operation).is_some())
}

/// The operations, as they are called.
fn name(operation: Rmw) -> Option<&'static str> {
    Some(match operation {
        Rmw::LLVMAtomicRMWBinOpNand => "nand",
        Rmw::LLVMAtomicRMWBinOpUIncWrap => "uinc_wrap",
        Rmw::LLVMAtomicRMWBinOpUDecWrap => "udec_wrap",
        Rmw::LLVMAtomicRMWBinOpUSubCond => "usub_cond",
        Rmw::LLVMAtomicRMWBinOpUSubSat => "usub_sat",
        _ => return None,
    })
}

/// What is written in place of `old`.
fn updated<'m>(b: &Builder<'m>, e: &Emit<'m>, operation: Rmw, old: Value<'m>, v: Value<'m>) -> Result<Value<'m>> {
    let (ty, int) = (old.ty(), |number| e.context.const_int(old.ty(), number));
    match operation {
        Rmw::LLVMAtomicRMWBinOpNand => {
            let ones = e.context.const_int(ty, u64::MAX >> (64 - ty.int_width()))?;
            b.binary(O::LLVMXor, b.binary(O::LLVMAnd, old, v)?, ones)
        }
        Rmw::LLVMAtomicRMWBinOpUIncWrap => {
            let wraps = b.compare_int(P::LLVMIntUGE, old, v)?;
            b.select(wraps, int(0)?, b.binary(O::LLVMAdd, old, int(1)?)?)
        }
        Rmw::LLVMAtomicRMWBinOpUDecWrap => {
            let (none, above) = (b.compare_int(P::LLVMIntEQ, old, int(0)?)?, b.compare_int(P::LLVMIntUGT, old, v)?);
            let wraps = b.binary(O::LLVMOr, none, above)?;
            b.select(wraps, v, b.binary(O::LLVMSub, old, int(1)?)?)
        }
        Rmw::LLVMAtomicRMWBinOpUSubCond | Rmw::LLVMAtomicRMWBinOpUSubSat => {
            let fits = b.compare_int(P::LLVMIntUGE, old, v)?;
            let otherwise = if operation == Rmw::LLVMAtomicRMWBinOpUSubCond { old } else { int(0)? };
            b.select(fits, b.binary(O::LLVMSub, old, v)?, otherwise)
        }
        _ => Err(Error::internal(format!("a loop of {operation:?}"))),
    }
}

/// `atomicrmw`: a call of the loop.
pub fn read_modify_write<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let operation = inst.rmw_op().filter(|_| is_loop(inst)).ok_or_else(|| super::visit::unsupported(inst))?;
    let (pointer, v) = (operand(inst, 0)?, operand(inst, 1)?);
    let function = helper(w, inst, operation, pointer.ty())?;
    let call = w.emit.builder.call(function, &[pointer, v])?;
    w.define(inst, vec![call])
}

/// The function, made once for an operation, a type, a kind of memory, an order and a scope.
fn helper<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, operation: Rmw, pointer: Type<'m>) -> Result<Value<'m>> {
    let (ty, order, scope) = (inst.ty(), inst.ordering(), scope(inst));
    let verb = name(operation).unwrap_or_default();
    let name = format!("llvm_spirv.atomicrmw.{verb}.{ty}.p{}.{}.{scope}", pointer.address_space(), order as u32);
    if let Some(function) = w.helpers.get(&name) {
        return Ok(*function);
    }
    let function_type = w.emit.context.function_type(ty, &[pointer, ty], false)?;
    let function = w.module.add_function(&name, function_type)?;
    function.set_linkage(Linkage::LLVMInternalLinkage)?;
    function.set_call_conv(CallConv::LLVMSPIRFUNCCallConv as u32)?;
    body(w, function, operation, order, &scope)?;
    w.helpers.insert(name, function);
    Ok(function)
}

fn scope(inst: Value<'_>) -> String {
    match inst.sync_scope() {
        SyncScope::System => String::new(),
        SyncScope::SingleThread => "singlethread".into(),
        SyncScope::Named(name) => name,
    }
}

/// Tries until nobody else has written in between.
fn body<'m>(w: &Rewriter<'m>, function: Value<'m>, operation: Rmw, order: Order, scope: &str) -> Result<()> {
    let param = |index| function.param(index).ok_or_else(|| Error::internal("a parameter too few"));
    let (pointer, v) = (param(0)?, param(1)?);
    let [entry, again, end] = ["entry", "again", "end"].map(|name| w.module.append_block(function, name));
    let (entry, again, end, b) = (entry?, again?, end?, Builder::new(w.module));
    b.position_at_end(entry);
    let first = b.load(v.ty(), pointer)?;
    first.set_alignment(v.ty().int_width() / 8)?;
    first.set_ordering(Order::LLVMAtomicOrderingMonotonic, scope)?;
    b.br(again)?;
    b.position_at_end(again);
    let old = b.phi(v.ty())?;
    let new = updated(&b, &w.emit, operation, old, v)?;
    let failure = match order {
        Order::LLVMAtomicOrderingRelease => Order::LLVMAtomicOrderingMonotonic,
        Order::LLVMAtomicOrderingAcquireRelease => Order::LLVMAtomicOrderingAcquire,
        order => order,
    };
    let both = b.cmpxchg(pointer, old, new, order, failure, scope)?;
    let (seen, done) = (b.extract_value(both, &[0])?, b.extract_value(both, &[1])?);
    b.cond_br(done, end, again)?;
    b.add_incoming(old, first, entry)?;
    b.add_incoming(old, seen, again)?;
    b.position_at_end(end);
    b.ret(old).map(drop)
}
