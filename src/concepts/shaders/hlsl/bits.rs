//! The position of the first bit of an integer, for which GLSL.std.450 has instructions on 32 bits.

use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument, op};
use crate::concepts::base::{constants, types};
use crate::concepts::sets::glsl_std_450::emit as glsl;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::{GlslStd450 as Gl, Op};

/// The bit whose position is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The lowest bit that is set.
    Lowest,
    /// The highest bit that is set.
    HighestOne,
    /// The highest bit that differs from the sign bit.
    HighestDifferent,
}

impl First {
    fn instruction(self) -> Gl {
        match self {
            Self::Lowest => Gl::FindILsb,
            Self::HighestOne => Gl::FindUMsb,
            Self::HighestDifferent => Gl::FindSMsb,
        }
    }
}

/// Emits the position of the first bit, counted from the lowest; -1 if there is none.
pub fn first<'m>(f: &mut Forward<'m>, inst: Value<'m>, bit: First) -> Result<()> {
    let (shape, value) = (argument(inst, 0)?.ty(), arg(f, inst, 0)?);
    let ty = types::forward(f, inst.ty())?;
    let id = match shape.scalar().int_width() {
        16 => {
            let extend = if bit == First::HighestDifferent { Op::SConvert } else { Op::UConvert };
            let wide = op(f, extend, ty, &[value])?;
            glsl::ext(f, bit.instruction(), ty, &[wide])?
        }
        32 => glsl::ext(f, bit.instruction(), ty, &[value])?,
        64 => of_long(f, (shape, inst.ty()), value, bit)?,
        width => return Err(Error::of(Code::Intrinsic, format!("the first bit of an integer of {width} bits"))),
    };
    f.bind(inst, Operand { id, ty })
}

/// Emits the position of the first bit of a 64-bit integer, given the types of operand and result: it is in one half or the other.
fn of_long<'m>(f: &mut Forward<'m>, (of, to): (Type<'m>, Type<'m>), value: Id, bit: First) -> Result<Id> {
    let (long, word) = (types::forward(f, of)?, types::forward(f, to)?);
    let mut value = value;
    if bit == First::HighestDifferent {
        let count = constants::int_splat(f, of, 64, 63)?;
        let sign = op(f, Op::ShiftRightArithmetic, long, &[value, count])?;
        value = op(f, Op::BitwiseXor, long, &[value, sign])?;
    }
    let half = constants::int_splat(f, of, 64, 32)?;
    let high = op(f, Op::ShiftRightLogical, long, &[value, half])?;
    let (low, high) = (op(f, Op::UConvert, word, &[value])?, op(f, Op::UConvert, word, &[high])?);
    let instruction = if bit == First::Lowest { Gl::FindILsb } else { Gl::FindUMsb };
    let (low, in_high) = (glsl::ext(f, instruction, word, &[low])?, glsl::ext(f, instruction, word, &[high])?);
    let none = constants::int_splat(f, to, 32, u64::from(u32::MAX))?;
    let boolean = emit::boolean(f, to)?;
    let width = constants::int_splat(f, to, 32, 32)?;
    let is_not_high = op(f, Op::IEqual, boolean, &[in_high, none])?;
    let shifted = op(f, Op::IAdd, word, &[in_high, width])?;
    if bit != First::Lowest {
        return op(f, Op::Select, word, &[is_not_high, low, shifted]);
    }
    let of_high = op(f, Op::Select, word, &[is_not_high, none, shifted])?;
    let is_not_low = op(f, Op::IEqual, boolean, &[low, none])?;
    op(f, Op::Select, word, &[is_not_low, of_high, low])
}
