//! Checks debug records: `#dbg_value` and the like.

use rustc_hash::FxHashMap;

use super::super::attributes::SWIFT_ASYNC;
use super::super::body::{Body, Here};
use super::*;
use crate::attributes::FIRST_PARAMETER;
use crate::constants::ConstantKind;
use crate::instruction::Opcode;
use crate::module::{DebugKind, DebugRecord, LOCAL, METADATA, NONE, within};
use crate::types::TypeKind;

const FRAGMENT: u64 = 0x1000;
const ENTRY_VALUE: u64 = 0x1003;
const ARTIFICIAL: u64 = 1 << 6;
/// The limit on the length of a chain of types that is followed to find a size.
const MOST_TYPES: usize = 64;

impl<'m> Verifier<'m> {
    /// Checks the debug records of a body.
    pub(in super::super) fn records(&mut self, body: &Body<'m>) {
        let m = self.m;
        let Some(columns) = &body.global.body else { return };
        let mut arguments: FxHashMap<u64, u32> = FxHashMap::default();
        for record in within(&m.records, &columns.records) {
            let Some(row) = m.instructions.get(record.before as usize) else { continue };
            let block = self.blocks.get(record.before as usize).copied().unwrap_or(0);
            let here = Here { body, block, number: record.before, row, words: m.operands(row) };
            let rule = HERE
                .require(row.opcode != Opcode::Phi, "PHI Node must not have any attached DbgRecords")
                .and_then(|()| self.record(body, record, &mut arguments));
            self.note_at(here, rule);
            if self.is_full() {
                return;
            }
        }
    }

    fn record(&mut self, body: &Body<'m>, record: &DebugRecord, arguments: &mut FxHashMap<u64, u32>) -> Rule {
        let m = self.m;
        let words = m.words(record.operands, record.count);
        let node =
            |i: usize| words.get(i).filter(|&&word| word & METADATA != 0).map(|&word| word & !(METADATA | LOCAL));
        let Some(location) = node(words.len().wrapping_sub(1)) else {
            return HERE.broken("invalid #dbg record DILocation");
        };
        self.node(location, true);
        HERE.require(m.node_kind(Some(location)) == Some(NodeKind::Location), "invalid #dbg record DILocation")?;
        if record.kind == DebugKind::Label {
            return self.label(node(0), location);
        }
        self.variable_record(body, record, words)?;
        let (Some(variable), Some(expression)) = (node(1), node(2)) else {
            return HERE.broken("invalid #dbg record variable");
        };
        let of_variable = m.node_at(variable, 1).and_then(|scope| self.subprogram_of_scope(scope));
        let of_location = m.node_at(location, 3).and_then(|scope| self.subprogram_of_scope(scope));
        if let (Some(a), Some(b)) = (of_variable, of_location) {
            HERE.require(a == b, "mismatched subprogram between #dbg record variable and DILocation")?;
            let argument = m.node_word(variable, 6);
            if body.subprogram != 0 && m.node_at(location, 4).is_none() && argument != 0 {
                let first = *arguments.entry(argument).or_insert(variable);
                HERE.require(first == variable, "conflicting debug info for argument")?;
            }
        }
        if m.node_word(variable, 7) & ARTIFICIAL == 0 {
            self.fragment(variable, expression, 5)?;
        }
        self.no_entry_value(body, words.first().copied().unwrap_or(NONE), expression)
    }

    fn label(&mut self, label: Option<u32>, location: u32) -> Rule {
        let m = self.m;
        let Some(label) = label.filter(|&label| m.node_kind(Some(label)) == Some(NodeKind::Label)) else {
            return HERE.broken("invalid #dbg_label intrinsic variable");
        };
        let of_label = m.node_at(label, 1).and_then(|scope| self.subprogram_of_scope(scope));
        let of_location = m.node_at(location, 3).and_then(|scope| self.subprogram_of_scope(scope));
        HERE.require(
            of_label.is_none() || of_location.is_none() || of_label == of_location,
            "mismatched subprogram between #dbg_label label and !dbg attachment",
        )
    }

    fn variable_record(&mut self, body: &Body<'m>, record: &DebugRecord, words: &[u32]) -> Rule {
        let m = self.m;
        let node =
            |i: usize| words.get(i).filter(|&&word| word & METADATA != 0).map(|&word| word & !(METADATA | LOCAL));
        let value = words.first().copied().unwrap_or(NONE);
        self.place_of_variable(body, value, true, "invalid #dbg record address/value")?;
        if record.kind == DebugKind::Declare {
            let ty = self.value_of(value).map(|value| m.types.kind(m.type_of(value)));
            HERE.require(
                ty.is_none_or(|kind| matches!(kind, TypeKind::Pointer | TypeKind::Integer)),
                "location of #dbg_declare must be a pointer or int",
            )?;
        }
        let of = |i, kind| node(i).filter(|&n| m.node_kind(Some(n)) == Some(kind));
        let Some(variable) = of(1, NodeKind::LocalVariable) else {
            return HERE.broken("invalid #dbg record variable");
        };
        self.node(variable, false);
        let Some(expression) = of(2, NodeKind::Expression) else {
            return HERE.broken("invalid #dbg record expression");
        };
        self.node(expression, false);
        self.expression_node(expression)?;
        if record.kind != DebugKind::Assign {
            return Ok(());
        }
        HERE.require(of(3, NodeKind::AssignId).is_some(), "invalid #dbg_assign DIAssignID")?;
        self.place_of_variable(body, words.get(4).copied().unwrap_or(NONE), false, "invalid #dbg_assign address")?;
        HERE.require(of(5, NodeKind::Expression).is_some(), "invalid #dbg_assign address expression")
    }

