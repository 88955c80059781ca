//! A control-flow graph on numbers, with its depth-first walk and its dominators.
//!
//! In: the successors of each node; node 0 is the entry. Out: the reachable nodes in reverse postorder, where each node
//! comes after its dominator and, except for back edges, after all its predecessors.

use super::dominators::{Dominators, NONE, Walk, dominators};

/// A control-flow graph. Unreachable nodes are only in the list of successors.
#[derive(Debug, Default)]
pub struct Flow {
    /// The successors of each node, in the given order.
    pub successors: Vec<Vec<usize>>,
    /// The reachable predecessors of each node, once for each edge.
    pub predecessors: Vec<Vec<usize>>,
    /// The reached nodes in reverse postorder.
    pub order: Vec<usize>,
    /// The position of each node in that order; [`NONE`] if it is unreachable.
    pub rank: Vec<usize>,
    /// The dominators.
    pub dominators: Dominators,
}

impl Flow {
    /// Analyses a graph. The first successor of a node is visited first, hence comes last in the order.
    pub fn new(successors: Vec<Vec<usize>>) -> Self {
        let (walk, mut order) = walk(&successors);
        order.reverse();
        let mut rank = vec![NONE; successors.len()];
        order.iter().enumerate().for_each(|(place, node)| rank[*node] = place);
        let mut predecessors = vec![Vec::new(); successors.len()];
        for from in &order {
            successors[*from].iter().for_each(|to| predecessors[*to].push(*from));
        }
        let dominators = dominators(&walk, &predecessors);
        Self { successors, predecessors, order, rank, dominators }
    }

    /// Returns whether the node is reachable from the entry.
    pub fn is_reached(&self, node: usize) -> bool {
        self.rank.get(node).is_some_and(|rank| *rank != NONE)
    }

    /// Returns whether all paths to the reachable node `below` go through `above`.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        self.dominators.dominates(above, below)
    }

    /// Returns the immediate dominator of a reachable node; `None` for the entry.
    pub fn above(&self, node: usize) -> Option<usize> {
        self.dominators.above.get(node).copied().filter(|above| *above != NONE && *above != node)
    }

    /// Returns the nodes that each dominates immediately, in reverse postorder.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.successors.len()];
        for node in &self.order {
            if let Some(above) = self.above(*node) {
                children[above].push(*node);
            }
        }
        children
    }

    /// Returns the dominance frontier of each node: the joins at which a value defined in it meets others.
    pub fn frontiers(&self) -> Vec<Vec<usize>> {
        let mut frontiers = vec![Vec::new(); self.successors.len()];
        for join in self.order.iter().copied().filter(|node| self.predecessors[*node].len() > 1) {
            for from in &self.predecessors[join] {
                let mut at = *from;
                while Some(at) != self.above(join) && frontiers[at].last() != Some(&join) {
                    frontiers[at].push(join);
                    let Some(above) = self.above(at) else { break };
                    at = above;
                }
            }
        }
        frontiers
    }
}

/// Walks depth first, without recursion; returns the walk and the nodes in postorder.
fn walk(successors: &[Vec<usize>]) -> (Walk, Vec<usize>) {
    let count = successors.len();
    let (mut seen, mut postorder) = (vec![false; count], Vec::new());
    let mut walk = Walk { preorder: Vec::new(), parent: vec![NONE; count] };
    let mut stack = Vec::new();
    if let Some(entry) = seen.first_mut() {
        *entry = true;
        stack.push((0, 0));
        walk.preorder.push(0);
    }
    while let Some((node, next)) = stack.pop() {
        match successors[node].get(next) {
            Some(&to) => {
                stack.push((node, next + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                    walk.preorder.push(to);
                    walk.parent[to] = node;
                }
            }
            None => postorder.push(node),
        }
    }
    (walk, postorder)
}

#[cfg(test)]
mod tests {
    use super::super::dominators::tests::graphs;
    use super::*;

    #[test]
    fn dominators_come_first_in_the_order() {
        for (successors, walk, _) in graphs() {
            let flow = Flow::new(successors);
            assert_eq!(flow.order.len(), walk.preorder.len());
            for node in &flow.order {
                assert!(flow.above(*node).is_none_or(|above| flow.rank[above] < flow.rank[*node]));
            }
        }
    }

    #[test]
    fn a_frontier_is_where_dominance_ends() {
        for (successors, ..) in graphs() {
            let flow = Flow::new(successors);
            let frontiers = flow.frontiers();
            for node in flow.order.iter().copied() {
                let ends = |join: &usize| {
                    let enters = flow.predecessors[*join].iter().any(|from| flow.dominates(node, *from));
                    enters && (node == *join || !flow.dominates(node, *join)) && *join != 0
                };
                let expected: Vec<_> = flow.order.iter().copied().filter(ends).collect();
                let mut found = frontiers[node].clone();
                found.sort_by_key(|join| flow.rank[*join]);
                // A node with a single way in meets no other value.
                let expected: Vec<_> = expected.into_iter().filter(|j| flow.predecessors[*j].len() > 1).collect();
                assert_eq!(found, expected, "{:?}: {node}", flow.successors);
            }
        }
    }
}
