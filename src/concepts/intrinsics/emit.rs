//! What the sequences are made of.

use crate::concepts::{decorations, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value, fast_math};
use crate::spirv::Id;
use crate::state::{Forward, Member, Operand};
use ::spirv::{Op, OpenclStd100Op as Cl};

/// The set of extended instructions that kernels have.
pub const OPENCL_STD: &str = "OpenCL.std";

/// The `index`-th argument, as LLVM has it.
pub fn argument(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.call_arg(index).ok_or_else(|| Error::internal(format!("an intrinsic without its argument {index}")))
}

/// The `index`-th argument.
pub fn arg<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<Id> {
    let argument = argument(inst, index)?;
    Ok(values::operand(f, argument)?.id)
}

/// The first `count` arguments.
fn args<'m>(f: &mut Forward<'m>, inst: Value<'m>, count: u32) -> Result<Vec<Id>> {
    (0..count).map(|index| arg(f, inst, index)).collect()
}

/// A core instruction.
pub fn op(f: &mut Forward<'_>, op: Op, ty: Id, operands: &[Id]) -> Result<Id> {
    Ok(f.emit_value(op, ty, operands)?.id)
}

/// Set, number and operands of an instruction of OpenCL.std.
pub fn ext_operands(f: &mut Forward<'_>, instruction: Cl, operands: &[Id]) -> Vec<u32> {
    let mut words = vec![f.spv.ext_inst_set(OPENCL_STD), instruction as u32];
    words.extend_from_slice(operands);
    words
}

/// An instruction of OpenCL.std.
pub fn ext(f: &mut Forward<'_>, instruction: Cl, ty: Id, operands: &[Id]) -> Result<Id> {
    let words = ext_operands(f, instruction, operands);
    op(f, Op::ExtInst, ty, &words)
}

/// The intrinsic is an instruction of OpenCL.std.
pub fn define_extended<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl, count: u32) -> Result<()> {
    if inst.ty().scalar().is_int_of(1) {
        return Err(Error::of(Code::Intrinsic, format!("{instruction:?} of booleans")));
    }
    // In the order in which the call that it comes back as is translated.
    f.spv.ext_inst_set(OPENCL_STD);
    let operands = args(f, inst, count)?;
    let ty = types::forward(f, inst.ty())?;
    let instruction = if is_approximate(inst) { native(instruction).unwrap_or(instruction) } else { instruction };
    let words = ext_operands(f, instruction, &operands);
    let result = f.define(inst, Op::ExtInst, ty, &words)?;
    decorations::fast_math::forward(f, inst, result.id)
}

/// Does any approximation do? OpenCL.std has those of single precision.
fn is_approximate(inst: Value<'_>) -> bool {
    inst.fast_math() & fast_math::APPROX_FUNC != 0 && inst.ty().scalar().float_width() == 32
}

/// The instruction that approximates another one as well as the device can without effort.
fn native(instruction: Cl) -> Option<Cl> {
    Some(match instruction {
        Cl::cos => Cl::native_cos,
        Cl::exp => Cl::native_exp,
        Cl::exp2 => Cl::native_exp2,
        Cl::exp10 => Cl::native_exp10,
        Cl::log => Cl::native_log,
        Cl::log2 => Cl::native_log2,
        Cl::log10 => Cl::native_log10,
        Cl::sin => Cl::native_sin,
        Cl::sqrt => Cl::native_sqrt,
        Cl::tan => Cl::native_tan,
        _ => return None,
    })
}

/// The intrinsic is an instruction without a result.
pub fn core<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, count: u32) -> Result<()> {
    let operands = args(f, inst, count)?;
    f.emit(op, &operands)
}

/// The intrinsic is a core instruction.
pub fn define_core<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, count: u32) -> Result<Operand> {
    let ty = types::forward(f, inst.ty())?;
    let operands = args(f, inst, count)?;
    f.define(inst, op, ty, &operands)
}

/// The result of an instruction that returns a structure of two members, put in as `insertvalue` does.
pub fn define_pair<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: Id, second: Id) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let nothing = f.spv.unique_constant(Op::Undef, ty, &[])?;
    let half = op(f, Op::CompositeInsert, ty, &[first, nothing, 0])?;
    f.define(inst, Op::CompositeInsert, ty, &[second, half, 1]).map(drop)
}

/// Lets what takes a member out of the structure that `inst` returns take what the member was made of. Is there nothing
/// else that uses the structure?
pub fn are_parts_enough<'m>(f: &mut Forward<'m>, inst: Value<'m>, parts: [Id; 2]) -> Result<bool> {
    let mut member = |index: u32, id| {
        let operand = Operand { id, ty: types::forward(f, member(inst, index)?)? };
        Ok::<_, Error>(Member { operand, is_named: false })
    };
    let members = [member(0, parts[0])?, member(1, parts[1])?];
    f.body.members.insert(inst, members);
    Ok(inst.uses().all(|user| user.is_op(Opcode::LLVMExtractValue)))
}

/// The type of the `index`-th member of what an intrinsic returns.
pub fn member(inst: Value<'_>, index: u32) -> Result<Type<'_>> {
    inst.ty().field(index).ok_or_else(|| Error::internal("an intrinsic that returns no structure"))
}

/// Scalar or vector of `scalar`, with as many components as `shape` has.
pub fn shaped<'m>(f: &mut Forward<'m>, scalar: Id, shape: Type<'m>) -> Result<Id> {
    match shape.is_vector() {
        true => types::vector_of(f, scalar, shape.count() as u32),
        false => Ok(scalar),
    }
}

/// Booleans, as many as `shape` has components.
pub fn boolean<'m>(f: &mut Forward<'m>, shape: Type<'m>) -> Result<Id> {
    let scalar = types::int(f, 1)?;
    shaped(f, scalar, shape)
}

/// Integers of `width` bits, as many as `shape` has components.
pub fn integers<'m>(f: &mut Forward<'m>, width: u32, shape: Type<'m>) -> Result<Id> {
    let scalar = types::int(f, width)?;
    shaped(f, scalar, shape)
}

/// The number that a constant, or each component of one, is.
pub fn constant(value: Value<'_>) -> Option<u64> {
    if !value.is_constant() || value.is_undef() {
        return None;
    }
    if !value.ty().is_vector() {
        return value.int_value();
    }
    let first = value.aggregate_element(0)?.int_value()?;
    let same = |i| value.aggregate_element(i).and_then(Value::int_value) == Some(first);
    (1..value.ty().count() as u32).all(same).then_some(first)
}
