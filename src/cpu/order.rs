//! The order of a step's blocks, by which those of a sub-group wait for each other: who is in a loop comes before who is behind
//! it, an earlier round before a later one. In structured control flow that is maximal reconvergence.

use crate::graph::flow::Flow;
use crate::graph::loops::Loops;
use crate::llvm::{Block, Value};
use rustc_hash::FxHashMap;

/// The loops that the module has marked: header and merge, before blocks are cut.
#[derive(Debug, Default)]
pub struct Marks<'m> {
    merges: FxHashMap<Block<'m>, Block<'m>>,
}

impl<'m> Marks<'m> {
    pub fn of(step: Value<'m>) -> Self {
        let blocks: Vec<_> = step.blocks().collect();
        let numbers: FxHashMap<_, _> = blocks.iter().copied().zip(0..).collect();
        let flow = flow(&blocks, &numbers);
        let mut ends: FxHashMap<_, Vec<Block<'m>>> = FxHashMap::default();
        for block in &blocks {
            let node = block.terminator().and_then(|end| end.metadata("spirv.Merge"));
            for mark in node.map(|node| node.operands()).into_iter().flatten().flatten() {
                ends.entry(mark).or_default().push(*block);
            }
        }
        let mut merges = FxHashMap::default();
        for header in &blocks {
            let Some(mark) = header.terminator().and_then(|end| end.metadata("spirv.LoopMerge")) else { continue };
            let below = |block: &&Block<'m>| matches!((numbers.get(header), numbers.get(*block)), (Some(a), Some(b)) if flow.is_reached(*b) && flow.dominates(*a, *b));
            if let Some(merge) = ends.get(&mark).and_then(|all| all.iter().find(below)) {
                merges.insert(*header, *merge);
            }
        }
        Self { merges }
    }
}

fn flow<'m>(blocks: &[Block<'m>], numbers: &FxHashMap<Block<'m>, usize>) -> Flow {
    let successors = |block: &Block<'m>| {
        let ends = block.terminator().into_iter().flat_map(|end| end.successors());
        ends.filter_map(|to| numbers.get(&to).copied()).collect()
    };
    Flow::new(blocks.iter().map(successors).collect())
}

/// Places of blocks, and the loops around them.
#[derive(Debug)]
pub struct Order<'m> {
    blocks: Vec<Block<'m>>,
    numbers: FxHashMap<Block<'m>, usize>,
    flow: Flow,
    loops: Loops,
    merges: FxHashMap<usize, usize>,
    headers: Vec<usize>,
}

impl<'m> Order<'m> {
    pub fn of(step: Value<'m>, marks: &Marks<'m>) -> Self {
        let blocks: Vec<_> = step.blocks().collect();
        let numbers: FxHashMap<_, _> = blocks.iter().copied().zip(0..).collect();
        let flow = flow(&blocks, &numbers);
        let loops = Loops::new(&flow);
        let number = |block: &Block<'m>| numbers.get(block).copied();
        let merges = marks.merges.iter().filter_map(|(header, merge)| Some((number(header)?, number(merge)?))).collect();
        let headers = flow.order.iter().copied().filter(|node| loops.is_header(*node)).collect();
        Self { blocks, numbers, flow, loops, merges, headers }
    }

    /// The headers of the loops around a block, outer ones first.
    pub fn around(&self, block: Block<'m>) -> Vec<usize> {
        let Some(node) = self.numbers.get(&block).copied().filter(|node| self.flow.is_reached(*node)) else {
            return Vec::new();
        };
        // In reverse postorder, an outer loop comes before those in it.
        self.headers.iter().copied().filter(|header| self.contains(*header, node)).collect()
    }

    /// What leads out of a marked loop is in it up to its merge.
    fn contains(&self, header: usize, node: usize) -> bool {
        match self.merges.get(&header) {
            Some(merge) if self.flow.is_reached(*merge) => {
                self.flow.dominates(header, node) && !self.flow.dominates(*merge, node)
            }
            _ => self.loops.contains(header, node),
        }
    }

    /// The place of a block: from 1.
    pub fn place(&self, block: Block<'m>) -> u64 {
        self.numbers.get(&block).map_or(1, |node| self.place_of_loop(*node))
    }

    pub fn place_of_loop(&self, header: usize) -> u64 {
        self.flow.rank.get(header).map_or(1, |rank| *rank as u64 + 1)
    }

    /// The blocks that lead to the header, and whether they are in the loop.
    pub fn ways_in(&self, header: usize) -> Vec<(Block<'m>, bool)> {
        let from = self.flow.predecessors.get(header).into_iter().flatten();
        let known = from.filter_map(|node| Some((self.blocks.get(*node).copied()?, self.flow.dominates(header, *node))));
        known.collect()
    }
}
