//! Finds the identified structures that a module uses, in the order in which assembly lists them.
//!
//! Source: `llvm/lib/IR/TypeFinder.cpp`.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::attributes::Attribute;
use crate::constants::ConstantKind;
use crate::global::{Global, GlobalKind};
use crate::instruction::{Opcode, Row, Slot};
use crate::metadata::NodeKind;
use crate::module::{DebugKind, LOCAL, METADATA, Module, NONE, within};
use crate::types::TypeKind;

/// The structures that were found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) unnamed: Vec<u32>,
    pub(super) named: Vec<u32>,
    /// The numbers of unnamed structures.
    pub(super) numbers: HashMap<u32, u32, FxBuildHasher>,
}

struct Finder<'m> {
    m: &'m Module,
    found: Vec<u32>,
    types: Vec<bool>,
    constants: Vec<bool>,
    nodes: Vec<bool>,
    lists: Vec<bool>,
}

enum Task {
    Value(u32),
    Node(u32),
}

/// Sets a flag; returns whether it was set before, or is out of range.
fn seen(flags: &mut [bool], i: u32) -> bool {
    flags.get_mut(i as usize).is_none_or(|flag| std::mem::replace(flag, true))
}

/// Finds the identified structures of a module.
pub(super) fn types(m: &Module) -> Found {
    let mut found = Found::default();
    if !m.types.rows.iter().any(|row| matches!(row.kind, TypeKind::NamedStruct | TypeKind::Opaque)) {
        return found;
    }
    let mut finder = Finder {
        m,
        found: Vec::new(),
        types: vec![false; m.types.rows.len()],
        constants: vec![false; m.constants.rows.len()],
        nodes: vec![false; m.metadata.nodes.len()],
        lists: vec![false; m.attributes.lists.len() + 1],
    };
    finder.module();
    for ty in finder.found {
        if m.types.get(ty).is_some_and(|row| row.name.is_empty()) {
            found.numbers.insert(ty, found.unnamed.len() as u32);
            found.unnamed.push(ty);
        } else {
            found.named.push(ty);
        }
    }
    found
}

