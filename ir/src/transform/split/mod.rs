//! Scalar replacement of aggregates: splits variables into variables for their parts, and promotes these, as LLVM's `sroa` does when
//! it preserves the control flow.
//!
//! The [`slices`] of a variable are the bytes that each user accesses. Overlapping slices form a [`partition`](partitions), which
//! becomes a variable of its own: [`choose`] finds its type, and [`rewrite`] redirects the users. A variable whose users all access
//! the whole of it is promoted to a value ([`promote`]).

mod aggregates;
mod blocks;
mod choices;
mod choose;
mod declared;
mod make;
mod memory;
mod observed;
mod partitions;
mod rewrite;
mod slices;
mod steps;
mod types;

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::addresses::align_behind;
use super::dead;
use super::dominators::Dominators;
use super::promote::{callee_name, is_lifetime, is_promotable, promote};
use crate::draft::{Builder, Draft, Function, Result, Type, Value};
use crate::instruction::Opcode;
use partitions::Partition;
use slices::Slices;
use types::Layout;

/// Splits the variables of a function, and promotes those that are only loaded and stored. Returns whether anything changed.
///
/// # Errors
/// None for a valid function.
pub fn split_variables(function: Function<'_>) -> Result<bool> {
    let Some(entry) = function.entry() else { return Ok(false) };
    let variables: Vec<_> = entry.instructions().filter(|i| i.opcode() == Some(Opcode::Alloca)).collect();
    if variables.is_empty() {
        return Ok(false);
    }
    let mut split = Split::of(function, entry.draft());
    variables.into_iter().for_each(|variable| split.open.insert(variable));
    let mut changed = false;
    while !split.open.list.is_empty() {
        while let Some(variable) = split.open.pop() {
            changed |= split.variable(variable)?;
            split.erase_dead()?;
        }
        changed |= split.promote()?;
        split.open = std::mem::take(&mut split.later);
    }
    Ok(changed)
}

/// A stack of values without duplicates.
#[derive(Default)]
struct Stack<'d> {
    list: Vec<Value<'d>>,
    known: FxHashSet<u32>,
}

impl<'d> Stack<'d> {
    fn insert(&mut self, value: Value<'d>) {
        if self.known.insert(value.number()) {
            self.list.push(value);
        }
    }

    fn pop(&mut self) -> Option<Value<'d>> {
        let value = self.list.pop()?;
        self.known.remove(&value.number());
        Some(value)
    }

    fn forget(&mut self, gone: &[Value<'d>]) {
        if gone.iter().any(|value| self.known.remove(&value.number())) {
            let known = &self.known;
            self.list.retain(|value| known.contains(&value.number()));
        }
    }
}

/// The state of splitting the variables of a function.
struct Split<'d> {
    draft: &'d Draft,
    layout: Rc<Layout>,
    function: Function<'d>,
    blocks: Dominators<'d>,
    /// The variables to process.
    open: Stack<'d>,
    /// The variables to process after others were promoted.
    later: Stack<'d>,
    promotable: Stack<'d>,
    /// Instructions to erase.
    dead: Vec<Value<'d>>,
    /// The phis and selects of addresses that will be replaced.
    choices: Stack<'d>,
    /// Values that operand bundles name.
    bundled: FxHashSet<u32>,
}

/// A new variable for a partition, and the bits of the old variable that it contains.
struct Part<'d> {
    variable: Value<'d>,
    offset: u64,
    size: u64,
}

impl<'d> Split<'d> {
    fn of(function: Function<'d>, draft: &'d Draft) -> Self {
        Split {
            draft,
            layout: Rc::new(Layout::of(draft)),
            function,
            blocks: Dominators::of(function),
            open: Stack::default(),
            later: Stack::default(),
            promotable: Stack::default(),
            dead: Vec::new(),
            choices: Stack::default(),
            bundled: draft.bundled(),
        }
    }

    /// Splits a variable; returns whether anything changed.
    fn variable(&mut self, variable: Value<'d>) -> Result<bool> {
        if variable.block().is_none() {
            return Ok(false);
        }
        if !variable.has_uses() {
            variable.erase()?;
            return Ok(true);
        }
        let is_one = variable.operands().next().and_then(Value::integer) == Some(1);
        let size = variable.named_type().and_then(types::allocated).filter(|size| *size > 0 && is_one);
        let Some(size) = size.filter(|_| !self.bundled.contains(&variable.number())) else { return Ok(false) };
        let mut changed = aggregates::split(self, variable)?;
        let Some(mut slices) = Slices::of(variable, size) else { return Ok(changed) };
        if slices.is_observed {
            return Ok(observed::replace_loads(self, variable, &slices.all)? || changed);
        }
        for user in std::mem::take(&mut slices.dead_users) {
            slices::forget_operands(user, &mut self.dead)?;
            if user.has_uses() {
                user.replace_uses(self.draft.const_poison(user.ty())?)?;
            }
            self.dead.push(user);
            changed = true;
        }
        for (user, pointer) in std::mem::take(&mut slices.dead_operands) {
            slices::poison_operand(user, pointer)?;
            self.dead.push(pointer);
            changed = true;
        }
        if slices.all.is_empty() {
            return Ok(changed);
        }
        Ok(self.partitions(variable, size, slices)? || changed)
    }

