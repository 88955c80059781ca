//! The merges that the structuriser gives common shapes of control flow.

use crate::conventions::marks::Marks;
use crate::graph::structured::Merge;
use crate::llvm::Context;

/// Returns the merge instructions that the headers of a structured function declare, by the names of blocks; new blocks
/// are `*`. Checks that LLVM accepts the function.
fn declared(body: &str) -> Vec<String> {
    let text = format!(
        "target triple = \"spirv1.6-unknown-vulkan1.3-compute\"\ndefine void @f(i1 %c, i32 %n) {{\n{body}\n}}\n"
    );
    let context = Context::new();
    let module = context.parse(text.as_bytes(), "shape").unwrap();
    super::super::run(&module).unwrap();
    module.verify().unwrap();
    let marks = Marks::read(module.function("f").unwrap());
    let name = |block: usize| Some(marks.blocks[block].name()).filter(|name| !name.is_empty()).unwrap_or("*");
    let declared = marks.shape.merges.iter().enumerate().filter_map(|(header, merge)| Some((header, (*merge)?)));
    let sentence = |(header, merge)| match merge {
        Merge::Selection { merge } => format!("{} selects until {}", name(header), name(merge)),
        Merge::Loop { merge, target } => format!("{} loops until {} by {}", name(header), name(merge), name(target)),
    };
    declared.map(sentence).collect()
}

#[test]
fn s4_60_a_selection_ends_where_its_branches_meet() {
    let body = "entry: br i1 %c, label %yes, label %no\nyes: br label %end\nno: br label %end\nend: ret void";
    assert_eq!(declared(body), ["entry selects until end"]);
}

#[test]
fn s4_60_a_loop_goes_back_from_one_block_and_ends_at_one() {
    let body = "entry: br label %head\nhead: br i1 %c, label %body, label %end\nbody: br label %head\nend: ret void";
    assert_eq!(declared(body), ["head loops until end by body"]);
    let body = "entry: br label %head\nhead: br i1 %c, label %head, label %end\nend: ret void";
    assert_eq!(declared(body), ["head loops until end by head"]);
    // Two blocks go back.
    let body = "entry: br label %head\nhead: br i1 %c, label %a, label %end\na: br i1 %c, label %head, label %b\n\
                b: br label %head\nend: ret void";
    assert_eq!(declared(body), ["head loops until end by *"]);
}

#[test]
fn a_loop_without_end_has_a_merge_block_that_nothing_reaches() {
    let body = "entry: br label %head\nhead: br label %body\nbody: br label %head";
    assert_eq!(declared(body), ["head loops until * by body"]);
}

#[test]
fn a_return_stays_in_its_loop() {
    let body = "entry: br label %head\nhead: br i1 %c, label %body, label %end\nbody: br i1 %c, label %leave, label %next\n\
                leave: ret void\nnext: br label %head\nend: br label %last\nlast: ret void";
    assert_eq!(declared(body), ["head loops until end by next"]);
}

#[test]
fn code_before_a_break_stays_in_its_loop() {
    let body = "entry: br label %head\nhead: br i1 %c, label %body, label %end\nbody: br i1 %c, label %leave, label %next\n\
                leave: br label %end\nnext: br label %head\nend: ret void";
    assert_eq!(declared(body), ["head loops until end by next"]);
}

#[test]
fn what_returns_first_is_inside_the_selection() {
    let body = "entry: br i1 %c, label %early, label %rest\nearly: ret void\nrest: br label %more\nmore: ret void";
    assert_eq!(declared(body), ["entry selects until rest"]);
}

#[test]
fn cases_meet_behind_their_switch() {
    let body = "entry: switch i32 %n, label %end [ i32 0, label %a i32 1, label %b ]\n\
                a: br label %end\nb: br i1 %c, label %end, label %more\nmore: br label %end\nend: ret void";
    assert_eq!(declared(body), ["entry selects until end"]);
}

#[test]
fn a_switch_in_a_loop_continues_by_blocks_of_their_own() {
    let body = "entry: br label %head\nhead: switch i32 %n, label %end [ i32 0, label %next i32 1, label %a ]\n\
                a: br label %next\nnext: br label %head\nend: ret void";
    assert_eq!(declared(body), ["head loops until end by next", "* selects until a"]);
}

#[test]
fn two_branches_that_are_the_same_are_one() {
    assert!(
        declared("entry: br i1 %c, label %end, label %end\nend: %p = phi i32 [ 1, %entry ], [ 1, %entry ]\nret void")
            .is_empty()
    );
}

/// A function with valid marks stays unchanged.
#[test]
fn what_is_structured_is_left_alone() {
    let marked = "br i1 %c, label %a, label %b, !spirv.SelectionMerge !0\na: br label %b\nb: ret void, !spirv.Merge !1";
    let text = format!(
        "target triple = \"spirv1.6-unknown-vulkan1.3-compute\"\ndefine void @f(i1 %c) {{\n{marked}\n}}\n\
         !0 = distinct !{{i32 2}}\n!1 = !{{!0}}"
    );
    let context = Context::new();
    let module = context.parse(text.as_bytes(), "shape").unwrap();
    let before = module.print();
    super::super::run(&module).unwrap();
    assert_eq!(module.print(), before);
}

/// The control mask of an invalid mark stays with its header.
#[test]
fn s2_153_controls_stay_with_their_headers() {
    let text = "target triple = \"spirv1.6-unknown-vulkan1.3-compute\"\ndefine void @f(i1 %c) {\n\
                br label %head\nhead: br i1 %c, label %a, label %b, !spirv.LoopMerge !0\na: br label %head\nb: ret void\n}\n\
                !0 = distinct !{i32 2}";
    let context = Context::new();
    let module = context.parse(text.as_bytes(), "shape").unwrap();
    super::super::run(&module).unwrap();
    let marks = Marks::read(module.function("f").unwrap());
    assert_eq!(marks.controls[1], [2]);
    assert_eq!(marks.shape.merges[1], Some(Merge::Loop { merge: 3, target: 2 }));
}
