//! Intrinsics on illegal types, and intrinsics that are lowered to plain instructions on vectors.

pub mod added;
mod addresses;
pub mod arguments;
mod boolean;
mod constrained;
mod count;
mod environment;
mod expand;
mod exponents;
pub mod facts;
mod filled;
mod fixed;
mod gathers;
mod masked;
mod matrix;
mod pick;
mod predicated;
mod reduce;
mod saturate;
mod selected;
mod shuffle;
mod vectors;

use self::arguments::{argument, several, unsupported};
use self::count::Counting;
use super::bfloats;
use super::rewrite::Rewriter;
use crate::concepts::intrinsics::rows::{self, Row};
use crate::conventions::rules::{Elements, Rewritten, Rows, Rule};
use crate::error::Result;
use crate::legalize::kit::kinds::is_boolean;
use crate::llvm::{Type, Value};

/// Lowers a call of the intrinsic of this name.
pub fn call<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<()> {
    if inst.ty().is_scalable_vector() || inst.call_args().any(|argument| argument.ty().is_scalable_vector()) {
        return Err(unsupported(inst));
    }
    let row = rows::find(name).ok_or_else(|| unsupported(inst))?;
    if effect(w, inst, row)? {
        w.drop_instruction(inst);
        return Ok(());
    }
    let expanded = expanded(w, inst, row, name)?;
    w.define(inst, expanded)
}

/// Lowers a call of an intrinsic without a result; returns false for any other intrinsic.
fn effect<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, row: &Row) -> Result<bool> {
    match row.rule {
        Rule::Drop => {}
        Rule::MaskedStore(Rows::Each) if gathers::store(w, inst)? => {}
        Rule::MaskedStore(rows) => masked::store(w, inst, rows)?,
        Rule::MatrixStore => matrix::store(w, inst)?,
        Rule::PredicatedStore(kind) => predicated::store(w, inst, kind)?,
        Rule::Fill(fill) => filled::store(w, inst, fill)?,
        Rule::FillBytes => filled::by_address_width(w, inst, row.name)?,
        Rule::Environment(part) => return environment::change(inst, part, row.name),
        Rule::Histogram(operation) => selected::count(w, inst, operation)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Returns the parts of the result.
fn expanded<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, row: &Row, name: &str) -> Result<Vec<Value<'m>>> {
    if w.actions.scan.rewrites_bfloat()
        && let Some(expanded) = bfloats::intrinsic(w, inst, row)?
    {
        return Ok(expanded);
    }
    if inst.call_arg(0).is_some_and(|argument| is_boolean(argument.ty())) {
        if let Some(value) = boolean::plain(w, inst, row.rule)? {
            return Ok(w.expanded(value)?.to_vec());
        }
    } else if let Rewritten::OtherExponents(exponent) = row.rewritten
        && inst.call_function_type().is_some_and(|ty| exponents::is_other(ty, exponent))
    {
        return exponents::call(w, inst, row.name, exponent);
    } else if row.elements == Elements::Each && is_by_lane(w, inst, row) {
        return by_lane(w, inst, row.name);
    }
    match row.rule {
        Rule::Bits(bits) => count::by_bits(w, inst, Counting { bits, name: row.name }),
        Rule::SwapBytes => count::swap_bytes(w, inst),
        Rule::SaturatedConversion(signed) => saturate::convert(w, inst, row.name, signed),
        Rule::FirstLoad => selected::first_load(w, inst),
        Rule::RoundedTruncation => constrained::round(w, inst, row.name),
        Rule::WithOverflow(op, signed) => expand::with_overflow(w, inst, op, signed),
        Rule::Interleave(count) => pick::interleave(w, inst, count),
        Rule::Deinterleave(count) => pick::deinterleave(w, inst, count),
        Rule::Transpose => pick::transpose(w, inst),
        _ if row.elements == Elements::EachOfTwo => pairs_by_lane(w, inst, row.name),
        _ => {
            let value = value(w, inst, row, name)?;
            Ok(w.expanded(value)?.to_vec())
        }
    }
}

