//! Debug records: they describe variables, and stand before an instruction, or at the end of a block without a terminator.
//!
//! The words of a record are among the operands, preceded by the number of the instruction that the record stands before, or of its
//! block, so that a record is found by its words.

use super::placed::{end_of, position};
use super::uses::Uses;
use super::{Block, Draft, Metadata, Refused, Result, Value, need};
use crate::metadata::{NodeKind, fragments};
use crate::module::{DebugKind, DebugRecord, LOCAL, METADATA, NONE};

/// A part of a value that is stored in another value, such as a scalar of a split aggregate.
#[derive(Clone, Copy, Debug)]
pub struct Part<'d> {
    /// The value that stores the part.
    pub value: Value<'d>,
    /// The first bit of the part in the original value.
    pub offset: u64,
    /// The number of bits of the part.
    pub size: u64,
}

impl Draft {
    /// Adds the words of a record.
    pub(super) fn record(&self, before: u32, kind: DebugKind, words: impl Iterator<Item = u32> + Clone) -> DebugRecord {
        let count = words.clone().count();
        let operands = self.operands.extend_by(count + 1, std::iter::once(before).chain(words)) + 1;
        DebugRecord { before, kind, operands, count: count as u32 }
    }

    /// Adds a debug record behind those at the same position.
    pub(super) fn add_record(&self, record: DebugRecord) {
        if let Some(uses) = self.uses.get() {
            self.note_record(uses, &record);
        }
        self.side.borrow_mut().records.push(record);
    }

    /// Adds the values that a record refers to to the uses.
    pub(super) fn note_record(&self, uses: &Uses, record: &DebugRecord) {
        let metadata = self.metadata.borrow();
        for place in record.operands..record.operands + record.count {
            let word = self.operands.get(place);
            let node = (word & METADATA != 0 && word & LOCAL == 0).then(|| metadata.get(word & !METADATA)).flatten();
            if node.is_none_or(|node| matches!(node.kind, NodeKind::Value | NodeKind::ArgList)) {
                uses.recorded.borrow_mut().entry(word).or_default().push(place);
            }
        }
    }

    /// Returns whether there are debug records.
    #[inline]
    pub(super) fn has_records(&self) -> bool {
        !self.side.borrow().records.is_empty()
    }

    /// Moves the records at one position to the front of those at another; [`NONE`] is the end of the block.
    pub(super) fn move_records(&self, [from, to]: [u32; 2], block: u32) {
        let mut side = self.side.borrow_mut();
        let mut records = side.records.take(position(from, block));
        if records.is_empty() {
            return;
        }
        let to = position(to, block);
        for record in &mut records {
            record.before = to;
            self.operands.set(record.operands - 1, to);
        }
        side.records.put_first(records, to);
    }

    /// Returns whether a debug record refers to the value.
    pub(super) fn is_recorded(&self, value: u32) -> bool {
        if self.side.borrow().records.is_empty() {
            return false;
        }
        let recorded = self.uses().recorded.borrow();
        recorded.get(&value).is_some_and(|places| places.iter().any(|place| self.operands.get(*place) == value))
    }

    /// Returns a `DIArgList` of values.
    pub fn md_arguments<'d>(&'d self, values: &[Value<'d>]) -> Result<Metadata<'d>> {
        let nodes: Result<Vec<u64>> = values.iter().map(|value| Ok(self.md_value(*value)?.number as u64)).collect();
        Ok(self.unique(NodeKind::ArgList, &nodes?, b""))
    }

    /// Returns a `DIExpression` of operators with their arguments.
    pub fn md_expression(&self, words: &[u64]) -> Metadata<'_> {
        let words: Vec<u64> = std::iter::once(NodeKind::Expression.version()).chain(words.iter().copied()).collect();
        self.unique(NodeKind::Expression, &words, b"")
    }

    /// Returns the records with this value, alone or in a list: their position, and the place of their first word.
    pub(super) fn records_of(&self, value: u32) -> Vec<(u32, u32)> {
        let mut words = vec![value];
        if let Some(node) = self.wrapped(value) {
            words.push(METADATA | node);
            words.extend(self.lists_with(node).into_iter().map(|list| METADATA | list));
        }
        if self.side.borrow().records.is_empty() {
            return Vec::new();
        }
        let recorded = self.uses().recorded.borrow();
        let places =
            words.into_iter().flat_map(|word| recorded.get(&word).into_iter().flatten().map(move |at| (word, *at)));
        let live = places.filter(|(word, at)| self.operands.get(*at) == *word);
        live.filter_map(|(_, at)| Some((self.operands.get(at.checked_sub(1)?), at))).collect()
    }

