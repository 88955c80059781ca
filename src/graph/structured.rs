//! Structured control flow on numbers: merge instructions, and the constructs that they declare (SPIR-V 2.11
//! "Structured Control Flow").
//!
//! In: the blocks of a function, with the successors and the merge instruction of each. Out: selections, loops and
//! continue constructs with their blocks, nested. Structural dominance treats the merge block and the continue target
//! as successors of their header, so that otherwise unreachable blocks belong to constructs, too.

use super::flow::Flow;
use llvm_ir::sorting::Sorting;

/// The merge that a header declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// `OpSelectionMerge`.
    Selection {
        /// The merge block.
        merge: usize,
    },
    /// `OpLoopMerge`.
    Loop {
        /// The merge block.
        merge: usize,
        /// The continue target.
        target: usize,
    },
}

impl Merge {
    /// Returns the merge block.
    pub fn block(self) -> usize {
        match self {
            Self::Selection { merge } | Self::Loop { merge, .. } => merge,
        }
    }

    /// Returns the continue target of a loop.
    pub fn target(self) -> Option<usize> {
        match self {
            Self::Selection { .. } => None,
            Self::Loop { target, .. } => Some(target),
        }
    }
}

/// The blocks of a function, with the successors and the merge instruction of each. Block 0 is the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The targets of each terminator; for a switch the default first, then those of the cases, in order.
    pub successors: Vec<Vec<usize>>,
    /// True for a block that ends in a switch.
    pub is_switch: Vec<bool>,
    /// The merge that each block declares.
    pub merges: Vec<Option<Merge>>,
}

/// The kinds of constructs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A selection by a branch.
    Selection,
    /// A selection by a switch.
    Switch,
    /// A loop, without its continue construct.
    Loop,
    /// The continue construct of a loop, between its body and its header.
    Continue,
}

/// A construct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construct {
    /// The kind of construct.
    pub kind: Kind,
    /// The block that declares it.
    pub header: usize,
    /// Its first block: the header, or the continue target.
    pub start: usize,
    /// Its merge block; for a continue construct, that of the loop.
    pub merge: usize,
    /// The continue target of a loop.
    pub target: Option<usize>,
    /// The construct around it.
    pub outer: Option<usize>,
    /// Its blocks outside of inner constructs, in structural order.
    pub blocks: Vec<usize>,
}

/// The constructs of a function.
#[derive(Debug)]
pub struct Constructs {
    /// The graph with its structural edges.
    pub flow: Flow,
    /// The constructs, outer ones first.
    pub all: Vec<Construct>,
    /// For each block the innermost construct that it is in.
    pub innermost: Vec<Option<usize>>,
    /// The innermost construct around each block, not counting the one that it opens.
    pub around: Vec<Option<usize>>,
}

impl Shape {
    /// Returns the structural successors of each block. The walk visits the merge block and the continue target first,
    /// so that these come last in reverse postorder.
    pub fn structural(&self) -> Vec<Vec<usize>> {
        let edges = |(merge, successors): (&Option<Merge>, &Vec<usize>)| {
            let declared = merge.iter().flat_map(|merge| [Some(merge.block()), merge.target()]);
            declared.flatten().chain(successors.iter().rev().copied()).collect()
        };
        self.merges.iter().zip(&self.successors).map(edges).collect()
    }

    /// Returns the constructs that the blocks declare. Unreachable blocks declare none.
    pub fn constructs(&self) -> Constructs {
        let flow = Flow::new(self.structural());
        let count = self.successors.len();
        let none = || vec![None; count];
        let mut constructs = Constructs { flow, all: Vec::new(), innermost: none(), around: none() };
        let mut targets: Vec<Option<usize>> = vec![None; count];
        let mut preorder = constructs.flow.order.clone();
        preorder.arrange_by_key(|block| constructs.flow.dominators.depth_first(*block));
        for block in preorder {
            constructs.place(self, block, &mut targets);
        }
        for block in constructs.flow.order.clone() {
            if let Some(construct) = constructs.innermost[block].and_then(|index| constructs.all.get_mut(index)) {
                construct.blocks.push(block);
            }
        }
        constructs
    }
}

