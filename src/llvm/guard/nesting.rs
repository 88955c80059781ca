//! The nesting of constant expressions (LangRef "Constant Expressions").
//!
//! LLVM recurses along them where a part is replaced, and where they are shown; its reader of bitcode does not, so that
//! they may be as deep as the file is long. In: what has a name. Out: the levels of all that is made of it.

use crate::llvm::{Module, Value, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

impl Module<'_> {
    /// The levels of the deepest expression of variables and aliases; 0 where there is none.
    pub fn levels(&self) -> usize {
        levels(self.globals().chain(self.aliases()).chain(self.ifuncs()))
    }
}

impl Value<'_> {
    /// The levels of the deepest expression that leads to this global value; 0 where there is none.
    pub fn levels(self) -> usize {
        levels(Some(self).into_iter())
    }

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

/// The levels of the deepest expression that leads to one of these.
pub fn levels<'m>(named: impl Iterator<Item = Value<'m>>) -> usize {
    let parts = |value: Value<'m>| value.operands().filter(|part| part.is_nested());
    let (mut seen, mut known) = (FxHashSet::default(), FxHashMap::default());
    let mut open: Vec<_> = named.flat_map(Value::uses).filter(|user| user.is_nested()).collect();
    while let Some(value) = open.pop() {
        if seen.insert(value) {
            find(value, &mut known, parts, |value, known: &FxHashMap<_, usize>| {
                parts(value).filter_map(|part| known.get(&part)).max().map_or(1, |inner| inner + 1)
            });
            open.extend(value.uses().filter(|user| user.is_nested()));
        }
    }
    known.into_values().max().unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use crate::llvm::Context;

    fn levels(text: &str) -> usize {
        let context = Context::new();
        let text = format!("@g = addrspace(1) global i8 0\n@h = addrspace(1) global i8 0\n{text}");
        context.parse(text.as_bytes(), "").unwrap().levels()
    }

    #[test]
    fn expressions_and_aliases_are_counted() {
        let (g, h) = ("i64 ptrtoint (ptr addrspace(1) @g to i64)", "i64 ptrtoint (ptr addrspace(1) @h to i64)");
        assert_eq!(levels(""), 0);
        assert_eq!(
            levels("@p = addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @g, ptr addrspace(1) @h]"),
            0
        );
        assert_eq!(levels(&format!("@p = addrspace(1) global {g}")), 1);
        let both = format!("i64 sub ({g}, i64 sub ({h}, i64 5))");
        assert_eq!(levels(&format!("@p = addrspace(1) global {both}")), 3);
        // What is a part of one may be the beginning of a longer one.
        let more = format!("i64 xor (i64 7, i64 sub (i64 9, i64 sub ({h}, i64 5)))");
        assert_eq!(levels(&format!("@p = addrspace(1) global {both}\n@q = addrspace(1) global {more}")), 4);
        assert_eq!(levels(&format!("@p = addrspace(1) global {more}\n@q = addrspace(1) global {both}")), 4);
        assert_eq!(levels("@a = alias i8, ptr addrspace(1) @g\n@b = alias i8, ptr addrspace(1) @a"), 2);
        let vector = "<2 x ptr addrspace(1)> <ptr addrspace(1) @g, ptr addrspace(1) @h>";
        let wide = format!("i128 bitcast (<2 x i64> ptrtoint ({vector} to <2 x i64>) to i128)");
        assert!(levels(&format!("@p = addrspace(1) global {wide}")) >= 2);
    }
}
