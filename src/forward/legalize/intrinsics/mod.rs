//! Intrinsics on what SPIR-V lacks, and those that are plain instructions on vectors. The rest is left to the walk.

mod boolean;
mod count;
mod expand;
mod masked;
mod reduce;
mod shuffle;

use super::casts;
use super::rewrite::Rewriter;
use super::scan::is_boolean;
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};

/// Is the intrinsic rewritten here although its types may be legal?
pub fn is_always_rewritten(intrinsic: Value<'_>) -> bool {
    let Some(name) = intrinsic.intrinsic_name() else { return false };
    let is_on_booleans = || {
        let arithmetic =
            is_by_lane(name) || name.ends_with(".with.overflow") || name.starts_with("llvm.vector.reduce.");
        arithmetic && intrinsic.param(0).is_some_and(|param| is_boolean(param.ty()))
    };
    is_vector_operation(name) || is_on_booleans()
}

fn is_vector_operation(name: &str) -> bool {
    matches!(
        name,
        "llvm.masked.load"
            | "llvm.masked.store"
            | "llvm.masked.gather"
            | "llvm.masked.scatter"
            | "llvm.vector.reverse"
            | "llvm.vector.splice"
            | "llvm.vector.splice.left"
            | "llvm.vector.splice.right"
            | "llvm.vector.interleave2"
            | "llvm.vector.deinterleave2"
            | "llvm.vector.extract"
            | "llvm.vector.insert"
    )
}

/// A call of the intrinsic `name`.
pub fn call<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<()> {
    if inst.ty().is_scalable_vector() || inst.call_args().any(|argument| argument.ty().is_scalable_vector()) {
        return Err(unsupported(inst));
    }
    if let Some(parts) = parts(w, inst, name)? {
        return w.define(inst, parts);
    }
    match name {
        "llvm.masked.store" => masked::store(w, inst, true)?,
        "llvm.masked.scatter" => masked::store(w, inst, false)?,
        _ if inst.ty().is_void() => return drop_hint(w, inst, name),
        _ => return Err(unsupported(inst)),
    }
    w.drop_instruction(inst);
    Ok(())
}

/// The parts of what the intrinsic gives, if there is a rule for it.
fn parts<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Vec<Value<'m>>>> {
    if is_boolean(argument(inst, 0)?.ty()) {
        if let Some(value) = boolean::plain(w, inst, name)? {
            return Ok(Some(w.parts(value)?.to_vec()));
        }
    } else if is_by_lane(name) && held_whole(inst) {
        return by_lane(w, inst, name).map(Some);
    }
    Ok(Some(match name {
        "llvm.ctpop" | "llvm.ctlz" | "llvm.cttz" | "llvm.bitreverse" => count::by_bits(w, inst, name)?,
        "llvm.bswap" => count::swap_bytes(w, inst)?,
        "llvm.fptosi.sat" | "llvm.fptoui.sat" => casts::from_float_saturated(w, inst, name)?,
        "llvm.vector.deinterleave2" => {
            let halves = shuffle::deinterleave(w, inst)?;
            pair(w, inst, halves)?
        }
        _ if name.ends_with(".with.overflow") => {
            let both = expand::with_overflow(w, inst, name)?;
            pair(w, inst, both)?
        }
        _ => {
            return match value(w, inst, name)? {
                Some(value) => Ok(Some(w.parts(value)?.to_vec())),
                None => Ok(None),
            };
        }
    }))
}

