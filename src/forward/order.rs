//! The order of blocks, and that of functions: declarations first, as SPIR-V has them (version 1.6, section 2.4), then definitions in the
//! order of the module or in that of the first calls.

use crate::concepts::instructions::layout;
use crate::conventions::calling::is_defined;
use crate::llvm::{Module, Value};
use rustc_hash::FxHashSet;

/// Sorts the blocks of each function such that each comes after its dominator: properties inferred from the order of
/// instructions are then the same after a round trip.
pub fn blocks(module: &Module<'_>) {
    for function in module.functions().filter(|function| is_defined(*function) && !function.blocks_follow()) {
        let order = layout::layout(function).order;
        order.iter().zip(order.iter().skip(1)).for_each(|(before, block)| block.move_after(*before));
    }
}

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