/// Returns the result of an intrinsic, in its original type.
fn value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, row: &Row, name: &str) -> Result<Value<'m>> {
    match row.rule {
        Rule::Argument => argument(inst, 0),
        Rule::False => w.emit.context.const_int(w.emit.context.bool_type(), 0),
        Rule::ThreeWay(signed) => expand::three_way(w, inst, signed),
        Rule::MaskedLoad(rows) => masked_load(w, inst, rows),
        Rule::MatrixProduct => matrix::multiply(w, inst),
        Rule::MatrixLoad => matrix::load(w, inst),
        Rule::CarrylessProduct => fixed::carryless_product(w, inst),
        Rule::FixedPoint { signed, is_product, saturates } => fixed::plain(w, inst, signed, is_product, saturates),
        Rule::Reduce(combine) => reduce::reduce(w, inst, combine),
        Rule::Environment(_) => environment::value(w, inst, row.rule),
        Rule::Whole(rounding) => exponents::whole(w, inst, rounding),
        Rule::Constrained(plain) => constrained::plain(w, inst, name, plain),
        Rule::Predicated(plain) => predicated::value(w, inst, name, plain),
        Rule::RelativePointer => addresses::relative(w, inst),
        Rule::StructMember => addresses::struct_member(w, inst),
        Rule::ArrayElement => addresses::array_element(w, inst),
        _ => lanes_value(w, inst, row.rule),
    }
}

/// Returns the result of an intrinsic that moves lanes or makes masks, or of one on integers.
fn lanes_value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rule: Rule) -> Result<Value<'m>> {
    match rule {
        Rule::Steps => vectors::steps(w, inst.ty()),
        Rule::LaneMask => vectors::lane_mask(w, inst),
        Rule::FirstLane => vectors::first_lane(w, inst),
        Rule::PartialSum(op) => vectors::partial_sum(w, inst, op),
        Rule::Compress => selected::compressed(w, inst),
        Rule::LastActive => selected::last(w, inst),
        Rule::Match => selected::matching(w, inst),
        Rule::VectorLength => selected::length(w, inst),
        Rule::Independent(is_raw) => selected::independent(w, inst, is_raw),
        Rule::Reverse => shuffle::reverse(w, inst),
        Rule::Splice(right) => shuffle::splice(w, inst, right),
        Rule::Extract => shuffle::extract(w, inst),
        Rule::Insert => shuffle::insert(w, inst),
        rule if is_integer(inst) => expand::plain(w, inst, rule),
        _ => Err(unsupported(inst)),
    }
}

fn masked_load<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rows: Rows) -> Result<Value<'m>> {
    if rows == Rows::Each
        && let Some(gathered) = gathers::load(w, inst)?
    {
        return Ok(gathered);
    }
    masked::load(w, inst, rows)
}

fn is_integer(inst: Value<'_>) -> bool {
    inst.call_arg(0).is_some_and(|argument| argument.ty() == inst.ty() && inst.ty().scalar().is_int())
}

/// Applies an intrinsic with two results to each piece.
fn pairs_by_lane<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Vec<Value<'m>>> {
    let scalars: Vec<_> = inst.ty().fields().map(Type::scalar).collect();
    let [first, second] = scalars.as_slice() else { return Err(unsupported(inst)) };
    let mut members = [Vec::new(), Vec::new()];
    for piece in w.expanded(argument(inst, 0)?)?.iter() {
        let types = [w.emit.like(piece.ty(), *first)?, w.emit.like(piece.ty(), *second)?];
        let both = w.emit.builder.call_intrinsic(name, w.emit.context.struct_type(&types, false)?, &[*piece])?;
        for (index, member) in (0..).zip(&mut members) {
            member.push(w.emit.builder.extract_value(both, &[index])?);
        }
    }
    several(w, inst, members.into())
}

/// Returns whether all elements of result and arguments are of legal types.
fn has_legal_elements<'m>(w: &Rewriter<'m>, inst: Value<'m>) -> bool {
    let legal = |ty: Type<'m>| !ty.scalar().is_int() || w.actions.scan.is_core_width(ty.scalar().int_width());
    legal(inst.ty()) && inst.call_args().all(|argument| legal(argument.ty()))
}

/// Returns whether the same intrinsic computes the lanes of a call: all element types are legal, and it does not
/// convert to booleans.
fn is_by_lane<'m>(w: &Rewriter<'m>, inst: Value<'m>, row: &Row) -> bool {
    has_legal_elements(w, inst) && !(row.rewritten == Rewritten::ToBooleans && is_boolean(inst.ty()))
}

/// Calls the intrinsic on each piece.
fn by_lane<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Vec<Value<'m>>> {
    let arguments: Vec<_> = inst.call_args().collect();
    let scalar = inst.ty().scalar();
    w.by_pieces(inst.ty(), &arguments, |w, limbs| {
        let pieces: Vec<_> = limbs.iter().filter_map(|limbs| limbs.first().copied()).collect();
        // The first argument is always one by lane; flags, exponents and the like may be one for all lanes.
        let shape = pieces.first().map_or(scalar, |piece| piece.ty());
        let value = w.emit.builder.call_intrinsic(name, w.emit.like(shape, scalar)?, &pieces)?;
        if inst.fast_math() != 0 {
            value.set_fast_math(inst.fast_math())?;
        }
        Ok(vec![value])
    })
}
