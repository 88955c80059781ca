//! Atomics to OpenCL C in the Khronos translator's form: always by OpenCL C's names, even if those lose information.
//!
//! OpenCL C 1.2 has neither orders nor scopes, and neither loads nor stores; they become additions of zero and
//! exchanges. OpenCL C 2.0's atomics take generic pointers, and compare-exchange takes a pointer to the expected value.

use crate::binary::Instruction;
use crate::concepts::base::pointers;
use crate::concepts::builtins::{self, Effects, mangled};
use crate::concepts::instructions::atomics::opencl::{LEGACY, MODERN, UNSIGNED};
use crate::concepts::instructions::memory;
use crate::concepts::khronos::memory_semantics::translate::Translator;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::Op;
use llvm_spirv_mangling::{Pointer, Type};

/// The address space of generic pointers.
const GENERIC: u32 = 4;

/// Translates an atomic to the spelling of OpenCL C.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match (r.options.builtin_spelling, inst.opcode()) {
        (BuiltinSpelling::Cl20, Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak) => compare_exchange(r, inst),
        (BuiltinSpelling::Cl20, _) => modern(r, inst),
        _ => legacy(r, inst),
    }
}

/// The value type of an atomic, and its mangled name.
struct Number<'m> {
    ty: crate::llvm::Type<'m>,
    name: Type,
}

impl<'m> Number<'m> {
    fn of(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Self> {
        let ty = match inst.opcode() {
            Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => {
                return Ok(Self { ty: r.context.int_type(32)?, name: Type::Int });
            }
            Op::AtomicStore => r.type_of(inst.operand(3)?)?,
            _ => inst.result_type().ok_or_else(|| inst.error("an atomic without a result"))?,
        };
        let unsigned = UNSIGNED.iter().any(|row| row.1 == inst.opcode());
        Ok(Self { ty: r.ty(ty)?, name: mangled(r, ty, !unsigned)? })
    }

    fn constant(&self, r: &Reverse<'m>, value: u64) -> Result<Value<'m>> {
        if value == 0 { r.context.const_null(self.ty) } else { r.context.const_int(self.ty, value) }
    }
}

/// Returns the instruction by which the tables list an atomic: that on signed integers.
fn plain(op: Op) -> Op {
    match op {
        Op::AtomicFAddEXT => Op::AtomicIAdd,
        Op::AtomicFMinEXT => Op::AtomicSMin,
        Op::AtomicFMaxEXT => Op::AtomicSMax,
        Op::AtomicCompareExchangeWeak => Op::AtomicCompareExchange,
        op => UNSIGNED.iter().find(|row| row.1 == op).map_or(op, |row| row.0),
    }
}

fn row(table: &'static [(&str, Op)], inst: Instruction<'_>, op: Op) -> Result<&'static str> {
    let row = table.iter().find(|row| row.1 == op);
    row.map(|row| row.0).ok_or_else(|| inst.unsupported(format!("{} in OpenCL C", inst.name())))
}

// --- OpenCL C 1.2 ---

fn legacy<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let number = Number::of(r, inst)?;
    let op = match plain(inst.opcode()) {
        Op::AtomicLoad => Op::AtomicIAdd,
        Op::AtomicStore | Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => Op::AtomicExchange,
        op => op,
    };
    let name = row(LEGACY, inst, op)?;
    let pointer = r.operand(inst, 0)?;
    let mut args = vec![pointer];
    args.extend(legacy_objects(r, inst, &number)?);
    let prefix = if number.ty.int_width() == 64 { "atom" } else { "atomic" };
    let place = Pointer { volatile: true, ..Pointer::new(pointer.ty().address_space(), number.name.clone()) };
    let mut params = vec![place.into()];
    params.extend(args.iter().skip(1).map(|_| number.name.clone()));
    let call = builtins::call(r, &format!("{prefix}_{name}"), number.ty, &params, &args, Effects::Any)?;
    match inst.opcode() {
        Op::AtomicFlagTestAndSet => {
            let set = r.builder.cast(Opcode::Trunc, call, r.context.bool_type())?;
            r.define(inst, set)
        }
        _ if inst.result_id().is_some() => r.define(inst, call),
        _ => Ok(()),
    }
}

