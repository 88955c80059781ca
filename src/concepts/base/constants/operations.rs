//! Operations on constants (SPIR-V 3.42.7 `OpSpecConstantOp`).
//!
//! In LLVM IR: folded where all operands are plain, else a constant expression, where LLVM has one.

use super::{rebuild, reverse_splat};
use crate::binary::{Instruction, Op};
use crate::concepts::base::pointers;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Predicate, Type, Value};
use crate::state::{ConstantOperation, Reverse};

/// The limit on the number of elements of a constant that is rebuilt to replace one element: about as many as an
/// `OpConstantComposite` can have.
const MOST_ELEMENTS: u64 = 1 << 16;

// --- SPIR-V to LLVM ---

/// `OpSpecConstantOp`: folded, or a constant expression where LLVM has one.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (op, operands) = inst.in_operands().split_first().ok_or_else(|| inst.error("no operation"))?;
    let Some(op) = Op::from_u32(*op) else { return Err(inst.error(format!("{op} is no opcode"))) };
    let ty = r.result_ty(inst)?;
    let value = match (operands, op) {
        (_, op) if pointers::is_chain(op) => {
            let gep = pointers::reverse_chain(r, op, operands)?;
            r.context.const_gep(gep.source, gep.base, &gep.indices, gep.in_bounds)?
        }
        ([part, path @ ..], Op::CompositeExtract) => match (r.value(*part)?, path) {
            (vector, [index]) if vector.ty().is_vector() && vector.is_constant_expression() => {
                r.context.const_extract_element(vector, *index)?
            }
            (part, path) => extract(part, path)?,
        },
        ([object, into, path @ ..], Op::CompositeInsert) => insert(r, r.value(*object)?, r.value(*into)?, path)?,
        ([a, b, lanes @ ..], Op::VectorShuffle) => shuffle(r, ty, [r.value(*a)?, r.value(*b)?], lanes)?,
        ([condition, yes, no], Op::Select) => select(r, inst, r.value(*condition)?, [r.value(*yes)?, r.value(*no)?])?,
        ([operand], _) => unary(r, inst, op, r.value(*operand)?, ty)?,
        ([a, b], _) => two(r, inst, op, r.value(*a)?, r.value(*b)?)?,
        _ => return Err(no_operation(inst, op)),
    };
    r.set_constant(inst, value)
}

/// Returns the LLVM constant operation for an opcode that converts `from` to `to`.
fn operation<'m>(r: &Reverse<'m>, op: Op, from: Type<'m>, to: Type<'m>) -> Option<ConstantOperation> {
    r.hooks.reverse_operation.iter().find_map(|hook| hook(op, from, to))
}

#[cold]
fn no_operation(inst: Instruction<'_>, op: Op) -> Error {
    inst.unsupported(format!("the constant operation Op{op:?}"))
}

fn unary<'m>(r: &Reverse<'m>, inst: Instruction<'m>, op: Op, v: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    match op {
        Op::SNegate => r.context.const_binary(Opcode::Sub, r.context.const_null(ty)?, v),
        Op::Not | Op::LogicalNot => r.context.const_binary(Opcode::Xor, v, reverse_splat(r, ty, u64::MAX)?),
        Op::FNegate => negate(r, v),
        Op::QuantizeToF16 => quantize(r, v),
        _ => match operation(r, op, v.ty(), ty) {
            Some(ConstantOperation::Cast(_)) if v.ty() == ty => Ok(v),
            Some(ConstantOperation::Cast(opcode)) => r.context.const_cast(opcode, v, ty),
            _ => Err(no_operation(inst, op)),
        },
    }
}

fn two<'m>(r: &Reverse<'m>, inst: Instruction<'m>, op: Op, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    match op {
        Op::SMod => return modulo(r, a, b),
        Op::FMod => return float_modulo(r, a, b),
        _ => {}
    }
    match operation(r, op, a.ty(), b.ty()) {
        Some(ConstantOperation::Binary(opcode)) if a.ty() != b.ty() => {
            // The amount of a shift, which is unsigned, may have another width than what is shifted.
            let is_wider = b.ty().scalar().int_width() > a.ty().scalar().int_width();
            let resize = if is_wider { Opcode::Trunc } else { Opcode::ZExt };
            r.context.const_binary(opcode, a, r.context.const_cast(resize, b, a.ty())?)
        }
        Some(ConstantOperation::Binary(opcode)) => r.context.const_binary(opcode, a, b),
        Some(ConstantOperation::CompareInt(predicate)) => r.context.const_compare_int(predicate, a, b),
        Some(ConstantOperation::CompareFloat(predicate)) => r.context.const_compare_float(predicate, a, b),
        _ => Err(no_operation(inst, op)),
    }
}

/// Folds `OpSMod`, whose result has the sign of the divisor: the remainder, plus the divisor if the remainder is not
/// zero and has the other sign.
fn modulo<'m>(r: &Reverse<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    if a.ty().is_vector() {
        let parts = elements(a).zip(elements(b)).map(|(a, b)| modulo(r, a, b)).collect::<Result<Vec<_>>>()?;
        return rebuild(r, a.ty(), &parts);
    }
    let rest = r.context.const_binary(Opcode::SRem, a, b)?;
    match (rest.int_signed(), b.int_signed()) {
        (Some(number), Some(divisor)) if number != 0 && (number < 0) != (divisor < 0) => {
            r.context.const_binary(Opcode::Add, rest, b)
        }
        _ => Ok(rest),
    }
}

