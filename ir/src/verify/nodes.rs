//! Checks metadata nodes: traverses the reachable ones, and provides access to their references.

use super::body::Body;
use super::fault::Rule;
use super::{Chapter, Place, Verifier};
use crate::constants::ConstantKind;
use crate::metadata::{Node, NodeKind};
use crate::module::{LOCAL, Module};

pub(super) const HERE: Chapter = Chapter::Metadata;
/// The bit of a word that holds a number instead of a reference.
pub(super) const RAW: u64 = 1 << 63;

/// The metadata nodes that were visited.
pub(super) struct Known {
    /// The nodes that were met.
    seen: Vec<bool>,
    /// The met nodes that are not checked yet.
    open: Vec<u32>,
    /// The visited compile units.
    pub(super) units: Vec<u32>,
}

impl Known {
    pub(super) fn new(m: &Module) -> Self {
        Known { seen: vec![false; m.metadata.nodes.len()], open: Vec::new(), units: Vec::new() }
    }
}

/// Returns the node that a word refers to; `None` for a null reference or a number.
pub(super) fn reference(word: u64) -> Option<u32> {
    if word & RAW != 0 { None } else { u32::try_from(word.checked_sub(1)?).ok() }
}

impl Module {
    /// Returns the operands of a node; `None` stands for null.
    pub(crate) fn node_operands(&self, node: u32) -> Vec<Option<u32>> {
        self.metadata.get(node).map_or(Vec::new(), |n| self.metadata.operands(n).map(reference).collect())
    }

    /// The kind of a node.
    pub(super) fn node_kind(&self, node: Option<u32>) -> Option<NodeKind> {
        self.metadata.get(node?).map(|n| n.kind)
    }

    /// Returns the bytes of a metadata string.
    pub(crate) fn node_text(&self, node: Option<u32>) -> Option<&[u8]> {
        let node = self.metadata.get(node?).filter(|n| n.kind == NodeKind::String)?;
        Some(self.metadata.string(node))
    }

    /// Returns the value that metadata wraps.
    pub(crate) fn node_value(&self, node: Option<u32>) -> Option<u32> {
        let node = self.metadata.get(node?).filter(|n| n.kind == NodeKind::Value)?;
        self.metadata.words(node).get(1).map(|&value| value as u32)
    }

    /// Returns the constant that metadata wraps.
    pub(crate) fn node_constant(&self, node: Option<u32>) -> Option<u32> {
        self.node_value(node).filter(|value| value & LOCAL == 0)
    }

    /// Returns the integer constant that metadata wraps, as the number of its value.
    pub(crate) fn node_integer(&self, node: Option<u32>) -> Option<u32> {
        let value = self.node_constant(node)?;
        let c = self.constant(value)?;
        let is_integer = matches!(c.kind, ConstantKind::Integer | ConstantKind::WideInteger);
        (is_integer && self.types.is_integer(c.ty)).then_some(value)
    }

    /// Returns whether metadata is a node, and no string or value.
    pub(super) fn is_node(&self, node: Option<u32>) -> bool {
        self.node_kind(node).is_some_and(NodeKind::has_fields)
    }

    /// Returns a word of a node; zero if it is missing.
    pub(super) fn node_word(&self, node: u32, place: usize) -> u64 {
        self.metadata.get(node).and_then(|n| self.metadata.words(n).get(place).copied()).unwrap_or(0)
    }

    /// Returns the node that a word of a node refers to.
    pub(super) fn node_at(&self, node: u32, place: usize) -> Option<u32> {
        reference(self.node_word(node, place))
    }

    /// Returns whether a node is distinct.
    pub(super) fn node_is_distinct(&self, node: u32) -> bool {
        self.node_word(node, 0) & 1 != 0
    }
}

impl<'m> Verifier<'m> {
    /// Checks a node and all nodes reachable from it, each once. Debug locations are permitted among them only if `with_locations` is set.
    pub(super) fn node(&mut self, node: u32, with_locations: bool) {
        if !self.first_time(node) {
            return;
        }
        self.nodes.open.push(node);
        while let Some(node) = self.nodes.open.pop() {
            let Some(row) = self.m.metadata.get(node) else { continue };
            let rule = self.one_node(node, row, with_locations);
            self.note(rule, |_| Place::Node(node));
            if self.is_full() {
                return self.nodes.open.clear();
            }
        }
    }

    fn first_time(&mut self, node: u32) -> bool {
        self.nodes.seen.get_mut(node as usize).is_some_and(|seen| !std::mem::replace(seen, true))
    }

    /// Checks a node, and opens those of its operands that are met for the first time.
    fn one_node(&mut self, node: u32, row: &Node, with_locations: bool) -> Rule {
        let m = self.m;
        let mut rule = Ok(());
        for operand in m.metadata.operands(row).filter_map(reference) {
            let kind = m.node_kind(Some(operand));
            if rule.is_ok() {
                rule = self.operand_of_node(operand, kind, with_locations);
            }
            if kind.is_some_and(NodeKind::has_fields) && self.first_time(operand) {
                self.nodes.open.push(operand);
            }
        }
        rule.and_then(|()| self.debug_node(node, row.kind))
    }

    fn operand_of_node(&self, operand: u32, kind: Option<NodeKind>, with_locations: bool) -> Rule {
        match kind {
            Some(NodeKind::Value) => {
                let is_local = self.m.node_value(Some(operand)).is_some_and(|value| value & LOCAL != 0);
                HERE.require(!is_local, "Invalid operand for global metadata!")
            }
            Some(NodeKind::Location) => {
                Chapter::DebugInfo.require(with_locations, "DILocation not allowed within this metadata node")
            }
            _ => Ok(()),
        }
    }

    /// Checks metadata within a function: a wrapped local must belong to the function.
    pub(super) fn local_node(&self, body: &Body<'m>, node: u32) -> Rule {
        match self.m.node_value(Some(node)).filter(|value| value & LOCAL != 0) {
            Some(value) => HERE.require(body.owns(value), "function-local metadata used in wrong function"),
            None => Ok(()),
        }
    }
}
