//! Division of integers of more than 64 bits, by functions that are added to the module once for each number of limbs.

use super::integers::{Limbs, clean};
use super::rewrite::Rewriter;
use super::wide::{less, negate, subtract, with_sign};
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Block, Builder, Linkage, Opcode, Predicate, Value};

/// Returns whether an opcode is a division or a remainder.
pub fn is_division(op: Opcode) -> bool {
    matches!(op, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem)
}

/// Emits a division or remainder of integers of `bits` bits, whose limbs are scalars or vectors.
pub fn wide<'m>(
    w: &mut Rewriter<'m>,
    op: Opcode,
    a: Limbs<'_, 'm>,
    b: Limbs<'_, 'm>,
    bits: u32,
) -> Result<Vec<Value<'m>>> {
    let lanes = a.first().map_or(0, |limb| if limb.ty().is_vector() { limb.ty().count() as u32 } else { 1 });
    let mut quotients = Vec::with_capacity(lanes as usize);
    for lane in 0..lanes {
        let of = |limbs: Limbs<'_, 'm>| limbs.iter().map(|limb| w.emit.lane(*limb, lane)).collect::<Result<Vec<_>>>();
        let (a, b) = (of(a)?, of(b)?);
        quotients.push(divide(w, op, &a, &b, bits)?);
    }
    w.build(&quotients, &[lanes])
}

fn divide<'m>(
    w: &mut Rewriter<'m>,
    op: Opcode,
    a: Limbs<'_, 'm>,
    b: Limbs<'_, 'm>,
    bits: u32,
) -> Result<Vec<Value<'m>>> {
    let wants_quotient = matches!(op, Opcode::UDiv | Opcode::SDiv);
    if matches!(op, Opcode::UDiv | Opcode::URem) {
        return unsigned(w, a, b, wants_quotient);
    }
    let (a, a_sign) = with_sign(&w.emit, a, bits)?;
    let (b, b_sign) = with_sign(&w.emit, b, bits)?;
    let (a, b) = (negated_if(&w.emit, a_sign, &a)?, negated_if(&w.emit, b_sign, &b)?);
    let result = unsigned(w, &a, &b, wants_quotient)?;
    let sign = if wants_quotient { w.emit.binary(Opcode::Xor, a_sign, b_sign)? } else { a_sign };
    let result = negated_if(&w.emit, sign, &result)?;
    clean(&w.emit, result, bits)
}

/// Negates a number if `sign` is not zero.
fn negated_if<'m>(e: &Emit<'m>, sign: Value<'m>, limbs: Limbs<'_, 'm>) -> Result<Vec<Value<'m>>> {
    let condition = e.compare(Predicate::Ne, sign, e.int(sign.ty(), 0)?)?;
    let negated = negate(e, limbs)?;
    limbs.iter().zip(negated).map(|(limb, negated)| e.select(condition, negated, *limb)).collect()
}

fn unsigned<'m>(w: &mut Rewriter<'m>, a: Limbs<'_, 'm>, b: Limbs<'_, 'm>, quotient: bool) -> Result<Vec<Value<'m>>> {
    let function = helper(w, a.len())?;
    let both = w.emit.builder.call(function, &[a, b].concat())?;
    let first = if quotient { 0 } else { a.len() as u32 };
    (first..first + a.len() as u32).map(|i| w.emit.builder.extract_value(both, &[i])).collect()
}

/// Returns the function that divides integers of `limbs` limbs; it returns the quotient and the remainder.
fn helper<'m>(w: &mut Rewriter<'m>, limbs: usize) -> Result<Value<'m>> {
    let name = format!("llvm_spirv.udivrem.{}", 64 * limbs);
    if let Some(function) = w.helpers.get(&name) {
        return Ok(*function);
    }
    let context = w.emit.context;
    let long = context.int_type(64)?;
    let ty =
        context.function_type(context.struct_type(&vec![long; 2 * limbs], false)?, &vec![long; 2 * limbs], false)?;
    let function = w.module.add_function(&name, ty)?;
    function.set_linkage(Linkage::Internal)?;
    function.set_call_conv(crate::llvm::call_conv::SPIR_FUNC)?;
    let [entry, each, end] = ["entry", "bit", "end"].map(|name| w.module.append_block(function, name));
    let emit = Emit { context, builder: Builder::new(w.module) };
    body(&emit, function, [entry?, each?, end?], limbs)?;
    w.helpers.insert(name, function);
    Ok(function)
}

