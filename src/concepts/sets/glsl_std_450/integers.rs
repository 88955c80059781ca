//! Integer arithmetic with saturation or overflow detection.

use crate::concepts::base::constants;
use crate::concepts::base::emit::{self, op, unsigned_arg};
use crate::concepts::base::pair::Pair;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::Op;

/// Translates `llvm.uadd.sat`: a sum that wraps around is less than its operands.
pub fn add_unsigned_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let limit = constants::splat(f, p.shape, u64::MAX)?;
    let sum = op(f, Op::IAdd, p.ty, &[p.a, p.b])?;
    let overflow = op(f, Op::ULessThan, p.boolean, &[sum, p.a])?;
    f.define(inst, Op::Select, p.ty, &[overflow, limit, sum]).map(drop)
}

/// Translates `llvm.usub.sat`.
pub fn subtract_unsigned_saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let zero = constants::splat(f, p.shape, 0)?;
    let difference = op(f, Op::ISub, p.ty, &[p.a, p.b])?;
    let overflow = op(f, Op::ULessThan, p.boolean, &[p.a, p.b])?;
    f.define(inst, Op::Select, p.ty, &[overflow, zero, difference]).map(drop)
}

/// Translates `llvm.sadd.sat` and `llvm.ssub.sat`: on overflow the sign of the result differs from that of the first
/// operand, although the sign of the second operand excludes this.
pub fn saturated<'m>(f: &mut Forward<'m>, inst: Value<'m>, is_sum: bool) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let top = 1u64.checked_shl(p.shape.scalar().int_width().saturating_sub(1)).unwrap_or_default();
    let (lowest, highest) = (constants::splat(f, p.shape, top)?, constants::splat(f, p.shape, top.wrapping_sub(1))?);
    let result = op(f, if is_sum { Op::IAdd } else { Op::ISub }, p.ty, &[p.a, p.b])?;
    let first = op(f, Op::BitwiseXor, p.ty, &[p.a, result])?;
    let second = op(f, Op::BitwiseXor, p.ty, &[p.b, if is_sum { result } else { p.a }])?;
    let both = op(f, Op::BitwiseAnd, p.ty, &[first, second])?;
    let (overflow, is_negative) = (p.negative(f, both)?, p.negative(f, p.a)?);
    let limit = op(f, Op::Select, p.ty, &[is_negative, lowest, highest])?;
    f.define(inst, Op::Select, p.ty, &[overflow, limit, result]).map(drop)
}

/// Translates `llvm.umul.with.overflow` and `llvm.smul.with.overflow`: a product fits if its upper half is 0, or the
/// sign extension of the lower half.
pub fn multiply<'m>(f: &mut Forward<'m>, inst: Value<'m>, is_signed: bool) -> Result<()> {
    let p = Pair::of(f, inst)?;
    let both = f.spv.unique_type(Op::TypeStruct, &[p.ty, p.ty])?;
    let extended = if is_signed { Op::SMulExtended } else { Op::UMulExtended };
    // Both numbers have the type of the members.
    let numbers = [unsigned_arg(f, inst, 0)?, unsigned_arg(f, inst, 1)?];
    let product = op(f, extended, both, &numbers)?;
    let low = op(f, Op::CompositeExtract, p.ty, &[product, 0])?;
    let high = op(f, Op::CompositeExtract, p.ty, &[product, 1])?;
    let rest = match is_signed {
        true => {
            let last = constants::splat(f, p.shape, u64::from(p.shape.scalar().int_width()).saturating_sub(1))?;
            op(f, Op::ShiftRightArithmetic, p.ty, &[low, last])?
        }
        false => constants::splat(f, p.shape, 0)?,
    };
    let overflow = op(f, Op::INotEqual, p.boolean, &[high, rest])?;
    emit::define_pair(f, inst, low, overflow)
}
