//! The layout of a function that is computed before its first instruction: block order and loops.
//!
//! In: a function body. Out: its reachable blocks in an order in which each comes after its immediate dominator (SPIR-V
//! 2.16.1), which is the given order if that is valid; and the loops with hints.

use crate::concepts::instructions::control_flow::{self, LoopMerge, SelectionMerge};
use crate::concepts::instructions::loop_arrays::{Arrays, Groups};
use crate::concepts::instructions::loops;
use crate::graph::dominators::{self, Dominators, Walk};
use crate::graph::nests::Nests;
use crate::llvm::{Block, Opcode, Value};
use crate::locality::LocalityMap;
use crate::state::slots::debug_info::BlockDominators;
use llvm_spirv_metadata::loop_controls::bit::DEPENDENCY_ARRAY_ALTERA;
use rustc_hash::{FxHashMap, FxHashSet};
use std::iter::successors;

const UNREACHABLE: Opcode = Opcode::Unreachable;

/// The blocks of a function, laid out.
#[derive(Debug, Default)]
pub struct Layout<'m> {
    /// Reachable blocks, dominators first.
    pub order: Vec<Block<'m>>,
    /// For the header of a loop with hints, its merge instruction.
    pub merges: FxHashMap<Block<'m>, LoopMerge<'m>>,
    /// For blocks that begin a selection with a control, its merge instruction.
    pub selections: FxHashMap<Block<'m>, SelectionMerge<'m>>,
}

impl<'m> Layout<'m> {
    /// Inserts unreachable blocks that only contain `unreachable` or a branch to a reachable block, each behind the
    /// block that it follows, as the Khronos translator does.
    pub fn add_unreachable(&mut self, function: Value<'m>) {
        let reached: FxHashSet<_> = self.order.iter().copied().collect();
        let is_said = |block: &Block<'m>| match block.first_instruction() {
            Some(first) if first.is_op(Opcode::Br) => first.successors().all(|next| reached.contains(&next)),
            first => first.is_some_and(|first| first.is_op(UNREACHABLE)),
        };
        if function.blocks().count() == reached.len() {
            return;
        }
        let is_next = |block: &Block<'m>| !reached.contains(block) && is_said(block);
        let order = std::mem::take(&mut self.order);
        for block in order {
            self.order.extend(successors(Some(block), |block| block.next().filter(is_next)));
        }
    }
}

/// Lays out the blocks of a function without regard to loop hints.
pub fn layout<'m>(function: Value<'m>) -> Layout<'m> {
    layout_with(function, &|_| false)
}

/// Lays out the blocks of a function, and finds the loops whose controls are allowed; `is_allowed` takes the bit of a control.
pub fn layout_with<'m>(function: Value<'m>, is_allowed: &dyn Fn(u32) -> bool) -> Layout<'m> {
    if let Some(only) = only_block(function) {
        return Layout { order: vec![only], ..Layout::default() };
    }
    let graph = Graph::new(function);
    let order = match graph.given_order_is_valid() {
        true => (0..graph.blocks.len()).filter(|b| graph.rank[*b] != UNREACHED).collect(),
        false => graph.postorder.iter().rev().copied().collect::<Vec<_>>(),
    };
    let mut taken = FxHashSet::default();
    let merges = graph.merges(is_allowed, &mut taken);
    let selections = graph.selections(&order, &merges, &mut taken);
    Layout { order: order.into_iter().map(|b| graph.blocks[b]).collect(), merges, selections }
}

/// Returns the dominators of the blocks of a function.
pub fn dominators<'m>(function: Value<'m>) -> BlockDominators<'m> {
    BlockDominators { numbers: numbers(function), tree: Graph::new(function).dominators() }
}

/// Returns the block of a function with only one, to which nothing can branch.
fn only_block(function: Value<'_>) -> Option<Block<'_>> {
    function.entry_block().filter(|entry| entry.next().is_none())
}

const UNREACHED: usize = dominators::NONE;

/// The control-flow graph, blocks numbered in the given order.
struct Graph<'m> {
    blocks: Vec<Block<'m>>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    postorder: Vec<usize>,
    /// Position in postorder; the entry has the highest.
    rank: Vec<usize>,
    walk: Walk,
}

