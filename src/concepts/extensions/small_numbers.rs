//! Numbers of 4 and 8 bits that LLVM has no types for, and their conversions (SPV_EXT_float8,
//! SPV_EXT_ocp_microscaling_types, SPV_INTEL_float4, SPV_INTEL_int4, SPV_INTEL_fp_conversions).
//!
//! In LLVM IR: integers that hold the bits, and calls such as `__builtin_spirv_ConvertE4M3ToFP16EXT` whose name has the
//! encodings. Numbers of 4 bits may be packed in integers of 8 to 64 bits. In SPIR-V: `OpBitcast`s between the integers
//! and the encoded types, around the conversion. Lost: packing, which comes back as a `bitcast` in front of a call that
//! takes a vector of `i4`. Conversions of 4-bit integers become LLVM's own instructions where it has them.

use super::cooperative_types;
use crate::binary::builder::Id;
use crate::binary::{self, Decoration, Instruction, Op};
use crate::concepts::base::{types, values};
use crate::concepts::builtins;
use crate::concepts::builtins::INTERNAL_PREFIX as PREFIX;
use crate::conventions::encodings::{ENCODED, Kind, encoding};
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{Type, Value};
use crate::state::{Chapter, Forward, Interceptor, Lower, Reverse, availability, lower};
use ::spirv::{Capability, FPEncoding};
use Kind::{Bf16, E2M1, E2M1Intel, E4M3, E5M2, Fp16, Fp32, Fp64, Int4, Int8, Int16, Int32, Int64};
use llvm_spirv_mangling::Name;

/// A conversion: its name, the kinds of its operand and result, the instruction, and whether it saturates to the largest number.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    from: Kind,
    to: Kind,
    op: Op,
    saturated: bool,
}

impl Row {
    /// Returns whether LLVM has an instruction for the conversion, since it has types for both numbers.
    fn is_instruction(&self) -> bool {
        matches!(self.op, Op::SConvert | Op::ConvertSToF | Op::ConvertFToS)
            && [self.from, self.to].iter().all(|kind| matches!(kind, Int4 | Int8 | Fp16 | Bf16))
    }
}

const fn row(name: &'static str, from: Kind, to: Kind, op: Op) -> Row {
    Row { name, from, to, op, saturated: false }
}

/// A conversion decorated with `SaturatedToLargestFloat8NormalConversionEXT`.
const fn saturated(name: &'static str, from: Kind, to: Kind, op: Op) -> Row {
    Row { name, from, to, op, saturated: true }
}

