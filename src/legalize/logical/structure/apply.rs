//! Rewrites a function according to a plan: adds blocks, redirects branches, and updates phis and marks.

use super::graph::{Edge, Graph, Origin};
use super::values::{Phis, Values};
use super::{entries, plan, repair};
use crate::concepts::instructions::{control_flow, loops};
use crate::conventions::marks::{self, Marks};
use crate::error::{Code, Error, Result};
use crate::graph::flow::Flow;
use crate::graph::structured::Merge;
use crate::llvm::{AttributeKind, AttributePlace, Block, Builder, Context, Metadata, Module, Opcode, Predicate, Value};
use std::collections::BTreeMap;

/// The loop controls that every version of SPIR-V has: `Unroll` and `DontUnroll`.
const LOOP_CONTROLS: u32 = 0x3;

/// A function, its planned control-flow graph, and the block of each node.
#[derive(Debug)]
pub struct Body<'m> {
    /// The LLVM context, which creates types, constants and metadata.
    pub context: &'m Context,
    /// The builder of instructions.
    pub builder: Builder<'m>,
    /// The planned control-flow graph.
    pub graph: Graph,
    /// The control flow of the planned graph.
    pub flow: Flow,
    /// The block of each node.
    pub blocks: Vec<Block<'m>>,
    /// The incoming edges of each reachable node.
    pub before: Vec<Vec<Edge>>,
    /// The unreachable predecessors of each block.
    pub unreached: Vec<Vec<Block<'m>>>,
    /// The original targets of the terminator of each block.
    pub successors: Vec<Vec<usize>>,
}

/// Structures the control flow of a function, and sets its marks.
pub fn apply<'m>(place: (&'m Module<'m>, &'m Context), function: Value<'m>, marks: &Marks<'m>) -> Result<()> {
    refuse_others(marks)?;
    let is_convergent = marks.blocks.iter().map(|block| is_convergent(*block)).collect();
    let mut graph = Graph::new(&marks.shape.successors, marks.shape.is_switch.clone(), is_convergent);
    entries::unify(&mut graph);
    let mut preferred: Vec<_> = marks.shape.merges.iter().map(|merge| behind_loop(*merge)).collect();
    preferred.resize(graph.nodes.len(), None);
    plan::structure(&mut graph, &preferred)?;
    let controls = Controls::read(marks);
    let body = Body::new(place, function, marks, graph)?;
    let phis = Values::new(&body).complete()?;
    body.terminators(&phis)?;
    phis.finish()?;
    repair::repair(&body)?;
    body.marks(&controls)
}

fn behind_loop(merge: Option<Merge>) -> Option<usize> {
    merge.filter(|merge| merge.target().is_some()).map(Merge::block)
}

/// Rejects terminators that SPIR-V lacks.
fn refuse_others(marks: &Marks<'_>) -> Result<()> {
    use Opcode::{Br, Switch};
    for end in marks.blocks.iter().filter_map(|block| block.terminator()) {
        let opcode = end.opcode().filter(|opcode| !matches!(opcode, Br | Switch));
        if let Some(opcode) = opcode.filter(|_| end.successor_count() > 0) {
            return Err(Error::of(Code::Instruction, format!("the instruction {}", opcode.word())));
        }
    }
    Ok(())
}

/// Returns whether a block has a convergent call.
fn is_convergent(block: Block<'_>) -> bool {
    let is_convergent = |value: Value<'_>| value.has_attribute(AttributePlace::Function, AttributeKind::Convergent);
    block
        .instructions()
        .filter(|inst| inst.is_op(Opcode::Call))
        .any(|call| is_convergent(call) || call.called_function().is_some_and(is_convergent))
}

/// The control masks of selections and loops, by the header that declared them.
struct Controls {
    selections: Vec<Vec<u32>>,
    loops: Vec<Vec<u32>>,
}

impl Controls {
    fn read(marks: &Marks<'_>) -> Self {
        let mut all = Self { selections: Vec::new(), loops: vec![Vec::new(); marks.blocks.len()] };
        for (number, end) in marks.blocks.iter().map(|block| block.terminator()).enumerate() {
            let words =
                |name| end.and_then(|end| end.metadata(name)).map(marks::words).filter(|words| !words.is_empty());
            let control = || Some(vec![control_flow::forward_selection_control(end?).or_else(|| hint(end?))?]);
            all.selections.push(words(marks::SELECTION_MERGE).or_else(control).unwrap_or_else(|| vec![0]));
            let back = end.and_then(|end| loops::forward_control(end, &|bit| bit & LOOP_CONTROLS != 0));
            for to in marks.shape.successors[number].iter().filter(|_| back.is_some()) {
                all.loops[*to] = back.clone().unwrap_or_default();
            }
            if let Some(words) = words(marks::LOOP_MERGE) {
                all.loops[number] = words;
            }
        }
        all
    }
}

