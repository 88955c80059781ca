//! A control-flow graph on numbers, with its walk depth first and its dominators.
//!
//! In: for each node those behind it; node 0 is the entry. Out: the nodes that are reached, in reverse postorder, where
//! each comes after the one that dominates it and after all before it but for loops.

use super::dominators::{Dominators, NONE, Walk, dominators};

/// A control-flow graph. Nodes that are not reached are in no list but that of successors.
#[derive(Debug, Default)]
pub struct Flow {
    /// The nodes behind each, as they were given.
    pub successors: Vec<Vec<usize>>,
    /// The reached nodes before each, once for each edge.
    pub predecessors: Vec<Vec<usize>>,
    /// The reached nodes in reverse postorder.
    pub order: Vec<usize>,
    /// The place of each node in that order; [`NONE`] where it is not reached.
    pub rank: Vec<usize>,
    /// The dominators.
    pub dominators: Dominators,
}

impl Flow {
    /// Walks over a graph: of the nodes behind one, the first is met first, hence comes last in the order.
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

    /// Returns whether a way leads from the entry to the node.
    pub fn is_reached(&self, node: usize) -> bool {
        self.rank.get(node).is_some_and(|rank| *rank != NONE)
    }

    /// Returns whether all ways to the reached node `below` go through `above`.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        self.dominators.dominates(above, below)
    }

    /// Returns the immediate dominator of a reached node; of the entry it is `None`.
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

    /// Returns for each node the joins at which a value that is made there meets others: its dominance frontier.
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
