//! Atomics (SPIR-V 3.42.18 "Atomic Instructions").
//!
//! In LLVM IR: atomic `load`, `store`, `atomicrmw`, `cmpxchg` and `fence`, or calls of builtins: OpenCL C 1.2's
//! `atomic_add` (relaxed, device scope), OpenCL C 2.0's `atomic_fetch_add_explicit`, `__spirv_AtomicIAdd`. On the way
//! back all are calls, of `__spirv_` builtins unless the options choose an OpenCL C spelling that has the operation.
//! Lost: `volatile`, and the weakness of a `cmpxchg`.

mod compute;
mod loops;
mod needs;
pub(crate) mod opencl;
mod origin;
mod reverse;
#[cfg(test)]
mod tests;

pub use needs::computes;
pub use opencl::{is_atomic, resolve};

use super::memory::writable;
use super::memory_semantics as semantics;
use crate::binary::Id;
use crate::concepts::base::rows::rows;
use crate::concepts::base::{pointers, types, values};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{AtomicOrdering, AtomicRmwOp, Opcode, Type, Value};
use crate::state::hooks::ask;
use crate::state::{Chapter, Forward, Operand};
use ::spirv::Op;

rows! {
    /// The operations of `atomicrmw`.
    rmw: AtomicRmwOp = Op;
    both {
        Xchg = AtomicExchange, Add = AtomicIAdd, Sub = AtomicISub,
        And = AtomicAnd, Or = AtomicOr, Xor = AtomicXor,
        Max = AtomicSMax, Min = AtomicSMin,
        UMax = AtomicUMax, UMin = AtomicUMin,
        FAdd = AtomicFAddEXT,
        FMax = AtomicFMaxEXT, FMin = AtomicFMinEXT,
    }
    forward { FSub = AtomicFAddEXT }
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(opencl::ATOMICS, reverse::reverse), (needs::FLOAT_ARITHMETIC, reverse::reverse)],
    llvm_instructions: &[
        (&[Opcode::AtomicRmw], |f, inst, _| forward_rmw(f, inst)),
        (&[Opcode::CmpXchg], |f, inst, _| forward_compare_exchange(f, inst)),
        (&[Opcode::Fence], |f, inst, _| forward_fence(f, inst)),
    ],
    resolve: Some(resolve),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Pointer, scope and semantics: the first operands of every atomic.
struct Place {
    pointer: Id,
    scope: Id,
    /// The bits of the storage class in the memory semantics.
    class: u32,
}

impl Place {
    /// Returns the place of an atomic instruction.
    fn of<'m>(f: &mut Forward<'m>, inst: Value<'m>, pointer: Value<'m>, number: Number) -> Result<Self> {
        writable::require(f, pointer)?;
        let class = pointers::storage_class(f, pointer.ty().address_space())?;
        let ty = pointers::pointer_type(f, class, number.ty)?;
        let bits = origin::class_bits(f, pointer, class);
        let pointer = values::operand_as(f, pointer, ty)?.id;
        let scope = semantics::scope_of(f, inst)?;
        Ok(Self { pointer, scope, class: bits })
    }

    fn semantics(&self, f: &mut Forward<'_>, ordering: AtomicOrdering) -> Result<Id> {
        let semantics = semantics::of_instruction(f, ordering, self.class);
        crate::concepts::base::constants::word(f, semantics)
    }
}

/// The SPIR-V type of the values of an atomic.
#[derive(Clone, Copy)]
struct Number {
    ty: Id,
    /// True if the LLVM type differs: a pointer, a vector or (for compare-exchange) a floating-point number.
    converted: bool,
}

impl Number {
    /// Returns the type for values of type `ty` in the instruction `op`, and declares its requirements.
    fn of<'m>(f: &mut Forward<'m>, ty: Type<'m>, op: Op) -> Result<Self> {
        needs::require(f, op, ty)?;
        let is_packed = ty.is_vector() && !needs::is_float_arithmetic(op);
        let converted = ty.is_pointer() || is_packed || (op == Op::AtomicCompareExchange && ty.is_float());
        let width = needs::width(f, ty);
        let number = if converted { types::int(f, width)? } else { types::forward(f, ty)? };
        if converted && width == 64 {
            f.spv.require(::spirv::Capability::Int64Atomics);
        }
        Ok(Self { ty: number, converted })
    }
}

