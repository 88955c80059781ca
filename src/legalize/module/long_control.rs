//! Switches of more cases and phis of more predecessors than an instruction of SPIR-V can have.
//!
//! A switch hands what is in none of its cases on to the next one, in a block of its own. Predecessors of a block come
//! together in groups first, in blocks with phis of their own. Nothing is changed where nothing is too long.

use crate::error::{Error, Result};
use crate::llvm::{Block, Builder, Module, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many cases may a switch have (SPIR-V 2.17 "Universal Limits").
const MOST_CASES: usize = 16_383;
/// So many pairs has an `OpPhi` room for, beside its type and id.
const MOST_PREDECESSORS: usize = 32_766;

/// Splits what is too long in each function.
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

/// Makes several switches of one, the first of them in its block.
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

/// The pairs of a phi, with those of a block replaced by those of the blocks that stand for it.
fn came_from<'m>(pairs: Vec<(Value<'m>, Block<'m>)>, old: Block<'m>, new: &[Block<'m>]) -> Vec<(Value<'m>, Block<'m>)> {
    let value = pairs.iter().find(|(_, from)| *from == old).map(|(value, _)| *value);
    let mut all: Vec<_> = pairs.into_iter().filter(|(_, from)| *from != old).collect();
    all.extend(value.into_iter().flat_map(|value| new.iter().map(move |from| (value, *from))));
    all
}

/// Makes each phi of a block anew, with other pairs.
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

/// The new phi is used in place of the old one.
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

/// A block that some predecessors of another one come to first, with these and how often each does.
struct Group<'m> {
    block: Block<'m>,
    from: Vec<(Block<'m>, usize)>,
}

/// Gathers the predecessors of a block in groups in front of it.
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

/// Redirects some predecessors of a block to another one.
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