impl Finder<'_> {
    fn module(&mut self) {
        let m = self.m;
        let of = |kind| m.globals.iter().filter(move |g: &&Global| g.kind == kind);
        for kind in [GlobalKind::Variable, GlobalKind::Alias, GlobalKind::IFunc] {
            for global in of(kind) {
                self.ty(global.ty);
                if global.init > 0 && kind != GlobalKind::IFunc {
                    self.walk(Task::Value(global.init - 1));
                }
            }
        }
        for function in of(GlobalKind::Function) {
            self.ty(function.ty);
            self.attributes(function.attributes);
            for operand in [function.personality, function.prefix, function.prologue] {
                if operand > 0 {
                    self.walk(Task::Value(operand - 1));
                }
            }
            self.body(function);
        }
        for &node in m.named_nodes.iter().flat_map(|list| &list.nodes) {
            self.walk(Task::Node(node));
        }
    }

    fn body(&mut self, function: &Global) {
        let m = self.m;
        let Some(body) = &function.body else { return };
        let mut attachments = within(&m.attachments, &body.attachments);
        let mut records = within(&m.records, &body.records);
        let mut bundles = within(&m.bundles, &body.bundles);
        for (number, row) in body.instructions.clone().zip(within(&m.instructions, &body.instructions)) {
            self.ty(row.ty);
            let mine = bundles.iter().take_while(|b| b.call == number).count();
            let (here, rest) = bundles.split_at_checked(mine).unwrap_or((&[], &[]));
            bundles = rest;
            self.operands(row, here.iter().flat_map(|b| m.words(b.operands, b.count)));
            while let Some((attachment, rest)) = attachments.split_first().filter(|(a, _)| a.to <= number) {
                attachments = rest;
                self.walk(Task::Node(attachment.node));
            }
            while let Some((record, rest)) = records.split_first().filter(|(r, _)| r.before <= number) {
                records = rest;
                let words = m.words(record.operands, record.count);
                // The value, and the address of an assignment.
                let places: &[usize] = if record.kind == DebugKind::Assign { &[0, 4] } else { &[0] };
                for &value in places.iter().filter_map(|&place| words.get(place)) {
                    self.location(value);
                }
            }
        }
    }

    fn operands<'a>(&mut self, row: &Row, bundles: impl Iterator<Item = &'a u32>) {
        let words = self.m.operands(row);
        if row.opcode.is_call() {
            let first = row.opcode.first_argument();
            for (i, &argument) in words.iter().enumerate().skip(first) {
                if row.opcode.slot(words, i) == Some(Slot::Value) {
                    self.value(argument);
                }
            }
            bundles.for_each(|&value| self.value(value));
            self.value(words.get(first - 1).copied().unwrap_or(NONE));
            self.attributes(words.first().copied().unwrap_or(0));
            return;
        }
        for (i, &word) in words.iter().enumerate() {
            if row.opcode.slot(words, i) == Some(Slot::Value) {
                self.value(word);
            }
        }
        if matches!(row.opcode, Opcode::GetElementPtr | Opcode::Alloca) {
            self.ty(words.first().copied().unwrap_or(NONE));
        }
    }

    /// Visits an operand of an instruction.
    #[inline]
    fn value(&mut self, value: u32) {
        if value & LOCAL != 0 {
            return;
        }
        if value & METADATA != 0 {
            return self.metadata_operand(value & !METADATA);
        }
        if self.constants.get(value as usize) == Some(&false) {
            self.walk(Task::Value(value));
        }
    }

    fn metadata_operand(&mut self, node: u32) {
        match self.m.metadata.get(node).map(|n| n.kind) {
            Some(NodeKind::Value | NodeKind::ArgList) => self.location(METADATA | node),
            Some(kind) if kind.has_fields() => self.walk(Task::Node(node)),
            _ => {}
        }
    }

    /// Visits the values of a debug record's location operand.
    fn location(&mut self, value: u32) {
        if value & LOCAL != 0 || value & METADATA == 0 {
            return self.value(value);
        }
        let m = self.m;
        let Some(node) = m.metadata.get(value & !METADATA) else { return };
        match node.kind {
            NodeKind::Value => {
                let value = m.metadata.words(node).get(1).copied().unwrap_or(0) as u32;
                if value & LOCAL == 0 {
                    self.walk(Task::Value(value));
                }
            }
            NodeKind::ArgList => {
                for &argument in m.metadata.words(node) {
                    let Some(node) = m.metadata.get(argument as u32) else { continue };
                    let value = m.metadata.words(node).get(1).copied().unwrap_or(0) as u32;
                    if value & LOCAL == 0 {
                        self.walk(Task::Value(value));
                    }
                }
            }
            _ => {}
        }
    }

    fn attributes(&mut self, list: u32) {
        if list == 0 || seen(&mut self.lists, list) {
            return;
        }
        let m = self.m;
        // In LLVM's lists, the set of the function stands first.
        let mut sets = m.attributes.list(list).to_vec();
        sets.arrange_by_key(|(owner, _)| owner.wrapping_add(1));
        for (_, set) in sets {
            for attribute in m.attributes.set(set) {
                if let Attribute::Type(_, Some(ty)) = attribute {
                    self.ty(*ty);
                }
            }
        }
    }

    #[inline]
    fn ty(&mut self, ty: u32) {
        if seen(&mut self.types, ty) {
            return;
        }
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            let Some(row) = self.m.types.get(ty) else { continue };
            if matches!(row.kind, TypeKind::NamedStruct | TypeKind::Opaque) {
                self.found.push(ty);
            }
            let parts = self.m.types.parts(ty);
            let count = if row.kind == TypeKind::Target { row.number as usize } else { parts.len() };
            for &part in parts.iter().take(count).rev() {
                if !seen(&mut self.types, part) {
                    stack.push(part);
                }
            }
        }
    }

    /// Visits a constant or a node, with its operands.
    fn walk(&mut self, task: Task) {
        let mut stack = vec![task];
        while let Some(task) = stack.pop() {
            let from = stack.len();
            match task {
                Task::Value(value) => self.constant(value, &mut stack),
                Task::Node(node) => self.node(node, &mut stack),
            }
            stack.get_mut(from..).unwrap_or(&mut []).reverse();
        }
    }

    fn constant(&mut self, value: u32, stack: &mut Vec<Task>) {
        let m = self.m;
        let Some(c) = m.constants.get(value) else { return };
        if matches!(c.kind, ConstantKind::Global | ConstantKind::InlineAsm) || seen(&mut self.constants, value) {
            return;
        }
        self.ty(c.ty);
        if c.kind == ConstantKind::Gep {
            self.ty(m.constants.words(c).first().copied().unwrap_or(NONE));
        }
        stack.extend(m.constants.operands(c).iter().map(|&v| Task::Value(v)));
    }

    fn node(&mut self, number: u32, stack: &mut Vec<Task>) {
        let m = self.m;
        let Some(node) = m.metadata.get(number) else { return };
        if seen(&mut self.nodes, number) {
            return;
        }
        for operand in m.metadata.operands(node) {
            let Some(number) = operand.checked_sub(1) else { continue };
            let Some(inner) = u32::try_from(number).ok().and_then(|n| m.metadata.get(n)) else { continue };
            match inner.kind {
                NodeKind::Value => {
                    let value = m.metadata.words(inner).get(1).copied().unwrap_or(0) as u32;
                    if value & LOCAL == 0 {
                        stack.push(Task::Value(value));
                    }
                }
                kind if kind.has_fields() => stack.push(Task::Node(number as u32)),
                _ => {}
            }
        }
    }
}
