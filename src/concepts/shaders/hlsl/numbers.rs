//! Intrinsics on numbers that are more than one instruction.

use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument, op};
use crate::concepts::base::{constants, types};
use crate::concepts::sets::glsl_std_450::emit as glsl;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Operand};
use ::spirv::{GlslStd450 as Gl, Op, PackedVectorFormat};

/// Translates `all` and `any` of booleans, or of numbers, which count as true if they are not zero.
pub fn holds<'m>(f: &mut Forward<'m>, inst: Value<'m>, of_vector: Op) -> Result<()> {
    let value = argument(inst, 0)?;
    let (ty, mut id) = (emit::boolean(f, value.ty())?, arg(f, inst, 0)?);
    if !value.ty().scalar().is_int_of(1) {
        let compare = if value.ty().scalar().is_int() { Op::INotEqual } else { Op::FUnordNotEqual };
        let number = types::forward(f, value.ty())?;
        let zero = constants::null(f, number)?;
        id = op(f, compare, ty, &[id, zero])?;
    }
    match value.ty().is_vector() {
        true => {
            let ty = types::forward(f, inst.ty())?;
            f.define(inst, of_vector, ty, &[id]).map(drop)
        }
        false => f.bind(inst, Operand { id, ty }),
    }
}

/// The argument, but no less than 0 and no more than 1; NaN becomes 0.
pub fn saturate<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let value = arg(f, inst, 0)?;
    let zero = splat(f, inst, 0.0)?;
    let one = splat(f, inst, 1.0)?;
    glsl::define(f, inst, Gl::NClamp, &[value, zero, one])
}

fn splat<'m>(f: &mut Forward<'m>, inst: Value<'m>, value: f32) -> Result<Id> {
    constants::float_splat(f, inst.ty(), value)
}

/// Translates the dot product of vectors or scalars of floating-point numbers.
pub fn dot<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let is_vector = argument(inst, 0)?.ty().is_vector();
    emit::define_core(f, inst, if is_vector { Op::Dot } else { Op::FMul }, 2).map(drop)
}

/// Translates the dot product of vectors of integers.
pub fn integer_dot<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let shape = argument(inst, 0)?.ty();
    if !shape.is_vector() {
        return emit::define_core(f, inst, Op::IMul, 2).map(drop);
    }
    let (a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?);
    let (ty, scalar) = (types::forward(f, shape)?, types::forward(f, inst.ty())?);
    let products = op(f, Op::IMul, ty, &[a, b])?;
    let mut sum = op(f, Op::CompositeExtract, scalar, &[products, 0])?;
    for index in 1..shape.count() as u32 {
        let product = op(f, Op::CompositeExtract, scalar, &[products, index])?;
        sum = op(f, Op::IAdd, scalar, &[sum, product])?;
    }
    f.bind(inst, Operand { id: sum, ty: scalar })
}

/// Translates the dot product of two arguments with four packed bytes each, added to the first argument.
pub fn packed_dot<'m>(f: &mut Forward<'m>, inst: Value<'m>, of_bytes: Op) -> Result<()> {
    let (sum, a, b) = (arg(f, inst, 0)?, arg(f, inst, 1)?, arg(f, inst, 2)?);
    let ty = types::forward(f, inst.ty())?;
    let product = op(f, of_bytes, ty, &[a, b, PackedVectorFormat::PackedVectorFormat4x8Bit as u32])?;
    f.define(inst, Op::IAdd, ty, &[sum, product]).map(drop)
}

/// Translates `sign`: -1, 0 or 1 as a 32-bit integer.
pub fn sign<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let shape = argument(inst, 0)?.ty();
    let (value, of_value, ty) = (arg(f, inst, 0)?, types::forward(f, shape)?, types::forward(f, inst.ty())?);
    let (instruction, convert) = match shape.scalar().is_int() {
        true => (Gl::SSign, Op::SConvert),
        false => (Gl::FSign, Op::ConvertFToS),
    };
    let sign = glsl::ext(f, instruction, of_value, &[value])?;
    match of_value == ty {
        true => f.bind(inst, Operand { id: sign, ty }),
        false => f.define(inst, convert, ty, &[sign]).map(drop),
    }
}

/// Translates the conversion of the half in the lower 16 bits of the argument, or of both halves for a vector result.
pub fn unpack_half<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let value = arg(f, inst, 0)?;
    let float = types::forward(f, inst.ty().scalar())?;
    let pair = types::vector_of(f, float, 2)?;
    let both = glsl::ext(f, Gl::UnpackHalf2x16, pair, &[value])?;
    match inst.ty().is_vector() {
        true => f.bind(inst, Operand { id: both, ty: pair }),
        false => f.define(inst, Op::CompositeExtract, float, &[both, 0]).map(drop),
    }
}
