//! `getelementptr` of vectors of pointers, and into illegal types; the latter becomes an offset in bytes.

use super::casts::address_type;
use super::memory::member_offset;
use super::rewrite::Rewriter;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::instruction::unsupported;
use crate::llvm::{Opcode, Type, Value};

/// Lowers `getelementptr`.
pub fn gep<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let source = inst.gep_source_type().ok_or_else(|| Error::internal("getelementptr into nothing"))?;
    let operands: Vec<_> = inst.operands().collect();
    let widths: Vec<_> = operands.iter().map(|operand| operand.ty().scalar().int_width()).collect();
    let by_bytes = !w.actions.scan.is_legal_in_memory(source);
    let expanded = w.by_pieces(inst.ty(), &operands, |w, limbs| {
        let ([[base], indices @ ..], [_, widths @ ..]) = (limbs, widths.as_slice()) else {
            return Err(unsupported(inst));
        };
        let mut values = Vec::with_capacity(indices.len());
        for (limbs, width) in indices.iter().zip(widths) {
            values.push(index(w, limbs, *width)?);
        }
        let pointer = match by_bytes {
            true => byte_gep(w, inst, source, *base, &values)?,
            false => w.emit.builder.gep_with_flags(source, *base, &values, inst.gep_flags())?,
        };
        Ok(vec![pointer])
    })?;
    w.define(inst, expanded)
}

/// Returns an index of a `getelementptr`, which is signed, as an integer of a legal type.
fn index<'m>(w: &Rewriter<'m>, limbs: &[Value<'m>], width: u32) -> Result<Value<'m>> {
    match limbs {
        [one] => w.emit.sign_extended(*one, width),
        [low, ..] => Ok(*low),
        [] => Err(Error::internal("an index without limbs")),
    }
}

/// Returns the address of a `getelementptr` as a base and an offset in bytes.
fn byte_gep<'m>(
    w: &Rewriter<'m>,
    inst: Value<'m>,
    source: Type<'m>,
    base: Value<'m>,
    indices: &[Value<'m>],
) -> Result<Value<'m>> {
    let address = address_type(w, base.ty())?;
    let mut offset = w.emit.int(address, 0)?;
    let mut ty: Option<Type<'m>> = None;
    for index in indices {
        let (step, inner) = match ty {
            None => (scaled(w, *index, source, address)?, source),
            Some(ty) if ty.is_struct() => {
                let number = index.int_value().and_then(|number| u32::try_from(number).ok());
                let number = number.ok_or_else(|| unsupported(inst))?;
                let field = ty.field(number).ok_or_else(|| unsupported(inst))?;
                (w.emit.int(address, member_offset(w, ty, field, number)?)?, field)
            }
            Some(ty) => {
                let element = ty.element().ok_or_else(|| unsupported(inst))?;
                (scaled(w, *index, element, address)?, element)
            }
        };
        offset = w.emit.binary(Opcode::Add, offset, step)?;
        ty = Some(inner);
    }
    let byte = w.emit.context.int_type(8)?;
    w.emit.builder.gep_with_flags(byte, base, &[offset], inst.gep_flags())
}

fn scaled<'m>(w: &Rewriter<'m>, index: Value<'m>, ty: Type<'m>, address: Type<'m>) -> Result<Value<'m>> {
    let size =
        w.module.layout().abi_size(ty).ok_or_else(|| Error::of(Code::IllegalType, format!("type {ty} in memory")))?;
    let index = w.emit.resize(index, address, true)?;
    w.emit.with(Opcode::Mul, index, size)
}