    /// Returns the value in a word of a record, direct or wrapped as metadata.
    fn value_of(&self, word: u32) -> Option<u32> {
        match word & METADATA != 0 && word & LOCAL == 0 {
            true => self.m.node_value(Some(word & !METADATA)),
            false => Some(word),
        }
    }

    /// Checks a location operand: a value, a list of values if permitted, or an empty node.
    fn place_of_variable(&self, body: &Body<'m>, word: u32, with_lists: bool, message: &'static str) -> Rule {
        let m = self.m;
        if let Some(value) = self.value_of(word) {
            let owned = value & LOCAL == 0 || body.owns(value);
            return HERE.require(owned, "function-local metadata used in wrong function");
        }
        let node = word & !METADATA;
        match m.node_kind(Some(node)) {
            Some(NodeKind::ArgList) if with_lists => Ok(()),
            Some(kind) if kind.has_fields() => HERE.require(m.node_operands(node).is_empty(), message),
            _ => HERE.broken(message),
        }
    }

    /// Checks that a fragment is a proper part of the variable, whose type is in the word `place`.
    pub(super) fn fragment(&self, variable: u32, expression: u32, place: usize) -> Rule {
        let m = self.m;
        let words = m.metadata.get(expression).map_or(&[][..], |n| m.metadata.words(n));
        let words = words.get(1..).unwrap_or(&[]);
        let Some(&[operator, offset, size]) = words.last_chunk::<3>() else { return Ok(()) };
        if operator != FRAGMENT || !crate::metadata::is_valid(words) {
            return Ok(());
        }
        let Some(whole) = self.bits_of_type(m.node_at(variable, place)) else { return Ok(()) };
        let end = (size as u32).wrapping_add(offset as u32) as u64;
        HERE.require(end <= whole, "fragment is larger than or outside of variable")?;
        HERE.require(size != whole, "fragment covers entire variable")
    }

    /// Returns the size of a type, or of its base type.
    fn bits_of_type(&self, ty: Option<u32>) -> Option<u64> {
        let m = self.m;
        let mut ty = ty?;
        for _ in 0..MOST_TYPES {
            let (size, base) = match m.node_kind(Some(ty))? {
                NodeKind::DerivedType => (7, m.node_at(ty, 6)),
                NodeKind::CompositeType => (7, None),
                NodeKind::BasicType | NodeKind::FixedPointType => (3, None),
                NodeKind::StringType => (6, None),
                NodeKind::SubrangeType => (5, None),
                _ => return None,
            };
            let word = m.node_word(ty, size);
            let bits = match word & super::super::nodes::RAW {
                0 => m.node_integer(m.node_at(ty, size)).and_then(|value| m.integer_of(value)),
                raw => Some(word & !raw),
            };
            if let Some(bits) = bits.filter(|&bits| bits != 0) {
                return Some(bits);
            }
            ty = base?;
        }
        None
    }

    /// Rejects entry values, except for arguments of asynchronous Swift functions.
    fn no_entry_value(&mut self, body: &Body<'m>, word: u32, expression: u32) -> Rule {
        let m = self.m;
        let words = m.metadata.get(expression).map_or(&[][..], |n| m.metadata.words(n));
        let mut operators = words.iter().skip(1);
        let first = operators.next();
        // An argument operator may precede, with the number of the value.
        const ARGUMENT: u64 = 0x1005;
        let first = if first == Some(&ARGUMENT) { operators.nth(1) } else { first };
        if first != Some(&ENTRY_VALUE) {
            return Ok(());
        }
        if let Some(value) = self.value_of(word) {
            let undefined = |kind| matches!(kind, ConstantKind::Undef | ConstantKind::Poison);
            if m.constant(value).is_some_and(|c| undefined(c.kind)) {
                return Ok(());
            }
            let start = body.global.body.as_ref().map_or(0, |body| body.locals.start);
            let local = value & !LOCAL;
            let is_argument = m.locals.get(local as usize).is_some_and(|local| local.instruction == NONE);
            if value & LOCAL != 0
                && is_argument
                && body.owns(value)
                && self.has(body.global.attributes, FIRST_PARAMETER + (local - start), SWIFT_ASYNC)
            {
                return Ok(());
            }
        }
        HERE.broken("Entry values are only allowed in MIR unless they target a swiftasync Argument")
    }
}
