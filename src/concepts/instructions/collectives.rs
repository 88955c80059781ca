//! Work-items of a group together: votes, broadcasts, reductions, scans, shuffles, ballots, block reads (SPIR-V 3.42.21
//! "Group and Subgroup Instructions" and 3.42.24 "Non-Uniform Instructions").
//!
//! In LLVM IR: calls of OpenCL C 2.0's `work_group_reduce_add` and similar functions, those of the `cl_khr_subgroup_*`
//! extensions, `sub_group_shuffle` and so on, and `intel_sub_group_*`; or of `__spirv_GroupIAdd` and the like, which
//! are translated by name (see [`crate::concepts::builtins`]). The group is a scope in SPIR-V; the kind of numbers,
//! which overloading selects in OpenCL C, is part of the instruction. A predicate is an `int` in OpenCL C and a boolean
//! in SPIR-V. A broadcast from a place in two or three dimensions comes back by its friendly name, as an OpenCL C
//! function with an argument for each dimension in Khronos mode. Lost: the sign of values that are only copied.

mod rows;
#[cfg(test)]
mod tests;

use super::{composites, memory_semantics as semantics};
use crate::binary::builder::Id;
use crate::binary::{Instruction, grammar};
use crate::concepts::base::{types, untyped_pointers};
use crate::concepts::builtins::{self, Effects, argument, mangled, value};
use crate::error::Result;
use crate::llvm::{Opcode, Predicate, Type as LlvmType, Value};
use crate::options::BuiltinSpelling;
use crate::state::handlers::opcodes;
use crate::state::{Booleans, Chapter, Forward, Lower, Reverse, lower};
use ::spirv::{Capability, GroupOperation, Op, Scope};
use llvm_spirv_mangling::{Name, Type};
pub use rows::BITWISE;
use rows::Call;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&opcodes!(rows::ARITHMETIC, |row| row.2), reverse),
        (&opcodes!(rows::ARITHMETIC, |row| row.3), reverse),
        (&opcodes!(rows::FUNCTIONS, |row| row.2), reverse),
        (&opcodes!(rows::VENDOR, |row| row.1), reverse),
        (&opcodes!(rows::BLOCKS, |row| row.1), reverse),
        (&opcodes!(rows::BLOCKS, |row| row.2), reverse),
        (&[Op::GroupNonUniformBallotBitCount], reverse),
    ],
    resolve: Some(resolve),
    booleans: Some(booleans),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns which operands of the collective function of a name are booleans in SPIR-V.
fn booleans(base: &str) -> Option<Booleans> {
    let call = rows::by_name(base, Some(&Type::Int))?;
    Some(Booleans { result: call.tests, argument: call.of_boolean })
}

/// Returns the lowering of calls if the name is that of a collective function.
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
    let asked = inst.call_arg(0).filter(|asked| call.of_boolean && !asked.is_constant());
    let boolean = asked.map(|asked| builtins::to_boolean(f, asked)).transpose()?;
    if let Some(scope) = call.scope {
        operands.push(semantics::scope_id(f, scope)?);
    }
    operands.extend(call.operation.map(|operation| operation as u32));
    builtins::require(f, grammar::info_or_unknown(call.op as u16))?;
    if call.operation == Some(GroupOperation::ClusteredReduce) {
        f.spv.require(Capability::GroupNonUniformClustered);
    }
    for index in 0..count {
        operands.push(match (index, boolean, place) {
            (0, Some(boolean), _) => boolean,
            (0, None, _) if call.of_boolean => builtins::to_boolean(f, value(inst, 0)?)?,
            (1, _, Some(place)) => {
                operands.push(place);
                break;
            }
            _ => argument(f, inst, name, index)?.id,
        });
    }
    needs_dynamic_place(f, inst, call.op);
    if call.tests {
        return builtins::define_boolean(f, inst, call.op, &operands);
    }
    builtins::define_or_emit(f, inst, call.op, &operands)
}

/// Returns the id of the broadcasting work-item as a vector of its coordinates.
fn place<'m>(f: &mut Forward<'m>, inst: Value<'m>, count: u32) -> Result<Id> {
    let component = types::forward(f, value(inst, 1)?.ty())?;
    let ty = types::vector_of(f, component, count - 1)?;
    let coordinates = (1..count).map(|index| value(inst, index)).collect::<Result<Vec<_>>>()?;
    composites::forward_components(f, ty, &coordinates)
}

/// Raises the version to SPIR-V 1.5 if the source of a non-uniform broadcast is not constant.
fn needs_dynamic_place<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) {
    let dynamic = inst.call_arg(1).is_some_and(|place| !place.is_constant());
    if op == Op::GroupNonUniformBroadcast && dynamic {
        f.spv.require_version(crate::options::Version::new(1, 5));
    }
}

// --- SPIR-V to LLVM ---

/// An instruction on a group.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match opencl(r, inst) {
        Some((base, call, first)) => reverse_as(r, inst, &base, call, first),
        None => builtins::reverse_generic(r, inst),
    }
}

/// Returns the name in OpenCL C, its row, and the index of the first operand that is an argument.
fn opencl<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<(String, Call, usize)> {
    let (op, operands) = (inst.opcode(), inst.in_operands());
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return None;
    }
    if rows::is_block_op(op) {
        let ty = block_type(r, inst)?;
        let (base, call) = rows::by_block(op, ty.scalar().int_width(), if ty.is_vector() { ty.count() } else { 1 })?;
        return Some((base, call, 0));
    }
    let scope = if rows::is_vendor(op) { None } else { Some(scope(r, *operands.first()?)?) };
    if op == Op::GroupBroadcast && !r.options.policy.names_group_operations_otherwise {
        // The vector taken apart would be another one on the next way forward.
        r.type_of(*operands.get(2)?).and_then(|ty| r.ty(ty)).ok().filter(|ty| ty.is_int())?;
    }
    let operation = if rows::has_operation(op) { Some(GroupOperation::from_u32(*operands.get(1)?)?) } else { None };
    let first = usize::from(scope.is_some()) + usize::from(operation.is_some());
    let arg = operands.get(first).and_then(|id| mangled(r, r.type_of(*id).ok()?, true).ok());
    let (base, call) = rows::by_op(op, scope, operation, arg.as_ref(), operands.len() - first)?;
    let other = r.hooks.group_name.iter().find_map(|name| name(op, &base));
    Some((other.unwrap_or(base), call, first))
}

/// Returns the type that a block read returns, or that a block write takes.
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
    if let (true, Some(param), Some(arg)) = (call.of_boolean, params.first_mut(), args.first_mut()) {
        *arg = as_int(r, *arg)?;
        *param = Type::Int;
    }
    Ok((params, args))
}

/// Returns a boolean as the integer that OpenCL C's functions take. The Khronos translator folds constants.
fn as_int<'m>(r: &Reverse<'m>, boolean: Value<'m>) -> Result<Value<'m>> {
    let int = r.context.int_type(32)?;
    match boolean.int_value().filter(|_| r.options.policy.folds_group_booleans) {
        Some(0) => r.context.const_int(int, 0),
        Some(_) => r.context.const_int(int, u64::from(u32::MAX)),
        None => r.builder.cast(Opcode::SExt, boolean, int),
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
    let boolean = r.builder.compare_int(Predicate::Ne, made, r.context.const_null(result)?)?;
    r.define(inst, boolean)
}
