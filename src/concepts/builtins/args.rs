//! Arguments of builtin calls on the way to SPIR-V.

use crate::binary::Op;
use crate::binary::builder::Id;
use crate::concepts::base::{functions, pointers, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Value};
use crate::state::hooks::ask;
use crate::state::{Forward, Operand};
use llvm_spirv_mangling::{Name, Type};

/// Translates the `index`-th argument; the function's name gives the pointee of a pointer.
pub fn argument<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, index: u32) -> Result<Operand> {
    as_named(f, value(inst, index)?, name.params.get(index as usize))
}

/// Translates an argument; `param`, its type in the function's name, gives the pointee of a pointer.
pub fn as_named<'m>(f: &mut Forward<'m>, arg: Value<'m>, param: Option<&Type>) -> Result<Operand> {
    if let Some(pointer) = param.and_then(Type::as_pointer).filter(|_| arg.ty().is_pointer()) {
        return pointer_to(f, arg, &pointer.pointee);
    }
    values::operand(f, arg)
}

/// Translates the `index`-th argument, or loads it if it is an integer passed in memory (`byval`), as the C ABI passes wide ones.
pub fn by_value<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32, param: Option<&Type>) -> Result<Operand> {
    let arg = value(inst, index)?;
    if let Some(operand) = ask!(f.hooks.forward_operand, f, arg, param) {
        return Ok(operand);
    }
    let pointee = inst.type_attribute(AttributePlace::Param(index), AttributeKind::ByVal).filter(|ty| ty.is_int());
    let Some(pointee) = pointee else { return as_named(f, arg, param.filter(|param| believes(f, param, arg))) };
    let place = pointers::operand_to(f, arg, pointee)?;
    let ty = types::forward(f, pointee)?;
    f.emit_value(Op::Load, ty, &[place.id])
}

/// Returns whether the type in the name counts. In Khronos mode it does not if its address space is wrong; SYCL's headers name none.
fn believes(f: &Forward<'_>, param: &Type, arg: Value<'_>) -> bool {
    let named = param.as_pointer().map_or(0, |pointer| pointer.address_space);
    !f.options.policy.distrusts_named_address_spaces
        || !arg.ty().is_pointer()
        || [0, arg.ty().address_space()].contains(&named)
}

/// All arguments, in order.
pub fn arguments<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name) -> Result<Vec<Id>> {
    (0..inst.call_arg_count()).map(|index| Ok(argument(f, inst, name, index)?.id)).collect()
}

/// Returns a pointer cast to the pointee of its mangled type, if that has a SPIR-V type; `void` is bytes, and a pointee
/// of half does not need `Float16`.
pub fn pointer_to<'m>(f: &mut Forward<'m>, pointer: Value<'m>, pointee: &Type) -> Result<Operand> {
    let operand = values::operand(f, pointer)?;
    let pointee = match pointee {
        Type::Void => Some(types::int(f, 8)?),
        named => functions::named_pointee(f, named)?,
    };
    let (Some(pointee), Some((class, _))) = (pointee, f.pointer_parts(operand.ty)) else { return Ok(operand) };
    let ty = pointers::pointer_type(f, class, pointee)?;
    pointers::coerce(f, operand, ty)
}

/// The number in the `index`-th argument, which stands for a literal operand (S3-38).
pub fn literal(inst: Value<'_>, index: u32) -> Result<u32> {
    let number = value(inst, index)?.int_value().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| {
        Error::of(
            Code::BuiltinCall,
            format!("argument {} of a builtin is not the constant of 32 bits that it must be", index + 1),
        )
    })
}

/// The `index`-th argument, as LLVM has it.
pub fn value(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.call_arg(index)
        .ok_or_else(|| Error::of(Code::BuiltinCall, format!("a builtin is called without its argument {}", index + 1)))
}
