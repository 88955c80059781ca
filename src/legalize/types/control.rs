//! `switch` on integers of illegal types, and `ret` of values in parts.

use super::rewrite::Rewriter;
use super::wide;
use crate::error::{Error, Result};
use crate::legalize::kit::instruction::operand;
use crate::legalize::kit::kinds::is_aggregate;
use crate::llvm::{Type, Value};

/// Lowers `switch`.
pub fn switch<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let condition = w.expanded(operand(inst, 0)?)?;
    let cases: Vec<_> = inst.cases().collect();
    let default = inst.switch_default().ok_or_else(|| Error::internal("a switch without a default"))?;
    let mut values = Vec::with_capacity(cases.len());
    for (case, _) in &cases {
        values.push(w.expanded(*case)?.to_vec());
    }
    let (condition, values) = match &*condition {
        [condition] => (*condition, values.into_iter().flatten().collect()),
        limbs => wide::switch(&w.emit, limbs, &values)?,
    };
    let block = inst.parent_block().ok_or_else(|| Error::internal("a switch in no block"))?;
    inst.erase()?;
    w.emit.builder.position_at_end(block);
    let new = w.emit.builder.switch(condition, default)?;
    for (value, (_, to)) in values.into_iter().zip(cases) {
        w.emit.builder.add_case(new, value, to)?;
    }
    Ok(())
}

/// Lowers `ret` of a value in parts, as [`result_type`] combines them.
pub fn ret<'m>(w: &mut Rewriter<'m>, inst: Value<'m>) -> Result<()> {
    let expanded = w.expanded(operand(inst, 0)?)?;
    let function = inst.parent_function().and_then(Value::function_type).and_then(Type::function_return);
    let ty = function.ok_or_else(|| Error::internal("a return from no function"))?;
    let mut value = expanded.first().copied();
    if expanded.len() > 1 && is_aggregate(ty) {
        let mut whole = w.emit.context.poison(ty)?;
        for (index, part) in (0..).zip(expanded.iter()) {
            whole = w.emit.builder.insert_value(whole, *part, &[index])?;
        }
        value = Some(whole);
    }
    let block = inst.parent_block().ok_or_else(|| Error::internal("a return in no block"))?;
    inst.erase()?;
    w.emit.builder.position_at_end(block);
    match value {
        Some(value) => w.emit.builder.ret(value).map(drop),
        None => w.emit.builder.ret_void().map(drop),
    }
}

/// Returns the type that a function returns in place of an expanded type: the only part, or a struct of all parts.
pub fn result_type<'m>(w: &mut Rewriter<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    if ty.is_void() || w.actions.scan.is_legal(ty) {
        return Ok(ty);
    }
    let action = w.actions.of(ty)?;
    match w.actions.part_types(&action)?.as_slice() {
        [] => Ok(w.emit.context.void_type()),
        [one] => Ok(*one),
        all => w.emit.context.struct_type(all, false),
    }
}
