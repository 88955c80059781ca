//! The floating-point environment, which SPIR-V does not let change: rounding is to the nearest number, and there are
//! no exceptions. Intrinsics that read it return this state, those that set it to this state are removed, and any other
//! is rejected.

use super::super::rewrite::Rewriter;
use super::arguments::argument;
use crate::conventions::rules::{Environment, Rule};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::Value;

/// The number of the mode "to nearest, ties to even" in `llvm.get.rounding` and `llvm.set.rounding`.
const NEAREST: u64 = 1;

/// Returns the constant result of an intrinsic that reads the environment.
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

/// Checks an intrinsic that sets the environment. Returns false for one that reads it, and an error for one that would
/// change it.
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
