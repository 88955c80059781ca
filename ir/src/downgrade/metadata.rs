//! Downgrades metadata: debug information and flags of the module.

use super::{Fate, Outcome, Rules, What};
use crate::bitcode::RAW;
use crate::constants::ConstantKind;
use crate::metadata::{NodeKind, behavior};
use crate::module::Module;
use crate::types::TypeKind;

/// Lowers nodes and flags.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) -> Outcome<()> {
    for number in 0..m.metadata.nodes.len() as u32 {
        let Some(&node) = m.metadata.get(number) else { break };
        let refused = rules.find(|what| *what == What::Node(node.kind));
        if let Some(row) = refused.filter(|row| row.fate == Fate::Refuse) {
            return rules.refusal(row, "");
        }
        match node.kind {
            NodeKind::CompileUnit if m.metadata.words(&node).get(1).is_some_and(|word| word & RAW != 0) => {
                rules.check(|what| *what == What::LanguageVersion, "")?;
            }
            kind => sizes(m, rules, number, kind)?,
        }
    }
    if rules.has(What::MinimumFlag) {
        minimum_flags(m);
    }
    if rules.has(What::Node(NodeKind::AssignId)) {
        drop_assignments(m);
    }
    Ok(())
}

/// Replaces sizes that are constants by numbers.
fn sizes(m: &mut Module, rules: &Rules, number: u32, kind: NodeKind) -> Outcome<()> {
    let (_, places) = crate::bitcode::sizes(kind);
    if places.is_empty() || !rules.has(What::Sizes) {
        return Ok(());
    }
    let Some(start) = m.metadata.get(number).map(|node| node.start as usize) else { return Ok(()) };
    for &place in places {
        let word = m.metadata.words.get(start + place).copied().unwrap_or(0);
        if word == 0 || word & RAW != 0 {
            continue;
        }
        match number_of(m, word - 1) {
            Some(size) => m.metadata.words.iter_mut().skip(start + place).take(1).for_each(|word| *word = size | RAW),
            None => rules.check(|what| *what == What::Sizes, "")?,
        }
    }
    Ok(())
}

/// Returns the integer that a node wraps.
fn number_of(m: &Module, node: u64) -> Option<u64> {
    let node = m.metadata.get(u32::try_from(node).ok()?).filter(|node| node.kind == NodeKind::Value)?;
    let value = *m.metadata.words(node).get(1)?;
    m.constants.get(value as u32).filter(|c| c.kind == ConstantKind::Integer).map(|c| c.data)
}

/// Gives module flags with the behavior `min` the behaviors that LLVM 15 itself gave to such flags.
fn minimum_flags(m: &mut Module) {
    let lists = m.named_nodes.iter().filter(|list| m.text(list.name) == b"llvm.module.flags");
    let flags: Vec<u32> = lists.flat_map(|list| &list.nodes).copied().collect();
    for flag in flags {
        let Some(&node) = m.metadata.get(flag) else { continue };
        let &[_, behavior, key, ..] = m.metadata.words(&node) else { continue };
        if behavior == 0 || key == 0 || number_of(m, behavior - 1) != Some(behavior::MIN) {
            continue;
        }
        let key = m.metadata.get((key - 1) as u32).map_or(&[][..], |key| m.metadata.string(key));
        let new = if key == b"PIC Level" { behavior::MAX } else { behavior::ERROR };
        let ty = m.types.simple(TypeKind::Integer, 32);
        let Some(value) = m.integer(ty, &[new]) else { continue };
        let new = m.metadata.push(NodeKind::Value, &[ty as u64, value as u64]);
        if let Some(word) = m.metadata.words.get_mut(node.start as usize + 1) {
            *word = new as u64 + 1;
        }
    }
}

/// Removes the `DIAssignID` attachments of instructions, to which nothing refers any more.
fn drop_assignments(m: &mut Module) {
    let is_mark = |m: &Module, node: u32| m.metadata.get(node).is_some_and(|node| node.kind == NodeKind::AssignId);
    let attachments = std::mem::take(&mut m.attachments);
    let mut kept = Vec::with_capacity(attachments.len());
    for i in 0..m.globals.len() {
        let Some(range) = m.globals.get(i).and_then(|g| g.body.as_ref()).map(|body| body.attachments.clone()) else {
            continue;
        };
        let start = kept.len() as u32;
        let own = crate::module::within(&attachments, &range);
        kept.extend(own.iter().filter(|attachment| !is_mark(m, attachment.node)));
        if let Some(body) = m.globals.get_mut(i).and_then(|g| g.body.as_mut()) {
            body.attachments = start..kept.len() as u32;
        }
    }
    m.attachments = kept;
}
