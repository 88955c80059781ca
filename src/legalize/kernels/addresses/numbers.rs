//! The integers that replace pointers to buffers, computed where the program computes the pointers.

use super::{Addresses, MAX_DEPTH, is_address, number_type, unknown};
use crate::error::{Error, Result};
use crate::legalize::kernels::bytes;
use crate::llvm::{Opcode, SyncScope, Type, Value};

impl<'m> Addresses<'_, 'm> {
    pub fn operand(&self, inst: Value<'m>, index: u32) -> Result<Value<'m>> {
        inst.operand(index).ok_or_else(|| Error::internal("an instruction without an operand"))
    }

    /// Returns an operand of an instruction, or the integer that replaces it if it is a pointer to a buffer.
    pub fn number_at(&self, inst: Value<'m>, index: u32) -> Result<Value<'m>> {
        let operand = self.operand(inst, index)?;
        if is_address(operand.ty()) { self.number(operand, MAX_DEPTH) } else { Ok(operand) }
    }

    pub fn number(&self, address: Value<'m>, depth: u32) -> Result<Value<'m>> {
        if let Some(number) = self.numbers.get(&address) {
            return Ok(*number);
        }
        let ty = number_type(self.place, address.ty())?;
        if address.is_null() {
            return self.place.context.const_null(ty);
        }
        if address.is_undef() || address.is_poison() {
            return self.place.context.poison(ty);
        }
        let inner = address.operand(0).filter(|_| depth > 0);
        match (address.any_opcode(), inner) {
            (Some(Opcode::IntToPtr), Some(inner)) => self.emit.resize(inner, ty.scalar(), false),
            (Some(Opcode::AddrSpaceCast), Some(inner)) if is_address(inner.ty()) => self.number(inner, depth - 1),
            (Some(Opcode::GetElementPtr), Some(inner)) if !address.ty().is_vector() => {
                let offset = bytes::offset(self.place, &self.emit, address, ty)?;
                self.emit.binary(Opcode::Add, self.number(inner, depth - 1)?, offset)
            }
            (None, _) if address.ty().is_vector() => {
                let lanes = (0..address.ty().count() as u32).map(|lane| {
                    let lane = address.aggregate_element(lane).ok_or_else(|| unknown(address))?;
                    self.number(lane, depth.checked_sub(1).ok_or_else(|| unknown(address))?)
                });
                self.emit.vector(&lanes.collect::<Result<Vec<_>>>()?)
            }
            _ => Err(unknown(address)),
        }
    }

    /// Computes the integer that replaces a pointer.
    pub fn computed(&self, inst: Value<'m>) -> Result<Value<'m>> {
        let (builder, ty) = (&self.emit.builder, number_type(self.place, inst.ty())?);
        match inst.opcode() {
            Some(Opcode::Load) => self.loaded(inst, ty),
            Some(Opcode::Phi) => {
                let phi = builder.phi(ty)?;
                for (value, from) in inst.incoming().collect::<Vec<_>>() {
                    builder.add_incoming(phi, self.number(value, MAX_DEPTH)?, from)?;
                }
                Ok(phi)
            }
            Some(Opcode::Select) => {
                let [yes, no] = [self.number_at(inst, 1)?, self.number_at(inst, 2)?];
                self.emit.select(self.operand(inst, 0)?, yes, no)
            }
            Some(Opcode::GetElementPtr) if inst.ty().is_vector() => self.lanes(inst, ty),
            Some(Opcode::GetElementPtr) => {
                let offset = bytes::offset(self.place, &self.emit, inst, ty)?;
                self.emit.binary(Opcode::Add, self.number_at(inst, 0)?, offset)
            }
            Some(Opcode::IntToPtr) => self.emit.resize(self.operand(inst, 0)?, ty.scalar(), false),
            Some(Opcode::AddrSpaceCast) if is_address(self.operand(inst, 0)?.ty()) => self.number_at(inst, 0),
            Some(Opcode::Freeze) => builder.freeze(self.number_at(inst, 0)?),
            Some(Opcode::ExtractElement) => builder.extract_element(self.number_at(inst, 0)?, self.operand(inst, 1)?),
            Some(Opcode::InsertElement) => {
                builder.insert_element(self.number_at(inst, 0)?, self.number_at(inst, 1)?, self.operand(inst, 2)?)
            }
            Some(Opcode::ShuffleVector) => {
                builder.shuffle_vector(self.number_at(inst, 0)?, self.number_at(inst, 1)?, &inst.shuffle_mask())
            }
            Some(Opcode::AtomicRmw) => self.exchanged(inst),
            Some(Opcode::Call) if inst.called_function().and_then(Value::intrinsic_name) == Some("llvm.ptrmask") => {
                builder.binary(Opcode::And, self.number_at(inst, 0)?, self.operand(inst, 1)?)
            }
            _ => Err(unknown(inst)),
        }
    }

    /// Computes the vector of integers that replaces a `getelementptr` with a vector of pointers.
    pub fn lanes(&self, chain: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let base = self.number_at(chain, 0)?;
        let base = if base.ty().is_vector() { base } else { self.emit.splat(base, ty)? };
        let offset = bytes::offset(self.place, &self.emit, chain, ty.scalar())?;
        let offset = if offset.ty().is_vector() { offset } else { self.emit.splat(offset, ty)? };
        self.emit.binary(Opcode::Add, base, offset)
    }

    /// Emits an `atomicrmw` on an integer, or on a pointer that is replaced by one.
    pub fn exchanged(&self, inst: Value<'m>) -> Result<Value<'m>> {
        let op = inst.rmw_op().ok_or_else(|| unknown(inst))?;
        let SyncScope::Named(scope) = inst.sync_scope() else { return Err(unknown(inst)) };
        let pointer = self.pointer(self.operand(inst, 0)?)?;
        self.emit.builder.atomic_rmw(op, pointer, self.number_at(inst, 1)?, inst.ordering(), &scope)
    }
}
