//! Pointers in local variables: who loads and stores them, and what variables they may lead to.
//!
//! A variable that holds pointers may get those of another one, by a copy or by a load and a store. So what may be in it is found
//! by following these steps until nothing is new.

use super::elements::copy_name;
use super::nulls::{is_null, leads_nowhere};
use super::offsets::leaves;
use super::spaces;
use crate::llvm::{Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of variables that stored pointers may lead to.
const MAX_ROOTS: usize = 16;
/// The bytes of a pointer, with the data layout of kernels.
const SIZE: u64 = 8;

/// A set of variables that pointers lead to, by their numbers, which start at 1.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Reached(u32);

impl Reached {
    const ALL: Self = Self(u32::MAX);

    fn only(number: u32) -> Self {
        Self(1 << number)
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the variable with this number is in the set.
    pub fn contains(self, number: u32) -> bool {
        self.0 & Self::only(number).0 != 0
    }
}

/// A load of a pointer, with the variables that this may lead to.
pub struct Load<'m> {
    pub inst: Value<'m>,
    pub reached: Reached,
}

/// A variable that stored pointers lead to, with the address spaces of these.
pub struct Root<'m> {
    pub variable: Value<'m>,
    pub spaces: FxHashSet<u32>,
}

/// The loads and stores of pointers in a function, and the variables involved.
#[derive(Default)]
pub struct Found<'m> {
    pub loads: Vec<Load<'m>>,
    pub stores: Vec<Value<'m>>,
    /// The local variables that contain pointers.
    pub holders: Vec<Value<'m>>,
    pub roots: Vec<Root<'m>>,
}

impl<'m> Found<'m> {
    /// Finds the loads and stores of pointers in a function; `None` if there are none, or if a pointer may lead to
    /// anything but a variable.
    pub fn of(function: Value<'m>) -> Option<Self> {
        let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        let (mut found, mut known) = (Self::default(), FxHashSet::default());
        for inst in &all {
            let is_load = inst.is_op(Opcode::Load) && inst.ty().is_pointer();
            let is_store = inst.is_op(Opcode::Store) && inst.operand(0).is_some_and(|value| value.ty().is_pointer());
            if let Some(pointer) = inst.operand(u32::from(is_store)).filter(|_| is_load || is_store) {
                let new = holders(pointer)?.into_iter().filter(|variable| known.insert(*variable));
                found.holders.extend(new);
                match is_load {
                    true => found.loads.push(Load { inst: *inst, reached: Reached::ALL }),
                    false => found.stores.push(*inst),
                }
            }
        }
        for store in &found.stores.clone() {
            found.add(store.operand(0)?)?;
        }
        let copies: Vec<_> = all.iter().copied().filter(|inst| copy_name(*inst).is_some()).collect();
        if found.loads.is_empty() || !copies.iter().all(|copy| found.is_copied_alone(*copy)) {
            return None;
        }
        let contents = Contents::of(&found, &copies);
        found.loads.iter_mut().for_each(|load| load.reached = contents.at(load.inst.operand(0)));
        Some(found)
    }

    /// Adds the variables that a stored pointer leads to; `None` if it may lead to anything else.
    fn add(&mut self, value: Value<'m>) -> Option<()> {
        let space = value.ty().address_space();
        for leaf in leaves(value)? {
            if leaf.is_op(Opcode::Load) || leads_nowhere(leaf) {
                continue;
            }
            if !is_variable(leaf) {
                return None;
            }
            match self.roots.iter_mut().find(|root| root.variable == leaf) {
                Some(root) => drop(root.spaces.insert(space)),
                None => self.roots.push(Root { variable: leaf, spaces: FxHashSet::from_iter([space]) }),
            }
        }
        (self.roots.len() <= MAX_ROOTS).then_some(())
    }

    /// Returns whether a copy that writes a variable with pointers takes them from such variables alone.
    fn is_copied_alone(&self, copy: Value<'m>) -> bool {
        let into = copy.call_arg(0).and_then(leaves).unwrap_or_default();
        let is_other = !into.iter().any(|leaf| self.holders.contains(leaf));
        let constant = |index: u32| copy.call_arg(index).filter(|value| value.is_constant()).and_then(Value::int_value);
        // Zeros are null, and what is shorter than a pointer is padding.
        let is_harmless = || match is_fill(copy) {
            true => constant(1) == Some(0) || constant(2).is_some_and(|length| length < SIZE),
            false => copy.call_arg(1).is_some_and(|from| holders(from).is_some() || is_zero(from)),
        };
        is_other || is_harmless()
    }

    /// Returns the number of a variable that pointers lead to.
    pub fn number(&self, variable: Value<'m>) -> Option<u32> {
        self.roots.iter().position(|root| root.variable == variable).map(|index| index as u32 + 1)
    }
}

fn is_fill(copy: Value<'_>) -> bool {
    copy_name(copy) == Some("llvm.memset")
}

/// Returns whether a copy may write a local variable, by the address space of its destination.
fn may_write_holders(copy: Value<'_>) -> bool {
    let space = copy.call_arg(0).map(|into| into.ty().address_space());
    space.is_none_or(|space| [spaces::FUNCTION, spaces::GENERIC].contains(&space))
}

