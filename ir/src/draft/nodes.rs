//! Metadata nodes that change: sets their operands, and merges nodes that become equal.
//!
//! A temporary node has the bit of a distinct node, so that it is equal to no other. As long as temporary nodes exist, their direct
//! and indirect users are recorded: a node that becomes equal to another is replaced by it, and its users may then be merged in turn.
//! The number of a replaced node leads to its replacement.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHashSet, FxHasher};

use super::{Draft, Metadata, Result, ValueKind, need};
use crate::global::GlobalKind;
use crate::metadata::{self, NodeKind};
use crate::module::{METADATA, Module, Text};

type Map<T> = HashMap<u32, T, FxBuildHasher>;

/// The table of strings and nodes by the hash of their contents, up to the node `seen`, and the nodes that may still change.
#[derive(Default)]
pub(super) struct Nodes {
    seen: u32,
    known: Known,
    temporary: FxHashSet<u32>,
    /// The users of each node that is temporary, or that may still be merged.
    users: Map<Vec<u32>>,
    /// The replacement of each merged node.
    replaced: Map<u32>,
}

/// Node numbers by hash: the first of each hash, and further ones.
#[derive(Default)]
struct Known {
    first: HashMap<u64, u32, FxBuildHasher>,
    others: HashMap<u64, Vec<u32>, FxBuildHasher>,
}

impl Known {
    /// Adds a number under a hash, unless it is already there.
    fn add(&mut self, key: u64, number: u32) {
        if *self.first.entry(key).or_insert(number) != number {
            self.others.entry(key).or_default().push(number);
        }
    }

    /// Returns the numbers under a hash, in the order in which they were added.
    fn of(&self, key: u64) -> impl Iterator<Item = u32> {
        let first = self.first.get(&key);
        let others = first.and_then(|_| self.others.get(&key));
        first.into_iter().chain(others.into_iter().flatten()).copied()
    }
}

/// The bit of a node's first word that makes it distinct.
const DISTINCT: u64 = 1;
const TAG_MEMBER: u64 = 0x0d;
const DEFINITION: u64 = 1 << 3;

/// Returns the words that identify a member of a C++ class with an identifier: the name and the class of a data member, or the
/// linkage name, the class and the template parameters of a declared function. Members with equal keys are equal nodes.
fn member_key(all: &metadata::Metadata, kind: NodeKind, words: &[u64]) -> Option<[u64; 3]> {
    let word = |place: usize| words.get(place).copied().unwrap_or(0);
    let (scope, key) = match kind {
        NodeKind::DerivedType if word(1) == TAG_MEMBER => (word(5), [word(2), word(5), 0]),
        NodeKind::Subprogram if word(9) & DEFINITION == 0 => (word(1), [word(3), word(1), word(13)]),
        _ => return None,
    };
    let class = all.get(u32::try_from(scope.checked_sub(1)?).ok()?).filter(|n| n.kind == NodeKind::CompositeType)?;
    let has_name = all.words(class).get(15).is_some_and(|name| *name != 0);
    (has_name && key.first() != Some(&0)).then_some(key)
}

fn hash(all: &metadata::Metadata, kind: NodeKind, words: &[u64], bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    match member_key(all, kind, words) {
        Some(key) => (kind as u8, key).hash(&mut hasher),
        None => (kind as u8, words, bytes).hash(&mut hasher),
    }
    hasher.finish()
}

fn hash_of(all: &metadata::Metadata, number: u32) -> Option<u64> {
    let node = all.get(number).filter(|node| !all.is_distinct(node))?;
    Some(hash(all, node.kind, all.words(node), all.string(node)))
}

impl Nodes {
    fn note(&mut self, all: &metadata::Metadata) {
        for number in self.seen..all.nodes.len() as u32 {
            if let Some(key) = hash_of(all, number) {
                self.known.add(key, number);
            }
        }
        self.seen = all.nodes.len() as u32;
    }

    /// Returns an existing node with these contents, other than `but`.
    fn find(
        &self,
        all: &metadata::Metadata,
        kind: NodeKind,
        words: &[u64],
        bytes: &[u8],
        but: Option<u32>,
    ) -> Option<u32> {
        self.find_under(hash(all, kind, words, bytes), all, (kind, words, bytes), but)
    }

