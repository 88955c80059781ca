//! Functions, variables, aliases, blocks; names and properties of globals.

use super::check::{Role, require, require_constant, require_type, show, until_nul};
use super::types::check_address_space;
use crate::error::{Code, Error, Result};
use crate::llvm::handles::refused;
use crate::llvm::{Block, Linkage, Module, Type, TypeKind, UnnamedAddr, Value, Visibility};

impl Module<'_> {
    /// Sets the target triple.
    pub fn set_triple(&self, triple: &str) {
        self.draft().set_triple(until_nul(triple).as_bytes());
    }

    /// Sets the data layout.
    pub fn set_data_layout(&self, layout: &str) -> Result<()> {
        let wrong = |why: llvm_ir::draft::Refused| Error::of(Code::Operands, format!("data layout `{layout}`: {why}"));
        self.draft().set_data_layout(layout).map_err(wrong)
    }

    /// Adds a function without a body, in the address space of functions.
    pub fn add_function<'m>(&'m self, name: &str, ty: Type<'m>) -> Result<Value<'m>> {
        self.add_function_in(self.draft().program_space(), name, ty)
    }

    /// Adds a function without a body, in an address space.
    pub fn add_function_in<'m>(&'m self, space: u32, name: &str, ty: Type<'m>) -> Result<Value<'m>> {
        check_address_space(space)?;
        if ty.kind() != TypeKind::Function {
            return Err(Error::of(Code::Operands, format!("function {name} cannot have the type {}", show(ty))));
        }
        let name = until_nul(name);
        let wrong = |_| Error::of(Code::Operands, format!("intrinsic {name} is not of type {}", show(ty)));
        self.draft().add_function(name.as_bytes(), ty.0, space).map(|function| Value(function.value())).map_err(wrong)
    }

    /// Returns the intrinsic `name`, with or without the suffixes of its types, that has type `ty`; `None` if LLVM has
    /// none.
    pub fn intrinsic<'m>(&'m self, name: &str, ty: Type<'m>) -> Result<Option<Value<'m>>> {
        if ty.function_return().is_none() || !name.starts_with("llvm.") {
            return Err(Error::internal(format!("no intrinsic {name} is of type {}", show(ty))));
        }
        let found = self.draft().intrinsic(name.as_bytes(), ty.0).map_err(refused)?;
        Ok(found.map(|function| Value(function.value())))
    }

    /// Adds a global variable without an initializer. A name that is taken gets a number.
    pub fn add_global<'m>(&'m self, name: &str, ty: Type<'m>, address_space: u32) -> Result<Value<'m>> {
        require(ty, Role::Member, "the type of a global variable")?;
        check_address_space(address_space)?;
        self.draft().add_variable(until_nul(name).as_bytes(), ty.0, address_space).map(Value).map_err(refused)
    }

    /// Adds an alias for the constant pointer `aliasee`, seen as `ty`.
    #[cfg(test)]
    pub fn add_alias<'m>(&'m self, name: &str, ty: Type<'m>, aliasee: Value<'m>) -> Result<Value<'m>> {
        require_constant(aliasee)?;
        super::check::require_pointer(aliasee, "an alias")?;
        if ty.kind() != TypeKind::Function {
            require(ty, Role::Member, "the type of an alias")?;
        }
        self.draft().add_alias(until_nul(name).as_bytes(), ty.0, aliasee.0).map(Value).map_err(refused)
    }

    /// Adds an empty block at the end of `function`.
    pub fn append_block<'m>(&'m self, function: Value<'m>, name: &str) -> Result<Block<'m>> {
        need(function.is_function(), function, "a block belongs in a function")?;
        let body = function.as_function().ok_or_else(|| Error::internal("a function that is none"))?;
        Ok(Block(body.append_block(until_nul(name).as_bytes())))
    }
}

