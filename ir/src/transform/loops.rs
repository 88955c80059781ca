//! Cycles of blocks: strongly connected components, and natural loops.

use crate::draft::{Block, Function};
use crate::module::NONE;

use super::dominators::Dominators;

/// A natural loop: a header that dominates the latches, and all blocks on paths from the header to a latch.
#[derive(Clone, Debug)]
pub struct Loop<'d> {
    /// The header, through which the loop is entered.
    pub header: Block<'d>,
    /// The index of the innermost enclosing loop.
    pub parent: Option<usize>,
    /// The latches: the blocks that branch back to the header, in the order of the blocks.
    pub latches: Vec<Block<'d>>,
}

/// The natural loops of a function. Irreducible cycles are not among them: see [`cycles`].
pub struct Loops<'d> {
    loops: Vec<Loop<'d>>,
    /// The innermost loop of each block, by the index of the dominators.
    innermost: Vec<u32>,
    depths: Vec<u32>,
}

/// Returns an index as an option, in which [`NONE`] is `None`.
fn known(index: u32) -> Option<usize> {
    (index != NONE).then_some(index as usize)
}

impl<'d> Loops<'d> {
    /// Returns the natural loops of a function, inner loops before outer ones.
    pub fn of(dominators: &Dominators<'d>) -> Self {
        let count = dominators.blocks().len();
        let mut found = Loops { loops: Vec::new(), innermost: vec![NONE; count], depths: Vec::new() };
        let mut outermost: Vec<usize> = Vec::new();
        for header in dominators.walk().into_iter().rev() {
            let back = |from: &Block<'d>| dominators.is_reached(*from) && dominators.dominates(header, *from);
            let mut latches: Vec<_> = dominators.predecessors(header).filter(back).collect();
            latches.dedup();
            if !latches.is_empty() {
                found.add(dominators, header, latches, &mut outermost);
            }
        }
        // Inner loops are found first.
        found.depths = vec![1; found.loops.len()];
        for index in (0..found.loops.len()).rev() {
            let parent = found.loops.get(index).and_then(|l| l.parent);
            let above = parent.and_then(|parent| found.depths.get(parent).copied()).unwrap_or(0);
            if let Some(depth) = found.depths.get_mut(index) {
                *depth = above + 1;
            }
        }
        found
    }

    /// Adds a loop and walks back from its latches; inner loops that were found before are skipped to their headers. `outermost`
    /// leads from a loop to an enclosing one, or to itself, with path compression.
    fn add(&mut self, of: &Dominators<'d>, header: Block<'d>, latches: Vec<Block<'d>>, outermost: &mut Vec<usize>) {
        let number = self.loops.len();
        let mut open = latches.clone();
        self.loops.push(Loop { header, parent: None, latches });
        outermost.push(number);
        while let Some(block) = open.pop() {
            let Some(slot) = of.index(block).and_then(|index| self.innermost.get_mut(index)) else { continue };
            let entry = match known(*slot) {
                None => {
                    *slot = number as u32;
                    block
                }
                Some(inner) => {
                    let inner = find(outermost, inner);
                    let Some(row) = self.loops.get_mut(inner).filter(|_| inner != number) else { continue };
                    row.parent = Some(number);
                    if let Some(slot) = outermost.get_mut(inner) {
                        *slot = number;
                    }
                    row.header
                }
            };
            if entry != header {
                open.extend(of.predecessors(entry).filter(|from| of.is_reached(*from)));
            }
        }
    }

    /// Returns the loops, inner loops before outer ones.
    pub fn all(&self) -> &[Loop<'d>] {
        &self.loops
    }

    /// Returns the index of the innermost loop of a block.
    pub fn innermost(&self, of: &Dominators<'d>, block: Block<'d>) -> Option<usize> {
        known(self.innermost.get(of.index(block)?).copied()?)
    }

    /// Returns the nesting depth of a loop, which is 1 for an outermost one.
    pub fn depth(&self, index: usize) -> u32 {
        self.depths.get(index).copied().unwrap_or(0)
    }

    /// Returns a loop and the loops that enclose it, from the innermost on.
    pub fn around(&self, index: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(index, |index| self.loops.get(*index)?.parent)
    }

