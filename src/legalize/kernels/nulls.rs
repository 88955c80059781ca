//! Null pointers. A buffer argument is never null (OpenCL allows a host to pass null, while Vulkan has a buffer at each
//! binding), nor is the address of a variable. So a pointer is null only where a phi or select chooses null.
//!
//! In: a function whose pointers are in the address spaces of kernels. Out: the same function without comparisons with
//! null. Where a phi or select chose null, which must not be accessed, it chooses the variable of its other operands
//! instead.

use super::addresses::leads_to_number;
use super::beside::is_kept;
use super::offsets::leaves;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::legalize::logical::chains::is_choice_of_pointers;
use crate::llvm::{Builder, Opcode, Predicate, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces the comparisons of a function with null, and null as an operand of phis and selects. Pointers to buffers by
/// address, which become integers, stay unchanged.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>, is_by_address: bool) -> Result<()> {
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let mut nulls = Nulls { emit, known: FxHashMap::default() };
    drop_accesses(place, function)?;
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    let is_number = |pointer: Value<'m>| is_by_address && leads_to_number(pointer);
    for inst in all.iter().filter(|inst| !inst.is_op(Opcode::ICmp) || !inst.operands().any(is_number)) {
        nulls.comparison(*inst)?;
    }
    take_out(place, function, is_by_address)
}

/// Takes null out of what is chosen, but for pointers that variables of the function hold.
pub fn take_out<'m>(place: &Place<'m>, function: Value<'m>, is_by_address: bool) -> Result<()> {
    let is_number = |pointer: Value<'m>| is_by_address && leads_to_number(pointer);
    let all = function.blocks().flat_map(|block| block.instructions());
    let choices = all.filter(|inst| is_choice_of_pointers(*inst) && !is_number(*inst));
    choices.collect::<Vec<_>>().into_iter().try_for_each(|choice| without_null(place, choice))
}

/// Removes loads and stores through null, whose behaviour is undefined.
fn drop_accesses<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all {
        match inst.opcode() {
            Some(Opcode::Load) if inst.operand(0).is_some_and(is_null) => {
                inst.replace_uses(place.context.poison(inst.ty())?)?;
            }
            Some(Opcode::Store) if inst.operand(1).is_some_and(is_null) => {}
            _ => continue,
        }
        inst.erase()?;
    }
    Ok(())
}

struct Nulls<'m> {
    emit: Emit<'m>,
    /// The booleans that state whether a pointer is null.
    known: FxHashMap<Value<'m>, Value<'m>>,
}

impl<'m> Nulls<'m> {
    /// Replaces an equality comparison with null by the boolean that states whether the pointer is null.
    fn comparison(&mut self, inst: Value<'m>) -> Result<()> {
        let Some(predicate @ (Predicate::Eq | Predicate::Ne)) = inst.int_predicate() else {
            return Ok(());
        };
        let [Some(a), Some(b)] = [0, 1].map(|index| inst.operand(index)) else { return Ok(()) };
        let other = match (is_null(a), is_null(b)) {
            (_, true) if a.ty().is_pointer() => a,
            (true, _) if a.ty().is_pointer() => b,
            _ => return Ok(()),
        };
        if comes_from_memory(other) {
            return Ok(());
        }
        let mut answer = self.of(other)?;
        if predicate == Predicate::Ne {
            self.emit.builder.position_before(inst)?;
            answer = self.emit.with(Opcode::Xor, answer, 1)?;
        }
        inst.replace_uses(answer)?;
        inst.erase()
    }

