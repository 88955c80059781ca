//! Constant expressions that have many parts, or nest without end.
//!
//! In a body, a constant expression becomes instructions in front of its user, and its parts are emitted anew at each
//! use. An LLVM expression can use one part twice, so that this grows exponentially with the depth. A large expression
//! is therefore made once, as a constant of the module, and translated from the innermost part outwards, without
//! recursion.

use super::expressions::is_null_cast;
use super::{is_block_pointer, translate};
use crate::concepts::base::globals;
use crate::error::{Error, Result};
use crate::llvm::{Value, ValueKind};
use crate::state::{Forward, Operand};

/// The number of parts, counted at each use, from which an expression becomes a constant of the module.
const LARGE: u32 = 64;

/// Returns whether an expression has too many parts to be emitted anew at each of its uses.
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

/// Translates a constant expression to constants of the module, innermost part first.
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

/// Returns the constant expressions among the operands of a constant.
fn inner<'m>(value: Value<'m>) -> impl Iterator<Item = Value<'m>> {
    value.operands().filter_map(globals::aliased).filter(|part| is_expression(*part))
}

fn is_expression(value: Value<'_>) -> bool {
    value.kind() == ValueKind::Expression && !is_block_pointer(value) && !is_null_cast(value)
}
