//! `"VCFloatControl"`: rounding mode, handling of denormals for each width, and floating-point mode in one number.
//!
//! In SPIR-V each of these is stated for each width: by execution modes of kernels, by decorations of other functions.
//! They become one number again only if all of them are present and the widths agree.

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::decorations::forward as decorate;
use crate::concepts::base::modes;
use crate::error::Result;
use crate::llvm::{AttributePlace, Value};
use crate::state::{Forward, Reverse, availability};
use ::spirv::{Decoration as D, ExecutionMode as Mode, FPDenormMode, FPOperationMode, FPRoundingMode};
use llvm_spirv_metadata::Decoration;

/// The name of the attribute.
pub const NAME: &str = "VCFloatControl";
const EXTENSION: &str = "SPV_INTEL_float_controls2";

/// Bits of the number, the execution mode, and the operand of the decoration.
type Choice = (u32, Mode, u32);

const ROUNDING: (u32, [Choice; 4]) = (
    0x30,
    [
        (0x00, Mode::RoundingModeRTE, FPRoundingMode::RTE as u32),
        (0x10, Mode::RoundingModeRTPINTEL, FPRoundingMode::RTP as u32),
        (0x20, Mode::RoundingModeRTNINTEL, FPRoundingMode::RTN as u32),
        (0x30, Mode::RoundingModeRTZ, FPRoundingMode::RTZ as u32),
    ],
);
const OPERATION: (u32, [Choice; 2]) = (
    0x01,
    [
        (0x00, Mode::FloatingPointModeIEEEINTEL, FPOperationMode::IEEE as u32),
        (0x01, Mode::FloatingPointModeALTINTEL, FPOperationMode::ALT as u32),
    ],
);
const FLUSH: (Mode, u32) = (Mode::DenormFlushToZero, FPDenormMode::FlushToZero as u32);
const PRESERVE: (Mode, u32) = (Mode::DenormPreserve, FPDenormMode::Preserve as u32);

/// The widths, with the bit for preserving denormals.
const WIDTHS: [(u32, u32); 3] = [(64, 1 << 6), (32, 1 << 7), (16, 1 << 10)];

/// The execution mode and the decoration of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    width: u32,
    mode: Mode,
    decoration: D,
    operand: u32,
}

/// Returns the modes and decorations that a number stands for.
fn parts(control: u32) -> Vec<Part> {
    let choice = |(mask, choices): (u32, &[Choice])| {
        let found = choices.iter().find(|choice| choice.0 == control & mask).or(choices.first());
        found.map_or((Mode::RoundingModeRTE, 0), |choice| (choice.1, choice.2))
    };
    let (rounding, operation) = (choice((ROUNDING.0, &ROUNDING.1)), choice((OPERATION.0, &OPERATION.1)));
    let mut parts = Vec::new();
    for (width, bit) in WIDTHS {
        let denormal = if control & bit == 0 { FLUSH } else { PRESERVE };
        let three = [
            (denormal, D::FunctionDenormModeINTEL),
            (rounding, D::FunctionRoundingModeINTEL),
            (operation, D::FunctionFloatingPointModeINTEL),
        ];
        parts.extend(three.map(|((mode, operand), decoration)| Part { width, mode, decoration, operand }));
    }
    parts
}

/// Returns the number that stands for exactly these modes, if there is one.
fn combined(said: &[Part]) -> Option<u32> {
    let bits = |part: &Part| match part.decoration {
        D::FunctionDenormModeINTEL if part.mode == FLUSH.0 => Some(0),
        D::FunctionDenormModeINTEL => WIDTHS.iter().find(|row| row.0 == part.width).map(|row| row.1),
        _ => ROUNDING.1.iter().chain(&OPERATION.1).find(|choice| choice.1 == part.mode).map(|choice| choice.0),
    };
    let control = said.iter().try_fold(0, |control, part| Some(control | bits(part)?))?;
    let all = parts(control);
    (said.len() == all.len() && all.iter().all(|part| said.contains(part))).then_some(control)
}

// --- LLVM to SPIR-V ---

fn attribute(function: Value<'_>) -> Result<Option<u32>> {
    let text = function.string_attribute(AttributePlace::Function, NAME);
    text.map(|text| super::number(NAME, &text)).transpose()
}

/// Writes the decorations of a function that is no kernel.
pub fn forward<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    if !availability::allows(f.options, EXTENSION) {
        return Ok(());
    }
    for part in attribute(function)?.map(parts).unwrap_or_default() {
        let decoration = Decoration::ints(part.decoration as u32, &[part.width, part.operand]);
        decorate::decorate(f, id, &decoration)?;
    }
    Ok(())
}

/// The modes of a kernel.
pub fn forward_modes<'m>(f: &mut Forward<'m>, function: Value<'m>, id: Id) -> Result<()> {
    let all = attribute(function)?.map(parts).unwrap_or_default();
    all.iter().try_for_each(|part| modes::emit(f, id, part.mode, &[part.width]))
}

// --- SPIR-V to LLVM ---

/// Returns the number for the modes and decorations of a function of vector compute.
pub fn control(r: &Reverse<'_>, id: Id) -> Option<u32> {
    r.spv.decoration(id, D::VectorComputeFunctionINTEL)?;
    let mut said = Vec::new();
    for inst in r.execution_modes.get(&id).into_iter().flatten() {
        said.extend(of_mode(*inst));
    }
    for decoration in r.spv.decorations(id) {
        if let (Some(kind), [width, operand]) = (decoration.kind, decoration.operands) {
            said.extend(of_decoration(kind, *width, *operand));
        }
    }
    if said.is_empty() { None } else { combined(&said) }
}

/// Returns the part for an execution mode.
fn of_mode(inst: Instruction<'_>) -> Option<Part> {
    let (mode, width) = (Mode::from_u32(inst.operand(1).ok()?)?, inst.operand(2).ok()?);
    every(width).into_iter().find(|part| part.mode == mode)
}

/// Returns the part for a decoration.
fn of_decoration(kind: D, width: u32, operand: u32) -> Option<Part> {
    every(width).into_iter().find(|part| part.decoration == kind && part.operand == operand)
}

/// Returns all possible parts for a width.
fn every(width: u32) -> Vec<Part> {
    let part = |(mode, operand), decoration| Part { width, mode, decoration, operand };
    let mut all = vec![part(FLUSH, D::FunctionDenormModeINTEL), part(PRESERVE, D::FunctionDenormModeINTEL)];
    all.extend(ROUNDING.1.map(|choice| part((choice.1, choice.2), D::FunctionRoundingModeINTEL)));
    all.extend(OPERATION.1.map(|choice| part((choice.1, choice.2), D::FunctionFloatingPointModeINTEL)));
    all
}

/// Returns whether the number of the floating-point control expresses the decoration.
pub fn says(r: &Reverse<'_>, id: Id, kind: D) -> bool {
    let is_part =
        matches!(kind, D::FunctionDenormModeINTEL | D::FunctionRoundingModeINTEL | D::FunctionFloatingPointModeINTEL);
    is_part && control(r, id).is_some()
}

/// Returns whether the number of the floating-point control expresses the execution mode.
pub fn says_mode(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    of_mode(inst).is_some() && inst.operand(0).is_ok_and(|id| control(r, id).is_some())
}
