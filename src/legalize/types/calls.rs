//! Calls of functions whose signature changes with their types, and of intrinsics.

use super::control::result_type;
use super::rewrite::Rewriter;
use super::{intrinsics, signatures};
use crate::conventions::calling::{MOST_PARAMETERS, SPIR_KERNEL};
use crate::error::{Code, Error, Result};
use crate::llvm::Value;

/// Lowers `call`.
pub fn call<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    if let Some(name) = inst.called_function().and_then(Value::intrinsic_name) {
        return match w.needs_core(inst) {
            true => w.in_core(inst, |w| intrinsics::call(w, inst, name)),
            false => intrinsics::call(w, inst, name),
        };
    }
    if w.is_in_core() {
        return w.natively(|w| call(w, inst));
    }
    let missing = || Error::internal("a call of nothing");
    let (ty, callee) = (inst.call_function_type().ok_or_else(missing)?, inst.called_value().ok_or_else(missing)?);
    if inst.is_inline_asm() || ty.is_vararg() {
        return Err(not_passed(w, inst));
    }
    let (mut arguments, mut places) = (Vec::new(), Vec::new());
    for argument in inst.call_args() {
        let same = w.actions.scan.is_legal(argument.ty());
        places.push(same.then_some(arguments.len() as u32));
        arguments.extend(w.expanded(argument)?.iter());
    }
    let is_kernel = callee.is_function() && callee.call_conv() == SPIR_KERNEL;
    if !is_kernel && arguments.len() > MOST_PARAMETERS {
        let last = MOST_PARAMETERS as u32 - 1;
        places.iter_mut().for_each(|place| *place = place.filter(|place| *place < last));
        arguments = signatures::packed_arguments(w, arguments)?;
    }
    let new_type = signatures::function_type(w, ty, is_kernel)?;
    let new = w.emit.builder.call_indirect(new_type, callee, &arguments)?;
    new.take_call_attributes(inst, &places, w.actions.scan.is_legal(inst.ty()))?;
    new.take_metadata(inst)?;
    define_result(w, inst, new)
}

/// Returns the error for an illegal type as an operand of inline assembly or a variable argument, which cannot be split
/// into parts.
fn not_passed<'m>(w: &mut Rewriter<'m>, call: Value<'m>) -> Error {
    let mut types = call.call_args().map(Value::ty).chain([call.ty()]).filter(|ty| !ty.is_void());
    let ty = types.find(|ty| !w.actions.scan.is_legal(*ty)).unwrap_or(call.ty());
    let what = if call.is_inline_asm() { "an operand of inline assembly" } else { "a variable argument" };
    Error::of(Code::Calling, format!("{ty} as {what}"))
        .hint("there are integers of 8, 16, 32 and 64 bits, and vectors of 2, 3, 4, 8 and 16 of them")
}

fn define_result<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, new: Value<'m>) -> Result<()> {
    if inst.ty().is_void() {
        w.drop_instruction(inst);
        return Ok(());
    }
    if w.actions.scan.is_legal(inst.ty()) {
        return w.define(inst, vec![new]);
    }
    let action = w.actions.of(inst.ty())?;
    let expanded = match action.len() {
        0 => Vec::new(),
        1 => vec![new],
        count => (0..count as u32).map(|i| w.emit.builder.extract_value(new, &[i])).collect::<Result<_>>()?,
    };
    debug_assert_eq!(result_type(w, inst.ty()).ok(), Some(new.ty()));
    w.define(inst, expanded)
}
