//! Downgrades types, globals and constants.

use super::{Fate, Outcome, Rules, What, place};
use crate::constants::ConstantKind;
use crate::instruction::Opcode;
use crate::module::{Module, NONE};

/// Rejects types, properties of globals and calling conventions that are too new.
pub(super) fn types_and_globals(m: &Module, rules: &Rules) -> Outcome<()> {
    for row in &m.types.rows {
        rules
            .check(|what| *what == What::Type(row.kind), &format!(" {}", String::from_utf8_lossy(m.text(row.name))))?;
    }
    for global in &m.globals {
        if global.code_model != 0 {
            rules.check(|what| *what == What::CodeModel, &place(m, global.name))?;
        }
        convention(rules, global.convention, || place(m, global.name))?;
    }
    Ok(())
}

/// Rejects a calling convention that is too new.
pub(super) fn convention(rules: &Rules, number: u32, place: impl Fn() -> String) -> Outcome<()> {
    let row = rules.find(|what| matches!(what, What::Conventions(first, last) if (*first..=*last).contains(&number)));
    row.map_or(Ok(()), |row| rules.refusal(row, &format!(" {number}{}", place())))
}

/// Lowers constants, and clears flags of expressions that are too new.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) -> Outcome<()> {
    let (splat, in_range) = (rules.find(|what| *what == What::Splat), rules.has(What::InRange));
    for i in 0..m.constants.rows.len() {
        let Some(&c) = m.constants.rows.get(i) else { break };
        let mut new = c;
        match c.kind {
            ConstantKind::Expression => {
                let opcode = Opcode::from_number(c.sub as u64).unwrap_or(Opcode::Unreachable);
                new.sub = super::instructions::lowered(rules, opcode) as u8;
                // A comparison stores its predicate there.
                if !matches!(opcode, Opcode::ICmp | Opcode::FCmp) {
                    new.flags &= !super::instructions::flags(rules, opcode);
                }
            }
            ConstantKind::Gep => {
                new.flags &= !super::instructions::flags(rules, Opcode::GetElementPtr);
                if in_range && let Some(range) = m.constants.words.get_mut(c.data as usize + 1) {
                    *range = NONE;
                }
            }
            ConstantKind::Integer | ConstantKind::WideInteger | ConstantKind::Float | ConstantKind::WideFloat => {
                if let Some(row) = splat.filter(|_| m.types.is_vector(c.ty)) {
                    return rules.refusal(row, "");
                }
            }
            kind => {
                let refused = rules.find(|what| *what == What::Constant(kind));
                if let Some(row) = refused.filter(|row| row.fate == Fate::Refuse) {
                    return rules.refusal(row, "");
                }
            }
        }
        if let Some(row) = m.constants.rows.get_mut(i) {
            *row = new;
        }
    }
    Ok(())
}
