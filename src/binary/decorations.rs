//! Decorations, found by the id that they decorate.
//!
//! In: the instructions of section 8 of the layout, in order. Out: for an id, or a member of a structure type, its
//! decorations in the order of the module, those of its decoration groups included. Groups are expanded on lookup, not
//! copied to each of their targets, so that the table stays as small as the module. Serves section 3.3.3 (annotation
//! instructions).

use super::Id;
use super::instruction::Instruction;
use super::read::Words;
use ::spirv::{Decoration, Op};
use llvm_ir::sorting::Sorting;
use rustc_hash::FxHashMap;

/// One decoration of an id or a member.
#[derive(Clone, Copy, Debug)]
pub struct DecorationView<'w> {
    /// The decoration; `None` if the grammar does not know it.
    pub kind: Option<Decoration>,
    /// The number of the decoration.
    pub raw: u32,
    /// The operands after the number.
    pub operands: &'w [u32],
    /// The decorating instruction; for a group the one that decorates the group.
    pub instruction: Instruction<'w>,
}

impl<'w> DecorationView<'w> {
    fn new(instruction: Instruction<'w>, skip: usize) -> Option<Self> {
        let (raw, operands) = instruction.in_operands().get(skip..)?.split_first()?;
        Some(Self { kind: Decoration::from_u32(*raw), raw: *raw, operands, instruction })
    }

    /// Returns the name in the specification, if the grammar knows the decoration.
    #[cfg(feature = "internals")]
    pub fn name(&self) -> Option<&'static str> {
        use super::grammar::{Kind, enumerant};
        enumerant(Kind::Decoration, self.raw).map(|row| row.name)
    }
}

/// A decoration of a target; a group that is applied to it counts as one.
#[derive(Clone, Copy, Debug)]
struct Entry {
    target: Id,
    /// One more than the index of the member; 0 for the id itself.
    member: u32,
    offset: u32,
}

impl Entry {
    fn key(&self) -> (Id, u32) {
        (self.target, self.member)
    }
}

/// The decorations of a module, sorted by target.
#[derive(Debug, Default)]
pub(super) struct Decorations {
    entries: Vec<Entry>,
    /// For each id one more than the index of its first entry, or 0.
    first: Vec<u32>,
    /// The kinds of decoration that occur in the module.
    kinds: Kinds,
    /// True if the module applies a decoration group.
    has_groups: bool,
    /// True if a decoration has ids for operands.
    has_ids: bool,
}

/// A set of decorations that may report false positives: numbers with equal lowest bits share a bit.
#[derive(Clone, Copy, Debug, Default)]
struct Kinds([u64; 4]);

impl Kinds {
    fn add(&mut self, raw: u32) {
        let [word, bit] = Self::place(raw);
        if let Some(bits) = self.0.get_mut(word) {
            *bits |= 1 << bit;
        }
    }

    #[inline]
    fn has(&self, raw: u32) -> bool {
        let [word, bit] = Self::place(raw);
        self.0.get(word).is_some_and(|bits| bits >> bit & 1 == 1)
    }

    fn place(raw: u32) -> [usize; 2] {
        [raw as usize / 64 % 4, raw as usize % 64]
    }
}

impl Decorations {
    /// Takes one annotation instruction.
    pub fn add(&mut self, instruction: Instruction<'_>) {
        let offset = instruction.offset() as u32;
        self.kinds.add(Self::number(instruction));
        self.has_groups |= group(instruction).is_some();
        self.has_ids |= instruction.opcode() == Op::DecorateId;
        match (instruction.opcode(), instruction.in_operands()) {
            (Op::Decorate | Op::DecorateId | Op::DecorateString, [target, ..]) => self.push(*target, 0, offset),
            (Op::MemberDecorate | Op::MemberDecorateString, [target, member, ..]) => {
                self.push(*target, member.saturating_add(1), offset);
            }
            (Op::GroupDecorate, [_, targets @ ..]) => targets.iter().for_each(|target| self.push(*target, 0, offset)),
            (Op::GroupMemberDecorate, [_, pairs @ ..]) => {
                let (pairs, _) = pairs.as_chunks::<2>();
                pairs.iter().for_each(|[target, member]| self.push(*target, member.saturating_add(1), offset));
            }
            _ => {}
        }
    }

    /// Returns the number of the decoration. For an instruction that applies a group, which names no decoration, the
    /// result is arbitrary.
    fn number(instruction: Instruction<'_>) -> u32 {
        let at = match instruction.opcode() {
            Op::MemberDecorate | Op::MemberDecorateString => 2,
            _ => 1,
        };
        instruction.in_operands().get(at).copied().unwrap_or_default()
    }

    /// Returns whether a decoration has ids for operands.
    pub fn has_ids(&self) -> bool {
        self.has_ids
    }

    /// Returns whether the module has no decoration of this kind.
    #[inline]
    pub fn lacks(&self, kind: Decoration) -> bool {
        !self.kinds.has(kind as u32)
    }

    /// Returns whether neither the id nor a member of it is decorated.
    #[inline]
    pub fn is_plain(&self, id: Id) -> bool {
        self.start(id).is_none()
    }

    fn push(&mut self, target: Id, member: u32, offset: u32) {
        self.entries.push(Entry { target, member, offset });
    }

    /// Sorts the entries; nothing is added after this. Ids are below `bound`.
    pub fn finish(&mut self, bound: u32) {
        self.entries.arrange_by_key(Entry::key);
        self.first = vec![0; bound as usize];
        for (index, entry) in self.entries.iter().enumerate().rev() {
            if let Some(first) = self.first.get_mut(entry.target as usize) {
                *first = index as u32 + 1;
            }
        }
    }