impl Constructs {
    /// Records the innermost construct of a block, and the one that it opens. `targets` has the loop of each continue
    /// target.
    fn place(&mut self, shape: &Shape, block: usize, targets: &mut [Option<usize>]) {
        let mut around = self.flow.above(block).and_then(|above| self.innermost[above]);
        while let Some(index) = around.filter(|index| !self.contains(*index, block)) {
            around = self.all[index].outer;
        }
        self.around[block] = around;
        if let Some(header) = targets[block]
            && let Some(merge) = shape.merges[header].map(Merge::block)
        {
            around = Some(self.open(Kind::Continue, [header, block, merge], None, around));
        }
        if let Some(merge) = shape.merges[block] {
            let kind = match (merge, shape.is_switch[block]) {
                (Merge::Loop { .. }, _) => Kind::Loop,
                (_, true) => Kind::Switch,
                _ => Kind::Selection,
            };
            let opened = self.open(kind, [block, block, merge.block()], merge.target(), around);
            around = Some(opened);
            match merge.target() {
                Some(target) if target == block => {
                    around = Some(self.open(Kind::Continue, [block, block, merge.block()], None, around));
                }
                Some(target) => targets[target] = Some(block),
                None => {}
            }
        }
        self.innermost[block] = around;
    }

    fn open(&mut self, kind: Kind, blocks: [usize; 3], target: Option<usize>, outer: Option<usize>) -> usize {
        let [header, start, merge] = blocks;
        self.all.push(Construct { kind, header, start, merge, target, outer, blocks: Vec::new() });
        self.all.len() - 1
    }

    /// Returns whether a block is in a construct, directly or in an inner one. A loop does not contain its continue
    /// construct, unless it consists of nothing else.
    pub fn contains(&self, construct: usize, block: usize) -> bool {
        let Some(Construct { start, merge, target, .. }) = self.all.get(construct) else { return false };
        let excludes = |other: usize| other != *start && self.flow.dominates(other, block);
        self.flow.dominates(*start, block) && !excludes(*merge) && !target.is_some_and(excludes)
    }

    /// Returns the constructs around a block, the innermost first.
    pub fn enclosing(&self, block: usize) -> impl Iterator<Item = (usize, &Construct)> {
        self.outward(self.innermost.get(block).copied().flatten())
    }

    /// Returns a construct and those around it.
    pub fn outward(&self, from: Option<usize>) -> impl Iterator<Item = (usize, &Construct)> {
        let with = |index: usize| Some((index, self.all.get(index)?));
        std::iter::successors(from.and_then(with), move |(_, construct)| construct.outer.and_then(with))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(blocks: &[(&[usize], Option<Merge>)]) -> Shape {
        Shape {
            successors: blocks.iter().map(|(to, _)| to.to_vec()).collect(),
            is_switch: vec![false; blocks.len()],
            merges: blocks.iter().map(|(_, merge)| *merge).collect(),
        }
    }

    fn selection(merge: usize) -> Option<Merge> {
        Some(Merge::Selection { merge })
    }

    /// Checks the regions in the dialect's document for an `if` with two branches: the header first, then both
    /// branches, the merge outside.
    #[test]
    fn s4_53_a_selection_has_its_header_first_and_its_merge_outside() {
        let constructs = shape(&[(&[1, 2], selection(3)), (&[3], None), (&[3], None), (&[], None)]).constructs();
        let [selection] = &constructs.all[..] else { panic!("{:?}", constructs.all) };
        assert_eq!((selection.kind, selection.header, selection.merge), (Kind::Selection, 0, 3));
        assert_eq!(selection.blocks, [0, 1, 2]);
        assert_eq!(constructs.innermost, [Some(0), Some(0), Some(0), None]);
    }

    /// Checks a `for` loop: entry, header, body, continue target, merge.
    #[test]
    fn s4_55_a_loop_has_header_body_continue_target_and_merge() {
        let merge = Some(Merge::Loop { merge: 4, target: 3 });
        let blocks: &[(&[usize], _)] = &[(&[1], None), (&[2, 4], merge), (&[3], None), (&[1], None), (&[], None)];
        let constructs = shape(blocks).constructs();
        let kinds: Vec<_> = constructs.all.iter().map(|c| (c.kind, c.start, c.blocks.clone(), c.outer)).collect();
        assert_eq!(kinds, [(Kind::Loop, 1, vec![1, 2], None), (Kind::Continue, 3, vec![3], None)]);
    }

    #[test]
    fn blocks_that_nothing_reaches_belong_to_what_declares_them() {
        let constructs = shape(&[(&[1, 2], selection(3)), (&[], None), (&[], None), (&[], None)]).constructs();
        assert!(constructs.flow.is_reached(3));
        assert_eq!(constructs.innermost, [Some(0), Some(0), Some(0), None]);
    }

    #[test]
    fn an_inner_selection_is_in_the_outer_one() {
        let blocks: &[(&[usize], _)] =
            &[(&[1, 4], selection(4)), (&[2, 3], selection(3)), (&[3], None), (&[4], None), (&[], None)];
        let constructs = shape(blocks).constructs();
        assert_eq!(constructs.all.iter().map(|c| c.outer).collect::<Vec<_>>(), [None, Some(0)]);
        assert_eq!(constructs.enclosing(2).map(|(index, _)| index).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(constructs.innermost[3], Some(0));
    }
}
