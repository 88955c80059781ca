//! The steps that the variables of a module may need.
//!
//! A module may have very many variables, most of which need nothing, and each look at all of them brings them all
//! through the caches again. One look tells which of the steps may have something to do; it may say so in vain.

use super::{address_spaces, long_constants};
use crate::concepts::base::globals;
use crate::llvm::Module;

/// The steps that may have something to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Survey {
    /// Variables in other address spaces than SPIR-V has.
    pub moves: bool,
    /// Initialisers that may lead back to their own variables.
    pub leads_on: bool,
    /// Constants of too many elements.
    pub is_long: bool,
}

impl Survey {
    /// Looks at all variables.
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
