//! Cycles of blocks, including irreducible ones, nested as in LLVM.
//!
//! Source: `GenericCycleInfoCompute` of `llvm/ADT/GenericCycleImpl.h`: headers are visited in reverse preorder of a depth-first
//! search that visits the last successor first.

use crate::graph::Graph;
use crate::module::NONE;

/// A cycle.
struct Cycle {
    header: u32,
    /// The entry blocks, the header first.
    entries: Vec<u32>,
    parent: u32,
    /// A cycle that leads to the outermost enclosing one; the cycle itself if there is none.
    outer: u32,
}

/// The cycles of a body. An enclosing cycle has a higher number than its inner ones.
pub(super) struct Cycles {
    cycles: Vec<Cycle>,
    /// The innermost cycle of each block, or [`NONE`].
    innermost: Vec<u32>,
    /// The range of each cycle in a preorder of the nesting, in which inner cycles are contained.
    ranges: Vec<(u32, u32)>,
}

/// The times at which a depth-first search enters and leaves each block; zero for an unreachable block.
struct Walk {
    order: Vec<u32>,
    places: Vec<(u32, u32)>,
}

impl Walk {
    fn of(graph: &Graph, count: usize) -> Walk {
        let mut walk = Walk { order: Vec::new(), places: vec![(0, 0); count] };
        // The second occurrence of a block on the stack ends its subtree.
        let mut open = vec![(0, false)];
        while let Some((block, is_left)) = open.pop() {
            let counter = walk.order.len() as u32;
            let Some(place) = walk.places.get_mut(block as usize) else { continue };
            match (is_left, place.0) {
                (true, _) => place.1 = counter,
                (false, 0) => {
                    place.0 = counter + 1;
                    walk.order.push(block);
                    open.push((block, true));
                    open.extend(graph.successors(block).iter().map(|&to| (to, false)));
                }
                (false, _) => {}
            }
        }
        walk
    }

    fn place(&self, block: u32) -> (u32, u32) {
        self.places.get(block as usize).copied().unwrap_or((0, 0))
    }

    /// Returns whether `below` is a descendant of `above` in the depth-first search, or the same block.
    fn is_below(&self, below: u32, above: u32) -> bool {
        let ((below, _), (from, to)) = (self.place(below), self.place(above));
        from != 0 && (from..=to).contains(&below)
    }
}

impl Cycles {
    /// Computes the cycles of a body of `count` blocks.
    pub(super) fn of(graph: &Graph, count: usize) -> Cycles {
        let walk = Walk::of(graph, count);
        let mut found = Cycles { cycles: Vec::new(), innermost: vec![NONE; count], ranges: Vec::new() };
        for &header in walk.order.iter().rev() {
            let back = graph.predecessors(header).iter().copied().filter(|&from| walk.is_below(from, header));
            let open: Vec<u32> = back.collect();
            if !open.is_empty() {
                found.add(graph, &walk, header, open);
            }
        }
        found.ranges = found.nested();
        found
    }

    fn add(&mut self, graph: &Graph, walk: &Walk, header: u32, mut open: Vec<u32>) {
        let new = self.cycles.len() as u32;
        self.cycles.push(Cycle { header, entries: vec![header], parent: NONE, outer: new });
        self.put(header, new);
        while let Some(block) = open.pop() {
            if block == header {
                continue;
            }
            let seen = match self.innermost(block).map(|cycle| self.outermost(cycle)) {
                Some(own) if own == new => continue,
                Some(inner) => match self.cycles.get_mut(inner as usize) {
                    Some(cycle) => {
                        (cycle.parent, cycle.outer) = (new, new);
                        cycle.entries.clone()
                    }
                    None => continue,
                },
                None => {
                    self.put(block, new);
                    vec![block]
                }
            };
            for block in seen {
                self.go_back(graph, walk, header, block, &mut open);
            }
        }
    }

    /// Pushes the predecessors of a block in the last cycle. The block is an entry of the cycle if a predecessor is outside.
    fn go_back(&mut self, graph: &Graph, walk: &Walk, header: u32, block: u32, open: &mut Vec<u32>) {
        let mut is_entry = false;
        for &from in graph.predecessors(block) {
            if walk.is_below(from, header) {
                open.push(from);
            } else {
                is_entry |= walk.place(from).0 != 0;
            }
        }
        if let Some(cycle) = self.cycles.last_mut().filter(|_| is_entry) {
            cycle.entries.push(block);
        }
    }

    fn put(&mut self, block: u32, cycle: u32) {
        if let Some(slot) = self.innermost.get_mut(block as usize).filter(|slot| **slot == NONE) {
            *slot = cycle;
        }
    }

    /// Returns the outermost cycle that encloses one, with path compression.
    fn outermost(&mut self, cycle: u32) -> u32 {
        let outer = |cycles: &[Cycle], i: u32| cycles.get(i as usize).map_or(i, |c| c.outer);
        let mut top = cycle;
        while outer(&self.cycles, top) != top {
            top = outer(&self.cycles, top);
        }
        let mut at = cycle;
        while let Some(cycle) = self.cycles.get_mut(at as usize).filter(|_| at != top) {
            at = std::mem::replace(&mut cycle.outer, top);
        }
        top
    }

    fn nested(&self) -> Vec<(u32, u32)> {
        let mut sizes = vec![1u32; self.cycles.len()];
        for (i, cycle) in self.cycles.iter().enumerate() {
            let size = sizes.get(i).copied().unwrap_or(1);
            sizes.get_mut(cycle.parent as usize).into_iter().for_each(|sum| *sum += size);
        }
        let (mut ranges, mut free) = (vec![(0, 0); sizes.len()], vec![0; sizes.len()]);
        let mut next = 0;
        for (i, cycle) in self.cycles.iter().enumerate().rev() {
            let size = sizes.get(i).copied().unwrap_or(1);
            let slot = free.get_mut(cycle.parent as usize).unwrap_or(&mut next);
            let start = *slot;
            *slot += size;
            free.get_mut(i).into_iter().for_each(|slot| *slot = start + 1);
            ranges.get_mut(i).into_iter().for_each(|range| *range = (start, start + size));
        }
        ranges
    }

    /// Returns the innermost cycle of a block.
    pub(super) fn innermost(&self, block: u32) -> Option<u32> {
        self.innermost.get(block as usize).copied().filter(|&cycle| cycle != NONE)
    }

    /// Returns the next enclosing cycle.
    pub(super) fn parent(&self, cycle: u32) -> Option<u32> {
        self.cycles.get(cycle as usize).map(|c| c.parent).filter(|&parent| parent != NONE)
    }

    /// Returns whether a block is in a cycle or one of its inner cycles.
    pub(super) fn contains(&self, cycle: u32, block: u32) -> bool {
        let range = |cycle: u32| self.ranges.get(cycle as usize).copied().unwrap_or((0, 0));
        let (start, end) = range(cycle);
        self.innermost(block).is_some_and(|inner| (start..end).contains(&range(inner).0))
    }

    /// Returns the header of a cycle with a single entry.
    pub(super) fn only_entry(&self, cycle: u32) -> Option<u32> {
        self.cycles.get(cycle as usize).filter(|c| c.entries.len() == 1).map(|c| c.header)
    }
}