    /// Returns the words of the record for a part: `None` if no expression describes the part, `Some(None)` if the part is outside
    /// the variable.
    fn part_of_record(&self, words: &[u32], part: &Part<'_>, is_alone: bool) -> Option<Option<Vec<u32>>> {
        let &[_, variable, expression, location] = words else { return None };
        let old = self.metadata(expression & !METADATA).words();
        let old = old.get(1..).unwrap_or(&[]);
        let bits = || self.bits_of_variable(self.metadata(variable & !METADATA));
        let whole = fragments::fragment(old).map(|(_, size)| size).or_else(bits).unwrap_or(u64::MAX);
        if part.offset >= whole {
            return Some(None);
        }
        let size = part.size.min(whole - part.offset);
        let is_all = is_alone || part.offset == 0 && size == whole;
        let said = match is_all {
            true => expression,
            // LLVM counts bits of parts in 32 bits.
            false => {
                let words = fragments::of_part(old, part.offset as u32 as u64, size as u32 as u64)?;
                METADATA | self.md_expression(&words).number
            }
        };
        Some(Some(vec![part.value.number, variable, said, location]))
    }

    /// Returns the size in bits of a variable of debug information, if its type has one.
    pub(super) fn bits_of_variable(&self, variable: Metadata<'_>) -> Option<u64> {
        let mut ty = variable.reference_at(if variable.kind() == NodeKind::GlobalVariable { 6 } else { 5 });
        // A chain of types is at most as long as the list of nodes.
        for _ in 0..self.metadata.borrow().nodes.len() {
            let node = ty?;
            let place = match node.kind() {
                NodeKind::StringType => 6,
                NodeKind::BasicType | NodeKind::FixedPointType => 3,
                NodeKind::SubrangeType => 5,
                NodeKind::DerivedType | NodeKind::CompositeType => 7,
                _ => return None,
            };
            if let Some(size) = node.number_at(place).filter(|size| *size != 0) {
                return Some(size);
            }
            ty = node.reference_at(6).filter(|_| node.kind() == NodeKind::DerivedType);
        }
        None
    }

    /// Replaces a record by records of parts; returns false if that is not possible.
    fn split_record(&self, (before, at): (u32, u32), parts: &[Part<'_>]) -> bool {
        let words: Vec<u32> = self.operands.range(at, 4).iter().map(std::cell::Cell::get).collect();
        let is_list = words.first().is_some_and(|word| {
            word & METADATA != 0 && word & LOCAL == 0 && self.metadata(word & !METADATA).kind() == NodeKind::ArgList
        });
        if is_list || parts.is_empty() {
            return false;
        }
        let made: Option<Vec<_>> =
            parts.iter().map(|part| self.part_of_record(&words, part, parts.len() == 1)).collect();
        let Some(made) = made else { return false };
        let record = |words: &Vec<u32>| self.record(before, DebugKind::Value, words.iter().copied());
        let made: Vec<DebugRecord> = made.iter().flatten().map(record).collect();
        made.iter().for_each(|record| self.note_record(self.uses(), record));
        self.side.borrow_mut().records.change(before, |list| {
            if let Some(i) = list.iter().position(|record| record.operands == at) {
                list.splice(i..i + 1, made);
            }
        });
        self.operands.set(at, NONE);
        true
    }

    /// Makes the location of a record's variable unknown: replaces its values by poison.
    fn kill_record(&self, at: u32) {
        let word = self.operands.get(at);
        let list = (word & METADATA != 0 && word & LOCAL == 0).then(|| self.metadata(word & !METADATA));
        let killed = |value: Value<'_>| self.value(self.poison(value.ty().number));
        let new = match list {
            Some(list) if list.kind() == NodeKind::ArgList => {
                let values = list.words().into_iter().filter_map(|node| self.metadata(node as u32).value());
                let values: Vec<_> = values.map(killed).collect();
                self.md_arguments(&values).map_or(word, |list| METADATA | list.number)
            }
            Some(wrapped) => wrapped.value().map_or(word, |value| killed(value).number),
            None => killed(self.value(word)).number,
        };
        self.operands.set(at, new);
    }
}

/// Adds a record behind those at its position. As in bitcode, the value of a `#dbg_value` is stored directly, other values as metadata.
fn add<'d>(
    draft: &Draft,
    before: u32,
    kind: DebugKind,
    value: Option<Value<'d>>,
    nodes: &[Metadata<'d>],
) -> Result<()> {
    let first = match value {
        Some(value) if kind != DebugKind::Value && value.as_metadata().is_none() => {
            Some(METADATA | value.draft.md_value(value)?.number)
        }
        value => value.map(|value| value.number),
    };
    let words = first.into_iter().chain(nodes.iter().map(|node| METADATA | node.number));
    draft.add_record(draft.record(before, kind, words));
    Ok(())
}

impl<'d> Value<'d> {
    /// Adds a debug record before an instruction, behind the existing ones: its value, if the kind has one, then nodes in the order
    /// of assembly.
    ///
    /// # Errors
    /// A value that is not an instruction in a block.
    pub fn add_record(self, kind: DebugKind, value: Option<Value<'d>>, nodes: &[Metadata<'d>]) -> Result<()> {
        let Some(before) = self.instruction().filter(|_| self.block().is_some()) else {
            return Err(Refused::new("a debug record stands before an instruction"));
        };
        add(self.draft, before, kind, value, nodes)
    }

