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
    /// Whether it does more than compute its result.
    pub has_side_effects: bool,
}

/// The number of aliases that may follow one another: a limit, for only the verifier forbids circles.
const MOST_ALIASES: usize = 64;

impl<'m> Value<'m> {
    /// The function that a call calls by name, be it by a name that stands for another.
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
