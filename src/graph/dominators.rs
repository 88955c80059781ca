//! Dominators of a control-flow graph, by the algorithm of Lengauer and Tarjan in its simple form.
//!
//! In: the predecessors of each node, and a depth-first walk. Out: the dominator tree, with queries in constant time.
//! Walking up the tree node by node, as simpler algorithms do, is quadratic where loops nest.

/// The absence of a node.
pub const NONE: usize = usize::MAX;

/// The dominator tree. Node 0 is its root; nodes that are not reached are not in it.
#[derive(Debug, Default)]
pub struct Dominators {
    /// The immediate dominator of each node; the root's is the root itself.
    pub above: Vec<usize>,
    /// The times at which each node is entered and left on a depth-first walk through the tree.
    span: Vec<(usize, usize)>,
}

impl Dominators {
    /// Returns the position of a node on a depth-first walk through the tree, which visits dominators before the nodes
    /// that they dominate.
    pub fn depth_first(&self, node: usize) -> usize {
        self.span.get(node).map_or(NONE, |(start, _)| *start)
    }

    /// Returns whether all paths to `below` go through `above`.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        match (self.span.get(above), self.span.get(below)) {
            (Some((start, end)), Some((at, _))) => start <= at && at < end,
            _ => false,
        }
    }
}

/// A depth-first walk: the nodes in the order of visits, and the parent of each.
#[derive(Debug, Default)]
pub struct Walk {
    /// The nodes.
    pub preorder: Vec<usize>,
    /// The parent of each node, by node.
    pub parent: Vec<usize>,
}

/// Computes the dominators of all nodes that the walk visits.
pub fn dominators(walk: &Walk, predecessors: &[Vec<usize>]) -> Dominators {
    let mut number = vec![NONE; predecessors.len()];
    for (place, node) in walk.preorder.iter().enumerate() {
        number[*node] = place;
    }
    let above = immediate(walk, &number, predecessors);
    let span = spans(walk, &above);
    Dominators { above, span }
}

/// Returns the immediate dominators by number in the walk.
fn immediate(walk: &Walk, number: &[usize], predecessors: &[Vec<usize>]) -> Vec<usize> {
    let count = walk.preorder.len();
    let parent: Vec<usize> =
        walk.preorder.iter().map(|n| number.get(walk.parent[*n]).copied().unwrap_or(NONE)).collect();
    let mut semi: Vec<usize> = (0..count).collect();
    let mut forest = Forest { ancestor: vec![NONE; count], label: (0..count).collect() };
    let mut bucket = vec![Vec::new(); count];
    let mut above = vec![0; count];
    for node in (1..count).rev() {
        for from in predecessors[walk.preorder[node]].iter().map(|from| number[*from]).filter(|from| *from != NONE) {
            let best = forest.best(from, &semi);
            semi[node] = semi[node].min(semi[best]);
        }
        bucket[semi[node]].push(node);
        forest.ancestor[node] = parent[node];
        for waiting in std::mem::take(&mut bucket[parent[node]]) {
            let best = forest.best(waiting, &semi);
            above[waiting] = if semi[best] < semi[waiting] { best } else { parent[node] };
        }
    }
    for node in 1..count {
        if above[node] != semi[node] {
            above[node] = above[above[node]];
        }
    }
    let mut result = vec![NONE; predecessors.len()];
    for (place, node) in walk.preorder.iter().enumerate() {
        result[*node] = walk.preorder[above[place]];
    }
    result
}

/// The processed part of the walk, as a forest with path compression.
struct Forest {
    ancestor: Vec<usize>,
    label: Vec<usize>,
}

