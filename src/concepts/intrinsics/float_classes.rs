//! `llvm.is.fpclass`: a test of a number for a set of ten classes.
//!
//! Common sets are one instruction; the others are tests of the bits.

use crate::binary::Id;
use crate::concepts::base::emit::{arg, argument, boolean, integers, op};
use crate::concepts::base::{constants, types};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, TypeKind, Value};
use crate::state::{Forward, Operand};
use ::spirv::Op;

const SIGNALLING: u64 = 1;
const QUIET: u64 = 1 << 1;
/// The classes with a sign: the bit for negative numbers, the bit for positive ones, the class.
const SIGNED: [(u64, u64, Kind); 4] = [
    (1 << 2, 1 << 9, Kind::Infinite),
    (1 << 3, 1 << 8, Kind::Normal),
    (1 << 4, 1 << 7, Kind::Subnormal),
    (1 << 5, 1 << 6, Kind::Zero),
];
const ALL: u64 = (1 << 10) - 1;

/// Sets of classes that one instruction tests.
const INSTRUCTIONS: [(u64, Op); 4] =
    [(SIGNALLING | QUIET, Op::IsNan), (0x204, Op::IsInf), (0x1F8, Op::IsFinite), (0x108, Op::IsNormal)];

#[derive(Clone, Copy)]
enum Kind {
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

/// Sets of classes that one instruction tests in shaders.
const SHADER_INSTRUCTIONS: [(u64, Op); 2] = [(SIGNALLING | QUIET, Op::IsNan), (0x204, Op::IsInf)];

/// `llvm.is.fpclass`.
pub fn is_fpclass<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    classified(f, inst, &INSTRUCTIONS)
}

/// `llvm.is.fpclass` in shaders.
pub fn is_fpclass_in_shader<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    classified(f, inst, &SHADER_INSTRUCTIONS)
}

/// Emits the test by one of the instructions, or by its negation, or by the bits.
fn classified<'m>(f: &mut Forward<'m>, inst: Value<'m>, instructions: &[(u64, Op)]) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let wanted = argument(inst, 1)?.int_value().unwrap_or(0) & ALL;
    let x = arg(f, inst, 0)?;
    if let Some((_, op)) = instructions.iter().find(|row| row.0 == wanted) {
        return f.define(inst, *op, ty, &[x]).map(drop);
    }
    if let Some((_, other)) = instructions.iter().find(|row| row.0 == ALL & !wanted) {
        let not = op(f, *other, ty, &[x])?;
        return f.define(inst, Op::LogicalNot, ty, &[not]).map(drop);
    }
    let id = by_bits(f, argument(inst, 0)?.ty(), x, wanted)?;
    f.bind(inst, Operand { id, ty })
}

/// A number as an integer, whose bits are tested.
struct Bits<'m> {
    shape: Type<'m>,
    integer: Id,
    boolean: Id,
    /// All bits of the number.
    all: Id,
    /// The bits of the number without the sign.
    magnitude: Id,
}

impl<'m> Bits<'m> {
    fn compare(&self, f: &mut Forward<'m>, how: Op, left: Id, right: u64) -> Result<Id> {
        let right = constants::int_splat(f, self.shape, self.shape.scalar().float_width(), right)?;
        op(f, how, self.boolean, &[left, right])
    }

    /// Emits the comparison whether the magnitude is at least `low` and below `high`.
    fn within(&self, f: &mut Forward<'m>, low: u64, high: u64) -> Result<Id> {
        let low_bits = constants::int_splat(f, self.shape, self.shape.scalar().float_width(), low)?;
        let offset = op(f, Op::ISub, self.integer, &[self.magnitude, low_bits])?;
        self.compare(f, Op::ULessThan, offset, high - low)
    }
}

/// Width of the fraction by type.
pub fn fraction(ty: Type<'_>) -> Result<u32> {
    match ty.scalar().kind() {
        TypeKind::BFloat => Ok(7),
        TypeKind::Half => Ok(10),
        TypeKind::Float => Ok(23),
        TypeKind::Double => Ok(52),
        _ => Err(Error::of(Code::Intrinsic, format!("llvm.is.fpclass of {ty}"))),
    }
}

fn by_bits<'m>(f: &mut Forward<'m>, shape: Type<'m>, x: Id, wanted: u64) -> Result<Id> {
    let bits = bits(f, shape, x)?;
    let mut answers = Vec::new();
    let fraction = fraction(shape)?;
    let sign = 1u64 << (shape.scalar().float_width() - 1);
    let infinity = sign - (1 << fraction);
    let quiet = infinity | 1 << (fraction - 1);
    match wanted & (SIGNALLING | QUIET) {
        0 => {}
        SIGNALLING => answers.push(bits.within(f, infinity + 1, quiet)?),
        QUIET => answers.push(bits.compare(f, Op::UGreaterThanEqual, bits.magnitude, quiet)?),
        _ => answers.push(bits.compare(f, Op::UGreaterThan, bits.magnitude, infinity)?),
    }
    for (negative, positive, kind) in SIGNED {
        if wanted & (negative | positive) == 0 {
            continue;
        }
        let mut answer = match kind {
            Kind::Infinite => bits.compare(f, Op::IEqual, bits.magnitude, infinity)?,
            Kind::Normal => bits.within(f, 1 << fraction, infinity)?,
            Kind::Subnormal => bits.within(f, 1, 1 << fraction)?,
            Kind::Zero => bits.compare(f, Op::IEqual, bits.magnitude, 0)?,
        };
        if wanted & positive == 0 || wanted & negative == 0 {
            let how = if wanted & positive == 0 { Op::SLessThan } else { Op::SGreaterThanEqual };
            let signed = bits.compare(f, how, bits.all, 0)?;
            answer = op(f, Op::LogicalAnd, bits.boolean, &[answer, signed])?;
        }
        answers.push(answer);
    }
    any(f, &bits, answers)
}

fn bits<'m>(f: &mut Forward<'m>, shape: Type<'m>, x: Id) -> Result<Bits<'m>> {
    let width = shape.scalar().float_width();
    let (integer, boolean) = (integers(f, width, shape)?, boolean(f, shape)?);
    let all = op(f, Op::Bitcast, integer, &[x])?;
    let mut bits = Bits { shape, integer, boolean, all, magnitude: all };
    let mask = constants::int_splat(f, shape, width, u64::MAX >> (65 - width))?;
    bits.magnitude = op(f, Op::BitwiseAnd, integer, &[all, mask])?;
    Ok(bits)
}

fn any(f: &mut Forward<'_>, bits: &Bits<'_>, answers: Vec<Id>) -> Result<Id> {
    let mut answers = answers.into_iter();
    let Some(first) = answers.next() else { return constants::null(f, bits.boolean) };
    answers.try_fold(first, |sum, answer| op(f, Op::LogicalOr, bits.boolean, &[sum, answer]))
}
