//! Intrinsics on single bits. The instructions take 32 bits; narrower integers are extended, and wider ones split into halves.

use super::emit::ext;
use crate::binary::Id;
use crate::concepts::base::emit::{arg, integers, op};
use crate::concepts::base::{constants, types};
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::{GlslStd450 as Gl, Op};

/// The types for computing with 32-bit integers in place of the intrinsic's integers.
#[derive(Clone, Copy)]
struct Words<'m> {
    /// The type of the intrinsic.
    shape: Type<'m>,
    /// The type of 32-bit integers, as many as the intrinsic has.
    ty: Id,
    /// The type of booleans, as many as the intrinsic has integers.
    boolean: Id,
    /// The width of the intrinsic's integers.
    width: u32,
}

impl<'m> Words<'m> {
    fn of(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Self> {
        let shape = inst.ty();
        let (ty, boolean) = (integers(f, 32, shape)?, integers(f, 1, shape)?);
        Ok(Self { shape, ty, boolean, width: shape.scalar().int_width() })
    }

    fn number(&self, f: &mut Forward<'m>, value: u32) -> Result<Id> {
        constants::int_splat(f, self.shape, 32, value.into())
    }

    fn binary(&self, f: &mut Forward<'m>, instruction: Op, a: Id, b: u32) -> Result<Id> {
        let b = self.number(f, b)?;
        op(f, instruction, self.ty, &[a, b])
    }

    /// Emits `b - a`.
    fn minus(&self, f: &mut Forward<'m>, b: u32, a: Id) -> Result<Id> {
        let b = self.number(f, b)?;
        op(f, Op::ISub, self.ty, &[b, a])
    }

    /// Emits the selection of `a` if a number is 0, else `b`.
    fn if_zero(&self, f: &mut Forward<'m>, number: Id, a: Id, b: Id) -> Result<Id> {
        let zero = self.number(f, 0)?;
        let is_zero = op(f, Op::IEqual, self.boolean, &[number, zero])?;
        op(f, Op::Select, self.ty, &[is_zero, a, b])
    }

    /// Emits the number of trailing zeros; 32 for 0.
    fn trailing(&self, f: &mut Forward<'m>, x: Id) -> Result<Id> {
        let (lowest, none) = (ext(f, Gl::FindILsb, self.ty, &[x])?, self.number(f, 32)?);
        ext(f, Gl::UMin, self.ty, &[lowest, none])
    }

    /// Emits the conversion of an integer of at most 32 bits to 32 bits.
    fn widened(&self, f: &mut Forward<'m>, x: Id) -> Result<Id> {
        if self.width == 32 { Ok(x) } else { op(f, Op::UConvert, self.ty, &[x]) }
    }

    /// Emits the lower and the upper half of a number of 64 bits.
    fn halves(&self, f: &mut Forward<'m>, x: Id) -> Result<[Id; 2]> {
        let (ty, by) = (types::forward(f, self.shape)?, constants::splat(f, self.shape, 32)?);
        let low = op(f, Op::UConvert, self.ty, &[x])?;
        let upper = op(f, Op::ShiftRightLogical, ty, &[x, by])?;
        Ok([low, op(f, Op::UConvert, self.ty, &[upper])?])
    }

    /// Binds the intrinsic to a 32-bit result, converted to the intrinsic's type.
    fn define(&self, f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
        let ty = types::forward(f, self.shape)?;
        let id = if self.width == 32 { id } else { op(f, Op::UConvert, ty, &[id])? };
        f.bind(inst, Operand { id, ty })
    }
}

/// Translates `llvm.ctpop`.
pub fn ones<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (w, x) = (Words::of(f, inst)?, arg(f, inst, 0)?);
    let count = match w.width {
        32 => return f.define(inst, Op::BitCount, w.ty, &[x]).map(drop),
        64 => {
            let [low, high] = w.halves(f, x)?;
            let (low, high) = (op(f, Op::BitCount, w.ty, &[low])?, op(f, Op::BitCount, w.ty, &[high])?);
            op(f, Op::IAdd, w.ty, &[low, high])?
        }
        _ => {
            let x = w.widened(f, x)?;
            op(f, Op::BitCount, w.ty, &[x])?
        }
    };
    w.define(f, inst, count)
}

/// Translates `llvm.ctlz`: the position of the highest bit is -1 for 0.
pub fn leading_zeros<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (w, x) = (Words::of(f, inst)?, arg(f, inst, 0)?);
    let count = match w.width {
        64 => {
            let [low, high] = w.halves(f, x)?;
            let (below, above) = (ext(f, Gl::FindUMsb, w.ty, &[low])?, ext(f, Gl::FindUMsb, w.ty, &[high])?);
            let (below, above) = (w.minus(f, 63, below)?, w.minus(f, 31, above)?);
            w.if_zero(f, high, below, above)?
        }
        width => {
            let x = w.widened(f, x)?;
            let highest = ext(f, Gl::FindUMsb, w.ty, &[x])?;
            w.minus(f, width.saturating_sub(1), highest)?
        }
    };
    w.define(f, inst, count)
}

/// Translates `llvm.cttz`.
pub fn trailing_zeros<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (w, x) = (Words::of(f, inst)?, arg(f, inst, 0)?);
    let count = match w.width {
        64 => {
            let [low, high] = w.halves(f, x)?;
            let (below, above) = (w.trailing(f, low)?, w.trailing(f, high)?);
            let above = w.binary(f, Op::IAdd, above, 32)?;
            w.if_zero(f, low, above, below)?
        }
        32 => w.trailing(f, x)?,
        width => {
            let x = w.widened(f, x)?;
            let marked = w.binary(f, Op::BitwiseOr, x, 1u32.checked_shl(width).unwrap_or_default())?;
            ext(f, Gl::FindILsb, w.ty, &[marked])?
        }
    };
    w.define(f, inst, count)
}

/// Translates `llvm.bitreverse`.
pub fn reversed<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (w, x) = (Words::of(f, inst)?, arg(f, inst, 0)?);
    if w.width == 64 {
        return reversed_halves(f, inst, w, x);
    }
    let x = w.widened(f, x)?;
    if w.width == 32 {
        return f.define(inst, Op::BitReverse, w.ty, &[x]).map(drop);
    }
    let reversed = op(f, Op::BitReverse, w.ty, &[x])?;
    let shifted = w.binary(f, Op::ShiftRightLogical, reversed, 32u32.saturating_sub(w.width))?;
    w.define(f, inst, shifted)
}

fn reversed_halves<'m>(f: &mut Forward<'m>, inst: Value<'m>, w: Words<'m>, x: Id) -> Result<()> {
    let [low, high] = w.halves(f, x)?;
    let (ty, by) = (types::forward(f, inst.ty())?, constants::splat(f, inst.ty(), 32)?);
    let (low, high) = (op(f, Op::BitReverse, w.ty, &[low])?, op(f, Op::BitReverse, w.ty, &[high])?);
    let (low, high) = (op(f, Op::UConvert, ty, &[low])?, op(f, Op::UConvert, ty, &[high])?);
    let low = op(f, Op::ShiftLeftLogical, ty, &[low, by])?;
    f.define(inst, Op::BitwiseOr, ty, &[low, high]).map(drop)
}
