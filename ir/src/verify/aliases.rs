//! Detects cycles of aliases.

use rustc_hash::FxHashMap;

use super::{Chapter, Verifier};
use crate::global::GlobalKind;
use crate::module::Module;

/// Returns the operands of a constant expression; none for a global.
fn parts(m: &Module, value: u32) -> &[u32] {
    match m.global_of(value) {
        Some(_) => &[],
        None => m.constant(value).map_or(&[], |c| m.constants.operands(c)),
    }
}

fn aliasee(m: &Module, value: u32) -> Option<u32> {
    m.global_of(value).filter(|g| g.kind == GlobalKind::Alias).and_then(|g| g.init.checked_sub(1))
}

impl<'m> Verifier<'m> {
    /// Rejects aliases that refer to themselves, through other aliases or expressions.
    pub(super) fn circles_of_aliases(&mut self) {
        let m = self.m;
        // True for a value that is completely searched, false for one on the current path.
        let mut known: FxHashMap<u32, bool> = FxHashMap::default();
        for (number, g) in m.globals.iter().enumerate().filter(|(_, g)| g.kind == GlobalKind::Alias) {
            let mut open = vec![(g.value, 0)];
            while let Some((value, next)) = open.pop() {
                if next == 0 && known.contains_key(&value) {
                    continue;
                }
                known.insert(value, false);
                let part = match aliasee(m, value) {
                    Some(of) => (next == 0).then_some(of),
                    None => parts(m, value).get(next).copied(),
                };
                let Some(part) = part else {
                    known.insert(value, true);
                    continue;
                };
                open.push((value, next + 1));
                if known.get(&part) == Some(&false) {
                    let rule = Chapter::Globals.broken("Aliases cannot form a cycle");
                    return self.note(rule, |v| v.place_of_global(number));
                }
                open.push((part, 0));
            }
        }
    }
}
