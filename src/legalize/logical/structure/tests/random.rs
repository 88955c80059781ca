//! Tests with random control flow, reducible and irreducible: a structured function passes the checker and LLVM's
//! verifier, and takes the same path through the blocks, with the same values.

use super::super::{check, entries, graph::Graph, plan};
use super::trace::{self, Run};
use crate::graph::flow::Flow;
use crate::graph::structured::Shape;
use crate::llvm::Context;
use llvm_spirv_testing::Random;
use std::fmt::Write;

/// The terminator of a block.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Return,
    Unreachable,
    Branch,
    Conditional,
    Switch,
}

/// Returns a random graph: the terminator and the targets of each block. It has up to `most + 1` blocks; targets are
/// often near.
fn graph(random: &mut Random, most: usize) -> Vec<(End, Vec<usize>)> {
    let count = 2 + random.below(most);
    let far = 1 + random.below(5);
    let block = |at: usize, random: &mut Random| {
        let target = |random: &mut Random| {
            let near = (at + 1 + random.below(4)).saturating_sub(random.below(far)).clamp(1, count - 1);
            if random.below(4) == 0 { 1 + random.below(count - 1) } else { near }
        };
        let (end, targets) = match random.below(16) {
            0 => (End::Return, 0),
            1 if random.below(4) == 0 => (End::Unreachable, 0),
            1..=5 => (End::Branch, 1),
            6..=13 => (End::Conditional, 2),
            _ => (End::Switch, 1 + random.below(5)),
        };
        (end, (0..targets).map(|_| target(random)).collect())
    };
    let mut blocks: Vec<_> = (0..count).map(|at| block(at, random)).collect();
    blocks[count - 1] = (End::Return, Vec::new());
    blocks
}

fn shape(graph: &Graph) -> Shape {
    Shape {
        successors: graph.successors(),
        is_switch: (0..graph.nodes.len()).map(|node| graph.is_switch(node)).collect(),
        merges: graph.merges.clone(),
    }
}

/// Returns the function as assembly. Each block traces a value: its own value, which is a phi if it has several
/// predecessors, plus a value from a block that dominates it.
fn assembly(blocks: &[(End, Vec<usize>)], random: &mut Random) -> String {
    let flow = Flow::new(blocks.iter().map(|(_, targets)| targets.clone()).collect());
    let mut before = vec![Vec::new(); blocks.len()];
    for (from, (_, targets)) in blocks.iter().enumerate() {
        targets.iter().for_each(|to| before[*to].push(from));
    }
    let above = |node: usize| std::iter::successors(Some(node), |node| flow.above(*node)).collect::<Vec<_>>();
    let mut text = "declare i32 @next()\ndeclare void @trace(i32)\n".to_owned();
    text += "define void @f() {\n";
    for (block, (end, targets)) in blocks.iter().enumerate() {
        writeln!(text, "b{block}:").unwrap();
        let mut value = format!("{}", 100 * block);
        if !before[block].is_empty() && flow.is_reached(block) {
            let mut values = std::collections::BTreeMap::new();
            for from in &before[block] {
                let choices = above(*from);
                let chosen = choices[random.below(choices.len())];
                let value = if random.below(5) == 0 { format!("{from}") } else { format!("%v{chosen}") };
                values.entry(*from).or_insert(if flow.is_reached(*from) { value } else { "7".to_owned() });
            }
            let incoming: Vec<_> = before[block].iter().map(|from| format!("[{}, %b{from}]", values[from])).collect();
            writeln!(text, "  %p{block} = phi i32 {}", incoming.join(", ")).unwrap();
            value = format!("%p{block}");
        }
        writeln!(text, "  %v{block} = add i32 {value}, {}", 1 + block).unwrap();
        let choices = if flow.is_reached(block) { above(block) } else { vec![block] };
        let other = choices[random.below(choices.len())];
        writeln!(text, "  %t{block} = add i32 %v{block}, %v{other}").unwrap();
        writeln!(text, "  call void @trace(i32 {block})\n  call void @trace(i32 %t{block})").unwrap();
        match end {
            End::Return => text += "  ret void\n",
            End::Unreachable => text += "  unreachable\n",
            End::Branch => writeln!(text, "  br label %b{}", targets[0]).unwrap(),
            End::Conditional => {
                writeln!(text, "  %n{block} = call i32 @next()\n  %c{block} = icmp eq i32 %n{block}, 0").unwrap();
                writeln!(text, "  br i1 %c{block}, label %b{}, label %b{}", targets[0], targets[1]).unwrap();
            }
            End::Switch => {
                writeln!(text, "  %n{block} = call i32 @next()").unwrap();
                let cases = targets.iter().enumerate().skip(1).map(|(case, to)| format!("i32 {case}, label %b{to}"));
                let cases: Vec<_> = cases.collect();
                writeln!(text, "  switch i32 %n{block}, label %b{} [{}]", targets[0], cases.join(" ")).unwrap();
            }
        }
    }
    text + "}\n"
}

#[test]
fn random_graphs_are_structured() {
    for seed in 0..6000 {
        let mut random = Random::new(seed, 0);
        let blocks = graph(&mut random, 4 + seed as usize / 200);
        let successors: Vec<_> = blocks.iter().map(|(_, targets)| targets.clone()).collect();
        let is_switch = blocks.iter().map(|(end, _)| *end == End::Switch).collect();
        let is_convergent = blocks.iter().map(|_| random.below(8) == 0).collect();
        let mut graph = Graph::new(&successors, is_switch, is_convergent);
        entries::unify(&mut graph);
        let preferred = vec![None; graph.nodes.len()];
        let done = plan::structure(&mut graph, &preferred);
        assert!(done.is_ok(), "seed {seed}: {done:?}\n{successors:?}");
        let shape = shape(&graph);
        let checked = check::check(&shape);
        assert!(checked.is_ok(), "seed {seed}: {checked:?}\n{successors:?}\n{shape:?}");
    }
}

#[test]
fn random_functions_do_what_they_did() {
    for seed in 0..1500 {
        let mut random = Random::new(seed, 0);
        let blocks = graph(&mut random, 4 + seed as usize / 60);
        let text = assembly(&blocks, &mut random);
        let context = Context::new();
        let module = context.parse(text.as_bytes(), "random").unwrap();
        module.verify().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let function = module.function("f").unwrap();
        let runs: Vec<_> = (0..6).map(|run| trace::run(function, Run::new(seed * 31 + run))).collect();
        let live = module.context();
        let done = super::super::structure((&module, &live), function);
        assert!(done.is_ok(), "seed {seed}: {done:?}\n{text}\n{}", module.print());
        let verified = module.verify();
        assert!(verified.is_ok(), "seed {seed}: {verified:?}\n{text}\n{}", module.print());
        for (run, before) in (0..).zip(runs) {
            let after = trace::run(function, Run::new(seed * 31 + run));
            assert_eq!(before, after, "seed {seed}\n{text}\n{}", module.print());
        }
    }
}
