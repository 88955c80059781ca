//! The maximum error of a floating-point result, in units in the last place (`SPV_INTEL_fp_max_error`).
//!
//! In LLVM IR: `!fpmath` of an instruction, `"fpbuiltin-max-error"` of a call (mostly of `llvm.fpbuiltin.*`), or
//! metadata of that name for other instructions, the form in which it comes back. In SPIR-V: a decoration. Without the
//! extension it is dropped, except that `llvm.fpbuiltin.*`, whose purpose it is, are refused.

use crate::binary::Instruction;
use crate::concepts::base::decorations::forward as decorate;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Value};
use crate::state::{Chapter, Forward, Lowering, Reverse, Target, availability};
use ::spirv::{Decoration as D, Op, OpenClStd as Cl};
use llvm_spirv_metadata::Decoration;

const EXTENSION: &str = "SPV_INTEL_fp_max_error";
const NAME: &str = "fpbuiltin-max-error";
const INTRINSICS: &str = "llvm.fpbuiltin.";

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    lower_intrinsic: Some(|_, name| lowering(name)),
    expresses: Some(
        |_, _, target, decoration| matches!(target, Target::Instruction(_, value) if says(value, decoration.kind)),
    ),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of an `llvm.fpbuiltin.*` intrinsic, which upstream LLVM does not have.
pub fn lowering(intrinsic: &str) -> Option<Lowering> {
    let name = intrinsic.strip_prefix(INTRINSICS)?.split('.').next()?;
    Some(match name {
        "fadd" => Lowering::Core(Op::FAdd, 2),
        "fsub" => Lowering::Core(Op::FSub, 2),
        "fmul" => Lowering::Core(Op::FMul, 2),
        "fdiv" => Lowering::Core(Op::FDiv, 2),
        "frem" => Lowering::Core(Op::FRem, 2),
        "sin" => Lowering::Extended(Cl::sin, 1),
        "cos" => Lowering::Extended(Cl::cos, 1),
        "tan" => Lowering::Extended(Cl::tan, 1),
        "sinh" => Lowering::Extended(Cl::sinh, 1),
        "cosh" => Lowering::Extended(Cl::cosh, 1),
        "tanh" => Lowering::Extended(Cl::tanh, 1),
        "asin" => Lowering::Extended(Cl::asin, 1),
        "acos" => Lowering::Extended(Cl::acos, 1),
        "atan" => Lowering::Extended(Cl::atan, 1),
        "asinh" => Lowering::Extended(Cl::asinh, 1),
        "acosh" => Lowering::Extended(Cl::acosh, 1),
        "atanh" => Lowering::Extended(Cl::atanh, 1),
        "exp" => Lowering::Extended(Cl::exp, 1),
        "exp2" => Lowering::Extended(Cl::exp2, 1),
        "exp10" => Lowering::Extended(Cl::exp10, 1),
        "expm1" => Lowering::Extended(Cl::expm1, 1),
        "log" => Lowering::Extended(Cl::log, 1),
        "log2" => Lowering::Extended(Cl::log2, 1),
        "log10" => Lowering::Extended(Cl::log10, 1),
        "log1p" => Lowering::Extended(Cl::log1p, 1),
        "sqrt" => Lowering::Extended(Cl::sqrt, 1),
        "rsqrt" => Lowering::Extended(Cl::rsqrt, 1),
        "erf" => Lowering::Extended(Cl::erf, 1),
        "erfc" => Lowering::Extended(Cl::erfc, 1),
        "atan2" => Lowering::Extended(Cl::atan2, 2),
        "ldexp" => Lowering::Extended(Cl::ldexp, 2),
        "pow" => Lowering::Extended(Cl::pow, 2),
        "hypot" => Lowering::Extended(Cl::hypot, 2),
        _ => return None,
    })
}

/// Writes the decoration of the last translated instruction.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let Some((error, is_asked)) = of_instruction(inst)? else { return Ok(()) };
    let allowed = availability::extension(f.options, &[EXTENSION], || "an intrinsic with a greatest error".to_owned());
    if let Err(error) = allowed {
        return if is_asked { Err(error) } else { Ok(()) };
    }
    match f.body.values.get(&inst).copied().filter(|operand| operand.id == f.body.last) {
        Some(operand) => {
            let decoration = Decoration::ints(D::FPMaxErrorDecorationINTEL as u32, &[error.to_bits()]);
            decorate::decorate(f, operand.id, &decoration)
        }
        None => Ok(()),
    }
}

/// Returns the maximum error of an instruction, and whether the program requires it (`llvm.fpbuiltin.*`) rather than permits it.
fn of_instruction(inst: Value<'_>) -> Result<Option<(f32, bool)>> {
    if let Some(text) = inst.call_string_attribute(AttributePlace::Function, NAME) {
        let is_asked = inst.called_function().is_some_and(|callee| callee.name().starts_with(INTRINSICS));
        return number(&text).map(|error| Some((error, is_asked)));
    }
    if !inst.has_metadata() {
        return Ok(None);
    }
    let operand = |kind| inst.metadata(kind).and_then(|node| node.operands().into_iter().next().flatten());
    if let Some(text) = operand(NAME).and_then(|text| text.as_string()) {
        return number(&String::from_utf8_lossy(text.as_ref())).map(|error| Some((error, false)));
    }
    let permitted = operand("fpmath").and_then(|value| value.as_value()).and_then(Value::float_bits);
    Ok(permitted.and_then(|bits| u32::try_from(bits).ok()).map(|bits| (f32::from_bits(bits), false)))
}

fn number(text: &str) -> Result<f32> {
    text.parse().map_err(|_| Error::of(Code::Attribute, format!("\"{NAME}\"=\"{text}\", which is no number")))
}

// --- SPIR-V to LLVM ---

/// Returns whether the decoration is a maximum error and LLVM IR expresses it, as it does for instructions.
pub fn says(value: Value<'_>, kind: Option<D>) -> bool {
    kind == Some(D::FPMaxErrorDecorationINTEL) && value.is_instruction()
}

/// Returns whether any instruction of the module has a maximum error.
pub fn is_in(r: &Reverse<'_>) -> bool {
    !r.spv.lacks(D::FPMaxErrorDecorationINTEL)
}

/// Adds the maximum error as an attribute of a call, or as metadata of another instruction.
pub fn reverse<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some(id) = inst.result_id() else { return Ok(()) };
    let Some([bits]) = r.spv.decoration(id, D::FPMaxErrorDecorationINTEL) else { return Ok(()) };
    let Some(value) = r.find_value(id).filter(|value| value.is_instruction()) else { return Ok(()) };
    let error = f32::from_bits(*bits);
    // Six digits are what the Khronos translator writes, and not enough for all numbers.
    let text = if r.options.policy.writes_errors_with_six_digits { format!("{error:.6}") } else { error.to_string() };
    match value.is_call() {
        true => value.add_string_attribute(AttributePlace::Function, NAME, &text),
        false => value.set_metadata(NAME, r.context.md_node(&[Some(r.context.md_string(&text))])),
    }
}
