//! The order of functions: declarations first, as SPIR-V has them (version 1.6, section 2.4), then definitions in the
//! order of the module or in that of the first calls.

use crate::concepts::base::functions::is_defined;
use crate::llvm::{Module, Value};
use rustc_hash::FxHashSet;

/// Returns all functions, in the order in which they are translated.
pub fn functions<'m>(module: &'m Module<'m>, by_calls: bool) -> Vec<Value<'m>> {
    let (defined, mut order): (Vec<_>, Vec<_>) = module.functions().partition(|function| is_defined(*function));
    if !by_calls {
        order.extend(defined);
        return order;
    }
    let mut seen = FxHashSet::default();
    for function in defined {
        order.extend(seen.insert(function).then_some(function));
        let calls = function.blocks().flat_map(|block| block.instructions()).filter_map(Value::called_function);
        order.extend(calls.filter(|callee| is_defined(*callee) && seen.insert(*callee)));
    }
    order
}
