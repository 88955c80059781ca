//! Records of debug information that were calls of intrinsics before LLVM 19.
//!
//! Source: `upgradeDbgIntrinsicToDbgRecord` of `llvm/lib/IR/AutoUpgrade.cpp`.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::metadata::{NodeKind, fragments};
use crate::module::{DebugKind, DebugRecord, LOCAL, METADATA, Module};

/// The form of a debug intrinsic's call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A value; before LLVM 6 the call had an offset behind it, and is dropped if that is not zero.
    Value,
    Declare,
    Assign,
    Label,
    /// A check of the stack, until LLVM 3.9, which is dropped.
    Nothing,
    /// The address of a variable, until LLVM 14, which becomes a value behind a dereference.
    Address,
}

impl Form {
    /// Returns the kind of record that a call becomes, and the number of its arguments.
    fn record(self) -> (DebugKind, usize) {
        match self {
            Form::Value | Form::Address => (DebugKind::Value, 3),
            Form::Declare => (DebugKind::Declare, 3),
            Form::Assign => (DebugKind::Assign, 6),
            Form::Label | Form::Nothing => (DebugKind::Label, 1),
        }
    }
}

/// The records made from calls.
#[derive(Default)]
pub(super) struct Records {
    made: Vec<DebugRecord>,
    /// The expressions by their words, collected when the first address is met.
    expressions: Option<HashMap<Vec<u64>, u32, FxBuildHasher>>,
}

impl Records {
    /// Converts a call to a record, whose words are added to the operands. `None` for a call that cannot be converted; a call without
    /// a location, or with an offset, is dropped without a record.
    pub(super) fn take(&mut self, m: &mut Module, i: usize, form: Form) -> Option<()> {
        if form == Form::Nothing {
            return Some(());
        }
        let (kind, count) = form.record();
        let mut words = m.operands(m.instructions.get(i)?).get(4..)?.to_vec();
        if form == Form::Value && words.len() == count + 1 {
            let offset = words.remove(1);
            if !m.is_zero(offset) {
                return Some(());
            }
        }
        if words.len() != count || words.iter().any(|&word| word & METADATA == 0 || word & LOCAL != 0) {
            return None;
        }
        let Some(location) = m.locations.get(i)?.checked_sub(1) else { return Some(()) };
        if let (Form::Address, Some(expression)) = (form, words.last_mut()) {
            *expression = METADATA | self.loaded(m, *expression & !METADATA);
        }
        words.push(METADATA | location);
        let start = m.operands.len() as u32;
        m.operands.extend(&words);
        self.made.push(DebugRecord { before: i as u32, kind, operands: start, count: words.len() as u32 });
        Some(())
    }

    /// Returns an expression with a load of the address that it computes; another node is returned unchanged.
    fn loaded(&mut self, m: &mut Module, expression: u32) -> u32 {
        let words_of = |m: &Module, node: u32| {
            let row = m.metadata.get(node).filter(|row| row.kind == NodeKind::Expression)?;
            Some(m.metadata.words(row).to_vec())
        };
        let words = words_of(m, expression);
        let Some((flags, operators)) = words.as_deref().and_then(<[u64]>::split_first) else { return expression };
        let Some(operators) = fragments::through(operators) else { return expression };
        let known = self.expressions.get_or_insert_with(|| {
            let all = 0..m.metadata.nodes.len() as u32;
            all.filter_map(|node| Some((words_of(m, node)?, node))).collect()
        });
        let new = [&[*flags], operators.as_slice()].concat();
        *known.entry(new).or_insert_with_key(|words| m.metadata.push(NodeKind::Expression, words))
    }

    /// Merges the new records with the existing ones, in the order of instructions.
    pub(super) fn add(self, m: &mut Module) {
        if self.made.is_empty() {
            return;
        }
        m.records.extend(self.made);
        m.records.arrange_by_key(|record| record.before);
        let all: Vec<u32> = m.records.iter().map(|record| record.before).collect();
        let at = |number: u32| all.partition_point(|&before| before < number) as u32;
        for body in m.globals.iter_mut().filter_map(|g| g.body.as_mut()) {
            body.records = at(body.instructions.start)..at(body.instructions.end);
        }
    }
}
