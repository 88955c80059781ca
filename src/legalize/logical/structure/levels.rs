//! The loop construct in which each node of a reducible graph is placed.
//!
//! A loop construct contains its natural loop, and the nodes between an exit of the loop and the node where exits meet:
//! code before a `break` or a `return`. Convergent code stays outside unless it ends the function, and so does code
//! that leads back to the header of an enclosing loop.

use super::graph::Graph;
use crate::graph::flow::Flow;
use crate::graph::loops::Loops;
use llvm_ir::sorting::Sorting;

/// The loop constructs of a graph, and the nodes that they contain.
#[derive(Debug)]
pub struct Levels {
    /// The natural loops.
    pub loops: Loops,
    /// The innermost loop construct that contains each node; for a header, the one that contains its loop.
    pub place: Vec<Option<usize>>,
    /// The nodes that each node immediately dominates.
    pub children: Vec<Vec<usize>>,
    /// The continue target of each loop, if one of its nodes can be the continue target.
    pub target: Vec<Option<usize>>,
}

/// The computation of the loop constructs.
struct Finder<'g> {
    graph: &'g Graph,
    flow: &'g Flow,
    loops: Loops,
    children: Vec<Vec<usize>>,
    /// The number of nodes that each node dominates, itself included.
    size: Vec<usize>,
    /// The distinct targets of the edges that leave each loop.
    exits: Vec<Vec<usize>>,
    /// The exit that is placed behind each loop if no exit has to be, once it is known.
    chosen: Vec<Option<Option<usize>>>,
    place: Vec<Option<usize>>,
}

impl Levels {
    /// Computes the loop constructs. `preferred` has the node that should come behind the loop of each header, if one
    /// is known.
    pub fn new(graph: &Graph, flow: &Flow, preferred: &[Option<usize>]) -> Self {
        let (loops, children) = (Loops::new(flow), flow.children());
        let count = flow.successors.len();
        let mut size = vec![1; count];
        for node in flow.order.iter().rev() {
            if let Some(above) = flow.above(*node) {
                size[above] += size[*node];
            }
        }
        let exits = exits(flow, &loops);
        let (chosen, place) = (vec![None; count], vec![None; count]);
        let mut finder = Finder { graph, flow, loops, children, size, exits, chosen, place };
        for node in &flow.order {
            if let Some(above) = flow.above(*node) {
                finder.place[*node] = finder.of(above, *node, preferred);
            }
        }
        let target = (0..count).map(|header| finder.target(header)).collect();
        Self { loops: finder.loops, place: finder.place, children: finder.children, target }
    }

    /// Returns the innermost loop construct that contains the successors of a node; for a header, its own loop.
    pub fn inner(&self, node: usize) -> Option<usize> {
        if self.loops.is_header(node) { Some(node) } else { self.place.get(node).copied().flatten() }
    }
}

/// Returns the distinct targets of the edges that leave each loop.
fn exits(flow: &Flow, loops: &Loops) -> Vec<Vec<usize>> {
    let mut exits = vec![Vec::new(); flow.successors.len()];
    for (from, to) in flow.order.iter().flat_map(|from| flow.successors[*from].iter().map(move |to| (*from, *to))) {
        let mut at = loops.of(from);
        while let Some(header) = at.filter(|header| !loops.contains(*header, to)) {
            exits[header].push(to);
            at = loops.around(header);
        }
    }
    for targets in &mut exits {
        targets.arrange_by_key(|to| flow.rank[*to]);
        targets.dedup();
    }
    exits
}

impl Finder<'_> {
    /// Returns the innermost loop construct that contains a node, given the immediate dominator of the node.
    fn of(&mut self, above: usize, node: usize, preferred: &[Option<usize>]) -> Option<usize> {
        let mut level = if self.loops.is_header(above) { Some(above) } else { self.place[above] };
        while let Some(header) = level.filter(|header| self.leaves(*header, above, node, preferred)) {
            level = self.place[header];
        }
        level
    }

    fn leaves(&mut self, header: usize, above: usize, node: usize, preferred: &[Option<usize>]) -> bool {
        if self.loops.contains(header, node) || !self.loops.contains(header, above) {
            return false;
        }
        if preferred.get(header).copied().flatten() == Some(node) {
            return true;
        }
        self.always_leaves(header, node) || self.chosen(header, preferred) == Some(node)
    }

    /// Returns whether an exit cannot be placed inside of the loop.
    fn always_leaves(&self, header: usize, exit: usize) -> bool {
        if !self.flow.dominates(header, exit) {
            return true;
        }
        let goes_back = |from: &&usize| self.flow.dominates(exit, **from);
        let ways = self.flow.predecessors[exit].iter().filter(|from| !goes_back(from)).count();
        ways > 1 || !self.stays(header, exit)
    }

    /// Returns whether the nodes that an exit dominates may be placed inside of the loop: they only end the function,
    /// or they lead to a node where exits of the loop meet and have no convergent calls.
    fn stays(&self, header: usize, exit: usize) -> bool {
        let (mut open, mut is_convergent, mut is_left) = (vec![exit], false, false);
        while let Some(node) = open.pop() {
            is_convergent |= self.graph.is_convergent.get(node).copied().unwrap_or(false);
            for to in self.flow.successors[node].iter().filter(|to| !self.flow.dominates(exit, **to)) {
                is_left = true;
                if !self.flow.dominates(header, *to) || *to == header {
                    return false;
                }
            }
            open.extend(&self.children[node]);
        }
        !(is_left && is_convergent)
    }

    /// Returns the exit that is placed behind a loop if all exits could be inside of it.
    fn chosen(&mut self, header: usize, preferred: &[Option<usize>]) -> Option<usize> {
        if let Some(chosen) = self.chosen[header] {
            return chosen;
        }
        let exits = &self.exits[header];
        let is_needed = preferred.get(header).copied().flatten().is_none_or(|exit| !exits.contains(&exit));
        let chosen = match exits[..] {
            [only] => Some(only),
            _ if is_needed && exits.iter().all(|exit| !self.always_leaves(header, *exit)) => {
                exits.iter().copied().max_by_key(|exit| self.size[*exit])
            }
            _ => None,
        };
        self.chosen[header] = Some(chosen);
        chosen
    }

    /// Returns the only node with a back edge to a header, if it can be the continue target: its other successors must
    /// be behind the loop.
    fn target(&self, header: usize) -> Option<usize> {
        let [latch] = self.loops.latches[header][..] else { return None };
        let level = if self.loops.is_header(latch) { Some(latch) } else { self.place[latch] };
        let is_free = !self.graph.is_switch(latch) && level == Some(header);
        let leaves = |to: &usize| *to == header || self.place[*to] != Some(header) && !self.loops.contains(header, *to);
        (is_free && self.flow.successors[latch].iter().all(leaves)).then_some(latch)
    }
}