impl Forest {
    /// Returns the node with the lowest semidominator on the path up from `node`, the root of its tree excluded.
    fn best(&mut self, node: usize, semi: &[usize]) -> usize {
        if self.ancestor[node] == NONE {
            return node;
        }
        let mut path = vec![node];
        let mut at = self.ancestor[node];
        while self.ancestor[at] != NONE {
            path.push(at);
            at = self.ancestor[at];
        }
        // The uppermost has its root as ancestor already; each below takes over what is found above it.
        let mut upper = path.pop();
        while let (Some(above), Some(below)) = (upper, path.pop()) {
            if semi[self.label[above]] < semi[self.label[below]] {
                self.label[below] = self.label[above];
            }
            self.ancestor[below] = self.ancestor[above];
            upper = Some(below);
        }
        self.label[node]
    }
}

/// Returns the times at which a depth-first walk through the tree enters and leaves each node.
fn spans(walk: &Walk, above: &[usize]) -> Vec<(usize, usize)> {
    let mut size = vec![0; above.len()];
    for node in walk.preorder.iter().rev() {
        size[*node] += 1;
        if above[*node] != *node {
            size[above[*node]] += size[*node];
        }
    }
    let mut span = vec![(NONE, 0); above.len()];
    let mut next = vec![0; above.len()];
    for node in &walk.preorder {
        let start = if above[*node] == *node { 0 } else { next[above[*node]] };
        span[*node] = (start, start + size[*node]);
        next[*node] = start + 1;
        if above[*node] != *node {
            next[above[*node]] = start + size[*node];
        }
    }
    span
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use llvm_spirv_testing::Random;

    /// Returns pseudo-random graphs, the same on each run: edges, a walk over them, and the reversed edges.
    pub fn graphs() -> impl Iterator<Item = (Vec<Vec<usize>>, Walk, Vec<Vec<usize>>)> {
        let mut random = Random::new(7, 0);
        (0..500).map(move |round| {
            let count = 2 + round % 12;
            let successors: Vec<Vec<usize>> =
                (0..count).map(|_| (0..random.below(3)).map(|_| 1 + random.below(count - 1)).collect()).collect();
            let mut walk = Walk { preorder: Vec::new(), parent: vec![NONE; count] };
            visit(&successors, 0, &mut walk);
            let mut predecessors = vec![Vec::new(); count];
            for from in &walk.preorder {
                successors[*from].iter().for_each(|to| predecessors[*to].push(*from));
            }
            (successors, walk, predecessors)
        })
    }

    fn visit(successors: &[Vec<usize>], node: usize, walk: &mut Walk) {
        walk.preorder.push(node);
        for to in &successors[node] {
            if !walk.preorder.contains(to) {
                walk.parent[*to] = node;
                visit(successors, *to, walk);
            }
        }
    }

    /// Returns the nodes reachable from `start` on paths that avoid `without`.
    pub fn reached(edges: &[Vec<usize>], start: usize, without: usize) -> Vec<usize> {
        let (mut seen, mut open) = (Vec::new(), vec![start]);
        while let Some(node) = open.pop() {
            if node != without && !seen.contains(&node) {
                seen.push(node);
                open.extend(&edges[node]);
            }
        }
        seen
    }

    #[test]
    fn a_node_dominates_what_is_not_reached_without_it() {
        for (successors, walk, predecessors) in graphs() {
            let tree = dominators(&walk, &predecessors);
            for above in walk.preorder.iter().copied() {
                let without = reached(&successors, 0, above);
                for below in 0..successors.len() {
                    let expected = walk.preorder.contains(&below) && !without.contains(&below);
                    assert_eq!(tree.dominates(above, below), expected, "{successors:?}: {above} above {below}");
                }
            }
        }
    }

    #[test]
    fn the_immediate_one_is_the_lowest() {
        for (_, walk, predecessors) in graphs() {
            let tree = dominators(&walk, &predecessors);
            for node in walk.preorder.iter().copied().filter(|node| *node != 0) {
                let all: Vec<_> = walk.preorder.iter().filter(|n| **n != node && tree.dominates(**n, node)).collect();
                let lowest = all.iter().find(|n| all.iter().all(|other| tree.dominates(**other, ***n)));
                assert_eq!(lowest.copied(), tree.above.get(node));
            }
        }
    }
}
