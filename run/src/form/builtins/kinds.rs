//! The requirements of builtins on the step that calls them.

/// A requirement of a builtin on the step that calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The builtin needs the work-item.
    Item,
    /// The builtin waits for other work-items.
    Waits(Wait),
}

/// The way in which a builtin waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For the members of its scope.
    Scope,
    /// For the value of this parameter from the members of its scope.
    Exchange(u32),
    /// For the value of the first parameter from the members of its quad.
    Quad,
    /// To determine which members take part.
    Meet,
}

impl Kind {
    /// Returns whether it waits.
    pub fn suspends(self) -> bool {
        matches!(self, Self::Waits(_))
    }

    /// Returns whether it needs the work-item, which is true of both kinds.
    pub fn needs_item(self) -> bool {
        matches!(self, Self::Item | Self::Waits(_))
    }
}
