//! The names that OpenCL C has for atomics, to instructions.
//!
//! Those of OpenCL C 1.2 are relaxed and have device scope. Those of OpenCL C 2.0 have order and scope as arguments, or
//! are sequentially consistent with device scope; their pointers are to `volatile _Atomic` types, mostly generic.

use super::{needs, origin};
use crate::binary::Id;
use crate::concepts::base::{constants, pointers, types, values};
use crate::concepts::builtins::{self, argument, generic};
use crate::concepts::instructions::{compare, memory_semantics as semantics};
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Forward, Lower, Operand, lower};
use ::spirv::{MemoryAccess, Op, Scope};
use llvm_spirv_mangling::{Name, Pointer, Type};

/// OpenCL C 1.2: the name behind `atomic_` or `atom_`, and the instruction; of minima and maxima the signed one.
pub const LEGACY: &[(&str, Op)] = &[
    ("add", Op::AtomicIAdd),
    ("sub", Op::AtomicISub),
    ("xchg", Op::AtomicExchange),
    ("inc", Op::AtomicIIncrement),
    ("dec", Op::AtomicIDecrement),
    ("cmpxchg", Op::AtomicCompareExchange),
    ("min", Op::AtomicSMin),
    ("max", Op::AtomicSMax),
    ("and", Op::AtomicAnd),
    ("or", Op::AtomicOr),
    ("xor", Op::AtomicXor),
];

/// OpenCL C 2.0: the name behind `atomic_` and before `_explicit`, and the instruction.
pub const MODERN: &[(&str, Op)] = &[
    ("load", Op::AtomicLoad),
    ("store", Op::AtomicStore),
    ("exchange", Op::AtomicExchange),
    ("fetch_add", Op::AtomicIAdd),
    ("fetch_sub", Op::AtomicISub),
    ("fetch_or", Op::AtomicOr),
    ("fetch_xor", Op::AtomicXor),
    ("fetch_and", Op::AtomicAnd),
    ("fetch_min", Op::AtomicSMin),
    ("fetch_max", Op::AtomicSMax),
    ("flag_test_and_set", Op::AtomicFlagTestAndSet),
    ("flag_clear", Op::AtomicFlagClear),
];

/// Pairs of signed and unsigned instructions.
pub const UNSIGNED: &[(Op, Op)] = &[(Op::AtomicSMin, Op::AtomicUMin), (Op::AtomicSMax, Op::AtomicUMax)];

/// The atomic instructions of the core.
pub const ATOMICS: &[Op] = &[
    Op::AtomicLoad,
    Op::AtomicStore,
    Op::AtomicExchange,
    Op::AtomicCompareExchange,
    Op::AtomicCompareExchangeWeak,
    Op::AtomicIIncrement,
    Op::AtomicIDecrement,
    Op::AtomicIAdd,
    Op::AtomicISub,
    Op::AtomicSMin,
    Op::AtomicUMin,
    Op::AtomicSMax,
    Op::AtomicUMax,
    Op::AtomicAnd,
    Op::AtomicOr,
    Op::AtomicXor,
    Op::AtomicFlagTestAndSet,
    Op::AtomicFlagClear,
];

/// Returns whether the instruction is an atomic.
pub fn is_atomic(op: Op) -> bool {
    ATOMICS.contains(&op) || needs::is_float_arithmetic(op)
}

/// Returns the lowering of calls if the name is that of an atomic.
pub fn resolve(name: &Name) -> Option<Lower> {
    let pointer = name.params.first()?.as_pointer()?;
    if let Some(op) = name.base.strip_prefix("__spirv_").and_then(builtins::opcode).filter(|op| is_atomic(*op)) {
        // A weak exchange is no weaker than the other one, and deprecated.
        let op = if op == Op::AtomicCompareExchangeWeak { Op::AtomicCompareExchange } else { op };
        return lower(move |f, inst, name| {
            require(f, inst, op, 3)?;
            match needs::is_of_vectors(op, inst.ty()) {
                true => generic::forward_enabled(f, inst, name, op),
                false => builtins::forward_generic(f, inst, name, op),
            }
        });
    }
    let number = Kind::of(value_type(pointer));
    match name.base.strip_prefix("atomic_") {
        Some(rest) => modern(rest, number).or_else(|| legacy(rest, number)),
        None => legacy(name.base.strip_prefix("atom_")?, number),
    }
}

/// The kind of number in the name of an atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

impl Kind {
    fn of(ty: &Type) -> Self {
        match () {
            () if ty.is_unsigned_integer() => Self::Unsigned,
            () if ty.is_float() => Self::Float,
            () => Self::Signed,
        }
    }
}

fn value_type(pointer: &Pointer) -> &Type {
    match &pointer.pointee {
        Type::Atomic(value) => value,
        value => value,
    }
}

/// Returns the instruction for numbers of a kind; there are no bitwise operations on floating-point numbers.
fn for_kind(op: Op, kind: Kind) -> Option<Op> {
    match kind {
        Kind::Signed => Some(op),
        Kind::Unsigned => Some(UNSIGNED.iter().find(|row| row.0 == op).map_or(op, |row| row.1)),
        Kind::Float if matches!(op, Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange) => Some(op),
        Kind::Float => needs::of_floats(op),
    }
}

