//! Merges equal nodes, as LLVM does: a node that was mentioned before its definition may equal another one.

use hashbrown::HashTable;

use super::Parser;
use super::intern::hash_of;
use crate::instruction::Slot;
use crate::metadata::NodeKind;
use crate::module::{LOCAL, METADATA};

/// The bit of a word that holds a number instead of a reference.
const RAW: u64 = 1 << 63;

impl Parser<'_> {
    /// Replaces equal nodes by one of them, operands before their users.
    pub(super) fn join_nodes(&mut self) {
        if !self.metadata.has_duplicates {
            return;
        }
        let count = self.m.metadata.nodes.len();
        let mut place: Vec<u32> = (0..count as u32).collect();
        let mut table: HashTable<u32> = HashTable::new();
        let mut open = vec![false; count];
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for root in 0..count as u32 {
            stack.push((root, 0));
            while let Some((node, next)) = stack.pop() {
                if next == 0 && open.get_mut(node as usize).is_none_or(|flag| std::mem::replace(flag, true)) {
                    continue;
                }
                match self.reference_of(node, next) {
                    Some(child) => {
                        stack.push((node, next + 1));
                        if let Some(child) = child.filter(|&child| open.get(child as usize) == Some(&false)) {
                            stack.push((child, 0));
                        }
                    }
                    None => self.join(node, &mut place, &mut table),
                }
            }
        }
        self.replace_nodes(&place);
    }

    /// Returns the `i`th reference of a node, if it has that many; the inner `None` is for a null reference or a number.
    fn reference_of(&self, node: u32, i: usize) -> Option<Option<u32>> {
        let metadata = &self.m.metadata;
        let row = metadata.get(node).filter(|n| n.kind.has_fields())?;
        let reference = metadata.operands(row).nth(i)?;
        Some(reference.checked_sub(1).and_then(|n| u32::try_from(n).ok()))
    }

    /// Replaces the references of a node by the remaining nodes, and finds a node equal to it.
    fn join(&mut self, node: u32, place: &mut [u32], table: &mut HashTable<u32>) {
        let metadata = &mut self.m.metadata;
        let Some(&row) = metadata.get(node).filter(|n| n.kind.has_fields()) else { return };
        let replaced = |word: u64| match word.checked_sub(1).and_then(|n| place.get(usize::try_from(n).ok()?)) {
            Some(&stays) if word & RAW == 0 => stays as u64 + 1,
            _ => word,
        };
        let start = row.start as usize;
        let words = metadata.words.get_mut(start..start + row.count as usize).unwrap_or(&mut []);
        match row.kind {
            NodeKind::Tuple => words.iter_mut().skip(1).for_each(|word| *word = replaced(*word)),
            NodeKind::Generic => words.iter_mut().skip(3).for_each(|word| *word = replaced(*word)),
            kind => {
                for &at in kind.operands() {
                    if let Some(word) = words.get_mut(at as usize) {
                        *word = replaced(*word);
                    }
                }
            }
        }
        let metadata = &self.m.metadata;
        if metadata.is_distinct(&row) {
            return;
        }
        let same = |&other: &u32| {
            metadata.get(other).is_some_and(|o| o.kind == row.kind && metadata.words(o) == metadata.words(&row))
        };
        let key = hash_of(metadata, node);
        match table.find(key, same) {
            Some(&other) => {
                if let Some(slot) = place.get_mut(node as usize) {
                    *slot = other;
                }
            }
            None => drop(table.insert_unique(key, node, |&node| hash_of(metadata, node))),
        }
    }

    /// Replaces the references of the module to merged nodes.
    fn replace_nodes(&mut self, place: &[u32]) {
        let stays = |node: u32| place.get(node as usize).copied().unwrap_or(node);
        let m = &mut self.m;
        for attachment in m.attachments.iter_mut().chain(&mut m.global_attachments) {
            attachment.node = stays(attachment.node);
        }
        m.named_nodes.iter_mut().flat_map(|list| &mut list.nodes).for_each(|node| *node = stays(*node));
        for location in m.locations.iter_mut().filter(|location| **location != 0) {
            *location = stays(*location - 1) + 1;
        }
        let replaced = |word: &mut u32| {
            if *word & LOCAL == 0 && *word & METADATA != 0 {
                *word = METADATA | stays(*word & !METADATA);
            }
        };
        let lists =
            m.records.iter().map(|r| (r.operands, r.count)).chain(m.bundles.iter().map(|b| (b.operands, b.count)));
        for (start, count) in lists {
            let words = m.operands.get_mut(start as usize..(start + count) as usize);
            words.unwrap_or(&mut []).iter_mut().for_each(replaced);
        }
        for row in &m.instructions {
            let words = m.operands.get_mut(row.operands as usize..(row.operands + row.count) as usize);
            let words = words.unwrap_or(&mut []);
            for i in 0..words.len() {
                if row.opcode.slot(words, i) == Some(Slot::Value) {
                    words.get_mut(i).into_iter().for_each(replaced);
                }
            }
        }
    }
}
