//! Copies and fills of memory that an address leads to: all loads in front of all stores where they are few, and else loops.

use super::{Addresses, unknown};
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::loops::{self, Range};
use crate::legalize::logical::chains::address::multiple;
use crate::llvm::{Opcode, Predicate, Type, Value};

/// The size of the largest number that is copied at once, and of the largest vector.
const LARGEST: u64 = 4;
const LARGEST_VECTOR: u64 = 16;
/// The most numbers that are copied without a loop.
const FEW: u64 = 32;

/// A copy or fill of bytes.
struct Copy<'m> {
    to: Value<'m>,
    /// The place that is copied, or a number whose bytes are put everywhere.
    from: Value<'m>,
    is_fill: bool,
    /// The flag of `memmove`: both places may overlap.
    is_move: bool,
    is_volatile: bool,
    unit: Type<'m>,
    size: u64,
}

impl<'m> Addresses<'_, 'm> {
    /// Replaces a copy or fill, of which a place is an address.
    pub fn copy(&self, call: Value<'m>, name: &str) -> Result<()> {
        let arg = |index: u32| call.call_arg(index).ok_or_else(|| Error::internal("a copy without operands"));
        let (is_fill, length) = (name == "llvm.memset", arg(2)?);
        let alignment = |index: u32| u64::from(call.param_alignment(index).unwrap_or(1)).max(1);
        let alignment = if is_fill { alignment(0) } else { alignment(0).min(alignment(1)) };
        let bytes = length.int_value().filter(|_| length.is_constant());
        let divisor = bytes.unwrap_or_else(|| multiple(length).unsigned_abs());
        let divisor = 1 << divisor.trailing_zeros().min(30);
        // A variable may be an array of such numbers.
        let is_between = self.is_number(arg(0)?) && (is_fill || self.is_number(arg(1)?));
        let size = alignment.min(divisor).clamp(1, if is_between { LARGEST_VECTOR } else { LARGEST });
        let unit = self.unit(size)?;
        let from = if is_fill { self.filled(arg(1)?, unit)? } else { self.end(arg(1)?)? };
        let (is_move, is_volatile) = (name == "llvm.memmove", arg(3)?.int_value() == Some(1));
        let copy = Copy { to: self.end(arg(0)?)?, from, is_fill, is_move, is_volatile, unit, size };
        match bytes.map(|bytes| bytes / size).filter(|count| *count <= FEW) {
            Some(count) => self.unrolled(&copy, count)?,
            None => self.looped(&copy, call, length)?,
        }
        call.erase()
    }

    /// Returns the number or vector of so many bytes, a power of two.
    fn unit(&self, size: u64) -> Result<Type<'m>> {
        let context = self.place.context;
        let number = context.int_type((size.min(LARGEST) * 8) as u32)?;
        if size <= LARGEST { Ok(number) } else { context.vector_type(number, (size / LARGEST) as u32) }
    }

    /// Returns the number of an address, or the pointer that leads to a variable.
    fn end(&self, pointer: Value<'m>) -> Result<Value<'m>> {
        if self.is_number(pointer) { self.number(pointer, super::MAX_DEPTH) } else { Ok(pointer) }
    }

    /// Returns a number all of whose bytes are one.
    fn filled(&self, byte: Value<'m>, unit: Type<'m>) -> Result<Value<'m>> {
        let number = self.emit.resize(byte, unit.scalar(), false)?;
        let each = 0x0101_0101 & (u64::MAX >> (64 - unit.scalar().int_width()));
        let number = if each == 1 { number } else { self.emit.with(Opcode::Mul, number, each)? };
        self.emit.splat(number, unit)
    }

    fn unrolled(&self, copy: &Copy<'m>, count: u64) -> Result<()> {
        let word = self.place.context.int_type(32)?;
        let at = |index: u64| self.place.context.const_int(word, index * copy.size);
        let values = (0..count).map(|index| copy.taken(&self.emit, at(index)?));
        let values = values.collect::<Result<Vec<_>>>()?;
        for (index, value) in (0..).zip(values) {
            copy.put(&self.emit, value, at(index)?)?;
        }
        Ok(())
    }

    /// Copies in a loop; backwards, where the bytes behind come from what is written in front of them.
    fn looped(&self, copy: &Copy<'m>, call: Value<'m>, length: Value<'m>) -> Result<()> {
        let (emit, context) = (&self.emit, self.place.context);
        let word = context.int_type(32)?;
        let [zero, one] = [context.const_int(word, 0)?, context.const_int(word, 1)?];
        let length = emit.resize(length, word, false)?;
        let end = emit.with(Opcode::LShr, length, copy.size.trailing_zeros().into())?;
        let is_backward = copy.is_move && !copy.is_fill;
        let (mut first, mut step) = (zero, one);
        if is_backward {
            if copy.to.ty() != copy.from.ty() || !copy.to.ty().is_int() {
                return Err(unknown(call));
            }
            let backward = emit.compare(Predicate::Ugt, copy.to, copy.from)?;
            let last = emit.with(Opcode::Sub, end, 1)?;
            first = emit.select(backward, last, zero)?;
            step = emit.select(backward, context.const_int(word, u64::from(u32::MAX))?, one)?;
        }
        let range = Range { first: zero, step: one, end };
        let args = [copy.to, copy.from, first, step];
        let sum = loops::run(self.place, call, &range, zero, &args, |emit, index, sum, args| {
            let [to, from, first, step] = args else { return Err(Error::internal("a copy without operands")) };
            let moved = emit.binary(Opcode::Mul, index, *step)?;
            let index = if is_backward { emit.binary(Opcode::Add, *first, moved)? } else { index };
            let at = emit.with(Opcode::Mul, index, copy.size)?;
            let copy = Copy { to: *to, from: *from, ..*copy };
            let value = copy.taken(emit, at)?;
            copy.put(emit, value, at)?;
            Ok(sum)
        })?;
        sum.erase()
    }
}

impl<'m> Copy<'m> {
    /// Returns what is to be so many bytes from the beginning.
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

    /// Returns the pointer to what is so many bytes behind an address or variable.
    fn inside(&self, emit: &Emit<'m>, base: Value<'m>, at: Value<'m>) -> Result<Value<'m>> {
        if !base.ty().is_int() {
            return emit.builder.gep(emit.context.int_type(8)?, base, &[at], false);
        }
        let number = emit.binary(Opcode::Add, base, emit.resize(at, base.ty(), false)?)?;
        emit.builder.cast(Opcode::IntToPtr, number, emit.context.pointer_type(super::space())?)
    }
}
