//! Barriers (SPIR-V 3.42.20 "Barrier Instructions").
//!
//! In LLVM IR: calls of `barrier`, `work_group_barrier`, `sub_group_barrier`, `mem_fence` and similar fences,
//! `atomic_work_item_fence`, or of `__spirv_ControlBarrier` and `__spirv_MemoryBarrier`. The memory that the flags
//! select is part of the semantics; control barriers are sequentially consistent.

#[cfg(test)]
mod tests;

use super::memory_semantics as semantics;
use crate::binary::{Id, Instruction};
use crate::concepts::builtins::{self, Effects};
use crate::error::Result;
use crate::llvm::Value;
use crate::options::{BuiltinSpelling, Options};
use crate::state::handlers::opcodes;
use crate::state::{Chapter, Forward, Lower, Reverse, availability, lower};
use ::spirv::{Capability, MemorySemantics as Semantics, Op, Scope};
use llvm_spirv_mangling::{Name, Type};

/// Control barriers: name and execution scope; memory is ordered for the work-group unless an argument gives another scope.
const CONTROL: &[(&str, Scope)] =
    &[("barrier", Scope::Workgroup), ("work_group_barrier", Scope::Workgroup), ("sub_group_barrier", Scope::Subgroup)];

/// OpenCL C 1.2's fences, with work-group scope, and their semantics.
const FENCES: &[(&str, Semantics)] = &[
    ("mem_fence", Semantics::ACQUIRE_RELEASE),
    ("read_mem_fence", Semantics::ACQUIRE),
    ("write_mem_fence", Semantics::RELEASE),
];

/// The two halves of a work-group barrier (SPV_INTEL_split_barrier): arrive releases, wait acquires.
pub(crate) const SPLIT: &[(&str, Op, Semantics)] = &[
    ("intel_work_group_barrier_arrive", Op::ControlBarrierArriveINTEL, Semantics::RELEASE),
    ("intel_work_group_barrier_wait", Op::ControlBarrierWaitINTEL, Semantics::ACQUIRE),
];

/// The memory semantics of control barriers.
const CONTROL_ORDER: u32 = Semantics::SEQUENTIALLY_CONSISTENT.bits();

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::ControlBarrier, Op::MemoryBarrier], reverse),
        (&opcodes!(SPLIT, |row| row.1), builtins::reverse_generic),
    ],
    resolve: Some(resolve),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a barrier.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some((_, scope)) = CONTROL.iter().find(|row| row.0 == name.base) {
        return lower(|f, inst, _| forward_control(f, inst, *scope));
    }
    if let Some((_, order)) = FENCES.iter().find(|row| row.0 == name.base) {
        return lower(|f, inst, _| forward_fence(f, inst, *order));
    }
    if let Some((_, op, order)) = SPLIT.iter().find(|row| row.0 == name.base) {
        return lower(|f, inst, _| forward_split(f, inst, *op, *order));
    }
    if name.base == "__spirv_ControlBarrier" {
        return lower(|f, inst, name| {
            require_device(f, inst)?;
            builtins::forward_generic(f, inst, name, Op::ControlBarrier)
        });
    }
    if name.base == "atomic_work_item_fence" { lower(|f, inst, _| forward_atomic_fence(f, inst)) } else { None }
}

/// Declares the capability of a barrier of the device: if the scope is not constant, the barrier may be one.
fn require_device<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let scope = builtins::value(inst, 0)?;
    let constant = scope.int_value().filter(|_| scope.is_constant());
    let allowed = availability::allows(f.options, "SPV_INTEL_device_barrier");
    let is_device = constant == Some(Scope::Device as u64);
    if (allowed && (is_device || constant.is_none())) || (f.options.policy.needs_device_barrier && is_device) {
        f.spv.require(Capability::DeviceBarrierINTEL);
    }
    Ok(())
}

fn forward_split<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, order: Semantics) -> Result<()> {
    forward_barrier(f, inst, op, Scope::Workgroup, order.bits())
}

fn forward_control<'m>(f: &mut Forward<'m>, inst: Value<'m>, execution: Scope) -> Result<()> {
    forward_barrier(f, inst, Op::ControlBarrier, execution, CONTROL_ORDER)
}