/// Returns a value operand, converted to the atomic's type.
fn object<'m>(f: &mut Forward<'m>, value: Value<'m>, number: Number) -> Result<Id> {
    let operand = values::operand(f, value)?;
    if !number.converted {
        let is_other = operand.ty != number.ty;
        let converted = if is_other { ask!(f.hooks.convert_value, f, operand, number.ty) } else { None };
        return Ok(converted.unwrap_or(operand).id);
    }
    let op = if value.ty().is_pointer() { Op::ConvertPtrToU } else { Op::Bitcast };
    Ok(f.emit_value(op, number.ty, &[operand.id])?.id)
}

/// Returns opcode and type of the conversion back to the program's type.
fn restored<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<(Op, Id)> {
    Ok((if ty.is_pointer() { Op::ConvertUToPtr } else { Op::Bitcast }, types::forward(f, ty)?))
}

/// Emits an atomic and binds its result, converted to the program's type.
fn define<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, number: Number, operands: &[Id]) -> Result<()> {
    if !number.converted {
        return f.define(inst, op, number.ty, operands).map(drop);
    }
    let result = f.emit_value(op, number.ty, operands)?.id;
    let (op, ty) = restored(f, inst.ty())?;
    f.define(inst, op, ty, &[result]).map(drop)
}

/// An atomic `load`.
pub fn forward_load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if !needs::allowed(f, Op::AtomicLoad, inst.ty()) {
        return small_load(f, inst);
    }
    let number = Number::of(f, inst.ty(), Op::AtomicLoad)?;
    let place = Place::of(f, inst, values::child(inst, 0)?, number)?;
    let semantics = place.semantics(f, inst.ordering())?;
    define(f, inst, Op::AtomicLoad, number, &[place.pointer, place.scope, semantics])
}

/// Translates an atomic `load` of a small number to a loop that leaves the number unchanged.
fn small_load<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let zero = f.spv.unique_constant(Op::ConstantNull, ty, &[])?;
    let update = match inst.ty().scalar().is_float() {
        // Comparing zero with what is there and putting it back says what is there.
        true => (loops::Update::CompareExchange, vec![zero, zero]),
        false => (loops::Update::Compute(AtomicRmwOp::Or), vec![zero]),
    };
    let held = in_loop(f, inst, 0, inst.ty(), update.0, &update.1)?;
    f.bind(inst, held)
}

/// An atomic `store`.
pub fn forward_store<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let value = values::child(inst, 0)?;
    if !needs::allowed(f, Op::AtomicStore, value.ty()) {
        let kind = AtomicRmwOp::Xchg;
        let operand = values::operand(f, value)?.id;
        return in_loop(f, inst, 1, value.ty(), loops::Update::Compute(kind), &[operand]).map(drop);
    }
    let number = Number::of(f, value.ty(), Op::AtomicStore)?;
    let place = Place::of(f, inst, values::child(inst, 1)?, number)?;
    let semantics = place.semantics(f, inst.ordering())?;
    let object = object(f, value, number)?;
    f.emit(Op::AtomicStore, &[place.pointer, place.scope, semantics, object])
}

/// `atomicrmw`.
pub fn forward_rmw<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let kind = inst.rmw_op().ok_or_else(|| Error::internal("atomicrmw without an operation"))?;
    let op = rmw::to_spirv(kind);
    let direct = op.is_some_and(|op| needs::allowed(f, op, inst.ty()));
    if !direct && !f.options.policy.expands_no_atomics {
        let operand = values::nth(f, inst, 1)?.id;
        let old = in_loop(f, inst, 0, inst.ty(), loops::Update::Compute(kind), &[operand])?;
        return f.bind(inst, old);
    }
    let op = op.ok_or_else(|| no_such_operation(kind))?;
    let number = Number::of(f, inst.ty(), op)?;
    let place = Place::of(f, inst, values::child(inst, 0)?, number)?;
    let semantics = place.semantics(f, inst.ordering())?;
    let mut object = object(f, values::child(inst, 1)?, number)?;
    if kind == AtomicRmwOp::FSub {
        object = f.emit_value(Op::FNegate, number.ty, &[object])?.id;
    }
    define(f, inst, op, number, &[place.pointer, place.scope, semantics, object])
}

