//! `llvm.experimental.constrained.*` on illegal types. It becomes the plain instruction or intrinsic if its rounding
//! mode is to the nearest number, as that of the plain one.

use super::super::rewrite::Rewriter;
use super::arguments::{argument, unsupported};
use crate::concepts::intrinsics::{float_classes, rows};
use crate::conventions::rules::Plain;
use crate::error::{Code, Error, Result};
use crate::llvm::{Predicate as R, Value};

/// Lowers a constrained intrinsic to the plain instruction or intrinsic.
pub fn plain<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str, plain: Plain) -> Result<Value<'m>> {
    let texts: Vec<_> = inst.call_args().filter_map(|arg| Some(arg.as_metadata()?.as_string()?.to_owned())).collect();
    if let Some(mode) = texts.iter().find(|text| text.starts_with("round."))
        && !matches!(mode.as_str(), "round.tonearest" | "round.dynamic")
        && !is_exact(inst)
    {
        return Err(Error::of(Code::Intrinsic, format!("{name} of {} with {mode}", inst.ty())));
    }
    let arguments: Vec<_> = inst.call_args().filter(|arg| arg.as_metadata().is_none()).collect();
    let a = argument(inst, 0)?;
    let made = match plain {
        Plain::Binary(op) => w.emit.builder.binary(op, a, argument(inst, 1)?),
        Plain::Cast(op) => w.emit.builder.cast(op, a, inst.ty()),
        Plain::Comparison => {
            let predicate = texts.first().and_then(|text| predicate(text)).ok_or_else(|| unsupported(inst))?;
            w.emit.builder.compare_float(predicate, a, argument(inst, 1)?)
        }
        Plain::Named => {
            let plain = rows::plain(name).ok_or_else(|| unsupported(inst))?;
            w.emit.builder.call_intrinsic(&plain, inst.ty(), &arguments)
        }
        _ => return Err(unsupported(inst)),
    }?;
    if inst.fast_math() != 0 && made.is_instruction() {
        made.set_fast_math(inst.fast_math())?;
    }
    w.made(Ok(made))
}

/// Returns whether a call converts integers that the floating-point type represents exactly, so that no rounding mode
/// matters.
fn is_exact(inst: Value<'_>) -> bool {
    let bits = inst.call_arg(0).map_or(0, |from| from.ty().scalar().int_width());
    bits > 0 && float_classes::fraction(inst.ty()).is_ok_and(|fraction| bits <= fraction)
}

/// Applies `llvm.fptrunc.round` to each piece.
pub fn round<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Vec<Value<'m>>> {
    let (a, mode) = (argument(inst, 0)?, argument(inst, 1)?);
    let scalar = inst.ty().scalar();
    w.by_pieces(inst.ty(), &[a], |w, limbs| match limbs {
        [[piece]] => {
            Ok(vec![w.emit.builder.call_intrinsic(name, w.emit.like(piece.ty(), scalar)?, &[*piece, mode])?])
        }
        _ => Err(unsupported(inst)),
    })
}

/// Returns the comparison predicate of this name.
pub fn predicate(name: &str) -> Option<R> {
    Some(match name {
        "oeq" => R::Oeq,
        "ogt" => R::Ogt,
        "oge" => R::Oge,
        "olt" => R::Olt,
        "ole" => R::Ole,
        "one" => R::One,
        "ord" => R::Ord,
        "uno" => R::Uno,
        "ueq" => R::Ueq,
        "ugt" => R::FUgt,
        "uge" => R::FUge,
        "ult" => R::FUlt,
        "ule" => R::FUle,
        "une" => R::Une,
        _ => return None,
    })
}