    /// Returns an existing node with contents of this hash, other than `but`.
    fn find_under(
        &self,
        hash: u64,
        all: &metadata::Metadata,
        (kind, words, bytes): (NodeKind, &[u64], &[u8]),
        but: Option<u32>,
    ) -> Option<u32> {
        let key = member_key(all, kind, words);
        let same = |number: &u32| {
            let Some(node) = all.get(*number).filter(|node| node.kind == kind && !all.is_distinct(node)) else {
                return false;
            };
            let (of_node, text) = (all.words(node), all.string(node));
            Some(*number) != but
                && (of_node == words && text == bytes || key.is_some() && member_key(all, kind, of_node) == key)
        };
        self.known.of(hash).find(same)
    }

    /// Records a new node as a user of its operands that may change.
    fn add_user(&mut self, all: &metadata::Metadata, number: u32) {
        let Some(node) = all.get(number).filter(|node| !self.users.is_empty() && node.kind.has_fields()) else {
            return;
        };
        let mut may_change = false;
        for operand in all.operands(node).filter_map(|word| u32::try_from(word.checked_sub(1)?).ok()) {
            if let Some(users) = self.users.get_mut(&operand) {
                may_change = true;
                if users.last() != Some(&number) {
                    users.push(number);
                }
            }
        }
        if may_change && !all.is_distinct(node) {
            self.users.entry(number).or_default();
        }
    }
}

/// Replaces a reference in a node wherever it occurs.
fn replace_reference(all: &mut metadata::Metadata, user: u32, old: u64, new: u64) {
    let Some(node) = all.get(user).copied() else { return };
    for place in node.references() {
        if let Some(word) = all.words.get_mut(node.start as usize + place).filter(|word| **word == old) {
            *word = new;
        }
    }
}

fn set_distinct(all: &mut metadata::Metadata, number: u32, is: bool) {
    let start = all.get(number).filter(|node| node.count > 0).map(|node| node.start as usize);
    if let Some(word) = start.and_then(|start| all.words.get_mut(start)) {
        *word = *word & !DISTINCT | if is { DISTINCT } else { 0 };
    }
}

impl Draft {
    /// Reserves memory for a number of nodes.
    pub(super) fn reserve_nodes(&self, count: usize) {
        let mut all = self.metadata.borrow_mut();
        all.nodes.reserve(count);
        all.words.reserve(count * 8);
        self.nodes.borrow_mut().known.first.reserve(count);
    }

