//! Records of instructions that access memory.

use super::Reader;
use crate::error::Result;
use crate::instruction::{Opcode, Ordering, RmwOperation, flag};
use crate::module::NONE;
use crate::types::TypeKind;

impl Reader<'_> {
    pub(super) fn alloca(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let number = self.number(record, &mut i)?;
        self.number(record, &mut i)?;
        let size = self.number(record, &mut i)?.min(NONE as u64) as u32;
        let size = self.value(size);
        let packed = self.number(record, &mut i)?;
        let align = self.align_of(packed & 31 | packed >> 8 << 5 & 0xe0)?;
        let explicit = packed >> 6 & 1 != 0;
        let number = match self.pointees.get(number as usize) {
            Some(&pointee) if !explicit && pointee != NONE => pointee as u64,
            _ => number,
        };
        let allocated = self.ty(number)?;
        let space = match record.get(i) {
            Some(&space) => space & 0xff_ffff,
            None => self.alloca_space,
        };
        let mut flags = 0;
        if packed >> 5 & 1 != 0 {
            flags |= flag::INALLOCA;
        }
        if packed >> 7 & 1 != 0 {
            flags |= flag::SWIFTERROR;
        }
        let ty = self.pointer_in(space);
        self.add_words([allocated, size, align]);
        self.push(Opcode::Alloca, 0, flags, ty, start)
    }

    fn align_of(&self, number: u64) -> Result<u32> {
        if number > 33 { self.stream.malformed("an alignment") } else { Ok(number as u32) }
    }

    pub(super) fn ordering(&self, record: &[u64], i: usize) -> Result<u32> {
        match record.get(i).copied() {
            Some(number) if Ordering::from_number(number).is_some() => Ok(number as u32),
            Some(number) => self.stream.unknown("ordering", number),
            None => self.short(),
        }
    }

    pub(super) fn scope(&self, record: &[u64], i: usize) -> Result<u32> {
        match record.get(i).copied() {
            Some(number) if (number as usize) < self.module.sync_scopes.len() => Ok(number as u32),
            Some(number) => self.stream.no_such("scope of synchronization", number),
            None => self.short(),
        }
    }

    pub(super) fn load(&mut self, atomic: bool, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (pointer, _) = self.typed(record, &mut i)?;
        let ty = self.number(record, &mut i)?;
        let ty = self.ty(ty)?;
        let align = self.number(record, &mut i)?;
        let align = self.align_of(align)?;
        let flags = if self.number(record, &mut i)? != 0 { flag::VOLATILE } else { 0 };
        let (ordering, scope) = if atomic { (self.ordering(record, i)?, self.scope(record, i + 1)?) } else { (0, 0) };
        self.add_words([pointer, align, ordering, scope]);
        self.push(Opcode::Load, 0, flags, ty, start)
    }

    pub(super) fn store(&mut self, atomic: bool, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (pointer, _) = self.typed(record, &mut i)?;
        let (value, _) = self.typed(record, &mut i)?;
        let align = self.number(record, &mut i)?;
        let align = self.align_of(align)?;
        let flags = if self.number(record, &mut i)? != 0 { flag::VOLATILE } else { 0 };
        let (ordering, scope) = if atomic { (self.ordering(record, i)?, self.scope(record, i + 1)?) } else { (0, 0) };
        self.add_words([value, pointer, align, ordering, scope]);
        self.push(Opcode::Store, 0, flags, NONE, start)
    }

    pub(super) fn cmpxchg(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (pointer, _) = self.typed(record, &mut i)?;
        let (expected, ty) = self.typed(record, &mut i)?;
        let new = self.plain(record, &mut i)?;
        let mut flags = if self.number(record, &mut i)? != 0 { flag::VOLATILE } else { 0 };
        let (success, scope) = (self.ordering(record, i)?, self.scope(record, i + 1)?);
        let failure = self.ordering(record, i + 2)?;
        if record.get(i + 3).copied().unwrap_or(0) != 0 {
            flags |= flag::WEAK;
        }
        // LLVM 12 made the alignment explicit; before, it was the size.
        let align = match record.get(i + 4) {
            Some(&align) => self.align_of(align)?,
            None => self.natural_align(ty),
        };
        self.add_words([pointer, expected, new, align, success, scope, failure]);
        let ty = self.module.types.composed(TypeKind::Struct, 0, &[ty, self.boolean]);
        self.push(Opcode::CmpXchg, 0, flags, ty, start)
    }

    pub(super) fn atomic_rmw(&mut self, typed_value: bool, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (pointer, _) = self.typed(record, &mut i)?;
        let (value, ty) = if typed_value {
            self.typed(record, &mut i)?
        } else {
            let value = self.plain(record, &mut i)?;
            (value, self.module.type_of(value))
        };
        let number = self.number(record, &mut i)?;
        let Some(operation) = RmwOperation::from_number(number) else {
            return self.stream.unknown("operation of atomicrmw", number);
        };
        let flags = if self.number(record, &mut i)? != 0 { flag::VOLATILE } else { 0 };
        let (ordering, scope) = (self.ordering(record, i)?, self.scope(record, i + 1)?);
        let align = match record.get(i + 2) {
            Some(&align) => self.align_of(align)?,
            None => self.natural_align(ty),
        };
        self.add_words([pointer, value, align, ordering, scope]);
        self.push(Opcode::AtomicRmw, operation as u8, flags, ty, start)
    }

    /// Returns the alignment that is a type's size, rounded up: the exponent of a power of two, plus one.
    fn natural_align(&self, ty: u32) -> u32 {
        let bits = self.module.types.bits(ty).unwrap_or(64);
        bits.div_ceil(8).next_power_of_two().trailing_zeros() + 1
    }
}
