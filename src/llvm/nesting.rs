//! Constants that are made of others (LangRef "Constant Expressions"): they may be as deep as the file is long.

use crate::llvm::{Value, ValueKind};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

impl Value<'_> {
    /// Returns whether it is a constant that is made of others.
    pub fn is_made(self) -> bool {
        use ValueKind::*;
        self.is_nested() || matches!(self.kind(), Array | Struct)
    }

    /// Returns whether it is an expression, or can be in one. Arrays and structures are in none.
    pub fn is_nested(self) -> bool {
        use ValueKind::*;
        matches!(self.kind(), Expression | Vector | Alias)
    }
}

/// Finds something of a value from what is known of those that it leads to: each is looked at once, those first,
/// without recursion. Of one that leads to itself, as an alias may before it is checked, the default is known
/// meanwhile.
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
