//! Interns metadata, so that equal metadata is one node, and finds nodes by number.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{Map, Mention, Named, Parser};
use crate::error::Result;
use crate::metadata::{Metadata, Node, NodeKind};
use crate::text::lex::Raw;

/// The interned metadata.
#[derive(Default)]
pub(super) struct Interner<'a> {
    pub(super) nodes: HashTable<u32>,
    strings: Named<'a, u32>,
    values: Map<(u32, u32), u32>,
    numbers: Map<u32, Mention>,
    /// True if two nodes are equal, because one was mentioned before its definition.
    pub(super) has_duplicates: bool,
}

fn hash(kind: NodeKind, words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    (kind as u8, words).hash(&mut hasher);
    hasher.finish()
}

pub(super) fn hash_of(metadata: &Metadata, node: u32) -> u64 {
    metadata.get(node).map_or(0, |n| hash(n.kind, metadata.words(n)))
}

/// Returns whether a node has a reference.
fn refers_to(kind: NodeKind, words: &[u64], reference: u64) -> bool {
    match kind {
        NodeKind::Tuple => words.iter().skip(1).any(|&word| word == reference),
        NodeKind::Generic => words.iter().skip(3).any(|&word| word == reference),
        _ => kind.operands().iter().any(|&place| words.get(place as usize) == Some(&reference)),
    }
}

impl<'a> Parser<'a> {
    /// The node with these words: one that is equal, or a new one.
    pub(super) fn intern_node(&mut self, kind: NodeKind, words: &[u64]) -> u32 {
        match self.equal_node(kind, words) {
            Some(node) => node,
            None => {
                let node = self.m.metadata.push(kind, words);
                self.note_node(node);
                node
            }
        }
    }

    fn equal_node(&self, kind: NodeKind, words: &[u64]) -> Option<u32> {
        let metadata = &self.m.metadata;
        let is_equal = |&node: &u32| metadata.get(node).is_some_and(|n| n.kind == kind && metadata.words(n) == words);
        self.metadata.nodes.find(hash(kind, words), is_equal).copied()
    }

    fn note_node(&mut self, node: u32) {
        let metadata = &self.m.metadata;
        self.metadata.nodes.insert_unique(hash_of(metadata, node), node, |&node| hash_of(metadata, node));
    }

    /// Returns the node of a string.
    pub(super) fn string_node(&mut self, raw: Raw<'a>) -> u32 {
        let text = raw.text();
        match self.metadata.strings.get(&text) {
            Some(&node) => node,
            None => {
                let node = self.m.metadata.push_string(&text);
                self.metadata.strings.insert(text, node);
                node
            }
        }
    }

    /// Returns the node that wraps a value.
    pub(super) fn value_node(&mut self, ty: u32, value: u32) -> u32 {
        if Self::is_forward(value) {
            let node = self.m.metadata.push(NodeKind::Value, &[ty as u64, value as u64]);
            self.note_forward_node(self.m.metadata.words.len() as u32 - 1);
            return node;
        }
        match self.metadata.values.get(&(ty, value)) {
            Some(&node) => node,
            None => {
                let node = self.m.metadata.push(NodeKind::Value, &[ty as u64, value as u64]);
                self.metadata.values.insert((ty, value), node);
                node
            }
        }
    }

    /// Returns the node with a number, which may not be defined yet.
    pub(super) fn numbered_node(&mut self, number: u32, at: usize) -> u32 {
        if let Some(mention) = self.metadata.numbers.get(&number) {
            return mention.number;
        }
        let node = self.m.metadata.push(NodeKind::Tuple, &[]);
        self.metadata.numbers.insert(number, Mention { number: node, at, is_defined: false });
        node
    }

    /// Defines the node with a number.
    pub(super) fn define_node(&mut self, number: u32, at: usize, kind: NodeKind, words: &[u64]) -> Result<()> {
        let known = self.metadata.numbers.get(&number).copied();
        if known.is_some_and(|mention| mention.is_defined) {
            return self.fail_at(at, "the number is that of another node, too");
        }
        // A node that refers to itself is distinct.
        let own = known.map_or(0, |mention| mention.number as u64 + 1);
        let mut words = words.to_vec();
        if own != 0
            && refers_to(kind, &words, own)
            && let Some(flags) = words.first_mut()
        {
            *flags |= 1;
        }
        let words = words.as_slice();
        let is_distinct = words.first().is_some_and(|flags| flags & 1 != 0);
        let equal = if is_distinct { None } else { self.equal_node(kind, words) };
        let node = match (known, equal) {
            (None, Some(equal)) => equal,
            (known, equal) => self.add_node(known.map(|k| k.number), equal.is_some(), is_distinct, kind, words),
        };
        self.metadata.numbers.insert(number, Mention { number: node, at, is_defined: true });
        Ok(())
    }

    fn add_node(
        &mut self,
        known: Option<u32>,
        has_equal: bool,
        is_distinct: bool,
        kind: NodeKind,
        words: &[u64],
    ) -> u32 {
        let node = match known {
            None => self.m.metadata.push(kind, words),
            Some(node) => {
                let start = self.m.metadata.words.len() as u32;
                self.m.metadata.words.extend_from_slice(words);
                if let Some(row) = self.m.metadata.nodes.get_mut(node as usize) {
                    *row = Node { kind, start, count: words.len() as u32 };
                }
                node
            }
        };
        if has_equal {
            self.metadata.has_duplicates = true;
        } else if !is_distinct {
            self.note_node(node);
        }
        node
    }

    /// Returns the first place of a number of metadata that is used and not defined.
    pub(super) fn missing_node(&self) -> Option<usize> {
        self.metadata.numbers.values().filter(|mention| !mention.is_defined).map(|mention| mention.at).min()
    }
}