    /// Emits the boolean that states whether a pointer is null.
    fn of(&mut self, pointer: Value<'m>) -> Result<Value<'m>> {
        let boolean = self.emit.context.bool_type();
        // Phis come first: what they choose from may come from them.
        let mut order = Vec::new();
        let (mut seen, mut work) = (FxHashSet::default(), vec![base(pointer)]);
        while let Some(choice) = work.pop() {
            if is_choice_of_pointers(choice) && !self.known.contains_key(&choice) && seen.insert(choice) {
                order.push(choice);
                work.extend(chosen(choice).map(base));
            }
        }
        for phi in order.iter().filter(|choice| choice.is_op(Opcode::Phi)) {
            self.emit.builder.position_before(*phi)?;
            self.known.insert(*phi, self.emit.builder.phi(boolean)?);
        }
        self.selects(&order)?;
        for phi in order.iter().filter(|choice| choice.is_op(Opcode::Phi)) {
            let made = self.known.get(phi).copied().ok_or_else(|| Error::internal("a phi that was not made"))?;
            for (value, from) in phi.incoming().collect::<Vec<_>>() {
                let is_null = self.plain(value)?;
                self.emit.builder.add_incoming(made, is_null, from)?;
            }
        }
        self.plain(pointer)
    }

    /// Emits the selects of booleans, each after those that it depends on.
    fn selects(&mut self, order: &[Value<'m>]) -> Result<()> {
        let mut left: Vec<_> = order.iter().copied().filter(|choice| choice.is_op(Opcode::Select)).collect();
        while !left.is_empty() {
            let is_ready = |nulls: &Self, select: Value<'m>| {
                chosen(select).map(base).all(|from| !is_choice_of_pointers(from) || nulls.known.contains_key(&from))
            };
            let (ready, later): (Vec<_>, Vec<_>) = left.iter().copied().partition(|select| is_ready(self, *select));
            if ready.is_empty() {
                return Err(Error::internal("selects of pointers that choose from one another"));
            }
            for select in ready {
                let [Some(condition), Some(yes), Some(no)] = [0, 1, 2].map(|index| select.operand(index)) else {
                    return Err(Error::internal("a select without operands"));
                };
                let (yes, no) = (self.plain(yes)?, self.plain(no)?);
                self.emit.builder.position_before(select)?;
                let made = self.emit.select(condition, yes, no)?;
                self.known.insert(select, made);
            }
            left = later;
        }
        Ok(())
    }

    /// Returns the boolean that states whether a pointer is null, given those of all phis and selects that it comes
    /// from.
    fn plain(&self, pointer: Value<'m>) -> Result<Value<'m>> {
        let base = base(pointer);
        match self.known.get(&base) {
            Some(known) => Ok(*known),
            None => self.emit.context.const_int(self.emit.context.bool_type(), u64::from(is_null(base))),
        }
    }
}

/// Returns the pointers that a phi or select chooses from.
fn chosen<'m>(choice: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    choice.operands().filter(|operand| operand.ty().is_pointer())
}

/// Returns the pointer that chains and casts start at.
fn base(mut pointer: Value<'_>) -> Value<'_> {
    while let Some(Opcode::GetElementPtr | Opcode::AddrSpaceCast) = pointer.any_opcode() {
        let Some(next) = pointer.operand(0) else { break };
        pointer = next;
    }
    pointer
}

/// Returns whether a pointer is null, in whatever address space.
pub fn is_null(pointer: Value<'_>) -> bool {
    let base = base(pointer);
    base.ty().is_pointer() && base.is_constant() && base.is_null()
}

/// Returns whether a pointer is null, or undefined.
pub fn leads_nowhere(pointer: Value<'_>) -> bool {
    let base = base(pointer);
    is_null(base) || base.is_undef() || base.is_poison()
}

/// Replaces null and undefined operands of a phi or select by the variable that its other operands lead to.
fn without_null<'m>(place: &Place<'m>, choice: Value<'m>) -> Result<()> {
    if is_kept(choice, |_| false) || comes_from_memory(choice) {
        return Ok(());
    }
    let is_nowhere = |pointer: Value<'m>| pointer.ty().is_pointer() && leads_nowhere(pointer);
    if !choice.operands().any(is_nowhere) {
        return Ok(());
    }
    let variable = variable(choice).filter(|variable| variable.is_constant());
    let other = match variable {
        Some(variable) if variable.ty() == choice.ty() => variable,
        Some(variable) => place.context.const_cast(Opcode::AddrSpaceCast, variable, choice.ty())?,
        None => place.context.poison(choice.ty())?,
    };
    for (index, pointer) in (0..).zip(choice.operands().collect::<Vec<_>>()) {
        if is_nowhere(pointer) {
            match choice.is_op(Opcode::Phi) {
                true => choice.set_incoming(index, other)?,
                false => choice.set_operand(index, other)?,
            }
        }
    }
    Ok(())
}

/// Returns whether a variable of the function may hold a pointer, which may be null then (`stored`).
fn comes_from_memory(pointer: Value<'_>) -> bool {
    leaves(pointer).is_none_or(|leaves| leaves.iter().any(|leaf| leaf.is_op(Opcode::Load)))
}

/// Returns the one variable that a phi or select chooses, but for what leads nowhere.
fn variable(choice: Value<'_>) -> Option<Value<'_>> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![choice], None);
    while let Some(pointer) = work.pop() {
        if !seen.insert(pointer) || leads_nowhere(pointer) {
            continue;
        }
        match is_choice_of_pointers(pointer) {
            true => work.extend(chosen(pointer).map(base)),
            false if found.is_none_or(|found| found == pointer) => found = Some(pointer),
            false => return None,
        }
    }
    found
}
