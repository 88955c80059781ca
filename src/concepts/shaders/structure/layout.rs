//! The layout of a function with structured control flow: its blocks, their order, and the positions of merge instructions.
//!
//! In: a function whose marks legalisation has checked. Out: the reachable blocks, including those that only a merge
//! instruction refers to; in the order of the function if each comes after the block that structurally dominates it
//! (SPIR-V 2.16.1), else in structural order, merge blocks behind their constructs.

use crate::concepts::instructions::control_flow::{LoopMerge, SelectionMerge};
use crate::concepts::instructions::layout::Layout;
use crate::concepts::instructions::loop_arrays::Arrays;
use crate::conventions::marks::Marks;
use crate::graph::flow::Flow;
use crate::graph::structured::Merge;
use crate::llvm::Value;

/// Lays out a function.
pub fn layout<'m>(function: Value<'m>) -> Layout<'m> {
    let marks = Marks::read(function);
    let flow = Flow::new(marks.shape.structural());
    let block = |number: usize| marks.blocks.get(number).copied();
    let plain = Flow::new(marks.shape.successors.clone());
    let mut layout =
        Layout { order: order(&flow, &plain).into_iter().filter_map(block).collect(), ..Layout::default() };
    let declared = marks.shape.merges.iter().zip(&marks.controls).enumerate();
    for (header, (merge, control)) in declared.filter(|(header, _)| flow.is_reached(*header)) {
        let (Some(from), Some(declared)) = (block(header), *merge) else { continue };
        let control = if control.is_empty() { vec![0] } else { control.clone() };
        let merge = block(declared.block());
        match declared {
            Merge::Loop { target, .. } => {
                let Some(latch) = block(target) else { continue };
                layout.merges.insert(
                    from,
                    LoopMerge { merge, latch, control, arrays: Arrays::default(), is_unstructured: false },
                );
            }
            Merge::Selection { .. } => {
                let control = control.first().copied().unwrap_or_default();
                layout.selections.insert(from, SelectionMerge { merge, control });
            }
        }
    }
    layout
}

/// Returns the order of the blocks: the given one if each comes after those that dominate it, with the edges of merge
/// instructions and without.
fn order(flow: &Flow, plain: &Flow) -> Vec<usize> {
    let follows = |flow: &Flow, block: usize| flow.above(block).is_none_or(|above| above < block);
    let mut order = flow.order.clone();
    if order.iter().all(|block| follows(flow, *block) && follows(plain, *block)) {
        order.sort_unstable();
    }
    order
}
