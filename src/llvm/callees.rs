//! Callees.

use super::{Type, Value, ValueKind};

/// Inline assembly, as the callee of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlineAsm<'m> {
    /// The text.
    pub template: &'m str,
    /// The constraints of the operands.
    pub constraints: &'m str,
    /// The type of the call.
    pub function_type: Type<'m>,
    /// True if it has effects besides its result.
    pub has_side_effects: bool,
}

/// The limit on a chain of aliases, since only the verifier forbids cycles.
const MOST_ALIASES: usize = 64;

impl<'m> Value<'m> {
    /// Returns the function that a call calls by name, possibly through aliases.
    pub fn called_function(self) -> Option<Value<'m>> {
        let mut callee = self.called_value()?;
        for _ in 0..MOST_ALIASES {
            if callee.is_function() {
                return Some(callee);
            }
            callee = callee.aliasee()?;
        }
        None
    }

    /// Returns whether it is inline assembly, or a call of it.
    pub fn is_inline_asm(self) -> bool {
        self.called_value().unwrap_or(self).kind() == ValueKind::InlineAsm
    }
}
