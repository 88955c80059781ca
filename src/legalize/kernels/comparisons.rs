//! Comparisons of floating-point numbers for which only kernels have instructions (`OpOrdered`, `OpUnordered`).

use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Predicate, Value};

/// Returns the predicate by which to compare each operand with itself, and the operation that combines the results.
fn parts(predicate: Predicate) -> Option<(Predicate, Opcode)> {
    match predicate {
        Predicate::Ord => Some((Predicate::Oeq, Opcode::And)),
        Predicate::Uno => Some((Predicate::Une, Opcode::Or)),
        _ => None,
    }
}

/// Replaces the comparisons by comparisons of each operand with itself.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all {
        let Some((predicate, op)) = inst.real_predicate().and_then(parts) else { continue };
        let [Some(a), Some(b)] = [0, 1].map(|index| inst.operand(index)) else {
            return Err(Error::internal("a comparison without operands"));
        };
        place.builder.position_before(inst)?;
        let mut both = place.builder.compare_float(predicate, a, a)?;
        if b != a && !is_number(b) {
            both = place.builder.binary(op, both, place.builder.compare_float(predicate, b, b)?)?;
        }
        inst.replace_uses(both)?;
        inst.erase()?;
    }
    Ok(())
}

/// Returns whether a value is the constant zero, which is no NaN.
fn is_number(value: Value<'_>) -> bool {
    value.is_constant() && value.is_null()
}
