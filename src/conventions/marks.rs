//! The marks of merge instructions, read from LLVM IR.
//!
//! In: a function. Out: its blocks by number, with the structured control flow that the marks declare, and the control
//! masks. A mark is a metadata node: the block whose terminator carries it is the header of the construct, and the
//! block whose terminator lists it is the merge block or continue target. Marks that passes have copied or torn apart
//! are ignored, and [`Marks::are_complete`] is false then.

use crate::graph::structured::{Merge, Shape};
use crate::llvm::{Block, Metadata, Opcode, Value};
use crate::locality::LocalityMap;
use rustc_hash::FxHashMap;

/// The mark of a header of a selection.
pub const SELECTION_MERGE: &str = "spirv.SelectionMerge";
/// The mark of a header of a loop.
pub const LOOP_MERGE: &str = "spirv.LoopMerge";
/// The metadata that lists the constructs whose merge block this block is.
pub const MERGE: &str = "spirv.Merge";
/// The metadata that lists the loops whose continue target this block is.
pub const CONTINUE: &str = "spirv.Continue";

/// The names of the four kinds of metadata that make up marks.
pub const ALL: [&str; 4] = [SELECTION_MERGE, LOOP_MERGE, MERGE, CONTINUE];

/// The blocks of a function, and what their marks say.
#[derive(Debug, Default)]
pub struct Marks<'m> {
    /// The blocks by number.
    pub blocks: Vec<Block<'m>>,
    /// The numbers of the blocks.
    pub numbers: LocalityMap<Block<'m>, usize>,
    /// The successors of each block, and the merge instruction that it declares.
    pub shape: Shape,
    /// The literals of each block's merge instruction, control mask first; empty for a block that carries no mark.
    pub controls: Vec<Vec<u32>>,
    /// Set if each mark has one header, one merge block and, for a loop, one continue target.
    pub are_complete: bool,
}

/// A mark while it is read: the blocks that carry or list its node.
#[derive(Debug, Default)]
struct Mark {
    header: Vec<usize>,
    is_loop: bool,
    merge: Vec<usize>,
    target: Vec<usize>,
}

impl<'m> Marks<'m> {
    /// Reads the marks of a function.
    pub fn read(function: Value<'m>) -> Self {
        let blocks: Vec<_> = function.blocks().collect();
        let numbers: LocalityMap<_, _> = blocks.iter().enumerate().map(|(number, block)| (*block, number)).collect();
        let mut all = Self { blocks, numbers, are_complete: true, ..Self::default() };
        let (mut marks, mut order) = (FxHashMap::default(), Vec::new());
        for block in 0..all.blocks.len() {
            all.block(block, &mut marks, &mut order);
        }
        for node in order {
            let Some(mark) = marks.get(&node) else { continue };
            match declared(mark) {
                Some((header, merge)) => all.shape.merges[header] = Some(merge),
                None => all.are_complete = false,
            }
        }
        all
    }

    /// Adds a block and its successors, and records the marks that its terminator carries or lists.
    fn block(&mut self, number: usize, marks: &mut FxHashMap<Metadata<'m>, Mark>, order: &mut Vec<Metadata<'m>>) {
        let end = self.blocks.get(number).and_then(|block| block.terminator());
        let targets = end.into_iter().flat_map(|end| end.successors());
        let targets = targets.filter_map(|to| self.numbers.get(&to).copied()).collect();
        self.shape.successors.push(targets);
        self.shape.is_switch.push(end.is_some_and(|end| end.is_op(Opcode::Switch)));
        self.shape.merges.push(None);
        let mut controls = Vec::new();
        if let Some(end) = end.filter(|end| end.has_metadata()) {
            for name in [SELECTION_MERGE, LOOP_MERGE] {
                let Some(node) = end.metadata(name) else { continue };
                controls = words(node);
                let mark = note(marks, order, node);
                mark.header.push(number);
                mark.is_loop = name == LOOP_MERGE;
            }
            for name in [MERGE, CONTINUE] {
                let listed = end.metadata(name).map(Metadata::operands).unwrap_or_default();
                for node in listed.into_iter().flatten() {
                    let mark = note(marks, order, node);
                    if name == MERGE { &mut mark.merge } else { &mut mark.target }.push(number);
                }
            }
        }
        self.controls.push(controls);
    }
}

fn note<'a, 'm>(
    marks: &'a mut FxHashMap<Metadata<'m>, Mark>,
    order: &mut Vec<Metadata<'m>>,
    node: Metadata<'m>,
) -> &'a mut Mark {
    marks.entry(node).or_insert_with(|| {
        order.push(node);
        Mark::default()
    })
}

/// Returns the header and the merge instruction of a mark; `None` unless it has exactly one header, one merge block
/// and, for a loop, one continue target.
fn declared(mark: &Mark) -> Option<(usize, Merge)> {
    match (&mark.header[..], &mark.merge[..], &mark.target[..], mark.is_loop) {
        ([header], [merge], [], false) => Some((*header, Merge::Selection { merge: *merge })),
        ([header], [merge], [target], true) => Some((*header, Merge::Loop { merge: *merge, target: *target })),
        _ => None,
    }
}

/// Returns the literals of a mark: the control mask and its parameters.
pub fn words(node: Metadata<'_>) -> Vec<u32> {
    let numbers = node.operands().into_iter().flatten().filter_map(|operand| operand.as_value()?.int_value());
    numbers.filter_map(|number| u32::try_from(number).ok()).collect()
}
