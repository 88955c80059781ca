//! Atomic functions: those of OpenCL 1, which are relaxed, and those of OpenCL 2, which are surrounded by fences
//! according to their memory order.

use super::barriers;
use super::call::Call;
use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicOrdering, AtomicRmwOp, Opcode, Type, Value};

/// The effect of an atomic function.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// A signed and an unsigned read-modify-write operation with an operand.
    Modify(AtomicRmwOp, AtomicRmwOp),
    /// An addition or subtraction of one.
    Step(AtomicRmwOp),
    Exchange,
    /// A compare-and-exchange whose expected value is the second argument.
    CompareExchange,
    /// A compare-and-exchange whose expected value is in memory, and is replaced by the old value.
    CompareExchangeThere,
    Load,
    Store,
    TestAndSet,
    Clear,
}
use AtomicRmwOp::*;

const ADD: Meaning = Meaning::Modify(Add, Add);
const SUB: Meaning = Meaning::Modify(Sub, Sub);
const AND: Meaning = Meaning::Modify(And, And);
const OR: Meaning = Meaning::Modify(Or, Or);
const XOR: Meaning = Meaning::Modify(Xor, Xor);
const MIN: Meaning = Meaning::Modify(Min, UMin);
const MAX: Meaning = Meaning::Modify(Max, UMax);

/// The functions, by the name after `atomic_` or `atom_`.
const ROWS: &[(&str, Meaning)] = &[
    ("add", ADD),
    ("sub", SUB),
    ("and", AND),
    ("or", OR),
    ("xor", XOR),
    ("min", MIN),
    ("max", MAX),
    ("inc", Meaning::Step(Add)),
    ("dec", Meaning::Step(Sub)),
    ("xchg", Meaning::Exchange),
    ("cmpxchg", Meaning::CompareExchange),
    ("fetch_add", ADD),
    ("fetch_sub", SUB),
    ("fetch_and", AND),
    ("fetch_or", OR),
    ("fetch_xor", XOR),
    ("fetch_min", MIN),
    ("fetch_max", MAX),
    ("exchange", Meaning::Exchange),
    ("compare_exchange_strong", Meaning::CompareExchangeThere),
    ("compare_exchange_weak", Meaning::CompareExchangeThere),
    ("load", Meaning::Load),
    ("store", Meaning::Store),
    ("init", Meaning::Store),
    ("flag_test_and_set", Meaning::TestAndSet),
    ("flag_clear", Meaning::Clear),
];

/// The memory order of the atomic instructions themselves.
const RELAXED: AtomicOrdering = AtomicOrdering::Monotonic;

/// The scope of all atomic instructions.
const SCOPE: &str = "device";

/// Returns the replacement of a call of an atomic function; `None` for any other call.
pub fn replace<'m>(call: &Call<'_, 'm>) -> Result<Option<Option<Value<'m>>>> {
    let name = call.name.base.as_str();
    let Some(rest) = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_")) else { return Ok(None) };
    let rest = rest.strip_suffix("_explicit").unwrap_or(rest);
    let Some((_, meaning)) = ROWS.iter().find(|row| row.0 == rest) else { return Ok(None) };
    let is_ordered = orders(call);
    const ALL: u64 = 3;
    if is_ordered {
        barriers::fence(call, ALL)?;
    }
    let value = instruction(call, *meaning)?;
    if is_ordered {
        barriers::fence(call, ALL)?;
    }
    Ok(Some(value.filter(|_| !call.ty().is_void())))
}

/// Returns whether the function orders accesses besides its own: it is of OpenCL 2, and its order is not relaxed.
fn orders(call: &Call<'_, '_>) -> bool {
    let is_new =
        call.name.base.contains("fetch_") || !call.name.base.starts_with("atom_") && is_of_c11(&call.name.base);
    let order = call
        .name
        .params
        .iter()
        .position(|param| matches!(param, llvm_spirv_mangling::Type::Named(name) if name == "memory_order"));
    let order = order.and_then(|index| call.inst.call_arg(u32::try_from(index).ok()?)?.int_value());
    is_new && order != Some(0) && call.name.base != "atomic_init"
}

fn is_of_c11(name: &str) -> bool {
    ["exchange", "load", "store", "flag"].iter().any(|part| name.contains(part))
}

/// Bitcasts a value to an integer of equal width.
fn bits<'m>(call: &Call<'_, 'm>, value: Value<'m>) -> Result<Value<'m>> {
    call.as_bits(value)
}

fn word<'m>(call: &Call<'_, 'm>, ty: Type<'m>, number: u64) -> Result<Value<'m>> {
    call.place.context.const_int(ty, number)
}

fn instruction<'m>(call: &Call<'_, 'm>, meaning: Meaning) -> Result<Option<Value<'m>>> {
    let pointer = call.arg(0)?;
    let builder = &call.emit.builder;
    let flag = call.place.context.int_type(32)?;
    let rmw = |op, value| builder.atomic_rmw(op, pointer, value, RELAXED, SCOPE);
    Ok(match meaning {
        Meaning::Modify(..) if call.is_float(1) => {
            let text = format!("the function {} of floating-point numbers", call.name.base);
            return Err(Error::of(Code::Builtin, text).hint("exchange and compare the bits, in a loop"));
        }
        Meaning::Modify(signed, unsigned) => {
            Some(rmw(if call.is_signed(0) { signed } else { unsigned }, call.arg(1)?)?)
        }
        Meaning::Step(op) => Some(rmw(op, word(call, call.ty(), 1)?)?),
        Meaning::Exchange => {
            let old = rmw(Xchg, bits(call, call.arg(1)?)?)?;
            Some(call.as_type(old, call.ty())?)
        }
        Meaning::CompareExchange => {
            let pair = builder.cmpxchg(pointer, call.arg(1)?, call.arg(2)?, RELAXED, RELAXED, SCOPE)?;
            Some(builder.extract_value(pair, &[0])?)
        }
        Meaning::CompareExchangeThere => {
            let new = bits(call, call.arg(2)?)?;
            let expected = builder.load(new.ty(), call.arg(1)?)?;
            let pair = builder.cmpxchg(pointer, expected, new, RELAXED, RELAXED, SCOPE)?;
            builder.store(builder.extract_value(pair, &[0])?, call.arg(1)?)?;
            let done = builder.extract_value(pair, &[1])?;
            Some(call.emit.cast(Opcode::ZExt, done, call.ty())?)
        }
        Meaning::Load => {
            let ty = call.bits_of(call.ty())?;
            let value = rmw(Or, word(call, ty, 0)?)?;
            Some(call.as_type(value, call.ty())?)
        }
        Meaning::Store => {
            rmw(Xchg, bits(call, call.arg(1)?)?)?;
            None
        }
        Meaning::TestAndSet => {
            let old = rmw(Xchg, word(call, flag, 1)?)?;
            let is_set = call.icmp(crate::llvm::Predicate::Ne, old, word(call, flag, 0)?)?;
            Some(call.emit.cast(Opcode::ZExt, is_set, call.ty())?)
        }
        Meaning::Clear => {
            rmw(Xchg, word(call, flag, 0)?)?;
            None
        }
    })
}
