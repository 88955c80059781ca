//! The types that the conversions of `SPV_INTEL_bfloat16_conversion` accept: a rule that SPIRV-Tools does not check.
//!
//! In: the types on both sides, as [`Shape`]s. Out: an error that names the instruction and the rule, in the words of
//! the Khronos translator. Both directions and the assembler use the check.

use crate::binary::grammar;
use crate::error::{Code, Error, Result};
use ::spirv::Op;

/// The component types that a conversion can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// Integers of this many bits.
    Int(u32),
    /// Floating-point numbers of this many bits.
    Float(u32),
    /// Anything else.
    Other,
}

/// A scalar, vector or matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The type of a component.
    pub component: Component,
    /// The number of components; 0 for a cooperative matrix, whose rows and columns are not checked here.
    pub count: u64,
}

const INTEGER: &str = "integer 16-bit type";
const FLOAT: &str = "floating-point 32-bit type";

/// Returns whether the opcode is one of these conversions.
pub fn is_conversion(op: Op) -> bool {
    matches!(op, Op::ConvertFToBF16INTEL | Op::ConvertBF16ToFINTEL)
}

/// Checks the operand and result types of a conversion.
pub fn check(op: Op, result: Shape, input: Shape) -> Result<()> {
    let broken = |rule: &str| Err(Error::broken_rule(Code::InstructionRule, grammar::name(op), rule));
    let [narrow, wide] = [(Component::Int(16), INTEGER), (Component::Float(32), FLOAT)];
    let (to, from) = if op == Op::ConvertFToBF16INTEL { (narrow, wide) } else { (wide, narrow) };
    if result.component != to.0 {
        return broken(&format!("Result value must be a scalar or vector of {}", to.1));
    }
    if input.component != from.0 {
        return broken(&format!("Input value must be a scalar or vector of {}", from.1));
    }
    if result.count != input.count {
        return broken("Input type must have the same number of components as result type");
    }
    Ok(())
}
