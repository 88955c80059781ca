//! Natural loops with any number of back edges, and their nesting.
//!
//! In: a reducible graph. Out: for each node the innermost loop around it, named by its header; for each loop the one
//! around it.

use super::dominators::NONE;
use super::flow::Flow;
use llvm_ir::sorting::Sorting;

/// The loops of a graph.
#[derive(Debug, Default)]
pub struct Loops {
    /// The innermost loop around each node; for a header, the one around its own loop.
    outer: Vec<usize>,
    /// The number of loops around each node, including a header's own loop.
    depth: Vec<usize>,
    /// The sources of the back edges of each header; empty for other nodes.
    pub latches: Vec<Vec<usize>>,
}

impl Loops {
    /// Finds the loops.
    pub fn new(flow: &Flow) -> Self {
        let count = flow.successors.len();
        let mut latches = vec![Vec::new(); count];
        for header in flow.order.iter().copied() {
            let goes_back = |from: &usize| flow.dominates(header, *from);
            latches[header] = flow.predecessors[header].iter().copied().filter(goes_back).collect();
            latches[header].dedup();
        }
        let mut headers: Vec<_> = flow.order.iter().copied().filter(|node| !latches[*node].is_empty()).collect();
        headers.arrange_by_key(|header| std::cmp::Reverse(flow.dominators.depth_first(*header)));
        let mut outer = vec![NONE; count];
        let mut joined: Vec<usize> = (0..count).collect();
        for header in headers {
            let mut open = latches[header].clone();
            while let Some(node) = open.pop() {
                let whole = outermost(&mut joined, node);
                if whole != header {
                    (outer[whole], joined[whole]) = (header, header);
                    open.extend(&flow.predecessors[whole]);
                }
            }
        }
        let mut depth = vec![0; count];
        for node in &flow.order {
            let around = outer.get(outer[*node]).map_or(0, |_| depth[outer[*node]]);
            depth[*node] = around + usize::from(!latches[*node].is_empty());
        }
        Self { outer, depth, latches }
    }

    /// Returns whether a node is the header of a loop.
    pub fn is_header(&self, node: usize) -> bool {
        self.latches.get(node).is_some_and(|latches| !latches.is_empty())
    }

    /// Returns the innermost loop that a node is in, its own if it is a header.
    pub fn of(&self, node: usize) -> Option<usize> {
        if self.is_header(node) { Some(node) } else { self.around(node) }
    }

    /// Returns the innermost loop around a node of which it is not the header.
    pub fn around(&self, node: usize) -> Option<usize> {
        self.outer.get(node).copied().filter(|outer| *outer != NONE)
    }

    /// Returns whether a node is in a loop, directly or in an inner loop.
    pub fn contains(&self, header: usize, node: usize) -> bool {
        let mut at = self.of(node);
        while let Some(inner) = at.filter(|inner| self.depth[*inner] > self.depth[header]) {
            at = self.around(inner);
        }
        at == Some(header)
    }
}

/// Returns the header of the outermost loop found so far around a node, with path compression.
fn outermost(joined: &mut [usize], mut node: usize) -> usize {
    while joined[node] != node {
        joined[node] = joined[joined[node]];
        node = joined[node];
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_nest_and_may_have_several_latches() {
        // 0 -> 1 -> 2 -> 3; 3 -> 2, 3 -> 1, 2 -> 1, 1 -> 4.
        let loops = Loops::new(&Flow::new(vec![vec![1], vec![2, 4], vec![3, 1], vec![2, 1], vec![]]));
        assert_eq!((loops.latches[1].clone(), loops.latches[2].clone()), (vec![2, 3], vec![3]));
        assert_eq!((0..5).map(|node| loops.of(node)).collect::<Vec<_>>(), [None, Some(1), Some(2), Some(2), None]);
        assert_eq!(loops.around(2), Some(1));
        assert!(loops.contains(1, 3) && loops.contains(2, 3) && !loops.contains(2, 1) && !loops.contains(1, 4));
    }
}