/// What the intrinsic gives, as it was.
fn value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Value<'m>>> {
    Ok(Some(match name {
        "llvm.ucmp" | "llvm.scmp" => expand::three_way(w, inst, name == "llvm.scmp")?,
        "llvm.masked.load" => masked::load(w, inst, true)?,
        "llvm.masked.gather" => masked::load(w, inst, false)?,
        "llvm.expect"
        | "llvm.expect.with.probability"
        | "llvm.ssa.copy"
        | "llvm.annotation"
        | "llvm.arithmetic.fence" => argument(inst, 0)?,
        "llvm.is.constant" => w.emit.context.const_int(w.emit.context.bool_type(), 0)?,
        _ => match name.strip_prefix("llvm.vector.reduce.") {
            Some(operation) => reduce::reduce(w, inst, operation)?,
            None => match shuffle::single(w, inst, name)? {
                Some(value) => value,
                None if is_integer(inst) => return expand::plain(w, inst, name),
                None => return Ok(None),
            },
        },
    }))
}

fn is_integer(inst: Value<'_>) -> bool {
    inst.call_arg(0).is_some_and(|argument| argument.ty() == inst.ty() && inst.ty().scalar().is_int())
}

/// Hints about values that are held otherwise say nothing any more.
fn drop_hint<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<()> {
    match name {
        "llvm.assume" | "llvm.fake.use" | "llvm.dbg.value" | "llvm.dbg.declare" | "llvm.sideeffect" => {
            w.drop_instruction(inst);
            Ok(())
        }
        _ => Err(unsupported(inst)),
    }
}

/// The parts of a struct of two members, given as they were.
fn pair<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, members: [Value<'m>; 2]) -> Result<Vec<Value<'m>>> {
    let mut parts = Vec::new();
    for member in members {
        parts.extend(w.parts(member)?.iter());
    }
    if !w.forms.scan.is_legal(inst.ty()) {
        return Ok(parts);
    }
    let mut whole = w.emit.context.poison(inst.ty())?;
    for (index, member) in (0..).zip(parts) {
        whole = w.emit.builder.insert_value(whole, member, &[index])?;
    }
    Ok(vec![whole])
}

/// The error for an intrinsic that has no rule.
fn unsupported(inst: Value<'_>) -> Error {
    let name = inst.called_function().map(Value::name).unwrap_or_default();
    Error::unsupported(format!("the intrinsic {name}"))
}

/// The `index`-th argument.
fn argument(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.call_arg(index).ok_or_else(|| Error::internal(format!("an intrinsic without its argument {index}")))
}

/// Are all elements, of result and arguments, of types that SPIR-V has?
fn held_whole(inst: Value<'_>) -> bool {
    let whole = |ty: Type<'_>| !ty.scalar().is_int() || super::scan::is_legal_width(ty.scalar().int_width());
    whole(inst.ty()) && inst.call_args().all(|argument| whole(argument.ty()))
}

/// Is each lane of the result made from the same lane of the arguments?
#[rustfmt::skip]
fn is_by_lane(name: &str) -> bool {
    let Some(name) = name.strip_prefix("llvm.") else { return false };
    matches!(
        name,
        "fma" | "fmuladd" | "sqrt" | "fabs" | "floor" | "ceil" | "trunc" | "rint" | "nearbyint" | "roundeven" | "round"
            | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "exp" | "exp2"
            | "exp10" | "log" | "log2" | "log10" | "pow" | "powi" | "copysign" | "minnum" | "maxnum" | "minimum"
            | "maximum" | "minimumnum" | "maximumnum" | "canonicalize" | "ldexp" | "is.fpclass" | "fptosi.sat"
            | "fptoui.sat" | "lrint" | "llrint" | "lround" | "llround" | "smin" | "smax" | "umin" | "umax" | "abs"
            | "ctpop" | "ctlz" | "cttz" | "uadd.sat" | "sadd.sat" | "usub.sat" | "ssub.sat" | "ushl.sat" | "sshl.sat"
            | "fshl" | "fshr" | "bswap" | "bitreverse" | "ucmp" | "scmp" | "smul.fix" | "umul.fix" | "smul.fix.sat"
            | "umul.fix.sat" | "sdiv.fix" | "udiv.fix" | "sdiv.fix.sat" | "udiv.fix.sat" | "arithmetic.fence"
    )
}

/// The same intrinsic on each piece.
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
