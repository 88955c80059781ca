//! Downgrades instructions: flags, operations, conventions.

use super::{Outcome, Rules, What, constants};
use crate::instruction::{Opcode, RmwOperation, Row};
use crate::module::{LOCAL, METADATA, Module, NONE};

/// Returns the flags of an opcode that are too new.
pub(super) fn flags(rules: &Rules, opcode: Opcode) -> u16 {
    let of = |what: &What| match *what {
        What::Flags(o, flags, _) if o == opcode => flags,
        _ => 0,
    };
    rules.rows.iter().fold(0, |flags, row| flags | of(&row.what))
}

/// Returns the opcode that replaces another: `ptrtoint` for a `ptrtoaddr` that is too new.
pub(super) fn lowered(rules: &Rules, opcode: Opcode) -> Opcode {
    if opcode == Opcode::PtrToAddr && rules.has(What::Operation(opcode)) { Opcode::PtrToInt } else { opcode }
}

/// The numbers of all instructions.
pub(super) fn all(m: &Module) -> Vec<u32> {
    m.functions().flat_map(|function| function.instructions().map(|i| i.number())).collect()
}

/// Lowers instructions, and clears flags that are too new.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) -> Outcome<()> {
    let masks: Vec<u16> = Opcode::ALL.iter().map(|&opcode| !flags(rules, opcode)).collect();
    let has_conventions = rules.find(|what| matches!(what, What::Conventions(..))).is_some();
    for number in all(m) {
        let Some(mut row) = m.instructions.get(number as usize).copied() else { continue };
        row.flags &= masks.get(row.opcode as usize).copied().unwrap_or(u16::MAX);
        row.opcode = lowered(rules, row.opcode);
        if row.opcode == Opcode::AtomicRmw {
            atomic(m, rules, &row)?;
        }
        if has_conventions && row.opcode.is_call() {
            let number = m.operands(&row).get(1).copied().unwrap_or(0);
            constants::convention(rules, number, String::new)?;
        }
        if let Some(slot) = m.instructions.get_mut(number as usize) {
            *slot = row;
        }
    }
    let is_metadata = |&word: &u32| word & LOCAL == 0 && word & METADATA != 0;
    if m.bundles.iter().any(|b| m.words(b.operands, b.count).iter().any(is_metadata)) {
        rules.check(|what| *what == What::MetadataInBundles, "")?;
    }
    Ok(())
}

fn atomic(m: &Module, rules: &Rules, row: &Row) -> Outcome<()> {
    let operation = RmwOperation::from_number(row.sub as u64);
    rules.check(|what| matches!(what, What::Atomic(o) if Some(*o) == operation), "")?;
    let ty = m.operands(row).get(1).map_or(NONE, |&value| m.type_of(value));
    if m.types.is_vector(ty) { rules.check(|what| *what == What::VectorAtomics, "") } else { Ok(()) }
}