impl<'m> Value<'m> {
    /// Names a value; ignored for values without names (void, constants) and for an intrinsic of the wrong type. A name
    /// that is taken gets a number.
    pub fn set_name(self, name: &str) {
        let name = until_nul(name).as_bytes();
        match self.as_block() {
            Some(block) => block.set_name(name),
            None if self.function_type().is_some_and(|ty| !self.draft().is_name_of(name, ty.0)) => {}
            None => self.0.set_name(name),
        }
    }

    /// Moves a function after another one of its module.
    pub fn move_behind(self, other: Value<'m>) -> Result<()> {
        let both = self.is_function() && other.is_function();
        let wrong = || Error::internal("only functions of one module have an order");
        if both { self.0.move_function(Some(other.0)).map_err(refused) } else { Err(wrong()) }
    }

    /// Sets the linkage of a function, variable or alias; local linkage resets the visibility to the default.
    pub fn set_linkage(self, linkage: Linkage) -> Result<()> {
        need(self.is_global_value(), self, "only globals have a linkage")?;
        let change = |global: &mut llvm_ir::global::Global| {
            global.linkage = linkage;
            if linkage.is_local() {
                (global.visibility, global.dll, global.dso_local) = (Visibility::Default, 0, true);
            }
        };
        self.0.change_global(change).map_err(refused)
    }

    /// Sets whether the address of a function or variable is significant.
    pub fn set_unnamed_addr(self, unnamed: UnnamedAddr) -> Result<()> {
        need(self.is_global_value(), self, "only globals are `unnamed_addr`")?;
        let number = match unnamed {
            UnnamedAddr::None => 0,
            UnnamedAddr::Global => 1,
            UnnamedAddr::Local => 2,
        };
        self.0.change_global(|global| global.unnamed_addr = number).map_err(refused)
    }

    /// The section of a function or variable.
    pub fn set_section(self, section: &str) -> Result<()> {
        need(self.is_function() || self.is_global_variable(), self, "only functions and variables have a section")?;
        let section = self.draft().add_text(until_nul(section).as_bytes());
        self.0.change_global(|global| global.section = section).map_err(refused)
    }

    /// The initializer of a variable, of its type.
    pub fn set_initializer(self, value: Value<'m>) -> Result<()> {
        need(self.is_global_variable(), self, "only global variables have an initializer")?;
        require_constant(value)?;
        if let Some(ty) = self.value_type() {
            require_type(value, ty, "the initializer")?;
        }
        self.0.set_initializer(Some(value.0)).map_err(refused)
    }

    /// Sets whether a variable is `constant` rather than `global`.
    pub fn set_global_constant(self, constant: bool) -> Result<()> {
        need(self.is_global_variable(), self, "only global variables are `constant`")?;
        self.0.change_global(|global| global.is_constant = constant).map_err(refused)
    }

    /// `externally_initialized`
    pub fn set_externally_initialized(self, yes: bool) -> Result<()> {
        need(self.is_global_variable(), self, "only global variables are `externally_initialized`")?;
        self.0.change_global(|global| global.externally_initialized = yes).map_err(refused)
    }

    /// The calling convention of a function or call.
    pub fn set_call_conv(self, conv: u32) -> Result<()> {
        need(self.is_function() || self.is_call(), self, "only functions and calls have a calling convention")?;
        if conv > MOST_CONVENTIONS {
            return Err(Error::of(Code::Operands, format!("calling convention {conv} is out of LLVM's range")));
        }
        if self.is_call() {
            self.0.set_number_word(1, conv);
            return Ok(());
        }
        self.0.change_global(|global| global.convention = conv).map_err(refused)
    }
}

/// The largest number of a calling convention.
const MOST_CONVENTIONS: u32 = 1023;

/// Returns an error with the rule that a value breaks, unless `ok`.
pub fn need(ok: bool, v: Value<'_>, rule: &str) -> Result<()> {
    if ok { Ok(()) } else { Err(Error::of(Code::Operands, format!("{rule}, not a value of type {}", show(v.ty())))) }
}
