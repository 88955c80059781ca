//! Pointers that are stored in local variables, also in arrays and structures: shaders have no pointers in memory.
//!
//! In: a function whose chains count in bytes. Out: the same function, in which such a variable holds two numbers of 32 bits in place of
//! each pointer: the offset from a variable, and the number of that among all that are stored, from 1 on; zeros are null. A load makes a choice
//! of pointers of them, and a comparison with null of what is loaded one of its number.

use super::beside::{Known, Rule};
use super::nulls::{is_null, leads_nowhere};
use super::offsets::{Offsets, leaves};
use super::{elements, spaces};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Predicate, Type, Value};
use rustc_hash::FxHashSet;

/// The number of variables that stored pointers may lead to.
const MAX_ROOTS: usize = 16;
/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;
/// The bytes of a pointer, with the data layout of kernels.
const SIZE: u64 = 8;

/// Replaces pointers in the variables of a function, where each leads to a variable; returns whether there were any.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<bool> {
    let Some(found) = Found::of(function) else { return Ok(false) };
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let mut stored = Stored { place, emit, offsets: Offsets::new(place), numbers: Known::default(), found };
    stored.retype()?;
    for load in std::mem::take(&mut stored.found.loads) {
        stored.load(load).map_err(|error| error.at_instruction(|| load.print()))?;
    }
    for store in std::mem::take(&mut stored.found.stores) {
        stored.store(store).map_err(|error| error.at_instruction(|| store.print()))?;
    }
    let all = function.blocks().flat_map(|block| block.instructions());
    let comparisons = all.filter(|inst| inst.is_op(Opcode::ICmp) && inst.operands().any(is_null));
    for inst in comparisons.collect::<Vec<_>>() {
        stored.compare(inst).map_err(|error| error.at_instruction(|| inst.print()))?;
    }
    spaces::infer(place, function)?;
    Ok(true)
}

/// The loads and stores of pointers in a function, and the variables involved.
#[derive(Default)]
struct Found<'m> {
    loads: Vec<Value<'m>>,
    stores: Vec<Value<'m>>,
    /// The local variables that contain pointers.
    holders: Vec<Value<'m>>,
    /// The variables that stored pointers lead to, each with the address spaces of these.
    roots: Vec<(Value<'m>, FxHashSet<u32>)>,
}

impl<'m> Found<'m> {
    /// Finds the loads and stores of pointers in a function; `None` if there are none, or if a pointer may lead to
    /// anything but a variable.
    fn of(function: Value<'m>) -> Option<Self> {
        let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        let (mut found, mut known) = (Self::default(), FxHashSet::default());
        for inst in &all {
            let is_load = inst.is_op(Opcode::Load) && inst.ty().is_pointer();
            let is_store = inst.is_op(Opcode::Store) && inst.operand(0).is_some_and(|value| value.ty().is_pointer());
            if let Some(pointer) = inst.operand(u32::from(is_store)).filter(|_| is_load || is_store) {
                let new = holders(pointer)?.into_iter().filter(|variable| known.insert(*variable));
                found.holders.extend(new);
                if is_load { &mut found.loads } else { &mut found.stores }.push(*inst);
            }
        }
        for store in &found.stores.clone() {
            found.add(store.operand(0)?)?;
        }
        let is_copied = all.iter().all(|inst| found.is_copied_alone(*inst));
        (!found.loads.is_empty() && is_copied).then_some(found)
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
            match self.roots.iter_mut().find(|root| root.0 == leaf) {
                Some(root) => drop(root.1.insert(space)),
                None => self.roots.push((leaf, FxHashSet::from_iter([space]))),
            }
        }
        (self.roots.len() <= MAX_ROOTS).then_some(())
    }

    /// Returns whether an instruction copies nothing but the contents of such variables into a variable that contains
    /// pointers.
    fn is_copied_alone(&self, inst: Value<'m>) -> bool {
        let name = if inst.is_op(Opcode::Call) { inst.called_function().and_then(Value::intrinsic_name) } else { None };
        if !name.is_some_and(|name| elements::COPIES.contains(&name)) {
            return true;
        }
        let into = inst.call_arg(0).and_then(leaves).unwrap_or_default();
        let is_other = !into.iter().any(|leaf| self.holders.contains(leaf));
        let constant = |index: u32| inst.call_arg(index).filter(|value| value.is_constant()).and_then(Value::int_value);
        // Zeros are null, and what is shorter than a pointer is padding.
        let is_harmless = || match name {
            Some("llvm.memset") => constant(1) == Some(0) || constant(2).is_some_and(|length| length < SIZE),
            _ => inst.call_arg(1).is_some_and(|from| holders(from).is_some() || is_zero(from)),
        };
        is_other || is_harmless()
    }
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

fn is_variable(value: Value<'_>) -> bool {
    value.is_global_variable() || value.is_op(Opcode::Alloca) && is_at_the_beginning(value)
}

struct Stored<'a, 'm> {
    place: &'a Place<'m>,
    emit: Emit<'m>,
    offsets: Offsets<'a, 'm>,
    /// The indices of the variables that pointers lead to.
    numbers: Known<'m>,
    found: Found<'m>,
}

