//! Pointers that are compared: the offsets of both from their variable are compared instead, since shaders have no addresses.

use super::spaces;
use crate::error::{Code, Error, Result};
use crate::legalize::emit::Emit;
use crate::legalize::hlsl::Place;
use crate::llvm::{Builder, IntPredicate, Opcode, Value};
use rustc_hash::FxHashMap;

/// The greatest number of pointers that one is computed from.
const MAX_POINTERS: usize = 1 << 10;

/// Replaces comparisons and differences of pointers into one variable.
pub fn compare<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let mut offsets = Offsets::new(place);
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for inst in all {
        match inst.opcode() {
            Some(Opcode::LLVMICmp) if inst.operand(0).is_some_and(|pointer| pointer.ty().is_pointer()) => {
                offsets.comparison(inst).map_err(|error| error.at_instruction(|| inst.print()))?;
            }
            Some(Opcode::LLVMPtrToInt) if is_difference(inst) => {
                offsets.number(inst).map_err(|error| error.at_instruction(|| inst.print()))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns whether a pointer is made a number only to be subtracted from another one.
fn is_difference(number: Value<'_>) -> bool {
    let is_number = |value: Option<Value<'_>>| value.is_some_and(|value| value.is_op(Opcode::LLVMPtrToInt));
    let is_subtracted = |user: Value<'_>| {
        user.is_op(Opcode::LLVMSub) && is_number(user.operand(0)) && is_number(user.operand(1)) && same_root(user)
    };
    number.uses().all(is_subtracted)
}

fn same_root(difference: Value<'_>) -> bool {
    let pointer = |index: u32| difference.operand(index).and_then(|number| number.operand(0));
    let roots = [pointer(0).and_then(root), pointer(1).and_then(root)];
    roots[0].is_some() && roots[0] == roots[1]
}

/// Returns the one variable that a pointer leads into.
pub fn root(pointer: Value<'_>) -> Option<Value<'_>> {
    let (mut seen, mut work, mut found) = (Vec::new(), vec![pointer], None);
    while let Some(pointer) = work.pop() {
        if seen.contains(&pointer) || seen.len() > MAX_POINTERS {
            continue;
        }
        seen.push(pointer);
        match pointer.any_opcode() {
            Some(Opcode::LLVMGetElementPtr) => work.extend(pointer.operand(0)),
            Some(Opcode::LLVMPHI) => work.extend(pointer.operands()),
            Some(Opcode::LLVMSelect) => work.extend(pointer.operands().skip(1)),
            _ if found.is_none_or(|found| found == pointer) => found = Some(pointer),
            _ => return None,
        }
    }
    found
}

/// The offsets of pointers from their variables, as numbers that are computed beside them.
pub struct Offsets<'a, 'm> {
    place: &'a Place<'m>,
    emit: Emit<'m>,
    known: FxHashMap<Value<'m>, Value<'m>>,
    count: usize,
}

impl<'a, 'm> Offsets<'a, 'm> {
    /// Returns no offsets yet.
    pub fn new(place: &'a Place<'m>) -> Self {
        let emit = Emit { context: place.context, builder: Builder::new(place.module) };
        Self { place, emit, known: FxHashMap::default(), count: 0 }
    }

    pub fn emit(&self) -> &Emit<'m> {
        &self.emit
    }

    /// Returns the offset of one of many pointers.
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
                let boolean = u64::from(predicate == IntPredicate::LLVMIntNE);
                self.place.context.const_int(self.place.context.bool_type(), boolean)?
            }
            _ => {
                return Err(Error::of(Code::AddressSpace, "a comparison of pointers into several variables")
                    .hint("compare indices into one buffer"));
            }
        };
        inst.replace_uses(made)?;
        inst.erase()
    }

    fn number(&mut self, inst: Value<'m>) -> Result<()> {
        let pointer = inst.operand(0).ok_or_else(|| Error::internal("a cast of nothing"))?;
        let offset = self.offset(pointer)?;
        self.emit.builder.position_before(inst)?;
        let number = self.emit.resize(offset, inst.ty(), true)?;
        inst.replace_uses(number)?;
        inst.erase()
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
            Some(Opcode::LLVMGetElementPtr) if pointer.is_instruction() => {
                let base = self.offset(of(0)?)?;
                self.emit.builder.position_before(pointer)?;
                let index = self.emit.resize(of(1)?, word, true)?;
                self.emit.binary(Opcode::LLVMAdd, base, index)?
            }
            Some(Opcode::LLVMGetElementPtr) => self.place.context.const_int(word, self.constant(pointer)?)?,
            Some(Opcode::LLVMPHI) => {
                self.emit.builder.position_before(pointer)?;
                let phi = self.emit.builder.phi(word)?;
                self.known.insert(pointer, phi);
                for (value, from) in pointer.incoming().collect::<Vec<_>>() {
                    let offset = self.offset(value)?;
                    self.emit.builder.add_incoming(phi, offset, from)?;
                }
                phi
            }
            Some(Opcode::LLVMSelect) => {
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
        let offset = crate::legalize::hlsl::handles::offset_of(self.place, pointer);
        let computed = || Error::of(Code::Constant, format!("the address {}", pointer.print()));
        Ok(u64::from(offset.ok_or_else(computed)? as u32))
    }
}

fn is_equality(predicate: IntPredicate) -> bool {
    matches!(predicate, IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE)
}

/// Offsets may be below 0.
fn signed(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::LLVMIntULT => IntPredicate::LLVMIntSLT,
        IntPredicate::LLVMIntULE => IntPredicate::LLVMIntSLE,
        IntPredicate::LLVMIntUGT => IntPredicate::LLVMIntSGT,
        IntPredicate::LLVMIntUGE => IntPredicate::LLVMIntSGE,
        other => other,
    }
}

/// Refuses pointers in memory, and addresses that are numbers.
pub fn check(function: Value<'_>) -> Result<()> {
    let is_refused = |space: u32| [spaces::FUNCTION, spaces::LOCAL, spaces::BUFFER, spaces::PRIVATE].contains(&space);
    for inst in function.blocks().flat_map(|block| block.instructions()) {
        let is_pointer = |value: Option<Value<'_>>| {
            value.is_some_and(|value| {
                value.ty().scalar().is_pointer() && is_refused(value.ty().scalar().address_space())
            })
        };
        let is_number =
            |value: Value<'_>| matches!(value.any_opcode(), Some(Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr));
        let error = match inst.opcode() {
            Some(Opcode::LLVMLoad) if is_pointer(Some(inst)) => "a pointer that is loaded from memory",
            Some(Opcode::LLVMStore) if is_pointer(inst.operand(0)) => "a pointer that is stored to memory",
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
