//! The control-flow graph of a body, with the dominator tree.
//!
//! Dominators are found as Lengauer and Tarjan do, in time that grows hardly faster than the number of edges, and without recursion.

use crate::instruction::{Opcode, Row, Slot};
use crate::module::NONE;

/// Lists of blocks, one for each block.
#[derive(Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    blocks: Vec<u32>,
}

impl Lists {
    fn of(&self, block: u32) -> &[u32] {
        let at = |i: usize| self.starts.get(i).copied().unwrap_or(0) as usize;
        self.blocks.get(at(block as usize)..at(block as usize + 1)).unwrap_or(&[])
    }
}

/// The blocks of a body and their edges.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    successors: Lists,
    predecessors: Lists,
    /// The immediate dominator of each block; [`NONE`] for the entry and for unreachable blocks.
    above: Vec<u32>,
    /// The preorder number of each block in the dominator tree, and the number of blocks that it dominates, itself included; zero for
    /// an unreachable block.
    tree: Vec<(u32, u32)>,
}

/// Calls `f` with the blocks that a terminator names, in the order of its words.
pub(crate) fn targets(row: &Row, words: &[u32], mut f: impl FnMut(u32)) {
    match row.opcode {
        Opcode::Br => words.iter().take(2).for_each(|&block| f(block)),
        Opcode::Ret | Opcode::Unreachable | Opcode::Resume => {}
        opcode => {
            for (i, &word) in words.iter().enumerate() {
                if opcode.slot(words, i) == Some(Slot::Block) {
                    f(word);
                }
            }
        }
    }
}

impl Graph {
    /// Creates the graph of blocks whose successors are listed one after another; `ends` has the end of each block's list.
    pub(crate) fn new(successors: Vec<u32>, ends: &[u32]) -> Graph {
        let count = ends.len();
        let mut starts = Vec::with_capacity(count + 1);
        starts.push(0);
        starts.extend_from_slice(ends);
        let successors = Lists { starts, blocks: successors };
        let predecessors = turned(&successors, count);
        let (above, tree) = match count {
            0 | 1 => (vec![NONE; count], vec![(0, 1); count]),
            _ => tree(&successors, &predecessors, count),
        };
        Graph { successors, predecessors, above, tree }
    }

    /// Returns the successors of a block, one for each edge.
    pub(crate) fn successors(&self, block: u32) -> &[u32] {
        self.successors.of(block)
    }

    /// Returns the immediate dominator of a block.
    pub(crate) fn immediate(&self, block: u32) -> Option<u32> {
        self.above.get(block as usize).copied().filter(|&above| above != NONE)
    }

    /// Returns the preorder number of a block in the dominator tree: the blocks that it dominates follow it.
    pub(crate) fn place(&self, block: u32) -> u32 {
        self.tree.get(block as usize).map_or(0, |place| place.0)
    }

    /// Returns the predecessors of a block, one for each edge.
    pub(crate) fn predecessors(&self, block: u32) -> &[u32] {
        self.predecessors.of(block)
    }

    /// Returns the only predecessor of a block, which may have several edges to it.
    pub(crate) fn only_predecessor(&self, block: u32) -> Option<u32> {
        let (&first, rest) = self.predecessors(block).split_first()?;
        rest.iter().all(|&other| other == first).then_some(first)
    }

    /// Returns whether the entry reaches the block.
    pub(crate) fn is_reached(&self, block: u32) -> bool {
        self.tree.get(block as usize).is_some_and(|place| place.1 != 0)
    }

    /// Returns whether `a` dominates `b`, which must be reachable.
    pub(crate) fn dominates(&self, a: u32, b: u32) -> bool {
        let place = |block: u32| self.tree.get(block as usize).copied().unwrap_or((0, 0));
        let ((a, count), (b, _)) = (place(a), place(b));
        a <= b && b - a < count
    }

