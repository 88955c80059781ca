//! Calls of builtins to `OpExtInst`.

use super::rows::{self, Arg, Numbers, ROWS, Row, SYNONYMS};
use super::{SET, formats};
use crate::binary::builder::Id;
use crate::concepts::base::{constants, decorations, types, values};
use crate::concepts::builtins::{argument, literal, pointer_to};
use crate::concepts::instructions::composites;
use crate::concepts::intrinsics::extensions;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type as LlvmType, Value};
use crate::state::{Class, Forward, Lower, Operand, OperandTypes, lower};
use ::spirv::{Decoration, FPFastMathMode, Op};
use llvm_spirv_mangling::{self as mangling, Name, Rounding, Type};

/// The row of a builtin, with the literal that its name holds.
fn row(name: &Name) -> Option<(&'static Row, Option<u32>)> {
    match mangling::Builtin::parse(&name.base) {
        Some(builtin) => Some((rows::by_name(builtin.op).filter(|_| builtin.extended)?, None)),
        None => opencl(name),
    }
}

/// Returns the types of the builtin's operands and result.
pub fn operand_types(name: &Name) -> Option<OperandTypes> {
    let (row, in_name) = row(name)?;
    let operands = row.args.iter().filter(|arg| in_name.is_none() || !arg.is_literal());
    let operands = operands.take_while(|arg| **arg != Arg::Rest).map(|arg| match arg {
        Arg::Value(numbers) => class(*numbers),
        Arg::Pointer { .. } => Class::Pointer,
        Arg::Lanes | Arg::Rounding | Arg::Rest => Class::Integer,
    });
    let result = match row.result() {
        rows::Result::Numbers(numbers) => class(numbers),
        rows::Result::Nothing => Class::Void,
    };
    Some(OperandTypes { operands: operands.collect(), repeats: false, result, is_elementwise: row.has_one_type() })
}

fn class(numbers: Numbers) -> Class {
    match numbers {
        Numbers::Float => Class::Float,
        Numbers::Signed | Numbers::Unsigned | Numbers::Integer => Class::Integer,
        Numbers::Any => Class::Any,
    }
}

/// Returns the lowering of a builtin to its instruction.
pub fn resolve(name: &Name) -> Option<Lower> {
    let (row, literal) = row(name)?;
    lower(move |f, inst, name| call(f, inst, name, row, literal))
}

/// The row of an OpenCL C builtin, with the literal that its name holds.
fn opencl(name: &Name) -> Option<(&'static Row, Option<u32>)> {
    let (pattern, literal) = pattern(&name.base);
    let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == pattern);
    let pattern = synonym.map_or(pattern.as_str(), |(_, name)| name);
    let row = ROWS.iter().find(|row| row.opencl == pattern && fits(row, name))?;
    Some((row, literal))
}

/// Returns the name in the form of the rows, with `#` for the number of components and `@` for the rounding mode, and the literal.
fn pattern(base: &str) -> (String, Option<u32>) {
    if !base.starts_with("vload") && !base.starts_with("vstore") {
        return (base.to_owned(), None);
    }
    let mode = base.rsplit_once('_').and_then(|(rest, mode)| Some((rest, Rounding::from_name(mode)?)));
    let (rest, end) = mode.map_or((base, ""), |(rest, _)| (rest, "_@"));
    let stem = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let lanes = rest.get(stem.len()..).and_then(|digits| digits.parse().ok());
    let lanes = lanes.filter(|lanes| matches!(lanes, 2 | 3 | 4 | 8 | 16));
    let hash = if lanes.is_some() { "#" } else { "" };
    // The stores that round take the mode; loads are the only ones to take the number.
    let literal = mode.map(|(_, mode)| mode as u32).or(lanes);
    (format!("{stem}{hash}{end}"), literal)
}

/// Returns whether the parameters match the row. A function that only has the name of a builtin does not match.
fn fits(row: &Row, name: &Name) -> bool {
    if name.params.is_empty() {
        return name.base == "printf";
    }
    let args: Vec<_> = row.args.iter().filter(|arg| !arg.is_literal()).collect();
    if args.last() == Some(&&Arg::Rest) {
        return true;
    }
    args.len() == name.params.len() && args.iter().zip(&name.params).all(|(arg, param)| takes(**arg, param))
}

fn takes(arg: Arg, param: &Type) -> bool {
    let is_integer = param.is_signed_integer() || param.is_unsigned_integer();
    match arg {
        Arg::Value(Numbers::Float) => param.is_float(),
        Arg::Value(Numbers::Signed) => param.is_signed_integer(),
        Arg::Value(Numbers::Unsigned) => param.is_unsigned_integer(),
        Arg::Value(Numbers::Integer) => is_integer,
        Arg::Value(Numbers::Any) => param.is_float() || is_integer,
        Arg::Pointer { .. } => param.as_pointer().is_some(),
        Arg::Lanes | Arg::Rounding | Arg::Rest => false,
    }
}

