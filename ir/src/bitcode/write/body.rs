//! The FUNCTION block: a body.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Writer;
use super::numbers::OfFunction;
use super::shapes::function as shapes;
use crate::bitcode::abbreviation::Encoding;
use crate::bitcode::codes::instructions as code;
use crate::bitcode::codes::{block, use_lists};
use crate::handles::Function;
use crate::metadata::NodeKind;
use crate::module::{Body, Bundle, DebugKind, DebugRecord, METADATA, NONE, within};

/// The flag that marks metadata in an operand bundle, since LLVM 21.
const METADATA_IN_BUNDLE: u64 = 0x8000_0000;

/// The state of the writer of a body.
#[derive(Default)]
pub(super) struct State {
    /// The abbreviation of aggregates: its number and fields, in constants of the module.
    pub(super) aggregate: Option<(u32, [Encoding; 3])>,
    /// The number that the next result has.
    pub(super) next: u32,
    /// The location of the last instruction that had one: a node, plus one.
    location: u32,
    /// The nodes of locals that debug records refer to before their definition.
    pub(super) nodes_of_locals: HashMap<u32, u32, FxBuildHasher>,
}

impl Writer<'_> {
    /// Writes the bodies; returns the number of each function and the bit that its block begins at.
    pub(super) fn bodies(&mut self) -> Vec<(u32, usize)> {
        let m = self.m;
        let all = std::mem::take(&mut self.of_functions);
        let mut places = Vec::new();
        for (function, of) in m.functions().zip(&all) {
            let Some((global, body)) = function.global().and_then(|g| Some((g, g.body.as_ref()?))) else { continue };
            let number = self.value(global.value);
            // The block before has ended at a word.
            places.push((number, self.out.position()));
            self.out.enter(block::FUNCTION, 5);
            self.one_body(function, body, of);
            self.out.leave();
        }
        self.of_functions = all;
        places
    }

    fn one_body(&mut self, function: Function<'_>, body: &Body, of: &OfFunction) {
        let constants = self.values.list_of(self.m, &self.types, of.constants.clone());
        self.body.next = self.number_locals(function, self.module_values, constants.len() as u32);
        let first_constant = self.body.next - constants.len() as u32;
        self.values.assign(&constants, Some(first_constant));
        self.out.record(code::DECLARE_BLOCKS, &[function.blocks().count() as u64]);
        self.constants(&constants, false);
        self.function_metadata(of);
        self.instructions(body);
        self.symbols(body);
        let first = function.instructions().next().map_or(NONE, |i| i.number());
        self.attachments(function.number(), body, first);
        self.block_orders(body);
        self.values.assign(&constants, None);
        self.body.nodes_of_locals.clear();
    }

    fn instructions(&mut self, body: &Body) {
        let m = self.m;
        self.body.location = 0;
        let mut bundles = within(&m.bundles, &body.bundles);
        let mut records = within(&m.records, &body.records);
        for (number, row) in m.numbered_rows(body) {
            while let Some((bundle, rest)) = bundles.split_first().filter(|(b, _)| b.call <= number) {
                bundles = rest;
                self.bundle(bundle);
            }
            self.instruction(row);
            self.body.next += (row.result != NONE) as u32;
            let location = m.locations.get(number as usize).copied().unwrap_or(0);
            if location != 0 {
                self.location(location);
            }
            // The record follows the instruction that it is attached to in the file.
            while let Some((record, rest)) = records.split_first().filter(|(r, _)| r.before <= number) {
                records = rest;
                self.debug_record(record);
            }
        }
    }

    fn bundle(&mut self, bundle: &Bundle) {
        let m = self.m;
        let mut record = vec![bundle.tag as u64];
        for &word in m.words(bundle.operands, bundle.count) {
            if word & crate::module::LOCAL == 0 && word & METADATA != 0 {
                let node = self.node(word & !METADATA) as u32;
                record.extend([METADATA_IN_BUNDLE, self.body.next.wrapping_sub(node) as u64]);
            } else {
                self.typed(word, &mut record);
            }
        }
        self.out.record(code::BUNDLE, &record);
    }

    /// Writes the debug location of the last instruction.
    fn location(&mut self, location: u32) {
        if location == self.body.location {
            return self.out.record(code::LOCATION_AGAIN, &[]);
        }
        self.body.location = location;
        let m = self.m;
        let node = m.metadata.get(location - 1).filter(|n| n.kind == NodeKind::Location);
        let Some(&[_, line, column, scope, called, implicit, group, rank]) = node.map(|n| m.metadata.words(n)) else {
            self.dangling("location", location - 1);
            return;
        };
        let (scope, called) = (self.reference(scope), self.reference(called));
        let record = [0, line, column, scope, called, implicit, group, rank];
        match record.get(1..self.rules.words(NodeKind::Location)) {
            Some(older) if older.len() + 1 < record.len() => self.out.record(code::LOCATION, older),
            _ => self.out.known(shapes::LOCATION, shapes::LOCATION_FIELDS, record),
        }
    }

    fn debug_record(&mut self, record: &DebugRecord) {
        let words = self.m.words(record.operands, record.count);
        let mut numbers = [0; 7];
        // The location is the last operand, and is written first.
        let Some((&location, words)) = words.split_last() else { return };
        numbers[0] = self.metadata_word(location);
        let order: &[usize] = match record.kind {
            DebugKind::Label => &[1],
            DebugKind::Assign => &[3, 1, 2, 4, 6, 5],
            _ => &[3, 1, 2],
        };
        let simple = self.simple_value(record, words);
        for (i, (&word, &place)) in words.iter().zip(order).enumerate() {
            if let Some(slot) = numbers.get_mut(place) {
                *slot = match simple {
                    Some(distance) if i == 0 => distance,
                    _ => self.metadata_word(word),
                };
            }
        }
        let code = match record.kind {
            DebugKind::Value if simple.is_some() => code::RECORD_SIMPLE,
            DebugKind::Value => code::RECORD_VALUE,
            DebugKind::Declare => code::RECORD_DECLARE,
            DebugKind::Assign => code::RECORD_ASSIGN,
            DebugKind::Label => code::RECORD_LABEL,
            DebugKind::DeclareValue => code::RECORD_DECLARE_VALUE,
        };
        self.out.record(code, numbers.get(..=words.len()).unwrap_or(&numbers));
    }

    /// Returns the distance of the value of a `#dbg_value`, if the value is defined already, so that the record can name it directly.
    fn simple_value(&mut self, record: &DebugRecord, words: &[u32]) -> Option<u64> {
        let &value = words.first().filter(|&&word| word & METADATA == 0 || word & crate::module::LOCAL != 0)?;
        if record.kind != DebugKind::Value {
            return None;
        }
        let distance = self.body.next.wrapping_sub(self.value(value));
        (distance as i32 > 0).then_some(distance as u64)
    }

    fn block_orders(&mut self, body: &Body) {
        let m = self.m;
        let orders = within(&m.block_orders, &body.block_orders);
        if orders.is_empty() {
            return;
        }
        self.out.enter(block::USE_LISTS, 3);
        for order in orders {
            let record: Vec<u64> = order.places.iter().chain([&order.block]).map(|&place| place as u64).collect();
            self.out.record(use_lists::ORDER_OF_BLOCK, &record);
        }
        self.out.leave();
    }
}