/// Writes the loop of a long division by bits: each step shifts the top bit of `left` into `rest`, and a bit of the
/// quotient into `left` from below.
fn body<'m>(e: &Emit<'m>, function: Value<'m>, [entry, each, end]: [Block<'m>; 3], limbs: usize) -> Result<()> {
    let params: Vec<_> = function.params().collect();
    let (dividend, divisor) = params.split_at_checked(limbs).ok_or_else(|| Error::internal("too few parameters"))?;
    let long = e.context.int_type(64)?;
    let zero = e.int(long, 0)?;
    e.builder.position_at_end(entry);
    e.builder.br(each)?;
    e.builder.position_at_end(each);
    let count = e.builder.phi(long)?;
    let phis = (0..2 * limbs).map(|_| e.builder.phi(long)).collect::<Result<Vec<_>>>()?;
    let (left, rest) = phis.split_at_checked(limbs).ok_or_else(|| Error::internal("too few phis"))?;
    let (mut left_next, high) = doubled(e, left, zero)?;
    let (rest_doubled, lost) = doubled(e, rest, high)?;
    // A bit that is lost at the top says that the rest is larger than any divisor.
    let is_less = less(e, &rest_doubled, divisor, Predicate::Ult)?;
    let lost = e.compare(Predicate::Ne, lost, zero)?;
    let fits = e.binary(Opcode::Or, lost, e.with(Opcode::Xor, is_less, 1)?)?;
    let reduced = subtract(e, &rest_doubled, divisor)?;
    let pairs = rest_doubled.iter().zip(reduced);
    let rest_next = pairs.map(|(rest, reduced)| e.select(fits, reduced, *rest)).collect::<Result<Vec<_>>>()?;
    if let Some(lowest) = left_next.first_mut() {
        *lowest = e.binary(Opcode::Or, *lowest, e.resize(fits, long, false)?)?;
    }
    let count_next = e.with(Opcode::Add, count, 1)?;
    let more = e.compare(Predicate::Ult, count_next, e.int(long, 64 * limbs as u64)?)?;
    e.builder.cond_br(more, each, end)?;
    e.builder.add_incoming(count, zero, entry)?;
    e.builder.add_incoming(count, count_next, each)?;
    let starts = dividend.iter().copied().chain(std::iter::repeat(zero));
    let nexts: Vec<_> = left_next.into_iter().chain(rest_next).collect();
    for ((phi, start), next) in phis.iter().zip(starts).zip(&nexts) {
        e.builder.add_incoming(*phi, start, entry)?;
        e.builder.add_incoming(*phi, *next, each)?;
    }
    e.builder.position_at_end(end);
    let ty = function.function_type().and_then(crate::llvm::Type::function_return);
    let mut result = e.context.poison(ty.ok_or_else(|| Error::internal("a function without a result"))?)?;
    for (index, part) in (0..).zip(nexts) {
        result = e.builder.insert_value(result, part, &[index])?;
    }
    e.builder.ret(result).map(drop)
}

/// Shifts a number left by one, with `low` as the lowest bit; also returns the bit that is shifted out.
fn doubled<'m>(e: &Emit<'m>, limbs: Limbs<'_, 'm>, low: Value<'m>) -> Result<(Vec<Value<'m>>, Value<'m>)> {
    let mut carry = low;
    let mut result = Vec::with_capacity(limbs.len());
    for limb in limbs {
        result.push(e.binary(Opcode::Or, e.with(Opcode::Shl, *limb, 1)?, carry)?);
        carry = e.with(Opcode::LShr, *limb, 63)?;
    }
    Ok((result, carry))
}
