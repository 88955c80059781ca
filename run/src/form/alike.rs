//! The values on which all work-items of a group agree whenever they reach the same barrier: group ids and sizes,
//! constants, values computed from such values, and phis whose incoming edges no divergent branch separates.
//!
//! A work-item that goes on after a barrier reads such a value from a copy of the first work-item's value, which the
//! region made before any went on (`shell.rs`): LLVM then knows that it does not change from one work-item to the next.

use super::lockstep::is_lane_by_lane;
use llvm_spirv::internals::flow::Flow;
use llvm_spirv::llvm::{Block, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions of the prelude whose results are the same for a group, or follow from their arguments.
const OF_GROUP: &[&str] =
    &["spirv.base", "spirv.bytes", "spirv.inside", "spirv.local", "spirv.resource", "spirv.spare"];

/// The builtin variables that are the same for a group.
const BUILTINS: &[&str] = &[
    "EnqueuedWorkgroupSize",
    "GlobalOffset",
    "GlobalSize",
    "NumWorkgroups",
    "SubgroupMaxSize",
    "WorkDim",
    "WorkgroupId",
    "WorkgroupSize",
];

/// The values on which work-items may differ.
#[derive(Debug, Default)]
pub struct Alike<'m> {
    differing: FxHashSet<Value<'m>>,
    /// The parameter for the work-item, which builtins that depend on it receive.
    item: Option<Value<'m>>,
}

impl<'m> Alike<'m> {
    /// Analyses a step that has been cut: each of `ways` is an edge from the block before a cut to the block after it.
    pub fn of(step: Value<'m>, ways: &[(Block<'m>, Block<'m>)]) -> Self {
        let item = step.param(1);
        let mut alike = Self { differing: item.into_iter().collect(), item };
        let graph = Graph::of(step, ways);
        while alike.round(&graph) {}
        alike
    }

    /// Returns whether all work-items have the same value.
    pub fn holds(&self, value: Value<'m>) -> bool {
        !self.differing.contains(&value)
    }

    /// Adds the values that differ because of known ones; returns whether any was added.
    fn round(&mut self, graph: &Graph<'m>) -> bool {
        let before = self.differing.len();
        for node in &graph.flow.order {
            let Some(block) = graph.blocks.get(*node) else { continue };
            for inst in block.instructions() {
                if !inst.is_terminator() && self.differs(inst) {
                    self.differing.insert(inst);
                }
            }
            let condition = block.terminator().and_then(|end| end.condition());
            if graph.parts(*node) && condition.is_none_or(|condition| !self.holds(condition)) {
                self.separate(graph, *node);
            }
        }
        before != self.differing.len()
    }

    fn differs(&self, inst: Value<'m>) -> bool {
        let follows = || inst.operands().all(|operand| self.holds(operand));
        match inst.opcode() {
            Some(Opcode::Call) => {
                let name = inst.called_function().map_or("", |callee| callee.name());
                let asks = is_of_group(name);
                let follows = |given: Value<'m>| self.holds(given) || (asks && Some(given) == self.item);
                !(asks || is_lane_by_lane(inst)) || !inst.call_args().all(follows)
            }
            Some(Opcode::Load) => inst.metadata("invariant.load").is_none() || !follows(),
            // Each work-item may have another.
            Some(Opcode::Freeze) => true,
            Some(_) => !(is_plain(inst) || is_lane_by_lane(inst)) || !follows(),
            None => true,
        }
    }

    /// Marks values as differing because of a divergent branch: phis where its paths meet, and, if some work-items may
    /// repeat a loop before that, all values of the blocks in between.
    fn separate(&mut self, graph: &Graph<'m>, node: usize) {
        let apart = graph.apart(node);
        let goes_round = apart.contains(&node);
        let meetings = graph.meetings(node, &apart);
        for node in apart.iter().chain(&meetings).copied() {
            let Some(block) = graph.blocks.get(node) else { continue };
            let is_meeting = meetings.contains(&node);
            let all = block.instructions().filter(|inst| goes_round || (is_meeting && inst.is_op(Opcode::Phi)));
            self.differing.extend(all);
        }
    }
}

