//! The handles: those of [`llvm_ir::draft`], `Copy`, valid as long as their module (`'m`).

pub(super) use super::text::text;
use crate::error::{Code, Error};
use llvm_ir::draft::{self, Draft, Refused};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name<'m>(pub(super) draft::$name<'m>);
    };
}

handle!(
    /// A value: constant, global, function, argument or instruction; or a block, in a terminator.
    Value
);
handle!(
    /// A type.
    Type
);
handle!(
    /// A basic block.
    Block
);
handle!(
    /// A metadata node, string or value wrapped as metadata.
    Metadata
);

/// The bits that are both set in the number of a value that is a block: no local and no metadata has both.
const BLOCK: u32 = 3 << 30;

impl<'m> Value<'m> {
    #[inline]
    pub(super) fn draft(self) -> &'m Draft {
        self.0.draft()
    }

    /// Returns the value for a block.
    pub(super) fn of_block(block: draft::Block<'m>) -> Self {
        Self(block.draft().value_at(BLOCK | block.number()))
    }

    /// Returns the block that the value stands for.
    #[inline]
    pub(super) fn as_block(self) -> Option<draft::Block<'m>> {
        let number = self.0.number();
        (number & BLOCK == BLOCK && number != u32::MAX).then(|| self.draft().block_at(number & !BLOCK))
    }
}

/// Returns the error for a change that a draft refuses.
pub(super) fn refused(refused: Refused) -> Error {
    Error::of(Code::Operands, refused.to_string())
}
