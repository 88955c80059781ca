//! Copies a body, limited to the code that is reachable with the actual arguments.
//!
//! Source: `CloneAndPruneFunctionInto` of `llvm/lib/Transforms/Utils/CloneFunction.cpp`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Body, Site, Values, is_instruction, simple};
use crate::draft::{Block, Draft, Function, Result, Value};
use crate::instruction::Opcode;
use crate::transform::{constants, dead};

/// The suffix of the names of copies.
const SUFFIX: &[u8] = b".i";

struct Copy<'d> {
    draft: &'d Draft,
    caller: Function<'d>,
    callee: Function<'d>,
    /// The copies of the callee's locals.
    values: Values<'d>,
    /// The replacements of copied values, by number.
    replaced: Values<'d>,
    /// The copies of the callee's blocks.
    blocks: FxHashMap<u32, Block<'d>>,
    open: Vec<Block<'d>>,
    has_calls: bool,
    has_dynamic_variables: bool,
}

/// Copies the body of the callee behind the blocks of the caller; `arguments` maps the callee's arguments to values.
pub(super) fn body<'d>(site: Site<'d>, arguments: Values<'d>) -> Result<Body<'d>> {
    let old: Vec<Block<'d>> = site.callee.blocks().collect();
    let mut copy = Copy {
        draft: site.draft,
        caller: site.caller,
        callee: site.callee,
        values: arguments,
        replaced: Values::default(),
        blocks: FxHashMap::default(),
        open: site.callee.entry().into_iter().collect(),
        has_calls: false,
        has_dynamic_variables: false,
    };
    let old_instructions: Vec<Value<'d>> = site.callee.instructions().collect();
    while let Some(block) = copy.open.pop() {
        copy.block(block)?;
    }
    let mut blocks = copy.in_order(&old)?;
    copy.ends(&old)?;
    copy.phis(&old)?;
    copy.simplify(&old_instructions)?;
    copy.records(&blocks);
    prune(&mut blocks)?;
    merge(&mut blocks)?;
    let returns = blocks.iter().filter_map(|block| block.terminator()).filter(|end| end.opcode() == Some(Opcode::Ret));
    let found = |old: Value<'d>| copy.values.get(&old.number()).map(|new| (old, copy.resolved(*new)));
    Ok(Body {
        returns: returns.collect(),
        copies: old_instructions.into_iter().filter_map(found).collect(),
        blocks,
        has_calls: copy.has_calls,
        has_dynamic_variables: copy.has_dynamic_variables,
    })
}

fn suffixed(name: &[u8]) -> Vec<u8> {
    if name.is_empty() { Vec::new() } else { [name, SUFFIX].concat() }
}

impl<'d> Copy<'d> {
    /// Returns a value after all replacements.
    fn resolved(&self, mut value: Value<'d>) -> Value<'d> {
        while let Some(next) = self.replaced.get(&value.number()) {
            value = *next;
        }
        value
    }

    /// Returns the copy of a callee's value; poison if it was not copied.
    fn value(&self, old: Value<'d>) -> Value<'d> {
        if !old.is_local() {
            return old;
        }
        match self.values.get(&old.number()) {
            Some(new) => self.resolved(*new),
            None => self.draft.const_poison(old.ty()).unwrap_or(old),
        }
    }

    fn block(&mut self, old: Block<'d>) -> Result<()> {
        if self.blocks.contains_key(&old.number()) {
            return Ok(());
        }
        let new = self.caller.append_block(&suffixed(old.name()));
        self.blocks.insert(old.number(), new);
        let Some(end) = old.terminator() else { return Ok(()) };
        // Instructions without a copy, whose debug records move to the next copy.
        let mut left = Vec::new();
        let (mut has_variable, is_entry) = (false, self.callee.entry() == Some(old));
        // If the callee is the caller, only the original blocks are copied.
        let instructions: Vec<_> = old.instructions().take_while(|i| *i != end).collect();
        for instruction in instructions {
            left.push(instruction);
            if instruction.called_intrinsic() == Some("fake.use") {
                continue;
            }
            let Some(copy) = self.instruction(instruction, new)? else { continue };
            left.drain(..).for_each(|from| from.copy_records(copy));
            match instruction.opcode() {
                Some(Opcode::Call) if instruction.called_intrinsic() != Some("pseudoprobe") => self.has_calls = true,
                Some(Opcode::Alloca) if instruction.operands().all(|count| count.as_integer().is_some()) => {
                    has_variable = true;
                }
                Some(Opcode::Alloca) => self.has_dynamic_variables = true,
                _ => {}
            }
        }
        self.has_dynamic_variables |= has_variable && !is_entry;
        let copy = self.end(end, new)?;
        left.into_iter().chain([end]).for_each(|from| from.copy_records(copy));
        Ok(())
    }

    /// Copies an instruction other than a terminator; `None` if it folds to a known value.
    fn instruction(&mut self, old: Value<'d>, to: Block<'d>) -> Result<Option<Value<'d>>> {
        let new = old.copy_to_end(to)?;
        if old.opcode() != Some(Opcode::Phi) {
            new.map_values(&mut |value| self.value(value));
            if let Some(known) = constants::of(new).filter(|_| dead::is_needless(new)) {
                self.values.insert(old.number(), known);
                new.erase()?;
                return Ok(None);
            }
        }
        new.set_name(&suffixed(old.name()));
        self.values.insert(old.number(), new);
        Ok(Some(new))
    }

    /// Copies a terminator, whose targets are still the callee's blocks.
    fn end(&mut self, old: Value<'d>, to: Block<'d>) -> Result<Value<'d>> {
        let new = old.copy_to_end(to)?;
        let condition =
            matches!(old.opcode(), Some(Opcode::Br | Opcode::Switch)).then(|| old.operands().next()).flatten();
        let known = condition.and_then(|condition| simple::target(old, self.value(condition)));
        if let Some(target) = known {
            new.make_jump(target)?;
            self.open.push(target);
            return Ok(new);
        }
        new.set_name(&suffixed(old.name()));
        self.values.insert(old.number(), new);
        self.open.extend(old.successors());
        Ok(new)
    }

