//! Comparisons and differences of pointers: their offsets from the beginning of their variable are used instead, since
//! shaders have no addresses.

use super::nulls::is_null;
use super::{addresses, spaces};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::{Place, offset_of};
use crate::llvm::{Builder, Opcode, Predicate, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The limit on the number of pointers in one chain of geps, casts, phis and selects.
const MAX_POINTERS: usize = 1 << 10;

/// The depth to which constants are examined.
const MAX_DEPTH: u32 = 16;

/// Replaces comparisons and differences of pointers into one variable.
pub fn compare<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let mut offsets = Offsets::new(place);
    let all = || function.blocks().flat_map(|block| block.instructions()).collect::<Vec<_>>();
    for inst in all() {
        offsets.constants(inst)?;
        let replaced = match inst.opcode() {
            // What is left of comparisons with null is of pointers in memory, which are refused.
            Some(Opcode::ICmp) if inst.operands().any(is_null) => Ok(()),
            Some(Opcode::ICmp) if inst.operand(0).is_some_and(|pointer| pointer.ty().is_pointer()) => {
                offsets.comparison(inst)
            }
            Some(Opcode::Sub) if is_difference(inst) => offsets.difference(inst),
            _ => Ok(()),
        };
        replaced.map_err(|error| error.at_instruction(|| inst.print()))?;
    }
    // Of some numbers nothing else is left.
    for inst in all().into_iter().filter(|inst| inst.is_op(Opcode::PtrToInt) && has_low_bits_only(*inst)) {
        offsets.low_bits(inst).map_err(|error| error.at_instruction(|| inst.print()))?;
    }
    Ok(())
}

/// Returns whether an instruction subtracts the addresses of two pointers into one variable.
fn is_difference(inst: Value<'_>) -> bool {
    let of = |index: u32| inst.operand(index).and_then(pointer_of).and_then(root);
    let roots = [of(0), of(1)];
    roots[0].is_some() && roots[0] == roots[1]
}

