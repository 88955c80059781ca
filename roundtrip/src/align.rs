//! The correspondence of two modules' instructions.
//!
//! In: two modules with the contents of their ids (`keys`). Out: pairs of ids, and for each function the pairs of its
//! instructions, and the instructions without a counterpart. Instructions of equal contents are paired first, by a diff
//! that keeps their order; between them those of equal opcodes and types; then those of equal contents wherever they
//! stand in the function.

use super::keys::{Body, Opcode, View, number};
use imara_diff::{Algorithm, Diff, InternedInput};
use llvm_spirv::binary::{Id, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::Range;

/// The pairs found so far.
pub(super) struct Alignment<'a, 'm, 'w> {
    pub before: &'a View<'m, 'w>,
    pub after: &'a View<'m, 'w>,
    /// For each id of the module before, its counterpart in the module after, or 0.
    to_after: Vec<Id>,
    /// The functions present in both modules, by index.
    pub functions: Vec<(usize, usize)>,
    pub only_before: Vec<usize>,
    pub only_after: Vec<usize>,
}

/// The pairs of instructions of a function in both modules, by index.
#[derive(Default)]
pub(super) struct Pairs {
    pub both: Vec<(usize, usize)>,
    pub gaps: Vec<Gap>,
    /// The number of instructions that have moved.
    pub moved: usize,
}

/// Unpaired instructions at the same position in both modules.
#[derive(Clone, Debug, Default)]
pub(super) struct Gap {
    pub before: Vec<usize>,
    pub after: Vec<usize>,
}

impl<'a, 'm, 'w> Alignment<'a, 'm, 'w> {
    /// Pairs the module-level instructions and the functions.
    pub fn new(before: &'a View<'m, 'w>, after: &'a View<'m, 'w>) -> Self {
        let to_after = vec![0; before.module.bound() as usize];
        let mut alignment =
            Self { before, after, to_after, functions: Vec::new(), only_before: Vec::new(), only_after: Vec::new() };
        alignment.pair_globals();
        alignment.pair_functions();
        alignment
    }

    fn pair_globals(&mut self) {
        let mut there = FxHashMap::<u64, VecDeque<Id>>::default();
        for id in self.after.globals.iter().filter_map(|i| i.result_id()) {
            there.entry(self.after.key(id)).or_default().push_back(id);
        }
        for id in self.before.globals.iter().filter_map(|i| i.result_id()) {
            let Some(found) = there.get_mut(&self.before.key(id)) else { continue };
            // Several that are alike may have become one.
            let next = if found.len() > 1 { found.pop_front() } else { found.front().copied() };
            self.pair(id, next.unwrap_or_default());
        }
    }

    fn pair_functions(&mut self) {
        let mut there = FxHashMap::<u64, usize>::default();
        for (place, body) in self.after.functions.iter().enumerate() {
            there.entry(self.after.key(body.id)).or_insert(place);
        }
        for (place, body) in self.before.functions.iter().enumerate() {
            match there.remove(&self.before.key(body.id)) {
                Some(other) => self.functions.push((place, other)),
                None => self.only_before.push(place),
            }
        }
        self.only_after = there.into_values().collect();
        self.only_after.sort_unstable();
        for (one, other) in self.functions.clone() {
            if let (Some(one), Some(other)) = (self.before.functions.get(one), self.after.functions.get(other)) {
                self.pair(one.id, other.id);
            }
        }
    }

    /// Records that an id corresponds to another.
    pub fn pair(&mut self, before: Id, after: Id) {
        if let Some(slot) = self.to_after.get_mut(before as usize) {
            *slot = after;
        }
    }

    /// The counterpart of an id, or 0.
    pub fn counterpart(&self, id: Id) -> Id {
        self.to_after.get(id as usize).copied().unwrap_or_default()
    }

    /// Pairs the result of a removed copy with the counterpart of its source.
    pub fn pair_copy(&mut self, copy: Instruction<'w>, source: Id) {
        let counterpart = self.counterpart(self.before.root(source));
        if let Some(id) = copy.result_id().filter(|_| counterpart != 0) {
            self.pair(id, counterpart);
        }
    }

