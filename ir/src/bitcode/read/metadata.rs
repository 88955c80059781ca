//! The METADATA blocks: strings, values, nodes, named lists, attachments.

use super::Reader;
use super::nodes;
use crate::bitcode::bits::Bits;
use crate::bitcode::codes::metadata as code;
use crate::error::Result;
use crate::metadata::NodeKind;
use crate::module::{Attachment, NONE, NamedNode, Text};

impl Reader<'_> {
    pub(super) fn read_metadata(&mut self, of_module: bool) -> Result<()> {
        if of_module && self.next_body > 0 {
            return self.stream.malformed("metadata after functions");
        }
        if of_module {
            // References have the numbers of the file, which equal those of the module.
            self.module_nodes = NONE;
        }
        let mut name = Text::default();
        while let Some(code) = self.stream.next_record()? {
            match code {
                code::STRINGS => self.strings()?,
                code::STRING_OLD => {
                    let bytes: Vec<u8> = self.stream.record.iter().map(|&c| c as u8).collect();
                    self.module.metadata.push_string(&bytes);
                }
                code::VALUE => self.value_node()?,
                code::NODE | code::DISTINCT_NODE => self.tuple(code == code::DISTINCT_NODE),
                code::NAME => name = self.text_from(0),
                code::NAMED_NODE => self.named_node(name)?,
                code::KIND => self.kind()?,
                code::GLOBAL_ATTACHMENT => self.global_attachment()?,
                code::INDEX_OFFSET | code::INDEX => {}
                code::ARG_LIST => {
                    let words: Vec<u64> = self.stream.record.iter().map(|&n| self.node(n) as u64).collect();
                    self.module.metadata.push(NodeKind::ArgList, &words);
                }
                _ => match NodeKind::from_code(code) {
                    Some(kind) => self.debug_node(kind)?,
                    None => return self.stream.unknown("metadata", code as u64),
                },
            }
        }
        Ok(())
    }

    /// Reads the strings of the block: a blob of lengths, and from an offset on the characters.
    fn strings(&mut self) -> Result<()> {
        let (count, offset) = (self.must(0)? as usize, self.must(1)? as usize);
        let blob = self.stream.blob;
        let Some((lengths, mut characters)) = blob.split_at_checked(offset) else {
            return self.stream.malformed("strings of metadata");
        };
        if count > lengths.len() * 8 / 6 {
            return self.stream.too_large("strings of metadata");
        }
        let mut bits = Bits::at(lengths, 0);
        for _ in 0..count {
            let Some((string, rest)) = characters.split_at_checked(bits.vbr6() as usize) else {
                return self.stream.malformed("strings of metadata");
            };
            self.module.metadata.push_string(string);
            characters = rest;
        }
        Ok(())
    }

    fn value_node(&mut self) -> Result<()> {
        let ty = self.ty(self.must(0)?)?;
        let number = self.must(1)?.min(NONE as u64) as u32;
        let value = self.value(number);
        if value == NONE {
            return self.stream.no_such("value", number as u64);
        }
        self.module.metadata.push(NodeKind::Value, &[ty as u64, value as u64]);
        Ok(())
    }

    fn tuple(&mut self, distinct: bool) {
        let mut words = Vec::with_capacity(self.stream.record.len() + 1);
        words.push(distinct as u64);
        words.extend(self.stream.record.iter().map(|&n| self.reference(n)));
        self.module.metadata.push(NodeKind::Tuple, &words);
    }

    /// Converts a reference of a record (the number, plus one) to one of the module.
    pub(super) fn reference(&self, number: u64) -> u64 {
        match number.checked_sub(1) {
            Some(n) => self.node(n) as u64 + 1,
            None => 0,
        }
    }

    fn named_node(&mut self, name: Text) -> Result<()> {
        let nodes = self.stream.record.iter().map(|&n| self.node(n)).collect();
        self.module.named_nodes.push(NamedNode { name, nodes });
        Ok(())
    }

    fn debug_node(&mut self, kind: NodeKind) -> Result<()> {
        let mut words = std::mem::take(&mut self.stream.record);
        let fits = nodes::upgrade(kind, &mut words);
        if fits.is_ok() {
            self.rebase(kind, &mut words);
            let node = self.module.metadata.push(kind, &words);
            if kind == NodeKind::Location
                && let Some(key) = nodes::location_key(&words)
            {
                self.locations.entry(key).or_insert(node);
            }
        }
        self.stream.record = words;
        match fits {
            Ok(()) => Ok(()),
            Err(what) => self.stream.malformed(what),
        }
    }

    /// Replaces the references of a function's node by numbers of the module.
    fn rebase(&self, kind: NodeKind, words: &mut [u64]) {
        if self.module_nodes == NONE {
            return;
        }
        if kind == NodeKind::Generic {
            words.iter_mut().skip(3).for_each(|word| *word = self.reference(*word));
        }
        // A place may be listed twice.
        for (i, &place) in kind.operands().iter().enumerate() {
            let first = kind.operands().iter().position(|&p| p == place) == Some(i);
            if let Some(word) = words.get_mut(place as usize).filter(|w| first && **w & nodes::RAW == 0) {
                *word = self.reference(*word);
            }
        }
    }

    fn kind(&mut self) -> Result<()> {
        let number = self.must(0)?;
        let name: Vec<u8> = self.stream.record.iter().skip(1).map(|&c| c as u8).collect();
        let kind = match self.known_kinds.get(&name) {
            Some(&kind) => kind,
            None => {
                let text = self.module.add_text(&name);
                let kind = self.module.kinds.len() as u32;
                self.module.kinds.push(text);
                self.known_kinds.insert(name, kind);
                kind
            }
        };
        self.kinds.insert(number, kind);
        Ok(())
    }

    pub(super) fn read_metadata_kinds(&mut self) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            if code == code::KIND {
                self.kind()?;
            }
        }
        Ok(())
    }

    /// Adds the attachments of the record, pairs of kind and node, from operand `from` on.
    fn attachments_of(&mut self, to: u32, from: usize, list: &mut Vec<Attachment>) -> Result<()> {
        let mut i = from;
        while i + 1 < self.stream.record.len() {
            let (kind, node) = (self.operand(i), self.operand(i + 1));
            let Some(&kind) = self.kinds.get(&kind) else { return self.stream.no_such("kind of metadata", kind) };
            list.push(Attachment { to, kind, node: self.node(node) });
            i += 2;
        }
        Ok(())
    }

    fn global_attachment(&mut self) -> Result<()> {
        let value = self.must(0)?;
        let number = match self.values.get(value as usize).and_then(|&v| self.module.constants.get(v)) {
            Some(c) if c.kind == crate::constants::ConstantKind::Global => c.data as u32,
            _ => return self.stream.no_such("global", value),
        };
        let mut list = std::mem::take(&mut self.module.global_attachments);
        let done = self.attachments_of(number, 1, &mut list);
        self.module.global_attachments = list;
        done
    }

    /// Reads the attachments of a function and of its instructions.
    pub(super) fn read_attachments(&mut self, function: u32) -> Result<()> {
        while let Some(code) = self.stream.next_record()? {
            if code != code::ATTACHMENT {
                continue;
            }
            if self.stream.record.len().is_multiple_of(2) {
                let mut list = std::mem::take(&mut self.module.global_attachments);
                let done = self.attachments_of(function, 0, &mut list);
                self.module.global_attachments = list;
                done?;
                continue;
            }
            let number = self.must(0)?;
            let instruction = self.body.first_instruction as u64 + number;
            if instruction >= self.module.instructions.len() as u64 {
                return self.stream.no_such("instruction", number);
            }
            let mut list = std::mem::take(&mut self.module.attachments);
            let done = self.attachments_of(instruction as u32, 1, &mut list);
            self.module.attachments = list;
            done?;
        }
        Ok(())
    }

    /// Checks that all references to metadata name existing nodes.
    pub(super) fn check_nodes(&self) -> Result<()> {
        let count = self.module.metadata.nodes.len() as u64;
        let metadata = &self.module.metadata;
        for node in &metadata.nodes {
            let fine = match node.kind {
                NodeKind::String | NodeKind::Value => true,
                NodeKind::ArgList => metadata
                    .words(node)
                    .iter()
                    .all(|&n| metadata.get(n as u32).is_some_and(|arg| arg.kind == NodeKind::Value)),
                _ => metadata.operands(node).all(|n| n <= count || n & nodes::RAW != 0),
            };
            if !fine {
                return self.stream.malformed("a reference of metadata to nothing");
            }
        }
        let module = &self.module;
        let attached = module.attachments.iter().chain(&module.global_attachments).map(|a| a.node);
        let named = module.named_nodes.iter().flat_map(|n| &n.nodes).copied();
        for node in attached.chain(named) {
            if metadata.get(node).is_none_or(|n| !n.kind.has_fields()) {
                return self.stream.no_such("node", node as u64);
            }
        }
        Ok(())
    }
}
