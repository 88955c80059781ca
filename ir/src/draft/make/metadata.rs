//! Metadata: strings, values, nodes, what they are attached to, and debug records.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};

use super::super::{Draft, Metadata, Refused, Result, Value, need};
use crate::metadata::NodeKind;
use crate::module::{Attachment, DebugKind, DebugRecord, LOCAL, METADATA, NamedNode};
use crate::types::TypeKind;

/// Strings and nodes by the hash of what they have, as far as nodes were looked at.
#[derive(Default)]
pub(in crate::draft) struct Nodes {
    seen: u32,
    known: HashMap<u64, Vec<u32>, FxBuildHasher>,
}

fn hash(kind: NodeKind, words: &[u64], bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    (kind as u8, words, bytes).hash(&mut hasher);
    hasher.finish()
}

impl Draft {
    pub(in crate::draft) fn metadata(&self, number: u32) -> Metadata<'_> {
        Metadata { draft: self, number }
    }

    /// Returns the node that is equal to a new one, or makes it.
    fn unique(&self, kind: NodeKind, words: &[u64], bytes: &[u8]) -> Metadata<'_> {
        let mut nodes = self.nodes.borrow_mut();
        let mut metadata = self.metadata.borrow_mut();
        for number in nodes.seen..metadata.nodes.len() as u32 {
            let Some(node) = metadata.get(number) else { continue };
            let key = hash(node.kind, metadata.words(node), metadata.string(node));
            if !metadata.is_distinct(node) {
                nodes.known.entry(key).or_default().push(number);
            }
        }
        let list = nodes.known.entry(hash(kind, words, bytes)).or_default();
        let same = |number: &&u32| {
            let node = metadata.get(**number);
            node.is_some_and(|n| n.kind == kind && metadata.words(n) == words && metadata.string(n) == bytes)
        };
        if let Some(number) = list.iter().find(same).copied() {
            nodes.seen = metadata.nodes.len() as u32;
            return self.metadata(number);
        }
        let number = match kind {
            NodeKind::String => metadata.push_string(bytes),
            _ => metadata.push(kind, words),
        };
        list.push(number);
        nodes.seen = metadata.nodes.len() as u32;
        self.metadata(number)
    }

    /// Returns a string.
    pub fn md_string(&self, bytes: &[u8]) -> Metadata<'_> {
        self.unique(NodeKind::String, &[], bytes)
    }

    /// Returns a constant, or a local of a function, as metadata.
    ///
    /// # Errors
    /// A value that yields nothing.
    pub fn md_value<'d>(&'d self, value: Value<'d>) -> Result<Metadata<'d>> {
        need(value.ty().kind() != TypeKind::Void, "what yields nothing is no metadata")?;
        if let Some(number) = self.wrapped(value.number) {
            return Ok(self.metadata(number));
        }
        let words = [value.ty().number as u64, value.number as u64];
        let number = self.metadata.borrow_mut().push(NodeKind::Value, &words);
        Ok(self.metadata(number))
    }

    /// Returns a node of operands.
    pub fn md_tuple<'d>(&'d self, operands: &[Option<Metadata<'d>>]) -> Metadata<'d> {
        self.unique(NodeKind::Tuple, &tuple(0, operands), b"")
    }

    /// Returns a new node of operands, which is equal to no other.
    pub fn md_distinct<'d>(&'d self, operands: &[Option<Metadata<'d>>]) -> Metadata<'d> {
        self.metadata(self.metadata.borrow_mut().push(NodeKind::Tuple, &tuple(1, operands)))
    }

    /// Returns a node of a kind of debug information, of the words of LLVM 22's records: the lowest bit of the first is that of
    /// `distinct`, a reference is [`Metadata::reference`].
    ///
    /// # Errors
    /// A kind without fields.
    pub fn md_node(&self, kind: NodeKind, words: &[u64]) -> Result<Metadata<'_>> {
        need(kind.has_fields(), "a string or a value is no node with fields")?;
        if words.first().is_some_and(|flags| flags & 1 != 0) {
            return Ok(self.metadata(self.metadata.borrow_mut().push(kind, words)));
        }
        Ok(self.unique(kind, words, b""))
    }

    /// Adds a node to the named metadata of the module.
    pub fn add_named_metadata<'d>(&'d self, name: &[u8], node: Metadata<'d>) {
        let mut lists = self.lists.borrow_mut();
        let known = lists.named_nodes.iter_mut().find(|list| self.texts.get(list.name) == name);
        match known {
            Some(list) => list.nodes.push(node.number),
            None => lists.named_nodes.push(NamedNode { name: self.texts.add(name), nodes: vec![node.number] }),
        }
    }

    /// Returns the number of a kind of attachments, which is new where the module has none of that name.
    pub fn metadata_kind(&self, name: &[u8]) -> u32 {
        let mut lists = self.lists.borrow_mut();
        let known = lists.kinds.iter().position(|kind| self.texts.get(*kind) == name);
        let number = known.unwrap_or_else(|| {
            lists.kinds.push(self.texts.add(name));
            lists.kinds.len() - 1
        });
        number as u32
    }
}

