//! The operand and result types of builtins, by instruction: the name alone does not identify a builtin.
//!
//! A function in the spelling of OpenCL C with types that the builtin does not have is an ordinary function; one with a
//! `__spirv_` name is an error, since that name is reserved.

use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::state::{Builtin, Class, OperandTypes};
use ::spirv::Op;
use llvm_spirv_mangling::{self as mangling, Name};

/// Rows of the class of all operands, the class of the result, and the instructions.
const ROWS: &[(Class, Class, &[Op])] = {
    use Class::{Any, Float, Integer, Pointer};
    use Op::*;
    &[
        (Float, Float, &[FNegate, FAdd, FSub, FMul, FDiv, FRem, FMod, FConvert, QuantizeToF16]),
        (Integer, Integer, &[SNegate, IAdd, ISub, IMul, UDiv, SDiv, UMod, SRem, SMod, UConvert, SConvert]),
        (Integer, Integer, &[ShiftRightLogical, ShiftRightArithmetic, ShiftLeftLogical]),
        (Integer, Integer, &[BitwiseOr, BitwiseXor, BitwiseAnd, Not, BitReverse, BitCount]),
        (Integer, Integer, &[SatConvertSToU, SatConvertUToS]),
        (Float, Integer, &[ConvertFToU, ConvertFToS]),
        (Integer, Float, &[ConvertSToF, ConvertUToF]),
        (Pointer, Integer, &[ConvertPtrToU]),
        (Integer, Pointer, &[ConvertUToPtr]),
        (Integer, Any, &[IEqual, INotEqual, UGreaterThan, SGreaterThan, UGreaterThanEqual, SGreaterThanEqual]),
        (Integer, Any, &[ULessThan, SLessThan, ULessThanEqual, SLessThanEqual]),
        (Float, Any, &[FOrdEqual, FUnordEqual, FOrdNotEqual, FUnordNotEqual, FOrdLessThan, FUnordLessThan]),
        (Float, Any, &[FOrdGreaterThan, FUnordGreaterThan, FOrdLessThanEqual, FUnordLessThanEqual]),
        (Float, Any, &[FOrdGreaterThanEqual, FUnordGreaterThanEqual, LessOrGreater, Ordered, Unordered]),
        (Float, Any, &[IsNan, IsInf, IsFinite, IsNormal, SignBitSet, Dot]),
    ]
};

/// Returns the types that the builtin of a name takes, if they are known.
pub fn of(name: &Name) -> Option<OperandTypes> {
    let op = match mangling::Builtin::parse(&name.base).filter(|builtin| !builtin.extended) {
        Some(builtin) => super::opcode(builtin.op)?,
        None => super::relational::ROWS.iter().find(|row| row.0 == name.base)?.2,
    };
    let (operands, result, _) = ROWS.iter().find(|row| row.2.contains(&op))?;
    Some(OperandTypes { operands: vec![*operands], repeats: true, result: *result, is_elementwise: false })
}

/// Returns whether a declared function has the types of the builtin of its name. Reserved `__spirv_` names always fit.
pub fn fits(builtin: &Builtin, function: Value<'_>) -> bool {
    let is_reserved = builtin.name.base.starts_with("__");
    is_reserved || are_declared(builtin, function)
}

/// Returns whether a declared function has the types of its builtin, if they are known.
pub fn are_declared(builtin: &Builtin, function: Value<'_>) -> bool {
    let (Some(types), Some(ty)) = (&builtin.types, function.function_type()) else { return true };
    has_types(types, &ty.function_params(), ty.function_return())
}

/// Checks the types of a call, which are those of the declared function.
pub fn check(builtin: &Builtin, call: Value<'_>) -> Result<()> {
    let Some(types) = builtin.types.as_ref().filter(|_| !builtin.has_types) else { return Ok(()) };
    let arguments: Vec<_> = call.call_args().map(Value::ty).collect();
    if has_types(types, &arguments, Some(call.ty())) {
        return Ok(());
    }
    let arguments: Vec<_> = arguments.iter().map(Type::to_string).collect();
    let text = format!("{} called with ({}) and giving {}", builtin.name.base, arguments.join(", "), call.ty());
    Err(Error::of(Code::BuiltinCall, text).hint("the instruction of that name takes and gives other types"))
}

fn has_types(types: &OperandTypes, arguments: &[Type<'_>], result: Option<Type<'_>>) -> bool {
    let Some(result) = result else { return true };
    // A place for the result stands before the arguments.
    let is_in_memory = result.is_void() && types.result != Class::Void;
    if is_in_memory {
        return true;
    }
    let class = |index: usize| {
        let last = types.operands.last().filter(|_| types.repeats);
        types.operands.get(index).or(last).copied().unwrap_or(Class::Any)
    };
    let is_of_class = arguments.iter().enumerate().all(|(index, ty)| has_class(class(index), *ty));
    let of_result = |index: usize, ty: &Type<'_>| class(index) != types.result || ty.scalar() == result.scalar();
    let lanes = |ty: &Type<'_>| if ty.is_vector() { ty.count() } else { 1 };
    is_of_class
        && has_class(types.result, result)
        && (!types.is_elementwise
            || arguments.iter().enumerate().all(|(index, ty)| of_result(index, ty))
                && arguments.iter().filter(|ty| ty.is_vector()).all(|ty| lanes(ty) == lanes(&result)))
}

/// Returns whether a type may belong to a class; true for types that are neither number nor pointer, such as matrices.
fn has_class(class: Class, ty: Type<'_>) -> bool {
    let scalar = ty.scalar();
    match class {
        Class::Any => !ty.is_void(),
        Class::Void => ty.is_void(),
        _ if ty.is_void() => false,
        Class::Float => !scalar.is_int() && !scalar.is_pointer(),
        Class::Integer => !scalar.is_pointer() && scalar.float_width() == 0 && !scalar.is_int_of(1),
        Class::Pointer => !scalar.is_int() && scalar.float_width() == 0,
    }
}
