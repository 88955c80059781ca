//! `call`: to an instruction, a call of a function of the module, a call through a pointer, or inline assembly,
//! depending on the callee.

use super::base::functions;
use super::extensions::{function_pointers, inline_asm};
use super::{builtins, intrinsics};
use crate::conventions::calling;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::{Chapter, Forward};

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter =
    Chapter { llvm_instructions: &[(&[Opcode::Call], |f, inst, _| forward(f, inst))], ..Chapter::NONE };

/// Operand bundles that carry no information for SPIR-V.
const DROPPED_BUNDLES: &[&str] = &["convergencectrl"];

/// Returns an error if the call has an operand bundle with a meaning that SPIR-V cannot express.
fn require_no_bundle(call: Value<'_>) -> Result<()> {
    match call.bundle_tags().into_iter().find(|tag| !DROPPED_BUNDLES.contains(&tag.as_str())) {
        Some(tag) => Err(Error::of(Code::Calling, format!("the operand bundle {tag:?} of a call"))),
        None => Ok(()),
    }
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let callee = match inst.called_function() {
        Some(callee) => callee,
        None if inst.is_inline_asm() => return inline_asm::forward(f, inst),
        None => return function_pointers::forward_call(f, inst),
    };
    if intrinsics::is_intrinsic(callee) {
        return intrinsics::forward(f, inst, callee);
    }
    if inst.bundle_count() != 0 && !f.options.policy.ignores_operand_bundles {
        require_no_bundle(inst)?;
    }
    let is_builtin = !calling::is_defined(callee) && builtins::is_builtin(f, callee)?;
    match callee.function_type() == inst.call_function_type() {
        true if is_builtin => builtins::forward(f, inst, callee),
        true => functions::forward_call(f, inst, callee),
        false if is_builtin || builtins::is_named_like_one(callee) => {
            Err(another_type(Code::BuiltinCall, inst, callee))
        }
        false if function_pointers::is_allowed(f) => function_pointers::forward_call(f, inst),
        false => Err(another_type(Code::Calling, inst, callee)
            .hint("--spirv-ext=+SPV_INTEL_function_pointers calls it by a pointer")),
    }
}

/// Returns the error for a call with another function type than that of the callee.
fn another_type(code: Code, inst: Value<'_>, callee: Value<'_>) -> Error {
    let show = |ty: Option<Type<'_>>| ty.map(|ty| ty.to_string()).unwrap_or_default();
    let (called, is) = (show(inst.call_function_type()), show(callee.function_type()));
    Error::of(code, format!("a call of {} as {called}, which is {is}", callee.name()))
}
