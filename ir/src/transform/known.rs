//! Facts about values: values that are never poison, and phis with a single value.

use super::dominators::Dominators;
use crate::attributes::{AttributeKind, FIRST_PARAMETER, RESULT};
use crate::constants::ConstantKind;
use crate::draft::{Result, Value, ValueKind};
use crate::instruction::Opcode;

/// The depth to which operands are followed.
const DEPTH: u32 = 6;

/// Returns whether a value is certainly not poison.
pub(crate) fn is_never_poison(value: Value<'_>) -> bool {
    let mut open = vec![(value, 0)];
    // The number of visited values is bounded as well, as instructions may have many operands.
    let mut left = 64;
    while let Some((value, depth)) = open.pop() {
        left -= 1;
        let fits = match value.kind() {
            ValueKind::Argument => is_noundef(value),
            ValueKind::Global(_) => true,
            ValueKind::Constant(kind) => {
                use ConstantKind::*;
                matches!(kind, Integer | WideInteger | Float | Null | Data | Undef)
            }
            ValueKind::Instruction(Opcode::Alloca | Opcode::Freeze) => true,
            ValueKind::Instruction(Opcode::Call) => value.call_has(RESULT, "noundef"),
            ValueKind::Instruction(Opcode::Load) => {
                value.draft().known_metadata_kind(b"noundef").is_some_and(|kind| value.metadata(kind).is_some())
            }
            ValueKind::Instruction(opcode) if makes_no_poison(opcode, value) => {
                open.extend(value.operands().map(|operand| (operand, depth + 1)));
                true
            }
            _ => false,
        };
        if !fits || depth > DEPTH || left == 0 {
            return false;
        }
    }
    true
}

fn is_noundef(argument: Value<'_>) -> bool {
    let Some(function) = argument.argument_function() else { return false };
    let Some(place) = function.arguments().position(|one| one == argument) else { return false };
    function.value().attribute(FIRST_PARAMETER + place as u32, AttributeKind::of("noundef")).is_some()
}

/// Returns whether an instruction is poison only if an operand is.
fn makes_no_poison(opcode: Opcode, value: Value<'_>) -> bool {
    use Opcode::*;
    let plain = matches!(
        opcode,
        Add | Sub
            | Mul
            | UDiv
            | SDiv
            | URem
            | SRem
            | And
            | Or
            | Xor
            | FNeg
            | FAdd
            | FSub
            | FMul
            | FDiv
            | FRem
            | Trunc
            | ZExt
            | SExt
            | UiToFp
            | SiToFp
            | FpTrunc
            | FpExt
            | PtrToInt
            | IntToPtr
            | BitCast
            | AddrSpaceCast
            | ICmp
            | FCmp
            | Select
            | GetElementPtr
    );
    // `nsz`, `arcp`, `contract`, `afn` and `reassoc` create no poison, but share a word with flags that do.
    plain && value.flags() == 0
}

/// Returns whether a value dominates a phi.
fn dominates_phi(value: Value<'_>, phi: Value<'_>, of: &Dominators<'_>) -> bool {
    match value.opcode() {
        None => true,
        Some(Opcode::Invoke | Opcode::CallBr) => false,
        Some(_) => of.dominates_instruction(value, phi),
    }
}

/// Returns the only value of a phi, apart from itself, poison and `undef`, if it can replace the phi.
pub(crate) fn common_value<'d>(phi: Value<'d>, of: &Dominators<'d>) -> Result<Option<Value<'d>>> {
    let (mut common, mut undef, mut poison) = (None, false, false);
    for (value, _) in phi.incoming() {
        match value.kind() {
            _ if value == phi => {}
            ValueKind::Constant(ConstantKind::Undef) => undef = true,
            ValueKind::Constant(ConstantKind::Poison) => poison = true,
            _ if common.is_some_and(|one| one != value) => return Ok(None),
            _ => common = Some(value),
        }
    }
    let Some(value) = common else {
        return match undef {
            true => phi.draft.undef(phi.ty()).map(Some),
            false => phi.draft.const_poison(phi.ty()).map(Some),
        };
    };
    if (undef || poison) && !dominates_phi(value, phi, of) || undef && !is_never_poison(value) {
        return Ok(None);
    }
    Ok(Some(value))
}
