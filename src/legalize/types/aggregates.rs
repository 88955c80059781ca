//! Structs and arrays as values: `extractvalue`, `insertvalue`, `select`.

use super::action::{Action, member_types};
use super::rewrite::Rewriter;
use crate::error::{Error, Result};
use crate::legalize::kit::instruction::operand;
use crate::llvm::{Type, Value};

/// Returns the index of the first part of the member that a path leads to, the number of its parts, and its type.
fn find<'m>(w: &mut Rewriter<'m>, ty: Type<'m>, path: &[u32]) -> Result<(usize, usize, Type<'m>)> {
    let (mut ty, mut start) = (ty, 0);
    for index in path {
        let action = w.actions.of(ty)?;
        let Action::Aggregate(members, _) = &*action else {
            return Err(Error::internal("a path into a value that is legal"));
        };
        let (_, offset) = members.get(*index as usize).ok_or_else(|| Error::internal("no such member"))?;
        start += offset;
        ty = ty.field(*index).or_else(|| ty.element()).ok_or_else(|| Error::internal("no such member"))?;
    }
    Ok((start, w.actions.of(ty)?.len(), ty))
}

/// Splits a path into the indices through expanded aggregates, and the remaining indices through a legal one.
fn split<'m, 'p>(w: &mut Rewriter<'m>, ty: Type<'m>, path: &'p [u32]) -> (&'p [u32], &'p [u32]) {
    let mut inner = ty;
    for (depth, index) in path.iter().enumerate() {
        if w.actions.scan.is_legal(inner) {
            return path.split_at(depth);
        }
        inner = inner.field(*index).or_else(|| inner.element()).unwrap_or(inner);
    }
    (path, &[])
}

/// Lowers an `extractvalue` from a value in parts.
pub fn extract<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let from = operand(inst, 0)?;
    let indices = inst.indices();
    let (outer, inner) = split(w, from.ty(), &indices);
    let (start, len, _) = find(w, from.ty(), outer)?;
    let expanded = w.expanded(from)?;
    let expanded = expanded.get(start..start + len).ok_or_else(|| Error::internal("too few parts"))?;
    match (expanded, inner) {
        (_, []) => w.define(inst, expanded.to_vec()),
        ([whole], _) => {
            let value = w.emit.builder.extract_value(*whole, inner)?;
            w.define(inst, vec![value])
        }
        _ => Err(Error::internal("a path into parts")),
    }
}

/// Lowers an `insertvalue` into a value in parts.
pub fn insert<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let (into, element) = (operand(inst, 0)?, operand(inst, 1)?);
    let indices = inst.indices();
    let (outer, inner) = split(w, into.ty(), &indices);
    let (start, len, _) = find(w, into.ty(), outer)?;
    let mut expanded = w.expanded(into)?.to_vec();
    let new = w.expanded(element)?;
    let place = expanded.get_mut(start..start + len).ok_or_else(|| Error::internal("too few parts"))?;
    match (place, inner, &*new) {
        (place, [], new) if place.len() == new.len() => place.copy_from_slice(new),
        ([whole], inner, [new]) => *whole = w.emit.builder.insert_value(*whole, *new, inner)?,
        _ => return Err(Error::internal("a path into parts")),
    }
    w.define(inst, expanded)
}

/// Lowers a `select` of structs or arrays to one select for each part, which needs no SPIR-V 1.4.
pub fn select<'m>(
    w: &mut Rewriter<'m>,
    inst: Value<'m>,
    condition: Value<'m>,
    yes: Value<'m>,
    no: Value<'m>,
) -> Result<()> {
    let condition = w.single(condition)?;
    let action = w.actions.of(inst.ty())?;
    let (yes, no) = (w.expanded(yes)?, w.expanded(no)?);
    let types = w.actions.part_types(&action)?;
    let mut expanded = Vec::with_capacity(types.len());
    for ((yes, no), ty) in yes.iter().zip(no.iter()).zip(types) {
        expanded.push(select_legal(w, ty, condition, *yes, *no)?);
    }
    w.define(inst, expanded)
}

fn select_legal<'m>(
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
        let member = select_legal(w, member, condition, yes, no)?;
        whole = w.emit.builder.insert_value(whole, member, &[index])?;
    }
    Ok(whole)
}
