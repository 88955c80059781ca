//! Upgrades TBAA tags that are scalar types, as written by LLVM 3, to access tags for the whole of such a type.
//!
//! Source: `UpgradeTBAANode` of `llvm/lib/IR/AutoUpgrade.cpp`.

use rustc_hash::FxHashMap;

use crate::metadata::NodeKind;
use crate::module::Module;
use crate::types::TypeKind;

/// The metadata kind of `!tbaa`.
const TBAA: u32 = 1;

/// Upgrades the TBAA tags of instructions.
pub(super) fn upgrade(m: &mut Module) {
    let is_old = |m: &Module, node: u32| {
        let operands = m.node_operands(node);
        let of_type = operands.first().copied().flatten().and_then(|node| m.metadata.get(node));
        let is_node = |kind: NodeKind| !matches!(kind, NodeKind::String | NodeKind::Value | NodeKind::ArgList);
        of_type.is_some_and(|first| !(is_node(first.kind) && operands.len() >= 3))
    };
    let tags = m.attachments.iter().enumerate().filter(|(_, tag)| tag.kind == TBAA && is_old(m, tag.node));
    let old: Vec<(usize, u32)> = tags.map(|(i, tag)| (i, tag.node)).collect();
    if old.is_empty() {
        return;
    }
    let mut tables = Tables::of(m);
    for (i, node) in old {
        let new = upgraded(m, &mut tables, node);
        m.attachments.get_mut(i).into_iter().for_each(|tag| tag.node = new);
    }
}

/// The nodes by their words, so that equal nodes are one.
struct Tables {
    known: FxHashMap<Vec<u64>, u32>,
}

impl Tables {
    fn of(m: &Module) -> Tables {
        let mut known = FxHashMap::default();
        for (number, node) in m.metadata.nodes.iter().enumerate().rev() {
            if matches!(node.kind, NodeKind::Tuple | NodeKind::Value) && !m.metadata.is_distinct(node) {
                known.insert(key(node.kind, m.metadata.words(node)), number as u32);
            }
        }
        Tables { known }
    }

    fn node(&mut self, m: &mut Module, kind: NodeKind, words: &[u64]) -> u64 {
        let node = *self.known.entry(key(kind, words)).or_insert_with(|| m.metadata.push(kind, words));
        node as u64 + 1
    }
}

fn key(kind: NodeKind, words: &[u64]) -> Vec<u64> {
    [&[kind as u64][..], words].concat()
}

/// Returns the access tag for a scalar type, with offset zero.
fn upgraded(m: &mut Module, tables: &mut Tables, node: u32) -> u32 {
    let word = |node: Option<u32>| node.map_or(0, |node| node as u64 + 1);
    let ty = m.types.simple(TypeKind::Integer, 64);
    let Some(zero) = m.integer(ty, &[0]) else { return node };
    let zero = tables.node(m, NodeKind::Value, &[ty as u64, zero as u64]);
    let operands = m.node_operands(node);
    let tag = match operands.as_slice() {
        // The third operand marks constant memory.
        &[name, parent, constant] => {
            let scalar = tables.node(m, NodeKind::Tuple, &[0, word(name), word(parent)]);
            tables.node(m, NodeKind::Tuple, &[0, scalar, scalar, zero, word(constant)])
        }
        _ => tables.node(m, NodeKind::Tuple, &[0, word(Some(node)), word(Some(node)), zero]),
    };
    (tag - 1) as u32
}
