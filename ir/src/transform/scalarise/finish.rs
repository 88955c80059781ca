//! Rebuilds the vectors that instructions still use as a whole.

use super::{Scalarise, split};
use crate::draft::{Builder, Result, Type, Value};
use crate::instruction::Opcode;
use crate::types::TypeKind;

/// Inserts components into a vector, named with the suffixes `.upto0` and so on.
pub(super) fn joined<'d>(builder: &Builder<'d>, ty: Type<'d>, parts: &[Value<'d>], name: &[u8]) -> Result<Value<'d>> {
    let draft = ty.draft();
    let mut whole = draft.const_poison(ty)?;
    // The constants at the start form one constant.
    let constant = parts.iter().take_while(|part| part.is_constant()).count();
    if constant > 0 {
        let rest = draft.const_poison(ty.scalar())?;
        let start = parts.iter().take(constant).copied();
        let all: Vec<_> = start.chain(std::iter::repeat_n(rest, parts.len() - constant)).collect();
        whole = draft.const_aggregate(ty, &all)?;
    }
    let i64 = draft.int_type(64)?;
    for (i, part) in parts.iter().enumerate().skip(constant) {
        whole = builder.insert_element(whole, *part, draft.const_int(i64, &[i as u64])?)?;
        whole.set_name(&[name, b".upto", i.to_string().as_bytes()].concat());
    }
    Ok(whole)
}

impl<'d> Scalarise<'d> {
    /// Rebuilds the vectors that are still used, and lists instructions that may be dead.
    pub(super) fn finish(&mut self) -> Result<()> {
        for key in std::mem::take(&mut self.gathered) {
            let (this, _) = key;
            let parts: Vec<_> = self.known.get(&key).into_iter().flatten().copied().flatten().collect();
            if this.has_uses() {
                let at = match this.opcode() {
                    Some(Opcode::Phi) => this.block().and_then(|block| {
                        let is_start = |i: &Value<'_>| matches!(i.opcode(), Some(Opcode::Phi | Opcode::LandingPad));
                        block.instructions().find(|i| !is_start(i))
                    }),
                    _ => Some(this),
                };
                let builder = self.before(at.unwrap_or(this))?;
                let whole = match this.ty().kind() {
                    TypeKind::Vector => self.whole(&builder, this, &parts)?,
                    _ => self.structure(&builder, this, &parts)?,
                };
                this.replace_uses(whole)?;
            }
            self.dead.push(this);
        }
        Ok(())
    }

    fn whole(&self, builder: &Builder<'d>, this: Value<'d>, parts: &[Value<'d>]) -> Result<Value<'d>> {
        let whole = joined(builder, this.ty(), parts, this.name())?;
        if whole.opcode().is_some() {
            let name = this.name().to_vec();
            this.set_name(b"");
            whole.set_name(&name);
        }
        Ok(whole)
    }

    /// Rebuilds a structure of vectors from structures of components.
    fn structure(&self, builder: &Builder<'d>, this: Value<'d>, parts: &[Value<'d>]) -> Result<Value<'d>> {
        let name = this.name().to_vec();
        let mut columns = Vec::new();
        for i in 0..this.ty().part_count() {
            let mut column = Vec::new();
            for part in parts {
                let element = builder.extract_value(*part, &[i as u32])?;
                element.set_name(&[&name[..], b".elem", i.to_string().as_bytes()].concat());
                column.push(element);
            }
            columns.push(column);
        }
        let mut whole = self.draft.const_poison(this.ty())?;
        for (i, (ty, column)) in this.ty().parts().into_iter().zip(columns).enumerate() {
            if split(ty).is_none() {
                continue;
            }
            let vector = joined(builder, ty, &column, &name)?;
            whole = builder.insert_value(whole, vector, &[i as u32])?;
            whole.set_name(&[&name[..], b".insert"].concat());
        }
        Ok(whole)
    }
}
