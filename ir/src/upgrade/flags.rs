//! Upgrades module flags: their behaviors and names.
//!
//! Source: `UpgradeModuleFlags` of `llvm/lib/IR/AutoUpgrade.cpp`.

use crate::metadata::NodeKind;
use crate::metadata::behavior::{ERROR, MAX, MIN, OVERRIDE};
use crate::module::Module;
use crate::types::TypeKind;

/// Names of flags or their beginnings, the old behaviors, and the current one.
const BEHAVIORS: [(&[u8], &[u64], u64); 4] = [
    (b"PIC Level", &[ERROR, MAX], MIN),
    (b"PIE Level", &[ERROR], MAX),
    (b"branch-target-enforcement", &[ERROR], MIN),
    (b"sign-return-address", &[ERROR], MIN),
];

/// Renamed flags.
const NAMES: [(&[u8], &[u8]); 1] = [(b"amdgpu_code_object_version", b"amdhsa_code_object_version")];

const COLLECTION: &[u8] = b"Objective-C Garbage Collection";

/// Upgrades the flags of a module, and adds missing ones.
pub(super) fn upgrade(m: &mut Module) {
    let Some(list) = m.named_nodes.iter().position(|list| m.text(list.name) == b"llvm.module.flags") else { return };
    let flags = m.named_nodes.get(list).map(|list| list.nodes.clone()).unwrap_or_default();
    let [mut has_image, mut has_properties] = [false; 2];
    let mut new = Vec::new();
    for (i, &flag) in flags.iter().enumerate() {
        let operands = m.node_operands(flag);
        let &[_, Some(key), _] = operands.as_slice() else { continue };
        let Some(key) = m.node_text(Some(key)).map(<[u8]>::to_vec) else { continue };
        has_image |= key == b"Objective-C Image Info Version";
        has_properties |= key == b"Objective-C Class Properties";
        if let Some(words) = upgraded(m, &operands, &key, &mut new) {
            let flag = m.metadata.push(NodeKind::Tuple, &words);
            m.named_nodes.get_mut(list).and_then(|list| list.nodes.get_mut(i)).into_iter().for_each(|old| *old = flag);
        }
    }
    if has_image && !has_properties {
        new.insert(0, (OVERRIDE, &b"Objective-C Class Properties"[..], 32, 0));
    }
    for (behavior, name, bits, value) in new {
        let words =
            [word(number(m, 32, behavior)), word(Some(m.metadata.push_string(name))), word(number(m, bits, value))];
        let flag = m.metadata.push(NodeKind::Tuple, &[&[0][..], &words].concat());
        m.named_nodes.get_mut(list).into_iter().for_each(|list| list.nodes.push(flag));
    }
}

/// A flag to add: its behavior, name, number of bits and value.
type Flag = (u64, &'static [u8], u64, u64);

/// Returns the words of an upgraded flag, or `None` if it stays unchanged. Flags that are split off from it are added to `new`.
fn upgraded(m: &mut Module, operands: &[Option<u32>], key: &[u8], new: &mut Vec<Flag>) -> Option<Vec<u64>> {
    let mut words = vec![0];
    words.extend(operands.iter().map(|&operand| word(operand)));
    let [_, behavior, name, value] = words.as_mut_slice() else { return None };
    let integer = |m: &Module, node: Option<&Option<u32>>| m.node_integer(*node?).and_then(|value| m.integer_of(value));
    let is_row =
        |row: &&(&[u8], &[u64], u64)| key == row.0 || row.0 == b"sign-return-address" && key.starts_with(row.0);
    if let Some((_, old, now)) = BEHAVIORS.iter().find(is_row) {
        integer(m, operands.first()).filter(|behavior| old.contains(behavior))?;
        *behavior = word(number(m, 32, *now));
    } else if let Some((_, now)) = NAMES.iter().find(|(old, _)| *old == key) {
        *name = word(Some(m.metadata.push_string(now)));
    } else if key == b"Objective-C Image Info Section" {
        let section = m.node_text(operands.get(2).copied().flatten()).filter(|text| text.contains(&b' '))?;
        let section: Vec<u8> = section.iter().copied().filter(|c| *c != b' ').collect();
        *value = word(Some(m.metadata.push_string(&section)));
    } else if key == COLLECTION {
        let old = m.node_integer(operands.get(2).copied().flatten())?;
        if m.types.bits(m.type_of(old)) == Some(8) {
            return None;
        }
        let old = m.integer_of(old)?;
        let byte = |i: u32| old >> (8 * i) & 0xff;
        if old > 0xff {
            new.push((ERROR, b"Swift ABI Version", 32, byte(1)));
            new.push((ERROR, b"Swift Major Version", 8, byte(3)));
            new.push((ERROR, b"Swift Minor Version", 8, byte(2)));
        }
        *behavior = word(number(m, 32, ERROR));
        *value = word(number(m, 8, byte(0)));
    } else {
        return None;
    }
    Some(words)
}

/// Returns the reference word for an operand of a node.
fn word(node: Option<u32>) -> u64 {
    node.map_or(0, |node| node as u64 + 1)
}

/// Returns a node that wraps an integer.
fn number(m: &mut Module, bits: u64, value: u64) -> Option<u32> {
    let ty = m.types.simple(TypeKind::Integer, bits);
    let value = m.integer(ty, &[value])?;
    Some(m.metadata.push(NodeKind::Value, &[ty as u64, value as u64]))
}
