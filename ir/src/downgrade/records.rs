//! Debug records: calls of intrinsics before LLVM 19.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::{Rules, What};
use crate::constants::{Constant, ConstantKind};
use crate::global::{Global, GlobalKind};
use crate::instruction::{Opcode, Row};
use crate::metadata::NodeKind;
use crate::module::{DebugKind, DebugRecord, LOCAL, METADATA, Module, NONE};
use crate::types::TypeKind;

/// Lowers records that are too new, or all of them.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) {
    let as_value = [DebugKind::DeclareValue, DebugKind::Assign].map(|kind| (kind, rules.has(What::Record(kind))));
    for record in &mut m.records {
        if as_value.contains(&(record.kind, true)) {
            to_value(record, &mut m.operands);
        }
    }
    if rules.has(What::Records) && !m.records.is_empty() {
        to_calls(m);
    }
}

/// Turns a `#dbg_assign` or `#dbg_declare_value` record into a `#dbg_value` record.
fn to_value(record: &mut DebugRecord, operands: &mut Vec<u32>) {
    record.kind = DebugKind::Value;
    let all = operands.get(record.operands as usize..(record.operands + record.count) as usize).unwrap_or(&[]);
    if let (&[value, variable, expression, ..], Some(&location)) = (all, all.last()) {
        record.operands = operands.len() as u32;
        record.count = 4;
        operands.extend([value, variable, expression, location]);
    }
}

/// The callees of the inserted calls, and the nodes that wrap values.
#[derive(Default)]
struct Made {
    /// By kind of record: the value and the type of the function.
    functions: HashMap<&'static str, (u32, u32), FxBuildHasher>,
    nodes: HashMap<u32, u32, FxBuildHasher>,
}

/// Inserts a call for each record, before the instruction that the record precedes.
fn to_calls(m: &mut Module) {
    let mut records = std::mem::take(&mut m.records);
    records.arrange_by_key(|record| record.before);
    // The number of records attached to instructions before each instruction.
    let mut shift = vec![0; m.instructions.len() + 2];
    for record in &records {
        if let Some(count) = shift.get_mut(record.before as usize + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for count in &mut shift {
        sum += *count;
        *count = sum;
    }
    let mut made = Made::default();
    let rows = std::mem::take(&mut m.instructions);
    let locations = std::mem::take(&mut m.locations);
    let mut records = records.as_slice();
    for (number, row) in (0..).zip(rows) {
        while let Some((record, rest)) = records.split_first().filter(|(r, _)| r.before <= number) {
            records = rest;
            let (call, location) = made.call(m, record);
            push(m, call, location);
        }
        push(m, row, locations.get(number as usize).copied().unwrap_or(0));
    }
    renumber(m, &shift);
}

fn push(m: &mut Module, row: Row, location: u32) {
    m.instructions.push(row);
    m.locations.push(location);
}

/// Renumbers the instructions in everything that refers to them.
fn renumber(m: &mut Module, shift: &[u32]) {
    let at = |i: u32| shift.get(i as usize).copied().unwrap_or_else(|| shift.last().copied().unwrap_or(0));
    // The new place of the first record before it, and its own new place.
    let start = |i: u32| i + at(i);
    let number = |i: u32| i + at(i.saturating_add(1));
    for block in &mut m.blocks {
        (block.first, block.end) = (start(block.first), start(block.end));
    }
    for local in m.locals.iter_mut().filter(|local| local.instruction != NONE) {
        local.instruction = number(local.instruction);
    }
    for body in m.globals.iter_mut().filter_map(|g| g.body.as_mut()) {
        body.instructions = start(body.instructions.start)..start(body.instructions.end);
        body.records = 0..0;
    }
    m.attachments.iter_mut().for_each(|attachment| attachment.to = number(attachment.to));
    m.bundles.iter_mut().for_each(|bundle| bundle.call = number(bundle.call));
}

impl Made {
    /// Returns the call for a record, and its location.
    fn call(&mut self, m: &mut Module, record: &DebugRecord) -> (Row, u32) {
        let words = m.words(record.operands, record.count).to_vec();
        let (&location, arguments) = words.split_last().unwrap_or((&0, &[]));
        let (callee, ty) = self.function(m, record.kind, arguments.len());
        let mut operands = vec![0, 0, ty, callee];
        operands.extend(arguments.iter().map(|&word| self.metadata(m, word)));
        let start = m.operands.len() as u32;
        m.operands.extend_from_slice(&operands);
        let void = m.types.simple(TypeKind::Void, 0);
        let count = operands.len() as u32;
        let row = Row { opcode: Opcode::Call, sub: 0, flags: 0, ty: void, operands: start, count, result: NONE };
        (row, (location & !METADATA) + 1)
    }

    /// Returns a word as metadata, which wraps the word if it is a value.
    fn metadata(&mut self, m: &mut Module, word: u32) -> u32 {
        if word & LOCAL == 0 && word & METADATA != 0 {
            return word;
        }
        let ty = m.type_of(word);
        let node =
            self.nodes.entry(word).or_insert_with(|| m.metadata.push(NodeKind::Value, &[ty as u64, word as u64]));
        METADATA | *node
    }

    /// Returns the function for a kind of record, with `count` parameters of metadata.
    fn function(&mut self, m: &mut Module, kind: DebugKind, count: usize) -> (u32, u32) {
        let name = match kind {
            DebugKind::Value | DebugKind::DeclareValue => "llvm.dbg.value",
            DebugKind::Declare => "llvm.dbg.declare",
            DebugKind::Assign => "llvm.dbg.assign",
            DebugKind::Label => "llvm.dbg.label",
        };
        if let Some(&function) = self.functions.get(name) {
            return function;
        }
        let metadata = m.types.simple(TypeKind::Metadata, 0);
        let mut parts = vec![m.types.simple(TypeKind::Void, 0)];
        parts.resize(count + 1, metadata);
        let ty = m.types.composed(TypeKind::Function, 0, &parts);
        let is_it = |g: &&Global| g.kind == GlobalKind::Function && m.text(g.name) == name.as_bytes() && g.ty == ty;
        let value = match m.globals.iter().find(is_it) {
            Some(global) => global.value,
            None => declare(m, name, ty),
        };
        self.functions.insert(name, (value, ty));
        (value, ty)
    }
}

/// Declares an intrinsic.
fn declare(m: &mut Module, name: &str, ty: u32) -> u32 {
    let data = m.globals.len() as u64;
    let pointer = m.types.simple(TypeKind::Pointer, 0);
    let value = m.constants.rows.len() as u32;
    m.constants.rows.push(Constant { data, ty: pointer, count: 0, kind: ConstantKind::Global, sub: 0, flags: 0 });
    let attributes = crate::upgrade::attributes_of_intrinsic(&m.types, &mut m.attributes, name.as_bytes(), ty);
    let name = m.add_text(name.as_bytes());
    m.globals.push(Global { name, value, ty, attributes, ..Global::blank(GlobalKind::Function) });
    value
}