impl<'m> Graph<'m> {
    fn new(function: Value<'m>) -> Self {
        let (blocks, numbers): (Vec<_>, _) = (function.blocks().collect(), numbers(function));
        let successors: Vec<Vec<usize>> = blocks.iter().map(|block| targets(*block, &numbers)).collect();
        Self::of(blocks, successors)
    }

    fn of(blocks: Vec<Block<'m>>, successors: Vec<Vec<usize>>) -> Self {
        let (rank, predecessors) = (vec![UNREACHED; successors.len()], vec![Vec::new(); successors.len()]);
        let walk = Walk { preorder: Vec::new(), parent: vec![UNREACHED; successors.len()] };
        let mut graph = Self { rank, predecessors, blocks, successors, postorder: Vec::new(), walk };
        graph.visit();
        for from in graph.postorder.clone() {
            for to in graph.successors[from].clone() {
                graph.predecessors[to].push(from);
            }
        }
        graph
    }

    /// Depth first, without recursion: functions may have any number of blocks in a row.
    fn visit(&mut self) {
        let mut seen = vec![false; self.successors.len()];
        let mut stack = Vec::new();
        if let Some(entry) = seen.first_mut() {
            *entry = true;
            stack.push((0, 0));
            self.walk.preorder.push(0);
        }
        while let Some((block, next)) = stack.pop() {
            match self.successors[block].get(next) {
                Some(&to) => {
                    stack.push((block, next + 1));
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push((to, 0));
                        self.walk.preorder.push(to);
                        self.walk.parent[to] = block;
                    }
                }
                None => {
                    self.rank[block] = self.postorder.len();
                    self.postorder.push(block);
                }
            }
        }
    }

    fn dominators(&self) -> Dominators {
        dominators::dominators(&self.walk, &self.predecessors)
    }

    /// Returns whether each block comes after its immediate dominator. This holds if each block but the first has a
    /// predecessor before it, the common case, in which dominators need not be computed.
    fn given_order_is_valid(&self) -> bool {
        let comes_from_before = |b: &usize| *b == 0 || self.predecessors[*b].iter().any(|from| from < b);
        self.postorder.iter().all(comes_from_before) || {
            let dominators = self.dominators();
            self.postorder.iter().all(|b| *b == 0 || dominators.above[*b] < *b)
        }
    }

    /// Returns the loops with allowed hints on their closing branch.
    fn merges(
        &self,
        is_allowed: &dyn Fn(u32) -> bool,
        taken: &mut FxHashSet<usize>,
    ) -> FxHashMap<Block<'m>, LoopMerge<'m>> {
        let mut merges = FxHashMap::default();
        let mut groups = None;
        let mut hints = |latch: usize| {
            let end = self.blocks[latch].terminator().filter(|end| end.has_metadata())?;
            end.metadata("llvm.loop")?;
            let arrays = match is_allowed(DEPENDENCY_ARRAY_ALTERA) {
                true => groups.get_or_insert_with(|| Groups::read(&self.reached())).of(end, is_allowed),
                false => Arrays::default(),
            };
            let control = loops::forward_control(end, is_allowed);
            let none = || (!arrays.pairs.is_empty()).then(|| vec![0]);
            Some((latch, (control.or_else(none)?, arrays)))
        };
        let hinted: Vec<_> = self.postorder.iter().filter_map(|latch| hints(*latch)).collect();
        if hinted.is_empty() {
            return merges;
        }
        let dominators = self.dominators();
        let mut headers = FxHashSet::default();
        let with_header = hinted.into_iter().filter_map(|(latch, control)| {
            let header = self.successors[latch].iter().copied().find(|to| dominators.dominates(*to, latch));
            header.filter(|header| headers.insert(*header)).map(|header| (header, latch, control))
        });
        let hinted: Vec<_> = with_header.collect();
        let edges: Vec<_> = hinted.iter().map(|(header, latch, _)| (*header, *latch)).collect();
        let nests = Nests::new(&edges, &dominators, &self.predecessors);
        for (header, latch, control) in hinted {
            let exit = self.exit(&nests, header, latch, taken);
            taken.extend(exit);
            let is_unstructured = self.successors[latch].len() == 1 && self.successors[header].len() == 1;
            let merge = exit.map(|b| self.blocks[b]);
            let (control, arrays) = control;
            let merge = LoopMerge { merge, latch: self.blocks[latch], control, arrays, is_unstructured };
            merges.insert(self.blocks[header], merge);
        }
        merges
    }

    /// The blocks that are reached, in the given order.
    fn reached(&self) -> Vec<Block<'m>> {
        let blocks = self.blocks.iter().enumerate();
        blocks.filter(|(number, _)| self.rank[*number] != UNREACHED).map(|(_, block)| *block).collect()
    }

    /// Returns the selections with a control on their branch; the header of a loop with hints cannot begin one.
    fn selections(
        &self,
        order: &[usize],
        loops: &FxHashMap<Block<'m>, LoopMerge<'m>>,
        taken: &mut FxHashSet<usize>,
    ) -> FxHashMap<Block<'m>, SelectionMerge<'m>> {
        let control = |b: usize| control_flow::forward_selection_control(self.blocks[b].terminator()?);
        let headers = order.iter().filter(|b| !loops.contains_key(&self.blocks[**b]));
        let headers: Vec<_> = headers.filter_map(|b| Some((*b, control(*b)?))).collect();
        let mut selections = FxHashMap::default();
        if headers.is_empty() {
            return selections;
        }
        let meets = self.post_dominators();
        for (header, control) in headers {
            let merge = meets.get(header).copied().flatten().filter(|block| taken.insert(*block));
            selections.insert(self.blocks[header], SelectionMerge { merge: merge.map(|b| self.blocks[b]), control });
        }
        selections
    }

    /// Returns the immediate post-dominator of each block, if there is one: the dominators of the graph with reversed
    /// edges, where a new block 0 precedes all blocks that exit the function.
    fn post_dominators(&self) -> Vec<Option<usize>> {
        let shifted = |blocks: &Vec<usize>| blocks.iter().map(|b| b + 1).collect();
        let exits = self.postorder.iter().filter(|b| self.successors[**b].is_empty()).map(|b| b + 1);
        let successors = [exits.collect()].into_iter().chain(self.predecessors.iter().map(shifted)).collect();
        let dominators = Graph::of(Vec::new(), successors).dominators();
        dominators.above.iter().skip(1).map(|block| block.checked_sub(1).filter(|_| *block != UNREACHED)).collect()
    }

    /// Returns the merge block of a loop: the block outside of it to which its latch branches, else its header, else
    /// the first block with such a branch. A block merges one loop only.
    fn exit(&self, nests: &Nests, header: usize, latch: usize, taken: &FxHashSet<usize>) -> Option<usize> {
        let outside = |to: &usize| !nests.contains(header, *to) && !taken.contains(to);
        let leave = |blocks: &[usize]| blocks.iter().find_map(|b| self.successors[*b].iter().copied().find(outside));
        leave(&[latch, header]).or_else(|| leave(&nests.blocks(header)))
    }
}

/// Numbers the blocks of a function in the given order.
fn numbers<'m>(function: Value<'m>) -> LocalityMap<Block<'m>, usize> {
    function.blocks().enumerate().map(|(number, block)| (block, number)).collect()
}

fn targets<'m>(block: Block<'m>, numbers: &LocalityMap<Block<'m>, usize>) -> Vec<usize> {
    let successors = block.terminator().into_iter().flat_map(|t| t.successors());
    successors.filter_map(|to| numbers.get(&to).copied()).collect()
}