/// Returns the arguments behind the pointer, as OpenCL C 1.2 orders them.
fn legacy_objects<'m>(r: &Reverse<'m>, inst: Instruction<'m>, number: &Number<'m>) -> Result<Vec<Value<'m>>> {
    Ok(match inst.opcode() {
        Op::AtomicIIncrement | Op::AtomicIDecrement => Vec::new(),
        Op::AtomicLoad | Op::AtomicFlagClear => vec![number.constant(r, 0)?],
        Op::AtomicFlagTestAndSet => vec![number.constant(r, 1)?],
        Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak => vec![r.operand(inst, 5)?, r.operand(inst, 4)?],
        _ => vec![r.operand(inst, 3)?],
    })
}

// --- OpenCL C 2.0 ---

fn modern<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let number = Number::of(r, inst)?;
    let op = match plain(inst.opcode()) {
        Op::AtomicIIncrement => Op::AtomicIAdd,
        Op::AtomicIDecrement => Op::AtomicISub,
        op => op,
    };
    let name = row(MODERN, inst, op)?;
    let pointer = r.operand(inst, 0)?;
    let mut args = vec![generic(r, pointer)?];
    let mut params = vec![atomic_place(r, &number)];
    let object = match inst.opcode() {
        Op::AtomicIIncrement | Op::AtomicIDecrement => Some(number.constant(r, 1)?),
        Op::AtomicLoad | Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => None,
        _ => Some(r.operand(inst, 3)?),
    };
    params.extend(object.map(|_| number.name.clone()));
    args.extend(object);
    let mut translator = Translator::default();
    let scope = translator.scope(r, inst.operand(1)?)?;
    args.extend([translator.order(r, inst.operand(2)?)?, scope]);
    params.extend([Type::named("memory_order"), Type::named("memory_scope")]);
    let result = match inst.result_type() {
        Some(ty) => r.ty(ty)?,
        None => r.context.void_type(),
    };
    let call = builtins::call(r, &format!("atomic_{name}_explicit"), result, &params, &args, Effects::Any)?;
    if inst.result_id().is_some() {
        r.define(inst, call)?;
    }
    translator.finish();
    Ok(())
}

fn atomic_place(r: &Reverse<'_>, number: &Number<'_>) -> Type {
    Pointer { volatile: true, ..Pointer::new(r.options.address_spaces.of(GENERIC), Type::atomic(number.name.clone())) }
        .into()
}

/// Returns a pointer cast to the generic address space.
fn generic<'m>(r: &Reverse<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
    let ty = pointers::reverse_type_in(r, GENERIC)?;
    if pointer.ty() == ty {
        return Ok(pointer);
    }
    let cast = r.builder.cast(Opcode::AddrSpaceCast, pointer, ty)?;
    cast.set_name(&format!("{}.as", pointer.name()));
    Ok(cast)
}

/// Translates compare-exchange to `atomic_compare_exchange_strong_explicit`, which returns the old value in the
/// variable with the expected one.
fn compare_exchange<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let number = Number::of(r, inst)?;
    let (pointer, value, comparator) = (r.operand(inst, 0)?, r.operand(inst, 4)?, r.operand(inst, 5)?);
    let mut translator = Translator::default();
    let pointer = generic(r, pointer)?;
    let scope = translator.scope(r, inst.operand(1)?)?;
    let (equal, unequal) = (translator.order(r, inst.operand(2)?)?, translator.order(r, inst.operand(3)?)?);
    let expected = memory::scratch_variable(r, number.ty, None)?;
    expected.set_name("expected");
    r.builder.store(comparator, expected)?;
    let expected = generic(r, expected)?;
    let order = Type::named("memory_order");
    let params = [
        atomic_place(r, &number),
        Type::pointer(r.options.address_spaces.of(GENERIC), number.name.clone()),
        number.name.clone(),
        order.clone(),
        order,
        Type::named("memory_scope"),
    ];
    let args = [pointer, expected, value, equal, unequal, scope];
    let base = "atomic_compare_exchange_strong_explicit";
    builtins::call(r, base, r.context.bool_type(), &params, &args, Effects::Any)?;
    let original = r.builder.load(number.ty, expected)?;
    r.define(inst, original)?;
    translator.finish();
    Ok(())
}
