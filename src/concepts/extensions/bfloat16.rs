//! Conversions between `float` and the bits of `bfloat16` (`SPV_INTEL_bfloat16_conversion`), and what arithmetic on
//! numbers of type `bfloat` needs (`SPV_INTEL_bfloat16_arithmetic`).
//! In LLVM IR: calls of `__spirv_ConvertFToBF16INTEL` and `__spirv_ConvertBF16ToFINTEL`, or of their names in OpenCL C,
//! `intel_convert_bfloat16_as_ushort` and `intel_convert_as_bfloat16_float`, in which the number of components appears
//! twice. The types must match the name; those of cooperative matrices are not checked.

use crate::binary::check::conversions::{Component, Shape, check, is_conversion};
use crate::binary::write;
use crate::binary::{Instruction, grammar};
use crate::concepts::builtins::{self, Effects, argument};
use crate::concepts::sets::opencl_std;
use crate::error::{Code, Error, Result, Subject};
use crate::llvm::{Type, TypeKind, Value};
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::{Capability, Op};
use llvm_spirv_mangling::{self as mangling, Name, Type as Mangled};

/// A conversion: its instruction, the parts of OpenCL's name before and between the numbers of components, the names of
/// both types in errors and of their components.
struct Row {
    op: Op,
    start: &'static str,
    end: &'static str,
    known_as: [&'static str; 2],
    elements: [&'static str; 2],
}

const ROWS: [Row; 2] = [
    Row {
        op: Op::ConvertFToBF16INTEL,
        start: "intel_convert_bfloat16",
        end: "_as_ushort",
        known_as: ["ConvertBFloat16", "AsUShort"],
        elements: ["i16", "float"],
    },
    Row {
        op: Op::ConvertBF16ToFINTEL,
        start: "intel_convert_as_bfloat16",
        end: "_float",
        known_as: ["ConvertAsBFloat16", "Float"],
        elements: ["float", "i16"],
    },
];

/// The numbers of components of OpenCL C's vectors, as they appear in names.
const COUNTS: [&str; 6] = ["", "2", "3", "4", "8", "16"];

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::ConvertFToBF16INTEL, Op::ConvertBF16ToFINTEL], reverse)],
    resolve: Some(resolve),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a conversion.
pub fn resolve(name: &Name) -> Option<Lower> {
    if let Some(builtin) = mangling::Builtin::parse(&name.base).filter(|builtin| !builtin.extended) {
        let op = builtins::opcode(builtin.op).filter(|op| is_conversion(*op))?;
        return lower(move |f, inst, name| forward(f, inst, name, op));
    }
    let (row, count) = named(&name.base)?;
    let count = count.to_owned();
    lower(move |f, inst, name| {
        let complaint = complaint(row, &count, inst.ty(), builtins::value(inst, 0)?.ty());
        complaint.map_or(Ok(()), |complaint| {
            Err(Error::of(Code::InstructionRule, complaint).about(Subject::NamedConversion))
        })?;
        forward(f, inst, name, row.op)
    })
}

/// Returns the row for a name of OpenCL C, and the number of components in the name.
fn named(base: &str) -> Option<(&'static Row, &str)> {
    ROWS.iter().find_map(|row| {
        let (first, second) = base.strip_prefix(row.start)?.split_once(row.end)?;
        (first == second && COUNTS.contains(&first)).then_some((row, first))
    })
}

/// Returns the friendly name of a function with an OpenCL C name and matching types.
pub fn friendly_name(function: Value<'_>) -> Option<String> {
    let name = mangling::parse_symbol(function.name()).ok()?;
    let (row, count) = named(&name.base)?;
    let ty = function.function_type()?;
    let (result, params) = (ty.function_return()?, ty.function_params());
    let [input] = params.as_slice() else { return None };
    if shape(result).is_none() || complaint(row, count, result, *input).is_some() {
        return None;
    }
    let scalar = if input.scalar().is_int() { Mangled::Short } else { Mangled::Float };
    let param = if input.is_vector() { Mangled::vector(input.count() as u32, scalar) } else { scalar };
    let instruction = grammar::name(row.op);
    Some(mangling::write(&format!("__spirv_{}", instruction.trim_start_matches("Op")), &[param]))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    let (result, input) = (shape(inst.ty()), shape(builtins::value(inst, 0)?.ty()));
    if let (Some(result), Some(input)) = (result, input) {
        check(op, result, input)?;
    }
    argument(f, inst, name, 0)?;
    builtins::forward_generic(f, inst, name, op)
}

