//! Intrinsics on what SPIR-V lacks, and those that are plain instructions on vectors. The rest is left to the walk.

pub mod added;
mod addresses;
mod boolean;
mod constrained;
mod count;
mod environment;
mod expand;
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

use self::masked::Rows;
use super::bfloats;
use super::rewrite::Rewriter;
use super::scan::is_boolean;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{Type, Value};

/// Is the intrinsic rewritten here although its types may be legal?
pub fn is_always_rewritten(intrinsic: Value<'_>) -> bool {
    let Some(name) = intrinsic.intrinsic_name() else { return false };
    let is_on_booleans = || {
        let arithmetic =
            is_by_lane(name) || name.ends_with(".with.overflow") || name.starts_with("llvm.vector.reduce.");
        arithmetic && intrinsic.param(0).is_some_and(|param| is_boolean(param.ty()))
    };
    is_vector_operation(name)
        || is_on_booleans()
        || is_odd_conversion(intrinsic, name)
        || filled::is_none_or_one(intrinsic, name)
}

/// Is the intrinsic one instruction for integers of any width that there is?
#[rustfmt::skip]
pub fn has_any_width(name: &str) -> bool {
    let Some(name) = name.strip_prefix("llvm.") else { return false };
    matches!(
        name,
        "smin" | "smax" | "umin" | "umax" | "abs" | "ctpop" | "ctlz" | "cttz" | "uadd.sat" | "sadd.sat" | "usub.sat"
            | "ssub.sat"
    )
}

/// Does the intrinsic say something of a value, and nothing else?
pub fn is_hint(name: &str) -> bool {
    matches!(
        name,
        "llvm.expect" | "llvm.expect.with.probability" | "llvm.arithmetic.fence" | "llvm.ssa.copy" | "llvm.fake.use"
    ) || name.starts_with("llvm.dbg.")
}

fn is_saturated_conversion(name: &str) -> bool {
    matches!(name, "llvm.fptosi.sat" | "llvm.fptoui.sat")
}

/// A saturated conversion to a boolean.
fn is_odd_conversion(intrinsic: Value<'_>, name: &str) -> bool {
    let to = intrinsic.function_type().and_then(Type::function_return);
    is_saturated_conversion(name) && to.is_some_and(is_boolean)
}

fn is_vector_operation(name: &str) -> bool {
    let families = [
        "llvm.vector.interleave",
        "llvm.vector.deinterleave",
        "llvm.vector.partial.reduce.",
        "llvm.matrix.",
        "llvm.vp.",
        "llvm.experimental.vp.",
        "llvm.experimental.vector.",
        "llvm.loop.dependence.",
        "llvm.preserve.",
    ];
    families.iter().any(|family| name.starts_with(family))
        || is_fixed_point(name)
        || filled::is_one(name)
        || environment::is_one(name)
        || matches!(
            name,
            "llvm.masked.load"
                | "llvm.masked.store"
                | "llvm.masked.gather"
                | "llvm.masked.scatter"
                | "llvm.vector.reverse"
                | "llvm.vector.splice"
                | "llvm.vector.splice.left"
                | "llvm.vector.splice.right"
                | "llvm.masked.expandload"
                | "llvm.masked.compressstore"
                | "llvm.stepvector"
                | "llvm.get.active.lane.mask"
                | "llvm.experimental.cttz.elts"
                | "llvm.experimental.get.vector.length"
                | "llvm.load.relative"
                | "llvm.clmul"
                | "llvm.vector.extract"
                | "llvm.vector.insert"
        )
}

fn is_fixed_point(name: &str) -> bool {
    let name = name.strip_suffix(".sat").unwrap_or(name);
    matches!(name, "llvm.smul.fix" | "llvm.umul.fix" | "llvm.sdiv.fix" | "llvm.udiv.fix")
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
        "llvm.masked.store" => masked::store(w, inst, Rows::Row)?,
        "llvm.masked.compressstore" => masked::store(w, inst, Rows::Packed)?,
        "llvm.masked.scatter" if gathers::store(w, inst)? => {}
        "llvm.masked.scatter" => masked::store(w, inst, Rows::Each)?,
        "llvm.matrix.column.major.store" => matrix::store(w, inst)?,
        _ if predicated::store(w, inst, name)? || filled::store(w, inst, name)? => {}
        _ if environment::change(w, inst, name)? || selected::count(w, inst, name)? => {}
        _ if inst.ty().is_void() => return drop_hint(w, inst, name),
        _ => return Err(unsupported(inst)),
    }
    w.drop_instruction(inst);
    Ok(())
}

