//! Funnel shifts and reversals, by shifts and masks.
//!
//! Constant results are computed here, since LLVM would fold them on the way back and the second round trip would
//! differ.

use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument, op};
use crate::concepts::base::{constants, types};
use crate::error::Result;
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand, availability};
use ::spirv::{Capability, Op, OpenClStd as Cl};

/// The extension that has `OpBitReverse` for kernels.
const BIT_INSTRUCTIONS: &str = "SPV_KHR_bit_instructions";

/// `llvm.fshl`: the upper half of the concatenation, shifted left.
pub fn funnel_left<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    funnel(f, inst, true)
}

/// `llvm.fshr`: the lower half of the concatenation, shifted right.
pub fn funnel_right<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    funnel(f, inst, false)
}

fn funnel<'m>(f: &mut Forward<'m>, inst: Value<'m>, left: bool) -> Result<()> {
    if argument(inst, 0)? == argument(inst, 1)? {
        let width = u64::from(inst.ty().scalar().int_width());
        let amount = emit::constant(argument(inst, 2)?).map(|amount| amount % width.max(1));
        return rotate(f, inst, left, amount);
    }
    funnel_by_shifts(f, inst, left)
}

/// `llvm.fshl` and `llvm.fshr`, by shifts alone.
pub fn funnel_by_shifts<'m>(f: &mut Forward<'m>, inst: Value<'m>, left: bool) -> Result<()> {
    let width = u64::from(inst.ty().scalar().int_width());
    let amount = emit::constant(argument(inst, 2)?).map(|amount| amount % width.max(1));
    match amount {
        Some(0) => misc_argument(f, inst, if left { 0 } else { 1 }),
        Some(amount) => funnel_by_constant(f, inst, if left { amount } else { width - amount }, width),
        None => funnel_by_variable(f, inst, left, width),
    }
}

/// Emits `OpenCL.std rotate`, which rotates left modulo the width; `amount` is negated to rotate right.
fn rotate<'m>(f: &mut Forward<'m>, inst: Value<'m>, left: bool, amount: Option<u64>) -> Result<()> {
    let width = u64::from(inst.ty().scalar().int_width());
    let negated = match (left, amount) {
        (false, None) => Some(negated(f, inst)?),
        _ => None,
    };
    f.spv.ext_inst_set(emit::OPENCL_STD);
    let x = arg(f, inst, 0)?;
    let amount = match (negated, amount) {
        (Some(amount), _) => amount,
        (None, Some(amount)) if left => constants::splat(f, inst.ty(), amount)?,
        (None, Some(amount)) => constants::splat(f, inst.ty(), (width - amount) % width.max(1))?,
        (None, None) => arg(f, inst, 2)?,
    };
    let ty = types::forward(f, inst.ty())?;
    let words = emit::ext_operands(f, Cl::rotate, &[x, amount])?;
    f.define(inst, Op::ExtInst, ty, &words).map(drop)
}

fn negated<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    let ty = types::forward(f, inst.ty())?;
    let amount = arg(f, inst, 2)?;
    op(f, Op::SNegate, ty, &[amount])
}

fn misc_argument<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<()> {
    let (ty, id) = (types::forward(f, inst.ty())?, arg(f, inst, index)?);
    f.bind(inst, Operand { id, ty })
}

/// Emits a funnel shift to the left by a constant that is neither 0 nor the width.
fn funnel_by_constant<'m>(f: &mut Forward<'m>, inst: Value<'m>, amount: u64, width: u64) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let operands = [arg(f, inst, 0)?, constants::splat(f, inst.ty(), amount)?];
    let high = op(f, Op::ShiftLeftLogical, ty, &operands)?;
    let operands = [arg(f, inst, 1)?, constants::splat(f, inst.ty(), width - amount)?];
    let low = op(f, Op::ShiftRightLogical, ty, &operands)?;
    f.define(inst, Op::BitwiseOr, ty, &[high, low]).map(drop)
}

/// Emits a funnel shift by a variable. The half that is shifted the other way is first shifted by one, so that no shift
/// reaches the width.
fn funnel_by_variable<'m>(f: &mut Forward<'m>, inst: Value<'m>, left: bool, width: u64) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let amount = arg(f, inst, 2)?;
    let mask = constants::splat(f, inst.ty(), width - 1)?;
    let amount = op(f, Op::BitwiseAnd, ty, &[amount, mask])?;
    let rest = op(f, Op::BitwiseXor, ty, &[amount, mask])?;
    let (how, stepped) = if left { (Op::ShiftRightLogical, 1) } else { (Op::ShiftLeftLogical, 0) };
    let operands = [arg(f, inst, stepped)?, constants::splat(f, inst.ty(), 1)?];
    let once = op(f, how, ty, &operands)?;
    let (high, low) = match left {
        true => ([arg(f, inst, 0)?, amount], [once, rest]),
        false => ([once, rest], [arg(f, inst, 1)?, amount]),
    };
    let (high, low) = (op(f, Op::ShiftLeftLogical, ty, &high)?, op(f, Op::ShiftRightLogical, ty, &low)?);
    f.define(inst, Op::BitwiseOr, ty, &[high, low]).map(drop)
}

/// `llvm.bswap`.
pub fn swap_bytes<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    swap_from(f, inst, 8)
}

/// Translates `llvm.bitreverse`: to `OpBitReverse` where the extension is allowed, else by swaps.
pub fn reverse<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if availability::allows(f.options, BIT_INSTRUCTIONS) {
        f.spv.require(Capability::BitInstructions);
        return emit::define_core(f, inst, Op::BitReverse, 1).map(drop);
    }
    swap_from(f, inst, 1)
}

/// Swaps neighbouring groups of bits, then groups twice as large, until the halves are swapped.
fn swap_from<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: u32) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let width = inst.ty().scalar().int_width();
    let mut x = arg(f, inst, 0)?;
    let mut step = first;
    while step < width {
        x = swap(f, inst.ty(), ty, x, step)?;
        step *= 2;
    }
    f.bind(inst, Operand { id: x, ty })
}

fn swap<'m>(f: &mut Forward<'m>, shape: Type<'m>, ty: Id, x: Id, step: u32) -> Result<Id> {
    let by = constants::splat(f, shape, step.into())?;
    if step * 2 == shape.scalar().int_width() {
        let up = op(f, Op::ShiftLeftLogical, ty, &[x, by])?;
        let down = op(f, Op::ShiftRightLogical, ty, &[x, by])?;
        return op(f, Op::BitwiseOr, ty, &[up, down]);
    }
    let down = op(f, Op::ShiftRightLogical, ty, &[x, by])?;
    let mask = constants::splat(f, shape, u64::MAX / ((1 << step) + 1))?;
    let down = op(f, Op::BitwiseAnd, ty, &[down, mask])?;
    let up = op(f, Op::BitwiseAnd, ty, &[x, mask])?;
    let up = op(f, Op::ShiftLeftLogical, ty, &[up, by])?;
    op(f, Op::BitwiseOr, ty, &[up, down])
}
