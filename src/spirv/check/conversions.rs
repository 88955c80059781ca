//! What the conversions of `SPV_INTEL_bfloat16_conversion` convert: a rule that SPIRV-Tools does not check.
//!
//! In: the types on both sides, as [`Shape`]s. Out: an error that names the instruction and the rule, in the words by
//! which the Khronos translator is known. Both directions ask, and so does whoever makes a binary of text.

use crate::error::{Code, Error, Result};
use crate::spirv::{Id, Words, grammar};
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// Numbers that a conversion may be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// Integers of so many bits.
    Int(u32),
    /// Floating-point numbers of so many bits.
    Float(u32),
    /// Anything else.
    Other,
}

/// A scalar, vector or matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it is made of.
    pub component: Component,
    /// How many of it; none in a cooperative matrix, whose rows and columns are its own affair.
    pub count: u64,
}

const INTEGER: &str = "integer 16-bit type";
const FLOAT: &str = "floating-point 32-bit type";

/// Is it one of these conversions?
pub fn is_conversion(op: Op) -> bool {
    matches!(op, Op::ConvertFToBF16INTEL | Op::ConvertBF16ToFINTEL)
}

/// The rule.
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

/// Checks all of them in a module.
pub fn check_words(words: &Words<'_>) -> Result<()> {
    if !words.instructions().any(|inst| is_conversion(inst.opcode())) {
        return Ok(());
    }
    let (mut shapes, mut types) = (FxHashMap::<Id, Shape>::default(), FxHashMap::<Id, Id>::default());
    let other = Shape { component: Component::Other, count: 1 };
    for inst in words.instructions() {
        let id = inst.result_id().unwrap_or_default();
        if let Some(ty) = inst.result_type() {
            types.insert(id, ty);
        }
        let shape = |id: &Id| shapes.get(id).copied().unwrap_or(other);
        let found = match (inst.opcode(), inst.in_operands()) {
            (Op::TypeInt, [width, ..]) => Shape { component: Component::Int(*width), count: 1 },
            (Op::TypeFloat, [width]) => Shape { component: Component::Float(*width), count: 1 },
            (Op::TypeVector, [component, count]) => Shape { count: (*count).into(), ..shape(component) },
            (Op::TypeCooperativeMatrixKHR, [component, ..]) => Shape { count: 0, ..shape(component) },
            (op, [input]) if is_conversion(op) => {
                let input = types.get(input).copied().unwrap_or_default();
                let result = shape(&inst.result_type().unwrap_or_default());
                check(op, result, shape(&input)).map_err(|error| inst.place(error))?;
                continue;
            }
            _ => continue,
        };
        shapes.insert(id, found);
    }
    Ok(())
}
