//! Fixed-point and floating-point numbers held in integers of any width, in the names that the Khronos translator has for
//! them (SPV_INTEL_arbitrary_precision_fixed_point, SPV_INTEL_arbitrary_precision_floating_point).
//!
//! In LLVM IR: `intel_arbitrary_float_add.i14.i13.i15`, with the widths of the result and of the operands; a flag is an
//! `i1`, and a result of more than 64 bits is returned through a pointer. Elsewhere such instructions are
//! `__spirv_ArbitraryFloatAddINTEL`, see [`super::generic`].

use super::generic;
use crate::concepts::memory;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, Value};
use crate::spirv::{Instruction, grammar};
use crate::state::{Lower, Reverse, lower};
use ::spirv::Op;
use llvm_spirv_mangling::Name;

/// Beginnings of the names of instructions and of what stands for them.
const FAMILIES: [(&str, &str); 2] =
    [("OpFixed", "intel_arbitrary_fixed_"), ("OpArbitraryFloat", "intel_arbitrary_float_")];

/// Names with words apart.
const SPELLED: [(&str, &str); 2] = [("CastFromInt", "cast_from_int"), ("CastToInt", "cast_to_int")];

/// Widest result that is returned as a value.
const MAX_RETURNED: u32 = 64;

/// The address space of the pointer to a wider result: generic.
const SPACE: u32 = 4;

/// What the name of the builtin begins with, if the instruction is one of this chapter.
fn base(op: Op) -> Option<String> {
    let name = grammar::name(op);
    let name = name.strip_suffix("ALTERA").or_else(|| name.strip_suffix("INTEL"))?;
    let (operation, family) = FAMILIES.iter().find_map(|row| Some((name.strip_prefix(row.0)?, row.1)))?;
    let spelled = SPELLED.iter().find(|row| row.0 == operation).map(|row| row.1.to_owned());
    Some(format!("{family}{}", spelled.unwrap_or_else(|| operation.to_ascii_lowercase())))
}

/// Is it such an instruction?
pub fn is_arbitrary(op: Op) -> bool {
    base(op).is_some()
}

/// Is the symbol, which is not mangled, such a builtin?
pub fn is_builtin(symbol: &str) -> bool {
    FAMILIES.iter().any(|row| symbol.starts_with(row.1))
}

// --- LLVM to SPIR-V ---

/// Which instruction a name is.
pub fn resolve(name: &Name) -> Option<Lower> {
    let (start, _) = name.base.split_once('.').filter(|_| is_builtin(&name.base))?;
    let op = grammar::instructions().map(|info| info.op).find(|op| base(*op).as_deref() == Some(start))?;
    lower(move |f, inst, name| generic::forward(f, inst, name, op))
}

// --- SPIR-V to LLVM ---

/// A call of the builtin.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (_, mut args) = generic::parameters(r, inst)?;
    if let Some(flag) = flag(inst.opcode()).and_then(|index| args.get_mut(index)) {
        let is_set = flag.int_value().is_some_and(|value| value != 0);
        *flag = r.context.const_int(r.context.bool_type(), u64::from(is_set))?;
    }
    let ty = r.result_ty(inst)?;
    let symbol = symbol(r, inst, ty)?;
    let result = match ty.int_width() > MAX_RETURNED {
        true => call_through(r, &symbol, ty, &args)?,
        false => call(r, &symbol, ty, &args)?,
    };
    r.define(inst, result)
}

/// The operand that is a flag: whether a number has a sign.
fn flag(op: Op) -> Option<usize> {
    match op {
        Op::ArbitraryFloatCastFromIntALTERA | Op::ArbitraryFloatCastToIntALTERA => Some(2),
        Op::ArbitraryFloatPowNINTEL => Some(3),
        _ if grammar::name(op).starts_with("OpFixed") => Some(1),
        _ => None,
    }
}

fn symbol(r: &Reverse<'_>, inst: Instruction<'_>, result: Type<'_>) -> Result<String> {
    let mut symbol = base(inst.opcode()).unwrap_or_default();
    symbol.push_str(&format!(".i{}", result.int_width()));
    // The second number stands behind the width of the first one's mantissa.
    let numbers = if is_binary(inst.opcode()) { &[0, 2][..] } else { &[0] };
    for index in numbers {
        symbol.push_str(&format!(".i{}", r.operand(inst, *index)?.ty().int_width()));
    }
    Ok(symbol)
}

fn is_binary(op: Op) -> bool {
    let ids = |operand: &&grammar::Operand| operand.kind() == grammar::Kind::IdRef;
    grammar::info(op as u16).is_some_and(|info| info.operands.iter().filter(ids).count() == 2)
}

fn call<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    let function = declare(r, symbol, ty, args)?;
    r.builder.call(function, args)
}

/// The declaration; it and its calls have C's calling convention, for they must have the same.
fn declare<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(ty, &types, false)?;
    r.declare_builtin(symbol, |r| {
        let function = r.module.add_function(symbol, ty)?;
        function.add_attribute(AttributePlace::Function, "nounwind", 0)?;
        Ok(function)
    })
}

/// A call that returns through a pointer.
fn call_through<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    // A call may stand in a loop.
    let variable = memory::scratch_variable(r, ty, None)?;
    let place = r.builder.cast(Opcode::LLVMAddrSpaceCast, variable, r.context.pointer_type(SPACE)?)?;
    let args: Vec<_> = std::iter::once(place).chain(args.iter().copied()).collect();
    let function = declare(r, symbol, r.context.void_type(), &args)?;
    let call = r.builder.call(function, &args)?;
    for value in [function, call] {
        value.add_type_attribute(AttributePlace::Param(0), AttributeKind::StructRet.name(), ty)?;
    }
    r.builder.load(ty, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_operation() {
        for (op, name) in [
            (Op::FixedSinCosPiALTERA, "intel_arbitrary_fixed_sincospi"),
            (Op::ArbitraryFloatCastToIntALTERA, "intel_arbitrary_float_cast_to_int"),
            (Op::ArbitraryFloatLog1pINTEL, "intel_arbitrary_float_log1p"),
        ] {
            assert_eq!(base(op).as_deref(), Some(name));
        }
        assert_eq!(base(Op::FAdd), None);
    }
}
