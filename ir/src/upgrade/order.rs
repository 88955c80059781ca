//! The order of the declarations that upgrades add. For bitcode, LLVM upgrades all functions, then all calls, as is done here; for
//! assembly, it upgrades each function with its calls.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::constants::ConstantKind;
use crate::global::GlobalKind;
use crate::module::Module;

/// Sorts the globals behind the first `count` into the order of the functions that they replaced.
pub(crate) fn by_function(m: &mut Module, count: usize) {
    let added = m.globals.len() - count.min(m.globals.len());
    if added < 2 {
        return;
    }
    let origins = Origins::of(m);
    let mut order: Vec<usize> = (count..m.globals.len()).collect();
    order.arrange_by_key(|&i| origins.of_added(m, i));
    let mut numbers = vec![0; added];
    for (new, &old) in order.iter().enumerate() {
        numbers.iter_mut().skip(old - count).take(1).for_each(|number| *number = (count + new) as u64);
    }
    let tail = order.iter().filter_map(|&i| m.globals.get(i).cloned()).collect();
    m.globals.truncate(count);
    m.globals.extend::<Vec<_>>(tail);
    for row in m.constants.rows.iter_mut().filter(|row| row.kind == ConstantKind::Global) {
        let added = usize::try_from(row.data).ok().and_then(|data| data.checked_sub(count));
        if let Some(&number) = added.and_then(|i| numbers.get(i)) {
            row.data = number;
        }
    }
}

/// The replaced functions, by the value that the new one took over, and by the base name.
struct Origins {
    values: HashMap<u32, usize, FxBuildHasher>,
    bases: HashMap<String, usize, FxBuildHasher>,
}

impl Origins {
    fn of(m: &Module) -> Origins {
        let mut origins = Origins { values: HashMap::default(), bases: HashMap::default() };
        for (i, global) in m.globals.iter().enumerate().filter(|(_, global)| global.kind == GlobalKind::Removed) {
            origins.values.entry(global.value).or_insert(i);
            if let Some(base) = crate::intrinsics::base(m.text(global.name)) {
                origins.bases.entry(base.to_owned()).or_insert(i);
            }
        }
        origins
    }

    /// Returns the number of the function that an added one replaced, or its own number.
    fn of_added(&self, m: &Module, i: usize) -> usize {
        let Some(global) = m.globals.get(i) else { return i };
        let base = crate::intrinsics::base(m.text(global.name));
        let found = self.values.get(&global.value).or_else(|| self.bases.get(base?));
        found.copied().unwrap_or(i)
    }
}
