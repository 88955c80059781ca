//! The passes over variables that a module may need.
//!
//! A module may have very many variables, most of which need no change, and each traversal brings all of them through
//! the caches again. One traversal finds the passes that may have work to do; it may name one that has none.

use super::{address_spaces, long_constants};
use crate::concepts::base::globals;
use crate::llvm::Module;

/// The passes over variables that may have work to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Survey {
    /// Set if a variable may be in an address space without module-scope variables.
    pub moves: bool,
    /// Set if an initialiser may lead back to its own variable.
    pub leads_on: bool,
    /// Set if a constant may have too many elements.
    pub is_long: bool,
}

impl Survey {
    /// Surveys all variables of a module.
    pub fn of(module: &Module<'_>) -> Self {
        let mut long_types = long_constants::LongTypes::default();
        let mut found = Self::default();
        for global in module.globals() {
            found.moves |= address_spaces::may_move(global) || address_spaces::is_cast_constant(global);
            if let Some(value) = global.initializer() {
                found.leads_on |= globals::may_name_globals(value);
                found.is_long |= long_types.has(value.ty(), 0);
            }
        }
        found
    }
}
