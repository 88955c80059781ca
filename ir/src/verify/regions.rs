//! Checks convergence regions: tokens are used only where they are live, and within a cycle only by its heart.
//!
//! Source: `GenericConvergenceVerifier::verify` of `llvm/IR/GenericConvergenceVerifierImpl.h`. The live tokens form a list, of which
//! a block passes a prefix on to its successors. The lists are stored as a tree, in which a list is the path from a token to the
//! root.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Chapter;
use super::cycles::Cycles;
use super::fault::Rule;
use crate::graph::Graph;
use crate::module::NONE;

const HERE: Chapter = Chapter::Convergence;

/// A call that makes or uses a convergence token.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) block: u32,
    pub(super) instruction: u32,
    /// The instruction that made the used token; [`NONE`] for none.
    pub(super) takes: u32,
    /// True if the call makes a token.
    pub(super) makes: bool,
    /// True for `llvm.experimental.convergence.loop`, the heart of a cycle.
    pub(super) is_heart: bool,
}

/// A token, linked to the tokens that were live where it was made.
#[derive(Clone, Copy)]
struct Token {
    block: u32,
    depth: u32,
    below: u32,
    /// A further ancestor, for skipping in logarithmic time.
    jump: u32,
}

/// The state of a walk over the blocks.
struct Regions<'a> {
    graph: &'a Graph,
    cycles: Cycles,
    tokens: Vec<Token>,
    /// The tokens by the instructions that make them.
    made: FxHashMap<u32, u32>,
    /// Cycles that have a heart.
    hearts: FxHashSet<u32>,
    /// The newest live token at the start of each block, with its ancestors; `None` if no predecessor was visited yet.
    live: Vec<Option<u32>>,
}

/// Checks the calls of a body of `count` blocks, sorted by block; returns the call that violates a rule.
pub(super) fn check(graph: &Graph, count: usize, calls: &[Call]) -> Option<(u32, Rule)> {
    let cycles = Cycles::of(graph, count);
    let (tokens, made, hearts) = (Vec::new(), FxHashMap::default(), FxHashSet::default());
    let mut regions = Regions { graph, cycles, tokens, made, hearts, live: vec![None; count] };
    for block in order(graph, count) {
        let mut top = regions.live.get(block as usize).copied().flatten().unwrap_or(NONE);
        let start = calls.partition_point(|call| call.block < block);
        for call in calls.get(start..).unwrap_or(&[]).iter().take_while(|call| call.block == block) {
            if call.takes != NONE {
                let token = regions.made.get(&call.takes).copied().unwrap_or(NONE);
                let rule = regions.take(call, token, top);
                if rule.is_err() {
                    return Some((call.instruction, rule));
                }
                top = token;
            }
            if call.makes {
                top = regions.make(call, top);
            }
        }
        regions.pass_on(block, top);
    }
    None
}

/// Returns the reachable blocks in reverse postorder, as LLVM visits them.
fn order(graph: &Graph, count: usize) -> Vec<u32> {
    let (mut seen, mut order) = (vec![false; count], Vec::new());
    let mut open = vec![(0u32, 0usize)];
    seen.iter_mut().take(1).for_each(|first| *first = true);
    while let Some((block, next)) = open.last_mut() {
        let here = *block;
        let Some(&to) = graph.successors(here).get(*next) else {
            order.push(here);
            open.pop();
            continue;
        };
        *next += 1;
        if let Some(new) = seen.get_mut(to as usize).filter(|seen| !**seen) {
            *new = true;
            open.push((to, 0));
        }
    }
    order.reverse();
    order
}

