//! Work-items of a group together: votes, broadcasts, reductions, scans, shuffles, ballots, block reads (SPIR-V 3.42.21
//! "Group and Subgroup Instructions" and 3.42.24 "Non-Uniform Instructions").
//!
//! In LLVM IR: calls of OpenCL C 2.0's `work_group_reduce_add` and its kin, of those of the `cl_khr_subgroup_*`
//! extensions, `sub_group_shuffle` and so on, of `intel_sub_group_*`; or of `__spirv_GroupIAdd` and its kin, which go by
//! their names alone (see [`super::builtins`]). The group is a scope in SPIR-V; the kind of numbers, which OpenCL C tells
//! by overloading, is part of the instruction. A predicate is an `int` in OpenCL C and a boolean in SPIR-V. A broadcast
//! from a place in two or three dimensions comes back by its friendly name, as an OpenCL C function with an argument for
//! each dimension in the drop-in. Lost: the sign of what is only copied.

mod rows;
#[cfg(test)]
mod tests;

use super::builtins::{self, Effects, argument, mangled, value};
use super::{composites, memory_semantics as semantics, types, untyped_pointers};
use crate::error::Result;
use crate::llvm::{IntPredicate, Opcode, Type as LlvmType, Value};
use crate::options::TargetEnv;
use crate::spirv::builder::Id;
use crate::spirv::{Instruction, grammar};
use crate::state::{Forward, Lower, Reverse, lower};
use ::spirv::{Capability, GroupOperation, Op, Scope};
use llvm_spirv_mangling::{Name, Type};
use rows::Call;

/// Is it a builtin whose result is a boolean in SPIR-V?
pub fn is_test(base: &str) -> bool {
    rows::by_name(base, Some(&Type::Int)).is_some_and(|call| call.tests)
}

/// Is its first argument a boolean in SPIR-V?
pub fn takes_truth(base: &str) -> bool {
    rows::by_name(base, Some(&Type::Int)).is_some_and(|call| call.of_truth)
}

// --- LLVM to SPIR-V ---

/// Which collective function a name is.
pub fn resolve(name: &Name) -> Option<Lower> {
    let call = rows::by_name(&name.base, name.params.first())?;
    lower(move |f, inst, name| forward(f, inst, name, call))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, call: Call) -> Result<()> {
    let mut operands = Vec::new();
    let count = inst.call_arg_count();
    // What takes instructions is in front of the operands, as it will be when it comes back.
    let is_place = call.op == Op::GroupBroadcast && count > 2;
    let place = if is_place { Some(place(f, inst, count)?) } else { None };
    let asked = inst.call_arg(0).filter(|asked| call.of_truth && !asked.is_constant());
    let truth = asked.map(|asked| builtins::truth(f, asked)).transpose()?;
    if let Some(scope) = call.scope {
        operands.push(semantics::scope_id(f, scope)?);
    }
    operands.extend(call.operation.map(|operation| operation as u32));
    builtins::require(f, grammar::info_or_unknown(call.op as u16))?;
    if call.operation == Some(GroupOperation::ClusteredReduce) {
        f.spv.require(Capability::GroupNonUniformClustered);
    }
    for index in 0..count {
        operands.push(match (index, truth, place) {
            (0, Some(truth), _) => truth,
            (0, None, _) if call.of_truth => builtins::truth(f, value(inst, 0)?)?,
            (1, _, Some(place)) => {
                operands.push(place);
                break;
            }
            _ => argument(f, inst, name, index)?.id,
        });
    }
    needs_dynamic_place(f, inst, call.op);
    if call.tests {
        return builtins::define_truth(f, inst, call.op, &operands);
    }
    builtins::define_or_emit(f, inst, call.op, &operands)
}

/// The work-item to broadcast from, as a vector of its coordinates.
fn place<'m>(f: &mut Forward<'m>, inst: Value<'m>, count: u32) -> Result<Id> {
    let component = types::forward(f, value(inst, 1)?.ty())?;
    let ty = types::vector_of(f, component, count - 1)?;
    let coordinates = (1..count).map(|index| value(inst, index)).collect::<Result<Vec<_>>>()?;
    composites::forward_components(f, ty, &coordinates)
}

/// Before SPIR-V 1.5 the work-item that a non-uniform broadcast is from is a constant.
fn needs_dynamic_place<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) {
    let dynamic = inst.call_arg(1).is_some_and(|place| !place.is_constant());
    if op == Op::GroupNonUniformBroadcast && dynamic {
        f.spv.require_version(crate::options::Version::new(1, 5));
    }
}

// --- SPIR-V to LLVM ---

/// Is it an instruction that a collective function of OpenCL C is?
pub fn is_collective(op: Op) -> bool {
    rows::is_row(op)
}

