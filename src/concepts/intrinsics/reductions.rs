//! `llvm.vector.reduce.*`: the components are combined one after the other.

use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument, op, unsigned_arg};
use crate::concepts::base::types;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::{Op, OpenClStd as Cl};

/// Lowers a reduction to a core instruction.
pub fn core<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    if inst.ty().is_int_of(1) {
        return logical(f, inst, instruction);
    }
    fold(f, inst, 0, |f, ty, a, b| op(f, instruction, ty, &[a, b]))
}

/// Lowers a reduction of booleans.
fn logical<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    match instruction {
        Op::BitwiseAnd | Op::IMul => emit::define_core(f, inst, Op::All, 1).map(drop),
        Op::BitwiseOr => emit::define_core(f, inst, Op::Any, 1).map(drop),
        _ => fold(f, inst, 0, |f, ty, a, b| op(f, Op::LogicalNotEqual, ty, &[a, b])),
    }
}

/// By an instruction of OpenCL.std.
pub fn extended<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Cl) -> Result<()> {
    if inst.ty().is_int_of(1) {
        return Err(Error::of(Code::Intrinsic, format!("{instruction:?} of booleans")));
    }
    fold(f, inst, 0, |f, ty, a, b| emit::ext(f, instruction, ty, &[a, b]))
}

/// Lowers a reduction with a start value to a core instruction.
pub fn started<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    fold(f, inst, 1, |f, ty, a, b| op(f, instruction, ty, &[a, b]))
}

/// Lowers a minimum or maximum that is a NaN if any component is one.
pub fn nan_aware<'m>(f: &mut Forward<'m>, inst: Value<'m>, least: bool) -> Result<()> {
    let shape: Type<'m> = inst.ty();
    fold(f, inst, 0, |f, _, a, b| {
        let (ty, operands) = crate::concepts::base::emit::extreme(f, shape, a, b, least)?;
        op(f, Op::Select, ty, &operands)
    })
}

/// Combines the components of argument `vector`; if `vector` is not 0, argument 0 is the start value.
pub fn fold<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    vector: u32,
    combine: impl Fn(&mut Forward<'m>, Id, Id, Id) -> Result<Id>,
) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let count = argument(inst, vector)?.ty().count() as u32;
    // A vector whose type is that of the result: in shaders it may be one of signed integers.
    let from = unsigned_arg(f, inst, vector)?;
    let mut sum = match vector {
        0 => None,
        _ => Some(arg(f, inst, 0)?),
    };
    for index in 0..count {
        let component = op(f, Op::CompositeExtract, ty, &[from, index])?;
        sum = Some(match sum {
            Some(sum) => combine(f, ty, sum, component)?,
            None => component,
        });
    }
    let id = sum.ok_or_else(|| Error::of(Code::BuiltinCall, "a reduction of no components"))?;
    f.bind(inst, Operand { id, ty })
}