/// The instruction with the call's arguments as operands.
fn call<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, row: &Row, in_name: Option<u32>) -> Result<()> {
    let in_args = row.args.iter().filter(|arg| in_name.is_none() || !arg.is_literal()).count();
    if row.args.last() != Some(&Arg::Rest) && inst.call_arg_count() as usize != in_args {
        return Err(Error::of(
            Code::BuiltinCall,
            format!("{} takes {in_args} arguments, not {}", name.base, inst.call_arg_count()),
        ));
    }
    let all_numbers = row.of_all_numbers().filter(|_| f.options.policy.takes_common_for_flags);
    let all_numbers = all_numbers.filter(|_| decorations::fast_math::has_controls(f)).map(|(row, _)| row);
    let row = all_numbers.unwrap_or(row);
    let lanes = if row.is_elementwise() { lanes(inst) } else { 1 };
    let splats = splats(f, inst, row, lanes)?;
    let instruction = instruction(f, row);
    let mut operands = match instruction {
        Some(_) => Vec::new(),
        None => Vec::with_capacity(2 + row.args.len()),
    };
    if instruction.is_none() {
        operands.extend([f.spv.ext_inst_set(SET), row.number]);
    }
    for (index, arg) in (0..).zip(row.args) {
        match (arg, in_name) {
            (Arg::Lanes | Arg::Rounding, Some(literal)) => operands.push(literal),
            (Arg::Lanes | Arg::Rounding, None) => operands.push(literal(inst, index)?),
            (Arg::Rest, _) => rest(f, inst, index, &mut operands)?,
            (Arg::Pointer { .. }, _) if row.name == "printf" => operands.push(format(f, inst, name)?),
            (Arg::Pointer { .. }, _) => operands.push(pointer(f, inst, name, index)?.id),
            (Arg::Value(_), _) => operands.push(match splats.iter().find(|splat| splat.0 == index) {
                Some((_, splat)) => *splat,
                None => number(f, inst, name, index, lanes)?,
            }),
        }
    }
    let ty = types::forward(f, inst.ty())?;
    if let Some(op) = instruction {
        return f.define(inst, op, ty, &operands).map(drop);
    }
    let result = f.define(inst, Op::ExtInst, ty, &operands)?;
    if all_numbers.is_none() {
        return decorations::fast_math::forward(f, inst, result.id);
    }
    decorations::fast_math::require_controls(f);
    let common = FPFastMathMode::NOT_NAN | FPFastMathMode::NOT_INF;
    f.spv.decorate(result.id, Decoration::FPFastMathMode, &[common.bits()])
}

/// Returns the core or extension instruction that replaces an extended one, if the options prefer it.
fn instruction(f: &Forward<'_>, row: &Row) -> Option<Op> {
    match row.opencl {
        "fma" => extensions::instruction(row.opencl, f.options),
        "popcount" if f.options.policy.takes_popcount_for_bit_count => Some(Op::BitCount),
        _ => None,
    }
}

/// Returns the greatest number of components of an argument.
fn lanes(inst: Value<'_>) -> u32 {
    let count = |arg: Value<'_>| if arg.ty().is_vector() { arg.ty().count() } else { 1 };
    inst.call_args().map(count).max().and_then(|count| u32::try_from(count).ok()).unwrap_or(1)
}

/// The format of `printf`.
fn format<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name) -> Result<Id> {
    let elsewhere = inst.call_arg(0).map(|format| formats::elsewhere(f, format)).transpose()?;
    elsewhere.flatten().map_or_else(|| Ok(pointer(f, inst, name, 0)?.id), Ok)
}

/// Returns a pointer argument; that of an unmangled `printf` points to characters.
fn pointer<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, index: u32) -> Result<Operand> {
    match inst.call_arg(index) {
        Some(format) if name.params.is_empty() => pointer_to(f, format, &Type::Char),
        _ => argument(f, inst, name, index),
    }
}

/// Adds the arguments from `first` on; pointers are cast to pointers to bytes.
fn rest<'m>(f: &mut Forward<'m>, inst: Value<'m>, first: u32, operands: &mut Vec<u32>) -> Result<()> {
    for arg in inst.call_args().skip(first as usize) {
        let operand = match arg.ty().is_pointer() {
            true => pointer_to(f, arg, &Type::Char)?,
            false => values::operand(f, arg)?,
        };
        operands.push(operand.id);
    }
    Ok(())
}

/// Emits the splats of scalar arguments in front of all operands; returns the index and the vector for each.
fn splats<'m>(f: &mut Forward<'m>, inst: Value<'m>, row: &Row, lanes: u32) -> Result<Vec<(u32, Id)>> {
    let mut splats = Vec::new();
    for (index, kind) in (0..).zip(row.args).filter(|_| lanes > 1) {
        let arg = inst.call_arg(index).filter(|arg| matches!(kind, Arg::Value(_)) && is_number(arg.ty()));
        if let Some(arg) = arg.filter(|arg| !arg.is_constant()) {
            splats.push((index, splat(f, arg, lanes)?));
        }
    }
    Ok(splats)
}

/// Returns an argument that is a number, splatted to `lanes` components if it is a scalar beside vectors.
fn number<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, index: u32, lanes: u32) -> Result<Id> {
    match inst.call_arg(index) {
        Some(arg) if lanes > 1 && is_number(arg.ty()) => splat(f, arg, lanes),
        _ => Ok(argument(f, inst, name, index)?.id),
    }
}

fn is_number(ty: LlvmType<'_>) -> bool {
    ty.is_int() || ty.float_width() > 0
}

/// Returns a scalar as a vector: a constant, or a splat in LLVM's form, `insertelement` and `shufflevector`.
fn splat<'m>(f: &mut Forward<'m>, arg: Value<'m>, lanes: u32) -> Result<Id> {
    let component = types::forward(f, arg.ty())?;
    let ty = types::vector_of(f, component, lanes)?;
    let count = lanes as usize;
    // The Khronos translator does not tell constants apart.
    let is_constant =
        !f.options.policy.splats_constants_by_instructions && arg.is_constant() && !arg.is_constant_expression();
    if is_constant && arg.is_null() {
        return constants::null(f, ty);
    }
    let scalar = values::operand(f, arg)?.id;
    if is_constant {
        return f.spv.unique_constant(Op::ConstantComposite, ty, &vec![scalar; count]);
    }
    composites::forward_splat(f, scalar, ty, lanes)
}