/// `OpFMod`, whose result has the sign of the divisor, as [`modulo`].
fn float_modulo<'m>(r: &Reverse<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    if a.ty().is_vector() {
        let parts = elements(a).zip(elements(b)).map(|(a, b)| float_modulo(r, a, b)).collect::<Result<Vec<_>>>()?;
        return rebuild(r, a.ty(), &parts);
    }
    let rest = r.context.const_binary(Opcode::FRem, a, b)?;
    let zero = r.context.const_null(a.ty())?;
    let is = |predicate, value| {
        let boolean = r.context.const_compare_float(predicate, value, zero)?;
        Ok(boolean.int_value() == Some(1))
    };
    let (less, more) = (Predicate::Olt, Predicate::Ogt);
    let differ = is(less, rest)? && is(more, b)? || is(more, rest)? && is(less, b)?;
    if differ { r.context.const_binary(Opcode::FAdd, rest, b) } else { Ok(rest) }
}

/// Folds `OpQuantizeToF16`: rounds to half precision and back, where numbers too small for a normal half are flushed to zero.
fn quantize<'m>(r: &Reverse<'m>, value: Value<'m>) -> Result<Value<'m>> {
    if value.ty().is_vector() {
        let parts = elements(value).map(|part| quantize(r, part)).collect::<Result<Vec<_>>>()?;
        return rebuild(r, value.ty(), &parts);
    }
    let half = r.context.const_cast(Opcode::FpTrunc, value, r.context.half_type())?;
    let small = half.float_bits().filter(|bits| bits & 0x7C00 == 0);
    let half = small.map_or(Ok(half), |bits| r.context.const_float_bits(half.ty(), bits & 0x8000))?;
    r.context.const_cast(Opcode::FpExt, half, value.ty())
}

/// Folds `OpFNegate`: flips the sign, of a NaN too.
fn negate<'m>(r: &Reverse<'m>, value: Value<'m>) -> Result<Value<'m>> {
    if value.ty().is_vector() {
        let parts = elements(value).map(|part| negate(r, part)).collect::<Result<Vec<_>>>()?;
        return rebuild(r, value.ty(), &parts);
    }
    match (value.float_bits(), value.ty().float_width()) {
        (Some(bits), width @ 1..=64) => r.context.const_float_bits(value.ty(), bits ^ 1 << (width - 1)),
        _ if value.is_undef() => Ok(value),
        _ => Err(Error::unsupported("the constant operation OpFNegate of what is no number")),
    }
}

/// `OpSelect`, by one condition or by one for each component.
fn select<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    condition: Value<'m>,
    [yes, no]: [Value<'m>; 2],
) -> Result<Value<'m>> {
    let unknown = || inst.unsupported("a constant OpSelect whose condition is no number");
    if !condition.ty().is_vector() {
        let condition = condition.int_value().ok_or_else(unknown)?;
        return Ok(if condition == 0 { no } else { yes });
    }
    let lanes = elements(condition).zip(elements(yes).zip(elements(no)));
    let parts = lanes.map(|(condition, (yes, no))| {
        let condition = condition.int_value().ok_or_else(unknown)?;
        Ok(if condition == 0 { no } else { yes })
    });
    rebuild(r, yes.ty(), &parts.collect::<Result<Vec<_>>>()?)
}

/// The part of a constant at a path.
pub fn extract<'m>(from: Value<'m>, path: &[u32]) -> Result<Value<'m>> {
    let mut value = from;
    for index in path {
        value =
            value.aggregate_element(*index).ok_or_else(|| Error::of(Code::Operands, format!("no element {index}")))?;
    }
    Ok(value)
}

fn elements<'m>(value: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    (0..u32::MAX).map_while(move |index| value.aggregate_element(index))
}

/// Replaces one element: the composites along the path are taken apart and put together again, the innermost first.
pub fn insert<'m>(r: &Reverse<'m>, object: Value<'m>, into: Value<'m>, path: &[u32]) -> Result<Value<'m>> {
    let mut value = object;
    for (depth, index) in path.iter().enumerate().rev() {
        let whole = extract(into, path.get(..depth).unwrap_or_default())?;
        if whole.ty().count() > MOST_ELEMENTS {
            return Err(Error::of(
                Code::Limit,
                format!("a constant of more than {MOST_ELEMENTS} elements, one of which is replaced"),
            ));
        }
        let mut parts: Vec<_> = elements(whole).collect();
        let place =
            parts.get_mut(*index as usize).ok_or_else(|| Error::of(Code::Operands, format!("no element {index}")))?;
        *place = value;
        value = rebuild(r, whole.ty(), &parts)?;
    }
    Ok(value)
}

fn shuffle<'m>(r: &Reverse<'m>, ty: Type<'m>, from: [Value<'m>; 2], lanes: &[u32]) -> Result<Value<'m>> {
    let all: Vec<_> = from.into_iter().flat_map(elements).collect();
    let undefined = r.context.undef(ty.scalar())?;
    let lane = |index: &u32| match *index {
        u32::MAX => Ok(undefined),
        index => {
            all.get(index as usize).copied().ok_or_else(|| Error::of(Code::Operands, format!("no component {index}")))
        }
    };
    rebuild(r, ty, &lanes.iter().map(lane).collect::<Result<Vec<_>>>()?)
}
