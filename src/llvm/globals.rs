//! Global values: functions, variables, aliases, ifuncs.

use super::handles::text;
use super::{Linkage, Type, Value, Visibility};
use llvm_ir::global::{Global, GlobalKind};

impl<'m> Value<'m> {
    pub(super) fn of_global<T>(self, find: impl FnOnce(&Global) -> T) -> Option<T> {
        self.0.with_global(|global| (global.kind != GlobalKind::Removed).then(|| find(global)))?
    }

    fn of_variable<T>(self, find: impl FnOnce(&Global) -> T) -> Option<T> {
        self.0.with_global(|global| (global.kind == GlobalKind::Variable).then(|| find(global)))?
    }

    /// Returns the linkage; external for values that are not global.
    pub fn linkage(self) -> Linkage {
        self.of_global(|global| global.linkage).unwrap_or(Linkage::External)
    }

    /// Returns the ELF visibility.
    pub fn visibility(self) -> Visibility {
        self.of_global(|global| global.visibility).unwrap_or(Visibility::Default)
    }

    /// Returns whether it has no body or initializer.
    pub fn is_declaration(self) -> bool {
        match self.as_function() {
            Some(function) => function.is_declaration(),
            None => self.of_variable(|global| global.init == 0).unwrap_or(false),
        }
    }

    /// Returns the value type of a global; `None` for other values.
    pub fn value_type(self) -> Option<Type<'m>> {
        self.of_global(|global| global.ty).map(|ty| Type(self.draft().type_at(ty)))
    }

    /// Returns the initializer of a variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        let init = self.of_variable(|global| global.init)?.checked_sub(1)?;
        Some(Value(self.draft().value_at(init)))
    }

    /// Returns whether it is a variable marked `constant`.
    pub fn is_global_constant(self) -> bool {
        self.of_variable(|global| global.is_constant).unwrap_or(false)
    }

    /// Returns whether it is a `thread_local` variable.
    pub fn is_thread_local(self) -> bool {
        self.of_variable(|global| global.threads != 0).unwrap_or(false)
    }

    /// Returns the aliasee of an alias.
    pub fn aliasee(self) -> Option<Value<'m>> {
        let aliasee = |global: &Global| if global.kind == GlobalKind::Alias { global.init } else { 0 };
        let init = self.0.with_global(aliasee)?.checked_sub(1)?;
        Some(Value(self.draft().value_at(init)))
    }

    /// The section's name, where it has one.
    pub fn section(self) -> Option<&'m str> {
        self.of_global(|global| global.section)
            .map(|name| text(self.draft().text(name)))
            .filter(|name| !name.is_empty())
    }
}
