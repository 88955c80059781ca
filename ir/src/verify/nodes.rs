//! Nodes of metadata: what of them is reached, and what they refer to.

use super::body::Body;
use super::fault::Rule;
use super::{Chapter, Place, Verifier};
use crate::constants::ConstantKind;
use crate::metadata::{Node, NodeKind};
use crate::module::{LOCAL, Module};

pub(super) const HERE: Chapter = Chapter::Metadata;
/// The bit of a word that has a number in place of a reference.
pub(super) const RAW: u64 = 1 << 63;

/// The facts known of nodes.
pub(super) struct Known {
    /// Nodes that were looked at.
    seen: Vec<bool>,
    /// Units that were met.
    pub(super) units: Vec<u32>,
}

impl Known {
    pub(super) fn new(m: &Module) -> Self {
        Known { seen: vec![false; m.metadata.nodes.len()], units: Vec::new() }
    }
}

/// The node that a word refers to.
pub(super) fn reference(word: u64) -> Option<u32> {
    if word & RAW != 0 { None } else { u32::try_from(word.checked_sub(1)?).ok() }
}

impl Module {
    /// The operands of a node: each a node, or none.
    pub(crate) fn node_operands(&self, node: u32) -> Vec<Option<u32>> {
        self.metadata.get(node).map_or(Vec::new(), |n| self.metadata.operands(n).map(reference).collect())
    }

    /// The kind of a node.
    pub(super) fn node_kind(&self, node: Option<u32>) -> Option<NodeKind> {
        self.metadata.get(node?).map(|n| n.kind)
    }

    /// The text of a node that is one.
    pub(crate) fn node_text(&self, node: Option<u32>) -> Option<&[u8]> {
        let node = self.metadata.get(node?).filter(|n| n.kind == NodeKind::String)?;
        Some(self.metadata.string(node))
    }

    /// The value of a node that is one.
    pub(crate) fn node_value(&self, node: Option<u32>) -> Option<u32> {
        let node = self.metadata.get(node?).filter(|n| n.kind == NodeKind::Value)?;
        self.metadata.words(node).get(1).map(|&value| value as u32)
    }

    /// The constant of a node that is one.
    pub(crate) fn node_constant(&self, node: Option<u32>) -> Option<u32> {
        self.node_value(node).filter(|value| value & LOCAL == 0)
    }

    /// The integer of a node that is one: its value.
    pub(crate) fn node_integer(&self, node: Option<u32>) -> Option<u32> {
        let value = self.node_constant(node)?;
        let c = self.constant(value)?;
        let is_integer = matches!(c.kind, ConstantKind::Integer | ConstantKind::WideInteger);
        (is_integer && self.types.is_integer(c.ty)).then_some(value)
    }

    /// True for a node with operands: no text, no value.
    pub(super) fn is_node(&self, node: Option<u32>) -> bool {
        self.node_kind(node).is_some_and(NodeKind::has_fields)
    }

    /// The word of a node at a place.
    pub(super) fn node_word(&self, node: u32, place: usize) -> u64 {
        self.metadata.get(node).and_then(|n| self.metadata.words(n).get(place).copied()).unwrap_or(0)
    }

    /// The node that another refers to at a place.
    pub(super) fn node_at(&self, node: u32, place: usize) -> Option<u32> {
        reference(self.node_word(node, place))
    }

    /// True for a node that is equal to no other.
    pub(super) fn node_is_distinct(&self, node: u32) -> bool {
        self.node_word(node, 0) & 1 != 0
    }
}

impl<'m> Verifier<'m> {
    /// Looks at a node and at all that it refers to, once. Locations are among those only where `with_locations` says so.
    pub(super) fn node(&mut self, node: u32, with_locations: bool) {
        if !self.first_time(node) {
            return;
        }
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let m = self.m;
            let Some(row) = m.metadata.get(node) else { continue };
            let rule = self.one_node(node, row, with_locations);
            self.note(rule, |_| Place::Node(node));
            if self.is_full() {
                return;
            }
            for operand in m.metadata.operands(row).filter_map(reference) {
                if m.is_node(Some(operand)) && self.first_time(operand) {
                    stack.push(operand);
                }
            }
        }
    }

    fn first_time(&mut self, node: u32) -> bool {
        self.nodes.seen.get_mut(node as usize).is_some_and(|seen| !std::mem::replace(seen, true))
    }

    fn one_node(&mut self, node: u32, row: &Node, with_locations: bool) -> Rule {
        let m = self.m;
        for operand in m.metadata.operands(row).filter_map(reference) {
            match m.node_kind(Some(operand)) {
                Some(NodeKind::Value) => {
                    let is_local = m.node_value(Some(operand)).is_some_and(|value| value & LOCAL != 0);
                    HERE.require(!is_local, "Invalid operand for global metadata!")?;
                }
                Some(NodeKind::Location) => {
                    Chapter::DebugInfo.require(with_locations, "DILocation not allowed within this metadata node")?
                }
                _ => {}
            }
        }
        self.debug_node(node, row.kind)
    }

    /// The rule of a value as metadata inside of a function: a local of it.
    pub(super) fn local_node(&self, body: &Body<'m>, node: u32) -> Rule {
        match self.m.node_value(Some(node)).filter(|value| value & LOCAL != 0) {
            Some(value) => HERE.require(body.owns(value), "function-local metadata used in wrong function"),
            None => Ok(()),
        }
    }
}