    /// Returns whether every path from the entry to `block` takes the edge.
    pub(crate) fn edge_dominates(&self, from: u32, to: u32, block: u32) -> bool {
        if !self.dominates(to, block) {
            return false;
        }
        let mut seen = false;
        self.predecessors(to).iter().all(|&before| match before == from {
            true => !std::mem::replace(&mut seen, true),
            false => !self.is_reached(before) || self.dominates(to, before),
        })
    }
}

/// Returns the lists of predecessors, made by reversing all edges.
fn turned(successors: &Lists, count: usize) -> Lists {
    let mut starts = vec![0u32; count + 2];
    for &block in &successors.blocks {
        if let Some(slot) = starts.get_mut(block as usize + 2) {
            *slot += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut starts {
        sum += *slot;
        *slot = sum;
    }
    let mut blocks = vec![0; successors.blocks.len()];
    for from in 0..count as u32 {
        for &to in successors.of(from) {
            if let Some(at) = starts.get_mut(to as usize + 1) {
                if let Some(slot) = blocks.get_mut(*at as usize) {
                    *slot = from;
                }
                *at += 1;
            }
        }
    }
    starts.pop();
    Lists { starts, blocks }
}

/// The state of the search for dominators. Blocks are numbered in depth-first order, and the columns are indexed by that number.
struct Search {
    /// The block of each number.
    order: Vec<u32>,
    parent: Vec<u32>,
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
    dominator: Vec<u32>,
    path: Vec<u32>,
}

fn at(column: &[u32], i: u32) -> u32 {
    column.get(i as usize).copied().unwrap_or(0)
}

fn set(column: &mut [u32], i: u32, value: u32) {
    if let Some(slot) = column.get_mut(i as usize) {
        *slot = value;
    }
}

impl Search {
    /// Returns the number with the smallest semidominator on the path up from `v`, and compresses that path.
    fn smallest(&mut self, v: u32) -> u32 {
        if at(&self.ancestor, v) == NONE {
            return v;
        }
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let mut u = v;
        while at(&self.ancestor, at(&self.ancestor, u)) != NONE {
            path.push(u);
            u = at(&self.ancestor, u);
        }
        while let Some(u) = path.pop() {
            let above = at(&self.ancestor, u);
            let (mine, theirs) = (at(&self.label, u), at(&self.label, above));
            if at(&self.semi, theirs) < at(&self.semi, mine) {
                set(&mut self.label, u, theirs);
            }
            let further = at(&self.ancestor, above);
            set(&mut self.ancestor, u, further);
        }
        self.path = path;
        at(&self.label, v)
    }
}

/// Numbers the blocks in depth-first order; returns the number of each block.
fn walk(successors: &Lists, count: usize, search: &mut Search) -> Vec<u32> {
    let mut numbers = vec![NONE; count];
    let mut stack = vec![(0u32, 0usize)];
    set(&mut numbers, 0, 0);
    search.order.push(0);
    search.parent.push(0);
    while let Some((block, next)) = stack.last_mut() {
        let here = *block;
        let Some(&to) = successors.of(here).get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        if numbers.get(to as usize) == Some(&NONE) {
            set(&mut numbers, to, search.order.len() as u32);
            search.order.push(to);
            search.parent.push(at(&numbers, here));
            stack.push((to, 0));
        }
    }
    numbers
}

fn tree(successors: &Lists, predecessors: &Lists, count: usize) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut search = Search {
        order: Vec::with_capacity(count),
        parent: Vec::with_capacity(count),
        semi: Vec::new(),
        label: Vec::new(),
        ancestor: Vec::new(),
        dominator: Vec::new(),
        path: Vec::new(),
    };
    let numbers = walk(successors, count, &mut search);
    let reached = search.order.len() as u32;
    search.semi = (0..reached).collect();
    search.label = (0..reached).collect();
    search.ancestor = vec![NONE; reached as usize];
    search.dominator = vec![0; reached as usize];
    let mut heads = vec![NONE; reached as usize];
    let mut links = vec![NONE; reached as usize];
    for v in (1..reached).rev() {
        let block = at(&search.order, v);
        for &before in predecessors.of(block) {
            let before = at(&numbers, before);
            if before == NONE {
                continue;
            }
            let u = search.smallest(before);
            if at(&search.semi, u) < at(&search.semi, v) {
                let semi = at(&search.semi, u);
                set(&mut search.semi, v, semi);
            }
        }
        let semi = at(&search.semi, v);
        let head = at(&heads, semi);
        set(&mut links, v, head);
        set(&mut heads, semi, v);
        let parent = at(&search.parent, v);
        set(&mut search.ancestor, v, parent);
        let mut waiting = at(&heads, parent);
        set(&mut heads, parent, NONE);
        while waiting != NONE {
            let u = search.smallest(waiting);
            let dominator = if at(&search.semi, u) < at(&search.semi, waiting) { u } else { parent };
            set(&mut search.dominator, waiting, dominator);
            waiting = at(&links, waiting);
        }
    }
    for v in 1..reached {
        if at(&search.dominator, v) != at(&search.semi, v) {
            let above = at(&search.dominator, at(&search.dominator, v));
            set(&mut search.dominator, v, above);
        }
    }
    let mut above = vec![NONE; count];
    for v in 1..reached {
        set(&mut above, at(&search.order, v), at(&search.order, at(&search.dominator, v)));
    }
    (above, places(&search, count))
}

/// Numbers the dominator tree in preorder, so that the descendants of a block follow it.
fn places(search: &Search, count: usize) -> Vec<(u32, u32)> {
    let reached = search.order.len() as u32;
    let mut sizes = vec![1u32; reached as usize];
    for v in (1..reached).rev() {
        let (size, above) = (at(&sizes, v), at(&search.dominator, v));
        let sum = at(&sizes, above) + size;
        set(&mut sizes, above, sum);
    }
    let mut next = vec![1u32; reached as usize];
    let mut place = vec![0u32; reached as usize];
    let mut tree = vec![(0, 0); count];
    for v in 0..reached {
        if v > 0 {
            let above = at(&search.dominator, v);
            let here = at(&next, above);
            set(&mut place, v, here);
            set(&mut next, above, here + at(&sizes, v));
            set(&mut next, v, here + 1);
        }
        if let Some(slot) = tree.get_mut(at(&search.order, v) as usize) {
            *slot = (at(&place, v), at(&sizes, v));
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use llvm_spirv_testing::Random;

    fn graph(successors: &[&[u32]]) -> Graph {
        let mut ends = Vec::new();
        let mut all = Vec::new();
        for list in successors {
            all.extend_from_slice(list);
            ends.push(all.len() as u32);
        }
        Graph::new(all, &ends)
    }

    /// Returns whether `a` dominates `b`, found by a walk that avoids `a`.
    fn slowly(successors: &[&[u32]], a: u32, b: u32) -> bool {
        let mut seen = vec![false; successors.len()];
        let mut stack = if a == 0 { vec![] } else { vec![0u32] };
        while let Some(block) = stack.pop() {
            if block != a && !std::mem::replace(&mut seen[block as usize], true) {
                stack.extend(successors[block as usize]);
            }
        }
        a == b || !seen[b as usize]
    }

    #[test]
    fn dominators_of_random_graphs() {
        let mut random = Random::new(7, 0);
        for _ in 0..300 {
            let count = 2 + random.below(9);
            let lists: Vec<Vec<u32>> =
                (0..count).map(|_| (0..random.below(4)).map(|_| random.below(count) as u32).collect()).collect();
            let slices: Vec<&[u32]> = lists.iter().map(Vec::as_slice).collect();
            let graph = graph(&slices);
            for (a, b) in (0..count as u32).flat_map(|a| (0..count as u32).map(move |b| (a, b))) {
                if graph.is_reached(a) && graph.is_reached(b) {
                    assert_eq!(graph.dominates(a, b), slowly(&slices, a, b), "{lists:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn edges() {
        // A doubled edge dominates nothing.
        let graph = graph(&[&[1, 1], &[]]);
        assert!(!graph.edge_dominates(0, 1, 1));
        assert_eq!(graph.only_predecessor(1), Some(0));
    }
}