/// The conversions, by their names without the prefix, in both directions.
const ROWS: &[Row] = &[
    row("ConvertE2M1ToE4M3EXT", E2M1, E4M3, Op::FConvert),
    row("ConvertE2M1ToE5M2EXT", E2M1, E5M2, Op::FConvert),
    row("ConvertE2M1ToFP16EXT", E2M1, Fp16, Op::FConvert),
    row("ConvertE2M1ToBF16EXT", E2M1, Bf16, Op::FConvert),
    row("ConvertE2M1ToE4M3INTEL", E2M1Intel, E4M3, Op::FConvert),
    row("ConvertE2M1ToE5M2INTEL", E2M1Intel, E5M2, Op::FConvert),
    row("ConvertE2M1ToFP16INTEL", E2M1Intel, Fp16, Op::FConvert),
    row("ConvertE2M1ToBF16INTEL", E2M1Intel, Bf16, Op::FConvert),
    row("ConvertInt4ToE4M3INTEL", Int4, E4M3, Op::ConvertSToF),
    row("ConvertInt4ToE5M2INTEL", Int4, E5M2, Op::ConvertSToF),
    row("ConvertInt4ToFP16INTEL", Int4, Fp16, Op::ConvertSToF),
    row("ConvertInt4ToBF16INTEL", Int4, Bf16, Op::ConvertSToF),
    row("ConvertInt4ToInt8INTEL", Int4, Int8, Op::SConvert),
    row("ConvertFP16ToE2M1EXT", Fp16, E2M1, Op::FConvert),
    row("ConvertBF16ToE2M1EXT", Bf16, E2M1, Op::FConvert),
    row("ConvertFP16ToE2M1INTEL", Fp16, E2M1Intel, Op::FConvert),
    row("ConvertBF16ToE2M1INTEL", Bf16, E2M1Intel, Op::FConvert),
    row("ConvertFP16ToInt4INTEL", Fp16, Int4, Op::ConvertFToS),
    row("ConvertBF16ToInt4INTEL", Bf16, Int4, Op::ConvertFToS),
    row("ConvertE4M3ToFP16EXT", E4M3, Fp16, Op::FConvert),
    row("ConvertE5M2ToFP16EXT", E5M2, Fp16, Op::FConvert),
    row("ConvertE4M3ToBF16EXT", E4M3, Bf16, Op::FConvert),
    row("ConvertE5M2ToBF16EXT", E5M2, Bf16, Op::FConvert),
    row("ConvertFP16ToE4M3EXT", Fp16, E4M3, Op::FConvert),
    row("ConvertFP16ToE5M2EXT", Fp16, E5M2, Op::FConvert),
    row("ConvertBF16ToE4M3EXT", Bf16, E4M3, Op::FConvert),
    row("ConvertBF16ToE5M2EXT", Bf16, E5M2, Op::FConvert),
    saturated("ClampConvertFP16ToE4M3INTEL", Fp16, E4M3, Op::FConvert),
    saturated("ClampConvertBF16ToE4M3INTEL", Bf16, E4M3, Op::FConvert),
    saturated("ClampConvertFP16ToE5M2INTEL", Fp16, E5M2, Op::FConvert),
    saturated("ClampConvertBF16ToE5M2INTEL", Bf16, E5M2, Op::FConvert),
    row("ClampConvertFP16ToInt4INTEL", Fp16, Int4, Op::ClampConvertFToSINTEL),
    row("ClampConvertBF16ToInt4INTEL", Bf16, Int4, Op::ClampConvertFToSINTEL),
    row("StochasticRoundFP16ToE5M2INTEL", Fp16, E5M2, Op::StochasticRoundFToFINTEL),
    row("StochasticRoundFP16ToE4M3INTEL", Fp16, E4M3, Op::StochasticRoundFToFINTEL),
    row("StochasticRoundBF16ToE5M2INTEL", Bf16, E5M2, Op::StochasticRoundFToFINTEL),
    row("StochasticRoundBF16ToE4M3INTEL", Bf16, E4M3, Op::StochasticRoundFToFINTEL),
    row("StochasticRoundFP16ToE2M1INTEL", Fp16, E2M1, Op::StochasticRoundFToFINTEL),
    row("StochasticRoundBF16ToE2M1INTEL", Bf16, E2M1, Op::StochasticRoundFToFINTEL),
    row("ClampStochasticRoundFP16ToInt4INTEL", Fp16, Int4, Op::ClampStochasticRoundFToSINTEL),
    row("ClampStochasticRoundBF16ToInt4INTEL", Bf16, Int4, Op::ClampStochasticRoundFToSINTEL),
    saturated("ClampStochasticRoundFP16ToE5M2INTEL", Fp16, E5M2, Op::StochasticRoundFToFINTEL),
    saturated("ClampStochasticRoundFP16ToE4M3INTEL", Fp16, E4M3, Op::StochasticRoundFToFINTEL),
    saturated("ClampStochasticRoundBF16ToE5M2INTEL", Bf16, E5M2, Op::StochasticRoundFToFINTEL),
    saturated("ClampStochasticRoundBF16ToE4M3INTEL", Bf16, E4M3, Op::StochasticRoundFToFINTEL),
    row("ConvertE4M3ToFP32EXT", E4M3, Fp32, Op::FConvert),
    row("ConvertFP32ToE4M3EXT", Fp32, E4M3, Op::FConvert),
    saturated("ClampConvertFP32ToE4M3EXT", Fp32, E4M3, Op::FConvert),
    row("ConvertE4M3ToFP64EXT", E4M3, Fp64, Op::FConvert),
    row("ConvertFP64ToE4M3EXT", Fp64, E4M3, Op::FConvert),
    saturated("ClampConvertFP64ToE4M3EXT", Fp64, E4M3, Op::FConvert),
    row("ConvertE5M2ToFP32EXT", E5M2, Fp32, Op::FConvert),
    row("ConvertFP32ToE5M2EXT", Fp32, E5M2, Op::FConvert),
    saturated("ClampConvertFP32ToE5M2EXT", Fp32, E5M2, Op::FConvert),
    row("ConvertE5M2ToFP64EXT", E5M2, Fp64, Op::FConvert),
    row("ConvertFP64ToE5M2EXT", Fp64, E5M2, Op::FConvert),
    saturated("ClampConvertFP64ToE5M2EXT", Fp64, E5M2, Op::FConvert),
    row("ConvertE2M1ToFP32EXT", E2M1, Fp32, Op::FConvert),
    row("ConvertFP32ToE2M1EXT", Fp32, E2M1, Op::FConvert),
    row("ConvertE2M1ToFP64EXT", E2M1, Fp64, Op::FConvert),
    row("ConvertFP64ToE2M1EXT", Fp64, E2M1, Op::FConvert),
    row("ConvertE4M3ToE5M2EXT", E4M3, E5M2, Op::FConvert),
    row("ConvertE5M2ToE4M3EXT", E5M2, E4M3, Op::FConvert),
    saturated("ClampConvertE4M3ToE5M2EXT", E4M3, E5M2, Op::FConvert),
    saturated("ClampConvertE5M2ToE4M3EXT", E5M2, E4M3, Op::FConvert),
];

