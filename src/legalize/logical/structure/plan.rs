//! The structuriser: it determines the merge instructions, and redirects the edges that they require.
//!
//! In: a reducible graph. Out: the same graph with dispatch nodes and empty nodes, and with the merge instructions of
//! its headers. Nodes are visited in post-order of the dominator tree. For each node, the pending edges are known:
//! those that leave the nodes that it dominates, and stay in its loop. A node with two targets of its own needs a merge
//! node: the one node to which the pending edges lead, or a dispatch node in front of several such nodes, which is then
//! treated like any other node. Edges that leave a loop or go back to its header may do so from anywhere in the loop,
//! and are collected for the header.

use super::graph::{Edge, Graph, Origin};
use super::levels::Levels;
use crate::error::{Error, Result};
use crate::graph::flow::Flow;
use crate::graph::structured::Merge;
use llvm_ir::sorting::Sorting;

/// Structures the control flow of a graph.
pub fn structure(graph: &mut Graph, preferred: &[Option<usize>]) -> Result<()> {
    let flow = Flow::new(graph.successors());
    let levels = Levels::new(graph, &flow, preferred);
    let count = graph.nodes.len();
    let (none, no_edges) = (|| vec![Vec::new(); count], || vec![Vec::new(); count]);
    let mut plan = Plan {
        graph,
        flow: &flow,
        levels: &levels,
        size: vec![0; count],
        kids: none(),
        behind: none(),
        pending: no_edges(),
        waiting: no_edges(),
    };
    plan.children();
    for node in plan.postorder() {
        plan.node(node)?;
    }
    if plan.pending.first().is_some_and(Vec::is_empty) { Ok(()) } else { Err(broken("an edge that leaves the entry")) }
}

/// Returns the error for control flow that the algorithm does not handle.
pub fn broken(what: &str) -> Error {
    Error::internal(format!("control flow was not structured: {what}"))
}

/// The state of structuring a graph.
pub struct Plan<'g> {
    /// The graph that is being changed.
    pub graph: &'g mut Graph,
    /// The original control flow.
    pub flow: &'g Flow,
    levels: &'g Levels,
    /// The number of nodes in the subtree of each node, as given by `kids` and `behind`, itself included.
    size: Vec<usize>,
    /// The nodes that each node immediately dominates within its loop.
    kids: Vec<Vec<usize>>,
    /// The nodes behind each loop that are dominated by the loop.
    behind: Vec<Vec<usize>>,
    /// The edges that leave the nodes dominated by each node, and stay in its loop.
    pub pending: Vec<Vec<Edge>>,
    /// The edges that leave each loop or go back to its header.
    waiting: Vec<Vec<Edge>>,
}

