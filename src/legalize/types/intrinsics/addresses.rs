//! Intrinsics that compute a pointer.

use super::super::rewrite::Rewriter;
use super::arguments::{argument, unsupported};
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Value};

/// The number of dimensions that an array may have.
const MAX_DEPTH: u64 = 64;

/// Returns a pointer to a member of a structure.
pub fn struct_member<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    member(w, inst, 1, argument(inst, 1)?)
}

/// Returns a pointer to an element of an array.
pub fn array_element<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let dimensions = argument(inst, 1)?.int_value().unwrap_or_default();
    member(w, inst, dimensions, argument(inst, 2)?)
}

/// Lowers `llvm.load.relative`: adds to a pointer the 32-bit distance that is loaded from an offset behind it.
pub fn relative<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<Value<'m>> {
    let (base, offset) = (argument(inst, 0)?, argument(inst, 1)?);
    let (byte, word) = (w.emit.context.int_type(8)?, w.emit.context.int_type(32)?);
    let place = w.emit.builder.gep(byte, base, &[offset], false);
    let place = w.made(place)?;
    let load = w.emit.builder.load(word, place)?;
    load.set_alignment(4)?;
    let distance = w.made(Ok(load))?;
    let result = w.emit.builder.gep(byte, base, &[distance], false);
    w.made(result)
}

/// Returns the address of a member or element of the pointee, with `zeros` indices of zero before the last index.
fn member<'m>(w: &mut Rewriter<'m>, inst: Value<'m>, zeros: u64, last: Value<'m>) -> Result<Value<'m>> {
    if zeros > MAX_DEPTH {
        return Err(unsupported(inst));
    }
    let base = argument(inst, 0)?;
    let pointee = inst.type_attribute(AttributePlace::Param(0), AttributeKind::ElementType);
    let mut indices = (0..zeros).map(|_| w.emit.index(0)).collect::<Result<Vec<_>>>()?;
    indices.push(last);
    let result = w.emit.builder.gep(pointee.ok_or_else(|| unsupported(inst))?, base, &indices, true);
    w.made(result)
}
