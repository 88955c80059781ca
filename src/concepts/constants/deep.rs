//! Constant expressions that nest without end: translated from the inside out, so that they take no stack.
//!
//! Only from the depth on at which recursion stops ([`Forward::is_deep`]), because what an expression does without, such as
//! the base that an access chain reaches through, is left out by recursion and translated here.

use super::{expression, is_null_cast, translate};
use crate::concepts::{enqueue, globals};
use crate::error::{Error, Result};
use crate::llvm::{Value, ValueKind};
use crate::state::{Forward, Operand};

/// As instructions in front of the one that uses it. Its parts are values of the body only until it is made.
pub fn in_body<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    let mut made = Vec::new();
    let outcome = inside_out(f, value, |f, part| {
        if f.body.values.contains_key(&part) {
            return Ok(());
        }
        let operand = expression(f, part)?;
        f.body.values.insert(part, operand);
        made.push(part);
        Ok(())
    });
    let operand = f.body.values.get(&value).copied();
    for part in made {
        f.body.values.remove(&part);
    }
    outcome.and(operand.ok_or_else(|| Error::internal("a constant expression without a value")))
}

/// As constants of the module.
pub fn in_module<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    inside_out(f, value, |f, part| {
        if !f.globals.contains_key(&part) {
            let operand = translate(f, part)?;
            f.globals.insert(part, operand);
        }
        Ok(())
    })?;
    f.globals.get(&value).copied().ok_or_else(|| Error::internal("a constant expression without a value"))
}

/// Visits an expression and all expressions in it, each after its parts.
fn inside_out<'m>(
    f: &mut Forward<'m>,
    value: Value<'m>,
    mut visit: impl FnMut(&mut Forward<'m>, Value<'m>) -> Result<()>,
) -> Result<()> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![(value, false)];
    while let Some((part, has_parts)) = open.pop() {
        if has_parts {
            visit(f, part)?;
        } else if seen.insert(part) {
            open.push((part, true));
            let parts = part.operands().filter_map(globals::aliased).filter(|part| is_expression(*part));
            open.extend(parts.map(|part| (part, false)));
        }
    }
    Ok(())
}

fn is_expression(value: Value<'_>) -> bool {
    value.kind() == ValueKind::LLVMConstantExprValueKind && !enqueue::is_block_pointer(value) && !is_null_cast(value)
}
