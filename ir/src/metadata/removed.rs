//! Removes the references of metadata to removed globals.

use rustc_hash::FxHashSet;

use super::NodeKind;
use crate::constants::ConstantKind;
use crate::global::GlobalKind;
use crate::module::Module;

/// Replaces references to removed globals in metadata. As in LLVM, the reference becomes null, a uniqued node that had one becomes
/// distinct, and the metadata that wrapped the global becomes an empty node.
pub(crate) fn forget_removed(m: &mut Module) {
    let numbers = 0..m.metadata.nodes.len() as u32;
    let gone: FxHashSet<u32> = numbers.filter(|number| wraps_removed(m, *number)).collect();
    if gone.is_empty() {
        return;
    }
    let all = &mut m.metadata;
    let is_gone =
        |word: u64| word.checked_sub(1).and_then(|node| u32::try_from(node).ok()).is_some_and(|n| gone.contains(&n));
    for node in all.nodes.iter().filter(|node| node.kind.has_fields()) {
        let (start, mut is_changed) = (node.start as usize, false);
        for place in node.references() {
            if let Some(word) = all.words.get_mut(start + place).filter(|word| is_gone(**word)) {
                (*word, is_changed) = (0, true);
            }
        }
        if let Some(flags) = all.words.get_mut(start).filter(|_| is_changed) {
            *flags |= 1;
        }
    }
    for &number in &gone {
        if let Some(node) = all.nodes.get_mut(number as usize) {
            (node.kind, node.count) = (NodeKind::Tuple, 1);
            all.words.get_mut(node.start as usize).into_iter().for_each(|flags| *flags = 0);
        }
    }
}

fn wraps_removed(m: &Module, number: u32) -> bool {
    let value = |node: &super::Node| m.metadata.words(node).get(1).and_then(|value| u32::try_from(*value).ok());
    let node = m.metadata.get(number).filter(|node| node.kind == NodeKind::Value);
    let constant = node.and_then(value).and_then(|value| m.constants.get(value));
    let global = constant.filter(|constant| constant.kind == ConstantKind::Global).map(|constant| constant.data);
    let global = global.and_then(|global| m.globals.get(usize::try_from(global).ok()?));
    global.is_some_and(|global| global.kind == GlobalKind::Removed)
}
