//! Copies and fills by numbers: all loads in front of all stores if they are few, else loops. A place is a pointer, or
//! an address as an integer.

use super::addresses;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::loops::{self, Range};
use crate::legalize::kit::place::Place;
use crate::llvm::{Opcode, Predicate, Type, Value};

/// The size in bytes of the largest number that one access copies.
pub const LARGEST: u64 = 4;
/// The number of accesses up to which no loop is used.
const FEW: u64 = 32;

/// A copy or fill of bytes.
#[derive(Clone, Copy)]
pub struct Copy<'m> {
    pub to: Value<'m>,
    /// The source of a copy, or, for a fill, a number in which each byte is the given one.
    pub from: Value<'m>,
    pub is_fill: bool,
    /// Set for `memmove`, where source and destination may overlap.
    pub is_move: bool,
    pub is_volatile: bool,
    /// The type that one access copies; its size in bytes is `size`.
    pub unit: Type<'m>,
    pub size: u64,
}

impl<'m> Copy<'m> {
    /// Returns the largest size of the accesses of a copy: a power of two that divides the alignment of both places and
    /// the length.
    pub fn unit(call: Value<'m>, is_fill: bool, length: u64) -> u64 {
        let alignment = |index: u32| u64::from(call.param_alignment(index).unwrap_or(1)).max(1);
        let alignment = if is_fill { alignment(0) } else { alignment(0).min(alignment(1)) };
        alignment.min(1 << length.trailing_zeros().min(30)).max(1)
    }

    /// Returns a number, or a vector of numbers, in which each byte is the given one.
    pub fn filled(emit: &Emit<'m>, byte: Value<'m>, unit: Type<'m>) -> Result<Value<'m>> {
        let number = emit.resize(byte, unit.scalar(), false)?;
        let each = 0x0101_0101 & (u64::MAX >> (64 - unit.scalar().int_width()));
        let number = if each == 1 { number } else { emit.with(Opcode::Mul, number, each)? };
        emit.splat(number, unit)
    }

    /// Returns whether a number of accesses is small enough to do without a loop.
    pub fn are_few(&self, count: u64) -> bool {
        count <= FEW
    }

    /// Returns whether a loop can determine the direction of the copy: it is no `memmove`, or both addresses are
    /// integers, which can be compared.
    pub fn has_order(&self) -> bool {
        !self.is_backward() || self.to.ty() == self.from.ty() && self.to.ty().is_int()
    }

    fn is_backward(&self) -> bool {
        self.is_move && !self.is_fill
    }

    /// Copies `count` units, one by one, with all loads in front of the stores.
    pub fn unrolled(&self, emit: &Emit<'m>, count: u64) -> Result<()> {
        let word = emit.context.int_type(32)?;
        let at = |index: u64| emit.context.const_int(word, index * self.size);
        let values = (0..count).map(|index| self.taken(emit, at(index)?));
        let values = values.collect::<Result<Vec<_>>>()?;
        for (index, value) in (0..).zip(values) {
            self.put(emit, value, at(index)?)?;
        }
        Ok(())
    }

    /// Emits a loop in front of a call that copies the units; it runs backwards if the destination is behind the
    /// source.
    pub fn looped(&self, place: &Place<'m>, emit: &Emit<'m>, call: Value<'m>, length: Value<'m>) -> Result<()> {
        let context = place.context;
        let word = context.int_type(32)?;
        let [zero, one] = [context.const_int(word, 0)?, context.const_int(word, 1)?];
        let length = emit.resize(length, word, false)?;
        let end = emit.with(Opcode::LShr, length, self.size.trailing_zeros().into())?;
        let (is_backward, mut first, mut step) = (self.is_backward(), zero, one);
        if is_backward {
            let backward = emit.compare(Predicate::Ugt, self.to, self.from)?;
            let last = emit.with(Opcode::Sub, end, 1)?;
            first = emit.select(backward, last, zero)?;
            step = emit.select(backward, context.const_int(word, u64::from(u32::MAX))?, one)?;
        }
        let range = Range { first: zero, step: one, end };
        let args = [self.to, self.from, first, step];
        let sum = loops::run(place, call, &range, zero, &args, |emit, index, sum, args| {
            let [to, from, first, step] = args else { return Err(Error::internal("a copy without operands")) };
            let moved = emit.binary(Opcode::Mul, index, *step)?;
            let index = if is_backward { emit.binary(Opcode::Add, *first, moved)? } else { index };
            let at = emit.with(Opcode::Mul, index, self.size)?;
            let copy = Copy { to: *to, from: *from, ..*self };
            let value = copy.taken(emit, at)?;
            copy.put(emit, value, at)?;
            Ok(sum)
        })?;
        sum.erase()
    }

    /// Returns the value for the unit at an offset: loaded from the source, or the value of a fill.
    fn taken(&self, emit: &Emit<'m>, at: Value<'m>) -> Result<Value<'m>> {
        if self.is_fill {
            return Ok(self.from);
        }
        let loaded = emit.builder.load(self.unit, self.inside(emit, self.from, at)?)?;
        self.finish(loaded)?;
        Ok(loaded)
    }

    fn put(&self, emit: &Emit<'m>, value: Value<'m>, at: Value<'m>) -> Result<()> {
        let store = emit.builder.store(value, self.inside(emit, self.to, at)?)?;
        self.finish(store)
    }

    fn finish(&self, access: Value<'m>) -> Result<()> {
        access.set_alignment(self.size as u32)?;
        access.set_volatile(self.is_volatile)
    }

    /// Returns the pointer at an offset from an address or variable.
    fn inside(&self, emit: &Emit<'m>, base: Value<'m>, at: Value<'m>) -> Result<Value<'m>> {
        if !base.ty().is_int() {
            return emit.builder.gep(emit.context.int_type(8)?, base, &[at], false);
        }
        let number = emit.binary(Opcode::Add, base, emit.resize(at, base.ty(), false)?)?;
        emit.builder.cast(Opcode::IntToPtr, number, emit.context.pointer_type(addresses::space())?)
    }
}
