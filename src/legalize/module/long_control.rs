//! Switches of more cases and phis of more predecessors than an instruction of SPIR-V can have.
//!
//! A long switch becomes several: the default of each is a block with the next one. The predecessors of a block with
//! long phis branch to a few new blocks in front of it, which have phis of their own. Shorter switches and phis stay
//! unchanged.

use crate::error::{Error, Result};
use crate::llvm::{Block, Builder, Module, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of cases that a switch may have (SPIR-V 2.17 "Universal Limits").
const MOST_CASES: usize = 16_383;
/// The number of pairs that fit into an `OpPhi`, beside its type and id.
const MOST_PREDECESSORS: usize = 32_766;

/// Splits the long switches and phis of each function.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    for function in module.functions() {
        let long = |block: &Block<'m>| {
            let end = block.terminator().filter(|end| end.is_op(Opcode::Switch))?;
            (end.successor_count() as usize > MOST_CASES).then_some((*block, end))
        };
        for (block, switch) in function.blocks().filter_map(|block| long(&block)).collect::<Vec<_>>() {
            split(module, function, block, switch)?;
        }
        let is_long = |block: &Block<'m>| block.instructions().next().is_some_and(|first| is_long_phi(first));
        for block in function.blocks().filter(is_long).collect::<Vec<_>>() {
            gather(module, function, block)?;
        }
    }
    Ok(())
}

fn is_long_phi(inst: Value<'_>) -> bool {
    inst.is_op(Opcode::Phi) && inst.operand_count() as usize > MOST_PREDECESSORS
}

/// Splits a switch into several, the first of which stays in its block.
fn split<'m>(module: &'m Module<'m>, function: Value<'m>, block: Block<'m>, switch: Value<'m>) -> Result<()> {
    let cases: Vec<_> = switch.cases().collect();
    let missing = || Error::internal("a switch without a selector or default");
    let (selector, default) = (switch.operand(0).ok_or_else(missing)?, switch.switch_default().ok_or_else(missing)?);
    switch.erase()?;
    let builder = Builder::new(module);
    let mut edges: Vec<(Block<'m>, Block<'m>)> = Vec::new();
    let mut at = block;
    let mut expanded = cases.chunks(MOST_CASES).peekable();
    while let Some(part) = expanded.next() {
        let next = if expanded.peek().is_some() { module.append_block(function, "")? } else { default };
        builder.position_at_end(at);
        let switch = builder.switch(selector, next)?;
        for (value, to) in part {
            builder.add_case(switch, *value, *to)?;
        }
        edges.extend(part.iter().map(|(_, to)| (*to, at)));
        edges.extend(expanded.peek().is_none().then_some((default, at)));
        at = next;
    }
    let mut by_target: FxHashMap<Block<'m>, Vec<Block<'m>>> = FxHashMap::default();
    for (to, from) in &edges {
        by_target.entry(*to).or_default().push(*from);
    }
    for (to, _) in edges {
        if let Some(from) = by_target.remove(&to) {
            phis(&builder, to, |pairs| came_from(pairs, block, &from))?;
        }
    }
    Ok(())
}

/// Returns the incoming pairs of a phi, with one predecessor replaced by several that pass the same value.
fn came_from<'m>(pairs: Vec<(Value<'m>, Block<'m>)>, old: Block<'m>, new: &[Block<'m>]) -> Vec<(Value<'m>, Block<'m>)> {
    let value = pairs.iter().find(|(_, from)| *from == old).map(|(value, _)| *value);
    let mut all: Vec<_> = pairs.into_iter().filter(|(_, from)| *from != old).collect();
    all.extend(value.into_iter().flat_map(|value| new.iter().map(move |from| (value, *from))));
    all
}

/// Rebuilds each phi of a block with changed incoming pairs.
fn phis<'m>(
    builder: &Builder<'m>,
    block: Block<'m>,
    mut change: impl FnMut(Vec<(Value<'m>, Block<'m>)>) -> Vec<(Value<'m>, Block<'m>)>,
) -> Result<()> {
    for old in block.instructions().take_while(|inst| inst.is_op(Opcode::Phi)).collect::<Vec<_>>() {
        builder.position_before(old)?;
        let new = builder.phi(old.ty())?;
        for (value, from) in change(old.incoming().collect()) {
            builder.add_incoming(new, if value == old { new } else { value }, from)?;
        }
        take_over(new, old)?;
    }
    Ok(())
}

/// Replaces the old phi by the new one, which takes over its name and fast-math flags.
fn take_over<'m>(new: Value<'m>, old: Value<'m>) -> Result<()> {
    if old.can_use_fast_math() {
        new.set_fast_math(old.fast_math())?;
    }
    let name = old.name().to_owned();
    old.replace_uses(new)?;
    old.erase()?;
    new.set_name(&name);
    Ok(())
}

/// A new block that some predecessors of another block branch to first, with these and the number of their edges.
struct Group<'m> {
    block: Block<'m>,
    from: Vec<(Block<'m>, usize)>,
}

/// Routes the predecessors of a block through new blocks, as many of them as a phi has operands for.
fn gather<'m>(module: &'m Module<'m>, function: Value<'m>, block: Block<'m>) -> Result<()> {
    let first = block.first_instruction().ok_or_else(|| Error::internal("an empty block"))?;
    let mut seen = FxHashSet::default();
    let from: Vec<_> = first.incoming().map(|(_, from)| from).filter(|from| seen.insert(*from)).collect();
    if from.len() <= MOST_PREDECESSORS {
        return Ok(());
    }
    let mut groups = Vec::new();
    for part in from.chunks(MOST_PREDECESSORS) {
        groups.push(redirect(module.append_block(function, "")?, part, block)?);
    }
    let builder = Builder::new(module);
    for old in block.instructions().take_while(|inst| inst.is_op(Opcode::Phi)).collect::<Vec<_>>() {
        let values: FxHashMap<_, _> = old.incoming().map(|(value, from)| (from, value)).collect();
        builder.position_before(old)?;
        let new = builder.phi(old.ty())?;
        for group in &groups {
            builder.position_at_end(group.block);
            let part = builder.phi(old.ty())?;
            for (from, edges) in &group.from {
                let value = *values.get(from).ok_or_else(|| Error::internal("a phi without a predecessor"))?;
                (0..*edges).try_for_each(|_| builder.add_incoming(part, value, *from))?;
            }
            builder.add_incoming(new, part, group.block)?;
        }
        take_over(new, old)?;
    }
    for group in &groups {
        builder.position_at_end(group.block);
        builder.br(block)?;
    }
    Ok(())
}

/// Redirects the edges of some predecessors of a block to another block.
fn redirect<'m>(to: Block<'m>, predecessors: &[Block<'m>], old: Block<'m>) -> Result<Group<'m>> {
    let mut group = Group { block: to, from: Vec::with_capacity(predecessors.len()) };
    for from in predecessors {
        let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
        let edges: Vec<_> = (0..end.successor_count()).filter(|index| end.successor(*index) == Some(old)).collect();
        edges.iter().try_for_each(|index| end.set_successor(*index, to))?;
        group.from.push((*from, edges.len()));
    }
    Ok(group)
}
