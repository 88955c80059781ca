//! Loads and stores of vectors.

use super::{Scalarise, name, split};
use crate::draft::{Access, Result, Type, Value};
use crate::instruction::flag;
use crate::transform::addresses::align_behind;

/// Returns the store size in bytes of a vector component; `None` unless its size is a multiple of 8 bits.
fn component_size(ty: Type<'_>) -> Option<u64> {
    let size = ty.layout_size()?;
    (size.bits % 8 == 0 && !size.scalable).then(|| size.store())
}

fn is_simple(access: Value<'_>) -> bool {
    access.flags() & flag::VOLATILE == 0 && !access.is_atomic()
}

impl<'d> Scalarise<'d> {
    pub(super) fn load(&mut self, this: Value<'d>) -> Result<bool> {
        let (Some((ty, count)), Some(pointer)) = (split(this.ty()), this.operands().next()) else { return Ok(false) };
        let (Some(size), Some(align)) = (component_size(ty), this.align().filter(|_| is_simple(this))) else {
            return Ok(false);
        };
        let Some(mut places) = self.parts(this, pointer, ty, count)? else { return Ok(false) };
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            let access = Access { align: align_behind(align, size * i as u64), volatile: false };
            let place = self.part(&mut places, i)?;
            made.push(name(builder.load(ty, place, access)?, this, ".i", i));
        }
        self.gather(this, made)?;
        Ok(true)
    }

    pub(super) fn store(&mut self, this: Value<'d>) -> Result<bool> {
        let mut operands = this.operands();
        let (Some(value), Some(pointer)) = (operands.next(), operands.next()) else { return Ok(false) };
        let Some((ty, count)) = split(value.ty()) else { return Ok(false) };
        let (Some(size), Some(align)) = (component_size(ty), this.align().filter(|_| is_simple(this))) else {
            return Ok(false);
        };
        let Some(mut places) = self.parts(this, pointer, ty, count)? else { return Ok(false) };
        let Some(mut values) = self.parts_of(this, value)? else { return Ok(false) };
        let builder = self.before(this)?;
        let mut made = Vec::new();
        for i in 0..count {
            let access = Access { align: align_behind(align, size * i as u64), volatile: false };
            let value = self.part(&mut values, i)?;
            let place = self.part(&mut places, i)?;
            made.push(builder.store(value, place, access)?);
        }
        self.transfer(this, &made)?;
        Ok(true)
    }
}
