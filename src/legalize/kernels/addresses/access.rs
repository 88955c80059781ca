//! Loads and stores through addresses of buffers. No access is larger than its alignment, which shaders must state
//! (VUID StandaloneSpirv-PhysicalStorageBuffer64-06314).

use super::Addresses;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};

/// The length of the longest vectors in shaders.
const LONGEST: u64 = 4;

impl<'m> Addresses<'_, 'm> {
    /// Returns a pointer to the address `number` plus `bytes`.
    pub fn at(&self, number: Value<'m>, bytes: u64) -> Result<Value<'m>> {
        let number = if bytes == 0 { number } else { self.emit.with(Opcode::Add, number, bytes)? };
        let ty = self.place.context.pointer_type(super::space())?;
        self.emit.builder.cast(Opcode::IntToPtr, number, ty)
    }

    /// Loads a number or vector from an address with a given alignment. Copies volatility and metadata from `like`.
    pub fn load(&self, ty: Type<'m>, number: Value<'m>, alignment: u64, like: Value<'m>) -> Result<Value<'m>> {
        let Some((unit, count)) = self.units(ty, alignment) else {
            return self.load_unit(ty, self.at(number, 0)?, alignment, like);
        };
        let size = self.size(unit);
        let mut parts = Vec::new();
        for index in 0..count {
            let at = index * size;
            parts.push(self.load_unit(unit, self.at(number, at)?, aligned(alignment, at), like)?);
        }
        let parts = parts.into_iter().map(|part| self.lanes_of(part)).collect::<Result<Vec<_>>>()?.concat();
        self.emit.cast(Opcode::BitCast, self.emit.vector(&parts)?, ty)
    }

    fn load_unit(&self, ty: Type<'m>, pointer: Value<'m>, alignment: u64, like: Value<'m>) -> Result<Value<'m>> {
        let loaded = self.emit.builder.load(ty, pointer)?;
        self.finish_access(loaded, alignment, like)?;
        Ok(loaded)
    }

    /// Stores a number or vector to an address with a given alignment. Copies volatility and metadata from `like`.
    pub fn store(&self, value: Value<'m>, number: Value<'m>, alignment: u64, like: Value<'m>) -> Result<()> {
        let Some((unit, count)) = self.units(value.ty(), alignment) else {
            let store = self.emit.builder.store(value, self.at(number, 0)?)?;
            return self.finish_access(store, alignment, like);
        };
        let size = self.size(unit);
        let scalars = (self.size(value.ty()) / self.size(unit.scalar())) as u32;
        let whole = self.emit.cast(Opcode::BitCast, value, self.place.context.vector_type(unit.scalar(), scalars)?)?;
        let lanes = self.lanes_of(whole)?;
        let each = if unit.is_vector() { unit.count() as usize } else { 1 };
        for (index, lanes) in (0..count).zip(lanes.chunks(each)) {
            let at = index * size;
            let store = self.emit.builder.store(self.emit.vector(lanes)?, self.at(number, at)?)?;
            self.finish_access(store, aligned(alignment, at), like)?;
        }
        Ok(())
    }

    fn finish_access(&self, access: Value<'m>, alignment: u64, like: Value<'m>) -> Result<()> {
        access
            .set_alignment(u32::try_from(alignment).map_err(|_| Error::internal("an alignment of so many bytes"))?)?;
        if like.is_op(Opcode::Load) || like.is_op(Opcode::Store) {
            access.set_volatile(like.is_volatile())?;
            access.take_metadata(like)?;
        }
        Ok(())
    }

    fn lanes_of(&self, value: Value<'m>) -> Result<Vec<Value<'m>>> {
        let count = if value.ty().is_vector() { value.ty().count() as u32 } else { 1 };
        (0..count).map(|lane| self.emit.lane(value, lane)).collect()
    }

    fn size(&self, ty: Type<'m>) -> u64 {
        let layout = self.place.module.layout();
        match ty.is_vector() {
            true => layout.store_size(ty.scalar()).unwrap_or(1) * ty.count(),
            false => layout.store_size(ty).unwrap_or(1),
        }
    }

    /// Returns the type of the accesses that a number or vector is split into, and their number; `None` if one access
    /// suffices.
    fn units(&self, ty: Type<'m>, alignment: u64) -> Option<(Type<'m>, u64)> {
        let scalar = self.size(ty.scalar()).max(1);
        let context = self.place.context;
        if alignment < scalar && scalar.is_power_of_two() {
            let unit = context.int_type((alignment * 8) as u32).ok()?;
            return Some((unit, self.size(ty) / alignment));
        }
        let is_long = ty.is_vector() && ty.count() > LONGEST && ty.count().is_multiple_of(LONGEST);
        let row = context.vector_type(ty.scalar(), LONGEST as u32).ok().filter(|_| is_long);
        row.map(|row| (row, ty.count() / LONGEST))
    }
}

/// Returns the alignment of an address `bytes` bytes after an aligned one.
fn aligned(alignment: u64, bytes: u64) -> u64 {
    if bytes == 0 { alignment } else { alignment.min(1 << bytes.trailing_zeros().min(30)) }
}