    /// Returns an existing node with these contents, or adds one.
    pub(super) fn unique(&self, kind: NodeKind, words: &[u64], bytes: &[u8]) -> Metadata<'_> {
        let mut nodes = self.nodes.borrow_mut();
        let mut all = self.metadata.borrow_mut();
        nodes.note(&all);
        let key = hash(&all, kind, words, bytes);
        if let Some(number) = nodes.find_under(key, &all, (kind, words, bytes), None) {
            return Metadata { draft: self, number };
        }
        let number = match kind {
            NodeKind::String => all.push_string(bytes),
            _ => all.push(kind, words),
        };
        if all.get(number).is_some_and(|node| !all.is_distinct(node)) {
            nodes.known.add(key, number);
        }
        nodes.seen = number + 1;
        nodes.add_user(&all, number);
        Metadata { draft: self, number }
    }

    /// Adds a distinct node; `words` have the bit of distinct nodes.
    pub(super) fn push_distinct(&self, kind: NodeKind, words: &[u64]) -> Metadata<'_> {
        let number = self.metadata.borrow_mut().push(kind, words);
        self.nodes.borrow_mut().add_user(&self.metadata.borrow(), number);
        Metadata { draft: self, number }
    }

    /// Returns the number of a node, or that of its replacement.
    pub(super) fn current_node(&self, mut number: u32) -> u32 {
        let nodes = self.nodes.borrow();
        if nodes.replaced.is_empty() {
            return number;
        }
        while let Some(next) = nodes.replaced.get(&number) {
            number = *next;
        }
        number
    }

    /// Returns a temporary node. It is made like [`md_node`](Self::md_node), but is merged with equal nodes only when
    /// [`Metadata::unify`] is called.
    ///
    /// # Errors
    /// A kind without fields.
    pub fn md_temporary(&self, kind: NodeKind, words: &[u64]) -> Result<Metadata<'_>> {
        need(kind.has_fields() && !words.is_empty(), "a string or a value is no node with fields")?;
        let mut words = words.to_vec();
        words.iter_mut().take(1).for_each(|flags| *flags |= DISTINCT);
        let node = self.push_distinct(kind, &words);
        let mut nodes = self.nodes.borrow_mut();
        nodes.temporary.insert(node.number);
        nodes.users.entry(node.number).or_default();
        Ok(node)
    }

    /// Merges nodes that have become equal to others, beginning with a changed one.
    fn unify_equals(&self, changed: u32) {
        let (nodes, all) = (&mut *self.nodes.borrow_mut(), &mut *self.metadata.borrow_mut());
        nodes.note(all);
        let mut waiting = std::collections::VecDeque::from([changed]);
        while let Some(number) = waiting.pop_front() {
            let Some(node) = all.get(number).filter(|node| !all.is_distinct(node)).copied() else { continue };
            let Some(other) = nodes.find(all, node.kind, all.words(&node), all.string(&node), Some(number)) else {
                if let Some(key) = hash_of(all, number).filter(|key| nodes.known.of(*key).all(|one| one != number)) {
                    nodes.known.add(key, number);
                }
                continue;
            };
            // A replaced node is equal to no other.
            set_distinct(all, number, true);
            nodes.replaced.insert(number, other);
            for user in nodes.users.remove(&number).unwrap_or_default() {
                if nodes.replaced.contains_key(&user) {
                    continue;
                }
                replace_reference(all, user, number as u64 + 1, other as u64 + 1);
                if let Some(users) = nodes.users.get_mut(&other) {
                    users.push(user);
                }
                match user == other {
                    // As in LLVM, a node that refers to itself is distinct.
                    true => set_distinct(all, user, true),
                    false => waiting.push_back(user),
                }
            }
        }
    }
}

impl<'d> Metadata<'d> {
    /// True for a node that [`Draft::md_temporary`] made, and that was not unified.
    pub fn is_temporary(self) -> bool {
        self.draft.nodes.borrow().temporary.contains(&self.number)
    }

    /// Returns whether the node is distinct, and not temporary.
    pub fn is_distinct(self) -> bool {
        let all = self.draft.metadata.borrow();
        all.get(self.number).is_some_and(|node| all.is_distinct(node)) && !self.is_temporary()
    }