    /// Returns the kinds of the debug records before an instruction, with their values and nodes.
    pub fn records(self) -> Vec<(DebugKind, Vec<Value<'d>>)> {
        let draft = self.draft;
        let side = draft.side.borrow();
        let records = self.instruction().map_or(&[][..], |before| side.records.at(before));
        let words = |record: &DebugRecord| {
            let cells = draft.operands.range(record.operands, record.count);
            cells.iter().map(|cell| draft.value(cell.get())).collect()
        };
        records.iter().map(|record| (record.kind, words(record))).collect()
    }

    /// Returns whether metadata or a debug record refers to the value.
    pub fn is_in_metadata(self) -> bool {
        self.draft.is_recorded(self.number) || self.draft.wrapped(self.number).is_some()
    }

    /// Replaces each `#dbg_value` record of this value by records for its parts. If there are no parts, or no expression describes
    /// one, the location of the variable becomes unknown. Returns the number of such records.
    pub fn split_records(self, parts: &[Part<'d>]) -> usize {
        let draft = self.draft;
        let is_value = |(before, at): &(u32, u32)| {
            let side = draft.side.borrow();
            side.records.at(*before).iter().any(|record| record.operands == *at && record.kind == DebugKind::Value)
        };
        let records = draft.records_of(self.number).into_iter().filter(is_value).collect::<Vec<_>>();
        let lost = records.into_iter().filter(|record| !draft.split_record(*record, parts));
        lost.map(|(_, at)| draft.kill_record(at)).count()
    }
}

impl<'d> Block<'d> {
    /// Adds a debug record at the end of a block without a terminator; it will stand before the next instruction placed there.
    ///
    /// # Errors
    /// A block that has a terminator.
    pub fn add_record(self, kind: DebugKind, value: Option<Value<'d>>, nodes: &[Metadata<'d>]) -> Result<()> {
        need(self.terminator().is_none(), "behind a terminator stands no debug record")?;
        add(self.draft, end_of(self.number), kind, value, nodes)
    }
}

impl Metadata<'_> {
    /// Returns the number in a word of a node, or that of the constant it refers to, of at most 64 bits.
    pub fn number_at(self, place: usize) -> Option<u64> {
        const RAW: u64 = 1 << 63;
        let word = self.word(place);
        if word & RAW != 0 {
            return Some(word & !RAW);
        }
        self.reference_at(place)?.value()?.integer()
    }
}

impl Value<'_> {
    /// Returns the bits of an integer constant of at most 64 bits.
    pub fn integer(self) -> Option<u64> {
        use crate::constants::ConstantKind;
        let constant = self.draft.constant(self.number).filter(|_| self.is_constant())?;
        let is_integer = self.ty().kind() == crate::types::TypeKind::Integer;
        match constant.kind {
            ConstantKind::Integer if is_integer => Some(constant.data),
            ConstantKind::Null if is_integer && self.ty().size() <= 64 => Some(0),
            _ => None,
        }
    }
}