    /// Returns whether a block is in a loop or one of its inner loops. Takes time proportional to the depth.
    pub fn contains(&self, of: &Dominators<'d>, index: usize, block: Block<'d>) -> bool {
        self.around(self.innermost(of, block)).any(|around| around == index)
    }

    /// Returns the blocks of a loop, including those of inner loops, in order.
    pub fn blocks<'s>(&'s self, of: &'s Dominators<'d>, index: usize) -> impl Iterator<Item = Block<'d>> + 's {
        of.blocks().iter().copied().filter(move |block| self.contains(of, index, *block))
    }
}

/// Returns the outermost loop known so far that encloses a loop.
fn find(outermost: &mut [usize], from: usize) -> usize {
    let mut at = from;
    while let Some(&next) = outermost.get(at).filter(|next| **next != at) {
        let further = outermost.get(next).copied().unwrap_or(next);
        if let Some(slot) = outermost.get_mut(at) {
            *slot = further;
        }
        at = next;
    }
    at
}

/// Tarjan's search for strongly connected components; columns are by block index.
struct Search {
    numbers: Vec<u32>,
    /// The lowest number that is reachable from the subtree of each block.
    low: Vec<u32>,
    /// Blocks whose component is not complete yet.
    open: Vec<u32>,
    walk: Vec<(u32, usize)>,
    next: u32,
}

/// The number of a block whose component is complete.
const DONE: u32 = NONE - 1;

impl Search {
    fn enter(&mut self, block: u32) {
        for column in [&mut self.numbers, &mut self.low] {
            if let Some(slot) = column.get_mut(block as usize) {
                *slot = self.next;
            }
        }
        self.next += 1;
        self.open.push(block);
        self.walk.push((block, 0));
    }

    fn lower(&mut self, block: u32, to: u32) {
        if let Some(low) = self.low.get_mut(block as usize) {
            *low = (*low).min(to);
        }
    }

    fn number(&self, block: u32) -> u32 {
        self.numbers.get(block as usize).copied().unwrap_or(DONE)
    }

    /// Pops the component of a block off the stack, if the block is its root.
    fn leave(&mut self, block: u32) -> Vec<u32> {
        let low = self.low.get(block as usize).copied().unwrap_or(0);
        if let Some((above, _)) = self.walk.last().copied() {
            self.lower(above, low);
        }
        if low != self.number(block) {
            return Vec::new();
        }
        let start = self.open.iter().rposition(|open| *open == block).unwrap_or(0);
        let component = self.open.split_off(start);
        for member in &component {
            if let Some(number) = self.numbers.get_mut(*member as usize) {
                *number = DONE;
            }
            if let Some(low) = self.low.get_mut(*member as usize) {
                *low = DONE;
            }
        }
        component
    }
}

/// Returns the strongly connected components that are cycles and that the entry reaches, each before those that lead to it.
pub fn cycles<'d>(of: &Dominators<'d>) -> Vec<Vec<Block<'d>>> {
    let count = of.blocks().len();
    let (numbers, low) = (vec![NONE; count], vec![NONE; count]);
    let mut search = Search { numbers, low, open: Vec::new(), walk: Vec::new(), next: 0 };
    let mut found = Vec::new();
    if count > 0 {
        search.enter(0);
    }
    while let Some((block, next)) = search.walk.last_mut() {
        let here = *block;
        let to = of.graph().successors(here).get(*next).copied();
        *next += 1;
        match to.map(|to| (to, search.number(to))) {
            Some((to, NONE)) => search.enter(to),
            Some((_, DONE)) => {}
            Some((_, number)) => search.lower(here, number),
            None => {
                search.walk.pop();
                let component = search.leave(here);
                if component.len() > 1 || component.first().is_some_and(|b| of.graph().successors(*b).contains(b)) {
                    found.push(
                        component.into_iter().rev().filter_map(|b| of.blocks().get(b as usize).copied()).collect(),
                    );
                }
            }
        }
    }
    found
}

/// Returns the instructions of an opcode in cycles of blocks, which may be executed again in one call.
pub fn repeated(function: Function<'_>, opcode: crate::instruction::Opcode) -> Vec<crate::draft::Value<'_>> {
    let of = Dominators::of(function);
    let blocks = cycles(&of).into_iter().flatten();
    blocks.flat_map(Block::instructions).filter(|i| i.opcode() == Some(opcode)).collect()
}