impl Plan<'_> {
    /// Divides the nodes that each node dominates into those in its loop and those behind the loop.
    fn children(&mut self) {
        for above in self.flow.order.iter().copied() {
            for node in &self.levels.children[above] {
                let (place, mut level) = (self.levels.place[*node], self.levels.inner(above));
                let mut left = None;
                while let Some(header) = level.filter(|_| level != place) {
                    (left, level) = (Some(header), self.levels.place[header]);
                }
                match left {
                    Some(header) => self.behind[header].push(*node),
                    None => self.kids[above].push(*node),
                }
            }
        }
        for header in 0..self.behind.len() {
            let flow = self.flow;
            self.behind[header].arrange_by_key(|node| flow.rank[*node]);
        }
    }

    /// Returns the nodes in post-order.
    fn postorder(&mut self) -> Vec<usize> {
        let (mut open, mut order) = (vec![(0, false)], Vec::new());
        while let Some((node, is_done)) = open.pop() {
            let below = || self.kids[node].iter().chain(&self.behind[node]);
            if is_done {
                self.size[node] = 1 + below().map(|node| self.size[*node]).sum::<usize>();
                order.push(node);
                continue;
            }
            open.push((node, true));
            open.extend(below().map(|node| (*node, false)));
        }
        order
    }

    /// Declares the merge instructions of a node.
    fn node(&mut self, node: usize) -> Result<()> {
        let level = self.levels.inner(node);
        let kids: Vec<usize> = self.kids[node].iter().copied().filter(|kid| !self.is_target(level, *kid)).collect();
        let (joins, plain): (Vec<usize>, Vec<usize>) = kids.into_iter().partition(|kid| self.is_join(*kid));
        let needs_merge = !joins.is_empty() || plain.len() > 1 || self.graph.is_switch(node);
        let is_header = self.levels.loops.is_header(node);
        let from = if needs_merge && is_header { self.split(node) } else { node };
        let mut pending = self.own(node, from, level);
        if needs_merge {
            pending = self.selection(from, level, &plain, joins, pending)?;
        } else {
            plain.iter().for_each(|kid| pending.append(&mut self.pending[*kid]));
        }
        if is_header {
            if !pending.is_empty() {
                return Err(broken("an edge that leaves a loop in another way"));
            }
            pending = self.close(node)?;
        }
        self.pending[node] = pending;
        Ok(())
    }

    /// Returns whether a node is the continue target of a loop.
    fn is_target(&self, level: Option<usize>, node: usize) -> bool {
        level.is_some_and(|header| self.levels.target[header] == Some(node))
    }

    /// Returns whether several edges other than back edges lead to a node.
    fn is_join(&self, node: usize) -> bool {
        self.flow.predecessors[node].iter().filter(|from| !self.flow.dominates(node, **from)).nth(1).is_some()
    }

    /// Moves the terminator of a loop header to a node of its own.
    fn split(&mut self, header: usize) -> usize {
        let tail = self.graph.add(Origin::Tail(header), &[]);
        self.graph.nodes[tail].exits = std::mem::take(&mut self.graph.nodes[header].exits);
        self.graph.add_exit(header, tail);
        tail
    }

    /// Divides the edges of a node: edges that leave the loop are collected for its header, and edges to joins or to
    /// nodes that the node does not immediately dominate are returned. `from` is the node with the exits.
    fn own(&mut self, node: usize, from: usize, level: Option<usize>) -> Vec<Edge> {
        let mut pending = Vec::new();
        for exit in 0..self.graph.nodes[from].exits.len() {
            let to = self.graph.target((from, exit));
            if !self.stays(level, to) {
                let is_switch = self.graph.is_switch(from);
                let edge = if is_switch { self.graph.step((from, exit)) } else { (from, exit) };
                self.leave(level, edge);
            } else if self.flow.above(to) != Some(node) || self.is_join(to) {
                pending.push((from, exit));
            }
        }
        pending
    }

    /// Returns whether an edge to a node stays in the current iteration of a loop.
    pub fn stays(&self, level: Option<usize>, to: usize) -> bool {
        level.is_none() || self.levels.place[to] == level && !self.is_target(level, to)
    }

    /// Collects an edge that leaves a loop or goes back to its header.
    fn leave(&mut self, level: Option<usize>, edge: Edge) {
        let Some(header) = level else { return };
        let (to, target) = (self.graph.target(edge), self.levels.target[header]);
        let is_done = Some(to) == target || to == header && target.is_some();
        if !is_done {
            self.waiting[header].push(edge);
        }
    }

    /// Treats an edge as [`own`](Self::own) does.
    pub fn sort(&mut self, level: Option<usize>, edge: Edge, pending: &mut Vec<Edge>) {
        match self.stays(level, self.graph.target(edge)) {
            true => pending.push(edge),
            false => self.leave(level, edge),
        }
    }

    /// Declares the merge node of a selection.
    fn selection(
        &mut self,
        from: usize,
        level: Option<usize>,
        plain: &[usize],
        joins: Vec<usize>,
        mut pending: Vec<Edge>,
    ) -> Result<Vec<Edge>> {
        let going_on = plain.iter().filter(|kid| !self.pending[**kid].is_empty()).count();
        if pending.is_empty() && joins.is_empty() && going_on < 2 {
            let best = plain.iter().copied().max_by_key(|kid| (self.pending[*kid].len().min(1), self.size[*kid]));
            let merge = best.unwrap_or_else(|| self.graph.add(Origin::Dead, &[]));
            self.graph.merges[from] = Some(Merge::Selection { merge });
            return Ok(best.map(|kid| std::mem::take(&mut self.pending[kid])).unwrap_or_default());
        }
        plain.iter().for_each(|kid| pending.append(&mut self.pending[*kid]));
        self.merge(from, None, level, joins.into(), pending)
    }

    /// Declares the merge node and the continue target of a loop. Returns the edges that leave the nodes behind the
    /// loop.
    fn close(&mut self, header: usize) -> Result<Vec<Edge>> {
        let waiting = std::mem::take(&mut self.waiting[header]);
        let (back, out): (Vec<Edge>, Vec<Edge>) =
            waiting.into_iter().partition(|edge| self.graph.target(*edge) == header);
        let target = match self.levels.target[header] {
            Some(target) => target,
            None => {
                let target = self.graph.add(Origin::Forward, &[header]);
                back.into_iter().for_each(|edge| self.graph.lead(edge, target));
                target
            }
        };
        let level = self.levels.place[header];
        let behind = std::mem::take(&mut self.behind[header]);
        let behind = behind.into_iter().filter(|node| !self.is_target(level, *node)).collect();
        self.merge(header, Some(target), level, behind, out)
    }
}