/// Returns the selection control for clang's hint (`[branch]` or `[flatten]`) at a selection in HLSL.
fn hint(end: Value<'_>) -> Option<u32> {
    let node = end.metadata("hlsl.controlflow.hint")?;
    match node.operand(1)?.as_value()?.int_value()? {
        // `[branch]` and `[flatten]`.
        1 => Some(2),
        2 => Some(1),
        _ => None,
    }
}

impl<'m> Body<'m> {
    fn new(place: (&'m Module<'m>, &'m Context), function: Value<'m>, marks: &Marks<'m>, graph: Graph) -> Result<Self> {
        let (module, context) = place;
        let mut blocks = marks.blocks.clone();
        for _ in graph.blocks..graph.nodes.len() {
            blocks.push(module.append_block(function, "")?);
        }
        let flow = Flow::new(graph.successors());
        let (mut before, mut unreached) = (vec![Vec::new(); graph.nodes.len()], vec![Vec::new(); graph.nodes.len()]);
        for (node, block) in blocks.iter().enumerate() {
            let exits = graph.nodes[node].exits.iter().map(|exit| exit.to).enumerate();
            exits.filter(|_| flow.is_reached(node)).for_each(|(exit, to)| before[to].push((node, exit)));
            let targets = marks.shape.successors.get(node).filter(|_| !flow.is_reached(node));
            targets.into_iter().flatten().for_each(|to| unreached[*to].push(*block));
        }
        let successors = marks.shape.successors.clone();
        Ok(Self { context, builder: Builder::new(module), graph, flow, blocks, before, unreached, successors })
    }

    /// Returns the original block whose terminator ends a node.
    pub fn ends(&self, node: usize) -> Option<usize> {
        match self.graph.nodes[node].origin {
            Origin::Block => Some(node),
            Origin::Tail(block) if block < self.graph.blocks => Some(block),
            _ => None,
        }
    }

    /// Returns the number of operands of a node's terminator that are the target of an exit.
    pub fn edges(&self, (node, exit): Edge) -> usize {
        let Some(block) = self.ends(node) else { return 1 };
        let exits = &self.graph.nodes[node].exits;
        match exits.len() {
            1 => 1,
            _ => self.successors[block].iter().filter(|to| **to == exits[exit].aim).count(),
        }
    }

    fn terminators(&self, phis: &Phis<'m>) -> Result<()> {
        for node in 0..self.graph.nodes.len() {
            self.builder.position_at_end(self.blocks[node]);
            match (self.graph.nodes[node].origin, &self.graph.nodes[node].exits[..]) {
                (Origin::Block, _) if !self.flow.is_reached(node) => {}
                (Origin::Block, exits) => match exits {
                    [only] => {
                        let to = only.to;
                        self.go_on(node, to)?;
                    }
                    _ => self.redirect(node)?,
                },
                // The terminator goes there with the block that it leaves.
                (Origin::Tail(block), _) if block < self.graph.blocks => {}
                (Origin::Dead, _) => drop(self.builder.unreachable()?),
                (_, [only]) => drop(self.builder.br(self.blocks[only.to])?),
                (origin, [first, second]) => {
                    let (yes, no) = (self.blocks[first.to], self.blocks[second.to]);
                    let dispatch = if let Origin::Tail(header) = origin { header } else { node };
                    let Origin::Dispatch(chosen) = self.graph.nodes[dispatch].origin else { continue };
                    let number = phis.number(dispatch)?;
                    let chosen = self.context.const_int(number.ty(), chosen as u64)?;
                    let is_chosen = self.builder.compare_int(Predicate::Eq, number, chosen)?;
                    self.builder.cond_br(is_chosen, yes, no)?;
                }
                _ => return Err(Error::internal("a node with neither one exit nor two")),
            }
        }
        Ok(())
    }

    /// Makes a block branch to a single target. If the target is the new block for the original terminator, copies the
    /// terminator there first.
    fn go_on(&self, node: usize, to: usize) -> Result<()> {
        let end = self.end(node)?;
        let is_tail = self.graph.nodes[to].origin == Origin::Tail(node);
        if !is_tail && end.is_op(Opcode::Br) && end.successor_count() == 1 {
            return end.set_successor(0, self.blocks[to]);
        }
        if is_tail {
            self.builder.position_at_end(self.blocks[to]);
            self.copy(end, to)?;
        }
        end.erase()?;
        self.builder.position_at_end(self.blocks[node]);
        self.builder.br(self.blocks[to]).map(drop)
    }

    /// Copies a terminator to the block of a node.
    fn copy(&self, end: Value<'m>, node: usize) -> Result<()> {
        let missing = || Error::internal("a terminator without its operands");
        let condition = end.condition().ok_or_else(missing)?;
        let block = self.ends(node).ok_or_else(missing)?;
        let targets = self.successors[block].iter().map(|to| self.target(node, *to));
        let targets = targets.collect::<Option<Vec<_>>>().ok_or_else(missing)?;
        let made = match (end.is_op(Opcode::Switch), &targets[..]) {
            (false, [yes, no]) => self.builder.cond_br(condition, *yes, *no)?,
            (true, [default, cases @ ..]) => {
                let made = self.builder.switch(condition, *default)?;
                for ((value, _), to) in end.cases().zip(cases) {
                    self.builder.add_case(made, value, *to)?;
                }
                made
            }
            _ => return Err(missing()),
        };
        if let Some(weights) = end.metadata("prof") {
            made.set_metadata("prof", weights)?;
        }
        made.take_metadata(end)
    }

    /// Returns the block to which a node branches in place of an original target.
    fn target(&self, node: usize, aim: usize) -> Option<Block<'m>> {
        let exit = self.graph.nodes[node].exits.iter().find(|exit| exit.aim == aim)?;
        self.blocks.get(exit.to).copied()
    }

