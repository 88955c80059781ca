//! The merge node of a header: the only node to which the pending edges lead, or a ladder of dispatch nodes in front of
//! several such nodes.
//!
//! A dispatch node branches to one target, or to the next dispatch node. The latter is its merge node if edges from the
//! target lead on to other targets of the ladder.

use super::graph::{Choice, Edge, Origin};
use super::plan::{Plan, broken};
use crate::error::Result;
use crate::graph::structured::Merge;
use llvm_ir::sorting::Sorting;
use std::collections::VecDeque;

/// The edges that leave a ladder of dispatch nodes; and the dispatch node whose merge node is still to be declared, if
/// any, with the edges that lead to it.
type Left = (Vec<Edge>, Option<(usize, Vec<Edge>)>);

/// A ladder of dispatch nodes under construction.
struct Ladder {
    /// The innermost loop that contains the ladder.
    level: Option<usize>,
    /// The current dispatch node, which has no exits yet.
    dispatch: usize,
    /// The edges that are to lead to the current dispatch node.
    edges: Vec<Edge>,
    /// The targets of these edges, and of the edges that lead to the current dispatch node already.
    targets: Vec<usize>,
    /// The edges that leave the ladder.
    pending: Vec<Edge>,
}

impl Plan<'_> {
    /// Declares the merge node of a header, leads edges to it, and from there to their targets. If `target` is set, the
    /// header is that of a loop with this continue target. `next` has the nodes behind the header, in the order in
    /// which they may lead to each other. Returns the edges that leave these nodes.
    pub fn merge(
        &mut self,
        mut header: usize,
        mut target: Option<usize>,
        level: Option<usize>,
        mut next: VecDeque<usize>,
        mut edges: Vec<Edge>,
    ) -> Result<Vec<Edge>> {
        let mut pending = Vec::new();
        loop {
            let targets = self.targets(&edges);
            let merge = match targets[..] {
                [] if next.is_empty() => self.graph.add(Origin::Dead, &[]),
                [] => return Err(broken("a node that nothing leads to")),
                [only] => self.gather(only, level, &next, &edges, &mut pending),
                [first, ..] => self.graph.add(Origin::Dispatch(first), &[]),
            };
            self.graph.merges[header] = Some(match target.take() {
                None => Merge::Selection { merge },
                Some(target) => Merge::Loop { merge, target },
            });
            if targets.len() < 2 {
                return Ok(pending);
            }
            let ladder = Ladder { level, dispatch: merge, edges, targets, pending: Vec::new() };
            let (more, open) = self.ladder(ladder, &mut next)?;
            pending.extend(more);
            match open {
                None => return Ok(pending),
                Some((dispatch, left)) => (header, edges) = (dispatch, left),
            }
        }
    }

    /// Returns the node through which edges lead to their only target: the target itself if it is the next node, else a
    /// new empty node.
    fn gather(
        &mut self,
        only: usize,
        level: Option<usize>,
        next: &VecDeque<usize>,
        edges: &[Edge],
        pending: &mut Vec<Edge>,
    ) -> usize {
        if next.front() == Some(&only) {
            pending.append(&mut self.pending[only]);
            return only;
        }
        let step = self.graph.add(Origin::Forward, &[only]);
        edges.iter().for_each(|edge| self.graph.lead(*edge, step));
        self.sort(level, (step, 0), pending);
        step
    }

    /// Distributes edges over a ladder of dispatch nodes, each to one of their targets or to the next dispatch node.
    /// Returns the edges that leave the ladder, and the dispatch node whose merge node is still to be declared, if any.
    fn ladder(&mut self, ladder: Ladder, next: &mut VecDeque<usize>) -> Result<Left> {
        let Ladder { level, mut dispatch, mut edges, mut targets, mut pending } = ladder;
        loop {
            for edge in edges.drain(..) {
                let to = self.graph.target(edge);
                self.graph.choose(edge, dispatch, Choice::Is(to));
            }
            let leaving = targets.iter().copied().find(|to| !self.stays(level, *to));
            let join = next.front().copied().filter(|join| leaving.is_none() && targets.contains(join));
            let Some(chosen) = leaving.or(join).or(targets.first().copied()) else { break };
            targets.retain(|to| *to != chosen);
            self.graph.nodes[dispatch].origin = Origin::Dispatch(chosen);
            let edge = self.graph.add_exit(dispatch, chosen);
            match join {
                Some(_) => {
                    next.pop_front();
                    edges = std::mem::take(&mut self.pending[chosen]);
                }
                None => self.sort(level, edge, &mut pending),
            }
            if let [last] = targets[..] {
                let edge = self.graph.add_exit(dispatch, last);
                return self.last(edge, level, edges, pending, (next, join.is_some()));
            }
            targets.extend(self.targets(&edges));
            let flow = self.flow;
            targets.arrange_by_key(|to| flow.rank[*to]);
            targets.dedup();
            let following = self.graph.add(Origin::Dispatch(0), &[]);
            if join.is_some() {
                self.graph.merges[dispatch] = Some(Merge::Selection { merge: following });
            }
            let (node, exit) = self.graph.add_exit(dispatch, following);
            self.graph.nodes[node].exits[exit].choices.push((following, Choice::Same));
            dispatch = following;
        }
        Err(broken("a dispatch without a target"))
    }

    /// Ends a ladder with the second exit of its last dispatch node. `edges` leave the first target of this node, if
    /// the target was the next node.
    fn last(
        &mut self,
        edge: Edge,
        level: Option<usize>,
        mut edges: Vec<Edge>,
        mut pending: Vec<Edge>,
        (next, is_join): (&mut VecDeque<usize>, bool),
    ) -> Result<Left> {
        let to = self.graph.target(edge);
        match (next.is_empty(), is_join) {
            (true, _) => {
                pending.append(&mut edges);
                self.sort(level, edge, &mut pending);
                Ok((pending, None))
            }
            (false, true) => {
                edges.push(edge);
                Ok((pending, Some((edge.0, edges))))
            }
            (false, false) if next.len() == 1 && next.front() == Some(&to) => {
                pending.append(&mut self.pending[to]);
                Ok((pending, None))
            }
            (false, false) => Err(broken("a node that only a later one leads to")),
        }
    }

    /// Returns the distinct targets of edges, in the order of the traversal.
    fn targets(&self, edges: &[Edge]) -> Vec<usize> {
        let mut targets: Vec<usize> = edges.iter().map(|edge| self.graph.target(*edge)).collect();
        targets.arrange_by_key(|to| self.flow.rank.get(*to).copied());
        targets.dedup();
        targets
    }
}
