//! The merge node of a header: the one node to which the edges behind it lead, or a row of dispatch nodes in front of
//! several of them.
//!
//! Each dispatch node leads to one target, or to the next dispatch node, which is its merge node where the edges that
//! leave the target lead on to others of the row.

use super::graph::{Choice, Edge, Origin};
use super::plan::{Plan, broken};
use crate::error::Result;
use crate::graph::structured::Merge;
use std::collections::VecDeque;

/// The edges that leave a row of dispatch nodes; and a dispatch node whose merge node is to be declared, with the edges
/// that lead there.
type Left = (Vec<Edge>, Option<(usize, Vec<Edge>)>);

/// A row of dispatch nodes on the way.
struct Ladder {
    /// The loop that it is in.
    level: Option<usize>,
    /// The dispatch node that has no exits yet.
    dispatch: usize,
    /// The edges that are to lead to it.
    edges: Vec<Edge>,
    /// The targets that these, and those that lead there already, have.
    targets: Vec<usize>,
    /// The edges that leave all of that.
    pending: Vec<Edge>,
}

impl Plan<'_> {
    /// Leads edges to one node, which a header declares, and from there to where they lead; a loop is declared with its
    /// continue target. `next` are the nodes behind the header, in the order in which they may lead to each other.
    /// Returns the edges that leave all of that.
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

    /// Returns the node through which edges go to their only target: that itself if it is the next one, else an empty
    /// node.
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

    /// Distributes edges over a row of dispatch nodes, each to one of their targets or to the next dispatch node.
    /// Returns the edges that leave the row, and a dispatch node whose merge node is to be declared, with the edges
    /// between.
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
            targets.sort_by_key(|to| flow.rank[*to]);
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

    /// Ends a row of dispatch nodes with the second exit of the last one. `edges` leave its first target, if that was
    /// the next node.
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

    /// Returns where edges lead, in the order of the walk.
    fn targets(&self, edges: &[Edge]) -> Vec<usize> {
        let mut targets: Vec<usize> = edges.iter().map(|edge| self.graph.target(*edge)).collect();
        targets.sort_by_key(|to| self.flow.rank.get(*to).copied());
        targets.dedup();
        targets
    }
}
