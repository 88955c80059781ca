//! Debug records of a variable that was split.

use super::Part;
use crate::draft::{Declared, Result, Value};

/// Adds records for the variables that replace a variable, each with a fragment of the source variable.
pub(super) fn move_records<'d>(variable: Value<'d>, parts: &[Part<'d>]) -> Result<()> {
    if parts.is_empty() {
        return Ok(());
    }
    let declared: Vec<Declared<'d>> = variable.declared().into_iter().filter(Declared::is_address).collect();
    for record in &declared {
        for part in parts {
            if let Some(expression) = record.of_bits(part.offset, part.size) {
                record.repeat(part.variable, &expression)?;
            }
        }
    }
    variable.draft().remove_records(&declared);
    Ok(())
}
