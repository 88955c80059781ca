//! Changing a module that was read: its context again, replaced uses, erased instructions, moved bodies.
//!
//! Handles are copies of pointers. What is erased must not be used through any copy of its handle afterwards, nor while
//! an iterator stands on it: whoever erases keeps a list, and erases at the end.

use super::builder::Builder;
use super::create::check::{require_constant, require_type};
use super::create::globals::need;
use super::{AttributeKind, AttributePlace, Block, Context, Module, Opcode, Value, shim};
use crate::error::{Code, Error, Result};
use crate::llvm::guard::stack;
use llvm_sys::core::{
    LLVMDeleteFunction, LLVMDeleteGlobal, LLVMInstructionEraseFromParent, LLVMReplaceAllUsesWith, LLVMSetOperand,
    LLVMSetSuccessor,
};
use std::marker::PhantomData;
use std::ops::Deref;

/// The context that a module lives in: a [`Context`] that the module's owner keeps.
#[derive(Debug)]
pub struct ModuleContext<'m>(Context, PhantomData<&'m ()>);

impl Deref for ModuleContext<'_> {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.0
    }
}

impl Module<'_> {
    /// The context of the module, to make types and constants with.
    pub fn context(&self) -> ModuleContext<'_> {
        // SAFETY: the context lives longer than the module, which lives longer than the view of it.
        ModuleContext(unsafe { Context::borrowed(self.context_raw()) }, PhantomData)
    }
}

impl<'m> Value<'m> {
    /// Lets everything that uses this instruction, argument, global, constant expression or equivalent of a function use
    /// `other`, of the same type, instead.
    pub fn replace_uses(self, other: Value<'m>) -> Result<()> {
        require_type(other, self.ty(), "what replaces a value")?;
        let global = self.is_global_value() || self.is_constant_expression() || self.is_equivalent();
        need(global || self.is_instruction() || self.is_argument(), self, "only values of a module can be replaced")?;
        if global {
            require_constant(other)?;
        }
        if self != other {
            // Who changes a module has room for the expressions of its variables.
            if self.is_function() && self.levels() > stack::SHALLOW {
                return Err(Error::of(Code::Limit, "constant expressions of a function that nest so deep"));
            }
            // SAFETY: two values of one type; where constants may be among the users, a constant takes over.
            unsafe { LLVMReplaceAllUsesWith(self.raw(), other.raw()) }
        }
        Ok(())
    }

    /// Makes values of a function's variables whose addresses are only loaded from and stored to, as LLVM's `mem2reg`
    /// does; not in a function that wants to be left as it is (`optnone`). The module must be valid.
    pub fn promote_variables(self) -> Result<()> {
        need(self.function_type().is_some(), self, "only functions have variables to promote")?;
        if !self.is_declaration() && !self.has_attribute(AttributePlace::Function, AttributeKind::OptNone) {
            // SAFETY: a function with a body.
            unsafe { shim::llvmspirv_promote_variables(self.raw()) }
        }
        Ok(())
    }

    /// Makes variables of the members of a function's variables, and values of these, as LLVM's `sroa` does. The module
    /// must be valid.
    pub fn split_variables(self) -> Result<()> {
        need(self.is_function() && !self.is_declaration(), self, "only functions have variables to split")?;
        // SAFETY: a function with a body.
        unsafe { shim::llvmspirv_split_variables(self.raw()) }
        Ok(())
    }

    /// Makes instructions on components of a function's instructions on vectors, loads and stores included, as LLVM's `scalarizer`
    /// does. The module must be valid.
    #[cfg(feature = "internals")]
    pub fn take_vectors_apart(self) -> Result<()> {
        need(self.is_function() && !self.is_declaration(), self, "only functions have vectors to take apart")?;
        // SAFETY: a function with a body.
        unsafe { shim::llvmspirv_take_vectors_apart(self.raw()) }
        Ok(())
    }

    /// Makes variables of the members of a function's variables and values of these, and drops what is computed twice or
    /// for nothing, as LLVM's `sroa`, `early-cse`, `instsimplify` and `adce` do. The module must be valid.
    pub fn simplify(self) -> Result<()> {
        need(self.is_function() && !self.is_declaration(), self, "only functions are simplified")?;
        // SAFETY: a function with a body.
        unsafe { shim::llvmspirv_simplify(self.raw()) }
        Ok(())
    }

