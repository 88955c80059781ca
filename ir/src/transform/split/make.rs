//! Makes the replacement instructions of splitting: named after the new variable, and folded if their operands are constants.

use std::rc::Rc;

use super::types::{Layout, bits};
use crate::draft::{Access, Builder, Draft, Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::transform::addresses;
use crate::transform::constants::or_made;
use crate::types::TypeKind;

/// A builder with the conventions of splitting.
pub(super) struct Maker<'d> {
    pub(super) draft: &'d Draft,
    pub(super) builder: Builder<'d>,
    pub(super) layout: Rc<Layout>,
    /// The prefix of all names.
    prefix: Vec<u8>,
}

/// A range of vector components, or of bytes of an integer: the first one, and the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) first: u64,
    pub(super) count: u64,
}

impl<'d> Maker<'d> {
    /// Returns a maker before an instruction, with its location.
    pub(super) fn before(instruction: Value<'d>, layout: &Rc<Layout>, prefix: Vec<u8>) -> Result<Self> {
        let builder = Builder::new(instruction.draft());
        builder.position_before(instruction)?;
        builder.set_location(instruction.metadata(0));
        Ok(Maker { draft: instruction.draft(), builder, layout: layout.clone(), prefix })
    }

    fn name(&self, made: Value<'d>, name: &[u8]) -> Value<'d> {
        if made.opcode().is_some() {
            made.set_name(&[&self.prefix[..], name].concat());
        }
        made
    }

    /// Folds a new instruction to a constant, or names it.
    fn named(&self, made: Value<'d>, name: &str) -> Result<Value<'d>> {
        let made = or_made(made)?;
        Ok(if name.is_empty() { made } else { self.name(made, name.as_bytes()) })
    }

    pub(super) fn load(&self, ty: Type<'d>, from: Value<'d>, access: Access, name: &[u8]) -> Result<Value<'d>> {
        Ok(self.name(self.builder.load(ty, from, access)?, name))
    }

    pub(super) fn store(&self, value: Value<'d>, to: Value<'d>, access: Access) -> Result<Value<'d>> {
        self.builder.store(value, to, access)
    }

