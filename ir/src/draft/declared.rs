//! Debug records of a value as transformations see them: they are read, moved, removed, and repeated for other values.

use rustc_hash::FxHashSet;

use super::{Draft, Metadata, Result, Value};
use crate::metadata::{NodeKind, fragments};
use crate::module::{DebugKind, LOCAL, METADATA, NONE};

/// A debug record that names one value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared<'d> {
    /// The number of the record's first operand word.
    at: u32,
    pub(crate) kind: DebugKind,
    pub(crate) variable: Metadata<'d>,
    pub(crate) expression: Metadata<'d>,
    pub(crate) location: Metadata<'d>,
}

const DEREF: u64 = 6;

impl<'d> Declared<'d> {
    fn words(&self) -> Vec<u64> {
        self.expression.words().get(1..).unwrap_or(&[]).to_vec()
    }

    /// True where the value is the address of the variable.
    pub(crate) fn is_address(&self) -> bool {
        self.kind == DebugKind::Declare
    }

    /// Returns whether the expression begins with a load.
    pub(crate) fn starts_with_deref(&self) -> bool {
        self.words().first() == Some(&DEREF)
    }

    /// Returns whether the expression is a load and nothing else.
    pub(crate) fn is_deref(&self) -> bool {
        self.words() == [DEREF]
    }

    /// Returns the number of bits of the variable that the record describes, if known.
    pub(crate) fn bits(&self) -> Option<u64> {
        let part = fragments::fragment(&self.words()).map(|(_, size)| size);
        part.or_else(|| self.variable.draft.bits_of_variable(self.variable))
    }

    /// Returns the expression for the bits of the variable in a part of the record's memory; `None` if it has none there, or if the
    /// expression cannot be split.
    pub(crate) fn of_bits(&self, start: u64, size: u64) -> Option<Vec<u64>> {
        const PLUS_UCONST: u64 = 0x23;
        let words = self.words();
        let (bytes, rest) = fragments::leading_offset(&words)?;
        let before = bytes.checked_mul(8)?;
        let known = fragments::fragment(rest);
        let of_variable = || self.variable.draft.bits_of_variable(self.variable).map(|bits| (0, bits));
        let (first, bits) = known.or_else(of_variable).unwrap_or((0, u64::MAX));
        // Both ranges of bits, counted from the start of the memory.
        let (low, high) = (start.max(before), start.checked_add(size)?.min(before.saturating_add(bits)));
        if low >= high {
            return None;
        }
        let moved = before.saturating_sub(start);
        let mut made = if moved > 0 { vec![PLUS_UCONST, moved.div_ceil(8)] } else { Vec::new() };
        if low == before && high - low == bits {
            made.extend(rest);
            return Some(made);
        }
        let inner = fragments::without(rest)?;
        made.extend(fragments::of_part(&inner, first + (low - before), high - low)?);
        Some(made)
    }

    /// Inserts a record for another value with another expression in front of this one.
    pub(crate) fn repeat(&self, value: Value<'d>, expression: &[u64]) -> Result<()> {
        let draft = self.variable.draft;
        let Some(before) = self.at.checked_sub(1).map(|at| draft.operands.get(at)) else { return Ok(()) };
        let nodes = [draft.md_value(value)?, self.variable, draft.md_expression(expression), self.location];
        let record = draft.record(before, self.kind, nodes.iter().map(|node| METADATA | node.number()));
        draft.note_record(draft.uses(), &record);
        draft.side.borrow_mut().records.change(before, |list| {
            if let Some(i) = list.iter().position(|record| record.operands == self.at) {
                list.insert(i, record);
            }
        });
        Ok(())
    }

    /// Returns a location without a line in the scope of the record's.
    pub(crate) fn blank_location(&self) -> Metadata<'d> {
        let mut words = self.location.words();
        for place in [1, 2] {
            if let Some(word) = words.get_mut(place) {
                *word = 0;
            }
        }
        self.location.draft.md_node(NodeKind::Location, &words).unwrap_or(self.location)
    }
}

impl<'d> Value<'d> {
    /// Returns the records of variables whose only value is this one.
    pub(crate) fn declared(self) -> Vec<Declared<'d>> {
        let draft = self.draft;
        let side = draft.side.borrow();
        let node = |word: u32| draft.metadata(word & !METADATA);
        let all = draft.records_of(self.number).into_iter().filter_map(|(before, at)| {
            let record = side.records.at(before).iter().find(|record| record.operands == at)?;
            let words: Vec<u32> = draft.operands.range(at, record.count).iter().map(std::cell::Cell::get).collect();
            let &[word, variable, expression, location] = words.as_slice() else { return None };
            let is_list = word & METADATA != 0 && word & LOCAL == 0 && node(word).kind() == NodeKind::ArgList;
            let [variable, expression, location] = [variable, expression, location].map(node);
            (!is_list).then_some(Declared { at, kind: record.kind, variable, expression, location })
        });
        all.collect()
    }

    /// Moves the records before an instruction to the next one, in front of the records there.
    pub(crate) fn pass_records_on(self) {
        let next = self.next().and_then(Value::instruction);
        if let (Some(this), Some(next), Some(block)) = (self.instruction(), next, self.block()) {
            self.draft.move_records([this, next], block.number());
        }
    }

    /// Moves the last record before an instruction to the front of the records there.
    pub(crate) fn last_record_first(self) {
        let mut side = self.draft.side.borrow_mut();
        if let Some(before) = self.instruction() {
            side.records.change(before, |list| {
                let count = list.len().min(1);
                list.rotate_right(count);
            });
        }
    }
}

impl Draft {
    /// Removes records.
    pub(crate) fn remove_records(&self, records: &[Declared<'_>]) {
        let mut places: Vec<u32> = Vec::new();
        for record in records.iter().filter(|record| self.operands.get(record.at) != NONE) {
            self.operands.set(record.at, NONE);
            places.extend(record.at.checked_sub(1).map(|at| self.operands.get(at)));
        }
        places.sort_unstable();
        places.dedup();
        let mut side = self.side.borrow_mut();
        for place in places {
            side.records.change(place, |list| {
                list.retain(|record| record.count == 0 || self.operands.get(record.operands) != NONE);
            });
        }
    }
}

impl Draft {
    /// Returns the numbers of the values that operand bundles of calls have.
    pub(crate) fn bundled(&self) -> FxHashSet<u32> {
        let side = self.side.borrow();
        let words = side.bundles.values().flatten().flat_map(|b| self.operands.range(b.operands, b.count));
        words.map(std::cell::Cell::get).collect()
    }
}