/// Returns the pointer that a number is the `ptrtoint` of, possibly truncated.
fn pointer_of(mut number: Value<'_>) -> Option<Value<'_>> {
    while number.any_opcode() == Some(Opcode::Trunc) {
        number = number.operand(0)?;
    }
    number.operand(0).filter(|_| number.any_opcode() == Some(Opcode::PtrToInt))
}

/// The alignment of variables and of memory from the host. Addresses are unknown, but their low bits, below this
/// alignment, are those of the offsets.
const ALIGNMENT: u64 = 128;

/// Returns whether only the low bits of a `ptrtoint` of a pointer to variables are used.
fn has_low_bits_only(number: Value<'_>) -> bool {
    number.operand(0).is_some_and(leads_to_variables) && uses_low_bits_only(number)
}

/// Returns whether only the low bits of the result of an instruction are used.
fn uses_low_bits_only(number: Value<'_>) -> bool {
    let (mut seen, mut work) = (vec![number], vec![number]);
    while let Some(value) = work.pop() {
        for user in value.uses().filter(|user| !takes_low_bits(*user)) {
            if !keeps_low_bits(user, value) || seen.len() > MAX_POINTERS {
                return false;
            }
            if !seen.contains(&user) {
                seen.push(user);
                work.push(user);
            }
        }
    }
    true
}

/// Returns whether an instruction uses only the low bits of its operands.
fn takes_low_bits(user: Value<'_>) -> bool {
    let constants = [0, 1].into_iter().filter_map(|index| user.operand(index)).filter(|operand| operand.is_constant());
    let mut numbers = constants.filter_map(Value::int_value);
    match user.opcode() {
        Some(Opcode::And) => numbers.any(|mask| mask < ALIGNMENT),
        Some(Opcode::URem) => numbers.any(|by| by.is_power_of_two() && by <= ALIGNMENT),
        Some(Opcode::Trunc) => user.ty().scalar().int_width() <= ALIGNMENT.trailing_zeros(),
        _ => false,
    }
}

/// Returns whether the low bits of an instruction's result depend only on the low bits of this operand.
fn keeps_low_bits(user: Value<'_>, operand: Value<'_>) -> bool {
    use Opcode as O;
    match user.opcode() {
        Some(O::Add | O::Sub | O::Mul | O::And | O::Or | O::Xor | O::Phi | O::Trunc) => true,
        Some(O::Shl) => user.operand(1) != Some(operand),
        Some(O::Select) => user.operand(0) != Some(operand),
        _ => false,
    }
}

/// Returns the only variable that a pointer leads to; `None` if there are several.
pub fn root(pointer: Value<'_>) -> Option<Value<'_>> {
    let (mut seen, mut work, mut found) = (Vec::new(), vec![pointer], None);
    while let Some(pointer) = work.pop() {
        if seen.contains(&pointer) || seen.len() > MAX_POINTERS {
            continue;
        }
        seen.push(pointer);
        match made_of(pointer) {
            Some(pointers) => work.extend(pointers),
            None if is_unset(pointer) => {}
            None if found.is_none_or(|found| found == pointer) => found = Some(pointer),
            None => return None,
        }
    }
    found
}

/// Returns the pointers at which geps, casts, phis and selects start; `None` if there are too many instructions.
pub fn leaves(pointer: Value<'_>) -> Option<Vec<Value<'_>>> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![pointer], Vec::new());
    while let Some(pointer) = work.pop() {
        if seen.insert(pointer) {
            match made_of(pointer) {
                Some(pointers) => work.extend(pointers),
                None => found.push(pointer),
            }
        }
        if seen.len() > MAX_POINTERS {
            return None;
        }
    }
    Some(found)
}

/// Returns whether nobody has set a pointer: it may be any of the others that it is chosen from.
fn is_unset(pointer: Value<'_>) -> bool {
    pointer.is_undef() || pointer.is_poison()
}

/// Returns whether a pointer leads to variables alone, whichever phis and selects choose.
pub fn leads_to_variables(pointer: Value<'_>) -> bool {
    let is_variable = |leaf: &Value<'_>| leaf.is_global_variable() || leaf.is_op(Opcode::Alloca);
    leaves(pointer).is_some_and(|leaves| leaves.iter().filter(|leaf| !is_unset(**leaf)).all(is_variable))
}

/// Returns the pointer operands of a gep, cast, phi or select; `None` for any other value.
pub fn made_of(pointer: Value<'_>) -> Option<impl Iterator<Item = Value<'_>>> {
    let (first, most) = match pointer.any_opcode()? {
        Opcode::GetElementPtr | Opcode::AddrSpaceCast => (0, 1),
        Opcode::Phi => (0, usize::MAX),
        Opcode::Select => (1, usize::MAX),
        _ => return None,
    };
    Some(pointer.operands().skip(first).take(most))
}

/// The offsets of pointers from the beginnings of their variables, as integers.
pub struct Offsets<'a, 'm> {
    place: &'a Place<'m>,
    emit: Emit<'m>,
    known: FxHashMap<Value<'m>, Value<'m>>,
    count: usize,
}

impl<'a, 'm> Offsets<'a, 'm> {
    /// Starts with no offset computed.
    pub fn new(place: &'a Place<'m>) -> Self {
        let emit = Emit { context: place.context, builder: Builder::new(place.module) };
        Self { place, emit, known: FxHashMap::default(), count: 0 }
    }

    pub fn emit(&self) -> &Emit<'m> {
        &self.emit
    }

    /// Sets the offset of a pointer.
    pub fn tell(&mut self, pointer: Value<'m>, offset: Value<'m>) {
        self.known.insert(pointer, offset);
    }

    /// Returns the offset of a pointer; the limit on the number of pointers applies to each call.
    pub fn of(&mut self, pointer: Value<'m>) -> Result<Value<'m>> {
        self.count = 0;
        self.offset(pointer)
    }

    fn comparison(&mut self, inst: Value<'m>) -> Result<()> {
        let [Some(a), Some(b)] = [0, 1].map(|index| inst.operand(index)) else {
            return Err(Error::internal("a comparison without operands"));
        };
        let is_null = |pointer: Value<'m>| pointer.is_constant() && pointer.is_null();
        let predicate = inst.int_predicate().ok_or_else(|| Error::internal("a comparison without a predicate"))?;
        let made = match (root(a), root(b)) {
            (Some(first), Some(second)) if first == second && !is_null(first) => {
                let (a, b) = (self.offset(a)?, self.offset(b)?);
                self.emit.builder.position_before(inst)?;
                self.emit.builder.compare_int(signed(predicate), a, b)?
            }
            // No variable is at null, and two are not at one place.
            (Some(first), Some(second)) if first != second && is_equality(predicate) => {
                let boolean = u64::from(predicate == Predicate::Ne);
                self.place.context.const_int(self.place.context.bool_type(), boolean)?
            }
            // Buffers do not overlap: which of them comes first does not matter, as long as it is always the same.
            (Some(first), Some(second)) if first != second => {
                let is_below = self.number(first).zip(self.number(second)).map(|(first, second)| first < second);
                let answer = u64::from(is_below.ok_or_else(several_variables)? == is_less(predicate));
                self.place.context.const_int(self.place.context.bool_type(), answer)?
            }
            // Numbers stand for the addresses of several variables (`numbers`).
            _ if leads_to_variables(a) && leads_to_variables(b) => {
                self.emit.builder.position_before(inst)?;
                let number = self.place.context.int_type(64)?;
                let [a, b] = [a, b].map(|pointer| self.emit.builder.cast(Opcode::PtrToInt, pointer, number));
                self.emit.builder.compare_int(predicate, a?, b?)?
            }
            _ => return Err(several_variables()),
        };
        inst.replace_uses(made)?;
        inst.erase()
    }

    /// Returns a unique index of a variable: that among the variables of the module, or, after these, of a local
    /// variable in its function.
    pub fn number(&self, variable: Value<'m>) -> Option<usize> {
        if !variable.is_op(Opcode::Alloca) {
            return self.place.module.globals().position(|global| global == variable);
        }
        let function = variable.parent_block()?.parent()?;
        let mut all = function.blocks().flat_map(|block| block.instructions());
        Some(self.place.module.globals().count() + all.position(|inst| inst == variable)?)
    }

    /// Replaces a difference of addresses by the difference of the offsets.
    fn difference(&mut self, inst: Value<'m>) -> Result<()> {
        let missing = || Error::internal("a difference of nothing");
        let [a, b] = [0, 1].map(|index| inst.operand(index).ok_or_else(missing));
        let numbers = [a?, b?];
        let [first, second] = numbers.map(|number| pointer_of(number).ok_or_else(missing));
        let (first, second) = (self.offset(first?)?, self.offset(second?)?);
        self.emit.builder.position_before(inst)?;
        let difference = self.emit.binary(Opcode::Sub, first, second)?;
        inst.replace_uses(self.emit.resize(difference, inst.ty(), true)?)?;
        inst.erase()?;
        numbers.into_iter().try_for_each(erase_unused)
    }

    /// Replaces a `ptrtoint` of which only the low bits are used by the offset.
    fn low_bits(&mut self, inst: Value<'m>) -> Result<()> {
        let pointer = inst.operand(0).ok_or_else(|| Error::internal("a cast of nothing"))?;
        let offset = self.offset(pointer)?;
        self.emit.builder.position_before(inst)?;
        let number = self.emit.resize(offset, inst.ty(), true)?;
        inst.replace_uses(number)?;
        inst.erase()
    }

    /// Replaces constant operands with offsets: differences of addresses in one variable, and addresses of which only
    /// the low bits are used.
    fn constants(&mut self, inst: Value<'m>) -> Result<()> {
        for (index, operand) in (0..).zip(inst.operands().collect::<Vec<_>>()) {
            let is_number = operand.ty().scalar().is_int() || operand.ty().scalar().is_float();
            if !operand.is_constant() || !is_number {
                continue;
            }
            let is_low = || takes_low_bits(inst) || keeps_low_bits(inst, operand) && uses_low_bits_only(inst);
            let made = match pointer_of(operand).is_some() && is_low() {
                true => self.constant_number(operand)?,
                false => self.folded(operand, MAX_DEPTH)?,
            };
            match made {
                Some(made) if inst.is_op(Opcode::Phi) => inst.set_incoming(index, made)?,
                Some(made) => inst.set_operand(index, made)?,
                None => {}
            }
        }
        Ok(())
    }

    /// Returns a constant with offsets in place of the addresses in differences; `None` if it contains no difference.
    fn folded(&self, value: Value<'m>, depth: u32) -> Result<Option<Value<'m>>> {
        if value.ty().is_vector() && value.any_opcode().is_none() {
            return self.folded_lanes(value, depth);
        }
        let (Some(op), Some(first)) = (value.any_opcode().filter(|_| depth > 0), value.operand(0)) else {
            return Ok(None);
        };
        let part = |part: Value<'m>| if part.ty().scalar().is_int() { self.folded(part, depth - 1) } else { Ok(None) };
        let context = self.place.context;
        let Some(second) = value.operand(1) else {
            let first = if matches!(op, Opcode::Trunc | Opcode::BitCast) { part(first)? } else { None };
            return first.map(|first| context.const_cast(op, first, value.ty())).transpose();
        };
        if op == Opcode::Sub && is_difference(value) {
            let numbers = self.constant_number(first)?.zip(self.constant_number(second)?);
            return numbers.map(|(first, second)| context.const_binary(op, first, second)).transpose();
        }
        let parts = [part(first)?, part(second)?];
        if parts.iter().all(Option::is_none) {
            return Ok(None);
        }
        context.const_binary(op, parts[0].unwrap_or(first), parts[1].unwrap_or(second)).map(Some)
    }

    fn folded_lanes(&self, vector: Value<'m>, depth: u32) -> Result<Option<Value<'m>>> {
        let lanes = (0..vector.ty().count() as u32).map_while(|index| vector.aggregate_element(index));
        let lanes: Vec<_> = lanes.map(|lane| Ok((lane, self.folded(lane, depth)?))).collect::<Result<_>>()?;
        if lanes.iter().all(|lane| lane.1.is_none()) {
            return Ok(None);
        }
        let lanes: Vec<_> = lanes.into_iter().map(|(lane, made)| made.unwrap_or(lane)).collect();
        self.place.context.const_vector(&lanes).map(Some)
    }

    /// Returns the offset of the pointer that a constant is the number of.
    fn constant_number(&self, number: Value<'m>) -> Result<Option<Value<'m>>> {
        let Some(pointer) = pointer_of(number).filter(|pointer| root(*pointer).is_some()) else { return Ok(None) };
        let is_whole = pointer.is_global_variable();
        let offset = if is_whole { Some(0) } else { offset_of(self.place, pointer) };
        offset.map(|offset| self.place.context.const_int(number.ty(), offset)).transpose()
    }

    /// Returns the offset of a pointer from its variable.
    fn offset(&mut self, pointer: Value<'m>) -> Result<Value<'m>> {
        if let Some(known) = self.known.get(&pointer) {
            return Ok(*known);
        }
        self.count += 1;
        if self.count > MAX_POINTERS {
            return Err(Error::of(Code::Limit, "so many pointers that are computed from one another"));
        }
        self.compute(pointer)
    }

    fn compute(&mut self, pointer: Value<'m>) -> Result<Value<'m>> {
        let word = self.place.context.int_type(32)?;
        let of = |index: u32| pointer.operand(index).ok_or_else(|| Error::internal("a pointer without operands"));
        let offset = match pointer.any_opcode() {
            Some(Opcode::GetElementPtr) if pointer.is_instruction() => {
                let base = self.offset(of(0)?)?;
                self.emit.builder.position_before(pointer)?;
                let index = self.emit.resize(of(1)?, word, true)?;
                self.emit.binary(Opcode::Add, base, index)?
            }
            Some(Opcode::GetElementPtr) => self.place.context.const_int(word, self.constant(pointer)?)?,
            Some(Opcode::AddrSpaceCast) => self.offset(of(0)?)?,
            Some(Opcode::Phi) => {
                self.emit.builder.position_before(pointer)?;
                let phi = self.emit.builder.phi(word)?;
                self.known.insert(pointer, phi);
                for (value, from) in pointer.incoming().collect::<Vec<_>>() {
                    let offset = self.offset(value)?;
                    self.emit.builder.add_incoming(phi, offset, from)?;
                }
                phi
            }
            Some(Opcode::Select) => {
                let (a, b) = (self.offset(of(1)?)?, self.offset(of(2)?)?);
                self.emit.builder.position_before(pointer)?;
                self.emit.select(of(0)?, a, b)?
            }
            _ => self.place.context.const_int(word, 0)?,
        };
        self.known.insert(pointer, offset);
        Ok(offset)
    }

    /// Returns the offset of a constant.
    fn constant(&self, pointer: Value<'m>) -> Result<u64> {
        let offset = offset_of(self.place, pointer);
        Ok(u64::from(offset.ok_or_else(|| computed(pointer))? as u32))
    }
}

/// Erases an integer without uses, and the integers that it was truncated from.
fn erase_unused(number: Value<'_>) -> Result<()> {
    let mut next = Some(number);
    while let Some(number) = next.filter(|number| number.is_instruction() && !number.is_used()) {
        next = number.operand(0).filter(|_| number.is_op(Opcode::Trunc));
        number.erase()?;
    }
    Ok(())
}

/// Returns the error for an address whose computation is not supported.
pub fn computed(pointer: Value<'_>) -> Error {
    Error::of(Code::Constant, format!("the address {}", pointer.print()))
}

fn several_variables() -> Error {
    Error::of(Code::AddressSpace, "a comparison of pointers into several variables")
        .hint("compare indices into one buffer")
}

/// Returns whether a comparison of unequal numbers holds if the first one is less.
fn is_less(predicate: Predicate) -> bool {
    use Predicate::*;
    matches!(predicate, Ult | Ule | Slt | Sle)
}

fn is_equality(predicate: Predicate) -> bool {
    matches!(predicate, Predicate::Eq | Predicate::Ne)
}

/// Returns the signed variant of a predicate, since offsets may be negative.
fn signed(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::Ult => Predicate::Slt,
        Predicate::Ule => Predicate::Sle,
        Predicate::Ugt => Predicate::Sgt,
        Predicate::Uge => Predicate::Sge,
        other => other,
    }
}

/// Rejects pointers in memory, and conversions between pointers and integers.
pub fn check(function: Value<'_>) -> Result<()> {
    let is_refused = |space: u32| [spaces::FUNCTION, spaces::LOCAL, spaces::BUFFER, spaces::PRIVATE].contains(&space);
    for inst in function.blocks().flat_map(|block| block.instructions()) {
        let is_pointer = |value: Option<Value<'_>>| {
            value.is_some_and(|value| {
                value.ty().scalar().is_pointer() && is_refused(value.ty().scalar().address_space())
            })
        };
        let is_number = |value: Value<'_>| matches!(value.any_opcode(), Some(Opcode::PtrToInt | Opcode::IntToPtr));
        let error = match inst.opcode() {
            Some(Opcode::Load) if is_pointer(Some(inst)) => "a pointer that is loaded from memory",
            Some(Opcode::Store) if is_pointer(inst.operand(0)) => "a pointer that is stored to memory",
            Some(Opcode::IntToPtr) if inst.ty().address_space() == addresses::space() => continue,
            _ if is_number(inst) || inst.operands().any(|operand| operand.is_constant() && is_number(operand)) => {
                "an address that is a number"
            }
            _ => continue,
        };
        let error = Error::of(Code::AddressSpace, format!("{error}, which Vulkan does not have"));
        return Err(error.hint("use indices into a buffer or an array instead").at_instruction(|| inst.print()));
    }
    Ok(())
}
