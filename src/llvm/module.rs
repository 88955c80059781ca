//! A module: its text fields, its lists of globals, and its output.

use super::handles::text;
use super::layout::DataLayout;
use super::{Context, Metadata, Type, Value};
use crate::error::Result;
use llvm_ir::constants::ConstantKind;
use llvm_ir::draft::Draft;
use llvm_ir::global::GlobalKind;

/// A module, in the draft of its context.
#[derive(Debug)]
pub struct Module<'c>(&'c Context);

impl<'c> Module<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        Self(context)
    }

    pub(super) fn owner(&self) -> &'c Context {
        self.0
    }

    pub(super) fn draft(&self) -> &'c Draft {
        self.0.draft()
    }

    fn globals_of(&self, kind: GlobalKind) -> impl Iterator<Item = Value<'_>> + Clone {
        let all: Vec<_> = self.draft().values_of(kind).map(Value).collect();
        all.into_iter()
    }

    /// The functions, declarations included, in the module's order.
    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> + Clone {
        let all: Vec<_> = self.draft().functions().map(|function| Value(function.value())).collect();
        all.into_iter()
    }

    /// The global variables, in the module's order.
    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> + Clone {
        self.globals_of(GlobalKind::Variable)
    }

    /// The aliases.
    pub fn aliases(&self) -> impl Iterator<Item = Value<'_>> + Clone {
        self.globals_of(GlobalKind::Alias)
    }

    /// The indirect functions.
    #[cfg(any(test, feature = "internals"))]
    pub fn ifuncs(&self) -> impl Iterator<Item = Value<'_>> + Clone {
        self.globals_of(GlobalKind::IFunc)
    }

    /// The target triple.
    pub fn triple(&self) -> &str {
        text(self.draft().triple())
    }

    /// Returns whether the module has no data layout, so that LLVM uses a default; the bitcode reader turns an empty
    /// layout into `G1`.
    pub fn has_no_data_layout(&self) -> bool {
        matches!(self.draft().data_layout_text(), b"" | b"G1")
    }

    /// Returns all types of the module, unused ones included.
    pub fn types(&self) -> impl Iterator<Item = Type<'_>> {
        let draft = self.draft();
        (0..draft.type_count()).map(|number| Type(draft.type_at(number)))
    }

    /// Returns whether any constant of the module, used or not, is an expression.
    pub fn has_expressions(&self) -> bool {
        self.draft().has_expressions()
    }

    /// Returns whether any constant of the module, used or not, is an equivalent of a function: see
    /// [`Value::is_equivalent`](super::Value::is_equivalent).
    pub fn has_equivalents(&self) -> bool {
        self.draft().has_constant_of(|kind| matches!(kind, ConstantKind::DsoLocalEquivalent | ConstantKind::NoCfi))
    }

    /// Returns whether the module has module-level inline assembly.
    pub fn has_assembly(&self) -> bool {
        !self.draft().assembly().is_empty()
    }

    /// Returns the data layout.
    pub fn layout(&self) -> DataLayout<'_> {
        DataLayout(self.draft())
    }

    fn named(&self, name: &str) -> Option<Value<'_>> {
        self.draft().global_named(name.as_bytes()).map(Value)
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        self.named(name).filter(|value| value.is_function())
    }

    /// The global variable of this name.
    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        self.named(name).filter(|value| value.is_global_variable())
    }

    /// Returns the nodes of a named metadata; empty if it is missing.
    pub fn named_metadata_nodes(&self, name: &str) -> impl Iterator<Item = Metadata<'_>> {
        self.draft().named_metadata(name.as_bytes()).unwrap_or_default().into_iter().map(Metadata)
    }

    /// Returns whether named metadata of this name exists, even if it is empty.
    pub fn has_named_metadata(&self, name: &str) -> bool {
        self.draft().named_metadata(name.as_bytes()).is_some()
    }

    /// The number of a kind of metadata attachment, such as `range`.
    pub fn metadata_kind_id(&self, name: &str) -> u32 {
        self.draft().metadata_kind(name.as_bytes())
    }

    /// Checks LLVM's own rules.
    pub fn verify(&self) -> Result<()> {
        self.check_debug_nodes()?;
        self.verify_undescribed()
    }

    /// Checks LLVM's own rules for a module that was made without nodes of debug information.
    pub fn verify_undescribed(&self) -> Result<()> {
        self.snapshot().verify_undescribed()
    }

    /// Returns the warnings of reading since the last call.
    pub fn take_warnings(&self) -> Vec<String> {
        self.owner().take_warnings()
    }

    /// Returns the module as bitcode; call [`verify`](Self::verify) first.
    ///
    /// # Errors
    ///
    /// Parts that bitcode cannot represent.
    #[cfg(any(test, feature = "internals"))]
    pub fn write_bitcode(&self) -> Result<Vec<u8>> {
        self.snapshot().write_bitcode()
    }

    /// The module as assembly.
    pub fn print(&self) -> String {
        self.snapshot().print()
    }
}
