//! LLVM's intrinsics in shaders: instructions of the set, or sequences of them and of core instructions. Intrinsics
//! that are core instructions in kernels and shaders are in `concepts::intrinsics`.

use super::rows::{self, Form, Row};
use super::{NOTE, bits, emit, floats, integers};
use crate::concepts::intrinsics::{
    bits as common_bits, float_classes, floats as common, reductions, rows as intrinsics,
};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::state::{Forward, LowerIntrinsic, Lowering};
use ::spirv::GlslStd450 as Gl;

/// The intrinsics that are lowered to a sequence.
const SEQUENCES: &[(&str, LowerIntrinsic)] = &[
    ("llvm.fmuladd", |f, i| common::product_and_sum(f, i)),
    ("llvm.rint", |f, i| instruction_of(f, i, Gl::RoundEven)),
    ("llvm.nearbyint", |f, i| instruction_of(f, i, Gl::RoundEven)),
    ("llvm.round", floats::round),
    ("llvm.lrint", floats::lrint),
    ("llvm.llrint", floats::lrint),
    ("llvm.lround", floats::lround),
    ("llvm.llround", floats::lround),
    ("llvm.exp10", floats::exp10),
    ("llvm.log10", floats::log10),
    ("llvm.copysign", floats::copysign),
    ("llvm.minimumnum", |f, i| floats::extreme_number(f, i, true)),
    ("llvm.maximumnum", |f, i| floats::extreme_number(f, i, false)),
    ("llvm.minimum", |f, i| floats::extreme_or_nan(f, i, true)),
    ("llvm.maximum", |f, i| floats::extreme_or_nan(f, i, false)),
    ("llvm.powi", floats::powi),
    ("llvm.ldexp", floats::ldexp),
    ("llvm.frexp", |f, i| instruction_of(f, i, Gl::FrexpStruct)),
    ("llvm.modf", |f, i| instruction_of(f, i, Gl::ModfStruct)),
    ("llvm.sincos", floats::sincos),
    ("llvm.sincospi", floats::sincospi),
    ("llvm.is.fpclass", |f, i| float_classes::is_fpclass_in_shader(f, i)),
    ("llvm.fptosi.sat", |f, i| floats::saturated(f, i, true)),
    ("llvm.fptoui.sat", |f, i| floats::saturated(f, i, false)),
    ("llvm.ctpop", bits::ones),
    ("llvm.ctlz", bits::leading_zeros),
    ("llvm.cttz", bits::trailing_zeros),
    ("llvm.bitreverse", bits::reversed),
    ("llvm.fshl", |f, i| common_bits::funnel_by_shifts(f, i, true)),
    ("llvm.fshr", |f, i| common_bits::funnel_by_shifts(f, i, false)),
    ("llvm.uadd.sat", integers::add_unsigned_saturated),
    ("llvm.sadd.sat", |f, i| integers::saturated(f, i, true)),
    ("llvm.usub.sat", integers::subtract_unsigned_saturated),
    ("llvm.ssub.sat", |f, i| integers::saturated(f, i, false)),
    ("llvm.umul.with.overflow", |f, i| integers::multiply(f, i, false)),
    ("llvm.smul.with.overflow", |f, i| integers::multiply(f, i, true)),
    ("llvm.vector.reduce.smin", |f, i| reduce(f, i, Gl::SMin)),
    ("llvm.vector.reduce.smax", |f, i| reduce(f, i, Gl::SMax)),
    ("llvm.vector.reduce.umin", |f, i| reduce(f, i, Gl::UMin)),
    ("llvm.vector.reduce.umax", |f, i| reduce(f, i, Gl::UMax)),
    ("llvm.vector.reduce.fmin", |f, i| reduce(f, i, Gl::NMin)),
    ("llvm.vector.reduce.fmax", |f, i| reduce(f, i, Gl::NMax)),
    ("llvm.vector.reduce.fminimum", |f, i| floats::reduce_or_nan(f, i, true)),
    ("llvm.vector.reduce.fmaximum", |f, i| floats::reduce_or_nan(f, i, false)),
];

/// Returns the lowering of an intrinsic in shaders; that of a constrained one is that of the plain one.
pub fn lowering(_: &Forward<'_>, name: &str) -> Option<Lowering> {
    let plain = intrinsics::plain(name);
    let name = plain.as_deref().unwrap_or(name);
    if let Some((_, lower)) = SEQUENCES.iter().find(|row| row.0 == name) {
        return Some(Lowering::Custom(*lower));
    }
    rows::by_intrinsic(name).map(|_| Lowering::Custom(instruction))
}

/// Returns the row of the instruction for a call of an intrinsic: by its note, else by its name.
fn row(inst: Value<'_>) -> Option<&'static Row> {
    let name = inst.called_function()?.intrinsic_name()?;
    let plain = intrinsics::plain(name);
    let name = plain.as_deref().unwrap_or(name);
    let note = inst.metadata(NOTE).and_then(|note| note.operand(0)?.as_string());
    let noted = note.and_then(rows::by_name).filter(|row| matches!(row.form, Form::Noted(known) if known == name));
    noted.or_else(|| rows::by_intrinsic(name))
}

/// Emits the instruction for a call of an intrinsic.
fn instruction<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let row = row(inst).ok_or_else(|| Error::internal("an intrinsic without its row"))?;
    emit::by_arguments(f, inst, row.instruction, row.args.len())
}

/// Emits an instruction of one operand.
fn instruction_of<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Gl) -> Result<()> {
    emit::by_arguments(f, inst, instruction, 1)
}

/// Combines the components of a vector by an instruction.
fn reduce<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Gl) -> Result<()> {
    reductions::fold(f, inst, 0, |f, ty, a, b| emit::ext(f, instruction, ty, &[a, b]))
}