fn forward_barrier<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, execution: Scope, order: u32) -> Result<()> {
    let execution = semantics::scope_id(f, execution)?;
    let memory = match inst.call_arg(1) {
        Some(scope) => semantics::scope_operand(f, scope)?,
        None => semantics::scope_id(f, Scope::Workgroup)?,
    };
    let semantics = semantics::flags_operand(f, builtins::value(inst, 0)?, order)?;
    f.emit(op, &[execution, memory, semantics])
}

fn forward_fence<'m>(f: &mut Forward<'m>, inst: Value<'m>, order: Semantics) -> Result<()> {
    let scope = semantics::scope_id(f, Scope::Workgroup)?;
    let semantics = semantics::flags_operand(f, builtins::value(inst, 0)?, order.bits())?;
    f.emit(Op::MemoryBarrier, &[scope, semantics])
}

fn forward_atomic_fence<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let scope = semantics::scope_operand(f, builtins::value(inst, 2)?)?;
    let semantics = semantics::fence_operand(f, builtins::value(inst, 0)?, builtins::value(inst, 1)?)?;
    f.emit(Op::MemoryBarrier, &[scope, semantics])
}

// --- SPIR-V to LLVM ---

/// Returns whether the instruction is a barrier or a fence.
pub fn is_barrier(op: Op) -> bool {
    matches!(op, Op::ControlBarrier | Op::MemoryBarrier) || SPLIT.iter().any(|row| row.1 == op)
}

/// `OpControlBarrier` and `OpMemoryBarrier`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let constants: Option<Vec<u64>> = inst.in_operands().iter().map(|id| constant(r, *id)).collect();
    let named = constants.and_then(|constants| match *constants.as_slice() {
        [execution, memory, semantics] => control(r.options, execution, memory, semantics),
        [memory, semantics] => fence(r.options.builtin_spelling, memory, semantics),
        _ => None,
    });
    let Some((base, params, numbers)) = named else { return builtins::reverse_generic(r, inst) };
    let word = r.context.int_type(32)?;
    let args = numbers.iter().map(|n| r.context.const_int(word, u64::from(*n))).collect::<Result<Vec<_>>>()?;
    let void = r.context.void_type();
    builtins::call(r, base, void, &params, &args, Effects::Convergent).map(drop)
}

fn constant(r: &Reverse<'_>, id: Id) -> Option<u64> {
    r.constant(id).ok()
}

/// A builtin's name, the types of its parameters for mangling, and its arguments.
type Named = (&'static str, Vec<Type>, Vec<u32>);

fn control(options: &Options, execution: u64, memory: u64, semantics: u64) -> Option<Named> {
    let flags = semantics::cl_flags(semantics)?;
    if semantics & u64::from(semantics::ORDER_MASK) != u64::from(CONTROL_ORDER) {
        return None;
    }
    let plain = memory == Scope::Workgroup as u64;
    let group = execution == Scope::Workgroup as u64;
    let base = match options.builtin_spelling {
        BuiltinSpelling::Cl12 if group && plain => return Some(("barrier", vec![Type::UInt], vec![flags])),
        BuiltinSpelling::Cl20 if group => "work_group_barrier",
        BuiltinSpelling::Cl20 if execution == Scope::Subgroup as u64 => "sub_group_barrier",
        _ => return None,
    };
    if plain {
        return Some((base, vec![Type::UInt], vec![flags]));
    }
    Some((base, vec![Type::UInt, Type::named("memory_scope")], vec![flags, semantics::cl_scope(memory)?]))
}

fn fence(env: BuiltinSpelling, memory: u64, semantics: u64) -> Option<Named> {
    let (flags, order) = (semantics::cl_flags(semantics)?, semantics & u64::from(semantics::ORDER_MASK));
    match env {
        BuiltinSpelling::SpvIr => None,
        BuiltinSpelling::Cl12 => {
            let row = FENCES.iter().find(|row| u64::from(row.1.bits()) == order)?;
            (memory == Scope::Workgroup as u64).then(|| (row.0, vec![Type::UInt], vec![flags]))
        }
        BuiltinSpelling::Cl20 => {
            let params = vec![Type::UInt, Type::named("memory_order"), Type::named("memory_scope")];
            let numbers = vec![flags, semantics::cl_order(order)?, semantics::cl_scope(memory)?];
            Some(("atomic_work_item_fence", params, numbers))
        }
    }
}
