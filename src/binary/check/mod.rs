//! The rules that a binary must obey before the other chapters may index into it.
//!
//! [`rules`] lists the rules; `layout`, `operands`, `ids` and `functions` check them while `index` goes through a
//! module. The rest of the validation rules is left to SPIRV-Tools.

pub mod conversions;
pub mod environment;
pub(super) mod functions;
pub(super) mod ids;
pub mod layout;
pub(super) mod operand_layout;
pub(super) mod operands;
pub(super) mod row;
pub mod rules;

use super::Id;
use super::grammar::ExtSet;
use super::instruction::Instructions;
use crate::error::Result;

/// A context that knows nothing of the rest of the module.
struct Alone;

impl super::operands::Context for Alone {
    fn literal_words(&self, _: Id) -> Option<usize> {
        Some(1)
    }

    fn selector_words(&self, _: Id) -> Option<usize> {
        Some(1)
    }

    fn ext_set(&self, _: Id) -> Option<&'static ExtSet> {
        None
    }
}

/// Checks that the instructions in these words have as many operands as the grammar requires; none may have wide
/// literals. Serves writers whose output depends on the input.
pub fn operand_counts(words: &[u32]) -> Result<()> {
    Instructions::new(words, 0).try_for_each(|instruction| super::operands::walk(instruction, &Alone, |_| Ok(())))
}