impl<'m> Stored<'_, 'm> {
    /// Returns the type that replaces a pointer in memory: a vector of an offset and an index.
    fn pair(&self) -> Result<Type<'m>> {
        self.place.context.vector_type(self.place.context.int_type(32)?, 2)
    }

    /// Replaces the variables that contain pointers by variables with such vectors in place of the pointers.
    fn retype(&mut self) -> Result<()> {
        for variable in std::mem::take(&mut self.found.holders) {
            let Some(ty) = variable.allocated_type() else { continue };
            let converted = self.converted(ty, MAX_DEPTH)?;
            let count = variable.operand(0).and_then(Value::int_value).unwrap_or(0);
            let converted = if count == 1 { converted } else { self.place.context.array_type(converted, count)? };
            self.place.builder.position_before(variable)?;
            let new = self.place.builder.alloca(converted, None)?;
            new.set_alignment(variable.alignment())?;
            new.set_name(variable.name());
            variable.replace_uses(new)?;
            let root = self.found.roots.iter_mut().find(|root| root.0 == variable);
            root.into_iter().for_each(|root| root.0 = new);
            variable.erase()?;
        }
        Ok(())
    }

    fn converted(&self, ty: Type<'m>, depth: u32) -> Result<Type<'m>> {
        let context = self.place.context;
        let too_deep = || Error::of(Code::Limit, format!("types that nest deeper than {MAX_DEPTH} levels"));
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        match ty.element() {
            _ if ty.is_pointer() => self.pair(),
            Some(element) if ty.is_array() => context.array_type(self.converted(element, inner)?, ty.count()),
            _ if ty.is_struct() => {
                let fields = ty.struct_fields().into_iter().map(|field| self.converted(field, inner));
                let is_packed = self.place.module.layout().abi_alignment(ty) == Some(1);
                context.struct_type(&fields.collect::<Result<Vec<_>>>()?, is_packed)
            }
            _ => Ok(ty),
        }
    }

    /// Replaces a load of a pointer by a load of the offset and the index, and selects between pointers into the
    /// variables.
    fn load(&mut self, load: Value<'m>) -> Result<()> {
        let pointer = load.operand(0).ok_or_else(|| Error::internal("a load without a pointer"))?;
        self.emit.builder.position_before(load)?;
        let pair = self.emit.builder.load(self.pair()?, pointer)?;
        pair.set_alignment(load.alignment().max(1))?;
        pair.set_volatile(load.is_volatile())?;
        let (offset, number) = (self.emit.lane(pair, 0)?, self.emit.lane(pair, 1)?);
        let space = load.ty().address_space();
        let roots = (1..).zip(&self.found.roots).filter(|(_, root)| root.1.contains(&space));
        let mut chosen: Option<Value<'m>> = None;
        for (index, (root, _)) in roots {
            let there = self.emit.builder.gep(self.place.context.int_type(8)?, *root, &[offset], false)?;
            let there = match root.ty() == load.ty() {
                true => there,
                false => self.emit.builder.cast(Opcode::AddrSpaceCast, there, load.ty())?,
            };
            let index = self.emit.index(index)?;
            chosen = Some(match chosen {
                Some(others) => {
                    let is_it = self.emit.compare(Predicate::Eq, number, index)?;
                    self.emit.builder.select(is_it, there, others)?
                }
                None => there,
            });
        }
        let chosen = chosen.map_or_else(|| self.place.context.poison(load.ty()), Ok)?;
        self.offsets.tell(chosen, offset);
        self.numbers.insert(chosen, number);
        load.replace_uses(chosen)?;
        load.erase()
    }

    /// Replaces a comparison with null by one of the number of the variable that the pointer leads to.
    fn compare(&mut self, inst: Value<'m>) -> Result<()> {
        let predicate = inst.int_predicate().ok_or_else(|| Error::internal("a comparison without a predicate"))?;
        let Some(pointer) = inst.operands().find(|pointer| !is_null(*pointer)) else { return Ok(()) };
        let too_many = || Error::of(Code::Limit, "so many pointers that are chosen from one another");
        leaves(pointer).ok_or_else(too_many)?;
        let number = self.number(pointer)?;
        self.emit.builder.position_before(inst)?;
        let answer = self.emit.compare(predicate, number, self.emit.index(0)?)?;
        inst.replace_uses(answer)?;
        inst.erase()
    }

    /// Replaces a store of a pointer by one of a pair.
    fn store(&mut self, store: Value<'m>) -> Result<()> {
        let [Some(value), Some(pointer)] = [0, 1].map(|index| store.operand(index)) else {
            return Err(Error::internal("a store without operands"));
        };
        let (offset, number) = (self.offsets.of(value)?, self.number(value)?);
        self.emit.builder.position_before(store)?;
        let pair = self.emit.vector(&[offset, number])?;
        let new = self.emit.builder.store(pair, pointer)?;
        new.set_alignment(store.alignment().max(1))?;
        new.set_volatile(store.is_volatile())?;
        store.erase()
    }

    /// Returns the index of the variable that a pointer leads to.
    fn number(&mut self, pointer: Value<'m>) -> Result<Value<'m>> {
        let roots = &self.found.roots;
        let leaf = |leaf: Value<'m>| {
            let index = roots.iter().position(|root| root.0 == leaf).unwrap_or(roots.len()) as u32 + 1;
            self.emit.index(if is_variable(leaf) { index } else { 0 })
        };
        let rule = Rule { ty: self.place.context.int_type(32)?, leaf: &leaf, step: &|base, _| Ok(base) };
        rule.value(&self.emit, &mut self.numbers, pointer)
    }
}