impl Regions<'_> {
    fn token(&self, token: u32) -> Option<Token> {
        self.tokens.get(token as usize).copied()
    }

    /// Returns the length of the list that ends with a token.
    fn depth(&self, token: u32) -> u32 {
        self.token(token).map_or(0, |token| token.depth)
    }

    fn make(&mut self, call: &Call, top: u32) -> u32 {
        let below = self.token(top);
        let jump = below.and_then(|below| {
            let (near, far) = (self.token(below.jump)?, self.depth(self.token(below.jump)?.jump));
            (below.depth - near.depth == near.depth - far).then_some(near.jump)
        });
        let new = self.tokens.len() as u32;
        let depth = self.depth(top) + 1;
        self.tokens.push(Token { block: call.block, depth, below: top, jump: jump.unwrap_or(top) });
        self.made.insert(call.instruction, new);
        new
    }

    /// Returns the first token on the path to the root that satisfies `holds`, which must be true for all its ancestors, too.
    fn first_below(&self, mut top: u32, holds: impl Fn(&Token) -> bool) -> u32 {
        while let Some(token) = self.token(top).filter(|token| !holds(token)) {
            top = match self.token(token.jump) {
                Some(jump) if !holds(&jump) => token.jump,
                _ => token.below,
            };
        }
        top
    }

    /// Returns the last token that two lists have in common.
    fn common(&self, a: u32, b: u32) -> u32 {
        let depth = self.depth(a).min(self.depth(b));
        let mut pair = (self.first_below(a, |t| t.depth <= depth), self.first_below(b, |t| t.depth <= depth));
        while let (true, Some(a), Some(b)) = (pair.0 != pair.1, self.token(pair.0), self.token(pair.1)) {
            pair = if a.jump == b.jump { (a.below, b.below) } else { (a.jump, b.jump) };
        }
        pair.0
    }

    fn take(&mut self, call: &Call, token: u32, top: u32) -> Rule {
        let depth = self.depth(token);
        let is_live = token != NONE && self.first_below(top, |t| t.depth <= depth) == token;
        HERE.require(is_live, "Convergence region is not well-nested.")?;
        let made_in = self.token(token).map_or(NONE, |token| token.block);
        let Some(mut cycle) = self.cycles.innermost(call.block) else { return Ok(()) };
        if made_in == call.block || self.cycles.contains(cycle, made_in) {
            return Ok(());
        }
        HERE.require(
            call.is_heart,
            "Convergence token used by an instruction other than llvm.experimental.convergence.loop in a cycle that does not contain the token's definition.",
        )?;
        while let Some(parent) = self.cycles.parent(cycle).filter(|&parent| !self.cycles.contains(parent, made_in)) {
            cycle = parent;
        }
        HERE.require(
            self.cycles.only_entry(cycle) == Some(call.block),
            "Cycle heart must dominate all blocks in the cycle.",
        )?;
        HERE.require(
            self.hearts.insert(cycle),
            "Two static convergence token uses in a cycle that does not contain either token's definition.",
        )
    }

    /// Passes the live tokens at the end of a block to its successors: those whose blocks dominate the successor, and that are live
    /// at the end of all its predecessors.
    fn pass_on(&mut self, block: u32, top: u32) {
        let graph = self.graph;
        for &to in graph.successors(block) {
            let new = match self.live.get(to as usize).copied().flatten() {
                Some(known) => self.common(known, top),
                None => self.first_below(top, |token| graph.dominates(token.block, to)),
            };
            self.live.get_mut(to as usize).into_iter().for_each(|slot| *slot = Some(new));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use llvm_spirv_testing::Random;

    #[test]
    fn lists_of_tokens_meet() {
        let graph = Graph::new(vec![], &[0]);
        let cycles = Cycles::of(&graph, 1);
        let (made, hearts) = (FxHashMap::default(), FxHashSet::default());
        let mut regions = Regions { graph: &graph, cycles, tokens: Vec::new(), made, hearts, live: Vec::new() };
        let mut random = Random::new(5, 0);
        for i in 0..200u32 {
            let top = random.within(0, i);
            let call = Call { block: 0, instruction: i, takes: NONE, makes: true, is_heart: false };
            regions.make(&call, if top == i { NONE } else { top });
        }
        let list = |mut top: u32| {
            let mut list = vec![];
            while let Some(token) = regions.token(top) {
                list.push(top);
                top = token.below;
            }
            list
        };
        for (a, b) in (0..200).flat_map(|a| (0..200).map(move |b| (a, b))) {
            let other = list(b);
            let want = list(a).into_iter().find(|token| other.contains(token)).unwrap_or(NONE);
            assert_eq!(regions.common(a, b), want, "{a} {b}");
        }
    }
}
