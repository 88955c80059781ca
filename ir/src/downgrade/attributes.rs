//! Downgrades attributes.

use rustc_hash::FxHashMap;

use super::{Fate, Outcome, Rules, What, attribute};
use crate::attributes::old::old_memory;
use crate::attributes::{Attribute, AttributeKind, SetId};
use crate::module::Module;

/// The bit positions of memory locations: those that only LLVM 22 has, and `errno`, which LLVM 21 has. Two bits each.
mod memory {
    pub(super) const INACCESSIBLE: u32 = 2;
    pub(super) const ERRNO: u32 = 4;
    pub(super) const OTHER: u32 = 6;
    pub(super) const TARGETS: [u32; 2] = [8, 10];
}

/// Replaces the sets of all lists by those that the version supports.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) -> Outcome<()> {
    let too_young: FxHashMap<AttributeKind, &'static super::Row> = rules
        .rows
        .iter()
        .filter_map(|&row| match row.what {
            What::Attribute(word) => Some((attribute(word)?, row)),
            _ => None,
        })
        .collect();
    let mut done: FxHashMap<SetId, SetId> = FxHashMap::default();
    let mut lists = std::mem::take(&mut m.attributes.lists);
    for (_, set) in lists.iter_mut().flatten() {
        *set = match done.get(set) {
            Some(&new) => new,
            None => {
                let new = one_set(m, rules, &too_young, *set)?;
                done.insert(*set, new);
                new
            }
        };
    }
    m.attributes.lists = lists;
    Ok(())
}

fn one_set(
    m: &mut Module,
    rules: &Rules,
    too_young: &FxHashMap<AttributeKind, &'static super::Row>,
    set: SetId,
) -> Outcome<SetId> {
    let (captures, effects) = (attribute("captures"), attribute("memory"));
    let mut new = Vec::new();
    for attribute in m.attributes.set(set).to_vec() {
        let kind = attribute.kind();
        let row = kind.and_then(|kind| too_young.get(&kind));
        match (attribute, row) {
            (Attribute::Number(kind, number), row) if Some(kind) == effects => {
                let number = weakened(number, rules);
                // LLVM 15 has no words for all effects.
                if row.is_none() || !old_memory(number).is_empty() {
                    new.push(Attribute::Number(kind, number));
                }
            }
            (attribute, None) => new.push(text(m, rules, attribute)),
            (_, Some(row)) if row.fate == Fate::Refuse => return rules.refusal(row, ""),
            // `captures(none)` stays: the writer writes it as `nocapture`.
            (Attribute::Number(kind, 0), _) if Some(kind) == captures => new.push(Attribute::Number(kind, 0)),
            _ => {}
        }
    }
    Ok(m.attributes.intern(new.into()))
}

/// Returns memory effects in terms of the version's locations; effects on a location that it lacks are merged into another one.
fn weakened(effects: u64, rules: &Rules) -> u64 {
    let at = |place: u32| effects >> place & 3;
    let mut new = effects;
    if rules.has(What::Place("target_mem0")) {
        let targets = memory::TARGETS.iter().fold(0, |all, &place| all | at(place));
        new = new & 0xff | targets << memory::INACCESSIBLE;
    }
    if rules.has(What::Place("errnomem")) {
        let other = at(memory::OTHER) | at(memory::ERRNO);
        new |= other << memory::OTHER | other << memory::ERRNO;
    }
    new
}

/// Renames the value of a text attribute to its old name.
fn text(m: &mut Module, rules: &Rules, attribute: Attribute) -> Attribute {
    let Attribute::Text(key, Some(value)) = attribute else { return attribute };
    let row = rules
        .find(|what| matches!(what, What::Text(k, v) if k.as_bytes() == m.text(key) && v.as_bytes() == m.text(value)));
    match row.map(|row| row.fate) {
        Some(Fate::Rename(new)) => Attribute::Text(key, Some(m.add_text(new.as_bytes()))),
        _ => attribute,
    }
}

#[cfg(test)]
mod tests {
    use super::{Rules, weakened};

    #[test]
    fn places_of_memory() {
        // A read of `errno` becomes a read of other memory.
        assert_eq!(weakened(0b01_0000, &Rules::of(21)), 0b01_0000);
        assert_eq!(weakened(0b01_0000, &Rules::of(20)), 0b0101_0000);
        // A write to target memory.
        assert_eq!(weakened(0b10_0000_0000, &Rules::of(21)), 0b1000);
    }
}