    /// Puts the body of the function that is called in the place of the call, which is gone if this returns true. No copy
    /// of its handle may be used then.
    pub fn inline(self) -> Result<bool> {
        let callee = self.called_function().filter(|callee| self.is_op(Opcode::Call) && !callee.is_declaration());
        need(callee.is_some(), self, "only calls of functions with a body are inlined")?;
        // SAFETY: a call in a function of one with a body, which LLVM looks at before it changes anything.
        Ok(unsafe { shim::llvmspirv_inline(self.raw()) })
    }

    /// Lets instructions compute what constant expressions compute of this global.
    #[cfg(feature = "internals")]
    pub fn expand_uses(self) -> Result<()> {
        need(self.is_global_value(), self, "only uses of globals are expanded")?;
        // SAFETY: a constant.
        unsafe { shim::llvmspirv_expand_uses(self.raw()) }
        Ok(())
    }

    /// Lets a function use pointers of the address space that they come from where it uses casts of them to `flat`, as
    /// LLVM's `infer-address-spaces` does. The module must be valid.
    pub fn infer_address_spaces(self, flat: u32) -> Result<()> {
        need(self.is_function() && !self.is_declaration(), self, "only functions have pointers to infer")?;
        // SAFETY: a function with a body.
        unsafe { shim::llvmspirv_infer_address_spaces(self.raw(), flat) }
        Ok(())
    }

    /// Ends the block before this instruction with `unreachable`: erases it and what follows it in the block. What uses
    /// their values elsewhere gets poison, and the successors' phis lose the block.
    pub fn end_block(self) -> Result<()> {
        need(self.is_instruction() && self.parent_block().is_some(), self, "a block ends before its instruction")?;
        // SAFETY: a live instruction in a block of a function.
        unsafe { shim::llvmspirv_end_block(self.raw()) };
        Ok(())
    }

    /// Takes an instruction without uses out of its block, for good. No copy of this handle may be used afterwards.
    pub fn erase(self) -> Result<()> {
        need(self.is_instruction() && self.parent_block().is_some(), self, "only instructions in a block are erased")?;
        if self.is_used() {
            return Err(Error::internal(format!("erased, yet used: {}", self.print())));
        }
        // SAFETY: an instruction in a block that nothing uses.
        unsafe { LLVMInstructionEraseFromParent(self.raw()) }
        Ok(())
    }

