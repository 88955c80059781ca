//! Metadata that is reachable from the module: unreachable nodes stay in their column.

use super::{Draft, Metadata};
use crate::module::{LOCAL, METADATA, NONE};

/// The metadata that was reached, and the part whose operands are still to be followed.
struct Reach {
    seen: Vec<bool>,
    open: Vec<u32>,
}

impl Reach {
    #[inline]
    fn add(&mut self, number: u32) {
        if let Some(seen) = self.seen.get_mut(number as usize).filter(|seen| !**seen) {
            *seen = true;
            self.open.push(number);
        }
    }

    /// Adds the metadata of an operand word that is metadata.
    #[inline]
    fn add_value(&mut self, word: u32) {
        if word & METADATA != 0 && word & LOCAL == 0 && word != NONE {
            self.add(word & !METADATA);
        }
    }
}

impl Draft {
    /// Returns all metadata, even what is not reachable, in the order of numbers.
    pub fn all_metadata(&self) -> impl Iterator<Item = Metadata<'_>> + Clone {
        let count = self.metadata.borrow().nodes.len() as u32;
        (0..count).map(|number| Metadata { draft: self, number })
    }

    /// Returns the metadata reachable from named lists, attachments, locations, debug records and calls, in the order of numbers.
    pub fn reachable_metadata(&self) -> impl Iterator<Item = Metadata<'_>> {
        let metadata = self.metadata.borrow();
        let mut reach = Reach { seen: vec![false; metadata.nodes.len()], open: Vec::new() };
        self.add_roots_of_metadata(&mut reach);
        while let Some(number) = reach.open.pop() {
            let Some(node) = metadata.get(number) else { continue };
            for word in metadata.operands(node) {
                if let Some(number) = word.checked_sub(1) {
                    reach.add(number as u32);
                }
            }
        }
        let reached = reach.seen.into_iter().enumerate().filter(|(_, seen)| *seen);
        reached.map(|(number, _)| Metadata { draft: self, number: number as u32 })
    }

    fn add_roots_of_metadata(&self, reach: &mut Reach) {
        let (lists, side) = (self.lists.borrow(), self.side.borrow());
        lists.named_nodes.iter().flat_map(|list| &list.nodes).for_each(|node| reach.add(*node));
        side.global_attachments.iter().for_each(|attachment| reach.add(attachment.node));
        let attended = side.attended();
        for instruction in self.functions().flat_map(|function| function.instructions()) {
            let (Some(number), Some((row, words))) = (instruction.instruction(), instruction.row_and_words()) else {
                continue;
            };
            if row.opcode.is_call() {
                words.iter().for_each(|word| reach.add_value(word.get()));
            }
            if let Some(location) = self.locations.get(number).checked_sub(1) {
                reach.add(location);
            }
            if attended.get(number as usize) != Some(&true) {
                continue;
            }
            for attachment in side.attachments.get(&number).into_iter().flatten() {
                reach.add(attachment.node);
            }
            for record in side.records.at(number) {
                self.operands.range(record.operands, record.count).iter().for_each(|word| reach.add_value(word.get()));
            }
        }
    }
}