/// Returns LLVM's name of the operation.
pub fn operation_name(kind: AtomicRmwOp) -> &'static str {
    kind.word()
}

/// Emits a call of the loop for an operation without an instruction, and returns the old value.
fn in_loop<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    pointer: u32,
    ty: Type<'m>,
    update: loops::Update,
    values: &[Id],
) -> Result<Operand> {
    let pointer = values::child(inst, pointer)?;
    writable::require(f, pointer)?;
    let class = pointers::storage_class(f, pointer.ty().address_space())?;
    let orders = match update {
        loops::Update::CompareExchange => orderings(inst),
        loops::Update::Compute(_) => [inst.ordering(), AtomicOrdering::Monotonic],
    };
    let bits = origin::class_bits(f, pointer, class);
    let [semantics, failed] = orders.map(|ordering| semantics::of_instruction(f, ordering, bits));
    let scope = semantics::sync_scope(f, &inst.sync_scope()) as u32;
    let mut operands = vec![pointers::operand_to(f, pointer, ty)?.id];
    operands.extend_from_slice(values);
    let id = loops::call(f, update, loops::Site { ty, class, scope, semantics, failed }, &operands)?;
    Ok(Operand { id, ty: types::forward(f, ty)? })
}

fn no_such_operation(kind: AtomicRmwOp) -> Error {
    let name = operation_name(kind);
    let error =
        Error::of(Code::Instruction, format!("atomicrmw {name}")).about(Subject::Atomic { operation: name.to_owned() });
    error.hint("use a loop around cmpxchg")
}

/// Returns the orderings of a `cmpxchg` for success and failure.
fn orderings(inst: Value<'_>) -> [AtomicOrdering; 2] {
    let known = [inst.success_ordering(), inst.failure_ordering()];
    let [success, failure] = known.map(|o| o.unwrap_or(AtomicOrdering::Monotonic));
    [semantics::at_least(success, failure), failure]
}

/// Translates `cmpxchg`, which returns the old value and whether it was the expected one.
pub fn forward_compare_exchange<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let [expected, new] = [values::child(inst, 1)?, values::child(inst, 2)?];
    if !needs::allowed(f, Op::AtomicCompareExchange, new.ty()) {
        return small_compare_exchange(f, inst, expected, new);
    }
    let number = Number::of(f, new.ty(), Op::AtomicCompareExchange)?;
    let place = Place::of(f, inst, values::child(inst, 0)?, number)?;
    let [success, failure] = orderings(inst);
    let (equal, unequal) = (place.semantics(f, success)?, place.semantics(f, failure)?);
    let (value, comparator) = (object(f, new, number)?, object(f, expected, number)?);
    let boolean = types::int(f, 1)?;
    let operands = [place.pointer, place.scope, equal, unequal, value, comparator];
    let mut old = f.emit_value(Op::AtomicCompareExchange, number.ty, &operands)?.id;
    let same = f.emit_value(Op::IEqual, boolean, &[old, comparator])?.id;
    if number.converted {
        let (op, ty) = restored(f, new.ty())?;
        old = f.emit_value(op, ty, &[old])?.id;
    }
    crate::concepts::base::emit::define_pair(f, inst, old, same)
}

/// `cmpxchg` of a small number, by a loop.
fn small_compare_exchange<'m>(f: &mut Forward<'m>, inst: Value<'m>, expected: Value<'m>, new: Value<'m>) -> Result<()> {
    let values = [values::operand(f, expected)?.id, values::operand(f, new)?.id];
    let old = in_loop(f, inst, 0, new.ty(), loops::Update::CompareExchange, &values)?.id;
    let boolean = types::int(f, 1)?;
    let same = f.emit_value(Op::IEqual, boolean, &[old, values[0]])?.id;
    crate::concepts::base::emit::define_pair(f, inst, old, same)
}

/// `fence`: of all memory.
pub fn forward_fence<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let scope = semantics::scope_of(f, inst)?;
    let semantics = semantics::of_fence(f, inst.ordering());
    let semantics = crate::concepts::base::constants::word(f, semantics)?;
    f.emit(Op::MemoryBarrier, &[scope, semantics])
}