/// Returns rows for the conversions between an 8-bit encoding and integers of a width; each signedness has its instruction.
macro_rules! with_integers {
    ($kind:ident $($integer:ident)*) => {
        &[$(
            row(concat!("Convert", stringify!($integer), "To", stringify!($kind), "EXT"), $integer, $kind, Op::ConvertSToF),
            row(concat!("ConvertU", stringify!($integer), "To", stringify!($kind), "EXT"), $integer, $kind, Op::ConvertUToF),
            saturated(
                concat!("ClampConvert", stringify!($integer), "To", stringify!($kind), "EXT"),
                $integer,
                $kind,
                Op::ConvertSToF,
            ),
            saturated(
                concat!("ClampConvertU", stringify!($integer), "To", stringify!($kind), "EXT"),
                $integer,
                $kind,
                Op::ConvertUToF,
            ),
            row(concat!("Convert", stringify!($kind), "To", stringify!($integer), "EXT"), $kind, $integer, Op::ConvertFToS),
            row(concat!("Convert", stringify!($kind), "ToU", stringify!($integer), "EXT"), $kind, $integer, Op::ConvertFToU),
        )*]
    };
}

/// The conversions from and to integers.
const OF_INTEGERS: [&[Row]; 2] =
    [with_integers!(E4M3 Int8 Int16 Int32 Int64), with_integers!(E5M2 Int8 Int16 Int32 Int64)];

/// Returns all conversions.
fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().chain(OF_INTEGERS.into_iter().flatten())
}

/// The extensions that have types of such numbers.
const EXTENSIONS: [&str; 4] =
    ["SPV_EXT_float8", "SPV_EXT_ocp_microscaling_types", "SPV_INTEL_float4", "SPV_INTEL_int4"];

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    intercept: Some(Interceptor { applies: |r| r.small_numbers.are_possible, translate: reverse }),
    resolve: Some(resolve),
    reverse_type: Some(
        |r, inst| if inst.opcode() == Op::TypeFloat { reverse_type(r, inst).map(Some) } else { Ok(None) },
    ),
    reverse_decorated: Some(check_saturation),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a conversion.
