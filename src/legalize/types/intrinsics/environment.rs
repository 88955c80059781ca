//! The floating-point environment, of which SPIR-V has one alone: rounding to the nearest number, and no exceptions.
//! What asks for it gets that, what sets it to what it is does nothing, and what would change it is refused.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::conventions::rules::{Environment, Rule};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::Value;

/// The number of rounding to nearest, ties to even, in `llvm.get.rounding` and `llvm.set.rounding`.
const NEAREST: u64 = 1;

/// Returns what the environment is.
pub fn value<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, rule: Rule) -> Result<Value<'m>> {
    match rule {
        Rule::Environment(Environment::GetRounding) => w.emit.context.const_int(inst.ty(), NEAREST),
        _ => w.emit.context.const_null(inst.ty()),
    }
}

fn refused(name: &str, what: &str) -> Error {
    let error = Error::of(Code::Intrinsic, format!("the intrinsic {name} {what}"));
    error.about(Subject::Intrinsic { name: name.to_owned() })
}

/// Sets the environment; returns whether the intrinsic does so.
pub fn change(inst: Value<'_>, part: Environment, name: &str) -> Result<bool> {
    match part {
        Environment::GetRounding | Environment::Get => Ok(false),
        Environment::Reset => Ok(true),
        Environment::SetRounding => match argument(inst, 0)?.int_value() {
            Some(NEAREST) => Ok(true),
            _ => Err(refused(name, "of another mode than rounding to the nearest")),
        },
        // A value comes from the environment, which has always been the same; a constant, but for what was got, is of
        // some machine's own.
        Environment::Set => match argument(inst, 0)? {
            value if value.is_constant() && !value.is_null() => Err(refused(name, "of a constant")),
            _ => Ok(true),
        },
    }
}
