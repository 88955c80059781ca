//! Kernels that other kernels enqueue: the host identifies them by their group functions.

use super::made::Made;
use llvm_spirv::error::Result;

/// Replaces the address of a kernel by that of its group function; null if the kernel is left out.
pub fn point_to_groups<'n>(made: Made<'_, '_>, kernels: impl Iterator<Item = &'n str>) -> Result<()> {
    for name in kernels {
        let Some(kernel) = made.module.function(name).filter(|kernel| kernel.is_used()) else { continue };
        let group = made.module.function(&format!("{name}.group"));
        kernel.replace_uses(match group {
            Some(group) => group,
            None => made.context.const_null(kernel.ty())?,
        })?;
    }
    Ok(())
}
