//! Asynchronous copies (SPIR-V 3.42.21 "Group and Subgroup Instructions").
//!
//! In LLVM IR: calls of `async_work_group_copy`, `async_work_group_strided_copy` and `wait_group_events`, or of
//! `__spirv_GroupAsyncCopy` and `__spirv_GroupWaitEvents`, for the work-group. A copy without a stride has stride 1.
//! Other instructions on groups are translated by their `__spirv_` names (see [`crate::concepts::builtins`]).
//!
//! In older IR an event is a plain pointer, to an opaque structure: the result of a copy is an event by the name of the
//! function, and so is any phi, select or variable that holds it ([`opaque_types::sources`]).

#[cfg(test)]
mod tests;

use super::memory_semantics as semantics;
use crate::binary::{Id, Instruction};
use crate::concepts::base::opaque_types::sources::{COPY, STRIDED_COPY};
use crate::concepts::base::{constants, opaque_types, pointers, values};
use crate::concepts::builtins::{self, Effects, argument, mangled};
use crate::error::{Code, Error, Result};
use crate::llvm::{Value, ValueKind};
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::{Op, Scope};
use llvm_spirv_mangling::{Name, Pointer, Type};

const WAIT: &str = "wait_group_events";

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::GroupAsyncCopy, Op::GroupWaitEvents], reverse),
        (&[Op::UntypedGroupAsyncCopyKHR], reverse_untyped_copy),
        (&[Op::UntypedPrefetchKHR], reverse_prefetch),
    ],
    resolve: Some(resolve),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of an instruction on groups.
pub fn resolve(name: &Name) -> Option<Lower> {
    match name.base.as_str() {
        COPY => lower(|f, inst, name| forward_copy(f, inst, name, false)),
        STRIDED_COPY => lower(|f, inst, name| forward_copy(f, inst, name, true)),
        WAIT => lower(|f, inst, _| forward_wait(f, inst, 0)),
        "__spirv_GroupWaitEvents" => lower(|f, inst, _| forward_wait(f, inst, 1)),
        _ => None,
    }
}

fn forward_copy<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, strided: bool) -> Result<()> {
    let scope = semantics::scope_id(f, Scope::Workgroup)?;
    let mut operands = vec![scope];
    for index in 0..3 {
        operands.push(argument(f, inst, name, index)?.id);
    }
    let size = builtins::value(inst, 2)?.ty();
    let (stride, event) = match strided {
        true => (argument(f, inst, name, 3)?.id, 4),
        false => (constants::splat(f, size, 1)?, 3),
    };
    let event = builtins::value(inst, event)?;
    operands.extend([stride, self::event(f, event)?]);
    let ty = opaque_types::plain_type(f, Op::TypeEvent)?;
    f.define(inst, Op::GroupAsyncCopy, ty, &operands).map(drop)
}

/// Returns an argument that is an event; the null pointer of older IR becomes the null event.
fn event<'m>(f: &mut Forward<'m>, event: Value<'m>) -> Result<Id> {
    let ty = opaque_types::plain_type(f, Op::TypeEvent)?;
    if event.kind() == ValueKind::PointerNull {
        return constants::null(f, ty);
    }
    let operand = values::operand(f, event)?;
    if operand.ty != ty {
        return Err(
            Error::of(Code::IllegalType, "an event whose type got lost").hint("write it as target(\"spirv.Event\")")
        );
    }
    Ok(operand.id)
}

/// Translates the wait for events. The number of events and the pointer to them are the arguments from `first` on,
/// behind a scope if there is one.
fn forward_wait<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: u32) -> Result<()> {
    let scope = match first {
        0 => semantics::scope_id(f, Scope::Workgroup)?,
        _ => values::operand(f, builtins::value(inst, 0)?)?.id,
    };
    let count = values::operand(f, builtins::value(inst, first)?)?.id;
    let events = events(f, builtins::value(inst, first + 1)?)?;
    f.emit(Op::GroupWaitEvents, &[scope, count, events])
}

/// Returns a pointer cast to a pointer to events.
fn events<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<Id> {
    let event = opaque_types::plain_type(f, Op::TypeEvent)?;
    let class = pointers::storage_class(f, pointer.ty().address_space())?;
    let ty = pointers::pointer_type(f, class, event)?;
    Ok(values::operand_as(f, pointer, ty)?.id)
}

// --- SPIR-V to LLVM ---

/// `OpGroupAsyncCopy` and `OpGroupWaitEvents`: under their names in OpenCL C where the scope is the work-group.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match inst.opcode() {
        _ if !is_by_name(r, inst)? => builtins::reverse_generic(r, inst),
        Op::GroupAsyncCopy => reverse_copy(r, inst),
        _ => reverse_wait(r, inst),
    }
}

/// Returns whether an instruction becomes a builtin of OpenCL C: in its spelling, and with work-group scope.
fn is_by_name(r: &Reverse<'_>, inst: Instruction<'_>) -> Result<bool> {
    let is_for_group = r.constant(inst.operand(0)?).ok() == Some(Scope::Workgroup as u64);
    Ok(is_for_group && r.options.builtin_spelling != BuiltinSpelling::SpvIr)
}