/// An instruction on a group.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match opencl(r, inst) {
        Some((base, call, first)) => reverse_as(r, inst, &base, call, first),
        None => builtins::reverse_generic(r, inst),
    }
}

/// The name in OpenCL C, what is known of it, and where the arguments begin.
fn opencl<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<(String, Call, usize)> {
    let (op, operands) = (inst.opcode(), inst.in_operands());
    if r.options.target_env == TargetEnv::SpvIr {
        return None;
    }
    if rows::is_block_op(op) {
        let ty = block_type(r, inst)?;
        let (base, call) = rows::by_block(op, ty.scalar().int_width(), if ty.is_vector() { ty.count() } else { 1 })?;
        return Some((base, call, 0));
    }
    let scope = if rows::is_vendor(op) { None } else { Some(scope(r, *operands.first()?)?) };
    if op == Op::GroupBroadcast && !r.options.compatibility.strict {
        // The vector taken apart would be another one on the next way forward.
        r.type_of(*operands.get(2)?).and_then(|ty| r.ty(ty)).ok().filter(|ty| ty.is_int())?;
    }
    let operation = if rows::has_operation(op) { Some(GroupOperation::from_u32(*operands.get(1)?)?) } else { None };
    let first = usize::from(scope.is_some()) + usize::from(operation.is_some());
    let arg = operands.get(first).and_then(|id| mangled(r, r.type_of(*id).ok()?, true).ok());
    let (base, call) = rows::by_op(op, scope, operation, arg.as_ref(), operands.len() - first)?;
    let peer = if r.options.compatibility.strict { rows::peer_name(op, &base) } else { None };
    Some((peer.unwrap_or(base), call, first))
}

/// What a block read gives, or a block write takes.
fn block_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<LlvmType<'m>> {
    match inst.result_type() {
        Some(ty) => r.ty(ty).ok(),
        None => r.type_of(*inst.in_operands().last()?).and_then(|ty| r.ty(ty)).ok(),
    }
}

fn scope(r: &Reverse<'_>, id: Id) -> Option<Scope> {
    r.constant(id).ok().and_then(|scope| u32::try_from(scope).ok()).and_then(Scope::from_u32)
}

type Arguments<'m> = (Vec<Type>, Vec<Value<'m>>);

/// The arguments from operand `first` on, with their types.
fn arguments<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, call: Call, first: usize) -> Result<Arguments<'m>> {
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (index, id) in inst.in_operands().get(first..).unwrap_or_default().iter().enumerate() {
        let ty = untyped_pointers::mangled_operand(r, *id, call.unsigned >> index.min(31) & 1 == 0)?;
        let arg = r.value(*id)?;
        match ty {
            Type::Vector(lanes, place) if call.op == Op::GroupBroadcast && index == 1 => {
                for lane in 0..lanes {
                    let lane = r.context.const_int(r.context.int_type(32)?, u64::from(lane))?;
                    args.push(r.builder.extract_element(arg, lane)?);
                    params.push((*place).clone());
                }
            }
            Type::Pointer(mut pointer) => {
                pointer.constant = call.op == Op::SubgroupBlockReadINTEL;
                params.push(Type::Pointer(pointer));
                args.push(arg);
            }
            ty => {
                params.push(ty);
                args.push(arg);
            }
        }
    }
    if let (true, Some(param), Some(arg)) = (call.of_truth, params.first_mut(), args.first_mut()) {
        *arg = as_int(r, *arg)?;
        *param = Type::Int;
    }
    Ok((params, args))
}

/// A boolean as OpenCL C's functions take it. The Khronos translator folds constants.
fn as_int<'m>(r: &Reverse<'m>, truth: Value<'m>) -> Result<Value<'m>> {
    let int = r.context.int_type(32)?;
    match truth.int_value().filter(|_| r.options.compatibility.strict) {
        Some(0) => r.context.const_int(int, 0),
        Some(_) => r.context.const_int(int, u64::from(u32::MAX)),
        None => r.builder.cast(Opcode::LLVMSExt, truth, int),
    }
}

fn reverse_as<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, base: &str, call: Call, first: usize) -> Result<()> {
    let (params, args) = arguments(r, inst, call, first)?;
    let result = match inst.result_id() {
        None => r.context.void_type(),
        Some(_) if call.tests => r.context.int_type(32)?,
        Some(_) => r.result_ty(inst)?,
    };
    let made = builtins::call(r, base, result, &params, &args, Effects::Convergent)?;
    if inst.result_id().is_none() {
        return Ok(());
    }
    if !call.tests {
        return r.define(inst, made);
    }
    let truth = r.builder.compare_int(IntPredicate::LLVMIntNE, made, r.context.const_null(result)?)?;
    r.define(inst, truth)
}
