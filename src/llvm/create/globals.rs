//! The module's own fields, functions, global variables, aliases, blocks, and the setters of all of them.

use super::check::{require, require_constant, require_type, show, until_nul};
use super::shim::{self, Role};
use super::types::check_address_space;
use crate::error::{Code, Error, Result};
use crate::llvm::diagnostics::{c_string, take_message};
use crate::llvm::raw::Numbered as _;
use crate::llvm::{Block, Linkage, Module, Type, TypeKind, UnnamedAddr, Value};
use llvm_sys::core;

const MAX_CALL_CONV: u32 = 1023;

impl Module<'_> {
    /// Sets the target triple.
    pub fn set_triple(&self, triple: &str) {
        // SAFETY: the string ends in NUL.
        unsafe { core::LLVMSetTarget(self.raw(), c_string(triple).as_ptr()) }
    }

    /// Sets the data layout, which LLVM must understand.
    pub fn set_data_layout(&self, layout: &str) -> Result<()> {
        // SAFETY: a string with its length; the message, if any, is ours to free.
        let message =
            unsafe { take_message(shim::spirv_set_data_layout(self.raw(), layout.as_ptr().cast(), layout.len())) };
        if message.is_empty() {
            Ok(())
        } else {
            Err(Error::of(Code::Operands, format!("data layout `{layout}`: {message}")))
        }
    }

    /// Adds a function without a body, in the address space that the data layout has for functions (LangRef "Data
    /// Layout", `P`). LLVM adds a number to a name that is taken; `llvm.` names must fit their type.
    pub fn add_function<'m>(&'m self, name: &str, ty: Type<'m>) -> Result<Value<'m>> {
        // SAFETY: a live module.
        self.add_function_in(unsafe { shim::spirv_program_space(self.raw()) }, name, ty)
    }

    /// Adds a function without a body, in an address space.
    pub fn add_function_in<'m>(&'m self, space: u32, name: &str, ty: Type<'m>) -> Result<Value<'m>> {
        check_address_space(space)?;
        if ty.kind() != TypeKind::Function {
            return Err(Error::of(Code::Operands, format!("function {name} cannot have the type {}", show(ty))));
        }
        let name = until_nul(name);
        // SAFETY: a function type, an address space in range, a string with its length; the shim checks the names of
        // intrinsics.
        let raw = unsafe { shim::spirv_add_function(self.raw(), ty.raw(), space, name.as_ptr().cast(), name.len()) };
        Value::from_raw(raw)
            .ok_or_else(|| Error::of(Code::Operands, format!("intrinsic {name} is not of type {}", show(ty))))
    }

    /// The intrinsic `name`, with or without the suffixes of its types, that is of type `ty`; `None` where LLVM has
    /// none.
    pub fn intrinsic<'m>(&'m self, name: &str, ty: Type<'m>) -> Result<Option<Value<'m>>> {
        if ty.function_return().is_none() || !name.starts_with("llvm.") {
            return Err(Error::internal(format!("no intrinsic {name} is of type {}", show(ty))));
        }
        // SAFETY: a function type, a string with its length; the shim checks name and type.
        let raw = unsafe { shim::spirv_intrinsic(self.raw(), ty.raw(), name.as_ptr().cast(), name.len()) };
        Ok(Value::from_raw(raw))
    }

    /// Adds a global variable without an initializer. LLVM adds a number to a name that is taken.
    pub fn add_global<'m>(&'m self, name: &str, ty: Type<'m>, address_space: u32) -> Result<Value<'m>> {
        require(ty, Role::Member, "the type of a global variable")?;
        check_address_space(address_space)?;
        // SAFETY: a type for globals, an address space in range, a string that ends in NUL.
        let raw =
            unsafe { core::LLVMAddGlobalInAddressSpace(self.raw(), ty.raw(), c_string(name).as_ptr(), address_space) };
        Value::from_raw(raw).ok_or_else(|| Error::internal("LLVM made no global variable"))
    }

    /// Adds an alias for the constant pointer `aliasee`, seen as `ty`.
    #[cfg(test)]
    pub fn add_alias<'m>(&'m self, name: &str, ty: Type<'m>, aliasee: Value<'m>) -> Result<Value<'m>> {
        use super::check::require_pointer;
        require_constant(aliasee)?;
        require_pointer(aliasee, "an alias")?;
        if ty.kind() != TypeKind::Function {
            require(ty, Role::Member, "the type of an alias")?;
        }
        // SAFETY: a constant pointer, its own address space, a string that ends in NUL.
        let raw = unsafe {
            let space = core::LLVMGetPointerAddressSpace(core::LLVMTypeOf(aliasee.raw()));
            core::LLVMAddAlias2(self.raw(), ty.raw(), space, aliasee.raw(), c_string(name).as_ptr())
        };
        Value::from_raw(raw).ok_or_else(|| Error::internal("LLVM made no alias"))
    }

    /// Adds an empty block at the end of `function`.
    pub fn append_block<'m>(&'m self, function: Value<'m>, name: &str) -> Result<Block<'m>> {
        need(function.is_function(), function, "a block belongs in a function")?;
        // SAFETY: a function, and a string that ends in NUL.
        let raw =
            unsafe { core::LLVMAppendBasicBlockInContext(self.context_raw(), function.raw(), c_string(name).as_ptr()) };
        Block::from_raw(raw).ok_or_else(|| Error::internal("LLVM made no block"))
    }
}

