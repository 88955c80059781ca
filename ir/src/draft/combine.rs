//! One instruction in the place of two that are equal.

use super::Value;
use crate::instruction::flag;

/// The flags of all instructions that promise something, in the bits below those of calls and accesses.
const PROMISES: u16 = flag::VOLATILE - 1;

impl Value<'_> {
    /// Takes the promises from an instruction that another, which it stands for from now on, does not make: flags and metadata.
    pub(crate) fn promise_only_as(self, other: Value<'_>) {
        let keeps = other.flags() | !PROMISES;
        self.change_row(|row| row.flags &= keeps);
        let (Some(this), Some(other)) = (self.instruction(), other.instruction()) else { return };
        let attachments = &mut self.draft.side.borrow_mut().attachments;
        let of_other = attachments.get(&other).cloned().unwrap_or_default();
        if let Some(list) = attachments.get_mut(&this) {
            list.retain(|a| of_other.iter().any(|b| (a.kind, a.node) == (b.kind, b.node)));
            if list.is_empty() {
                attachments.remove(&this);
            }
        }
    }
}
