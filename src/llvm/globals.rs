//! Global values: functions, variables, aliases, ifuncs.

use super::getters::getters;
use super::raw::Numbered as _;
use super::shim::{self, c_text};
use super::{Linkage, Type, Value, Visibility};
use llvm_sys::core::*;

impl<'m> Value<'m> {
    getters! {
        /// Returns the linkage; external for values that are not global.
        linkage: Linkage = is_global_value, LLVMGetLinkage, |l| Linkage::from_raw(l), else Linkage::External;
        /// Returns the ELF visibility.
        visibility: Visibility = is_global_value, LLVMGetVisibility, |v| Visibility::from_raw(v), else Visibility::Default;
        /// Returns whether it has no body or initializer.
        is_declaration: bool = is_global_value, LLVMIsDeclaration, |is| is != 0, else false;
        /// The type of what it points to; of other values, `None`.
        value_type: Option<Type<'m>> = is_global_value, LLVMGlobalGetValueType, |raw| Type::from_raw(raw), else None;
        /// Returns the initializer of a variable.
        initializer: Option<Value<'m>> = is_global_variable, LLVMGetInitializer, |raw| Value::from_raw(raw), else None;
        /// Returns whether it is a variable marked `constant`.
        is_global_constant: bool = is_global_variable, LLVMIsGlobalConstant, |is| is != 0, else false;
        /// Returns whether it is a `thread_local` variable.
        is_thread_local: bool = is_global_variable, LLVMIsThreadLocal, |is| is != 0, else false;
        /// Returns the aliasee of an alias.
        aliasee: Option<Value<'m>> = is_alias, LLVMAliasGetAliasee, |raw| Value::from_raw(raw), else None;
    }

    /// The value of a string attribute of a variable.
    pub fn variable_attribute(self, name: &str) -> Option<String> {
        if !self.is_global_variable() {
            return None;
        }
        let mut length = 0;
        // SAFETY: a variable and one string; null where it lacks the attribute, whose text lives as long as the
        // context.
        let start =
            unsafe { shim::llvmspirv_variable_attribute(self.raw(), name.as_ptr().cast(), name.len(), &mut length) };
        // SAFETY: pointer and length belong together.
        (!start.is_null()).then(|| shim::text(unsafe { shim::bytes(start, length) }).to_owned())
    }

    /// The section's name, where it has one.
    pub fn section(self) -> Option<&'m str> {
        // SAFETY: a global value; null, or a string of the context's.
        self.is_global_value().then(|| unsafe { c_text(LLVMGetSection(self.raw())) }).filter(|name| !name.is_empty())
    }
}
