//! Makes metadata: strings, values, nodes, attachments and debug records.

use super::super::{Draft, Metadata, Refused, Result, Value, need};
use crate::metadata::NodeKind;
use crate::module::{Attachment, LOCAL, METADATA, NamedNode, Text};
use crate::sorting::Sorting;
use crate::types::TypeKind;

impl Draft {
    pub(in crate::draft) fn metadata(&self, number: u32) -> Metadata<'_> {
        Metadata { draft: self, number: self.current_node(number) }
    }

    /// Returns a metadata string.
    pub fn md_string(&self, bytes: &[u8]) -> Metadata<'_> {
        self.unique(NodeKind::String, &[], bytes)
    }

    /// Returns metadata that wraps a constant, or a local of a function.
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

    /// Returns a tuple, the uniqued node with these operands.
    pub fn md_tuple<'d>(&'d self, operands: &[Option<Metadata<'d>>]) -> Metadata<'d> {
        self.unique(NodeKind::Tuple, &tuple(0, operands), b"")
    }

    /// Returns a new distinct tuple.
    pub fn md_distinct<'d>(&'d self, operands: &[Option<Metadata<'d>>]) -> Metadata<'d> {
        self.push_distinct(NodeKind::Tuple, &tuple(1, operands))
    }

    /// Returns a new node whose first operand is the node itself, as loops and alias scopes have.
    pub fn md_self<'d>(&'d self, rest: &[Option<Metadata<'d>>]) -> Metadata<'d> {
        let node = self.md_distinct(&[&[None][..], rest].concat());
        // The operands of a tuple follow its flags.
        node.set_reference(1, Some(node)).map_or(node, |()| node)
    }

    /// Returns a node of debug information, made of the words of LLVM 22's record: the lowest bit of the first word marks a distinct
    /// node, and references are as in [`Metadata::reference`].
    ///
    /// # Errors
    /// A kind without fields.
    pub fn md_node(&self, kind: NodeKind, words: &[u64]) -> Result<Metadata<'_>> {
        need(kind.has_fields(), "a string or a value is no node with fields")?;
        if words.first().is_some_and(|flags| flags & 1 != 0) {
            return Ok(self.push_distinct(kind, words));
        }
        Ok(self.unique(kind, words, b""))
    }

    /// Adds a node to a list of named metadata, which is created if necessary.
    pub fn add_named_metadata<'d>(&'d self, name: &[u8], node: Metadata<'d>) {
        let mut lists = self.lists.borrow_mut();
        let known = lists.named_nodes.iter_mut().find(|list| self.texts.get(list.name) == name);
        match known {
            Some(list) => list.nodes.push(node.number),
            None => lists.named_nodes.push(NamedNode { name: self.texts.add(name), nodes: vec![node.number] }),
        }
    }

    /// Adds an empty list of named metadata if there is none, and returns whether it did.
    pub fn insert_named_metadata(&self, name: &[u8]) -> bool {
        let is_new = self.named_metadata(name).is_none();
        if is_new {
            let name = self.texts.add(name);
            self.lists.borrow_mut().named_nodes.push(NamedNode { name, nodes: Vec::new() });
        }
        is_new
    }

    /// Returns the nodes of a list of named metadata.
    pub fn named_metadata(&self, name: &[u8]) -> Option<Vec<Metadata<'_>>> {
        let lists = self.lists.borrow();
        let list = lists.named_nodes.iter().find(|list| self.texts.get(list.name) == name)?;
        Some(list.nodes.iter().map(|node| self.metadata(*node)).collect())
    }

    /// Returns the names of the lists of named metadata with their nodes, in order.
    pub fn all_named_metadata(&self) -> Vec<(&[u8], Vec<Metadata<'_>>)> {
        let lists = self.lists.borrow();
        let nodes = |list: &NamedNode| list.nodes.iter().map(|node| self.metadata(*node)).collect();
        lists.named_nodes.iter().map(|list| (self.texts.get(list.name), nodes(list))).collect()
    }

    /// Replaces the nodes of a list of named metadata, if the list exists.
    pub fn set_named_metadata<'d>(&'d self, name: &[u8], nodes: &[Metadata<'d>]) {
        let mut lists = self.lists.borrow_mut();
        if let Some(list) = lists.named_nodes.iter_mut().find(|list| self.texts.get(list.name) == name) {
            list.nodes = nodes.iter().map(|node| node.number).collect();
        }
    }

    /// Removes a list of named metadata, if it exists.
    pub fn drop_named_metadata(&self, name: &[u8]) {
        self.lists.borrow_mut().named_nodes.retain(|list| self.texts.get(list.name) != name);
    }

    /// Returns the number of a metadata kind, which is added if it is new.
    pub fn metadata_kind(&self, name: &[u8]) -> u32 {
        self.known_metadata_kind(name).unwrap_or_else(|| {
            let mut lists = self.lists.borrow_mut();
            lists.kinds.push(self.texts.add(name));
            lists.kinds.len() as u32 - 1
        })
    }

    /// Returns the number of a metadata kind, if the module has it.
    pub fn known_metadata_kind(&self, name: &[u8]) -> Option<u32> {
        let is_name = |kind: &Text| kind.count as usize == name.len() && self.texts.get(*kind) == name;
        let number = self.lists.borrow().kinds.iter().position(is_name);
        number.map(|number| number as u32)
    }

    /// Returns the name of a metadata kind.
    pub fn metadata_kind_name(&self, number: u32) -> Option<&[u8]> {
        let name = self.lists.borrow().kinds.get(number as usize).copied()?;
        Some(self.texts.get(name))
    }
}

