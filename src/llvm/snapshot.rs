//! A module that does not change any more: it is verified, then written.

use super::Module;
use crate::error::Result;

/// A module as it is, to be verified and written; see `native/snapshot.rs`, where the columns that both need are laid out once.
#[derive(Debug)]
pub struct Snapshot<'m>(&'m Module<'m>);

impl Module<'_> {
    /// Returns the module as it is now.
    pub fn snapshot(&self) -> Snapshot<'_> {
        Snapshot(self)
    }
}

impl Snapshot<'_> {
    /// Checks LLVM's own rules for a module that was made without nodes of debug information.
    pub fn verify_undescribed(&self) -> Result<()> {
        self.0.verify_undescribed()
    }

    /// The module as bitcode.
    ///
    /// # Errors
    /// None of LLVM's: the second back end tells what it cannot write.
    pub fn write_bitcode(&self) -> Result<Vec<u8>> {
        self.0.write_bitcode()
    }

    /// The module as assembly.
    pub fn print(&self) -> String {
        self.0.print()
    }
}