/// The parts of what the intrinsic gives, if there is a rule for it.
fn parts<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Vec<Value<'m>>>> {
    if w.forms.scan.rewrites_bfloat()
        && let Some(parts) = bfloats::intrinsic(w, inst, name)?
    {
        return Ok(Some(parts));
    }
    if inst.call_arg(0).is_some_and(|argument| is_boolean(argument.ty())) {
        if let Some(value) = boolean::plain(w, inst, name)? {
            return Ok(Some(w.parts(value)?.to_vec()));
        }
    } else if is_by_lane(name) && held_whole(inst) && !(is_saturated_conversion(name) && is_boolean(inst.ty())) {
        return by_lane(w, inst, name).map(Some);
    }
    Ok(Some(match name {
        "llvm.ctpop" | "llvm.ctlz" | "llvm.cttz" | "llvm.bitreverse" => count::by_bits(w, inst, name)?,
        "llvm.bswap" => count::swap_bytes(w, inst)?,
        _ if is_saturated_conversion(name) => saturate::convert(w, inst, name)?,
        "llvm.vp.load.ff" => {
            let active = predicated::active(w, inst)?;
            selected::first_load(w, inst, active)?
        }
        "llvm.fptrunc.round" => constrained::round(w, inst, name)?,
        _ if is_in_pairs(name) => pairs_by_lane(w, inst, name)?,
        _ if name.ends_with(".with.overflow") => {
            let mut members = Vec::new();
            for member in expand::with_overflow(w, inst, name)? {
                members.push(w.parts(member)?.to_vec());
            }
            several(w, inst, members)?
        }
        _ => {
            if let Some(parts) = pick::parts(w, inst, name)? {
                return Ok(Some(parts));
            }
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
        "llvm.masked.load" => masked::load(w, inst, Rows::Row)?,
        "llvm.masked.expandload" => masked::load(w, inst, Rows::Packed)?,
        "llvm.masked.gather" => match gathers::load(w, inst)? {
            Some(gathered) => gathered,
            None => masked::load(w, inst, Rows::Each)?,
        },
        "llvm.matrix.multiply" => matrix::multiply(w, inst)?,
        "llvm.matrix.column.major.load" => matrix::load(w, inst)?,
        "llvm.clmul" => fixed::carryless_product(w, inst)?,
        "llvm.expect"
        | "llvm.expect.with.probability"
        | "llvm.ssa.copy"
        | "llvm.annotation"
        | "llvm.arithmetic.fence" => argument(inst, 0)?,
        "llvm.is.constant" => w.emit.context.const_int(w.emit.context.bool_type(), 0)?,
        _ => match name.strip_prefix("llvm.vector.reduce.") {
            Some(operation) => reduce::reduce(w, inst, operation)?,
            None => return other_value(w, inst, name),
        },
    }))
}

/// What the rules of the other files give.
fn other_value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Value<'m>>> {
    let rules = [vectors::value, selected::value, addresses::value, environment::value, fixed::plain];
    for rule in rules.into_iter().chain([shuffle::single, constrained::plain, predicated::value]) {
        if let Some(value) = rule(w, inst, name)? {
            return Ok(Some(value));
        }
    }
    if is_integer(inst) { expand::plain(w, inst, name) } else { Ok(None) }
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

/// The parts of a struct, from the parts of its members.
pub fn several<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, members: Vec<Vec<Value<'m>>>) -> Result<Vec<Value<'m>>> {
    let parts = members.into_iter().flatten();
    if !w.forms.scan.is_legal(inst.ty()) {
        return Ok(parts.collect());
    }
    let mut whole = w.emit.context.poison(inst.ty())?;
    for (index, member) in (0..).zip(parts) {
        whole = w.emit.builder.insert_value(whole, member, &[index])?;
    }
    Ok(vec![whole])
}

/// An intrinsic with two results, on each piece.
fn pairs_by_lane<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Vec<Value<'m>>> {
    let scalars: Vec<_> = inst.ty().fields().map(Type::scalar).collect();
    let [first, second] = scalars.as_slice() else { return Err(unsupported(inst)) };
    let mut members = [Vec::new(), Vec::new()];
    for piece in w.parts(argument(inst, 0)?)?.iter() {
        let types = [w.emit.like(piece.ty(), *first)?, w.emit.like(piece.ty(), *second)?];
        let both = w.emit.builder.call_intrinsic(name, w.emit.context.struct_type(&types, false)?, &[*piece])?;
        for (index, member) in (0..).zip(&mut members) {
            member.push(w.emit.builder.extract_value(both, &[index])?);
        }
    }
    several(w, inst, members.into())
}

/// The error for an intrinsic that has no rule.
fn unsupported(inst: Value<'_>) -> Error {
    let name = inst.called_function().map(Value::name).unwrap_or_default();
    Error::of(Code::Intrinsic, format!("the intrinsic {name}")).about(Subject::Intrinsic { name: name.to_owned() })
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
pub fn is_by_lane(name: &str) -> bool {
    let Some(name) = name.strip_prefix("llvm.") else { return false };
    matches!(
        name,
        "fma" | "fmuladd" | "sqrt" | "fabs" | "floor" | "ceil" | "trunc" | "rint" | "nearbyint" | "roundeven" | "round"
            | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "exp" | "exp2"
            | "exp10" | "log" | "log2" | "log10" | "pow" | "powi" | "copysign" | "minnum" | "maxnum" | "minimum"
            | "maximum" | "minimumnum" | "maximumnum" | "canonicalize" | "ldexp" | "is.fpclass" | "fptosi.sat"
            | "fptoui.sat" | "lrint" | "llrint" | "lround" | "llround" | "smin" | "smax" | "umin" | "umax" | "abs"
            | "ctpop" | "ctlz" | "cttz" | "uadd.sat" | "sadd.sat" | "usub.sat" | "ssub.sat" | "ushl.sat" | "sshl.sat"
            | "fshl" | "fshr" | "bswap" | "bitreverse" | "ucmp" | "scmp" | "arithmetic.fence"
    )
}

/// Are two numbers made of each lane of the argument?
pub fn is_in_pairs(name: &str) -> bool {
    matches!(name, "llvm.frexp" | "llvm.modf" | "llvm.sincos" | "llvm.sincospi")
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