    /// Makes variables of the partitions.
    fn partitions(&mut self, variable: Value<'d>, size: u64, mut slices: Slices<'d>) -> Result<bool> {
        slices.keep_whole_accesses(size);
        let mut parts = Vec::new();
        let mut changed = false;
        for partition in partitions::of(&slices.all) {
            let Some(new) = self.partition(variable, &slices, &partition)? else { continue };
            changed = true;
            if new != variable {
                let bits = new.named_type().and_then(|ty| ty.layout_size()).map_or(0, |size| size.bits);
                let size = bits.min(partition.size() * 8);
                parts.push(Part { variable: new, offset: partition.start * 8, size });
            }
        }
        declared::move_records(variable, &parts)?;
        let (phis, selects): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.choices).list.into_iter().partition(|choice| choice.opcode() == Some(Opcode::Phi));
        for choice in phis.into_iter().rev().chain(selects.into_iter().rev()) {
            choices::take_apart(choice)?;
            self.dead.push(choice);
        }
        Ok(changed)
    }

    /// Makes a variable for a partition, or reuses the old one if it has the same type; `None` if nothing changed.
    fn partition(
        &mut self,
        variable: Value<'d>,
        slices: &Slices<'d>,
        partition: &Partition,
    ) -> Result<Option<Value<'d>>> {
        let Some(whole) = variable.named_type() else { return Ok(None) };
        let chosen = choose::choose(&self.layout, whole, slices, partition)?;
        let is_same = chosen.ty == whole && partition.start == 0;
        let new = if is_same { variable } else { new_variable(variable, partition, chosen.ty)? };
        let later = self.later.list.len();
        let mut users = rewrite::rewrite(self, [variable, new], slices, partition, &chosen)?;
        users.is_promotable &= users.choices.iter().all(|choice| choices::is_safe(*choice));
        if !users.is_promotable {
            while self.later.list.len() > later {
                self.later.pop();
            }
            if is_same {
                return Ok(None);
            }
            self.open.insert(new);
            return Ok(Some(new));
        }
        for (user, pointer) in &slices.droppable {
            slices::poison_operand(*user, *pointer)?;
        }
        if users.choices.is_empty() {
            self.promotable.insert(new);
        } else {
            users.choices.into_iter().for_each(|choice| self.choices.insert(choice));
            self.open.insert(new);
        }
        Ok(Some(new))
    }

    fn promote(&mut self) -> Result<bool> {
        let mut variables = std::mem::take(&mut self.promotable).list;
        variables.retain(|variable| variable.block().is_some() && is_promotable(*variable));
        let any = !variables.is_empty();
        promote(self.function, &self.blocks, variables)?;
        Ok(any)
    }

    /// Erases dead instructions, including those that become dead.
    fn erase_dead(&mut self) -> Result<()> {
        let mut gone = Vec::new();
        while let Some(instruction) = self.dead.pop() {
            if instruction.block().is_none() {
                continue;
            }
            if instruction.opcode() == Some(Opcode::Alloca) {
                if instruction.has_uses() {
                    continue;
                }
                gone.push(instruction);
                let declared: Vec<_> = instruction.declared().into_iter().filter(|r| r.is_address()).collect();
                self.draft.remove_records(&declared);
            } else if instruction.has_uses() {
                // Poison would spread to results that depend on other bits only.
                instruction.replace_uses(self.draft.undef(instruction.ty())?)?;
            }
            let operands: Vec<_> = instruction.operands().filter(|operand| operand.opcode().is_some()).collect();
            instruction.erase()?;
            self.dead.extend(operands.into_iter().filter(|operand| dead::is_dead(*operand)));
        }
        for stack in [&mut self.open, &mut self.later, &mut self.promotable] {
            stack.forget(&gone);
        }
        Ok(())
    }

    /// Lists an instruction for erasure if it is dead.
    fn may_be_dead(&mut self, value: Value<'d>) {
        if value.opcode().is_some() && dead::is_dead(value) {
            self.dead.push(value);
        }
    }
}

/// Returns whether a call only annotates a variable, as lifetime markers and assumptions do.
fn is_marker(user: Value<'_>) -> bool {
    is_lifetime(user) || callee_name(user).starts_with(b"llvm.assume")
}

/// Makes a variable of a partition in front of the old one.
fn new_variable<'d>(old: Value<'d>, partition: &Partition, ty: Type<'d>) -> Result<Value<'d>> {
    let builder = Builder::new(old.draft());
    builder.position_before(old)?;
    builder.set_location(old.metadata(0));
    let new = builder.alloca(ty, None, Some(old.ty().size() as u32))?;
    let align = align_behind(old.align().unwrap_or(1), partition.start);
    let (least, best) = ty.layout_size().map_or((1, 1), |size| (size.abi, size.best));
    new.set_align(if align <= least { best } else { align })?;
    new.set_name(&[old.name(), b".sroa.", partition.slices.start.to_string().as_bytes()].concat());
    Ok(new)
}
