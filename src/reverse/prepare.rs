//! Facts about a module that are collected before its first function.
//!
//! In: the indexed module. Out: the target; entry points, execution modes and strings, by function.

use crate::binary::grammar;
use crate::concepts::base::untyped_pointers;
use crate::concepts::interface::{entry_points, kernel_arguments, module_info};
use crate::error::Result;
use crate::state::Reverse;
use rustc_hash::FxHashSet;

/// Sets the target and collects the module-level instructions about functions.
pub fn prepare(r: &mut Reverse<'_>) -> Result<()> {
    module_info::reverse_target(r)?;
    entry_points::reverse_kinds(r);
    untyped_pointers::prepare(r);
    let sets = r.spv.ext_inst_sets().iter().filter(|set| describes(&set.name));
    r.descriptions.sets = sets.map(|set| set.id).collect();
    let mut kernels = FxHashSet::default();
    for inst in r.spv.entry_points() {
        r.entry_points.entry(inst.operand(1)?).or_default().push(*inst);
        kernels.insert(inst.string(2)?.0);
    }
    for inst in r.spv.execution_modes() {
        r.execution_modes.entry(inst.operand(0)?).or_default().push(*inst);
    }
    if !kernels.is_empty() && r.options.keeps_argument_strings() {
        r.arg_strings.lists = kernel_arguments::reverse_strings(r.spv, |name| kernels.contains(name));
    }
    Ok(())
}

/// Returns whether the extended instruction set only describes what other instructions compute.
fn describes(set: &str) -> bool {
    grammar::is_non_semantic(set) || ["OpenCL.DebugInfo.100", "DebugInfo", "SPIRV.debug"].contains(&set)
}
