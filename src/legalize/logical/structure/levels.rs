//! The loop in which each node of a reducible graph is to stand.
//!
//! A loop holds its natural loop, and what lies between an exit and the place where exits meet: code before a `break`
//! or a `return`. What is convergent stays outside unless it ends the function; so does what would take the rest of the
//! loop around into the inner one.

use super::graph::Graph;
use crate::graph::flow::Flow;
use crate::graph::loops::Loops;

/// The loops of a graph, and what they hold.
#[derive(Debug)]
pub struct Levels {
    /// The natural loops.
    pub loops: Loops,
    /// The loop that each node stands in; of a header, the one that its loop stands in.
    pub place: Vec<Option<usize>>,
    /// The nodes that each dominates immediately.
    pub children: Vec<Vec<usize>>,
    /// The continue target of each loop, where one of its nodes can be it.
    pub target: Vec<Option<usize>>,
}

/// The search for the levels.
struct Finder<'g> {
    graph: &'g Graph,
    flow: &'g Flow,
    loops: Loops,
    children: Vec<Vec<usize>>,
    /// The number of nodes that each dominates, itself included.
    size: Vec<usize>,
    /// For each loop the targets of the edges that leave it, each once.
    exits: Vec<Vec<usize>>,
    /// For each loop the exit that is behind it, where no other is.
    chosen: Vec<Option<Option<usize>>>,
    place: Vec<Option<usize>>,
}

impl Levels {
    /// Finds the levels. `preferred` has for each header the node that is best behind its loop.
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

    /// Returns the loop that the targets of a node are seen from: its own, if it is a header.
    pub fn inner(&self, node: usize) -> Option<usize> {
        if self.loops.is_header(node) { Some(node) } else { self.place.get(node).copied().flatten() }
    }
}

/// Returns the targets of the edges that leave each loop.
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
        targets.sort_by_key(|to| flow.rank[*to]);
        targets.dedup();
    }
    exits
}

impl Finder<'_> {
    /// Returns the loop that a node stands in, from that of its immediate dominator.
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

    /// Returns whether an exit of a loop cannot stay in it.
    fn always_leaves(&self, header: usize, exit: usize) -> bool {
        if !self.flow.dominates(header, exit) {
            return true;
        }
        let goes_back = |from: &&usize| self.flow.dominates(exit, **from);
        let ways = self.flow.predecessors[exit].iter().filter(|from| !goes_back(from)).count();
        ways > 1 || !self.stays(header, exit)
    }

    /// Returns whether what an exit dominates only ends the function, or leads to where exits of the loop meet and does
    /// not depend on who is together.
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

    /// Returns the exit that is behind a loop all of whose exits could stay in it.
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

    /// Returns the only node that goes back to a header, if it can be the continue target: all else that it goes to is
    /// behind the loop.
    fn target(&self, header: usize) -> Option<usize> {
        let [latch] = self.loops.latches[header][..] else { return None };
        let level = if self.loops.is_header(latch) { Some(latch) } else { self.place[latch] };
        let is_free = !self.graph.is_switch(latch) && level == Some(header);
        let leaves = |to: &usize| *to == header || self.place[*to] != Some(header) && !self.loops.contains(header, *to);
        (is_free && self.flow.successors[latch].iter().all(leaves)).then_some(latch)
    }
}