/// The variables that the pointers in each variable may lead to.
#[derive(Default)]
struct Contents<'m> {
    by_holder: FxHashMap<Value<'m>, Reached>,
    /// The variables that get pointers of another one.
    steps: FxHashMap<Value<'m>, Vec<Value<'m>>>,
}

impl<'m> Contents<'m> {
    fn of(found: &Found<'m>, copies: &[Value<'m>]) -> Self {
        let mut contents = Self::default();
        for store in &found.stores {
            let [value, pointer] = [0, 1].map(|index| store.operand(index));
            let into = accessed(pointer).unwrap_or_else(|| found.holders.clone());
            for leaf in value.and_then(leaves).unwrap_or_default() {
                match leaf.is_op(Opcode::Load) {
                    true => contents.step(accessed(leaf.operand(0)), &into),
                    false => contents.put(found.number(leaf).map_or(Reached::default(), Reached::only), &into),
                }
            }
        }
        for copy in copies.iter().filter(|copy| !is_fill(**copy) && may_write_holders(**copy)) {
            let into = accessed(copy.call_arg(0)).unwrap_or_else(|| found.holders.clone());
            contents.step(accessed(copy.call_arg(1)), &into);
        }
        contents.follow();
        contents
    }

    fn put(&mut self, reached: Reached, into: &[Value<'m>]) {
        for holder in into {
            let there = self.by_holder.entry(*holder).or_default();
            *there = there.with(reached);
        }
    }

    /// Adds a step from variables, or from any of them, into others.
    fn step(&mut self, from: Option<Vec<Value<'m>>>, into: &[Value<'m>]) {
        let Some(from) = from else { return self.put(Reached::ALL, into) };
        from.into_iter().for_each(|holder| self.steps.entry(holder).or_default().extend(into));
    }

    /// Follows all steps: a variable is looked at again only if something new has come into it.
    fn follow(&mut self) {
        let mut work: Vec<_> = self.by_holder.keys().copied().collect();
        while let Some(holder) = work.pop() {
            let reached = self.by_holder.get(&holder).copied().unwrap_or_default();
            for into in self.steps.get(&holder).into_iter().flatten() {
                let there = self.by_holder.entry(*into).or_default();
                if there.with(reached) != *there {
                    *there = there.with(reached);
                    work.push(*into);
                }
            }
        }
    }

    /// Returns the variables that the pointers at a place may lead to.
    fn at(&self, pointer: Option<Value<'m>>) -> Reached {
        let Some(holders) = accessed(pointer) else { return Reached::ALL };
        let each = holders.iter().filter_map(|holder| self.by_holder.get(holder));
        each.fold(Reached::default(), |all, one| all.with(*one))
    }
}

/// Returns the variables that a pointer leads to; `None` if it was loaded itself, or has too many origins: then it may
/// lead to any.
fn accessed(pointer: Option<Value<'_>>) -> Option<Vec<Value<'_>>> {
    let leaves = pointer.and_then(leaves)?;
    (!leaves.iter().any(|leaf| leaf.is_op(Opcode::Load))).then_some(leaves)
}

/// Returns whether a pointer leads to a constant of the module whose pointers are null.
fn is_zero(pointer: Value<'_>) -> bool {
    let is_null_part = |part: Value<'_>| part.is_null() || is_null(part);
    let is_it = |value: Value<'_>| {
        let count = value.ty().count().max(value.ty().field_count().into());
        let mut parts = (0..count as u32).map_while(|index| value.aggregate_element(index));
        is_null_part(value) || count > 0 && parts.all(is_null_part)
    };
    // Nothing but constants is there.
    let is_private = |leaf: &Value<'_>| leaf.is_global_variable() && leaf.ty().address_space() == spaces::PRIVATE;
    let is_constant = |leaf: &Value<'_>| is_private(leaf) && leaf.initializer().is_some_and(is_it);
    leaves(pointer).is_some_and(|leaves| leaves.iter().all(is_constant))
}

/// Returns the variables of the function that a pointer leads to, itself or by pointers that these hold.
fn holders(pointer: Value<'_>) -> Option<Vec<Value<'_>>> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![pointer], Vec::new());
    while let Some(pointer) = work.pop() {
        for leaf in leaves(pointer)? {
            match leaf.opcode() {
                Some(Opcode::Alloca) if is_at_the_beginning(leaf) => found.push(leaf),
                Some(Opcode::Load) => work.extend(leaf.operand(0).filter(|_| seen.insert(leaf))),
                // Nothing accesses null.
                _ if leads_nowhere(leaf) => {}
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Returns whether a local variable is in the entry block, so that it is available in the whole function.
fn is_at_the_beginning(variable: Value<'_>) -> bool {
    let block = variable.parent_block();
    block.is_some_and(|block| block.parent().and_then(|function| function.blocks().next()) == Some(block))
}

/// Returns whether a value is a variable that is available in the whole function.
pub fn is_variable(value: Value<'_>) -> bool {
    value.is_global_variable() || value.is_op(Opcode::Alloca) && is_at_the_beginning(value)
}