    /// Returns whether two ids have the same meaning.
    pub fn same(&self, before: Id, after: Id) -> bool {
        let (before, after) = (self.before.root(before), self.after.root(after));
        let paired = self.counterpart(before);
        if paired != 0 && self.after.root(paired) == after {
            return true;
        }
        let key = self.before.key(before);
        key != 0 && key == self.after.key(after)
    }

    /// Pairs the instructions of a function.
    pub fn function(&mut self, before: &Body<'w>, after: &Body<'w>) -> Pairs {
        let mut pairs = Pairs::default();
        for gap in matched([&before.tokens, &after.tokens], [0, 0], &mut pairs.both) {
            let [one, other] = [kinds(self.before, before, &gap[0]), kinds(self.after, after, &gap[1])];
            let [from, to] = gap.map(|range| range.start);
            let rest = matched([&one, &other], [from, to], &mut pairs.both);
            pairs.gaps.extend(
                rest.into_iter().map(|[before, after]| Gap { before: before.collect(), after: after.collect() }),
            );
        }
        pairs.find_moved(before, after);
        pairs.both.sort_unstable();
        for (one, other) in &pairs.both {
            self.pair_results(before.code.get(*one), after.code.get(*other));
        }
        pairs
    }

    /// Records that the result of an instruction corresponds to that of another.
    pub fn pair_results(&mut self, before: Option<&Instruction<'w>>, after: Option<&Instruction<'w>>) {
        let ids = before.and_then(|i| i.result_id()).zip(after.and_then(|i| i.result_id()));
        if let Some((before, after)) = ids {
            self.pair(before, after);
        }
    }
}

impl Pairs {
    /// Pairs instructions of equal contents that are in different gaps.
    fn find_moved(&mut self, before: &Body<'_>, after: &Body<'_>) {
        let mut there = FxHashMap::<u64, VecDeque<usize>>::default();
        for place in self.gaps.iter().flat_map(|gap| &gap.after) {
            let token = after.tokens.get(*place).copied().unwrap_or_default();
            there.entry(token).or_default().push_back(*place);
        }
        let (mut found, mut taken) = (Vec::new(), FxHashSet::default());
        for gap in &mut self.gaps {
            gap.before.retain(|place| {
                let token = before.tokens.get(*place).copied().unwrap_or_default();
                let other = there.get_mut(&token).and_then(VecDeque::pop_front);
                if let Some(other) = other {
                    found.push((*place, other));
                    taken.insert(other);
                }
                other.is_none()
            });
        }
        self.gaps.iter_mut().for_each(|gap| gap.after.retain(|place| !taken.contains(place)));
        self.gaps.retain(|gap| !gap.before.is_empty() || !gap.after.is_empty());
        self.moved = found.len();
        self.both.extend(found);
    }
}

/// Returns a number for the opcode and the result type of each instruction; for debug instructions it includes their
/// number in the set, and their subject.
fn kinds(view: &View<'_, '_>, body: &Body<'_>, range: &Range<usize>) -> Vec<u64> {
    let code = body.code.get(range.clone()).unwrap_or_default();
    let kind = |instruction: &Instruction<'_>| {
        number((Opcode::of(*instruction).number, view.type_key(*instruction), view.described(*instruction)))
    };
    code.iter().map(kind).collect()
}

/// Adds the pairs of equal numbers that a diff finds, and returns the ranges between them, offset by `begin`.
fn matched(sides: [&[u64]; 2], begin: [usize; 2], pairs: &mut Vec<(usize, usize)>) -> Vec<[Range<usize>; 2]> {
    let [before, after] = sides;
    let mut input = InternedInput::default();
    input.reserve(before.len() as u32, after.len() as u32);
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let (mut gaps, mut done) = (Vec::new(), begin);
    let mut equal = |done: [usize; 2], to: usize| {
        pairs.extend((done[0]..to).zip(done[1]..));
    };
    for hunk in diff.hunks() {
        let shifted = |range: &Range<u32>, by: usize| range.start as usize + by..range.end as usize + by;
        let gap = [shifted(&hunk.before, begin[0]), shifted(&hunk.after, begin[1])];
        equal(done, gap[0].start);
        done = [gap[0].end, gap[1].end];
        gaps.push(gap);
    }
    equal(done, begin[0] + before.len());
    gaps
}
