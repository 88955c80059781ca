//! To come.

use crate::state::Lower;
use llvm_spirv_mangling::Name;

/// Which builtin a name is, if it is one of this concept's.
pub fn resolve(_name: &Name) -> Option<Lower> {
    None
}

/// Finds chains of calls that are one load of a builtin variable.
pub fn find_chains<'m>(_f: &mut crate::state::Forward<'m>, _function: crate::llvm::Value<'m>) -> crate::error::Result<()> {
    Ok(())
}
