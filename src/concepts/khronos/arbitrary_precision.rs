//! Fixed-point and floating-point numbers held in integers of any width, on the way back: calls by the names that the
//! Khronos translator has for them ([`arbitrary_precision`](crate::concepts::extensions::arbitrary_precision)).

use crate::binary::{Instruction, grammar};
use crate::concepts::base::pointers;
use crate::concepts::builtins::generic;
use crate::concepts::extensions::arbitrary_precision::{base, is_arbitrary};
use crate::concepts::instructions::memory;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, Value};
use crate::state::Reverse;
use ::spirv::Op;

/// Widest result that is returned as a value.
const MAX_RETURNED: u32 = 64;

/// The address space of the pointer to a wider result: generic.
const SPACE: u32 = 4;

/// Translates an instruction of this chapter to a call of its builtin. Returns false for other instructions.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if !is_arbitrary(inst.opcode()) {
        return Ok(false);
    }
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
    r.define(inst, result).map(|()| true)
}

/// Returns the index of the operand that is a flag for signedness.
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

/// Declares the builtin with C's calling convention, which its calls have too.
fn declare<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(ty, &types, false)?;
    r.declare_builtin(symbol, |r| {
        let function = r.module.add_function(symbol, ty)?;
        function.add_attribute(AttributePlace::Function, "nounwind", 0)?;
        Ok(function)
    })
}

/// Emits a call that returns its result through a pointer, and loads the result.
fn call_through<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    // A call may stand in a loop.
    let variable = memory::scratch_variable(r, ty, None)?;
    let place = r.builder.cast(Opcode::AddrSpaceCast, variable, pointers::reverse_type_in(r, SPACE)?)?;
    let args: Vec<_> = std::iter::once(place).chain(args.iter().copied()).collect();
    let function = declare(r, symbol, r.context.void_type(), &args)?;
    let call = r.builder.call(function, &args)?;
    for value in [function, call] {
        value.add_type_attribute(AttributePlace::Param(0), AttributeKind::StructRet.name(), ty)?;
    }
    r.builder.load(ty, place)
}
