//! The order of a step's blocks, by which the members of a subgroup wait for each other: members in a loop come before
//! those after it, and earlier iterations before later ones. In structured control flow that is maximal reconvergence.

use llvm_spirv::error::Result;
use llvm_spirv::internals::flow::Flow;
use llvm_spirv::internals::loops::Loops;
use llvm_spirv::llvm::{Block, Builder, Module, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The function whose calls mark headers and merges of loops: inlining folds the branches that carry the loop metadata.
const MARK: &str = "spirv.mark";
const HEADER: u64 = 0;
const MERGE: u64 = 1;

/// Returns whether a function is the one of marks.
pub fn is_mark(function: Value<'_>) -> bool {
    function.name() == MARK
}

/// Marks the loops of a module by calls.
pub fn mark(module: &Module<'_>) -> Result<()> {
    let context = module.context();
    let int = context.int_type(32)?;
    let ty = context.function_type(context.void_type(), &[int, int], false)?;
    let function = module.add_function(MARK, ty)?;
    let builder = Builder::new(module);
    let (mut places, mut numbers) = (Vec::new(), FxHashMap::default());
    for block in module.functions().flat_map(|function| function.blocks()) {
        let Some(end) = block.terminator() else { continue };
        let loops = end.metadata("spirv.LoopMerge").into_iter();
        let merges = end.metadata("spirv.Merge").map(|node| node.operands()).into_iter().flatten().flatten();
        for (node, kind) in loops.map(|node| (node, HEADER)).chain(merges.map(|node| (node, MERGE))) {
            let next = numbers.len() as u64;
            places.push((block, *numbers.entry(node).or_insert(next), kind));
        }
    }
    for (block, number, kind) in places {
        builder.position_after_phis(block)?;
        builder.call(function, &[context.const_int(int, number)?, context.const_int(int, kind)?])?;
    }
    Ok(())
}

/// The marked loops of the module, each with header and merge, before blocks are cut.
#[derive(Debug, Default)]
pub struct Marks<'m> {
    merges: FxHashMap<Block<'m>, Block<'m>>,
}

impl<'m> Marks<'m> {
    /// Removes the marks from a step, and returns the loops.
    pub fn of(step: Value<'m>) -> Result<Self> {
        let (mut headers, mut ends): (Vec<_>, FxHashMap<u64, Vec<Block<'m>>>) = (Vec::new(), FxHashMap::default());
        let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
        for call in instructions
            .into_iter()
            .filter(|inst| inst.is_call())
            .filter(|inst| inst.called_function().is_some_and(is_mark))
        {
            let number = |index| call.call_arg(index).and_then(|number| number.int_value());
            let (Some(mark), Some(kind), Some(block)) = (number(0), number(1), call.parent_block()) else { continue };
            if kind == HEADER {
                headers.push((mark, block));
            } else {
                // Where blocks have become one, the merge begins here.
                ends.entry(mark).or_default().push(call.split_block()?);
            }
            call.erase()?;
        }
        let blocks: Vec<_> = step.blocks().collect();
        let numbers: FxHashMap<_, _> = blocks.iter().copied().zip(0..).collect();
        let flow = flow(&blocks, &numbers);
        let below = |header: &Block<'m>, block: &Block<'m>| match (numbers.get(header), numbers.get(block)) {
            (Some(a), Some(b)) => flow.is_reached(*a) && flow.is_reached(*b) && flow.dominates(*a, *b),
            _ => false,
        };
        let mut merges = FxHashMap::default();
        for (mark, header) in headers {
            let merge = ends.get(&mark).and_then(|all| all.iter().find(|block| below(&header, block)));
            merge.into_iter().for_each(|merge| _ = merges.insert(header, *merge));
        }
        Ok(Self { merges })
    }
}

/// Returns the control flow between blocks, by their numbers.
pub fn flow<'m>(blocks: &[Block<'m>], numbers: &FxHashMap<Block<'m>, usize>) -> Flow {
    let successors = |block: &Block<'m>| {
        let ends = block.terminator().into_iter().flat_map(|end| end.successors());
        ends.filter_map(|to| numbers.get(&to).copied()).collect()
    };
    Flow::new(blocks.iter().map(successors).collect())
}

/// Returns the blocks reachable from one block on paths that avoid another.
fn reached_from(flow: &Flow, from: usize, without: usize) -> FxHashSet<usize> {
    let (mut open, mut seen) = (vec![from], FxHashSet::default());
    while let Some(node) = open.pop() {
        if node != without && seen.insert(node) {
            open.extend(flow.successors.get(node).into_iter().flatten());
        }
    }
    seen
}

/// The positions of blocks, and the loops around them.
#[derive(Debug)]
pub struct Order<'m> {
    blocks: Vec<Block<'m>>,
    numbers: FxHashMap<Block<'m>, usize>,
    flow: Flow,
    loops: Loops,
    /// For each marked loop, the blocks after it: those reachable from its merge without re-entering the loop.
    behind: FxHashMap<usize, FxHashSet<usize>>,
    headers: Vec<usize>,
}

impl<'m> Order<'m> {
    pub fn of(step: Value<'m>, marks: &Marks<'m>) -> Self {
        let blocks: Vec<_> = step.blocks().collect();
        let numbers: FxHashMap<_, _> = blocks.iter().copied().zip(0..).collect();
        let flow = flow(&blocks, &numbers);
        let loops = Loops::new(&flow);
        let number = |block: &Block<'m>| numbers.get(block).copied();
        let marked = marks.merges.iter().filter_map(|(header, merge)| Some((number(header)?, number(merge)?)));
        let reached = marked.filter(|(_, merge)| flow.is_reached(*merge));
        let behind = reached.map(|(header, merge)| (header, reached_from(&flow, merge, header))).collect();
        let headers = flow.order.iter().copied().filter(|node| loops.is_header(*node)).collect();
        Self { blocks, numbers, flow, loops, behind, headers }
    }

    /// The headers of the loops around a block, outer ones first.
    pub fn around(&self, block: Block<'m>) -> Vec<usize> {
        let Some(node) = self.numbers.get(&block).copied().filter(|node| self.flow.is_reached(*node)) else {
            return Vec::new();
        };
        // In reverse postorder, an outer loop comes before those in it.
        self.headers.iter().copied().filter(|header| self.contains(*header, node)).collect()
    }

    /// Returns whether a block is in a loop. A marked loop includes its exit paths up to where they meet the paths from
    /// its merge.
    fn contains(&self, header: usize, node: usize) -> bool {
        match self.behind.get(&header) {
            Some(behind) => self.flow.dominates(header, node) && !behind.contains(&node),
            None => self.loops.contains(header, node),
        }
    }

    /// Returns the position of a block, counted from 1.
    pub fn place(&self, block: Block<'m>) -> u64 {
        self.numbers.get(&block).map_or(1, |node| self.place_of_loop(*node))
    }

    pub fn place_of_loop(&self, header: usize) -> u64 {
        self.flow.rank.get(header).map_or(1, |rank| *rank as u64 + 1)
    }

    /// Returns the predecessors of a header, and whether each is in the loop.
    pub fn ways_in(&self, header: usize) -> Vec<(Block<'m>, bool)> {
        let from = self.flow.predecessors.get(header).into_iter().flatten();
        let known =
            from.filter_map(|node| Some((self.blocks.get(*node).copied()?, self.flow.dominates(header, *node))));
        known.collect()
    }
}
