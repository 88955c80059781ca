//! Global values: functions, variables, aliases, ifuncs.

use super::getters::getters;
use super::shim::{self, c_text};
use super::{Linkage, Type, UnnamedAddr, Value, Visibility};
use llvm_sys::comdat::{LLVMComdatSelectionKind, LLVMGetComdat, LLVMGetComdatSelectionKind};
use llvm_sys::core::*;

impl<'m> Value<'m> {
    getters! {
        /// Who sees it; external for values that are not global.
        linkage: Linkage = is_global_value, LLVMGetLinkage, |l| l, else Linkage::LLVMExternalLinkage;
        /// Its ELF visibility.
        visibility: Visibility = is_global_value, LLVMGetVisibility, |v| v, else Visibility::LLVMDefaultVisibility;
        /// Does its address matter?
        unnamed_addr: UnnamedAddr = is_global_value, LLVMGetUnnamedAddress, |u| u, else UnnamedAddr::LLVMNoUnnamedAddr;
        /// Has it no body or initializer?
        is_declaration: bool = is_global_value, LLVMIsDeclaration, |is| is != 0, else false;
        /// The type of what it points to; of other values, `None`.
        value_type: Option<Type<'m>> = is_global_value, LLVMGlobalGetValueType, |raw| Type::from_raw(raw), else None;
        /// What a variable starts with.
        initializer: Option<Value<'m>> = is_global_variable, LLVMGetInitializer, |raw| Value::from_raw(raw), else None;
        /// Is it a variable that never changes?
        is_global_constant: bool = is_global_variable, LLVMIsGlobalConstant, |is| is != 0, else false;
        /// Is it a variable of which each thread has one?
        is_thread_local: bool = is_global_variable, LLVMIsThreadLocal, |is| is != 0, else false;
        /// May something outside of the module set the variable before it starts?
        is_externally_initialized: bool = is_global_variable, LLVMIsExternallyInitialized, |is| is != 0, else false;
        /// What an alias stands for.
        aliasee: Option<Value<'m>> = is_alias, LLVMAliasGetAliasee, |raw| Value::from_raw(raw), else None;
        /// The function that chooses what an ifunc stands for.
        resolver: Option<Value<'m>> = is_ifunc, LLVMGetGlobalIFuncResolver, |raw| Value::from_raw(raw), else None;
    }

    /// The value of a string attribute of a variable.
    pub fn variable_attribute(self, name: &str) -> Option<String> {
        if !self.is_global_variable() {
            return None;
        }
        let mut length = 0;
        // SAFETY: a variable and one string; null where it lacks the attribute, whose text lives as long as the context.
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

    /// How the linker chooses among copies, for what is in a comdat.
    pub fn comdat(self) -> Option<LLVMComdatSelectionKind> {
        if !self.is_function() && !self.is_global_variable() {
            return None;
        }
        // SAFETY: a global object; its comdat, if any, is the module's.
        unsafe {
            let comdat = LLVMGetComdat(self.raw());
            (!comdat.is_null()).then(|| LLVMGetComdatSelectionKind(comdat))
        }
    }
}
