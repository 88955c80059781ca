//! Restores dominance: after edges were redirected through other blocks, some values no longer dominate their uses.
//!
//! With logical addressing, no phi may have a pointer, image or sampler as its value: the chain or the load is repeated
//! at the use, and its operands are repaired like any other value.
//!
//! A path that avoids the definition of a value never leads to one of its uses at run time, though the graph has such a
//! path: the value is poison there. Phis are inserted where such paths meet others, in the iterated dominance frontier
//! of the definition.

use super::apply::Body;
use crate::error::{Error, Result};
use crate::llvm::{Block, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Repairs all values of a function.
pub fn repair(body: &Body<'_>) -> Result<()> {
    let numbers: FxHashMap<_, _> = body.blocks.iter().enumerate().map(|(number, block)| (*block, number)).collect();
    remake(body, &numbers)?;
    let mut frontiers = None;
    for node in body.flow.order.iter().copied().filter(|node| *node < body.graph.blocks) {
        let mut meets = None;
        for value in body.blocks[node].instructions().collect::<Vec<_>>() {
            let uses = broken(body, &numbers, node, value);
            if uses.is_empty() {
                continue;
            }
            let frontiers = frontiers.get_or_insert_with(|| body.flow.frontiers());
            let meets = meets.get_or_insert_with(|| iterated(frontiers, node));
            let mut repair = Repair { body, value, node, meets, made: FxHashMap::default(), open: Vec::new() };
            repair.uses(uses)?;
            repair.complete()?;
        }
    }
    Ok(())
}

/// Repeats chains and loads of images at their uses. Instructions are visited in reverse order, so that operands are
/// repeated after their users.
fn remake<'m>(body: &Body<'m>, numbers: &FxHashMap<Block<'m>, usize>) -> Result<()> {
    for node in body.flow.order.iter().rev().copied().filter(|node| *node < body.graph.blocks) {
        let values: Vec<_> = body.blocks[node].instructions().filter(|value| is_remade(*value)).collect();
        for value in values.into_iter().rev() {
            for Use { user, index, node } in broken(body, numbers, node, value) {
                let is_phi = user.is_op(Opcode::Phi);
                let end = body.blocks[node].terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                body.builder.position_before(if is_phi { end } else { user })?;
                let copy = body.builder.copy(value)?;
                match is_phi {
                    true => user.set_incoming(index, copy)?,
                    false => user.set_operand(index, copy)?,
                }
            }
        }
    }
    Ok(())
}

/// Returns whether a value cannot be the value of a phi, and can be computed again anywhere.
fn is_remade(value: Value<'_>) -> bool {
    let is_opaque = value.ty().target_name().is_some();
    let is_declared = || value.called_function().is_some_and(Value::is_declaration);
    match value.opcode() {
        Some(Opcode::GetElementPtr) => true,
        Some(Opcode::Load) => is_opaque,
        Some(Opcode::Call) => (is_opaque || value.ty().is_pointer()) && is_declared(),
        _ => false,
    }
}

/// A use that is not dominated by the definition of its value.
struct Use<'m> {
    user: Value<'m>,
    index: u32,
    /// The node of the user, or, for a phi, the incoming node.
    node: usize,
}

/// Returns the uses of a value that are not dominated by the node of its definition.
fn broken<'m>(body: &Body<'m>, numbers: &FxHashMap<Block<'m>, usize>, node: usize, value: Value<'m>) -> Vec<Use<'m>> {
    let (mut uses, mut seen) = (Vec::new(), FxHashSet::default());
    for user in value.uses().filter(|user| user.is_instruction()) {
        if !seen.insert(user) {
            continue;
        }
        let own = user.parent_block().and_then(|block| numbers.get(&block).copied());
        let from: Vec<_> = user.incoming().map(|(_, block)| numbers.get(&block).copied()).collect();
        for (index, operand) in (0..).zip(user.operands()) {
            let is_phi = user.is_op(Opcode::Phi);
            let place = if is_phi { from.get(index as usize).copied().flatten() } else { own };
            let Some(place) = place.filter(|place| operand == value && body.flow.is_reached(*place)) else { continue };
            if !body.flow.dominates(node, place) {
                uses.push(Use { user, index, node: place });
            }
        }
    }
    // LLVM lists the latest first.
    uses.reverse();
    uses
}

/// Returns the iterated dominance frontier of a node.
fn iterated(frontiers: &[Vec<usize>], node: usize) -> FxHashSet<usize> {
    let (mut meets, mut open) = (FxHashSet::default(), vec![node]);
    while let Some(node) = open.pop() {
        open.extend(frontiers[node].iter().copied().filter(|join| meets.insert(*join)));
    }
    meets
}

/// The repair of one value.
struct Repair<'b, 'm> {
    body: &'b Body<'m>,
    value: Value<'m>,
    node: usize,
    meets: &'b FxHashSet<usize>,
    /// The phis, by node.
    made: FxHashMap<usize, Value<'m>>,
    /// The inserted phis without incoming values yet.
    open: Vec<(usize, Value<'m>)>,
}

impl<'m> Repair<'_, 'm> {
    fn uses(&mut self, uses: Vec<Use<'m>>) -> Result<()> {
        for Use { user, index, node } in uses {
            let value = self.at(node)?;
            match user.is_op(Opcode::Phi) {
                true => user.set_incoming(index, value)?,
                false => user.set_operand(index, value)?,
            }
        }
        Ok(())
    }

    /// Returns the value at the end of a node: the definition, a phi, or poison where the definition is not reached.
    fn at(&mut self, node: usize) -> Result<Value<'m>> {
        let mut at = Some(node);
        while let Some(node) = at.filter(|node| *node != self.node) {
            if let Some(phi) = self.made.get(&node) {
                return Ok(*phi);
            }
            if self.meets.contains(&node) {
                self.body.builder.position_after_phis(self.body.blocks[node])?;
                let phi = self.body.builder.phi(self.value.ty())?;
                self.made.insert(node, phi);
                self.open.push((node, phi));
                return Ok(phi);
            }
            at = self.body.flow.above(node);
        }
        if at.is_some() { Ok(self.value) } else { self.body.context.poison(self.value.ty()) }
    }

    fn complete(&mut self) -> Result<()> {
        while let Some((node, phi)) = self.open.pop() {
            for edge in &self.body.before[node] {
                let value = self.at(edge.0)?;
                for _ in 0..self.body.edges(*edge) {
                    self.body.builder.add_incoming(phi, value, self.body.blocks[edge.0])?;
                }
            }
            for from in &self.body.unreached[node] {
                self.body.builder.add_incoming(phi, self.body.context.poison(phi.ty())?, *from)?;
            }
        }
        Ok(())
    }
}
