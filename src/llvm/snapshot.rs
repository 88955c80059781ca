//! An immutable view of a module: its columns are laid out once, then verified and written.

use super::Module;
use super::broken::broken;
use crate::error::{Error, Result};
use llvm_ir::{Fault, PrintOptions, WriteOptions};
use std::marker::PhantomData;

/// A module in its present state, to be verified and written.
#[derive(Debug)]
pub struct Snapshot<'m> {
    module: llvm_ir::Module,
    name: String,
    of: PhantomData<&'m ()>,
}

impl Module<'_> {
    /// Returns the module as it is now.
    pub fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { module: self.draft().snapshot(), name: self.owner().name(), of: PhantomData }
    }
}

impl Snapshot<'_> {
    /// Returns the rules that the module breaks.
    pub(in crate::llvm) fn faults(&self) -> Vec<Fault> {
        llvm_ir::verify(&self.module)
    }

    /// Returns the rules that the module breaks, including those of debug information, whose version the module does
    /// not state yet.
    pub(in crate::llvm) fn faults_described(&self) -> Vec<Fault> {
        llvm_ir::verify_described(&self.module)
    }

    /// Checks LLVM's own rules for a module that was made without nodes of debug information.
    pub fn verify_undescribed(&self) -> Result<()> {
        match &self.faults()[..] {
            [] => Ok(()),
            faults => Err(broken(&faults.iter().map(|fault| format!("{fault}\n")).collect::<String>())),
        }
    }

    /// Returns the module as bitcode.
    ///
    /// # Errors
    ///
    /// Parts that bitcode cannot represent.
    pub fn write_bitcode(&self) -> Result<Vec<u8>> {
        llvm_ir::write(&self.module, &WriteOptions::default())
            .map_err(|error| Error::internal(format!("bitcode cannot be written: {error}")))
    }

    /// The module as assembly.
    pub fn print(&self) -> String {
        let options = PrintOptions { module_id: self.name.clone(), ..PrintOptions::default() };
        let bytes = llvm_ir::print(&self.module, &options).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_else(|bytes| String::from_utf8_lossy(bytes.as_bytes()).into_owned())
    }
}
