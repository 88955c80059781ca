//! Constant expressions that have many parts, or nest without end.
//!
//! In a body an expression is instructions in front of the one that uses it, its parts anew each time: LLVM IR names a
//! part once and may use it in two others, and those in two others. So a large one is a constant of the module, made
//! once. There it is translated from the inside out where it is deep, so that it takes no stack.

use super::expressions::is_null_cast;
use super::{is_block_pointer, translate};
use crate::concepts::base::globals;
use crate::error::{Error, Result};
use crate::llvm::{Value, ValueKind};
use crate::state::{Forward, Operand};

/// Expressions of fewer parts, each counted as often as it is named, are instructions.
const LARGE: u32 = 64;

/// Returns whether it is too large to be made at each of its uses.
pub fn is_large(expression: Value<'_>) -> bool {
    let (mut open, mut parts) = (vec![expression], 0);
    while let Some(value) = open.pop() {
        parts += 1;
        if parts == LARGE {
            return true;
        }
        open.extend(inner(value));
    }
    false
}

/// As constants of the module.
pub fn in_module<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![(value, false)];
    while let Some((part, has_parts)) = open.pop() {
        if !has_parts && seen.insert(part) {
            open.push((part, true));
            open.extend(inner(part).map(|part| (part, false)));
        } else if has_parts && !f.globals.contains_key(&part) {
            let operand = translate(f, part)?;
            f.globals.insert(part, operand);
        }
    }
    f.globals.get(&value).copied().ok_or_else(|| Error::internal("a constant expression without a value"))
}

/// The expressions that one names.
fn inner<'m>(value: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    value.operands().filter_map(globals::aliased).filter(|part| is_expression(*part))
}

fn is_expression(value: Value<'_>) -> bool {
    value.kind() == ValueKind::Expression && !is_block_pointer(value) && !is_null_cast(value)
}
