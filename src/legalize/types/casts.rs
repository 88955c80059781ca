//! Casts, but for `bitcast`.

use super::integers::{self, resize};
use super::rewrite::Rewriter;
use super::wide;
use crate::error::{Error, Result};
use crate::legalize::kit::instruction::{keep_flags, operand, unsupported};
use crate::llvm::{Opcode, Predicate, Type, Value};

fn opcode(inst: Value<'_>) -> Result<Opcode> {
    inst.opcode().ok_or_else(|| Error::internal("no instruction"))
}

/// Lowers `trunc`, `zext` and `sext`.
pub fn integer<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let from = operand(inst, 0)?;
    let (signed, to) = (inst.is_op(Opcode::SExt), w.actions.numbers(inst.ty())?);
    let bits = from.ty().scalar().int_width();
    let expanded = w.by_pieces(inst.ty(), &[from], |w, limbs| match limbs {
        [limbs] => resize(&w.emit, limbs, bits, &to, signed),
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// Lowers a cast between types that are illegal only for their number of lanes.
pub fn plain<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (op, to) = (opcode(inst)?, inst.ty().scalar());
    let expanded = w.by_pieces(inst.ty(), &[operand(inst, 0)?], |w, limbs| match limbs {
        [[a]] => {
            let value = w.emit.cast(op, *a, w.emit.like(a.ty(), to)?)?;
            keep_flags(inst, value)?;
            Ok(vec![value])
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// Lowers `uitofp` and `sitofp`.
pub fn to_float<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (op, from, to) = (opcode(inst)?, operand(inst, 0)?, inst.ty().scalar());
    let (signed, bits) = (op == Opcode::SiToFp, from.ty().scalar().int_width());
    let expanded = w.by_pieces(inst.ty(), &[from], |w, limbs| match limbs {
        [[a]] => {
            let a = if signed { w.emit.sign_extended(*a, bits)? } else { *a };
            Ok(vec![w.emit.cast(op, a, w.emit.like(a.ty(), to)?)?])
        }
        [limbs] => Ok(vec![wide::to_float(&w.emit, limbs, bits, to, signed)?]),
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// Lowers `fptoui` and `fptosi`, whose result is poison out of range.
pub fn from_float<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (op, to) = (opcode(inst)?, w.actions.numbers(inst.ty())?);
    let expanded = w.by_pieces(inst.ty(), &[operand(inst, 0)?], |w, limbs| match limbs {
        [[a]] if to.limbs == 1 => {
            let value = w.emit.cast(op, *a, w.emit.like(a.ty(), to.element)?)?;
            Ok(vec![w.emit.mask(value, to.width)?])
        }
        [[a]] => wide::from_float(&w.emit, *a, &to, op == Opcode::FpToSi),
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// Lowers `llvm.fptoui.sat` and `llvm.fptosi.sat` by saturating to 64 bits, and from there to the range of the type.
pub fn from_float_saturated<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    name: &str,
    signed: bool,
) -> Result<Vec<Value<'m>>> {
    let to = w.actions.numbers(inst.ty())?;
    let arguments: Vec<_> = inst.call_args().collect();
    if to.limbs != 1 || to.width >= 64 {
        return Err(unsupported(inst));
    }
    let high = (1u64 << (to.width - u32::from(signed))) - 1;
    w.by_pieces(inst.ty(), &arguments, |w, limbs| match limbs {
        [[a]] => {
            let (e, long) = (&w.emit, w.emit.int_like(a.ty(), 64)?);
            let number = e.builder.call_intrinsic(name, long, &[*a])?;
            let clamped = if signed {
                let (max, min) = (e.int(long, high)?, e.int(long, !high)?);
                let above = e.compare(Predicate::Sge, number, max)?;
                let below = e.compare(Predicate::Sle, number, min)?;
                e.select(below, min, e.select(above, max, number)?)?
            } else {
                let max = e.int(long, high)?;
                e.select(e.compare(Predicate::Uge, number, max)?, max, number)?
            };
            Ok(vec![e.mask(e.resize(clamped, to.element, false)?, to.width)?])
        }
        _ => Err(unsupported(inst)),
    })
}

/// The integer type as wide as pointers of this type.
pub fn address_type<'m>(w: &Rewriter<'m>, pointer: Type<'m>) -> Result<Type<'m>> {
    let bytes = w.module.layout().pointer_size(pointer.scalar().address_space());
    w.emit.context.int_type(bytes * 8)
}

/// Lowers `ptrtoint`.
pub fn from_pointer<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let from = operand(inst, 0)?;
    let (address, to) = (address_type(w, from.ty())?, w.actions.numbers(inst.ty())?);
    let expanded = w.by_pieces(inst.ty(), &[from], |w, limbs| match limbs {
        [[a]] => {
            let value = w.emit.cast(Opcode::PtrToInt, *a, address)?;
            resize(&w.emit, &[value], address.int_width(), &to, false)
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}

/// Lowers `inttoptr`.
pub fn to_pointer<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (from, pointer) = (operand(inst, 0)?, inst.ty().scalar());
    let address = w.actions.numbers(address_type(w, pointer)?)?;
    let bits = from.ty().scalar().int_width();
    let expanded = w.by_pieces(inst.ty(), &[from], |w, limbs| match limbs {
        [limbs] => {
            let address = integers::resize(&w.emit, limbs, bits, &address, false)?;
            address.into_iter().map(|a| w.emit.cast(Opcode::IntToPtr, a, pointer)).collect()
        }
        _ => Err(unsupported(inst)),
    })?;
    w.define(inst, expanded)
}