    /// Makes a temporary node permanent: returns an equal node that replaces it, if there is one, or the node itself. Users that
    /// become equal thereby are merged, too.
    pub fn unify(self) -> Metadata<'d> {
        let draft = self.draft;
        let is_temporary = draft.nodes.borrow_mut().temporary.remove(&self.number);
        if is_temporary {
            set_distinct(&mut draft.metadata.borrow_mut(), self.number, false);
            draft.unify_equals(self.number);
            let mut nodes = draft.nodes.borrow_mut();
            if nodes.temporary.is_empty() {
                nodes.users.clear();
            }
        }
        Metadata { draft, number: draft.current_node(self.number) }
    }

    /// Replaces a reference of a distinct or temporary node; `place` counts the words of LLVM 22's record.
    ///
    /// # Errors
    /// A node that is uniqued, a word without a reference.
    pub fn set_reference(self, place: usize, to: Option<Metadata<'d>>) -> Result<()> {
        let draft = self.draft;
        let mut all = draft.metadata.borrow_mut();
        let node = all.get(self.number).filter(|node| all.is_distinct(node) && place < node.count as usize).copied();
        let places = node.map_or(&[][..], |node| node.kind.operands());
        let has_place = places.iter().any(|one| *one as usize == place);
        let is_tuple = node.is_some_and(|node| node.kind == NodeKind::Tuple && place > 0);
        need(has_place || is_tuple, "only references of distinct nodes change")?;
        if let Some(word) = node.and_then(|node| all.words.get_mut(node.start as usize + place)) {
            *word = to.map_or(0, |to| to.number as u64 + 1);
        }
        draft.nodes.borrow_mut().add_user(&all, self.number);
        Ok(())
    }

    /// Returns the words of a node as in LLVM 22's record; the lowest bit of the first word marks a distinct node.
    pub fn words(self) -> Vec<u64> {
        let all = self.draft.metadata.borrow();
        all.get(self.number).map_or(Vec::new(), |node| all.words(node).to_vec())
    }

    /// Returns a word of a node; zero if it is missing.
    pub fn word(self, place: usize) -> u64 {
        let all = self.draft.metadata.borrow();
        all.get(self.number).and_then(|node| all.words(node).get(place).copied()).unwrap_or(0)
    }

    /// Returns the metadata that a word of a node refers to.
    pub fn reference_at(self, place: usize) -> Option<Metadata<'d>> {
        self.draft.metadata_of(self.word(place))
    }

    /// Returns the number of references of a node, or of values in a `DIArgList`.
    pub fn operand_count(self) -> usize {
        let all = self.draft.metadata.borrow();
        all.get(self.number).map_or(0, |node| match node.kind {
            NodeKind::ArgList => node.count as usize,
            _ => all.operands(node).count(),
        })
    }

    /// Returns the `i`th reference of a node, in the order of LLVM's operands, or the `i`th value of a `DIArgList`.
    pub fn operand(self, i: usize) -> Option<Metadata<'d>> {
        let word = {
            let all = self.draft.metadata.borrow();
            let node = all.get(self.number)?;
            match node.kind {
                NodeKind::ArgList => all.words(node).get(i)?.checked_add(1)?,
                _ => all.operands(node).nth(i)?,
            }
        };
        self.draft.metadata_of(word)
    }

    /// Returns the bytes of a metadata string.
    pub fn string(self) -> Option<&'d [u8]> {
        let draft = self.draft;
        let all = draft.metadata.borrow();
        let node = all.get(self.number).filter(|node| node.kind == NodeKind::String)?;
        if self.number < draft.strings_as_read.1 {
            return Some(draft.texts.get(Text { start: draft.strings_as_read.0 + node.start, count: node.count }));
        }
        let text = *draft.strings.borrow_mut().entry(self.number).or_insert_with(|| draft.texts.add(all.string(node)));
        Some(draft.texts.get(text))
    }

    /// Returns the value that the metadata wraps.
    pub fn value(self) -> Option<super::Value<'d>> {
        let all = self.draft.metadata.borrow();
        let node = all.get(self.number).filter(|node| node.kind == NodeKind::Value)?;
        let value = all.words(node).get(1).map(|value| self.draft.value(*value as u32))?;
        (value.kind() != ValueKind::Global(GlobalKind::Removed)).then_some(value)
    }
}

impl Draft {
    /// Returns the metadata that a word of a node refers to.
    #[inline]
    pub fn metadata_of(&self, word: u64) -> Option<Metadata<'_>> {
        let number = u32::try_from(word.checked_sub(1)?).ok()?;
        Some(self.metadata(number))
    }

    /// Replaces references of a module to merged nodes by their replacements.
    pub(super) fn name_current_nodes(&self, m: &mut Module) {
        if self.nodes.borrow().replaced.is_empty() {
            return;
        }
        let current = |number: &mut u32| *number = self.current_node(*number);
        m.attachments.iter_mut().for_each(|attachment| current(&mut attachment.node));
        m.global_attachments.iter_mut().for_each(|attachment| current(&mut attachment.node));
        m.named_nodes.iter_mut().flat_map(|list| &mut list.nodes).for_each(current);
        for location in m.locations.iter_mut().filter(|location| **location != 0) {
            *location = self.current_node(*location - 1) + 1;
        }
        for record in &m.records {
            let words = m.operands.get_mut(record.operands as usize..(record.operands + record.count) as usize);
            words.into_iter().flatten().for_each(|word| self.name_current_node(word));
        }
        for row in m.instructions.iter().filter(|row| row.opcode.is_call()) {
            let first = row.operands as usize + row.opcode.first_argument();
            let words = m.operands.get_mut(first..(row.operands + row.count) as usize);
            words.into_iter().flatten().for_each(|word| self.name_current_node(word));
        }
    }

    fn name_current_node(&self, word: &mut u32) {
        if *word & METADATA != 0 && *word & crate::module::LOCAL == 0 {
            *word = METADATA | self.current_node(*word & !METADATA);
        }
    }
}
