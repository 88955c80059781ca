//! Numbers everything before the first record is written, in one walk over the module.

use super::Writer;
use super::values::ValueNumbers;
use crate::attributes::{Attribute, SetId};
use crate::global::Global;
use crate::handles::Function;
use crate::instruction::{Opcode, Slot};
use crate::metadata::NodeKind;
use crate::module::{DebugRecord, LOCAL, METADATA, NONE, within};

/// The constants and metadata that only one function uses: ranges of lists.
#[derive(Clone, Debug, Default)]
pub(super) struct OfFunction {
    /// The constants of the function.
    pub(super) constants: std::ops::Range<u32>,
    /// The metadata of the function.
    pub(super) nodes: std::ops::Range<u32>,
}

/// The numbers of attribute lists and groups.
#[derive(Default)]
pub(super) struct AttributeNumbers {
    /// The number of each list, plus one; zero is none.
    lists: Vec<u32>,
    /// The lists in the order of their numbers.
    pub(super) order: Vec<u32>,
    /// Groups: owner and set, in the order of their numbers.
    pub(super) groups: Vec<(u32, SetId)>,
    pub(super) numbers: std::collections::HashMap<(u32, SetId), u32, rustc_hash::FxBuildHasher>,
}

impl AttributeNumbers {
    /// Returns the number of a list in the file, plus one, for its number in the module, plus one; zero is none.
    #[inline(always)]
    pub(super) fn number(&self, list: u32) -> u64 {
        (list as usize).checked_sub(1).and_then(|i| self.lists.get(i)).map_or(0, |&number| number as u64)
    }
}