pub fn resolve(name: &Name) -> Option<Lower> {
    let end = name.base.strip_prefix(PREFIX)?;
    let row = *rows().find(|row| row.name == end)?;
    lower(move |f, inst, name| forward(f, inst, name, row))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, row: Row) -> Result<()> {
    check_extensions(f, inst)?;
    let source = builtins::value(inst, 0)?;
    let mut operand = values::operand(f, source)?;
    let from = type_of_kind(f, source.ty(), row.from)?;
    if operand.ty != from && !is_integer(row.from) {
        operand = f.emit_value(Op::Bitcast, from, &[operand.id])?;
    }
    // Behind the number: a seed, and where the next seed goes.
    let mut operands = vec![operand.id];
    for index in 1..inst.call_arg_count() {
        operands.push(builtins::argument(f, inst, name, index)?.id);
    }
    let wanted = types::forward(f, inst.ty())?;
    let wanted = f.typed(inst, wanted)?;
    let to = if is_integer(row.to) { wanted } else { type_of_kind(f, inst.ty(), row.to)? };
    let result = match to == wanted {
        true => f.define(inst, row.op, to, &operands)?,
        false => f.emit_value(row.op, to, &operands)?,
    };
    if row.saturated {
        f.spv.decorate(result.id, Decoration::SaturatedToLargestFloat8NormalConversionEXT, &[])?;
    }
    if to != wanted {
        f.define(inst, Op::Bitcast, wanted, &[result.id])?;
    }
    Ok(())
}

/// Returns whether a kind is an integer that instructions may take as signed or unsigned.
fn is_integer(kind: Kind) -> bool {
    matches!(kind, Int8 | Int16 | Int32 | Int64)
}

fn check_extensions(f: &Forward<'_>, inst: Value<'_>) -> Result<()> {
    let declaration = || inst.called_function().map(Value::print).unwrap_or_default().trim().to_owned();
    let allowed = availability::extension(f.options, &EXTENSIONS, declaration);
    allowed.map(drop).map_err(|error| error.about(Subject::Declaration))
}

/// Returns the SPIR-V type for numbers of a kind, whose LLVM type is `ty`.
fn type_of_kind<'m>(f: &mut Forward<'m>, ty: Type<'m>, kind: Kind) -> Result<Id> {
    let is_matrix = ty.target_name().is_some();
    let row = ENCODED.iter().find(|row| row.kind == kind);
    let component = match row {
        Some(row) => {
            f.spv.require(row.capability);
            f.spv.unique_type(Op::TypeFloat, &[row.width, row.encoding as u32])?
        }
        None if kind == Int4 && !is_matrix => types::int(f, 4)?,
        None => return types::forward(f, ty),
    };
    if let Some(row) = row.filter(|_| is_matrix) {
        f.spv.require(row.matrix);
        return cooperative_types::with_component(f, ty, component);
    }
    let width = ty.scalar().int_width();
    // Four bits each, where the integer has room for more than one.
    let packed = if kind == Int4 || row.is_some_and(|row| row.width == 4) { (width / 4).max(1) } else { 1 };
    let lanes = ty.count().max(1) * u64::from(packed);
    if lanes == 1 { Ok(component) } else { types::vector_of_checked(f, component, lanes) }
}

// --- SPIR-V to LLVM ---

/// Returns whether the module declares types of 4-bit or 8-bit numbers.
pub fn are_in(module: &binary::Module<'_>) -> bool {
    let capabilities = ENCODED.iter().map(|row| row.capability).chain([Capability::Int4TypeINTEL]);
    capabilities.into_iter().any(|capability| module.has_capability(capability))
}

/// The integer type that holds the bits of an `OpTypeFloat` with an encoding.
pub fn reverse_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    match encoding(inst) {
        Some(row) => r.context.int_type(row.width),
        None => Err(inst.place(Error::of(Code::SpirvType, "floating-point numbers with an encoding of their own"))),
    }
}

/// Returns the description of a type for errors.
fn described(r: &Reverse<'_>, kind: Option<Kind>, ty: Instruction<'_>) -> String {
    let of = match ty.opcode() {
        Op::TypeVector => "vectors of ",
        op if cooperative_types::kind(op).is_some() => "cooperative matrices of ",
        _ => "",
    };
    let component = ty.operand(0).ok().filter(|_| !of.is_empty()).and_then(|id| r.spv.definition(id)).unwrap_or(ty);
    match kind {
        Some(kind) => format!("{of}{kind}"),
        None => format!(
            "{of}{}",
            r.ty(component.result_id().unwrap_or_default())
                .map_or_else(|_| component.name().to_owned(), |ty| ty.to_string())
        ),
    }
}

