//! Kernels that others enqueue: the host knows them by the functions of their groups.

use super::made::Made;
use crate::error::Result;

/// Puts the function of a kernel's groups in place of the kernel; a kernel that is left out is null.
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