    pub(super) fn cast(&self, opcode: Opcode, value: Value<'d>, ty: Type<'d>, name: &str) -> Result<Value<'d>> {
        if value.ty() == ty {
            return Ok(value);
        }
        self.named(self.builder.cast(opcode, value, ty)?, name)
    }

    fn binary(&self, opcode: Opcode, a: Value<'d>, b: Value<'d>, name: &str) -> Result<Value<'d>> {
        self.named(self.builder.binary(opcode, a, b)?, name)
    }

    /// Returns an integer mask with `width` bits set from bit `low` on.
    fn mask(&self, ty: Type<'d>, low: u64, width: u64) -> Result<Value<'d>> {
        let mut words = vec![0u64; ty.size().div_ceil(64) as usize];
        for bit in low..(low + width).min(ty.size()) {
            if let Some(word) = words.get_mut((bit / 64) as usize) {
                *word |= 1 << (bit % 64);
            }
        }
        self.draft.const_int(ty, &words)
    }

    fn number(&self, ty: Type<'d>, number: u64) -> Result<Value<'d>> {
        self.draft.const_int(ty, &[number])
    }

    pub(super) fn index(&self, index: u64) -> Result<Value<'d>> {
        self.number(self.draft.int_type(32)?, index)
    }

    /// Returns the address `bytes` bytes behind another one.
    pub(super) fn address(&self, from: Value<'d>, bytes: u64, ty: Type<'d>, name: &[u8]) -> Result<Value<'d>> {
        let mut address = from;
        if bytes > 0 {
            let index_bits = self.draft.pointer_bits(from.ty().size() as u32) as u32;
            let index = self.number(self.draft.int_type(index_bits)?, bytes)?;
            let byte = self.draft.int_type(8)?;
            address = addresses::made(&self.builder, flag::INBOUNDS, byte, from, &[index])?;
            self.name(address, &[name, b"sroa_idx"].concat());
        }
        if address.ty() == ty {
            return Ok(address);
        }
        let cast = or_made(self.builder.cast(Opcode::AddrSpaceCast, address, ty)?)?;
        Ok(self.name(cast, &[name, b"sroa_cast"].concat()))
    }

    /// Returns the integer type with the size of a pointer, or a vector of it.
    fn integer_of(&self, pointer: Type<'d>) -> Result<Type<'d>> {
        let number = self.draft.int_type(self.draft.pointer_bits(pointer.scalar().size() as u32) as u32)?;
        if pointer.kind() == TypeKind::Vector {
            return self.draft.vector_type(number, pointer.size() as u32);
        }
        Ok(number)
    }

    /// Converts a value to another type with the same bits: see [`Layout::can_convert`].
    pub(super) fn convert(&self, value: Value<'d>, to: Type<'d>) -> Result<Value<'d>> {
        let from = value.ty();
        let is_pointer = |ty: Type<'_>| ty.scalar().kind() == TypeKind::Pointer;
        match (is_pointer(from), is_pointer(to)) {
            _ if from == to => Ok(value),
            (true, true) if from.scalar() == to.scalar() => self.cast(Opcode::BitCast, value, to, ""),
            (false, false) => self.cast(Opcode::BitCast, value, to, ""),
            (false, true) => {
                let number = self.cast(Opcode::BitCast, value, self.integer_of(to)?, "")?;
                self.cast(Opcode::IntToPtr, number, to, "")
            }
            (true, _) => {
                let number = self.cast(Opcode::PtrToInt, value, self.integer_of(from)?, "")?;
                self.convert(number, to)
            }
        }
    }

    /// Returns the distance in bits of a part of an integer from its lowest bit, for an offset in bytes in memory.
    fn shift(&self, whole: Type<'_>, part: Type<'_>, offset: u64) -> u64 {
        let bytes = |ty: Type<'_>| ty.size().div_ceil(8);
        let low = match self.layout.is_big_endian {
            true => bytes(whole).saturating_sub(bytes(part)).saturating_sub(offset),
            false => offset,
        };
        low * 8
    }

    /// Returns the bytes of an integer from an offset on, as a narrower one.
    pub(super) fn bytes_of(&self, whole: Value<'d>, ty: Type<'d>, offset: u64) -> Result<Value<'d>> {
        let shift = self.shift(whole.ty(), ty, offset);
        let mut value = whole;
        if shift > 0 {
            value = self.binary(Opcode::LShr, value, self.number(whole.ty(), shift)?, "extract.shift")?;
        }
        self.cast(Opcode::Trunc, value, ty, "extract.trunc")
    }

    /// Returns an integer in which the bytes from an offset on are replaced.
    pub(super) fn with_bytes(&self, old: Value<'d>, value: Value<'d>, offset: u64) -> Result<Value<'d>> {
        let (whole, part) = (old.ty(), value.ty());
        let shift = self.shift(whole, part, offset);
        let mut value = self.cast(Opcode::ZExt, value, whole, "insert.ext")?;
        if shift > 0 {
            value = self.binary(Opcode::Shl, value, self.number(whole, shift)?, "insert.shift")?;
        }
        if shift == 0 && part.size() >= whole.size() {
            return Ok(value);
        }
        let inner = self.mask(whole, shift, part.size())?;
        let ones = self.mask(whole, 0, whole.size())?;
        let outer = self.draft.fold_binary(Opcode::Xor, inner, ones).unwrap_or(inner);
        let rest = self.binary(Opcode::And, old, outer, "insert.mask")?;
        self.binary(Opcode::Or, rest, value, "insert.insert")
    }

    /// Returns components of a vector: a scalar, or a shorter vector.
    pub(super) fn components(&self, whole: Value<'d>, of: Extent) -> Result<Value<'d>> {
        if of.count == whole.ty().size() {
            return Ok(whole);
        }
        let name = "vec.extract";
        if of.count == 1 {
            return self.named(self.builder.extract_element(whole, self.index(of.first)?)?, name);
        }
        let mask: Vec<i32> = (of.first..of.first + of.count).map(|i| i as i32).collect();
        self.shuffle(whole, &mask, name)
    }

    fn shuffle(&self, whole: Value<'d>, mask: &[i32], name: &str) -> Result<Value<'d>> {
        let nothing = self.draft.const_poison(whole.ty())?;
        self.named(self.builder.shuffle_vector(whole, nothing, mask)?, name)
    }

    /// Returns a vector in which the components from `first` on are replaced by a scalar or a shorter vector.
    pub(super) fn with_components(&self, old: Value<'d>, value: Value<'d>, first: u64) -> Result<Value<'d>> {
        if value.ty().kind() != TypeKind::Vector || value.ty() == old.ty().scalar() {
            return self.named(self.builder.insert_element(old, value, self.index(first)?)?, "vec.insert");
        }
        let (all, count) = (old.ty().size(), value.ty().size());
        if all == count {
            return Ok(value);
        }
        let inner = first..first + count;
        let place = |i: u64| if inner.contains(&i) { (i - first) as i32 } else { -1 };
        let mask: Vec<i32> = (0..all).map(place).collect();
        let wide = self.shuffle(value, &mask, "vec.expand")?;
        let yes = |i: u64| self.draft.const_int(self.draft.bool_type(), &[inner.contains(&i) as u64]);
        let lanes: Result<Vec<_>> = (0..all).map(yes).collect();
        let ty = self.draft.vector_type(self.draft.bool_type(), all as u32)?;
        let chosen = self.draft.const_aggregate(ty, &lanes?)?;
        self.named(self.builder.select(chosen, wide, old)?, "vecblend")
    }

    /// Returns an integer of `bytes` bytes, all equal to `byte`.
    pub(super) fn repeated(&self, byte: Value<'d>, bytes: u64) -> Result<Value<'d>> {
        if bytes == 1 {
            return Ok(byte);
        }
        let ty = self.draft.int_type((bytes * 8) as u32)?;
        let wide = self.cast(Opcode::ZExt, byte, ty, "zext")?;
        let words = vec![0x0101_0101_0101_0101; bytes.div_ceil(8) as usize];
        self.binary(Opcode::Mul, wide, self.draft.const_int(ty, &words)?, "isplat")
    }

    /// Returns a splat vector of `count` components.
    pub(super) fn spread(&self, value: Value<'d>, count: u64) -> Result<Value<'d>> {
        let ty = self.draft.vector_type(value.ty(), count as u32)?;
        if value.is_constant() {
            return self.draft.const_aggregate(ty, &vec![value; count as usize]);
        }
        let nothing = self.draft.const_poison(ty)?;
        let zero = self.number(self.draft.int_type(64)?, 0)?;
        let first = self.named(self.builder.insert_element(nothing, value, zero)?, "vsplat.splatinsert")?;
        self.shuffle(first, &vec![0; count as usize], "vsplat.splat")
    }

    /// Returns a repeated byte as a value of a floating-point or pointer type.
    pub(super) fn repeated_as(&self, byte: Value<'d>, ty: Type<'d>) -> Result<Value<'d>> {
        let bytes = bits(ty).unwrap_or(8) / 8;
        self.convert(self.repeated(byte, bytes)?, ty)
    }
}
