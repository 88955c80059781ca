//! Intrinsics on what SPIR-V lacks.

use super::rewrite::Rewriter;
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};

/// A call of the intrinsic `name`.
pub fn call<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<()> {
    match () {
        () if is_by_lane(name) && held_whole(inst) => by_lane(w, inst, name),
        () => Err(Error::unsupported(format!("the intrinsic {name} of type {}", inst.ty()))),
    }
}

/// Are all elements, of result and arguments, of types that SPIR-V has?
fn held_whole(inst: Value<'_>) -> bool {
    let whole = |ty: Type<'_>| !ty.scalar().is_int() || super::scan::is_legal_width(ty.scalar().int_width());
    whole(inst.ty()) && inst.call_args().all(|argument| whole(argument.ty()))
}

/// Is each lane of the result made from the same lane of the arguments?
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
fn by_lane<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<()> {
    let arguments: Vec<_> = inst.call_args().collect();
    let scalar = inst.ty().scalar();
    let lanes = w.forms.numbers(inst.ty())?.lanes;
    let parts = w.by_pieces(inst.ty(), &arguments, |w, limbs| {
        let pieces: Vec<_> = limbs.iter().filter_map(|limbs| limbs.first().copied()).collect();
        // The first argument is always one by lane; flags, exponents and the like may be one for all lanes.
        let shape = pieces.first().map_or(scalar, |piece| piece.ty());
        let value = w.emit.builder.call_intrinsic(name, w.emit.like(shape, scalar)?, &pieces)?;
        if inst.fast_math() != 0 {
            value.set_fast_math(inst.fast_math())?;
        }
        debug_assert!(lanes > 0);
        Ok(vec![value])
    })?;
    w.define(inst, parts)
}