impl Writer<'_> {
    /// Numbers the values, types, attributes and metadata of the module.
    pub(super) fn number(&mut self) {
        let m = self.m;
        self.values = ValueNumbers::of_globals(m);
        self.attributes.lists = vec![0; m.attributes.lists.len()];
        self.locals = vec![NONE; m.locals.len()];
        for i in 0..self.values.globals.len() {
            let global = self.values.globals.get(i).and_then(|&g| m.globals.get(g as usize));
            if let Some(global) = global {
                self.types.mark(global.ty);
                self.attribute_list(global.attributes);
                self.of_global(global);
            }
        }
        for &node in m.named_nodes.iter().flat_map(|list| &list.nodes) {
            self.node_of_module(node);
        }
        for attachment in &m.global_attachments {
            self.node_of_module(attachment.node);
        }
        self.of_functions = m.functions().map(|function| self.of_function(function)).collect();
        self.module_nodes = self.nodes.end();
        self.types.end(m);
        self.module_values = self.values.end_of_module(m, &self.types);
    }

    fn of_global(&mut self, global: &Global) {
        for value in [global.init, global.prefix, global.prologue, global.personality] {
            if let Some(value) = value.checked_sub(1) {
                self.values.of_module(self.m, &mut self.types, value);
            }
        }
    }

    fn attribute_list(&mut self, list: u32) {
        let Some(i) = list.checked_sub(1) else { return };
        let m = self.m;
        let groups = || m.attributes.list(list).iter().filter(|group| !m.attributes.set(group.1).is_empty());
        match self.attributes.lists.get_mut(i as usize) {
            Some(slot) if *slot == 0 && groups().next().is_some() => *slot = self.attributes.order.len() as u32 + 1,
            _ => return,
        }
        self.attributes.order.push(i);
        for &group in groups() {
            if self.attributes.numbers.contains_key(&group) {
                continue;
            }
            self.attributes.groups.push(group);
            self.attributes.numbers.insert(group, self.attributes.groups.len() as u32);
            for attribute in m.attributes.set(group.1) {
                if let Attribute::Type(_, Some(ty)) = attribute {
                    self.types.mark(*ty);
                }
            }
        }
    }

    /// Lists a node and the constants that it and its operands refer to. Most nodes are met several times.
    #[inline(always)]
    fn node_of_module(&mut self, node: u32) {
        if self.nodes.is_new(node) {
            self.new_node_of_module(node);
        }
    }

    fn new_node_of_module(&mut self, node: u32) {
        let m = self.m;
        let first = self.local_nodes.len();
        self.list_node(node);
        // The only metadata that is local to a function is values, and lists of values.
        let mut i = first;
        while let Some(&local) = self.local_nodes.get(i) {
            i += 1;
            let list = m.metadata.get(local).filter(|n| n.kind == NodeKind::ArgList);
            list.map_or(&[][..], |n| m.metadata.words(n)).iter().for_each(|&value| self.list_node(value as u32));
        }
    }

    fn list_node(&mut self, node: u32) {
        let m = self.m;
        let first = self.nodes.values.len();
        self.nodes.list(m, node, &mut self.local_nodes);
        for i in first..self.nodes.values.len() {
            let value = self.nodes.values.get(i).and_then(|&n| m.metadata.get(n));
            if let Some(&[ty, value]) = value.map(|node| m.metadata.words(node)) {
                self.types.mark(ty as u32);
                self.values.of_module(m, &mut self.types, value as u32);
            }
        }
    }

    /// Lists the constants and metadata of a function.
    fn of_function(&mut self, function: Function<'_>) -> OfFunction {
        let m = self.m;
        let (constants, nodes) = (self.values.of_functions.len() as u32, self.local_nodes.len() as u32);
        let Some(body) = function.global().and_then(|g| g.body.as_ref()) else { return OfFunction::default() };
        // Only debug records need to know which locals are already defined.
        let mut next = if body.records.is_empty() { 0 } else { self.number_locals(function, 0, 0) };
        let mut records = within(&m.records, &body.records);
        let mut location = 0;
        for (number, row) in m.numbered_rows(body) {
            self.types.mark(row.ty);
            self.of_operands(row.opcode, m.operands(row), constants);
            next += (row.result != NONE) as u32;
            // A record is written after the instruction that it is attached to.
            while let Some((record, rest)) = records.split_first().filter(|(r, _)| r.before <= number) {
                records = rest;
                self.of_record(record, next, constants);
            }
            let here = m.locations.get(number as usize).copied().unwrap_or(0);
            if here != location {
                location = here;
                self.of_location(here);
            }
        }
        for bundle in within(&m.bundles, &body.bundles) {
            m.words(bundle.operands, bundle.count).iter().for_each(|&value| self.of_value(value, constants));
        }
        for attachment in within(&m.attachments, &body.attachments) {
            self.node_of_module(attachment.node);
        }
        let end = (self.values.of_functions.len() as u32, self.local_nodes.len() as u32);
        self.nodes.forget(self.local_nodes.get(nodes as usize..).unwrap_or(&[]));
        OfFunction { constants: constants..end.0, nodes: nodes..end.1 }
    }

    /// Numbers the arguments from `arguments` on, skips `between` numbers, and numbers the results; returns the number of the first result.
    pub(super) fn number_locals(&mut self, function: Function<'_>, arguments: u32, between: u32) -> u32 {
        let mut next = arguments;
        for argument in function.arguments() {
            self.number_local(argument.number() & !LOCAL, next);
            next += 1;
        }
        let first = next + between;
        // The results follow the arguments, in order.
        let locals = function.global().and_then(|g| g.body.as_ref()).map_or(0..0, |body| body.locals.clone());
        let results = (locals.start + (first - between - arguments)) as usize..locals.end as usize;
        for (slot, number) in self.locals.get_mut(results).unwrap_or(&mut []).iter_mut().zip(first..) {
            *slot = number;
        }
        first
    }

    #[inline(always)]
    fn number_local(&mut self, local: u32, number: u32) {
        if let Some(slot) = self.locals.get_mut(local as usize) {
            *slot = number;
        }
    }

    #[inline]
    fn of_operands(&mut self, opcode: Opcode, words: &[u32], start: u32) {
        use Opcode::*;
        let layout = opcode.layout();
        // The most frequent opcodes first.
        let values = match opcode {
            Load | ExtractValue => 1,
            Store | AtomicRmw | InsertValue => 2,
            _ if layout.head.is_empty() && matches!(layout.tail, [Slot::Value]) => words.len(),
            _ => return self.of_other_operands(opcode, words, start),
        };
        words.iter().take(values).for_each(|&word| self.of_value(word, start));
    }

    fn of_other_operands(&mut self, opcode: Opcode, words: &[u32], start: u32) {
        let layout = opcode.layout();
        let (head, tail) = words.split_at_checked(layout.head.len()).unwrap_or((words, &[]));
        for (&slot, &word) in layout.head.iter().zip(head) {
            self.of_word(slot, word, start);
        }
        match layout.tail {
            [] => {}
            // The last words of a `callbr` are blocks.
            _ if opcode == Opcode::CallBr => {
                let arguments = tail.len().saturating_sub(words.get(4).copied().unwrap_or(0) as usize);
                tail.iter().take(arguments).for_each(|&word| self.of_value(word, start));
            }
            [slot] => tail.iter().for_each(|&word| self.of_word(*slot, word, start)),
            slots => tail.iter().zip(slots.iter().cycle()).for_each(|(&word, &slot)| self.of_word(slot, word, start)),
        }
        if opcode.is_call() {
            self.attribute_list(words.first().copied().unwrap_or(0));
        }
    }

    #[inline(always)]
    fn of_word(&mut self, slot: Slot, word: u32, start: u32) {
        match slot {
            Slot::Value => self.of_value(word, start),
            Slot::Type => self.types.mark(word),
            Slot::Block | Slot::Number => {}
        }
    }

    #[inline(always)]
    fn of_value(&mut self, value: u32, start: u32) {
        if value & LOCAL != 0 {
            return;
        }
        match value & METADATA {
            0 => self.values.of_function(self.m, &mut self.types, value, start),
            _ => self.node_of_module(value & !METADATA),
        }
    }

    /// Lists the nodes of a debug record. Its first word may be a value, which needs a node if it is a forward reference (its number
    /// is `next` or above).
    fn of_record(&mut self, record: &DebugRecord, next: u32, start: u32) {
        for &word in self.m.words(record.operands, record.count) {
            if word & LOCAL != 0 && self.locals.get((word & !LOCAL) as usize).is_none_or(|&number| number >= next) {
                self.local_nodes.push(word);
            }
            self.of_value(word, start);
        }
    }

    fn of_location(&mut self, location: u32) {
        let m = self.m;
        let node = location.checked_sub(1).and_then(|n| m.metadata.get(n));
        let words = node.filter(|n| n.kind == NodeKind::Location).map(|n| m.metadata.words(n));
        if let Some(&[_, _, _, scope, called, ..]) = words {
            for node in [scope, called].into_iter().filter_map(|reference| reference.checked_sub(1)) {
                self.node_of_module(node.min(NONE as u64) as u32);
            }
        }
    }
}