fn legacy(rest: &str, kind: Kind) -> Option<Lower> {
    let op = LEGACY.iter().find(|row| row.0 == rest)?.1;
    if kind == Kind::Float && op != Op::AtomicExchange {
        return None;
    }
    let op = for_kind(op, kind)?;
    lower(move |f, inst, name| forward_legacy(f, inst, name, op))
}

fn modern(rest: &str, kind: Kind) -> Option<Lower> {
    let (rest, explicit) = rest.strip_suffix("_explicit").map_or((rest, false), |rest| (rest, true));
    match rest {
        "init" => return lower(forward_init),
        "compare_exchange_strong" | "compare_exchange_weak" => {
            return lower(move |f, inst, _| forward_compare_exchange(f, inst, explicit));
        }
        _ => {}
    }
    let integer = MODERN.iter().find(|row| row.0 == rest)?.1;
    let negated = kind == Kind::Float && integer == Op::AtomicISub;
    let op = for_kind(integer, kind)?;
    lower(move |f, inst, name| forward_modern(f, inst, name, &Modern { op, explicit, negated }))
}

/// Returns the width in bits of the pointee of the first parameter.
fn object_width(name: &Name) -> u32 {
    let pointer = name.params.first().and_then(Type::as_pointer);
    pointer.and_then(|pointer| value_type(pointer).bit_width()).unwrap_or(32)
}

/// Declares the requirements of an atomic for the type that it returns or, if it is a store, for its argument `stored`.
/// Flags need none.
fn require<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, stored: u32) -> Result<()> {
    let ty = match op {
        Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => return Ok(()),
        Op::AtomicStore => builtins::value(inst, stored)?.ty(),
        _ => inst.ty(),
    };
    needs::require(f, op, ty)
}

/// Translates an atomic of OpenCL C 1.2: relaxed, with device scope; in Khronos mode with work-group scope.
fn forward_legacy<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    require(f, inst, op, 1)?;
    let pointer = argument(f, inst, name, 0)?;
    let scope = if f.options.policy.scopes_atomics_to_work_groups { Scope::Workgroup } else { Scope::Device };
    let scope = semantics::scope_id(f, scope)?;
    let class = class_bits(f, inst, pointer)?;
    let relaxed = semantics::of_builtin(f, 0, class);
    let relaxed = constants::word(f, relaxed)?;
    let mut operands = vec![pointer.id, scope, relaxed];
    if op == Op::AtomicCompareExchange {
        operands.extend([relaxed, argument(f, inst, name, 2)?.id, argument(f, inst, name, 1)?.id]);
    } else {
        for index in 1..inst.call_arg_count() {
            operands.push(argument(f, inst, name, index)?.id);
        }
    }
    finish(f, inst, op, &operands)
}

fn finish<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, operands: &[Id]) -> Result<()> {
    match op {
        Op::AtomicStore | Op::AtomicFlagClear => f.emit(op, operands),
        Op::AtomicFlagTestAndSet => {
            let boolean = types::int(f, 1)?;
            let set = f.emit_value(op, boolean, operands)?.id;
            define_boolean(f, inst, Operand { id: set, ty: boolean })
        }
        _ => {
            let ty = types::forward(f, inst.ty())?;
            f.define(inst, op, ty, operands).map(drop)
        }
    }
}

/// Defines the result of the call as a boolean: as such, or as 1 and 0 in older bitcode.
fn define_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, boolean: Operand) -> Result<()> {
    if inst.ty().is_int_of(1) {
        return f.bind(inst, boolean);
    }
    let ty = types::forward(f, inst.ty())?;
    let operands = compare::boolean_to_int(f, boolean.id, inst.ty(), false)?;
    f.define(inst, Op::Select, ty, &operands).map(drop)
}

/// Translates `atomic_init` to a plain store.
fn forward_init<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name) -> Result<()> {
    let object = argument(f, inst, name, 1)?;
    let pointer = pointer_to(f, inst, 0, object.ty)?;
    let width = object_width(name);
    f.emit(Op::Store, &[pointer.id, object.id, MemoryAccess::ALIGNED.bits(), width / 8])
}

/// Returns the memory semantics for the orders in the arguments from `first` on (if the name is `explicit`), and the
/// scope behind them.
fn order_operands<'m, const N: usize>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    pointer: Operand,
    first: u32,
    explicit: bool,
) -> Result<([Id; N], Id)> {
    let class = class_bits(f, inst, pointer)?;
    let orders = if explicit { N as u32 } else { 0 };
    let scope = match inst.call_arg(first + orders) {
        Some(scope) => semantics::scope_operand(f, scope)?,
        None => semantics::scope_id(f, Scope::Device)?,
    };
    let mut ids = [0; N];
    for (index, id) in (first..).zip(&mut ids) {
        *id = match inst.call_arg(index).filter(|_| explicit) {
            Some(order) => semantics::order_operand(f, order, class)?,
            None => {
                let order = semantics::order(semantics::SEQ_CST).unwrap_or_default();
                let semantics = semantics::of_builtin(f, order, class);
                constants::word(f, semantics)?
            }
        };
    }
    Ok((ids, scope))
}

