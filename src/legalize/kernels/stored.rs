//! Pointers that are stored in local variables, also in arrays and structures: shaders have no pointers in memory.
//!
//! In: a function whose chains count in bytes. Out: the same function, in which such a variable holds two numbers of 32 bits in place of
//! each pointer: the offset from a variable, and the number of that among all that are stored, from 1 on; zeros are null. A load makes a choice
//! of pointers of them, and a comparison with null of what is loaded one of its number.

use super::beside::{Known, Rule};
use super::contents::{Found, Load, Root, is_variable};
use super::nulls::is_null;
use super::offsets::{Offsets, leaves};
use super::spaces;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Predicate, Type, Value};

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;

/// Replaces pointers in the variables of a function, where each leads to a variable; returns whether there were any.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<bool> {
    let Some(found) = Found::of(function) else { return Ok(false) };
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let mut stored = Stored { place, emit, offsets: Offsets::new(place), numbers: Known::default(), found };
    stored.retype()?;
    for load in std::mem::take(&mut stored.found.loads) {
        stored.load(&load).map_err(|error| error.at_instruction(|| load.inst.print()))?;
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
            let root = self.found.roots.iter_mut().find(|root| root.variable == variable);
            root.into_iter().for_each(|root| root.variable = new);
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
    fn load(&mut self, Load { inst: load, reached }: &Load<'m>) -> Result<()> {
        let load = *load;
        let pointer = load.operand(0).ok_or_else(|| Error::internal("a load without a pointer"))?;
        self.emit.builder.position_before(load)?;
        let pair = self.emit.builder.load(self.pair()?, pointer)?;
        pair.set_alignment(load.alignment().max(1))?;
        pair.set_volatile(load.is_volatile())?;
        let (offset, number) = (self.emit.lane(pair, 0)?, self.emit.lane(pair, 1)?);
        let space = load.ty().address_space();
        let is_reached = |(number, root): &(u32, &Root<'m>)| reached.contains(*number) && root.spaces.contains(&space);
        let roots = (1..).zip(&self.found.roots).filter(is_reached);
        let mut chosen: Option<Value<'m>> = None;
        for (index, Root { variable, .. }) in roots {
            let there = self.emit.builder.gep(self.place.context.int_type(8)?, *variable, &[offset], false)?;
            let there = match variable.ty() == load.ty() {
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
        let other = self.found.roots.len() as u32 + 1;
        let number = |leaf| if is_variable(leaf) { self.found.number(leaf).unwrap_or(other) } else { 0 };
        let leaf = |leaf: Value<'m>| self.emit.index(number(leaf));
        let rule = Rule { ty: self.place.context.int_type(32)?, leaf: &leaf, step: &|base, _| Ok(base) };
        rule.value(&self.emit, &mut self.numbers, pointer)
    }
}
