//! Numbers of unnamed items in assembly: globals, nodes, attribute groups.
//!
//! LLVM numbers in the order of printing: globals, named lists, then functions one after another. Source: `SlotTracker` of
//! `llvm/lib/IR/AsmWriter.cpp`.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::attributes::{FUNCTION, SetId};
use crate::global::{Global, GlobalKind};
use crate::metadata::NodeKind;
use crate::module::{Attachment, METADATA, Module, NONE, within};

/// The numbers of unnamed items.
#[derive(Default)]
pub(super) struct Slots {
    /// The numbers of unnamed globals.
    pub(super) globals: HashMap<u32, u32, FxBuildHasher>,
    /// The number of each node; NONE if it has none.
    nodes: Vec<u32>,
    /// The nodes in the order of their numbers.
    pub(super) numbered: Vec<u32>,
    groups: HashMap<SetId, u32, FxBuildHasher>,
    /// The attribute sets in the order of their group numbers.
    pub(super) sets: Vec<SetId>,
    /// The ranges of each global's attachments.
    attachments: HashMap<u32, std::ops::Range<usize>, FxBuildHasher>,
    sorted: Vec<Attachment>,
}

impl Slots {
    /// Numbers the items of a module in LLVM's order.
    pub(super) fn of_module(m: &Module) -> Slots {
        let mut slots = Slots { nodes: vec![NONE; m.metadata.nodes.len()], ..Slots::default() };
        slots.sorted.clone_from(&m.global_attachments);
        slots.sorted.arrange_by_key(|a| (a.to, a.kind));
        let mut start = 0;
        for same in slots.sorted.chunk_by(|a, b| a.to == b.to) {
            if let Some(first) = same.first() {
                slots.attachments.insert(first.to, start..start + same.len());
            }
            start += same.len();
        }
        let of = |kind| m.globals.iter().enumerate().filter(move |(_, g)| g.kind == kind);
        for (number, variable) in of(GlobalKind::Variable) {
            slots.global(number as u32, variable);
            slots.attached_to(m, number as u32);
            if let Some(set) = m.attributes.of(variable.attributes, FUNCTION) {
                slots.group(set);
            }
        }
        for (number, global) in of(GlobalKind::Alias).chain(of(GlobalKind::IFunc)) {
            slots.global(number as u32, global);
            slots.attached_to(m, number as u32);
        }
        for &node in m.named_nodes.iter().flat_map(|list| &list.nodes) {
            slots.node(m, node);
        }
        for (number, function) in of(GlobalKind::Function) {
            slots.global(number as u32, function);
            if let Some(set) = m.attributes.of(function.attributes, FUNCTION) {
                slots.group(set);
            }
        }
        slots
    }

    fn global(&mut self, number: u32, global: &Global) {
        if global.name.is_empty() {
            let next = self.globals.len() as u32;
            self.globals.insert(number, next);
        }
    }

    fn group(&mut self, set: SetId) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.groups.entry(set) {
            entry.insert(self.sets.len() as u32);
            self.sets.push(set);
        }
    }

    /// The number of an attribute group.
    pub(super) fn group_of(&self, set: SetId) -> u32 {
        self.groups.get(&set).copied().unwrap_or(NONE)
    }

    /// The number of a node.
    pub(super) fn node_of(&self, node: u32) -> Option<u32> {
        self.nodes.get(node as usize).copied().filter(|&slot| slot != NONE)
    }

    /// The attachments of a global, by kind.
    pub(super) fn attachments_of(&self, number: u32) -> &[Attachment] {
        self.attachments.get(&number).and_then(|range| self.sorted.get(range.clone())).unwrap_or(&[])
    }

    fn attached_to(&mut self, m: &Module, number: u32) {
        let Some(range) = self.attachments.get(&number).cloned() else { return };
        for i in range {
            if let Some(attachment) = self.sorted.get(i) {
                self.node(m, attachment.node);
            }
        }
    }

    /// Numbers a node, and then the nodes that it refers to.
    fn node(&mut self, m: &Module, node: u32) {
        let mut stack = vec![node];
        while let Some(number) = stack.pop() {
            let Some(node) = m.metadata.get(number) else { continue };
            if !node.kind.has_fields() || node.kind == NodeKind::Expression {
                continue;
            }
            match self.nodes.get_mut(number as usize) {
                Some(slot) if *slot == NONE => *slot = self.numbered.len() as u32,
                _ => continue,
            }
            self.numbered.push(number);
            let from = stack.len();
            let known = &self.nodes;
            let operands = m.metadata.operands(node).filter_map(|n| u32::try_from(n).ok()?.checked_sub(1));
            stack.extend(operands.filter(|&n| known.get(n as usize) == Some(&NONE)));
            stack.get_mut(from..).unwrap_or(&mut []).reverse();
        }
    }

    /// Numbers the nodes and attribute groups of a function.
    pub(super) fn function(&mut self, m: &Module, number: u32, function: &Global) {
        self.attached_to(m, number);
        let Some(body) = &function.body else { return };
        let mut attachments = within(&m.attachments, &body.attachments);
        let mut records = within(&m.records, &body.records);
        for (number, row) in body.instructions.clone().zip(within(&m.instructions, &body.instructions)) {
            while let Some((record, rest)) = records.split_first().filter(|(r, _)| r.before <= number) {
                records = rest;
                for &word in m.words(record.operands, record.count) {
                    self.metadata_word(m, word);
                }
            }
            let words = m.operands(row);
            if row.opcode == crate::instruction::Opcode::Call
                && m.global_of(words.get(3).copied().unwrap_or(NONE))
                    .is_some_and(|g| m.text(g.name).starts_with(b"llvm."))
            {
                words.iter().skip(4).for_each(|&word| self.metadata_word(m, word));
            }
            if let Some(location) = m.locations.get(number as usize).and_then(|l| l.checked_sub(1)) {
                self.node(m, location);
            }
            while let Some((attachment, rest)) = attachments.split_first().filter(|(a, _)| a.to <= number) {
                attachments = rest;
                self.node(m, attachment.node);
            }
            if row.opcode.is_call()
                && let Some(set) = m.attributes.of(words.first().copied().unwrap_or(0), FUNCTION)
            {
                self.group(set);
            }
        }
    }

    fn metadata_word(&mut self, m: &Module, word: u32) {
        if word & crate::module::LOCAL == 0 && word & METADATA != 0 {
            self.node(m, word & !METADATA);
        }
    }
}
