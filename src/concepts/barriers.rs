//! To come.

use crate::state::Lower;
use llvm_spirv_mangling::Name;

/// Which builtin a name is, if it is one of this concept's.
pub fn resolve(_name: &Name) -> Option<Lower> {
    None
}
