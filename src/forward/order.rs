//! The order of functions: as the module has them or, in strict mode, as they are first spoken of.

use crate::concepts::functions::is_defined;
use crate::llvm::{Module, Value};
use rustc_hash::FxHashSet;

/// All functions, in the order in which they are translated.
pub fn functions<'m>(module: &'m Module<'m>, strict: bool) -> Vec<Value<'m>> {
    let all = module.functions();
    if !strict {
        return all.collect();
    }
    let mut seen = FxHashSet::default();
    let mut order: Vec<_> = all.clone().filter(|function| !is_defined(*function)).collect();
    for function in all.filter(|function| is_defined(*function)) {
        order.extend(seen.insert(function).then_some(function));
        let calls = function.blocks().flat_map(|block| block.instructions()).filter_map(Value::called_function);
        order.extend(calls.filter(|callee| is_defined(*callee) && seen.insert(*callee)));
    }
    order
}
