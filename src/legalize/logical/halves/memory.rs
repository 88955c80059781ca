//! 16-bit floating-point numbers in memory: the variables that may contain them, and the loads and stores, which
//! convert.

use super::{Halves, is_half, refused};
use crate::conventions::classes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value};
use ::spirv::StorageClass;
use rustc_hash::FxHashSet;

/// Returns the error for a variable that contains 16-bit floating-point numbers outside of buffers.
pub fn refused_memory(variable: Value<'_>) -> Error {
    Error::of(
        Code::Global,
        format!("the variable {} with numbers of 16 bits, which the environment has in buffers only", variable.name()),
    )
    .hint("use float, or allow the capability Float16")
}

/// Returns whether a global is in private or workgroup memory.
pub fn is_apart(global: Value<'_>) -> bool {
    let class = classes::class_of(global.ty().address_space());
    matches!(class, Some(StorageClass::Private | StorageClass::Workgroup))
}

/// Returns whether a type contains 16-bit floating-point numbers.
pub fn holds(ty: Type<'_>) -> bool {
    let (mut seen, mut work) = (FxHashSet::default(), vec![ty]);
    while let Some(ty) = work.pop() {
        if is_half(ty) {
            return true;
        }
        if ty.is_struct() || ty.is_array() {
            work.extend(ty.fields().chain(ty.element()).filter(|part| seen.insert(*part)));
        }
    }
    false
}

impl<'m> Halves<'m> {
    /// Returns the `float` of a loaded 16-bit value. A vector is loaded by components.
    pub fn load(&mut self, load: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let next = load.next_instruction().ok_or_else(|| refused(load))?;
        self.emit.builder.position_before(next)?;
        if !ty.is_vector() {
            return self.emit.builder.cast(Opcode::FpExt, load, ty);
        }
        // Chains may take vectors apart, and would put them together of 16 bits.
        let pointer = load.operand(0).ok_or_else(|| refused(load))?;
        let mut lanes = Vec::new();
        for index in 0..ty.count() as u32 {
            let lane = self.emit.builder.load(load.ty().scalar(), self.lane(pointer, load.ty(), index)?)?;
            lane.set_alignment(load.alignment().min(2))?;
            lane.set_volatile(load.is_volatile())?;
            lanes.push(self.emit.builder.cast(Opcode::FpExt, lane, ty.scalar())?);
        }
        let loaded = self.emit.vector(&lanes)?;
        self.vectors.push(load);
        Ok(loaded)
    }

    /// Returns the pointer to a component in memory.
    fn lane(&self, pointer: Value<'m>, ty: Type<'m>, index: u32) -> Result<Value<'m>> {
        self.emit.builder.gep(ty.scalar(), pointer, &[self.emit.index(index)?], false)
    }

    /// Converts the value of a store to 16 bits. A vector is stored by components.
    pub fn store(&mut self, store: Value<'m>) -> Result<()> {
        let [Some(value), Some(pointer)] = [store.operand(0), store.operand(1)] else { return Err(refused(store)) };
        if value.is_op(Opcode::Load) && !value.ty().is_vector() {
            return Ok(());
        }
        let wide = self.wide(value)?;
        self.emit.builder.position_before(store)?;
        let ty = value.ty();
        if !ty.is_vector() {
            let short = match self.short.get(&wide) {
                Some(known) => *known,
                None => self.emit.builder.cast(Opcode::FpTrunc, wide, ty)?,
            };
            return store.set_operand(0, short);
        }
        for index in 0..ty.count() as u32 {
            let short = self.emit.builder.cast(Opcode::FpTrunc, self.emit.lane(wide, index)?, ty.scalar())?;
            let part = self.emit.builder.store(short, self.lane(pointer, ty, index)?)?;
            part.set_alignment(store.alignment().min(2))?;
            part.set_volatile(store.is_volatile())?;
        }
        store.erase()
    }
}