/// Returns the kind of a type's components, if there are conversions for it.
fn kind_of(r: &Reverse<'_>, ty: Instruction<'_>) -> Option<Kind> {
    match ty.opcode() {
        op if op == Op::TypeVector || cooperative_types::kind(op).is_some() => {
            r.spv.definition(ty.operand(0).ok()?).filter(|ty| is_scalar(ty.opcode())).and_then(|ty| kind_of(r, ty))
        }
        Op::TypeInt => match ty.operand(0) {
            Ok(4) => Some(Int4),
            Ok(8) => Some(Int8),
            Ok(16) => Some(Int16),
            Ok(32) => Some(Int32),
            Ok(64) => Some(Int64),
            _ => None,
        },
        Op::TypeFloat => match *ty.in_operands() {
            [16] => Some(Fp16),
            [32] => Some(Fp32),
            [64] => Some(Fp64),
            [16, encoding] => (encoding == FPEncoding::BFloat16KHR as u32).then_some(Bf16),
            _ => encoding(ty).map(|row| row.kind),
        },
        _ => None,
    }
}

fn is_scalar(op: Op) -> bool {
    matches!(op, Op::TypeInt | Op::TypeFloat)
}

/// Translates a conversion of small numbers, if the instruction is one.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if !is_conversion(inst.opcode()) {
        return Ok(false);
    }
    let types = [r.type_definition(inst.operand(0)?)?, r.type_definition(inst.result_id().unwrap_or_default())?];
    let [from, to] = types.map(|ty| kind_of(r, ty));
    let is_small = |kind: Option<Kind>| {
        kind.is_some_and(|kind| !matches!(kind, Fp16 | Bf16 | Fp32 | Fp64 | Int8 | Int16 | Int32 | Int64))
    };
    if !is_small(from) && !is_small(to) {
        return Ok(false);
    }
    if inst.opcode() == Op::Bitcast {
        // Where types have notes, the cast is one of LLVM's.
        return if r.hooks.has_signs.is_empty() { reverse_bits(r, inst) } else { Ok(false) };
    }
    let (op, saturated) = operation(r, inst)?;
    let same = |row: &&Row| (Some(row.from), row.op, row.saturated) == (from, op, saturated);
    // The rounding to four bits was specified for Intel's encoding first; its name does not tell.
    let to = to.map(|kind| if kind == E2M1Intel && op == Op::StochasticRoundFToFINTEL { E2M1 } else { kind });
    let row = rows().filter(same).find(|row| Some(row.to) == to);
    let is_call = |row: &&Row| !row.is_instruction() || r.options.policy.calls_conversions_of_small_integers;
    match row.filter(is_call) {
        Some(row) => reverse_call(r, inst, row.name).map(|()| true),
        // To all else 4 bits are an integer like others.
        None if [from, to].iter().all(|kind| !is_small(*kind) || *kind == Some(Int4)) => Ok(false),
        // The type of a matrix tells what it holds.
        None if types.iter().any(|ty| cooperative_types::tells_numbers(r, *ty)) => Ok(false),
        None => {
            let [from, to] = [(from, types[0]), (to, types[1])].map(|(kind, ty)| described(r, kind, ty));
            Err(inst.unsupported(format!("{} from {from} to {to}", inst.name())))
        }
    }
}

