//! `call`: an instruction of SPIR-V, a function of the module, a pointer to one, or assembly, by what is called.

use super::base::functions;
use super::extensions::{function_pointers, inline_asm};
use super::{builtins, intrinsics};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Value};
use crate::state::{Chapter, Forward};

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter =
    Chapter { llvm_instructions: &[(&[Opcode::LLVMCall], |f, inst, _| forward(f, inst))], ..Chapter::NONE };

/// Operand bundles that say nothing to SPIR-V beyond what the call says.
const DROPPED_BUNDLES: &[&str] = &["convergencectrl"];

/// Returns an error where the call has a bundle, which cannot just be dropped: its name tells what it means.
fn require_no_bundle(call: Value<'_>) -> Result<()> {
    match call.bundle_tags().into_iter().find(|tag| !DROPPED_BUNDLES.contains(&tag.as_str())) {
        Some(tag) => Err(Error::of(Code::Calling, format!("the operand bundle {tag:?} of a call"))),
        None => Ok(()),
    }
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if inst.is_inline_asm() {
        return inline_asm::forward(f, inst);
    }
    let Some(callee) = inst.called_function() else {
        return function_pointers::forward_call(f, inst);
    };
    if intrinsics::is_intrinsic(callee) {
        return intrinsics::forward(f, inst, callee);
    }
    if inst.bundle_count() != 0 && !f.options.policy.ignores_operand_bundles {
        require_no_bundle(inst)?;
    }
    if !functions::is_defined(callee) && builtins::is_builtin(f, callee)? {
        return builtins::forward(f, inst, callee);
    }
    match callee.function_type() == inst.call_function_type() {
        true => functions::forward_call(f, inst, callee),
        // It is called as what it is not.
        false => function_pointers::forward_call(f, inst),
    }
}