/// Declares the capability for arithmetic on `bfloat`, if the words emitted for an instruction (from `start` on) or for
/// its helper functions (from `added` on) compute with it: without the capability, `bfloat` can only be stored and
/// converted.
pub fn require_arithmetic<'m>(f: &mut Forward<'m>, inst: Value<'m>, start: usize, added: usize) {
    if !f.spv.has(Capability::BFloat16TypeKHR) || !takes_or_gives(inst) {
        return;
    }
    let words = [f.body.code.get(start..), f.helpers.code.get(added..)];
    let needed = words.into_iter().flatten().flat_map(write::instructions).find_map(capability_of);
    if let Some(capability) = needed {
        f.spv.require(capability);
    }
}

/// Returns whether a result, a member of it or an argument is `bfloat`.
fn takes_or_gives(inst: Value<'_>) -> bool {
    let is_bfloat = |ty: Type<'_>| ty.scalar().kind() == TypeKind::BFloat;
    is_bfloat(inst.ty()) || inst.ty().fields().any(is_bfloat) || inst.call_args().any(|value| is_bfloat(value.ty()))
}

fn capability_of(words: &[u32]) -> Option<Capability> {
    match Op::from_u32(words.first()? & 0xffff)? {
        Op::FNegate
        | Op::FAdd
        | Op::FSub
        | Op::FMul
        | Op::FDiv
        | Op::FRem
        | Op::FMod
        | Op::FmaKHR
        | Op::VectorTimesScalar => Some(Capability::BFloat16ArithmeticINTEL),
        Op::ExtInst => {
            let row = opencl_std::rows::by_number(*words.get(4)?)?;
            // A NaN is made of bits.
            (row.is_elementwise() && row.name != "nan").then_some(Capability::BFloat16ArithmeticINTEL)
        }
        Op::Dot => Some(Capability::BFloat16DotProductKHR),
        _ => None,
    }
}

/// Returns the component type and the number of components of a type, for the check; none for a matrix.
fn shape(ty: Type<'_>) -> Option<Shape> {
    let scalar = ty.scalar();
    let component = match () {
        () if scalar.kind() == TypeKind::Target => return None,
        () if scalar.is_int() => Component::Int(scalar.int_width()),
        () if scalar.float_width() > 0 => Component::Float(scalar.float_width()),
        () => Component::Other,
    };
    Some(Shape { component, count: if ty.is_vector() { ty.count() } else { 1 } })
}

/// Returns the error message for a declaration of OpenCL's builtin whose types do not match its name.
fn complaint<'m>(row: &Row, count: &str, to: Type<'m>, from: Type<'m>) -> Option<String> {
    let ([start, end], [result, input]) = (row.known_as, row.elements);
    shape(to)?;
    let of = |ty: Type<'m>, element: &str| {
        let scalar = ty.scalar();
        if element == "i16" { scalar.is_int_of(16) } else { scalar.float_width() == 32 }
    };
    let types = [(to, result), (from, input)];
    let are_vectors = types.iter().all(|(ty, _)| ty.is_vector() != count.is_empty());
    let fits = are_vectors && types.iter().all(|(ty, element)| of(*ty, element));
    Some(match count {
        _ if fits && types.iter().all(|(ty, _)| count.is_empty() || count == ty.count().to_string()) => return None,
        "" => format!("Op{start}{end} must be of {result} and take {input}"),
        _ if !fits => format!("Op{start}N{end}N must be of <N x {result}> and take <N x {input}>"),
        _ => format!("{start}{count}{end}{count} must be of <{count} x {result}> and take <{count} x {input}>"),
    })
}

// --- SPIR-V to LLVM ---

/// Translates a conversion to a call.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (input, result) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    if let (Some(result), Some(input)) = (shape(result), shape(input.ty())) {
        check(inst.opcode(), result, input)?;
    }
    let count = if result.is_vector() { result.count().to_string() } else { String::new() };
    let row = ROWS.iter().find(|row| row.op == inst.opcode() && COUNTS.contains(&count.as_str()));
    let Some(row) = row.filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr) else {
        return builtins::reverse_generic(r, inst);
    };
    // The builtin takes `ushort`; the Khronos translator names it as if it took `short`.
    let signed = r.options.policy.names_bfloats_signed;
    let param: Mangled = builtins::mangled(r, r.type_of(inst.operand(0)?)?, signed)?;
    let base = format!("{}{count}{}{count}", row.start, row.end);
    let value = builtins::call(r, &base, result, &[param], &[input], Effects::None)?;
    r.define(inst, value)
}