fn tuple(distinct: u64, operands: &[Option<Metadata<'_>>]) -> Vec<u64> {
    let operands = operands.iter().map(|operand| operand.map_or(0, Metadata::reference));
    std::iter::once(distinct).chain(operands).collect()
}

impl<'d> Metadata<'d> {
    /// Returns the word by which nodes refer to this one.
    pub fn reference(self) -> u64 {
        self.draft.current_node(self.number) as u64 + 1
    }

    /// Returns the metadata as an argument of a call.
    pub fn as_value(self) -> Value<'d> {
        self.draft.value(METADATA | self.number)
    }

    /// Returns the kind of the node.
    pub fn kind(self) -> NodeKind {
        self.draft.metadata.borrow().get(self.number).map_or(NodeKind::String, |node| node.kind)
    }

    /// Returns the references of the node, in the order of LLVM's operands, or the values of a `DIArgList`.
    pub fn operands(self) -> Vec<Option<Metadata<'d>>> {
        (0..self.operand_count()).map(|i| self.operand(i)).collect()
    }
}

impl<'d> Value<'d> {
    /// Attaches a node to an instruction or a global, replacing another of that kind (see [`Draft::metadata_kind`]), or removes it.
    /// The debug location of an instruction is kind 0.
    ///
    /// # Errors
    /// Another value.
    pub fn set_metadata(self, kind: u32, node: Option<Metadata<'d>>) -> Result<()> {
        let draft = self.draft;
        let mut side = draft.side.borrow_mut();
        let new = |to| node.map(|node| Attachment { to, kind, node: node.number });
        if let Some(to) = self.instruction() {
            if kind == 0 {
                draft.set_location(to, node.map_or(0, |node| node.number + 1));
                return Ok(());
            }
            let list = side.attachments.entry(to).or_default();
            list.retain(|attachment| attachment.kind != kind);
            list.extend(new(to));
            list.arrange_by_key(|attachment| attachment.kind);
            return Ok(());
        }
        let Some(to) = self.global_number() else {
            return Err(Refused::new("metadata is attached to instructions and globals"));
        };
        let place = side.of_global(to, kind);
        side.global_attachments.splice(place, new(to));
        Ok(())
    }

    /// Attaches a node to a global without replacing others of that kind: a variable may have several debug descriptions.
    ///
    /// # Errors
    /// Another value.
    pub fn add_metadata(self, kind: u32, node: Metadata<'d>) -> Result<()> {
        let Some(to) = self.global_number() else {
            return Err(Refused::new("several nodes of a kind are attached to globals only"));
        };
        let side = &mut *self.draft.side.borrow_mut();
        let at = side.of_global(to, kind).end;
        side.global_attachments.insert(at, Attachment { to, kind, node: node.number });
        Ok(())
    }

    /// Returns the nodes of a kind that are attached to a global, in order.
    pub fn all_metadata(self, kind: u32) -> Vec<Metadata<'d>> {
        let draft = self.draft;
        let side = draft.side.borrow();
        let place = self.global_number().map_or(0..0, |to| side.of_global(to, kind));
        let all = side.global_attachments.get(place).unwrap_or(&[]);
        all.iter().map(|attachment| draft.metadata(attachment.node)).collect()
    }

    /// Returns the first node of a kind that is attached to an instruction or a global.
    pub fn metadata(self, kind: u32) -> Option<Metadata<'d>> {
        let draft = self.draft;
        let side = draft.side.borrow();
        let node = match self.instruction() {
            Some(to) if kind == 0 => draft.locations.get(to).checked_sub(1),
            Some(to) => side.attachments.get(&to)?.iter().find(|a| a.kind == kind).map(|a| a.node),
            None => {
                let place = side.of_global(self.global_number()?, kind);
                side.global_attachments.get(place)?.first().map(|attachment| attachment.node)
            }
        };
        node.map(|node| draft.metadata(node))
    }

    /// Returns the metadata in an argument of a call, or in an operand of a debug record.
    pub fn as_metadata(self) -> Option<Metadata<'d>> {
        let number = self.number & !METADATA;
        (self.number & METADATA != 0 && self.number & LOCAL == 0).then(|| self.draft.metadata(number))
    }
}
