//! Tests of each rule of the checker, with shapes that comply with it and one that violates it.

use super::super::check::{Fault, Rule, check};
use crate::graph::structured::{Merge, Shape};

/// A block: its targets, and the merge instruction that it declares.
type Block<'b> = (&'b [usize], Option<Merge>);

const fn selection(merge: usize) -> Option<Merge> {
    Some(Merge::Selection { merge })
}

const fn looped(merge: usize, target: usize) -> Option<Merge> {
    Some(Merge::Loop { merge, target })
}

/// Returns the shape of blocks; those in `switches` end in a switch.
fn shape(blocks: &[Block<'_>], switches: &[usize]) -> Shape {
    Shape {
        successors: blocks.iter().map(|(to, _)| to.to_vec()).collect(),
        is_switch: (0..blocks.len()).map(|block| switches.contains(&block)).collect(),
        merges: blocks.iter().map(|(_, merge)| *merge).collect(),
    }
}

fn holds(blocks: &[Block<'_>]) {
    assert_eq!(check(&shape(blocks, &[])), Ok(()));
}

fn breaks(blocks: &[Block<'_>], rule: Rule, block: usize) {
    assert_eq!(check(&shape(blocks, &[])), Err(Fault { rule, block }));
}

fn switch_holds(blocks: &[Block<'_>]) {
    assert_eq!(check(&shape(blocks, &[0])), Ok(()));
}

fn switch_breaks(blocks: &[Block<'_>], rule: Rule, block: usize) {
    assert_eq!(check(&shape(blocks, &[0])), Err(Fault { rule, block }));
}

const NONE: Option<Merge> = None;

#[test]
fn selections_and_loops_hold() {
    holds(&[(&[1, 2], selection(3)), (&[3], NONE), (&[3], NONE), (&[], NONE)]);
    // `if` without `else`, and one whose merge nothing reaches.
    holds(&[(&[1, 2], selection(2)), (&[2], NONE), (&[], NONE)]);
    holds(&[(&[1, 2], selection(3)), (&[], NONE), (&[], NONE), (&[], NONE)]);
    // `while`, `do`, a loop of one block, and one without end.
    holds(&[(&[1], NONE), (&[2, 4], looped(4, 3)), (&[3], NONE), (&[1], NONE), (&[], NONE)]);
    holds(&[(&[1], NONE), (&[2], looped(3, 2)), (&[1, 3], NONE), (&[], NONE)]);
    holds(&[(&[1], NONE), (&[1, 2], looped(2, 1)), (&[], NONE)]);
    holds(&[(&[1], NONE), (&[2], looped(3, 2)), (&[1], NONE), (&[], NONE)]);
}

#[test]
fn s4_54_any_block_may_leave_to_the_merge_of_its_selection() {
    let inner = [(&[2, 3][..], NONE), (&[3], NONE)];
    holds(&[(&[1, 3], selection(3)), inner[0], inner[1], (&[], NONE)]);
}

#[test]
fn s4_57_any_block_may_leave_to_merge_and_continue_target() {
    let head = (&[2][..], looped(6, 5));
    let body = [(&[3, 6][..], NONE), (&[4, 5], NONE), (&[5], NONE), (&[1], NONE), (&[], NONE)];
    holds(&[(&[1], NONE), head, body[0], body[1], body[2], body[3], body[4]]);
}

#[test]
fn a_block_merges_one_construct() {
    let blocks = [(&[1, 3][..], selection(3)), (&[2, 3], selection(3)), (&[3], NONE), (&[], NONE)];
    breaks(&blocks, Rule::OneMerge, 3);
}

#[test]
fn a_header_dominates_its_merge_block() {
    // Block 2 is also reached past the header 1.
    let blocks = [(&[1, 3][..], selection(4)), (&[2, 3], selection(3)), (&[4], NONE), (&[4], NONE), (&[], NONE)];
    breaks(&blocks, Rule::MergeDominated, 1);
    breaks(&[(&[1], NONE), (&[1, 2], looped(1, 1)), (&[], NONE)], Rule::MergeDominated, 1);
}

#[test]
fn a_header_dominates_its_continue_target() {
    let blocks = [(&[1, 2][..], selection(4)), (&[2, 3], looped(3, 2)), (&[1], NONE), (&[4], NONE), (&[], NONE)];
    breaks(&blocks, Rule::TargetDominated, 1);
}

#[test]
fn only_headers_of_loops_are_gone_back_to() {
    breaks(&[(&[1], NONE), (&[1, 2], selection(2)), (&[], NONE)], Rule::BackEdge, 1);
    // Irreducible: 1 and 2 lead to each other.
    let blocks = [(&[1, 2][..], selection(3)), (&[2], NONE), (&[1], NONE), (&[], NONE)];
    assert_eq!(check(&shape(&blocks, &[])).unwrap_err().rule, Rule::BackEdge);
}

#[test]
fn a_loop_has_one_back_edge() {
    let blocks = [(&[1][..], NONE), (&[2, 4], looped(4, 3)), (&[3, 1], NONE), (&[1], NONE), (&[], NONE)];
    breaks(&blocks, Rule::OneBackEdge, 1);
    breaks(&[(&[1], NONE), (&[2], looped(3, 2)), (&[3], NONE), (&[], NONE)], Rule::OneBackEdge, 1);
}

#[test]
fn a_continue_target_leads_to_the_back_edge() {
    let latch = (&[1][..], NONE);
    let blocks = [(&[1][..], NONE), (&[2], looped(4, 2)), (&[3, 5], NONE), latch, (&[], NONE), (&[], NONE)];
    breaks(&blocks, Rule::BackEdgePostDominates, 2);
}

#[test]
fn what_comes_behind_the_back_edge_is_no_part_of_the_loop() {
    // The block 3, between the back edge and the merge block.
    let blocks = [(&[1][..], NONE), (&[2, 4], looped(4, 2)), (&[1, 3], NONE), (&[4], NONE), (&[], NONE)];
    breaks(&blocks, Rule::BackEdgePostDominates, 2);
}

#[test]
fn a_target_that_another_branch_has_is_no_exit() {
    // Both 0 and 1 lead to 2.
    let blocks = [(&[2, 1][..], selection(4)), (&[3, 2], NONE), (&[4], NONE), (&[4], NONE), (&[], NONE)];
    breaks(&blocks, Rule::Selection, 1);
}

#[test]
fn a_construct_is_entered_through_its_header() {
    // The merge block leads back into the selection.
    breaks(&[(&[1, 3], selection(3)), (&[2], NONE), (&[], NONE), (&[2], NONE)], Rule::Entry, 3);
}

#[test]
fn only_a_loop_goes_to_its_continue_target() {
    breaks(&[(&[1], NONE), (&[2, 3], looped(3, 2)), (&[1], NONE), (&[2], NONE)], Rule::TargetEntry, 3);
}

#[test]
fn a_selection_is_left_to_its_merge_block() {
    // Block 2 leaves both selections.
    let blocks =
        [(&[1, 5][..], selection(5)), (&[2, 3], selection(4)), (&[5], NONE), (&[4], NONE), (&[5], NONE), (&[], NONE)];
    breaks(&blocks, Rule::Exit, 2);
}

#[test]
fn a_loop_is_left_to_its_own_merge_block() {
    // The inner loop 2 goes on with the outer one.
    let blocks = [
        (&[1][..], NONE),
        (&[2], looped(6, 5)),
        (&[3, 4], looped(4, 3)),
        (&[2, 5], NONE),
        (&[5], NONE),
        (&[1, 6], NONE),
        (&[], NONE),
    ];
    breaks(&blocks, Rule::Exit, 3);
    let mut blocks = blocks;
    blocks[2] = (&[3, 5], looped(4, 3));
    blocks[3] = (&[2, 4], NONE);
    breaks(&blocks, Rule::Exit, 2);
}

#[test]
fn a_branch_with_two_targets_of_its_own_declares_a_merge_block() {
    breaks(&[(&[1, 2], NONE), (&[], NONE), (&[], NONE)], Rule::Selection, 0);
    // So does the header of a loop.
    let blocks = [(&[1][..], NONE), (&[2, 3], looped(5, 4)), (&[4], NONE), (&[4], NONE), (&[1, 5], NONE), (&[], NONE)];
    breaks(&blocks, Rule::Selection, 1);
    breaks(&[(&[1], selection(1)), (&[], NONE)], Rule::Selection, 0);
}

#[test]
fn switches_hold() {
    switch_holds(&[(&[1, 2, 3], selection(3)), (&[3], NONE), (&[3], NONE), (&[], NONE)]);
    // A case that goes on to the next one, the default one in between, and a `break` out of a selection.
    switch_holds(&[(&[3, 1, 2], selection(3)), (&[2], NONE), (&[3], NONE), (&[], NONE)]);
    switch_holds(&[(&[2, 1, 3], selection(4)), (&[2], NONE), (&[3], NONE), (&[4], NONE), (&[], NONE)]);
    let blocks = [(&[4, 1][..], selection(4)), (&[2, 3], selection(3)), (&[4], NONE), (&[4], NONE), (&[], NONE)];
    switch_holds(&blocks);
    // Several literals of one case.
    switch_holds(&[(&[3, 1, 1, 2], selection(3)), (&[2], NONE), (&[3], NONE), (&[], NONE)]);
}

#[test]
fn a_switch_declares_its_merge_block() {
    switch_breaks(&[(&[1, 2], NONE), (&[], NONE), (&[], NONE)], Rule::Selection, 0);
}

#[test]
fn a_switch_dominates_its_cases() {
    // A case of the switch 2 is the continue target of the loop around it.
    let blocks = [
        (&[1][..], NONE),
        (&[2], looped(5, 4)),
        (&[3, 4], selection(6)),
        (&[6], NONE),
        (&[1, 5], NONE),
        (&[], NONE),
        (&[4], NONE),
    ];
    holds(&blocks);
    assert_eq!(check(&shape(&blocks, &[2])), Err(Fault { rule: Rule::CaseDominated, block: 2 }));
}

#[test]
fn cases_go_on_to_the_next_one() {
    let merge = (&[][..], NONE);
    // The second one goes back to the first.
    switch_breaks(&[(&[3, 1, 2], selection(3)), (&[3], NONE), (&[1], NONE), merge], Rule::FallThrough, 2);
    // Two go on to one; one goes on to two.
    let blocks = [(&[4, 1, 2, 3][..], selection(4)), (&[3], NONE), (&[3], NONE), (&[4], NONE), merge];
    switch_breaks(&blocks, Rule::FallThrough, 3);
    let blocks = [(&[4, 1, 2, 3][..], selection(4)), (&[2, 3], NONE), (&[4], NONE), (&[4], NONE), merge];
    switch_breaks(&blocks, Rule::FallThrough, 1);
}

#[test]
fn cases_do_not_share_blocks() {
    let merge = (&[][..], NONE);
    let blocks = [(&[4, 1, 2][..], selection(4)), (&[4, 3], NONE), (&[4, 3], NONE), (&[4], NONE), merge];
    switch_breaks(&blocks, Rule::CaseExit, 1);
}