    fn redirect(&self, node: usize) -> Result<()> {
        let Some(end) = self.blocks[node].terminator() else { return Ok(()) };
        let exits: BTreeMap<usize, usize> =
            self.graph.nodes[node].exits.iter().map(|exit| (exit.aim, exit.to)).collect();
        for (slot, aim) in (0..).zip(&self.successors[node]) {
            if let Some(to) = exits.get(aim).filter(|to| *to != aim) {
                end.set_successor(slot, self.blocks[*to])?;
            }
        }
        Ok(())
    }

    /// Sets the marks of all constructs, and removes all others.
    fn marks(&self, controls: &Controls) -> Result<()> {
        for end in self.blocks.iter().filter_map(|block| block.terminator()) {
            for (kind, _) in end.all_metadata() {
                if end.metadata_kind_name(kind).is_some_and(|name| marks::ALL.contains(&name)) {
                    end.drop_metadata(kind);
                }
            }
        }
        let mut lists: BTreeMap<(usize, &str), Vec<Option<Metadata<'m>>>> = BTreeMap::new();
        for (node, merge) in self.graph.merges.iter().enumerate() {
            let Some(merge) = merge else { continue };
            let block = self.ends(node).filter(|block| *block < self.graph.blocks);
            let (name, words) = match merge {
                Merge::Selection { .. } => (marks::SELECTION_MERGE, block.map(|block| &controls.selections[block])),
                Merge::Loop { .. } => (marks::LOOP_MERGE, block.map(|block| &controls.loops[block])),
            };
            let words = words.filter(|words| !words.is_empty()).map_or(&[0][..], |words| words);
            let words = words.iter().map(|word| self.context.md_int(32, (*word).into()).map(Some));
            let mark = self.context.md_distinct(&words.collect::<Result<Vec<_>>>()?);
            self.end(node)?.set_metadata(name, mark)?;
            lists.entry((merge.block(), marks::MERGE)).or_default().push(Some(mark));
            if let Some(target) = merge.target() {
                lists.entry((target, marks::CONTINUE)).or_default().push(Some(mark));
            }
        }
        for ((node, name), list) in lists {
            self.end(node)?.set_metadata(name, self.context.md_node(&list))?;
        }
        Ok(())
    }

    fn end(&self, node: usize) -> Result<Value<'m>> {
        self.blocks[node].terminator().ok_or_else(|| Error::internal("a block without an end"))
    }
}
