//! Helpers that emit single instructions, for the sequences that intrinsics become.

use crate::binary::Id;
use crate::concepts::base::{decorations, types, values};
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value, fast_math};
use crate::state::{Forward, Member, Operand};
use ::spirv::{Op, OpenClStd as Cl};

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

/// Returns the `index`-th argument, with a bitcast where its type in shaders is the signed integer type.
pub fn unsigned_arg<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<Id> {
    let argument = argument(inst, index)?;
    let ty = types::forward(f, argument.ty())?;
    f.shaders.has_signed_constants = false;
    let operand = values::operand(f, argument)?;
    if operand.ty == ty { Ok(operand.id) } else { op(f, Op::Bitcast, ty, &[operand.id]) }
}

/// The first `count` arguments.
fn args<'m>(f: &mut Forward<'m>, inst: Value<'m>, count: u32) -> Result<Vec<Id>> {
    (0..count).map(|index| arg(f, inst, index)).collect()
}

/// A core instruction.
pub fn op(f: &mut Forward<'_>, op: Op, ty: Id, operands: &[Id]) -> Result<Id> {
    Ok(f.emit_value(op, ty, operands)?.id)
}

/// Set, number and operands of an instruction of OpenCL.std, which shaders lack.
pub fn ext_operands(f: &mut Forward<'_>, instruction: Cl, operands: &[Id]) -> Result<Vec<u32>> {
    if Models::of_addressing(f.spv.addressing_model()).is_some_and(Models::is_logical) {
        return Err(Error::of(Code::Intrinsic, format!("{instruction:?} of OpenCL.std in a shader")));
    }
    let mut words = vec![f.spv.ext_inst_set(OPENCL_STD), instruction as u32];
    words.extend_from_slice(operands);
    Ok(words)
}

/// An instruction of OpenCL.std.
pub fn ext(f: &mut Forward<'_>, instruction: Cl, ty: Id, operands: &[Id]) -> Result<Id> {
    let words = ext_operands(f, instruction, operands)?;
    op(f, Op::ExtInst, ty, &words)
}

/// Translates an intrinsic to an instruction of OpenCL.std with its first `count` arguments.
pub fn define_extended<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl, count: u32) -> Result<()> {
    if inst.ty().scalar().is_int_of(1) {
        return Err(Error::of(Code::Intrinsic, format!("{instruction:?} of booleans")));
    }
    // In the order in which the call that it comes back as is translated.
    f.spv.ext_inst_set(OPENCL_STD);
    let operands = args(f, inst, count)?;
    let ty = types::forward(f, inst.ty())?;
    let instruction = if is_approximate(inst) { native(instruction).unwrap_or(instruction) } else { instruction };
    let words = ext_operands(f, instruction, &operands)?;
    let result = f.define(inst, Op::ExtInst, ty, &words)?;
    decorations::fast_math::forward(f, inst, result.id)
}

/// Returns whether `afn` allows an approximation that OpenCL.std has an instruction for: in single precision only.
fn is_approximate(inst: Value<'_>) -> bool {
    inst.fast_math() & fast_math::APPROX_FUNC != 0 && inst.ty().scalar().float_width() == 32
}

/// Returns the `native_` instruction that computes a function with the precision of the device.
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

/// Translates an intrinsic without a result to a core instruction with its first `count` arguments.
pub fn core<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, count: u32) -> Result<()> {
    let operands = args(f, inst, count)?;
    f.emit(op, &operands)
}

/// Translates an intrinsic to a core instruction with its first `count` arguments.
pub fn define_core<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, count: u32) -> Result<Operand> {
    let ty = types::forward(f, inst.ty())?;
    let operands = args(f, inst, count)?;
    f.define(inst, op, ty, &operands)
}

/// Binds `inst` to a structure of two members, which is built with two `OpCompositeInsert`.
pub fn define_pair<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: Id, second: Id) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let nothing = f.spv.unique_constant(Op::Undef, ty, &[])?;
    let half = op(f, Op::CompositeInsert, ty, &[first, nothing, 0])?;
    f.define(inst, Op::CompositeInsert, ty, &[second, half, 1]).map(drop)
}

/// Notes for each member of the structure that `inst` returns the value it is made of, which `extractvalue` then uses
/// directly. Returns whether all users are `extractvalue`, so that the structure itself is not needed.
pub fn are_parts_enough<'m>(f: &mut Forward<'m>, inst: Value<'m>, parts: [Id; 2]) -> Result<bool> {
    let mut member = |index: u32, id| {
        let operand = Operand { id, ty: types::forward(f, member(inst, index)?)? };
        Ok::<_, Error>(Member { operand, is_named: false })
    };
    let members = [member(0, parts[0])?, member(1, parts[1])?];
    f.body.members.insert(inst, members);
    Ok(inst.uses().all(|user| user.is_op(Opcode::ExtractValue)))
}

/// Returns the type of the `index`-th member of the structure that an intrinsic returns.
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

/// Returns the value of an integer constant, or of each component of a splat.
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

/// Returns the comparison of two numbers for equality, and the lesser or greater of two equal numbers: their bits
/// differ at most in the sign of a zero.
pub fn equal_numbers<'m>(f: &mut Forward<'m>, shape: Type<'m>, a: Id, b: Id, least: bool) -> Result<(Id, Id)> {
    let (ty, boolean) = (types::forward(f, shape)?, boolean(f, shape)?);
    let bits = integers(f, shape.scalar().float_width(), shape)?;
    let (a_bits, b_bits) = (op(f, Op::Bitcast, bits, &[a])?, op(f, Op::Bitcast, bits, &[b])?);
    let merged = op(f, if least { Op::BitwiseOr } else { Op::BitwiseAnd }, bits, &[a_bits, b_bits])?;
    let same = op(f, Op::Bitcast, ty, &[merged])?;
    Ok((op(f, Op::FOrdEqual, boolean, &[a, b])?, same))
}

/// Returns the type and the operands of the `OpSelect` that is the minimum or maximum of two numbers: NaN if one is,
/// and -0 below +0.
pub fn extreme<'m>(f: &mut Forward<'m>, shape: Type<'m>, a: Id, b: Id, least: bool) -> Result<(Id, [Id; 3])> {
    let (ty, boolean) = (types::forward(f, shape)?, boolean(f, shape)?);
    let order = if least { Op::FOrdLessThan } else { Op::FOrdGreaterThan };
    let first = op(f, order, boolean, &[a, b])?;
    let differing = op(f, Op::Select, ty, &[first, a, b])?;
    let (equal, same) = equal_numbers(f, shape, a, b, least)?;
    let ordered = op(f, Op::Select, ty, &[equal, same, differing])?;
    let nan = op(f, Op::Unordered, boolean, &[a, b])?;
    let sum = op(f, Op::FAdd, ty, &[a, b])?;
    Ok((ty, [nan, sum, ordered]))
}
