//! Replaces two equal instructions by one.

use super::Value;
use crate::instruction::flag;

/// The flags that are promises: the bits below those of calls and memory accesses.
const PROMISES: u16 = flag::VOLATILE - 1;

impl Value<'_> {
    /// Clears the flags and metadata of an instruction that `other` does not have, because it replaces `other` from now on.
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
