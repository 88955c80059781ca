//! Loads and stores through chains, as a whole or by parts.

use super::Rebuild;
use super::copies::is_volatile;
use super::parts::{self, Part};
use super::places::holds;
use super::pointers::{Place, unknown};
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{AtomicOrdering, AtomicRmwOp, Opcode, Type, Value};
use crate::state::slots::shaders::Note;

/// The size in bytes of the largest number of which a store may overwrite a part: the width of the mask for the other
/// bytes.
const MASKED: u64 = 8;

fn operand<'m>(inst: Value<'m>, index: u32) -> Result<Value<'m>> {
    inst.operand(index).ok_or_else(|| Error::internal("an access without an operand"))
}

impl<'m> Rebuild<'_, 'm> {
    /// Rewrites a `load`.
    pub fn load(&mut self, inst: Value<'m>) -> Result<()> {
        let pointer = operand(inst, 0)?;
        if self.is_exact(pointer, inst.ty())? {
            return Ok(());
        }
        self.begin(inst)?;
        if let Some(exact) = self.exact(pointer, inst.ty())? {
            return inst.set_operand(0, exact);
        }
        let value = self.load_part(pointer, 0, inst.ty())?;
        inst.replace_uses(value)?;
        self.replaced.push(inst);
        Ok(())
    }

    /// Rewrites a `store`.
    pub fn store(&mut self, inst: Value<'m>) -> Result<()> {
        let pointer = operand(inst, 1)?;
        self.stored_pointer(inst, pointer)?;
        let value = operand(inst, 0)?;
        if self.is_exact(pointer, value.ty())? {
            return Ok(());
        }
        self.begin(inst)?;
        if let Some(exact) = self.exact(pointer, value.ty())? {
            return inst.set_operand(1, exact);
        }
        self.store_part(value, pointer, 0)?;
        self.replaced.push(inst);
        Ok(())
    }

    /// Casts a stored pointer to a pointer to the type that the memory expects.
    fn stored_pointer(&mut self, store: Value<'m>, to: Value<'m>) -> Result<()> {
        let value = operand(store, 0)?;
        if !value.ty().is_pointer() || !value.is_gep() {
            return Ok(());
        }
        let Some(note) = self.places.note_in_memory(to) else { return Ok(()) };
        let Note::Pointer { pointee: Some(wanted), .. } = &note else { return Ok(()) };
        if self.is_exact(value, *wanted)? {
            return Ok(());
        }
        self.begin(store)?;
        let Some(exact) = self.exact(value, *wanted)? else { return Ok(()) };
        if exact.is_instruction() && exact.is_gep() && exact.metadata(notes::NAME).is_none() {
            exact.set_metadata(notes::NAME, notes::write(self.emit.context, &note)?)?;
        }
        store.set_operand(0, exact)
    }

    /// Makes an instruction the current one, and positions the builder in front of it.
    pub fn begin(&mut self, inst: Value<'m>) -> Result<()> {
        self.current = inst;
        self.emit.builder.position_before(inst)
    }

    /// Loads a value of a type that is `at` bytes after a pointer.
    pub fn load_part(&mut self, pointer: Value<'m>, at: i64, ty: Type<'m>) -> Result<Value<'m>> {
        if let Some(place) = self.place(pointer, at, ty)? {
            if place.rest == 0 && holds(place.memory, ty) {
                return self.load_here(place.pointer, ty);
            }
            if let Some(value) = self.load_within(place, ty)? {
                return Ok(value);
            }
        }
        if self.is_padding(pointer, at, ty)? {
            return self.emit.context.poison(ty);
        }
        let parts = self.parts(ty)?.ok_or_else(|| unknown(pointer))?;
        let mut values = Vec::with_capacity(parts.len());
        for Part { offset, ty } in &parts {
            let at = at.checked_add(*offset).ok_or_else(|| unknown(pointer))?;
            values.push(self.load_part(pointer, at, *ty)?);
        }
        parts::join(self.emit, ty, &self.finder(ty).members(ty), &values)
    }

    fn load_here(&self, pointer: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let load = self.emit.builder.load(ty, pointer)?;
        self.finish(load)?;
        Ok(load)
    }

    fn finish(&self, access: Value<'m>) -> Result<()> {
        access.set_volatile(is_volatile(self.current))?;
        access.take_metadata(self.current)
    }

    /// Loads a value from within a larger number or vector; `None` where the value extends beyond it.
    fn load_within(&mut self, place: Place<'m>, ty: Type<'m>) -> Result<Option<Value<'m>>> {
        let layout = self.module.layout();
        let (Some(size), Some(whole_size)) = (layout.store_size(ty), layout.store_size(place.memory)) else {
            return Ok(None);
        };
        let is_number = |ty: Type<'m>| !ty.is_array() && !ty.is_struct();
        if !is_number(ty) || !is_number(place.memory) || place.rest + size > whole_size {
            return Ok(None);
        }
        if size == whole_size {
            let value = self.load_here(place.pointer, place.memory)?;
            return parts::as_bits(self.emit, value, ty).map(Some);
        }
        let component = place.memory.scalar();
        let unit = layout.store_size(component).unwrap_or(0);
        if place.memory.is_vector() && unit != 0 && place.rest.is_multiple_of(unit) && size.is_multiple_of(unit) {
            let whole = self.load_here(place.pointer, place.memory)?;
            let (first, count) = ((place.rest / unit) as i32, (size / unit) as i32);
            if count == 1 {
                let part = self.emit.lane(whole, first as u32)?;
                return parts::as_bits(self.emit, part, ty).map(Some);
            }
            let mask: Vec<_> = (first..first + count).collect();
            let part = self.emit.builder.shuffle_vector(whole, self.emit.context.poison(whole.ty())?, &mask)?;
            return parts::as_bits(self.emit, part, ty).map(Some);
        }
        if place.memory.is_vector() || component.is_pointer() || !size.is_power_of_two() {
            return Ok(None);
        }
        let word = self.load_here(place.pointer, place.memory)?;
        parts::lower_bits(self.emit, word, place.rest, ty, size).map(Some)
    }

    /// Stores a value `at` bytes after a pointer.
    pub fn store_part(&mut self, value: Value<'m>, pointer: Value<'m>, at: i64) -> Result<()> {
        let ty = value.ty();
        if let Some(place) = self.place(pointer, at, ty)? {
            if place.rest == 0 && holds(place.memory, ty) {
                return self.store_here(value, place.pointer);
            }
            if self.store_within(value, place)? {
                return Ok(());
            }
        }
        if self.is_padding(pointer, at, ty)? {
            return Ok(());
        }
        let parts = self.parts(ty)?.ok_or_else(|| unknown(pointer))?;
        let members = self.finder(ty).members(ty);
        for (number, Part { offset, ty }) in parts.iter().enumerate() {
            let part = parts::extract(self.emit, value, *ty, number as u32, &members)?;
            self.store_part(part, pointer, at.checked_add(*offset).ok_or_else(|| unknown(pointer))?)?;
        }
        Ok(())
    }

    fn store_here(&self, value: Value<'m>, pointer: Value<'m>) -> Result<()> {
        let store = self.emit.builder.store(value, pointer)?;
        self.finish(store)
    }

    /// Stores a number or vector in place of one of equal size, or in a part of a number. Returns false if neither is
    /// possible.
    fn store_within(&mut self, value: Value<'m>, place: Place<'m>) -> Result<bool> {
        let layout = self.module.layout();
        let (ty, memory) = (value.ty(), place.memory);
        let (Some(size), Some(whole_size)) = (layout.store_size(ty), layout.store_size(memory)) else {
            return Ok(false);
        };
        let is_number = |ty: Type<'m>| !ty.is_array() && !ty.is_struct();
        if !is_number(ty) || !is_number(memory) {
            return Ok(false);
        }
        if size == whole_size && place.rest == 0 {
            let value = parts::as_bits(self.emit, value, memory)?;
            return self.store_here(value, place.pointer).map(|()| true);
        }
        if memory.is_vector()
            || memory.is_pointer()
            || ty.is_vector()
            || whole_size > MASKED
            || !size.is_power_of_two()
            || place.rest + size > whole_size
        {
            return Ok(false);
        }
        self.store_bits(value, place, size).map(|()| true)
    }

    /// Overwrites some bytes of a number. Where other invocations may write the remaining bytes, the old bits are
    /// cleared by an atomic `and`, and the new ones are set by an atomic `or`, if the number has 32 or 64 bits.
    fn store_bits(&mut self, value: Value<'m>, place: Place<'m>, size: u64) -> Result<()> {
        let memory = place.memory;
        let word = memory.bits().ok_or_else(|| unknown(place.pointer))?;
        let shift = place.rest * 8;
        let mask = (u64::MAX >> (64 - size * 8).min(63)) << shift;
        let number = parts::as_bits(self.emit, value, self.emit.context.int_type((size * 8) as u32)?)?;
        let wide = self.emit.resize(number, word, false)?;
        let wide = self.emit.with(Opcode::Shl, wide, shift)?;
        let keep = !mask & (u64::MAX >> (64 - word.int_width()));
        // There are no atomic accesses to other numbers; whoever writes a part of one has written the whole of it before.
        let is_word = memory == word && matches!(word.int_width(), 32 | 64);
        if is_word && classes::is_shared(place.pointer.ty().address_space()) {
            let keep = self.emit.int(word, keep)?;
            let relaxed = AtomicOrdering::Monotonic;
            self.emit.builder.atomic_rmw(AtomicRmwOp::And, place.pointer, keep, relaxed, "device")?;
            self.emit.builder.atomic_rmw(AtomicRmwOp::Or, place.pointer, wide, relaxed, "device")?;
            return Ok(());
        }
        let old = self.load_here(place.pointer, memory)?;
        let old = parts::as_bits(self.emit, old, word)?;
        let kept = self.emit.with(Opcode::And, old, keep)?;
        let new = self.emit.binary(Opcode::Or, kept, wide)?;
        self.store_here(parts::as_bits(self.emit, new, memory)?, place.pointer)
    }
}