/// Refuses the saturation decoration on a conversion whose result is not an 8-bit float.
fn check_saturation<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    use Op::{ClampConvertFToFINTEL, ClampStochasticRoundFToFINTEL, ConvertSToF, ConvertUToF, FConvert};
    let id = inst.result_id().unwrap_or_default();
    if r.spv.decoration(id, Decoration::SaturatedToLargestFloat8NormalConversionEXT).is_none() {
        return Ok(());
    }
    let converts = matches!(inst.opcode(), FConvert | ConvertSToF | ConvertUToF | Op::StochasticRoundFToFINTEL)
        // These are refused by a rule of their own.
        || matches!(inst.opcode(), ClampConvertFToFINTEL | ClampStochasticRoundFToFINTEL);
    if converts && inst.result_type().is_some_and(|ty| is_float8(r, ty)) {
        return Ok(());
    }
    let rule = "SaturatedToLargestFloat8NormalConversionEXT decoration is only valid on \
         OpFConvert/OpConvertSToF/OpConvertUToF/OpStochasticRoundFToFINTEL whose Result Type uses Float8E4M3EXT or \
         Float8E5M2EXT encoding.";
    Err(inst.place(Error::broken_rule(Code::SpirvInstruction, inst.name(), rule)))
}

/// Returns whether a type is a floating-point number of 8 bits, or a vector or matrix of them.
fn is_float8(r: &Reverse<'_>, ty: Id) -> bool {
    let Some(ty) = r.spv.definition(ty) else { return false };
    match (ty.opcode(), ty.in_operands()) {
        (Op::TypeFloat, [8, _, ..]) => true,
        (Op::TypeFloat, _) => false,
        (_, [component, ..]) => {
            let component = r.spv.definition(*component);
            component.is_some_and(|ty| ty.opcode() == Op::TypeFloat && matches!(ty.in_operands(), [8, _, ..]))
        }
        _ => false,
    }
}

fn is_conversion(op: Op) -> bool {
    matches!(op, Op::Bitcast | Op::ClampConvertFToFINTEL | Op::ClampStochasticRoundFToFINTEL)
        || rows().any(|row| row.op == op)
}

/// Returns the instruction and whether it saturates. Older instructions saturate by their opcode; now there is a decoration.
fn operation(r: &Reverse<'_>, inst: Instruction<'_>) -> Result<(Op, bool)> {
    let id = inst.result_id().unwrap_or_default();
    let decorated = r.spv.decoration(id, Decoration::SaturatedToLargestFloat8NormalConversionEXT).is_some();
    let now = match inst.opcode() {
        Op::ClampConvertFToFINTEL => Op::FConvert,
        Op::ClampStochasticRoundFToFINTEL => Op::StochasticRoundFToFINTEL,
        op => return Ok((op, decorated)),
    };
    if decorated {
        let rule = "SaturatedToLargestFloat8NormalConversionEXT is not valid on OpClampConvertFToFINTEL or \
             OpClampStochasticRoundFToFINTEL.";
        return Err(inst.place(Error::broken_rule(Code::SpirvInstruction, inst.name(), rule)));
    }
    Ok((now, true))
}

/// Drops a bitcast between types that have one LLVM type; returns whether it did.
fn reverse_bits<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let (value, ty) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    if value.ty() != ty {
        return Ok(false);
    }
    let id = r.alias(inst, value)?;
    if let Some(name) = r.spv.name(id).filter(|_| value.name().is_empty()) {
        value.set_name(name);
    }
    Ok(true)
}

fn reverse_call<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, name: &str) -> Result<()> {
    let ids = inst.in_operands();
    let params = ids.iter().map(|id| builtins::mangled(r, r.type_of(*id)?, true)).collect::<Result<Vec<_>>>()?;
    let args = ids.iter().map(|id| r.value(*id)).collect::<Result<Vec<_>>>()?;
    // The third operand is where the next seed goes.
    let effects = if args.len() > 2 { builtins::Effects::Any } else { builtins::Effects::None };
    let ty = r.result_ty(inst)?;
    let call = builtins::call(r, &format!("{PREFIX}{name}"), ty, &params, &args, effects)?;
    r.define(inst, call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_inverts() {
        let key = |row: &Row| (row.from, row.to, row.op, row.saturated);
        for (index, row) in rows().enumerate() {
            let others = rows().skip(index + 1);
            let same = others.filter(|other| other.name == row.name || key(other) == key(row)).count();
            assert_eq!(same, 0, "{}", row.name);
            assert!(is_conversion(row.op), "{}", row.name);
        }
    }
}
