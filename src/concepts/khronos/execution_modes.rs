//! Execution modes in the Khronos translator's form: those of floating-point arithmetic that are not allowed are left
//! out, and those of `SPV_INTEL_maximum_registers` have other metadata.

use crate::binary::grammar::{self, Kind};
use crate::concepts::base::constants;
use crate::llvm::Metadata;
use crate::state::{Forward, availability};
use ::spirv::ExecutionMode;
use llvm_spirv_metadata::Node;

/// Returns the node of `!spirv.ExecutionMode` with the last operand in the Khronos translator's form: a name for a
/// named number of registers, and a node of its own for the id of a constant.
pub fn node<'m>(mode: u32, mut node: Node<Metadata<'m>>) -> Node<Metadata<'m>> {
    if let Node::List(operands) = &mut node
        && let Some(last) = operands.pop()
    {
        operands.push(match ExecutionMode::from_u32(mode) {
            Some(ExecutionMode::NamedMaximumRegistersINTEL) => Node::String("AutoINTEL".to_owned()),
            Some(ExecutionMode::MaximumRegistersIdINTEL) => Node::List(vec![last]),
            _ => last,
        });
    }
    node
}

/// Returns whether a mode about floating-point arithmetic or poison is left out, since neither a version nor an
/// extension with it is allowed. A version has precedence over an extension that became part of it.
pub fn is_dropped(f: &mut Forward<'_>, mode: ExecutionMode) -> bool {
    if mode == ExecutionMode::ArithmeticPoisonKHR {
        return !constants::has_poison(f);
    }
    if !is_of_floats(mode) {
        return false;
    }
    if let Some(row) = grammar::enumerant(Kind::ExecutionMode, mode as u32) {
        availability::prefer_version(f, &row.requires);
    }
    !availability::is_allowed(f, Kind::ExecutionMode, mode as u32)
}

fn is_of_floats(mode: ExecutionMode) -> bool {
    use ExecutionMode as M;
    matches!(
        mode,
        M::DenormPreserve
            | M::DenormFlushToZero
            | M::SignedZeroInfNanPreserve
            | M::RoundingModeRTE
            | M::RoundingModeRTZ
            | M::RoundingModeRTPINTEL
            | M::RoundingModeRTNINTEL
            | M::FloatingPointModeALTINTEL
            | M::FloatingPointModeIEEEINTEL
    )
}