/// Returns the storage class bits of the memory semantics for the first argument, a pointer.
fn class_bits<'m>(f: &Forward<'m>, inst: Value<'m>, pointer: Operand) -> Result<u32> {
    let (class, _) =
        f.pointer_parts(pointer.ty).ok_or_else(|| Error::of(Code::BuiltinCall, "an atomic on what is no pointer"))?;
    Ok(origin::class_bits(f, builtins::value(inst, 0)?, class))
}

/// An atomic of OpenCL C 2.0.
struct Modern {
    op: Op,
    /// Whether memory orders, and maybe a scope, are among the arguments.
    explicit: bool,
    /// True if the operand is negated before it is added.
    negated: bool,
}

fn forward_modern<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, atomic: &Modern) -> Result<()> {
    let op = atomic.op;
    require(f, inst, op, 1)?;
    let pointer = argument(f, inst, name, 0)?;
    let objects = u32::from(takes_object(op));
    let ([order], scope) = order_operands(f, inst, pointer, 1 + objects, atomic.explicit)?;
    let mut operands = vec![pointer.id, scope, order];
    if objects == 1 {
        operands.push(if atomic.negated { negate(f, inst)? } else { argument(f, inst, name, 1)?.id });
    }
    finish(f, inst, op, &operands)
}

/// Returns the negated operand; a constant remains a constant.
fn negate<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    let value = builtins::value(inst, 1)?;
    let ty = types::forward(f, value.ty())?;
    match value.float_bits().filter(|_| value.is_constant()) {
        Some(bits) => {
            let width = value.ty().float_width();
            let bits = bits ^ 1u64.checked_shl(width.saturating_sub(1)).unwrap_or_default();
            let words = [bits as u32, (bits >> 32) as u32];
            f.spv.unique_constant(Op::Constant, ty, if width > 32 { &words } else { &words[..1] })
        }
        None => {
            let object = values::operand(f, value)?.id;
            Ok(f.emit_value(Op::FNegate, ty, &[object])?.id)
        }
    }
}

/// Returns whether the instruction has a value operand besides the pointer.
pub fn takes_object(op: Op) -> bool {
    !matches!(
        op,
        Op::AtomicLoad | Op::AtomicFlagTestAndSet | Op::AtomicFlagClear | Op::AtomicIIncrement | Op::AtomicIDecrement
    )
}

/// Translates `atomic_compare_exchange_*(object, expected, desired, ...)`, which stores the old value to where `expected` points.
fn forward_compare_exchange<'m>(f: &mut Forward<'m>, inst: Value<'m>, explicit: bool) -> Result<()> {
    let desired = builtins::value(inst, 2)?;
    needs::require(f, Op::AtomicCompareExchange, desired.ty())?;
    let width = desired.ty().float_width().max(desired.ty().int_width());
    let number = types::int(f, width)?;
    // What takes instructions is in front of the operands, as it will be when it comes back.
    let cast = if desired.ty().is_int() { None } else { Some(as_number(f, desired, number)?) };
    let expected = pointer_to(f, inst, 1, number)?;
    let [access, align] = [MemoryAccess::ALIGNED.bits(), width / 8];
    let comparator = f.emit_value(Op::Load, number, &[expected.id, access, align])?.id;
    if f.options.policy.names_intermediate_values {
        f.spv.name(comparator, "exp")?;
    }
    let pointer = pointer_to(f, inst, 0, number)?;
    let ([equal, unequal], scope) = order_operands(f, inst, pointer, 3, explicit)?;
    let desired = cast.map_or_else(|| as_number(f, desired, number), Ok)?;
    let operands = [pointer.id, scope, equal, unequal, desired, comparator];
    let old = f.emit_value(Op::AtomicCompareExchange, number, &operands)?.id;
    f.emit(Op::Store, &[expected.id, old, access, align])?;
    let boolean = types::int(f, 1)?;
    let same = f.emit_value(Op::IEqual, boolean, &[old, comparator])?;
    define_boolean(f, inst, same)
}

/// Returns a number as an integer, since compare-exchange compares bits.
fn as_number<'m>(f: &mut Forward<'m>, value: Value<'m>, number: Id) -> Result<Id> {
    let operand = values::operand(f, value)?;
    if operand.ty == number {
        return Ok(operand.id);
    }
    Ok(f.emit_value(Op::Bitcast, number, &[operand.id])?.id)
}

fn pointer_to<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32, pointee: Id) -> Result<Operand> {
    let pointer = builtins::value(inst, index)?;
    let class = pointers::storage_class(f, pointer.ty().address_space())?;
    let ty = pointers::pointer_type(f, class, pointee)?;
    values::operand_as(f, pointer, ty)
}