fn tuple(distinct: u64, operands: &[Option<Metadata<'_>>]) -> Vec<u64> {
    let operands = operands.iter().map(|operand| operand.map_or(0, Metadata::reference));
    std::iter::once(distinct).chain(operands).collect()
}

impl<'d> Metadata<'d> {
    /// Returns the word by which nodes refer to this one.
    pub fn reference(self) -> u64 {
        self.number as u64 + 1
    }

    /// Returns the metadata as an argument of a call.
    pub fn as_value(self) -> Value<'d> {
        self.draft.value(METADATA | self.number)
    }

    /// Returns the kind of the node.
    pub fn kind(self) -> NodeKind {
        self.draft.metadata.borrow().get(self.number).map_or(NodeKind::String, |node| node.kind)
    }

    /// Returns the references of the node, in the order of LLVM's operands.
    pub fn operands(self) -> Vec<Option<Metadata<'d>>> {
        let metadata = self.draft.metadata.borrow();
        let node = metadata.get(self.number);
        let references = node.into_iter().flat_map(|node| metadata.operands(node));
        references.map(|word| word.checked_sub(1).map(|number| self.draft.metadata(number as u32))).collect()
    }
}

impl<'d> Value<'d> {
    /// Attaches a node to an instruction or a global, in place of another of that kind (see [`Draft::metadata_kind`]), or takes it
    /// off. A location of debug information (kind 0) of an instruction is such a node, too.
    ///
    /// # Errors
    /// Another value.
    pub fn set_metadata(self, kind: u32, node: Option<Metadata<'d>>) -> Result<()> {
        let draft = self.draft;
        let mut side = draft.side.borrow_mut();
        let new = |to| node.map(|node| Attachment { to, kind, node: node.number });
        if let Some(to) = self.instruction() {
            if kind == 0 {
                draft.locations.set(to, node.map_or(0, |node| node.number + 1));
                return Ok(());
            }
            let list = side.attachments.entry(to).or_default();
            list.retain(|attachment| attachment.kind != kind);
            list.extend(new(to));
            list.sort_by_key(|attachment| attachment.kind);
            return Ok(());
        }
        let Some(to) = self.global_number() else {
            return Err(Refused::new("metadata is attached to instructions and globals"));
        };
        side.global_attachments.retain(|attachment| (attachment.to, attachment.kind) != (to, kind));
        side.global_attachments.extend(new(to));
        side.global_attachments.sort_by_key(|attachment| (attachment.to, attachment.kind));
        Ok(())
    }

    /// Returns the first node of a kind that is attached to an instruction or a global.
    pub fn metadata(self, kind: u32) -> Option<Metadata<'d>> {
        let draft = self.draft;
        let side = draft.side.borrow();
        let node = match self.instruction() {
            Some(to) if kind == 0 => draft.locations.get(to).checked_sub(1),
            Some(to) => side.attachments.get(&to)?.iter().find(|a| a.kind == kind).map(|a| a.node),
            None => {
                let to = self.global_number()?;
                side.global_attachments.iter().find(|a| (a.to, a.kind) == (to, kind)).map(|a| a.node)
            }
        };
        node.map(|node| draft.metadata(node))
    }

    /// Adds a debug record before an instruction, behind those that stand there: a value where the kind has one, then nodes in the
    /// order of assembly.
    ///
    /// # Errors
    /// What is no instruction in a block.
    pub fn add_record(self, kind: DebugKind, value: Option<Value<'d>>, nodes: &[Metadata<'d>]) -> Result<()> {
        let draft = self.draft;
        let Some(before) = self.instruction().filter(|_| self.block().is_some()) else {
            return Err(Refused::new("a debug record stands before an instruction"));
        };
        let words: Vec<u32> =
            value.map(|value| value.number).into_iter().chain(nodes.iter().map(|n| METADATA | n.number)).collect();
        let count = words.len() as u32;
        let operands = draft.operands.extend(words.into_iter());
        draft.add_record(DebugRecord { before, kind, operands, count });
        Ok(())
    }

    /// Returns the kinds of the debug records before an instruction, with their values and nodes.
    pub fn records(self) -> Vec<(DebugKind, Vec<Value<'d>>)> {
        let draft = self.draft;
        let side = draft.side.borrow();
        let records = self.instruction().and_then(|before| side.records.get(&before));
        let words = |record: &DebugRecord| {
            let cells = draft.operands.range(record.operands, record.count);
            cells.iter().map(|cell| draft.value(cell.get())).collect()
        };
        records.into_iter().flatten().map(|record| (record.kind, words(record))).collect()
    }

    /// Returns the metadata that an argument of a call, or an operand of a debug record, is.
    pub fn as_metadata(self) -> Option<Metadata<'d>> {
        let number = self.number & !METADATA;
        (self.number & METADATA != 0 && self.number & LOCAL == 0).then(|| self.draft.metadata(number))
    }
}
