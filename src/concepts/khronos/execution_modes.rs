//! Execution modes as the Khronos translator has them: those of numbers that nothing allows are left out, and those of
//! `SPV_INTEL_maximum_registers` are other metadata.

use crate::binary::grammar::{self, Kind};
use crate::concepts::base::constants;
use crate::llvm::Metadata;
use crate::state::{Forward, availability};
use ::spirv::ExecutionMode;
use llvm_spirv_metadata::Node;

/// Returns the node of `!spirv.ExecutionMode`: the name of a number of
/// registers, or a constant as a node of its own.
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

/// Returns whether the mode says how floating-point numbers are computed, and neither a version nor an extension that
/// has it is allowed. A version comes before an extension that has become part of it.
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
