//! Functions of workgroups: each invocation stores its value in workgroup memory, and combines the values of all
//! invocations.

use super::barriers;
use super::call::Call;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::legalize::kernels::spaces;
use crate::legalize::kernels::work_items::{self, Size};
use crate::legalize::kit::loops::{self, Range};
use crate::legalize::logical::inputs;
use crate::llvm::{Linkage, Opcode, Predicate, Type, Value};
use crate::state::slots::shaders::Note;
use ::spirv::BuiltIn;

/// The fence flag for local memory.
const LOCAL: u64 = 1;

/// The invocations whose values an operation combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    All,
    Inclusive,
    Exclusive,
}

const WAYS: [(&str, Way); 3] =
    [("reduce_", Way::All), ("scan_inclusive_", Way::Inclusive), ("scan_exclusive_", Way::Exclusive)];

/// Returns the result of a workgroup function; `None` for any other call.
pub fn value<'m>(call: &Call<'_, 'm>, size: &Size) -> Result<Option<Value<'m>>> {
    let Some(rest) = call.name.base.strip_prefix("work_group_") else { return Ok(None) };
    if rest == "broadcast" {
        return broadcast(call, size).map(Some);
    }
    let context = call.place.context;
    if let Some(op) = [("all", Opcode::And), ("any", Opcode::Or)].iter().find(|row| row.0 == rest).map(|row| row.1) {
        let x = call.arg(0)?;
        let boolean = call.icmp(Predicate::Ne, x, call.int(x.ty(), 0)?)?;
        let boolean = call.emit.cast(Opcode::ZExt, boolean, call.ty())?;
        let start = context.const_int(call.ty(), u64::from(op == Opcode::And))?;
        return over(call, size, boolean, Way::All, start, |emit, a, b| emit.builder.binary(op, a, b)).map(Some);
    }
    let Some((way, operation)) = WAYS.iter().find_map(|way| Some((way.1, rest.strip_prefix(way.0)?))) else {
        return Ok(None);
    };
    let Some((start, op)) = operation_of(call, operation)? else { return Ok(None) };
    let combine = |emit: &crate::legalize::kit::emit::Emit<'m>, a: Value<'m>, b: Value<'m>| match op {
        Combine::Binary(op) => emit.builder.binary(op, a, b),
        Combine::Intrinsic(name) => emit.builder.call_intrinsic(name, a.ty(), &[a, b]),
    };
    over(call, size, call.arg(0)?, way, start, combine).map(Some)
}

#[derive(Clone, Copy, Debug)]
enum Combine {
    Binary(Opcode),
    Intrinsic(&'static str),
}

/// Returns the neutral element of an operation, and the operation.
fn operation_of<'m>(call: &Call<'_, 'm>, name: &str) -> Result<Option<(Value<'m>, Combine)>> {
    let (ty, is_float, is_signed) = (call.ty(), call.is_float(0), call.is_signed(0));
    let width = ty.scalar().int_width().max(1);
    let top = u64::MAX >> (64 - width.min(64)) >> u32::from(is_signed);
    let int = |number: u64| call.int(ty, number);
    Ok(Some(match (name, is_float) {
        ("add", true) => (call.float(ty, 0.0)?, Combine::Binary(Opcode::FAdd)),
        ("add", false) => (int(0)?, Combine::Binary(Opcode::Add)),
        ("min", true) => (call.float(ty, f64::INFINITY)?, Combine::Intrinsic("llvm.minnum")),
        ("max", true) => (call.float(ty, f64::NEG_INFINITY)?, Combine::Intrinsic("llvm.maxnum")),
        ("min", false) => (int(top)?, Combine::Intrinsic(if is_signed { "llvm.smin" } else { "llvm.umin" })),
        ("max", false) if is_signed => (int(!top)?, Combine::Intrinsic("llvm.smax")),
        ("max", false) => (int(0)?, Combine::Intrinsic("llvm.umax")),
        _ => return Ok(None),
    }))
}

/// Returns an array in workgroup memory with an element for each invocation.
fn scratch<'m>(call: &Call<'_, 'm>, size: &Size, ty: Type<'m>) -> Result<(Value<'m>, Type<'m>)> {
    let place = call.place;
    let count = size.known.map_or(0, |numbers| numbers.iter().map(|number| u64::from(*number)).product());
    let array = place.context.array_type(ty, count)?;
    let variable = place.module.add_global("workgroup", array, spaces::LOCAL)?;
    variable.set_linkage(Linkage::External)?;
    if let Some(node) = work_items::count_node(place, size)? {
        let note = Note::Array { stride: 0, length: Some(node), element: Box::new(Note::Plain) };
        variable.set_global_metadata(notes::NAME, notes::write(place.context, &note)?)?;
    }
    Ok((variable, array))
}

/// Stores the values of all invocations in workgroup memory, followed by a barrier.
fn shared<'m>(call: &Call<'_, 'm>, size: &Size, value: Value<'m>) -> Result<(Value<'m>, Type<'m>)> {
    let (variable, array) = scratch(call, size, value.ty())?;
    let linear = inputs::load(call.place, BuiltIn::LocalInvocationIndex, 1)?;
    call.emit.builder.position_before(call.inst)?;
    // What is there from before must have been read.
    barriers::workgroup(call, LOCAL)?;
    let zero = call.place.context.const_int(linear.ty(), 0)?;
    call.emit.builder.store(value, call.emit.builder.gep(array, variable, &[zero, linear], false)?)?;
    barriers::workgroup(call, LOCAL)?;
    Ok((variable, array))
}

fn broadcast<'m>(call: &Call<'_, 'm>, size: &Size) -> Result<Value<'m>> {
    let (variable, array) = shared(call, size, call.arg(0)?)?;
    let word = call.place.context.int_type(32)?;
    let whole = work_items::whole(call.place, size)?;
    let mut linear = call.place.context.const_int(word, 0)?;
    for index in (1..call.inst.call_arg_count()).rev() {
        let number = call.emit.resize(call.arg(index)?, word, false)?;
        let extent = call.emit.lane(whole, index - 1)?;
        linear = call.op(Opcode::Add, call.op(Opcode::Mul, linear, extent)?, number)?;
    }
    let zero = call.place.context.const_int(word, 0)?;
    call.emit.builder.load(call.ty(), call.emit.builder.gep(array, variable, &[zero, linear], false)?)
}

fn over<'m>(
    call: &Call<'_, 'm>,
    size: &Size,
    value: Value<'m>,
    way: Way,
    start: Value<'m>,
    combine: impl FnOnce(&crate::legalize::kit::emit::Emit<'m>, Value<'m>, Value<'m>) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let (variable, array) = shared(call, size, value)?;
    let context = call.place.context;
    let word = context.int_type(32)?;
    let (zero, one) = (context.const_int(word, 0)?, context.const_int(word, 1)?);
    let linear = inputs::load(call.place, BuiltIn::LocalInvocationIndex, 1)?;
    let end = match way {
        Way::All => work_items::count(call.place, size)?,
        Way::Inclusive => call.place.builder.binary(Opcode::Add, linear, one)?,
        Way::Exclusive => linear,
    };
    let range = Range { first: zero, step: one, end };
    loops::run(call.place, call.inst, &range, start, &[variable], |emit, index, sum, args| {
        let base = args.first().copied().ok_or_else(|| Error::internal("memory of a workgroup is missing"))?;
        let other = emit.builder.load(sum.ty(), emit.builder.gep(array, base, &[zero, index], false)?)?;
        combine(emit, sum, other)
    })
}
