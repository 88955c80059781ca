//! Debug records by position: the number of the instruction that they stand before, or a block, at whose end they wait for one.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::module::{DebugRecord, NONE};

type Lists = HashMap<u32, Vec<DebugRecord>, FxBuildHasher>;

/// The bit that marks a position as the end of a block: the other bits are the block's number.
const END: u32 = 1 << 31;

/// Returns the position at the end of a block.
#[inline]
pub(super) fn end_of(block: u32) -> u32 {
    END | block
}

/// Returns the position before an instruction, or for [`NONE`] at the end of a block.
#[inline]
pub(super) fn position(before: u32, block: u32) -> u32 {
    if before == NONE { end_of(block) } else { before }
}

/// The debug records of a draft, in the order of each position.
#[derive(Default)]
pub(super) struct Placed {
    /// The records before instructions.
    before: Lists,
    /// The records at the ends of blocks, but for those of the block that got some last: most records are added at the end of the
    /// block that grows, and move to its next instruction.
    ends: Lists,
    last: (u32, Vec<DebugRecord>),
}

impl Placed {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.last.1.is_empty() && self.before.is_empty() && self.ends.is_empty()
    }

    /// Returns the records at a position.
    pub(super) fn at(&self, position: u32) -> &[DebugRecord] {
        let list = match position & END {
            0 => self.before.get(&position),
            _ if position == self.last.0 => Some(&self.last.1),
            _ => self.ends.get(&position),
        };
        list.map_or(&[], Vec::as_slice)
    }

    /// Changes the records at a position.
    pub(super) fn change(&mut self, position: u32, change: impl FnOnce(&mut Vec<DebugRecord>)) {
        let mut records = self.take(position);
        change(&mut records);
        self.add(records, position);
    }

    /// Adds a record behind those at its position.
    #[inline]
    pub(super) fn push(&mut self, record: DebugRecord) {
        self.list(record.before).push(record);
    }

    /// Adds records behind those at a position.
    pub(super) fn add(&mut self, records: impl IntoIterator<Item = DebugRecord>, position: u32) {
        let mut records = records.into_iter().peekable();
        if records.peek().is_some() {
            self.list(position).extend(records);
        }
    }

    /// Returns the list of the records at a position, which is not left empty.
    #[inline]
    fn list(&mut self, position: u32) -> &mut Vec<DebugRecord> {
        if position & END == 0 {
            return self.before.entry(position).or_default();
        }
        if position != self.last.0 {
            let list = self.ends.remove(&position).unwrap_or_default();
            let (end, others) = std::mem::replace(&mut self.last, (position, list));
            if !others.is_empty() {
                self.ends.insert(end, others);
            }
        }
        &mut self.last.1
    }

    /// Removes the records at a position, and returns them.
    #[inline]
    pub(super) fn take(&mut self, position: u32) -> Vec<DebugRecord> {
        let lists = match position & END {
            0 => &mut self.before,
            _ if position == self.last.0 => return std::mem::take(&mut self.last.1),
            _ => &mut self.ends,
        };
        match lists.is_empty() {
            true => Vec::new(),
            false => lists.remove(&position).unwrap_or_default(),
        }
    }

    /// Puts records in front of those at a position.
    #[inline]
    pub(super) fn put_first(&mut self, mut records: Vec<DebugRecord>, position: u32) {
        let list = self.list(position);
        records.append(list);
        *list = records;
    }

    /// Removes all records.
    pub(super) fn clear(&mut self) {
        *self = Placed::default();
    }

    /// Returns the numbers of the instructions with records before them.
    pub(super) fn instructions(&self) -> impl Iterator<Item = u32> + '_ {
        self.before.keys().copied()
    }

    /// Returns all records, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = &DebugRecord> {
        self.before.values().chain(self.ends.values()).flatten().chain(&self.last.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::DebugKind;

    fn record(before: u32, operands: u32) -> DebugRecord {
        DebugRecord { before, kind: DebugKind::Value, operands, count: 4 }
    }

    fn places(records: &[DebugRecord]) -> Vec<u32> {
        records.iter().map(|record| record.operands).collect()
    }

    #[test]
    fn records_wait_at_the_ends_of_several_blocks() {
        let mut placed = Placed::default();
        for (block, operands) in [(0, 10), (1, 20), (0, 30), (2, 40), (1, 50)] {
            placed.push(record(end_of(block), operands));
        }
        assert_eq!(
            [0, 1, 2, 3].map(|block| places(placed.at(end_of(block)))),
            [vec![10, 30], vec![20, 50], vec![40], vec![]]
        );
        placed.push(record(7, 60));
        let taken = placed.take(end_of(0));
        placed.put_first(taken, 7);
        assert_eq!(places(placed.at(7)), [10, 30, 60]);
        assert_eq!(places(placed.at(end_of(0))), Vec::<u32>::new());
        assert_eq!(placed.instructions().collect::<Vec<_>>(), [7]);
        assert_eq!(placed.all().count(), 6);
        placed.clear();
        assert!(placed.is_empty());
    }

    #[test]
    fn an_instruction_of_the_lowest_number_is_no_block() {
        let mut placed = Placed::default();
        placed.push(record(0, 10));
        assert_eq!((places(placed.at(0)), placed.at(end_of(0)).len()), (vec![10], 0));
        assert_eq!(placed.instructions().count(), 1);
    }
}
