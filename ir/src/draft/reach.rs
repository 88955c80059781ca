//! Metadata that something of a module leads to: nodes stay in their column when nothing has them any more.

use super::{Draft, Metadata};
use crate::module::{LOCAL, METADATA, NONE};

impl Draft {
    /// Returns the metadata that lists, attachments, locations, debug records and calls lead to, in the order of their numbers.
    pub fn reachable_metadata(&self) -> impl Iterator<Item = Metadata<'_>> {
        let mut seen = vec![false; self.metadata.borrow().nodes.len()];
        let mut open = self.roots_of_metadata();
        while let Some(number) = open.pop() {
            let Some(seen) = seen.get_mut(number as usize).filter(|seen| !**seen) else { continue };
            *seen = true;
            let metadata = self.metadata.borrow();
            let operands = metadata.get(number).into_iter().flat_map(|node| metadata.operands(node));
            open.extend(operands.filter_map(|word| word.checked_sub(1)).map(|number| number as u32));
        }
        let reached = seen.into_iter().enumerate().filter(|(_, seen)| *seen);
        reached.map(|(number, _)| Metadata { draft: self, number: number as u32 })
    }

    fn roots_of_metadata(&self) -> Vec<u32> {
        let (lists, side) = (self.lists.borrow(), self.side.borrow());
        let mut roots: Vec<u32> = lists.named_nodes.iter().flat_map(|list| list.nodes.iter().copied()).collect();
        roots.extend(side.global_attachments.iter().map(|attachment| attachment.node));
        let named = |word: u32| (word & METADATA != 0 && word & LOCAL == 0 && word != NONE).then_some(word & !METADATA);
        for instruction in self.functions().flat_map(|function| function.instructions()) {
            roots.extend(instruction.words().iter().filter_map(|word| named(word.get())));
            let Some(number) = instruction.instruction() else { continue };
            roots.extend(self.locations.get(number).checked_sub(1));
            roots.extend(side.attachments.get(&number).into_iter().flatten().map(|attachment| attachment.node));
            for record in side.records.get(&number).into_iter().flatten() {
                let words = self.operands.range(record.operands, record.count);
                roots.extend(words.iter().filter_map(|word| named(word.get())));
            }
        }
        roots
    }
}
