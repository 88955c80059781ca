//! Constants with constant operands (LangRef "Constant Expressions"), which may be nested as deeply as the file is
//! long.

use crate::llvm::{Value, ValueKind};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

impl Value<'_> {
    /// Returns whether it is a constant with constant operands.
    pub fn is_made(self) -> bool {
        use ValueKind::*;
        self.is_nested() || matches!(self.kind(), Array | Struct)
    }

    /// Returns whether it is an expression, or can be an operand of one. Arrays and structures cannot.
    pub fn is_nested(self) -> bool {
        use ValueKind::*;
        matches!(self.kind(), Expression | Vector | Alias)
    }
}

/// Computes a property of a value and of all values reachable from it, operands first, without recursion; each is
/// visited once. In a cycle, as aliases may form before they are checked, an unfinished value has the default.
pub fn find<'m, T: Default, I: Iterator<Item = Value<'m>>>(
    value: Value<'m>,
    known: &mut FxHashMap<Value<'m>, T>,
    leads_to: impl Fn(Value<'m>) -> I,
    mut of: impl FnMut(Value<'m>, &FxHashMap<Value<'m>, T>) -> T,
) {
    let mut open = vec![(value, false)];
    while let Some((value, is_next)) = open.pop() {
        if is_next {
            let found = of(value, known);
            known.insert(value, found);
        } else if let Entry::Vacant(entry) = known.entry(value) {
            entry.insert(T::default());
            open.push((value, true));
            open.extend(leads_to(value).map(|value| (value, false)));
        }
    }
}
