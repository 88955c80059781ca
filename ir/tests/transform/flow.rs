//! Tests dominators, dominance frontiers, loops and cycles of random graphs against their definitions.

use llvm_ir::draft::{Block, Draft};
use llvm_ir::instruction::Opcode;
use llvm_ir::transform::dominators::{Dominators, Frontiers};
use llvm_ir::transform::loops::{Loops, cycles, repeated};
use llvm_spirv_testing::Random;

/// Returns a function whose blocks have these successors.
fn source(lists: &[Vec<usize>]) -> String {
    let mut text = "define void @f(i32 %x) {\nentry:\n  br label %b0\n".to_owned();
    for (i, list) in lists.iter().enumerate() {
        text += &format!("b{i}:\n");
        text += &match list.split_last() {
            None => "  ret void\n".to_owned(),
            Some((last, rest)) => {
                let cases: String =
                    rest.iter().enumerate().map(|(i, to)| format!("    i32 {i}, label %b{to}\n")).collect();
                format!("  switch i32 %x, label %b{last} [\n{cases}  ]\n")
            }
        };
    }
    text + "}\n"
}

/// Returns the blocks that are reachable from a block without passing through another.
fn reached(of: &Dominators<'_>, from: Block<'_>, without: Option<Block<'_>>) -> Vec<bool> {
    let mut seen = vec![false; of.blocks().len()];
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[of.index(block).unwrap()], true) {
            open.extend(block.successors());
        }
    }
    seen
}

#[test]
fn random_graphs() {
    let mut random = Random::new(35, 0);
    for _ in 0..300 {
        let count = 1 + random.below(9);
        let lists: Vec<Vec<usize>> =
            (0..count).map(|_| (0..random.below(4)).map(|_| random.below(count)).collect()).collect();
        let text = source(&lists);
        let module = llvm_ir::parse(text.as_bytes()).unwrap();
        let draft = Draft::thaw(module);
        let function = draft.functions().next().unwrap();
        let of = Dominators::of(function);
        let entry = function.entry().unwrap();
        let blocks: Vec<Block<'_>> = function.blocks().collect();
        let live = reached(&of, entry, None);
        let dominates = |a: Block<'_>, b: Block<'_>| a == b || !reached(&of, entry, Some(a))[of.index(b).unwrap()];
        for (a, b) in blocks.iter().flat_map(|a| blocks.iter().map(move |b| (*a, *b))) {
            assert_eq!(of.is_reached(b), live[of.index(b).unwrap()]);
            if of.is_reached(a) && of.is_reached(b) {
                assert_eq!(of.dominates(a, b), dominates(a, b), "{text} {a:?} {b:?}");
            }
        }
        let defining = [blocks[random.below(blocks.len())], entry];
        let mut meet: Vec<Block<'_>> = Vec::new();
        loop {
            let more =
                blocks.iter().copied().filter(|block| of.is_reached(*block) && !meet.contains(block)).find(|block| {
                    defining.iter().chain(&meet).any(|&from| {
                        let under = |p: &Block<'_>| of.is_reached(*p) && of.is_reached(from) && of.dominates(from, *p);
                        of.predecessors(*block).any(|p| under(&p)) && !(of.dominates(from, *block) && from != *block)
                    })
                });
            let Some(block) = more else { break };
            meet.push(block);
        }
        meet.sort_unstable();
        let mut frontiers = Frontiers::of(&of);
        assert_eq!(frontiers.meet(&defining, |_| false), []);
        assert_eq!(frontiers.meet(&defining, |_| true), meet, "{text} {defining:?}");
        check_loops(&of, &text);
        let cyclic = |b: &Block<'_>| {
            live[of.index(*b).unwrap()] && b.successors().any(|s| reached(&of, s, None)[of.index(*b).unwrap()])
        };
        let mut expected: Vec<Block<'_>> = blocks.iter().copied().filter(cyclic).collect();
        let mut found: Vec<Block<'_>> = cycles(&of).into_iter().flatten().collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
        assert_eq!(repeated(function, Opcode::Alloca), []);
    }
}

fn check_loops(of: &Dominators<'_>, text: &str) {
    let loops = Loops::of(of);
    for (index, one) in loops.all().iter().enumerate() {
        let back = |from: &Block<'_>| of.is_reached(*from) && of.dominates(one.header, *from);
        let mut latches: Vec<Block<'_>> = of.predecessors(one.header).filter(back).collect();
        latches.dedup();
        assert_eq!(one.latches, latches, "{text}");
        let inside = |b: &Block<'_>| {
            let ways = reached(of, *b, Some(one.header));
            of.is_reached(*b)
                && of.dominates(one.header, *b)
                && (*b == one.header || latches.iter().any(|l| ways[of.index(*l).unwrap()]))
        };
        let expected: Vec<Block<'_>> = of.blocks().iter().copied().filter(inside).collect();
        assert_eq!(loops.blocks(of, index).collect::<Vec<_>>(), expected, "{text} {one:?}");
        assert!(one.parent.is_none_or(|parent| parent > index && loops.depth(parent) + 1 == loops.depth(index)));
    }
    let headers = of.blocks().iter().filter(|b| of.is_reached(**b));
    let headers = headers.filter(|b| of.predecessors(**b).any(|p| of.is_reached(p) && of.dominates(**b, p)));
    assert_eq!(headers.count(), loops.all().len(), "{text}");
}

#[test]
fn variables_in_cycles() {
    let text = b"define void @f(i1 %x) {\n  %a = alloca i32\n  br label %l\nl:\n  %b = alloca i32\n  br i1 %x, label %l, label %e\ne:\n  %c = alloca i8\n  ret void\n}";
    let draft = Draft::thaw(llvm_ir::parse(text).unwrap());
    let found = repeated(draft.functions().next().unwrap(), Opcode::Alloca);
    assert_eq!(found.iter().map(|v| v.name()).collect::<Vec<_>>(), [b"b"]);
}

#[test]
fn many_blocks() {
    let lists: Vec<Vec<usize>> = (0..60_000).map(|i| vec![(i + 1) % 60_000, i / 2]).collect();
    let draft = Draft::thaw(llvm_ir::parse(source(&lists).as_bytes()).unwrap());
    let function = draft.functions().next().unwrap();
    let of = Dominators::of(function);
    assert!(!Loops::of(&of).all().is_empty());
    assert_eq!(cycles(&of).len(), 1);
    let mut frontiers = Frontiers::of(&of);
    assert!(!frontiers.meet(&[function.blocks().nth(9).unwrap()], |_| true).is_empty());
}
