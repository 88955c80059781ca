//! The phis of a function whose edges were redirected.
//!
//! An incoming value of a phi passes through phis in the new blocks that its edge now leads through; for unrelated
//! edges into these blocks it is poison. The numbers for dispatch nodes are passed in the same way.

use super::apply::Body;
use super::graph::{Choice, Edge, Origin};
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// A value that passes through new blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Carried {
    /// The value of the original phi with this index.
    Phi(usize),
    /// The number for this dispatch node.
    Number(usize),
}

/// An original phi.
struct Old<'m> {
    phi: Value<'m>,
    block: usize,
    /// The incoming values, by incoming block.
    incoming: FxHashMap<usize, Value<'m>>,
}

/// The construction of new phis.
pub struct Values<'b, 'm> {
    body: &'b Body<'m>,
    old: Vec<Old<'m>>,
    made: FxHashMap<(usize, Carried), Value<'m>>,
    /// The new phis without incoming values yet.
    open: Vec<(usize, Carried, Value<'m>)>,
}

/// The result of constructing new phis.
pub struct Phis<'m> {
    /// The original phis, each with its replacement.
    replaced: Vec<(Value<'m>, Value<'m>)>,
    numbers: FxHashMap<usize, Value<'m>>,
}

impl<'m> Phis<'m> {
    /// Returns the number by which a dispatch node branches.
    pub fn number(&self, dispatch: usize) -> Result<Value<'m>> {
        self.numbers.get(&dispatch).copied().ok_or_else(|| Error::internal("a dispatch without a number"))
    }

    /// Replaces the old phis by the new ones.
    pub fn finish(self) -> Result<()> {
        for (old, new) in &self.replaced {
            if old.can_use_fast_math() {
                new.set_fast_math(old.fast_math())?;
            }
            old.replace_uses(*new)?;
        }
        for (old, new) in self.replaced {
            let name = old.name().to_owned();
            old.erase()?;
            if !name.is_empty() {
                new.set_name(&name);
            }
        }
        Ok(())
    }
}

impl<'b, 'm> Values<'b, 'm> {
    /// Collects the phis of blocks whose incoming edges have changed.
    pub fn new(body: &'b Body<'m>) -> Self {
        let numbers: FxHashMap<_, _> = body.blocks.iter().enumerate().map(|(number, block)| (*block, number)).collect();
        let mut old = Vec::new();
        for block in (0..body.graph.blocks).filter(|block| has_changed(body, *block)) {
            for phi in body.blocks[block].instructions().take_while(|inst| inst.is_op(Opcode::Phi)) {
                let incoming = phi.incoming().filter_map(|(value, from)| Some((*numbers.get(&from)?, value)));
                old.push(Old { phi, block, incoming: incoming.collect() });
            }
        }
        Self { body, old, made: FxHashMap::default(), open: Vec::new() }
    }

    /// Constructs all new phis.
    pub fn complete(mut self) -> Result<Phis<'m>> {
        let mut phis = Phis { replaced: Vec::new(), numbers: FxHashMap::default() };
        for index in 0..self.old.len() {
            let (phi, block) = (self.old[index].phi, self.old[index].block);
            self.body.builder.position_before(phi)?;
            let new = self.body.builder.phi(phi.ty())?;
            self.open.push((block, Carried::Phi(index), new));
            phis.replaced.push((phi, new));
        }
        for node in 0..self.body.graph.nodes.len() {
            let has_number = matches!(self.body.graph.nodes[node].origin, Origin::Dispatch(_));
            if has_number {
                phis.numbers.insert(node, self.at(node, Carried::Number(node))?);
            }
        }
        while let Some((node, carried, phi)) = self.open.pop() {
            for edge in &self.body.before[node] {
                let value = self.over(*edge, carried)?;
                for _ in 0..self.body.edges(*edge) {
                    self.body.builder.add_incoming(phi, value, self.body.blocks[edge.0])?;
                }
            }
            for from in &self.body.unreached[node] {
                self.body.builder.add_incoming(phi, self.body.context.poison(phi.ty())?, *from)?;
            }
        }
        Ok(phis)
    }

    fn ty(&self, carried: Carried) -> Result<Type<'m>> {
        match carried {
            Carried::Phi(index) => Ok(self.old[index].phi.ty()),
            Carried::Number(_) => self.body.context.int_type(32),
        }
    }

    /// Returns the value that an edge passes on, or the node at whose start the same value is available.
    fn step(&self, (from, exit): Edge, carried: Carried) -> Result<std::result::Result<Value<'m>, (usize, Carried)>> {
        let (body, exit) = (self.body, &self.body.graph.nodes[from].exits[exit]);
        if let Carried::Number(dispatch) = carried
            && let Some((_, choice)) = exit.choices.iter().find(|(node, _)| *node == dispatch)
        {
            return Ok(match (choice, body.graph.nodes[from].origin) {
                (Choice::Is(number), _) => Ok(body.context.const_int(self.ty(carried)?, *number as u64)?),
                (Choice::Same, Origin::Tail(header)) => Err((header, Carried::Number(header))),
                (Choice::Same, _) => Err((from, Carried::Number(from))),
            });
        }
        let Some(block) = body.ends(from) else { return Ok(Err((from, carried))) };
        let value = match carried {
            Carried::Phi(index) if exit.aim == self.old[index].block => self.old[index].incoming.get(&block).copied(),
            _ => None,
        };
        value.map_or_else(|| body.context.poison(self.ty(carried)?), Ok).map(Ok)
    }

    /// Returns the value that comes over an edge.
    fn over(&mut self, edge: Edge, carried: Carried) -> Result<Value<'m>> {
        match self.step(edge, carried)? {
            Ok(value) => Ok(value),
            Err((node, carried)) => self.at(node, carried),
        }
    }

    /// Returns a value at the start of a new node, by a phi if several edges meet there.
    fn at(&mut self, mut node: usize, mut carried: Carried) -> Result<Value<'m>> {
        loop {
            if let Some(value) = self.made.get(&(node, carried)) {
                return Ok(*value);
            }
            let [edge] = self.body.before[node][..] else { break };
            match self.step(edge, carried)? {
                Ok(value) => return Ok(value),
                Err(further) => (node, carried) = further,
            }
        }
        self.body.builder.position_after_phis(self.body.blocks[node])?;
        let phi = self.body.builder.phi(self.ty(carried)?)?;
        self.made.insert((node, carried), phi);
        self.open.push((node, carried, phi));
        Ok(phi)
    }
}

/// Returns whether the incoming edges of a block have changed.
fn has_changed(body: &Body<'_>, block: usize) -> bool {
    let is_same = |edge: &Edge| {
        let exit = &body.graph.nodes[edge.0].exits[edge.1];
        let count = body.successors.get(edge.0).map_or(0, |to| to.iter().filter(|to| **to == block).count());
        edge.0 < body.graph.blocks && exit.aim == block && body.edges(*edge) == count
    };
    if !body.flow.is_reached(block) || !body.before[block].iter().all(is_same) {
        return body.flow.is_reached(block);
    }
    let first = body.blocks[block].first_instruction().filter(|inst| inst.is_op(Opcode::Phi));
    let count = body.before[block].iter().map(|edge| body.edges(*edge)).sum::<usize>() + body.unreached[block].len();
    first.is_some_and(|phi| phi.operand_count() as usize != count)
}
