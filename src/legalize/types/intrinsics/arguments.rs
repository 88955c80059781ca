//! Arguments, results and errors of calls of intrinsics that are rewritten.

use super::super::rewrite::Rewriter;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::Value;

/// Combines the parts of the members of a struct into the parts of the struct.
pub fn several<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, members: Vec<Vec<Value<'m>>>) -> Result<Vec<Value<'m>>> {
    let expanded = members.into_iter().flatten();
    if !w.actions.scan.is_legal(inst.ty()) {
        return Ok(expanded.collect());
    }
    let mut whole = w.emit.context.poison(inst.ty())?;
    for (index, member) in (0..).zip(expanded) {
        whole = w.emit.builder.insert_value(whole, member, &[index])?;
    }
    Ok(vec![whole])
}

/// The error for an intrinsic that has no rule.
pub fn unsupported(inst: Value<'_>) -> Error {
    let name = inst.called_function().map(Value::name).unwrap_or_default();
    Error::of(Code::Intrinsic, format!("the intrinsic {name}")).about(Subject::Intrinsic { name: name.to_owned() })
}

/// The `index`-th argument.
pub fn argument(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.call_arg(index).ok_or_else(|| Error::internal(format!("an intrinsic without its argument {index}")))
}
