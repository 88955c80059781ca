//! Structs and arrays as values: `extractvalue`, `insertvalue`, `select`.

use super::form::{Form, member_types};
use super::rewrite::Rewriter;
use super::visit::operand;
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};

/// The first part of what a path leads to, how many parts, and its type.
fn find<'m>(w: &mut Rewriter<'m>, ty: Type<'m>, path: &[u32]) -> Result<(usize, usize, Type<'m>)> {
    let (mut ty, mut start) = (ty, 0);
    for index in path {
        let form = w.forms.of(ty)?;
        let Form::Aggregate(members, _) = &*form else {
            return Err(Error::internal("a path into a value that is whole"));
        };
        let (_, offset) = members.get(*index as usize).ok_or_else(|| Error::internal("no such member"))?;
        start += offset;
        ty = ty.field(*index).or_else(|| ty.element()).ok_or_else(|| Error::internal("no such member"))?;
    }
    Ok((start, w.forms.of(ty)?.len(), ty))
}

/// How much of the path leads through what is held in parts; the rest leads through a struct that is whole.
fn split<'m, 'p>(w: &mut Rewriter<'m>, ty: Type<'m>, path: &'p [u32]) -> (&'p [u32], &'p [u32]) {
    let mut inner = ty;
    for (depth, index) in path.iter().enumerate() {
        if w.forms.scan.is_legal(inner) {
            return path.split_at(depth);
        }
        inner = inner.field(*index).or_else(|| inner.element()).unwrap_or(inner);
    }
    (path, &[])
}

/// `extractvalue` out of a value in parts.
pub fn extract<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let from = operand(inst, 0)?;
    let (outer, inner) = split(w, from.ty(), inst.indices());
    let (start, len, _) = find(w, from.ty(), outer)?;
    let parts = w.parts(from)?;
    let parts = parts.get(start..start + len).ok_or_else(|| Error::internal("too few parts"))?;
    match (parts, inner) {
        (_, []) => w.define(inst, parts.to_vec()),
        ([whole], _) => {
            let value = w.emit.builder.extract_value(*whole, inner)?;
            w.define(inst, vec![value])
        }
        _ => Err(Error::internal("a path into parts")),
    }
}

/// `insertvalue` into a value in parts.
pub fn insert<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (into, element) = (operand(inst, 0)?, operand(inst, 1)?);
    let (outer, inner) = split(w, into.ty(), inst.indices());
    let (start, len, _) = find(w, into.ty(), outer)?;
    let mut parts = w.parts(into)?.to_vec();
    let new = w.parts(element)?;
    let place = parts.get_mut(start..start + len).ok_or_else(|| Error::internal("too few parts"))?;
    match (place, inner, &*new) {
        (place, [], new) if place.len() == new.len() => place.copy_from_slice(new),
        ([whole], inner, [new]) => *whole = w.emit.builder.insert_value(*whole, *new, inner)?,
        _ => return Err(Error::internal("a path into parts")),
    }
    w.define(inst, parts)
}

/// `select` of structs and arrays: of each member, which needs no SPIR-V 1.4.
pub fn select<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    condition: Value<'m>,
    yes: Value<'m>,
    no: Value<'m>,
) -> Result<()> {
    let condition = w.single(condition)?;
    let form = w.forms.of(inst.ty())?;
    let (yes, no) = (w.parts(yes)?, w.parts(no)?);
    let types = w.forms.part_types(&form)?;
    let mut parts = Vec::with_capacity(types.len());
    for ((yes, no), ty) in yes.iter().zip(no.iter()).zip(types) {
        parts.push(select_whole(w, ty, condition, *yes, *no)?);
    }
    w.define(inst, parts)
}

fn select_whole<'m>(
    w: &Rewriter<'m>,
    ty: Type<'m>,
    condition: Value<'m>,
    yes: Value<'m>,
    no: Value<'m>,
) -> Result<Value<'m>> {
    if !ty.is_struct() && !ty.is_array() {
        return w.emit.select(condition, yes, no);
    }
    let mut whole = w.emit.context.poison(ty)?;
    for (index, member) in (0..).zip(member_types(ty)?) {
        let [yes, no] = [w.emit.builder.extract_value(yes, &[index])?, w.emit.builder.extract_value(no, &[index])?];
        let member = select_whole(w, member, condition, yes, no)?;
        whole = w.emit.builder.insert_value(whole, member, &[index])?;
    }
    Ok(whole)
}
