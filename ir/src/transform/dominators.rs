//! The control flow of a function: edges between blocks, dominators, and the blocks that need phis.

use std::collections::{BinaryHeap, HashMap};

use rustc_hash::FxBuildHasher;

use crate::draft::{Block, Function, Value};
use crate::graph::Graph;

/// A snapshot of the blocks of a function with their edges and dominators.
///
/// Instructions may change while it is used, but blocks and terminators may not.
pub struct Dominators<'d> {
    blocks: Vec<Block<'d>>,
    numbers: HashMap<u32, u32, FxBuildHasher>,
    graph: Graph,
}

impl<'d> Dominators<'d> {
    /// Returns the dominators of a function.
    pub fn of(function: Function<'d>) -> Self {
        let blocks: Vec<Block<'d>> = function.blocks().collect();
        let numbers: HashMap<u32, u32, FxBuildHasher> = blocks.iter().map(|b| b.number()).zip(0..).collect();
        let mut successors = Vec::new();
        let mut ends = Vec::with_capacity(blocks.len());
        for block in &blocks {
            successors.extend(block.successors().filter_map(|to| numbers.get(&to.number()).copied()));
            ends.push(successors.len() as u32);
        }
        Dominators { blocks, numbers, graph: Graph::new(successors, &ends) }
    }

    /// Returns the blocks, in order.
    pub fn blocks(&self) -> &[Block<'d>] {
        &self.blocks
    }

    /// Returns the index of a block, from 0 on, for tables by block.
    pub fn index(&self, block: Block<'d>) -> Option<usize> {
        self.numbers.get(&block.number()).map(|&index| index as usize)
    }

    fn number(&self, block: Block<'d>) -> u32 {
        self.numbers.get(&block.number()).copied().unwrap_or(crate::module::NONE)
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    fn handles<'s>(&'s self, numbers: &'s [u32]) -> impl Iterator<Item = Block<'d>> + 's {
        numbers.iter().filter_map(|&number| self.blocks.get(number as usize).copied())
    }

    /// Returns the successors of a block, each as often as it branches there.
    pub fn successors(&self, block: Block<'d>) -> impl Iterator<Item = Block<'d>> + '_ {
        self.handles(self.graph.successors(self.number(block)))
    }

    /// Returns the predecessors of a block, each as often as it branches there, in the order of the blocks.
    pub fn predecessors(&self, block: Block<'d>) -> impl Iterator<Item = Block<'d>> + '_ {
        self.handles(self.graph.predecessors(self.number(block)))
    }

    /// Returns whether the entry reaches the block.
    pub fn is_reached(&self, block: Block<'d>) -> bool {
        self.graph.is_reached(self.number(block))
    }

    /// Returns whether `a` dominates `b`. An unreachable block is dominated by all blocks, and dominates no reachable one.
    pub fn dominates(&self, a: Block<'d>, b: Block<'d>) -> bool {
        !self.is_reached(b) || self.is_reached(a) && self.graph.dominates(self.number(a), self.number(b))
    }

    /// Returns whether an instruction dominates another. Takes linear time within a block.
    pub fn dominates_instruction(&self, a: Value<'d>, b: Value<'d>) -> bool {
        match (a.block(), b.block()) {
            (Some(of), Some(block)) if of == block => {
                a != b && std::iter::successors(a.next(), |i| i.next()).any(|next| next == b)
            }
            (Some(of), Some(block)) => self.dominates(of, block),
            _ => false,
        }
    }

    /// Returns the immediate dominator of a block; `None` for the entry and for unreachable blocks.
    pub fn immediate(&self, block: Block<'d>) -> Option<Block<'d>> {
        self.blocks.get(self.graph.immediate(self.number(block))? as usize).copied()
    }

    /// Returns the reachable blocks in preorder of the dominator tree.
    pub fn walk(&self) -> Vec<Block<'d>> {
        let mut reached: Vec<Block<'d>> = self.blocks.iter().copied().filter(|block| self.is_reached(*block)).collect();
        reached.sort_unstable_by_key(|block| self.graph.place(self.number(*block)));
        reached
    }

    /// Returns the depth of each block in the dominator tree, by index.
    fn levels(&self) -> Vec<u32> {
        let mut levels = vec![0; self.blocks.len()];
        for block in self.walk() {
            let above = self.immediate(block).and_then(|above| self.index(above));
            let level = above.and_then(|above| levels.get(above)).map_or(0, |level| level + 1);
            if let Some(slot) = self.index(block).and_then(|index| levels.get_mut(index)) {
                *slot = level;
            }
        }
        levels
    }
}

/// A search for the blocks where the values of several definitions merge: iterated dominance frontiers. It is created once for a
/// function, and queried for each variable, in time proportional to the visited blocks.
pub struct Frontiers<'a, 'd> {
    dominators: &'a Dominators<'d>,
    levels: Vec<u32>,
    /// The children of each block in the dominator tree, by index.
    below: Vec<Vec<u32>>,
    /// The last query in which a block was met, by index.
    met: Vec<u32>,
    /// The last query in which the edges of a block were followed, by index.
    walked: Vec<u32>,
    question: u32,
}

impl<'a, 'd> Frontiers<'a, 'd> {
    /// Creates the search for a function.
    pub fn of(dominators: &'a Dominators<'d>) -> Self {
        let count = dominators.blocks.len();
        let mut below = vec![Vec::new(); count];
        for number in 0..count as u32 {
            let above = dominators.graph.immediate(number);
            if let Some(list) = above.and_then(|above| below.get_mut(above as usize)) {
                list.push(number);
            }
        }
        let (met, walked) = (vec![0; count], vec![0; count]);
        Frontiers { dominators, levels: dominators.levels(), below, met, walked, question: 0 }
    }

    fn level(&self, number: u32) -> u32 {
        self.levels.get(number as usize).copied().unwrap_or(0)
    }

    /// Returns the blocks that need a phi for a value that is defined in `defining`, in the order of the blocks; blocks for which
    /// `live` returns false need none.
    pub fn meet(&mut self, defining: &[Block<'d>], live: impl Fn(Block<'d>) -> bool) -> Vec<Block<'d>> {
        self.question += 1;
        let mut found = Vec::new();
        // Deepest first, as Sreedhar and Gao do, so that each subtree is walked once.
        let mut queue = BinaryHeap::new();
        for block in defining.iter().filter(|block| self.dominators.is_reached(**block)) {
            let number = self.dominators.number(*block);
            queue.push((self.level(number), number));
        }
        while let Some((level, root)) = queue.pop() {
            let mut open = vec![root];
            while let Some(number) = open.pop() {
                let seen = self.walked.get_mut(number as usize);
                if seen.is_none_or(|seen| std::mem::replace(seen, self.question) == self.question) {
                    continue;
                }
                for &to in self.dominators.graph.successors(number) {
                    if self.level(to) > level || self.is_met(to) {
                        continue;
                    }
                    let Some(block) = self.dominators.blocks.get(to as usize).copied().filter(|block| live(*block))
                    else {
                        continue;
                    };
                    found.push(block);
                    queue.push((self.level(to), to));
                }
                open.extend(self.below.get(number as usize).into_iter().flatten());
            }
        }
        found.sort_unstable_by_key(|block| self.dominators.number(*block));
        found
    }

    /// Marks a block as met in this query; returns whether it was met before.
    fn is_met(&mut self, to: u32) -> bool {
        let question = self.question;
        self.met.get_mut(to as usize).is_none_or(|met| std::mem::replace(met, question) == question)
    }
}
