//! Pointers to functions (`SPV_INTEL_function_pointers`).
//!
//! In LLVM IR: a function as a value, and calls through pointers, also with another function type than that of the
//! function. In SPIR-V: `OpConstantFunctionPointerINTEL` and `OpFunctionPointerCallINTEL`. Attributes of arguments at a
//! call are decorations in Khronos mode, and lost elsewhere.
//! Only with `Options::function_ptr_addr_space` do functions have an address space, and pointers to them a storage
//! class, of their own.

use crate::binary::builder::Id;
use crate::binary::{self, Instruction};
use crate::concepts::base::functions::{self, parameters};
use crate::concepts::base::{constants, pointers, types, values};
use crate::conventions::calling::SPIR_FUNC;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, TypeKind, Value};
use crate::state::{Chapter, Forward, Operand, Reverse, availability};
use ::spirv::{Capability, Decoration, FunctionParameterAttribute as Attribute, Op, StorageClass};

const EXTENSION: &str = "SPV_INTEL_function_pointers";
/// The address space of functions with `Options::function_ptr_addr_space`.
const CODE: u32 = 9;

/// The attribute of functions that other modules call through a pointer.
const REFERENCED: &str = "referenced-indirectly";

/// The parameter attributes with a type as their value.
const TYPED: [AttributeKind; 2] = [AttributeKind::ByVal, AttributeKind::StructRet];

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::FunctionPointerCallINTEL], reverse_call)],
    declarations: &[(&[Op::ConstantFunctionPointerINTEL], reverse)],
    forward_type: Some(forward_type),
    forward_function_value: Some(forward),
    decorate_function: Some(forward_reference),
    address_space: Some(reverse_space),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns whether pointers to functions are allowed.
pub fn is_allowed(f: &Forward<'_>) -> bool {
    availability::allows(f.options, EXTENSION)
}

/// Returns the pointer to a function in an address space, if the extension is allowed.
fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, space: u32) -> Result<Option<Operand>> {
    if !is_allowed(f) {
        return Ok(None);
    }
    let signature = functions::signature(f, function)?;
    let class = class(f, space)?;
    let ty = pointers::pointer_type(f, class, signature.ty)?;
    let id = f.spv.unique_constant(Op::ConstantFunctionPointerINTEL, ty, &[signature.id])?;
    Ok(Some(Operand { id, ty }))
}

fn class(f: &mut Forward<'_>, address_space: u32) -> Result<StorageClass> {
    pointers::storage_class(f, address_space)
}

/// Translates a call through a pointer.
pub fn forward_call<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let callee = inst.called_value().ok_or_else(|| Error::internal("a call of nothing"))?;
    availability::extension(f.options, &[EXTENSION], || "an indirect call".to_owned())?;
    constants::forward_expressions(f, inst.call_args())?;
    let params = parameters(f, inst)?;
    let result = types::forward(f, inst.ty())?;
    let pointer = callee_type(f, inst)?;
    let mut operands = vec![values::operand_as(f, callee, pointer)?.id];
    for (argument, ty) in inst.call_args().zip(params) {
        operands.push(values::operand_as(f, argument, ty)?.id);
    }
    let call = f.define(inst, Op::FunctionPointerCallINTEL, result, &operands)?;
    match f.options.policy.says_attributes_of_arguments {
        true => say_attributes(f, inst, call.id),
        false => {
            warn_of_attributes(f, inst);
            Ok(())
        }
    }
}

/// Returns the SPIR-V pointer type of the callee of a call.
pub fn callee_type<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    let callee = inst.called_value().ok_or_else(|| Error::internal("a call of nothing"))?;
    let params = parameters(f, inst)?;
    let result = types::forward(f, inst.ty())?;
    let ty = types::function(f, result, &params)?;
    let class = class(f, callee.ty().address_space())?;
    pointers::pointer_type(f, class, ty)
}

/// Returns whether a call has arguments with `byval` or `sret`.
pub fn has_typed_arguments(inst: Value<'_>) -> bool {
    let is_typed = |index| TYPED.iter().any(|kind| inst.has_attribute(AttributePlace::Param(index), *kind));
    (0..inst.call_arg_count()).any(is_typed)
}

/// Returns the parameter types of the callee, with the pointees that the call's attributes give.
fn parameters<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Vec<Id>> {
    let ty = inst.call_function_type().filter(|ty| !ty.is_vararg());
    let ty = ty.ok_or_else(|| Error::of(Code::Variadic, "a call of a pointer with variable arguments"))?;
    let typed = |index| TYPED.iter().find_map(|kind| inst.type_attribute(AttributePlace::Param(index), *kind));
    let mut params = Vec::new();
    for (index, param) in (0..).zip(ty.function_params()) {
        params.push(match typed(index) {
            Some(pointee) => pointers::pointing_to(f, param, pointee)?,
            None => types::forward(f, param)?,
        });
    }
    Ok(params)
}

/// Decorates a function that other modules call through a pointer.
pub fn forward_reference<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    if !is_allowed(f) || function.string_attribute(AttributePlace::Function, REFERENCED).is_none() {
        return Ok(());
    }
    f.spv.require(Capability::IndirectReferencesINTEL);
    f.spv.decorate(id, Decoration::ReferencedIndirectlyINTEL, &[])
}