    /// Moves the copied blocks into the callee's order, and returns them.
    fn in_order(&self, old: &[Block<'d>]) -> Result<Vec<Block<'d>>> {
        let blocks: Vec<_> = old.iter().filter_map(|block| self.blocks.get(&block.number()).copied()).collect();
        for block in &blocks {
            let last = self.caller.last_block();
            if let Some(last) = last {
                block.move_behind(last)?;
            }
        }
        Ok(blocks)
    }

    /// Replaces values and blocks in the copied terminators by those of the caller.
    fn ends(&self, old: &[Block<'d>]) -> Result<()> {
        let to = |block: Block<'d>| self.blocks.get(&block.number()).copied().unwrap_or(block);
        for new in old.iter().filter_map(|block| self.blocks.get(&block.number())) {
            if let Some(end) = new.terminator() {
                end.map_values(&mut |value| self.value(value));
                end.map_successors(&to);
            }
        }
        Ok(())
    }

    /// Fills in the copied phis, with values from the predecessors that remain.
    fn phis(&mut self, old: &[Block<'d>]) -> Result<()> {
        for old in old {
            let Some(new) = self.blocks.get(&old.number()).copied() else { continue };
            let phis: Vec<_> = old.instructions().take_while(|i| i.opcode() == Some(Opcode::Phi)).collect();
            if phis.is_empty() {
                continue;
            }
            let mut edges: FxHashMap<Block<'d>, usize> = FxHashMap::default();
            new.users().filter_map(Value::block).for_each(|from| *edges.entry(from).or_default() += 1);
            for phi in phis {
                self.phi(phi, &edges)?;
            }
        }
        Ok(())
    }

    fn phi(&mut self, old: Value<'d>, edges: &FxHashMap<Block<'d>, usize>) -> Result<()> {
        let Some(new) = self.values.get(&old.number()).copied() else { return Ok(()) };
        let mut left = edges.clone();
        // For an edge that occurs less often now, LLVM drops the first values.
        let pairs: Vec<_> = old.incoming().collect();
        let mut kept = Vec::new();
        for (value, from) in pairs.into_iter().rev() {
            let Some(from) = self.blocks.get(&from.number()).copied() else { continue };
            if let Some(count) = left.get_mut(&from).filter(|count| **count > 0) {
                *count -= 1;
                kept.push((value, from));
            }
        }
        for (value, from) in kept.into_iter().rev() {
            new.add_incoming(self.value(value), from)?;
        }
        if new.incoming().next().is_none() {
            let poison = self.draft.const_poison(new.ty())?;
            self.replace(new, poison)?;
        }
        Ok(())
    }

    /// Replaces the uses of a copy by a value, and erases the copy if it is dead.
    fn replace(&mut self, copy: Value<'d>, by: Value<'d>) -> Result<()> {
        copy.replace_uses(by)?;
        if dead::is_dead(copy) {
            self.replaced.insert(copy.number(), by);
            copy.erase()?;
        }
        Ok(())
    }

    fn simplify(&mut self, old: &[Value<'d>]) -> Result<()> {
        for old in old {
            let copy = self.values.get(&old.number()).map(|new| self.resolved(*new));
            let Some(copy) = copy.filter(|copy| is_instruction(*copy) && copy.block().is_some()) else { continue };
            if self.values.get(&old.number()) != Some(&copy) {
                continue;
            }
            if let Some(by) = simple::simplified(copy).filter(|by| *by != copy) {
                self.replace(copy, by)?;
            }
        }
        Ok(())
    }

    /// Replaces the values in the copied debug records by those of the caller.
    fn records(&self, blocks: &[Block<'d>]) {
        for instruction in blocks.iter().flat_map(|block| block.instructions()) {
            instruction.map_records(&mut |value| self.value(value));
        }
    }
}

/// Folds branches on known conditions, and erases unreachable blocks.
fn prune(blocks: &mut Vec<Block<'_>>) -> Result<()> {
    for block in blocks.iter() {
        simple::fold_end(*block)?;
    }
    let mut open: Vec<_> = blocks.first().copied().into_iter().collect();
    let mut reached: FxHashSet<_> = open.iter().copied().collect();
    while let Some(block) = open.pop() {
        open.extend(block.successors().filter(|to| reached.insert(*to)));
    }
    let gone: Vec<_> = blocks.iter().copied().filter(|block| !reached.contains(block)).collect();
    let after: FxHashSet<_> =
        gone.iter().flat_map(|block| block.successors()).filter(|to| reached.contains(to)).collect();
    dead::erase_blocks(&gone)?;
    after.into_iter().try_for_each(simple::fold_phis)?;
    blocks.retain(|block| reached.contains(block));
    Ok(())
}

/// Merges blocks with their only predecessor, if they are its only successor.
fn merge(blocks: &mut Vec<Block<'_>>) -> Result<()> {
    for &block in blocks.iter().filter(|block| block.function().is_some()) {
        loop {
            let jump =
                block.terminator().filter(|end| end.opcode() == Some(Opcode::Br) && end.successors().count() == 1);
            let Some(next) = jump.and_then(|jump| jump.successors().next()) else { break };
            if next == block || next.users().nth(1).is_some() || Some(next) == blocks.first().copied() {
                break;
            }
            simple::fold_phis(next)?;
            block.absorb(next)?;
        }
    }
    blocks.retain(|block| block.function().is_some());
    Ok(())
}
