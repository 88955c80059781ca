//! Debug records, read and built.

use super::record::{Part, Record, RecordKind, is_record};
use crate::llvm::{Builder, Metadata, MetadataKind, Type, Value};
use llvm_ir::draft::{self, Draft};
use llvm_ir::module::DebugKind;
use std::cell::Cell;

/// The operator `DW_OP_LLVM_arg`, which is followed by the index of a value.
const ARGUMENT: u64 = 0x1005;

/// The kinds of records, and their names in [`llvm_ir`].
const KINDS: [(RecordKind, DebugKind); 5] = [
    (RecordKind::Value, DebugKind::Value),
    (RecordKind::Declare, DebugKind::Declare),
    (RecordKind::Assign, DebugKind::Assign),
    (RecordKind::DeclareValue, DebugKind::DeclareValue),
    (RecordKind::Label, DebugKind::Label),
];

impl<'m> Value<'m> {
    /// Returns whether metadata refers to the value.
    pub fn is_in_metadata(self) -> bool {
        self.0.is_in_metadata()
    }

    /// Splits the records of a value into records of its parts; without parts, the locations of its variables are lost.
    /// Returns the number of variables lost because no expression can describe a part of them.
    pub fn split_records(self, parts: &[Part<'m>]) -> usize {
        let part = |part: &Part<'m>| draft::Part { value: part.value.0, offset: part.offset, size: part.size };
        self.0.split_records(&parts.iter().map(part).collect::<Vec<_>>())
    }

    /// Returns the records in front of an instruction.
    pub fn records(self) -> Vec<Record<'m>> {
        let draft = self.draft();
        self.0.record_words().into_iter().map(|(kind, words)| record(draft, kind, words)).collect()
    }
}

/// Reads a record: a value or its metadata, then nodes.
fn record<'m>(draft: &'m Draft, kind: DebugKind, words: &[Cell<u32>]) -> Record<'m> {
    let word = |i: usize| words.get(i).map(|word| draft.value_at(word.get()));
    let node = |i: usize| word(i).and_then(|word| word.as_metadata()).map(Metadata);
    let last = node(words.len().wrapping_sub(1));
    let ours = KINDS.iter().find(|row| row.1 == kind).map_or(RecordKind::Label, |row| row.0);
    if ours == RecordKind::Label {
        return Record { kind: ours, variable: node(0), expression: None, location: last, value: None, count: 0 };
    }
    let (value, count) = values(word(0));
    Record { kind: ours, variable: node(1), expression: node(2), location: last, value, count }
}

/// Returns the first value of a record, and the number of values.
fn values(word: Option<draft::Value<'_>>) -> (Option<Value<'_>>, u32) {
    let Some(word) = word else { return (None, 0) };
    let Some(node) = word.as_metadata().map(Metadata) else { return (Some(Value(word)), 1) };
    match node.kind() {
        MetadataKind::ArgList => (node.operand(0).and_then(Metadata::as_value), node.operand_count()),
        _ => (node.as_value(), node.as_value().is_some().into()),
    }
}

/// Returns the number of values to which the operators of an expression refer.
fn named(words: &[u64]) -> u64 {
    let mut most = 0;
    let mut rest = words;
    while let Some((operator, after)) = rest.split_first() {
        let (arguments, next) = after.split_at(llvm_ir::metadata::operator_arguments(*operator).min(after.len()));
        if let (ARGUMENT, [value]) = (*operator, arguments) {
            most = most.max(value.saturating_add(1));
        }
        rest = next;
    }
    most
}

impl<'m> Builder<'m> {
    /// Appends a record to the current block: `#dbg_declare`, `#dbg_declare_value` or `#dbg_value`. Without a value the
    /// location of the variable is unknown; `killed` is the type of its former value. Does nothing if the nodes are of
    /// other kinds.
    pub fn record(
        &self,
        kind: RecordKind,
        value: Option<Value<'m>>,
        [variable, expression, location]: [Metadata<'m>; 3],
        killed: Type<'m>,
    ) {
        let Some(block) = self.block().filter(|_| is_record(variable, expression, location)) else { return };
        let draft = variable.0.draft();
        let Some(held) = value.map(|value| value.0).or_else(|| draft.const_poison(killed.0).ok()) else { return };
        let kind = KINDS.iter().find(|row| row.0 == kind).map_or(DebugKind::Value, |row| row.1);
        let words = expression.expression_words();
        // One value stands for each that the expression names.
        let count = Some(named(&words)).filter(|named| *named != 0 && *named <= words.len() as u64);
        let list = count.and_then(|count| draft.md_arguments(&vec![held; count as usize]).ok());
        let held = list.map_or(held, draft::Metadata::as_value);
        // Behind a terminator nothing stands.
        let _ = block.0.add_record(kind, Some(held), &[variable.0, expression.0, location.0]);
    }
}