impl<'m> Value<'m> {
    /// Names a value; ignored where LLVM has no names (void, constants) and for a wrongly typed intrinsic. LLVM adds a
    /// number to a name that is taken.
    pub fn set_name(self, name: &str) {
        let name = until_nul(name);
        // SAFETY: a string with its length; the shim leaves alone what cannot have a name.
        unsafe { shim::spirv_set_name(self.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Puts a function behind another one of its module.
    pub fn move_behind(self, other: Value<'m>) -> Result<()> {
        // SAFETY: live values; the shim checks that they are two functions of one module.
        match unsafe { shim::spirv_move_function(self.raw(), other.raw()) } {
            true => Ok(()),
            false => Err(Error::internal("only functions of one module have an order")),
        }
    }

    /// Linkage of a function, variable or alias; local linkage makes the visibility the default one.
    pub fn set_linkage(self, linkage: Linkage) -> Result<()> {
        need(self.is_global_value(), self, "only globals have a linkage")?;
        // SAFETY: a global.
        unsafe { core::LLVMSetLinkage(self.raw(), linkage.raw()) }
        Ok(())
    }

    /// Whether the address of a function or variable matters.
    pub fn set_unnamed_addr(self, unnamed: UnnamedAddr) -> Result<()> {
        need(self.is_global_value(), self, "only globals are `unnamed_addr`")?;
        // SAFETY: a global.
        unsafe { core::LLVMSetUnnamedAddress(self.raw(), unnamed.raw()) }
        Ok(())
    }

    /// The section of a function or variable.
    pub fn set_section(self, section: &str) -> Result<()> {
        need(self.is_function() || self.is_global_variable(), self, "only functions and variables have a section")?;
        // SAFETY: a global object, and a string that ends in NUL.
        unsafe { core::LLVMSetSection(self.raw(), c_string(section).as_ptr()) }
        Ok(())
    }

    /// The initializer of a global variable, a constant of its type.
    pub fn set_initializer(self, value: Value<'m>) -> Result<()> {
        need(self.is_global_variable(), self, "only global variables have an initializer")?;
        require_constant(value)?;
        // SAFETY: a global.
        let ty = unsafe { Type::from_live(core::LLVMGlobalGetValueType(self.raw())) };
        require_type(value, ty, "the initializer")?;
        // SAFETY: a global variable, and a constant of its type.
        unsafe { core::LLVMSetInitializer(self.raw(), value.raw()) }
        Ok(())
    }

    /// Whether a global variable never changes.
    pub fn set_global_constant(self, constant: bool) -> Result<()> {
        need(self.is_global_variable(), self, "only global variables are `constant`")?;
        // SAFETY: a global variable.
        unsafe { core::LLVMSetGlobalConstant(self.raw(), constant.into()) }
        Ok(())
    }

    /// Whether something outside sets a global variable.
    pub fn set_externally_initialized(self, yes: bool) -> Result<()> {
        need(self.is_global_variable(), self, "only global variables are `externally_initialized`")?;
        // SAFETY: a global variable.
        unsafe { core::LLVMSetExternallyInitialized(self.raw(), yes.into()) }
        Ok(())
    }

    /// The calling convention, by number, of a function or call.
    pub fn set_call_conv(self, conv: u32) -> Result<()> {
        if conv > MAX_CALL_CONV {
            return Err(Error::of(Code::Operands, format!("calling convention {conv} is out of LLVM's range")));
        }
        // SAFETY: asked of any value.
        let call = unsafe { !core::LLVMIsACallInst(self.raw()).is_null() };
        need(call || self.is_function(), self, "only functions and calls have a calling convention")?;
        // SAFETY: a call or a function, and a number in range.
        unsafe {
            match call {
                true => core::LLVMSetInstructionCallConv(self.raw(), conv),
                false => core::LLVMSetFunctionCallConv(self.raw(), conv),
            }
        }
        Ok(())
    }
}

/// `Err` with `rule` and the value's type, unless `ok`.
pub fn need(ok: bool, v: Value<'_>, rule: &str) -> Result<()> {
    if ok { Ok(()) } else { Err(Error::of(Code::Operands, format!("{rule}, not a value of type {}", show(v.ty())))) }
}
