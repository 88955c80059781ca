//! Calls of builtins to `OpExtInst`.

use super::rows::{self, Arg, Row, Type};
use super::{PREFIX, SET, emit};
use crate::concepts::base::values;
use crate::concepts::builtins;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Class, Forward, Lower, OperandTypes, lower};
use llvm_spirv_mangling::Name;

/// Returns the row of a builtin.
fn row(name: &Name) -> Option<&'static Row> {
    let rest = name.base.strip_prefix(PREFIX)?;
    rows::by_name(rest.split_once("_R").map_or(rest, |(name, _)| name))
}

/// Returns the lowering of a builtin to its instruction.
pub fn resolve(name: &Name) -> Option<Lower> {
    let row = row(name)?;
    lower(move |f, inst, name| call(f, inst, name, row))
}

/// Returns the types of the builtin's operands and result.
pub fn operand_types(name: &Name) -> Option<OperandTypes> {
    let row = row(name)?;
    let operands: Vec<_> = row.args.iter().map(|arg| class(*arg)).collect();
    let result = match row.result {
        Type::OfFirst => operands.first().copied().unwrap_or(Class::Any),
        Type::Floats | Type::NamedFloats => Class::Float,
        Type::Integers | Type::NamedIntegers => Class::Integer,
        Type::Other => Class::Any,
    };
    Some(OperandTypes { operands, repeats: false, result, is_elementwise: row.result == Type::OfFirst })
}

fn class(arg: Arg) -> Class {
    match arg {
        Arg::Float => Class::Float,
        Arg::Integer => Class::Integer,
        Arg::Matrix => Class::Any,
        Arg::Out | Arg::In => Class::Pointer,
    }
}

/// Emits the instruction with the call's arguments as operands.
fn call<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, row: &Row) -> Result<()> {
    let (takes, given) = (row.args.len(), inst.call_arg_count());
    if takes != given as usize {
        let text = format!("{} takes {takes} arguments, not {given}", name.base);
        return Err(Error::of(Code::BuiltinCall, text));
    }
    f.spv.ext_inst_set(SET);
    let mut operands = Vec::with_capacity(takes);
    for (index, arg) in (0..given).zip(row.args) {
        let operand = match arg {
            // The name says no signs of integers, and pointers are not cast with logical addressing.
            Arg::Out | Arg::In => values::operand(f, builtins::value(inst, index)?)?,
            Arg::Float | Arg::Integer | Arg::Matrix => builtins::argument(f, inst, name, index)?,
        };
        operands.push(operand.id);
    }
    emit::define(f, inst, row.instruction, &operands)
}