/// Returns the SPIR-V type of a function type, for pointers whose function is unknown.
fn forward_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    if ty.kind() != TypeKind::Function {
        return Ok(None);
    }
    availability::extension(f.options, &[EXTENSION], || "a pointer to a function".to_owned())?;
    if ty.is_vararg() {
        return Err(Error::of(Code::Variadic, "a pointer to a function with variable arguments"));
    }
    let result = ty.function_return().ok_or_else(|| Error::internal("a function without a return type"))?;
    let result = types::forward(f, result)?;
    let params = ty.function_params();
    let params = params.into_iter().map(|param| types::forward(f, param)).collect::<Result<Vec<_>>>()?;
    types::function(f, result, &params).map(Some)
}

/// The attributes of arguments that both LLVM and SPIR-V have, in LLVM's order: `captures`, those without a value, then
/// those with a type.
const SAID: [Attribute; 8] = [
    Attribute::NoCapture,
    Attribute::NoAlias,
    Attribute::NoReadWrite,
    Attribute::NoWrite,
    Attribute::Sext,
    Attribute::Zext,
    Attribute::ByVal,
    Attribute::Sret,
];

/// Decorates the arguments of a call with their attributes, on which the calling convention depends.
fn say_attributes<'m>(f: &mut Forward<'m>, inst: Value<'m>, call: Id) -> Result<()> {
    for index in 0..inst.call_arg_count() {
        for attribute in SAID {
            let kind = parameters::ATTRIBUTES.iter().find(|row| row.1 == attribute).map(|row| row.0);
            if kind.is_some_and(|kind| parameters::says(inst, AttributePlace::Param(index), kind)) {
                f.spv.decorate(call, Decoration::ArgumentAttributeINTEL, &[index, attribute as u32])?;
            }
        }
    }
    Ok(())
}

/// Warns that attributes of arguments are dropped: no release of SPIRV-Tools accepts the decoration `ArgumentAttributeINTEL`.
fn warn_of_attributes<'m>(f: &mut Forward<'m>, inst: Value<'m>) {
    if has_typed_arguments(inst) {
        f.warn("byval and sret of arguments of a call of a pointer are dropped");
    }
}

// --- SPIR-V to LLVM ---

/// Returns the address space of pointers to functions, if it differs from that of their storage class.
pub fn reverse_space(r: &Reverse<'_>, pointer: Instruction<'_>, class: u32) -> Option<u32> {
    let is_function = || {
        let pointee = pointer.in_operands().get(1).and_then(|pointee| r.spv.definition(*pointee));
        pointee.is_some_and(|pointee| pointee.opcode() == Op::TypeFunction)
    };
    match r.options.function_ptr_addr_space {
        true if is_function() => Some(CODE),
        false if class == StorageClass::CodeSectionINTEL as u32 => Some(0),
        _ => None,
    }
}

/// Adds the attribute of functions that other modules call through a pointer.
pub fn reverse_reference<'m>(r: &Reverse<'m>, function: binary::Function<'m>) -> Result<()> {
    let mut said = r.spv.decorations(function.id());
    match said.any(|said| said.kind == Some(Decoration::ReferencedIndirectlyINTEL)) {
        true => r.value(function.id())?.add_string_attribute(AttributePlace::Function, REFERENCED, ""),
        false => Ok(()),
    }
}

/// `OpConstantFunctionPointerINTEL`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.operand(0)?;
    let ty = r.result_ty(inst)?;
    let value = match r.find_value(id) {
        Some(value) => value,
        None => {
            let function = r.spv.function_of(id).ok_or_else(|| inst.error(format!("%{id} is no function")))?;
            let space = match r.options.function_ptr_addr_space {
                true => ty.address_space(),
                false => r.options.address_spaces.of_functions(),
            };
            functions::reverse_declare_in(r, function, space)?
        }
    };
    // Functions may be elsewhere than what points to them is said to lead.
    let value = if value.ty() == ty { value } else { r.context.const_cast(Opcode::AddrSpaceCast, value, ty)? };
    r.set_constant(inst, value)
}

/// `OpFunctionPointerCallINTEL`.
pub fn reverse_call<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let pointee = r.pointee(r.type_of(inst.operand(0)?)?)?;
    let ty = r.ty(pointee)?;
    let arguments = inst.in_operands().iter().skip(1).map(|argument| r.value(*argument));
    let arguments = arguments.collect::<Result<Vec<_>>>()?;
    let call = r.builder.call_indirect(ty, r.operand(inst, 0)?, &arguments)?;
    call.set_call_conv(SPIR_FUNC)?;
    reverse_attributes(r, inst, pointee, call)?;
    r.define(inst, call)
}

/// The attributes of the arguments of a call, of its decorations.
fn reverse_attributes<'m>(r: &Reverse<'m>, inst: Instruction<'m>, ty: Id, call: Value<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    for said in r.spv.decorations_of(id, Decoration::ArgumentAttributeINTEL) {
        let &[index, attribute] = said.operands else { continue };
        let place = AttributePlace::Param(index);
        let row = parameters::ATTRIBUTES.iter().find(|row| row.1 as u32 == attribute);
        let Some((kind, attribute)) =
            row.filter(|row| index < call.call_arg_count() && call.takes_attribute(place, row.0))
        else {
            continue;
        };
        if !matches!(attribute, Attribute::ByVal | Attribute::Sret) {
            call.add_attribute(place, kind.name(), 0)?;
            continue;
        }
        let params = r.spv.definition(ty).map(|ty| ty.in_operands().get(1..).unwrap_or_default());
        let Some(param) = params.and_then(|params| params.get(index as usize)) else { continue };
        let pointee = r.ty(r.pointee(*param)?)?;
        if r.module.passes_by_value(pointee) {
            call.add_type_attribute(place, kind.name(), pointee)?;
        }
    }
    Ok(())
}
