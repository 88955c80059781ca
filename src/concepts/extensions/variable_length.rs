//! Arrays whose length is known only at run time (`SPV_INTEL_variable_length_array`).
//!
//! In LLVM IR: an `alloca` with a variable number of elements, and the intrinsics `llvm.stacksave` and
//! `llvm.stackrestore`, which free its memory. Without the extension the intrinsics are dropped, and the `alloca` is an
//! error.

use crate::binary::Instruction;
use crate::concepts::base::emit::argument;
use crate::concepts::base::{constants, decorations, pointers, values};
use crate::concepts::intrinsics::rows;
use crate::error::{Result, Subject};
use crate::llvm::{Type, Value};
use crate::state::{Chapter, Forward, Lowering, Operand, Reverse, Role, availability};
use ::spirv::{Op, StorageClass};

/// The extension with variable-length arrays.
pub const EXTENSION: &str = "SPV_INTEL_variable_length_array";

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::VariableLengthArrayINTEL, Op::UntypedVariableLengthArrayINTEL], reverse),
        (&[Op::SaveMemoryINTEL], reverse_save),
        (&[Op::RestoreMemoryINTEL], reverse_restore),
    ],
    forward_alloca: Some(forward_alloca),
    lower_intrinsic: Some(|_, name| lowering(name)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns whether the options allow variable-length arrays.
pub fn is_allowed(f: &Forward<'_>) -> bool {
    availability::allows(f.options, EXTENSION)
}

/// `alloca` of `count` elements.
fn forward_alloca<'m>(f: &mut Forward<'m>, inst: Value<'m>, element: Type<'m>, count: Value<'m>) -> Result<bool> {
    let class = pointers::storage_class(f, inst.ty().address_space())?;
    if !is_allowed(f) || class != StorageClass::Function {
        return Ok(false);
    }
    let ty = pointers::pointing_to(f, inst.ty(), element)?;
    let count = values::operand(f, count)?.id;
    let array = f.define(inst, Op::VariableLengthArrayINTEL, ty, &[count])?;
    crate::concepts::base::decorations::forward::alignment(f, inst, array.id)?;
    Ok(true)
}

/// Returns the lowering of `llvm.stacksave` and `llvm.stackrestore`.
fn lowering(intrinsic: &str) -> Option<Lowering> {
    match rows::role(intrinsic)? {
        Role::StackSave => Some(Lowering::Custom(forward_save)),
        Role::StackRestore => Some(Lowering::Custom(forward_restore)),
        _ => None,
    }
}

/// `llvm.stacksave`.
pub fn forward_save<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = pointers::untyped(f, inst.ty())?;
    if is_allowed(f) {
        return f.define(inst, Op::SaveMemoryINTEL, ty, &[]).map(drop);
    }
    if f.options.policy.refuses_stacksave && f.options.unknown_intrinsics.is_empty() {
        let name = "llvm.stacksave".to_owned();
        let allowed = availability::extension(f.options, &[EXTENSION], || format!("the intrinsic {name}"));
        allowed.map_err(|error| error.about(Subject::Intrinsic { name }))?;
    }
    if inst.uses().all(|user| rows::role_of_call(user) == Some(Role::StackRestore)) {
        return Ok(());
    }
    // Something stands for it wherever it goes before it is given back.
    let id = constants::null(f, ty)?;
    f.bind(inst, Operand { id, ty })
}

/// `llvm.stackrestore`.
pub fn forward_restore<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if !is_allowed(f) {
        return Ok(());
    }
    let place = argument(inst, 0)?;
    let ty = pointers::untyped(f, place.ty())?;
    let place = values::operand_as(f, place, ty)?.id;
    f.emit(Op::RestoreMemoryINTEL, &[place])
}

// --- SPIR-V to LLVM ---

/// Translates `OpVariableLengthArrayINTEL` and `OpUntypedVariableLengthArrayINTEL`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (element, length) = match inst.opcode() {
        Op::UntypedVariableLengthArrayINTEL => (inst.operand(0)?, 1),
        _ => (r.pointee(inst.result_type().unwrap_or_default())?, 0),
    };
    let element = r.ty(element)?;
    let address_space = r.result_ty(inst)?.address_space();
    let value = r.builder.array_alloca(element, r.operand(inst, length)?, Some(address_space))?;
    if let Some(alignment) = decorations::numbers::alignment(r, inst.result_id().unwrap_or_default()) {
        value.set_alignment(alignment)?;
    }
    r.define(inst, value)
}

/// `OpSaveMemoryINTEL`.
pub fn reverse_save<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.call_intrinsic("llvm.stacksave", r.result_ty(inst)?, &[])?;
    r.define(inst, value)
}

/// `OpRestoreMemoryINTEL`.
pub fn reverse_restore<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let place = r.operand(inst, 0)?;
    r.builder.call_intrinsic("llvm.stackrestore", r.context.void_type(), &[place]).map(drop)
}