fn is_of_group(name: &str) -> bool {
    let item = name.strip_prefix("item.").and_then(|name| name.split_once("BuiltIn")).map(|(_, rest)| rest);
    let variable = item.or_else(|| name.strip_prefix("spirv."));
    let is_builtin = variable.is_some_and(|variable| {
        let known = BUILTINS.iter().filter_map(|known| variable.strip_prefix(known));
        known.into_iter().any(|rest| rest.is_empty() || (rest.len() <= 2 && rest.starts_with(['i', 'j', 'v'])))
    });
    is_builtin || OF_GROUP.contains(&name)
}

/// Returns whether the result of an instruction depends on its operands alone. Covers the instructions that do not
/// compute lane by lane.
fn is_plain(inst: Value<'_>) -> bool {
    use Opcode::{
        ExtractElement, ExtractValue, FRem, GetElementPtr, InsertElement, InsertValue, IntToPtr, PtrToInt, SDiv, SRem,
        ShuffleVector, UDiv, URem,
    };
    const OPCODES: &[Opcode] = &[
        ExtractElement,
        ExtractValue,
        FRem,
        GetElementPtr,
        InsertElement,
        InsertValue,
        IntToPtr,
        PtrToInt,
        SDiv,
        SRem,
        ShuffleVector,
        UDiv,
        URem,
    ];
    inst.opcode().is_some_and(|opcode| OPCODES.contains(&opcode))
}

/// The control flow graph of a step, and its reverse.
struct Graph<'m> {
    blocks: Vec<Block<'m>>,
    flow: Flow,
    /// The reverse graph, whose node 0 is the end; block numbers are shifted by one.
    back: Flow,
}

impl<'m> Graph<'m> {
    fn of(step: Value<'m>, ways: &[(Block<'m>, Block<'m>)]) -> Self {
        let blocks: Vec<_> = step.blocks().collect();
        let numbers: FxHashMap<_, _> = blocks.iter().copied().zip(0..).collect();
        let on: FxHashMap<_, _> = ways.iter().copied().collect();
        let behind = |(node, block): (usize, &Block<'m>)| -> Vec<usize> {
            let ends = block.terminator().into_iter().flat_map(|end| end.successors());
            // The first block leads to all that go on, but the work-item has been to none of these then.
            let most = if node == 0 { 1 } else { usize::MAX };
            ends.take(most).chain(on.get(block).copied()).filter_map(|to| numbers.get(&to).copied()).collect()
        };
        let flow = Flow::new(blocks.iter().enumerate().map(behind).collect());
        let mut back = vec![Vec::new(); blocks.len() + 1];
        for node in &flow.order {
            let behind = flow.successors.get(*node).map_or(&[][..], Vec::as_slice);
            let to = |node: usize, from: usize, back: &mut Vec<Vec<usize>>| {
                back.get_mut(node).into_iter().for_each(|ways| ways.push(from));
            };
            behind.iter().for_each(|next| to(next + 1, node + 1, &mut back));
            if behind.is_empty() {
                to(0, node + 1, &mut back);
            }
        }
        Self { blocks, flow, back: Flow::new(back) }
    }

    /// Returns whether a block has more than one successor.
    fn parts(&self, node: usize) -> bool {
        self.flow.successors.get(node).is_some_and(|ways| ways.len() > 1)
    }

    /// Returns the blocks on the paths from a block, up to where all paths meet.
    fn apart(&self, node: usize) -> FxHashSet<usize> {
        let meeting = self.back.above(node + 1).and_then(|above| above.checked_sub(1));
        let mut open = self.behind(node).to_vec();
        let mut apart = FxHashSet::default();
        while let Some(next) = open.pop() {
            if Some(next) != meeting && apart.insert(next) {
                open.extend(self.behind(next));
            }
        }
        apart
    }

    /// Returns the blocks where different paths from a block meet: each block is labelled with the last meeting on its
    /// path, or the first block on it.
    fn meetings(&self, node: usize, apart: &FxHashSet<usize>) -> FxHashSet<usize> {
        let mut ways: FxHashMap<usize, usize> = self.behind(node).iter().map(|first| (*first, *first)).collect();
        let mut meetings = FxHashSet::default();
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for from in self.flow.order.iter().filter(|from| apart.contains(from)) {
                let Some(way) = ways.get(from).copied() else { continue };
                for to in self.behind(*from) {
                    let known = *ways.entry(*to).or_insert(way);
                    if known != way && meetings.insert(*to) {
                        ways.insert(*to, *to);
                        is_done = false;
                    }
                }
            }
        }
        meetings
    }

    fn behind(&self, node: usize) -> &[usize] {
        self.flow.successors.get(node).map_or(&[], Vec::as_slice)
    }
}