fn reverse_copy<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let signed = !r.options.policy.copies_strided_only;
    let (target, source) = (inst.operand(1)?, inst.operand(2)?);
    let (to, from) = (mangled(r, r.pointee_of(target)?, signed)?, mangled(r, r.pointee_of(source)?, signed)?);
    let params = [pointer_type(r, target, to, false)?, pointer_type(r, source, from, true)?];
    copy(r, inst, &[target, source, inst.operand(3)?, inst.operand(4)?, inst.operand(5)?], params)
}

/// Translates `OpUntypedGroupAsyncCopyKHR` to a copy of integers of its element size. Its memory operands are lost.
fn reverse_untyped_copy<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (target, source) = (inst.operand(1)?, inst.operand(2)?);
    let element = number_of(r.constant(inst.operand(3)?)?)?;
    let params = [pointer_type(r, target, element.clone(), false)?, pointer_type(r, source, element, true)?];
    let operands = [target, source, inst.operand(4)?, inst.operand(5)?, inst.operand(6)?];
    match is_by_name(r, inst)? {
        true => copy(r, inst, &operands, params),
        false => friendly_copy(r, inst, &operands, params),
    }
}

/// Returns the unsigned integer type of `bytes` bytes, or a vector of such integers.
fn number_of(bytes: u64) -> Result<Type> {
    Ok(match bytes {
        1 => Type::UChar,
        2 => Type::UShort,
        4 => Type::UInt,
        8 => Type::ULong,
        16 | 32 | 64 | 128 => Type::Vector((bytes / 8) as u32, Box::new(Type::ULong)),
        _ => {
            let message = format!("an asynchronous copy of elements of {bytes} bytes");
            return Err(Error::of(Code::SpirvInstruction, message));
        }
    })
}

/// Calls the copy of OpenCL C: `operands` are target, source, count, stride and event, `pointers` the types of the first two.
fn copy<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, operands: &[Id; 5], pointers: [Type; 2]) -> Result<()> {
    let [target, source, size, stride, event] = *operands;
    // The Khronos translator has the strided copy alone, of unsigned numbers.
    let plain = !r.options.policy.copies_strided_only && r.constant(stride).ok() == Some(1);
    let mut params = pointers.to_vec();
    let mut args = vec![r.value(target)?, r.value(source)?];
    let numbers = if plain { vec![size] } else { vec![size, stride] };
    for number in numbers {
        params.push(mangled(r, r.type_of(number)?, false)?);
        args.push(r.value(number)?);
    }
    params.push(Type::named("ocl_event"));
    args.push(r.value(event)?);
    let base = if plain { COPY } else { STRIDED_COPY };
    let value = builtins::call(r, base, r.result_ty(inst)?, &params, &args, Effects::Convergent)?;
    r.define(inst, value)
}

/// Emits a call of `__spirv_GroupAsyncCopy` with the scope of the instruction; the other operands are those of [`copy`].
fn friendly_copy<'m>(
    r: &mut Reverse<'m>,
    inst: Instruction<'m>,
    operands: &[Id; 5],
    [to, from]: [Type; 2],
) -> Result<()> {
    let [_, _, count, stride, _] = *operands;
    let numbers = [mangled(r, r.type_of(count)?, false)?, mangled(r, r.type_of(stride)?, false)?];
    let event = Type::pointer(0, Type::named("__spirv_Event"));
    let params: Vec<_> = [Type::Int, to, from].into_iter().chain(numbers).chain([event]).collect();
    let ids = [inst.operand(0)?].into_iter().chain(*operands);
    let args = ids.map(|id| r.value(id)).collect::<Result<Vec<_>>>()?;
    let ty = r.result_ty(inst)?;
    let value = builtins::call(r, "__spirv_GroupAsyncCopy", ty, &params, &args, Effects::Convergent)?;
    r.define(inst, value)
}

/// Returns the mangled type of a pointer to elements, in the address space of the value `pointer`.
fn pointer_type(r: &Reverse<'_>, pointer: Id, element: Type, constant: bool) -> Result<Type> {
    let ty = r.type_of(pointer)?;
    Ok(Pointer { constant, ..Pointer::new(r.ty(ty)?.address_space(), element) }.into())
}

fn reverse_wait<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (count, events) = (r.operand(inst, 1)?, r.operand(inst, 2)?);
    let params = [Type::Int, Type::pointer(events.ty().address_space(), Type::named("ocl_event"))];
    let void = r.context.void_type();
    builtins::call(r, WAIT, void, &params, &[count, events], Effects::Convergent).map(drop)
}

/// Translates `OpUntypedPrefetchKHR` to a prefetch of its number of bytes. Lost: the read/write flag and the locality.
fn reverse_prefetch<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (pointer, bytes) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let pointee = Pointer { constant: true, ..Pointer::new(pointer.ty().address_space(), Type::Char) };
    let params = [pointee.into(), mangled(r, r.type_of(inst.operand(1)?)?, false)?];
    let base = match r.options.builtin_spelling {
        BuiltinSpelling::SpvIr => "__spirv_ocl_prefetch",
        _ => "prefetch",
    };
    let void = r.context.void_type();
    builtins::call(r, base, void, &params, &[pointer, bytes], Effects::Convergent).map(drop)
}