    /// Moves this instruction and all behind it to a new block, which the old one goes on to. Returns the new block.
    pub fn split_block(self) -> Result<Block<'m>> {
        let is_first = || self.is_op(Opcode::Phi) || self.is_op(Opcode::LandingPad);
        let block = self.parent_block().filter(|block| self.is_instruction() && block.terminator().is_some());
        need(block.is_some() && !is_first(), self, "blocks with an end are split, behind their phis")?;
        // SAFETY: an instruction other than a phi, in a block with a terminator.
        Block::from_raw(unsafe { shim::llvmspirv_split_block(self.raw()) })
            .ok_or_else(|| Error::internal("a block that was not split"))
    }

    /// Changes an operand of an instruction other than a phi for a value of the same type.
    pub fn set_operand(self, index: u32, value: Value<'m>) -> Result<()> {
        let old = self.operand(index).filter(|_| self.is_instruction() && !self.is_op(Opcode::Phi));
        let old = old.ok_or_else(|| Error::internal(format!("no operand {index} to change")))?;
        require_type(value, old.ty(), "an operand")?;
        // SAFETY: an instruction, an index below its count of operands, a value of the operand's type.
        unsafe { LLVMSetOperand(self.raw(), index, value.raw()) }
        Ok(())
    }

    /// Changes a value of a phi for another of the same type, which must be known at the end of the block that it comes
    /// from.
    pub fn set_incoming(self, index: u32, value: Value<'m>) -> Result<()> {
        let old = self.operand(index).filter(|_| self.is_op(Opcode::Phi));
        let old = old.ok_or_else(|| Error::internal(format!("no value {index} to change")))?;
        require_type(value, old.ty(), "a value of a phi")?;
        // SAFETY: a phi, whose operands are its values, an index below their count, a value of the operand's type.
        unsafe { LLVMSetOperand(self.raw(), index, value.raw()) }
        Ok(())
    }

    /// Lets a terminator go to another block of its function; the phis of both are left to the caller.
    pub fn set_successor(self, index: u32, to: Block<'m>) -> Result<()> {
        let same = self.parent_function().is_some_and(|function| to.parent() == Some(function));
        need(same && index < self.successor_count(), self, "a terminator goes to blocks of its function")?;
        // SAFETY: a terminator, an index below the count of its successors, a block of the same function.
        unsafe { LLVMSetSuccessor(self.raw(), index, to.raw()) }
        Ok(())
    }

    /// Deletes a function or variable that nothing uses. No copy of this handle may be used afterwards.
    pub fn delete_global(self) -> Result<()> {
        need(self.is_function() || self.is_global_variable(), self, "only functions and variables are deleted")?;
        if self.is_used() {
            return Err(Error::internal(format!("deleted, yet used: {}", self.name())));
        }
        // SAFETY: a function or variable that nothing uses.
        unsafe {
            match self.is_function() {
                true => LLVMDeleteFunction(self.raw()),
                false => LLVMDeleteGlobal(self.raw()),
            }
        }
        Ok(())
    }

    /// Moves blocks, name, linkage, attributes and metadata of the function `old` to this one, which has no body yet.
    ///
    /// `parameters` says for each parameter of `old` where its attributes go; a parameter or result whose type changes
    /// takes none along.
    pub fn take_body(self, old: Value<'m>, parameters: &[Option<u32>], same_result: bool) -> Result<()> {
        let fits = self.is_function() && old.is_function() && self != old && self.block_count() == 0;
        need(fits, self, "a body moves from one function to another, empty one")?;
        if parameters.len() != old.param_count() as usize
            || parameters.iter().flatten().any(|to| *to >= self.param_count())
        {
            return Err(Error::internal("parameters that the function does not have"));
        }
        let places: Vec<u32> = parameters.iter().map(|to| to.unwrap_or(u32::MAX)).collect();
        // SAFETY: two functions, the first without blocks; a place, below the count or none, for each old parameter.
        unsafe { shim::llvmspirv_take_body(self.raw(), old.raw(), places.as_ptr(), same_result) }
        Ok(())
    }

    /// Moves this function behind all others of its module.
    pub fn move_to_end(self) -> Result<()> {
        need(self.is_function(), self, "only functions have an order")?;
        // SAFETY: a function, which is in a module.
        unsafe { shim::llvmspirv_move_to_end(self.raw()) }
        Ok(())
    }

    /// Gives this call, which calls a function of another type than `old` did, the attributes of `old`: see
    /// [`take_body`](Self::take_body).
    pub fn take_call_attributes(self, old: Value<'m>, arguments: &[Option<u32>], same_result: bool) -> Result<()> {
        need(self.is_op(Opcode::Call) && old.is_op(Opcode::Call), self, "both must be calls")?;
        if arguments.len() != old.call_arg_count() as usize
            || arguments.iter().flatten().any(|to| *to >= self.call_arg_count())
        {
            return Err(Error::internal("arguments that the call does not have"));
        }
        let places: Vec<u32> = arguments.iter().map(|to| to.unwrap_or(u32::MAX)).collect();
        // SAFETY: two calls; a place, below the count or none, for each old argument.
        unsafe { shim::llvmspirv_take_call_attributes(self.raw(), old.raw(), places.as_ptr(), same_result) }
        Ok(())
    }

    /// Gives this variable all properties of `old` but type and initializer: linkage, alignment, section, metadata.
    pub fn take_variable(self, old: Value<'m>) -> Result<()> {
        need(self.is_global_variable() && old.is_global_variable(), self, "both must be variables")?;
        // SAFETY: two variables.
        unsafe { shim::llvmspirv_take_variable(self.raw(), old.raw()) }
        Ok(())
    }

    /// Gives this instruction the metadata of `old` that says something about the whole instruction: location,
    /// non-temporal access, loop hints.
    pub fn take_metadata(self, old: Value<'m>) -> Result<()> {
        need(self.is_instruction() && old.is_instruction(), self, "both must be instructions")?;
        // SAFETY: two instructions.
        unsafe { shim::llvmspirv_take_metadata(self.raw(), old.raw()) }
        Ok(())
    }
}

impl<'m> Builder<'m> {
    /// New instructions go before the first one of `block` that is no phi.
    pub fn position_after_phis(&self, block: Block<'m>) -> Result<()> {
        match block.instructions().find(|i| !i.is_op(Opcode::Phi)) {
            Some(first) => self.position_before(first),
            None => {
                self.position_at_end(block);
                Ok(())
            }
        }
    }
}
