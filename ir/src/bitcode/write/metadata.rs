//! The METADATA blocks: strings, values, nodes, named lists, attachments.

use super::Writer;
use super::nodes;
use super::numbers::OfFunction;
use super::shapes::{metadata as shapes, shape};
use super::sink::Sink;
use crate::bitcode::codes::block;
use crate::bitcode::codes::metadata as code;
use crate::global::GlobalKind;
use crate::metadata::{Node, NodeKind};
use crate::module::{Attachment, Body, LOCAL, METADATA, within};

impl Writer<'_> {
    pub(super) fn module_metadata(&mut self) {
        let m = self.m;
        if self.module_nodes == 0 && m.named_nodes.is_empty() {
            return;
        }
        self.out.enter(block::METADATA, 4);
        shapes::SHAPES.iter().for_each(|fields| self.out.define(fields));
        self.strings();
        let values = std::mem::take(&mut self.nodes.values);
        values.iter().for_each(|&node| self.value_node(node));
        self.nodes.values = values;
        let list: Vec<u32> = self.nodes.nodes().collect();
        for node in list.into_iter().filter_map(|node| m.metadata.get(node)) {
            self.write_node(node);
        }
        for list in &m.named_nodes {
            self.shaped_text(shape(shapes::SHAPES, shapes::NAME), &[], m.text(list.name));
            let numbers: Vec<u64> = list.nodes.iter().map(|&node| self.node(node)).collect();
            self.out.record(code::NAMED_NODE, &numbers);
        }
        let attached = std::mem::take(&mut self.attached);
        attached.chunk_by(|a, b| a.to == b.to).for_each(|of_one| self.global_attachment(of_one));
        self.attached = attached;
        self.out.leave();
    }

    /// The attachments of a global.
    fn attached_to(&self, global: u32) -> &[Attachment] {
        let start = self.attached.partition_point(|a| a.to < global);
        let end = self.attached.partition_point(|a| a.to <= global);
        self.attached.get(start..end).unwrap_or(&[])
    }

    fn global_attachment(&mut self, list: &[Attachment]) {
        let global = list.first().and_then(|first| self.m.globals.get(first.to as usize));
        // Attachments of functions with a body are written in the body.
        let Some(global) = global.filter(|g| g.body.is_none() && g.kind != GlobalKind::Removed) else { return };
        let mut record = vec![self.value(global.value) as u64];
        self.pairs_of_attachments(list, &mut record);
        self.out.record(code::GLOBAL_ATTACHMENT, &record);
    }

    fn pairs_of_attachments(&mut self, list: &[Attachment], record: &mut Vec<u64>) {
        for attachment in list {
            record.extend([attachment.kind as u64, self.node(attachment.node)]);
        }
    }

    /// Writes all strings as one blob: their lengths, then at an offset their characters.
    fn strings(&mut self) {
        let m = self.m;
        if self.nodes.strings.is_empty() {
            return;
        }
        let strings = || self.nodes.strings.iter().filter_map(|&n| m.metadata.get(n)).map(|n| m.metadata.string(n));
        let mut lengths = Sink::new(self.nodes.strings.len());
        strings().for_each(|string| lengths.vbr(string.len() as u64, 6));
        lengths.align();
        let offset = lengths.bytes.len() as u64;
        let mut blob = lengths.bytes;
        strings().for_each(|string| blob.extend_from_slice(string));
        let operands = [self.nodes.strings.len() as u64, offset];
        self.out.blob(shape(shapes::SHAPES, shapes::STRINGS), &operands, &blob);
    }

    fn value_node(&mut self, node: u32) {
        let node = self.m.metadata.get(node);
        if let Some(&[ty, value]) = node.map(|node| self.m.metadata.words(node)) {
            let record = [self.ty(ty as u32), self.value(value as u32) as u64];
            self.out.record(code::VALUE, &record);
        }
    }

    fn write_node(&mut self, node: &Node) {
        let m = self.m;
        let words = m.metadata.words(node);
        let mut record = std::mem::take(&mut self.operands);
        record.clear();
        if node.kind == NodeKind::Tuple {
            record.extend(words.iter().skip(1).map(|&word| self.reference(word)));
            let code = if m.metadata.is_distinct(node) { code::DISTINCT_NODE } else { code::NODE };
            self.out.record(code, &record);
        } else {
            record.extend_from_slice(words);
            nodes::refer(node.kind, &mut record, |reference| self.reference(reference));
            nodes::finish(node.kind, &mut record, self.version < 21);
            record.truncate(self.rules.words(node.kind));
            // LLVM up to 17 takes a source operand, if present, for a string: a null one is left out.
            if node.kind == NodeKind::File && record.get(5) == Some(&0) {
                record.truncate(5);
            }
            match *record {
                [head, line, column, scope, called, implicit, group, rank] if node.kind == NodeKind::Location => {
                    let record = [0, head, line, column, scope, called, implicit, group, rank];
                    self.out.known(shapes::LOCATION, shapes::LOCATION_FIELDS, record);
                }
                _ => self.out.record(node.kind.code(), &record),
            }
        }
        self.operands = record;
    }

    /// Numbers the metadata of a function, and writes it.
    pub(super) fn function_metadata(&mut self, of: &OfFunction) {
        let m = self.m;
        let range = of.nodes.start as usize..of.nodes.end as usize;
        let list = self.local_nodes.get(range).unwrap_or(&[]).to_vec();
        if list.is_empty() {
            return;
        }
        self.out.enter(block::METADATA, 3);
        let is_list =
            |node: u32| node & LOCAL == 0 && m.metadata.get(node).is_some_and(|node| node.kind == NodeKind::ArgList);
        let (lists, values): (Vec<u32>, Vec<u32>) = list.into_iter().partition(|&node| is_list(node));
        let mut next = self.module_nodes;
        for node in values {
            self.local_value(node, next);
            next += 1;
        }
        for node in lists {
            let arguments = m.metadata.get(node).map_or(&[][..], |node| m.metadata.words(node));
            let record: Vec<u64> = arguments.iter().map(|&value| self.node(value as u32)).collect();
            self.out.record(code::ARG_LIST, &record);
            self.nodes.assign(node, next);
            next += 1;
        }
        self.out.leave();
    }

    fn local_value(&mut self, node: u32, number: u32) {
        if node & LOCAL == 0 {
            self.value_node(node);
            return self.nodes.assign(node, number);
        }
        let record = [self.ty(self.m.type_of(node)), self.value(node) as u64];
        self.out.record(code::VALUE, &record);
        self.body.nodes_of_locals.insert(node, number);
    }

    /// Returns the number of metadata, or of the node that wraps a local.
    pub(super) fn metadata_word(&mut self, word: u32) -> u64 {
        if word & LOCAL == 0 && word & METADATA != 0 {
            return self.node(word & !METADATA);
        }
        match self.body.nodes_of_locals.get(&word) {
            Some(&number) => number as u64,
            None => self.dangling("node", word) as u64,
        }
    }

    /// Writes the attachments of a function and of its instructions; `first` is the number of the function's first instruction.
    pub(super) fn attachments(&mut self, function: u32, body: &Body, first: u32) {
        let m = self.m;
        let own = self.attached_to(function).to_vec();
        let list = within(&m.attachments, &body.attachments);
        if list.is_empty() && own.is_empty() {
            return;
        }
        self.out.enter(block::ATTACHMENTS, 3);
        let mut record = Vec::new();
        if !own.is_empty() {
            self.pairs_of_attachments(&own, &mut record);
            self.out.record(code::ATTACHMENT, &record);
        }
        for of_one in list.chunk_by(|a, b| a.to == b.to) {
            record.clear();
            record.extend(of_one.first().map(|a| a.to.wrapping_sub(first) as u64));
            self.pairs_of_attachments(of_one, &mut record);
            self.out.record(code::ATTACHMENT, &record);
        }
        self.out.leave();
    }
}