    /// Returns the number of decorations that group applications stand for, over all targets: a group of a thousand
    /// decorations on each of a thousand targets takes few words. Call after [`finish`](Self::finish).
    pub fn of_groups(&self, words: &Words<'_>) -> usize {
        if !self.has_groups {
            return 0;
        }
        let mut sizes = FxHashMap::default();
        let groups = self.entries.iter().filter_map(|entry| group(words.at(entry.offset as usize)?));
        groups.fold(0, |sum: usize, group| {
            let count = || self.with_key((group, 0), self.start(group)).len();
            sum.saturating_add(*sizes.entry(group).or_insert_with(count))
        })
    }

    /// The decorations of an id.
    pub fn of<'w>(&self, words: &'w Words<'w>, id: Id) -> impl Iterator<Item = DecorationView<'w>> {
        self.views(words, (id, 0), self.start(id))
    }

    /// The decorations of a member of a structure type.
    pub fn of_member<'w>(&self, words: &'w Words<'w>, id: Id, member: u32) -> impl Iterator<Item = DecorationView<'w>> {
        let key = (id, member.saturating_add(1));
        let start = self.start(id).map(|_| self.entries.partition_point(|entry| entry.key() < key));
        self.views(words, key, start)
    }

    #[inline]
    fn start(&self, id: Id) -> Option<usize> {
        (*self.first.get(id as usize)? as usize).checked_sub(1)
    }

    #[inline]
    fn views<'w>(&self, words: &'w Words<'w>, key: (Id, u32), start: Option<usize>) -> Views<'_, 'w> {
        Views { decorations: self, words, entries: self.with_key(key, start), members: &[] }
    }

    /// The entries with this key, which begin at `start`.
    #[inline]
    fn with_key(&self, key: (Id, u32), start: Option<usize>) -> &[Entry] {
        let entries = start.and_then(|start| self.entries.get(start..)).unwrap_or_default();
        let count = entries.iter().take_while(|entry| entry.key() == key).count();
        entries.get(..count).unwrap_or_default()
    }
}

/// An iterator over the decorations of a target. An entry that applies a group stands for the decorations of the group;
/// groups do not nest.
struct Views<'d, 'w> {
    decorations: &'d Decorations,
    words: &'w Words<'w>,
    /// The entries of the target that are left.
    entries: &'d [Entry],
    /// The entries of the current group that are left.
    members: &'d [Entry],
}

impl<'w> Iterator for Views<'_, 'w> {
    type Item = DecorationView<'w>;

    #[inline]
    fn next(&mut self) -> Option<DecorationView<'w>> {
        loop {
            let is_member = !self.members.is_empty();
            let left = if is_member { &mut self.members } else { &mut self.entries };
            let (entry, rest) = left.split_first()?;
            *left = rest;
            let Some(instruction) = self.words.at(entry.offset as usize) else { continue };
            match group(instruction).filter(|_| !is_member) {
                Some(group) => self.members = self.decorations.with_key((group, 0), self.decorations.start(group)),
                None => match direct(instruction) {
                    None => continue,
                    found => return found,
                },
            }
        }
    }
}

/// The group that an instruction applies.
fn group(instruction: Instruction<'_>) -> Option<Id> {
    let applies = matches!(instruction.opcode(), Op::GroupDecorate | Op::GroupMemberDecorate);
    instruction.in_operands().first().copied().filter(|_| applies)
}

/// The decoration that an instruction other than a group application states.
fn direct(instruction: Instruction<'_>) -> Option<DecorationView<'_>> {
    match instruction.opcode() {
        Op::Decorate | Op::DecorateId | Op::DecorateString => DecorationView::new(instruction, 1),
        Op::MemberDecorate | Op::MemberDecorateString => DecorationView::new(instruction, 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::Module;
    use crate::binary::testing::Bytes;

    fn raw<'w>(views: impl Iterator<Item = DecorationView<'w>>) -> Vec<u32> {
        views.map(|view| view.raw).collect()
    }

    #[test]
    fn s0_26_decorations_groups_and_members() {
        Bytes::library(9)
            .op(Op::Decorate, &[3, 44, 4])
            .op(Op::Decorate, &[5, 26])
            .op(Op::DecorationGroup, &[5])
            .op(Op::Decorate, &[3, 0x7FFF_FFF0, 7, 7])
            .op(Op::GroupDecorate, &[5, 3, 1])
            .op(Op::Decorate, &[3, 21])
            .op(Op::MemberDecorate, &[3, 1, 35, 16])
            .op(Op::MemberDecorate, &[3, 0, 35, 0])
            .op(Op::GroupMemberDecorate, &[5, 3, 1])
            .op(Op::TypeInt, &[1, 32, 0])
            .op(Op::TypeStruct, &[3, 1, 1])
            .module(check);
    }

    fn check(module: &Module<'_>) {
        assert_eq!(raw(module.decorations(3)), [44, 0x7FFF_FFF0, 26, 21]);
        assert_eq!(raw(module.decorations(1)), [26]);
        assert_eq!(raw(module.decorations(2)), [0; 0]);
        assert_eq!(raw(module.decorations(99)), [0; 0]);
        assert_eq!(raw(module.member_decorations(3, 0)), [35]);
        assert_eq!(raw(module.member_decorations(3, 1)), [35, 26]);
        assert_eq!(raw(module.member_decorations(3, u32::MAX)), [0; 0]);
        assert_eq!(module.decoration(3, Decoration::Alignment), Some(&[4][..]));
        assert_eq!(module.decoration(1, Decoration::Alignment), None);
        let unknown = module.decorations(3).nth(1).map(|view| (view.kind, view.operands));
        assert_eq!(unknown, Some((None, &[7, 7][..])));
        assert_eq!(module.decorations(3).nth(2).and_then(|view| view.kind), Some(Decoration::Uniform));
    }
}
