//! The floating-point environment, of which SPIR-V has one alone: rounding to the nearest number, and no exceptions. What
//! asks for it gets that, what sets it to what it is does nothing, and what would change it is refused.

use super::super::rewrite::Rewriter;
use super::argument;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::Value;

/// How `llvm.get.rounding` and `llvm.set.rounding` call rounding to the nearest number, to even ones in the middle.
const NEAREST: u64 = 1;

/// Is the intrinsic one of these?
pub fn is_one(name: &str) -> bool {
    let name = name.strip_prefix("llvm.").unwrap_or_default();
    matches!(name, "get.rounding" | "set.rounding")
        || matches!(name.split_once('.'), Some(("get" | "set" | "reset", "fpenv" | "fpmode")))
}

/// What the environment is; `None` for other intrinsics.
pub fn value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<Option<Value<'m>>> {
    match name {
        "llvm.get.rounding" => w.emit.context.const_int(inst.ty(), NEAREST).map(Some),
        "llvm.get.fpenv" | "llvm.get.fpmode" => w.emit.context.const_null(inst.ty()).map(Some),
        _ => Ok(None),
    }
}

fn refused(name: &str, what: &str) -> Error {
    let error = Error::of(Code::Intrinsic, format!("the intrinsic {name} {what}"));
    error.about(Subject::Intrinsic { name: name.to_owned() })
}

/// Sets the environment; says whether the intrinsic does so.
pub fn change<'m>(_: &mut Rewriter<'m>, inst: Value<'m>, name: &str) -> Result<bool> {
    match name {
        "llvm.reset.fpenv" | "llvm.reset.fpmode" => Ok(true),
        "llvm.set.rounding" => match argument(inst, 0)?.int_value() {
            Some(NEAREST) => Ok(true),
            _ => Err(refused(name, "of another mode than rounding to the nearest")),
        },
        // A value comes from the environment, which has always been the same; a constant, but for what was got, is of
        // some machine's own.
        "llvm.set.fpenv" | "llvm.set.fpmode" => match argument(inst, 0)? {
            value if value.is_constant() && !value.is_null() => Err(refused(name, "of a constant")),
            _ => Ok(true),
        },
        _ => Ok(false),
    }
}
