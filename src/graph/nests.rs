//! Natural loops and their blocks, at any depth of nesting.
//!
//! In: loops by header and latch, with distinct headers, each of which dominates its latch. Two such loops are nested
//! or disjoint, so that each block and each inner loop is visited once.

use super::dominators::{Dominators, NONE};
use llvm_ir::sorting::Sorting;

/// Nested loops.
#[derive(Debug)]
pub struct Nests {
    /// The times at which a walk over the tree of loops enters and leaves each block.
    span: Vec<(usize, usize)>,
    /// The blocks in the order of that walk.
    order: Vec<usize>,
}

impl Nests {
    /// Finds the blocks of the loops.
    pub fn new(loops: &[(usize, usize)], dominators: &Dominators, predecessors: &[Vec<usize>]) -> Self {
        let mut inner_first: Vec<_> = loops.to_vec();
        inner_first.arrange_by_key(|(header, _)| std::cmp::Reverse(dominators.depth_first(*header)));
        let mut outer = vec![NONE; predecessors.len()];
        let mut joined: Vec<usize> = (0..predecessors.len()).collect();
        for (header, latch) in inner_first {
            let mut open = vec![latch];
            while let Some(block) = open.pop() {
                let whole = outermost(&mut joined, block);
                if whole != header {
                    (outer[whole], joined[whole]) = (header, header);
                    open.extend(&predecessors[whole]);
                }
            }
        }
        Self::walk(&outer)
    }

    fn walk(outer: &[usize]) -> Self {
        let mut inner = vec![Vec::new(); outer.len()];
        let mut open = Vec::new();
        for (block, header) in outer.iter().enumerate().rev() {
            match *header {
                NONE => open.push((block, false)),
                header => inner[header].push(block),
            }
        }
        let (mut span, mut order) = (vec![(0, 0); outer.len()], Vec::with_capacity(outer.len()));
        while let Some((block, is_done)) = open.pop() {
            if is_done {
                span[block].1 = order.len();
                continue;
            }
            span[block].0 = order.len();
            order.push(block);
            open.push((block, true));
            open.extend(inner[block].iter().map(|block| (*block, false)));
        }
        Self { span, order }
    }

    /// Returns whether the block is in the loop with this header.
    pub fn contains(&self, header: usize, block: usize) -> bool {
        let ((start, end), (at, _)) = (self.span[header], self.span[block]);
        start <= at && at < end
    }

    /// Returns the blocks of the loop with this header, in the order of the function.
    pub fn blocks(&self, header: usize) -> Vec<usize> {
        let (start, end) = self.span[header];
        let mut blocks = self.order[start..end].to_vec();
        blocks.sort_unstable();
        blocks
    }
}

/// Returns the header of the outermost loop found so far around a block, with path compression.
fn outermost(joined: &mut [usize], mut block: usize) -> usize {
    while joined[block] != block {
        joined[block] = joined[joined[block]];
        block = joined[block];
    }
    block
}

#[cfg(test)]
mod tests {
    use super::super::dominators::dominators;
    use super::super::dominators::tests::{graphs, reached};
    use super::*;

    #[test]
    fn a_loop_is_what_leads_to_its_latch_without_its_header() {
        let mut count = 0;
        for (successors, walk, predecessors) in graphs() {
            let tree = dominators(&walk, &predecessors);
            let mut loops: Vec<(usize, usize)> = Vec::new();
            for latch in walk.preorder.iter().copied() {
                let header = successors[latch].iter().copied().find(|to| tree.dominates(*to, latch));
                loops.extend(header.filter(|h| loops.iter().all(|(other, _)| other != h)).map(|h| (h, latch)));
            }
            let nests = Nests::new(&loops, &tree, &predecessors);
            for (header, latch) in loops {
                let mut expected = reached(&predecessors, latch, header);
                expected.push(header);
                expected.sort_unstable();
                assert_eq!(nests.blocks(header), expected, "{successors:?}: {latch} to {header}");
                for block in 0..successors.len() {
                    assert_eq!(nests.contains(header, block), expected.contains(&block));
                }
                count += 1;
            }
        }
        assert!(count > 50, "{count}");
    }
}
