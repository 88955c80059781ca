//! Device-side enqueue and events (SPIR-V 3.42.22 "Device-Side Enqueue Instructions"; OpenCL C 6.15.17).
//!
//! In LLVM IR: calls of `create_user_event` and similar functions, and those that clang emits for `enqueue_kernel` and
//! the queries of blocks: `__enqueue_kernel_basic`, with the function of the block and the memory that it captured. In
//! SPIR-V the range is a structure, not a pointer to one, and the size and alignment of the captured memory are
//! operands. On the way back these are friendly calls, which return and take the structure itself
//! (`__spirv_BuildNDRange_1D`, S3-46); in Khronos mode ranges are returned through memory, as clang does.
//!
//! The pointer to the invoke function that clang stores in the captured memory is null in SPIR-V: nothing calls it. It is lost.

mod blocks;
pub mod ranges;
#[cfg(test)]
mod tests;

use crate::binary::{Id, Instruction};
use crate::concepts::base::untyped_pointers;
use crate::concepts::builtins::{self, Effects, arguments};
use crate::error::Result;
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::handlers::opcodes;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::Op;
use llvm_spirv_mangling::{self as mangling, Name, Pointer, Type};

/// The mangling of a parameter whose type alone does not determine it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Param {
    /// Mangled by its type.
    Plain,
    /// Mangled as an unsigned integer.
    Unsigned,
    /// Mangled as a pointer to `void`.
    Bytes,
    /// Mangled as a pointer to constants.
    Constant,
}

use Param::{Bytes, Constant, Plain, Unsigned};

/// Functions that are one instruction: name, instruction, parameters.
const ROWS: &[(&str, Op, &[Param])] = &[
    ("create_user_event", Op::CreateUserEvent, &[]),
    ("retain_event", Op::RetainEvent, &[Plain]),
    ("release_event", Op::ReleaseEvent, &[Plain]),
    ("is_valid_event", Op::IsValidEvent, &[Plain]),
    ("set_user_event_status", Op::SetUserEventStatus, &[Plain, Plain]),
    ("capture_event_profiling_info", Op::CaptureEventProfilingInfo, &[Plain, Plain, Bytes]),
    ("get_default_queue", Op::GetDefaultQueue, &[]),
    ("enqueue_marker", Op::EnqueueMarker, &[Plain, Unsigned, Constant, Plain]),
    ("is_valid_reserve_id", Op::IsValidReserveId, &[Plain]),
];

/// Returns whether it is the unmangled name of a builtin.
pub fn is_builtin(symbol: &str) -> bool {
    blocks::is_builtin(symbol)
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&opcodes!(ROWS, |row| row.1), reverse),
        (&opcodes!(blocks::INVOKE, |row| row.0), blocks::reverse),
        (&[Op::BuildNDRange], ranges::reverse),
    ],
    resolve: Some(resolve),
    is_unmangled: Some(is_builtin),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a function on queues and events.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some((_, op, _)) = ROWS.iter().find(|row| row.0 == name.base && row.2.len() == name.params.len()) {
        return lower(|f, inst, name| forward(f, inst, name, *op));
    }
    blocks::resolve(name).or_else(|| ranges::resolve(name))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    let operands = arguments(f, inst, name)?;
    if matches!(op, Op::IsValidEvent | Op::IsValidReserveId) {
        return builtins::define_boolean(f, inst, op, &operands);
    }
    builtins::define_or_emit(f, inst, op, &operands)
}

// --- SPIR-V to LLVM ---

/// An instruction of device-side enqueue.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let row = ROWS.iter().find(|row| row.1 == inst.opcode() && row.2.len() == inst.in_operands().len());
    let Some((name, _, kinds)) = row.filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr) else {
        return builtins::reverse_generic(r, inst);
    };
    let params = inst.in_operands().iter().zip(*kinds).map(|(id, kind)| param(r, *id, *kind));
    let params = params.collect::<Result<Vec<_>>>()?;
    let args = inst.in_operands().iter().map(|id| r.value(*id)).collect::<Result<Vec<_>>>()?;
    let result = if inst.result_id().is_some() { r.result_ty(inst)? } else { r.context.void_type() };
    let call = builtins::call(r, name, result, &params, &args, Effects::Any)?;
    if inst.result_id().is_some() { r.define(inst, call) } else { Ok(()) }
}

fn param(r: &Reverse<'_>, id: Id, kind: Param) -> Result<Type> {
    let ty = untyped_pointers::mangled_operand(r, id, kind != Unsigned)?;
    Ok(match (ty, kind) {
        (mangling::Type::Pointer(pointer), Bytes) => Type::pointer(pointer.address_space, Type::Void),
        (mangling::Type::Pointer(pointer), Constant) => Pointer { constant: true, ..*pointer }.into(),
        (ty, _) => ty,
    })
}
