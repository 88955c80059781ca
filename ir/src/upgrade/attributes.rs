//! Upgrades string attributes that have a new form: frame pointers (LLVM 9), valid null pointers (LLVM 11), and sections of functions.
//!
//! Source: `UpgradeAttributes` and `UpgradeFunctionAttributes` of `llvm/lib/IR/AutoUpgrade.cpp`.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::attributes::{Attribute, AttributeKind, FUNCTION, SetId};
use crate::global::GlobalKind;
use crate::module::{Module, Text};

const ELIMINATION: &[u8] = b"no-frame-pointer-elim";
const OF_CALLERS: &[u8] = b"no-frame-pointer-elim-non-leaf";
const NULL: &[u8] = b"null-pointer-is-valid";
const SECTION: &[u8] = b"implicit-section-name";

/// Upgrades the attribute sets of a module, and sets the sections of functions.
pub(super) fn upgrade(m: &mut Module) {
    let mut changed: HashMap<SetId, SetId, FxBuildHasher> = HashMap::default();
    for id in 0..m.attributes.sets() as SetId {
        let is_old = [ELIMINATION, OF_CALLERS, NULL].iter().any(|key| value(m, id, key).is_some());
        if is_old {
            let new = upgraded(m, id);
            changed.insert(id, new);
        }
    }
    if !changed.is_empty() {
        let sets = m.attributes.lists.iter_mut().flat_map(|list| list.iter_mut());
        sets.for_each(|(_, set)| *set = changed.get(set).copied().unwrap_or(*set));
    }
    if (0..m.attributes.sets() as SetId).any(|id| value(m, id, SECTION).is_some()) {
        for i in 0..m.globals.len() {
            section(m, i);
        }
    }
}

/// Returns the value of a string attribute in a set; the inner `None` is for one without a value.
fn value(m: &Module, set: SetId, key: &[u8]) -> Option<Option<Text>> {
    m.attributes.set(set).iter().find_map(|attribute| match attribute {
        Attribute::Text(text, value) if m.text(*text) == key => Some(*value),
        _ => None,
    })
}

/// Returns the attributes of a set without some string attributes.
fn without(m: &Module, set: SetId, keys: &[&[u8]]) -> Vec<Attribute> {
    let is_kept = |attribute: &&Attribute| match attribute {
        Attribute::Text(text, _) => !keys.contains(&m.text(*text)),
        _ => true,
    };
    m.attributes.set(set).iter().filter(is_kept).cloned().collect()
}

fn upgraded(m: &mut Module, id: SetId) -> SetId {
    let is_true = |m: &Module, value: Option<Text>| value.is_some_and(|text| m.text(text) == b"true");
    let elimination = value(m, id, ELIMINATION).map(|text| is_true(m, text));
    let pointers = match (elimination, value(m, id, OF_CALLERS)) {
        (Some(true), _) => Some(&b"all"[..]),
        (_, Some(_)) => Some(&b"non-leaf"[..]),
        (Some(false), None) => Some(&b"none"[..]),
        (None, None) => None,
    };
    let null =
        value(m, id, NULL).filter(|text| is_true(m, *text)).and_then(|_| AttributeKind::named("null_pointer_is_valid"));
    let mut set = without(m, id, &[ELIMINATION, OF_CALLERS, NULL]);
    set.extend(null.map(Attribute::Flag));
    if let Some(pointers) = pointers {
        let (key, value) = (interned(m, b"frame-pointer"), interned(m, pointers));
        set.retain(|attribute| !matches!(attribute, Attribute::Text(text, _) if *text == key));
        set.push(Attribute::Text(key, Some(value)));
    }
    m.intern_attributes(set)
}

/// Returns the text with these bytes that attributes already use, or adds it.
fn interned(m: &mut Module, bytes: &[u8]) -> Text {
    let sets = (0..m.attributes.sets() as SetId).flat_map(|id| m.attributes.set(id));
    let texts = sets.flat_map(|attribute| match attribute {
        Attribute::Text(key, value) => [Some(*key), *value],
        _ => [None; 2],
    });
    let found = texts.flatten().find(|text| m.text(*text) == bytes);
    found.unwrap_or_else(|| m.add_text(bytes))
}

/// Sets the section of a function from its attribute.
fn section(m: &mut Module, global: usize) -> Option<()> {
    let function = m.globals.get(global).filter(|g| g.kind == GlobalKind::Function)?;
    let mut list = m.attributes.lists.get((function.attributes as usize).checked_sub(1)?)?.clone();
    let (_, set) = list.iter_mut().find(|(owner, _)| *owner == FUNCTION)?;
    let name = value(m, *set, SECTION)??;
    let kept = without(m, *set, &[SECTION]);
    *set = m.intern_attributes(kept);
    m.attributes.lists.push(list);
    let number = m.attributes.lists.len() as u32;
    let function = m.globals.get_mut(global)?;
    (function.section, function.attributes) = (name, number);
    Some(())
}
