//! Bitcasts between vectors.

use super::finish::joined;
use super::{Scalarise, name, split};
use crate::draft::{Builder, Result, Type, Value};
use crate::instruction::Opcode;
use crate::types::TypeKind;

/// Returns the size of a component in bits.
fn bits(ty: Type<'_>) -> Option<u64> {
    ty.layout_size().map(|size| size.bits)
}

/// Returns the bitcast of a value to another type.
fn cast<'d>(builder: &Builder<'d>, value: Value<'d>, ty: Type<'d>) -> Result<Value<'d>> {
    match () {
        () if value.ty() == ty => Ok(value),
        () if value.is_constant() => value.draft().const_cast(Opcode::BitCast, value, ty),
        () => builder.cast(Opcode::BitCast, value, ty),
    }
}

impl<'d> Scalarise<'d> {
    pub(super) fn bitcast(&mut self, this: Value<'d>) -> Result<bool> {
        let Some(from) = this.operands().next() else { return Ok(false) };
        let (Some((to_ty, count)), Some((from_ty, _))) = (split(this.ty()), split(from.ty())) else { return Ok(false) };
        let (Some(to_bits), Some(from_bits)) = (bits(to_ty), bits(from_ty)) else { return Ok(false) };
        let is_pointer = to_ty.kind() == TypeKind::Pointer;
        let made = if is_pointer || to_bits == from_bits {
            self.same_size(this, from, to_ty, count)?
        } else if from_bits % to_bits == 0 {
            self.smaller(this, from, to_ty, (from_bits / to_bits) as usize)?
        } else if to_bits % from_bits == 0 {
            self.larger(this, from, to_ty, (to_bits / from_bits) as usize)?
        } else {
            None
        };
        let Some(made) = made else { return Ok(false) };
        self.gather(this, made)?;
        Ok(true)
    }

    fn same_size(
        &mut self,
        this: Value<'d>,
        from: Value<'d>,
        ty: Type<'d>,
        count: usize,
    ) -> Result<Option<Vec<Value<'d>>>> {
        let Some(mut parts) = self.parts_of(this, from)? else { return Ok(None) };
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            let old = self.part(&mut parts, i)?;
            let new = cast(&builder, old, ty)?;
            made.push(if new == old { new } else { name(new, this, ".i", i) });
        }
        Ok(Some(made))
    }

    /// Splits each component into a vector of `times` smaller ones.
    fn smaller(
        &mut self,
        this: Value<'d>,
        from: Value<'d>,
        ty: Type<'d>,
        times: usize,
    ) -> Result<Option<Vec<Value<'d>>>> {
        let Some((_, count)) = split(from.ty()) else { return Ok(None) };
        let Some(mut parts) = self.parts_of(this, from)? else { return Ok(None) };
        let middle = self.draft.vector_type(ty, times as u32)?;
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            let mut value = self.part(&mut parts, i)?;
            while let Some(inner) = value.operands().next().filter(|_| value.opcode() == Some(Opcode::BitCast)) {
                value = inner;
            }
            let whole = cast(&builder, value, middle)?;
            if whole != value && whole.opcode().is_some() {
                whole.set_name(&[value.name(), b".cast"].concat());
            }
            let Some(mut pieces) = self.parts_of(this, whole)? else { return Ok(None) };
            for piece in 0..times {
                made.push(self.part(&mut pieces, piece)?);
            }
        }
        Ok(Some(made))
    }

    /// Joins `times` components to one each.
    fn larger(
        &mut self,
        this: Value<'d>,
        from: Value<'d>,
        ty: Type<'d>,
        times: usize,
    ) -> Result<Option<Vec<Value<'d>>>> {
        let Some((from_ty, count)) = split(from.ty()) else { return Ok(None) };
        let Some(mut parts) = self.parts_of(this, from)? else { return Ok(None) };
        let middle = self.draft.vector_type(from_ty, times as u32)?;
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count / times {
            let mut pieces = Vec::new();
            for piece in 0..times {
                pieces.push(self.part(&mut parts, i * times + piece)?);
            }
            let prefix = [this.name(), b".i", i.to_string().as_bytes()].concat();
            let whole = joined(&builder, middle, &pieces, &prefix)?;
            made.push(name(cast(&builder, whole, ty)?, this, ".i", i));
        }
        Ok(Some(made))
    }
}
