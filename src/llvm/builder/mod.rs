//! Makes instructions, each after checking that its operands fit.
//!
//! Nothing is folded: every call makes the instruction that it names, also from constants. In: handles of one module.
//! Out: the new instruction, or an [`Error`](crate::error::Error) of kind `Invalid` that says the types.

mod arithmetic;
mod atomic;
mod atomic_rules;
mod call;
mod control;
mod memory;
#[cfg(test)]
mod tests;
mod vector;

use super::create::check::built;
use super::create::globals::need;
use super::{Block, Module, Opcode, Value};
use crate::error::{Code, Error, Result};
use llvm_sys::core;
use llvm_sys::prelude::{LLVMBuilderRef, LLVMModuleRef};
use std::cell::Cell;
use std::marker::PhantomData;

/// Makes instructions at a position in a block.
#[derive(Debug)]
pub struct Builder<'m> {
    raw: LLVMBuilderRef,
    module: LLVMModuleRef,
    /// The number of instructions that this thread may have made when this builder makes one.
    most: Cell<u64>,
    life: PhantomData<&'m ()>,
}

/// For parameters `name` of LLVM's functions.
const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl<'m> Builder<'m> {
    /// A builder for `module`, without a position as yet.
    pub fn new(module: &'m Module<'_>) -> Self {
        // SAFETY: the context lives longer than the module, and that longer than the builder.
        let raw = unsafe { core::LLVMCreateBuilderInContext(module.context_raw()) };
        Self { raw, module: module.raw(), most: Cell::new(u64::MAX), life: PhantomData }
    }

    pub(super) fn raw(&self) -> LLVMBuilderRef {
        self.raw
    }

    /// Returns the number of instructions that this thread has made, with all builders.
    pub fn made() -> u64 {
        // SAFETY: takes nothing.
        unsafe { super::create::shim::spirv_made() }
    }

    /// From where on it is an error to make another instruction: when this thread has made more than so many.
    pub fn stop_after(&self, made: u64) {
        self.most.set(made);
    }

    /// New instructions go to the end of `block`.
    pub fn position_at_end(&self, block: Block<'m>) {
        // SAFETY: the block is live.
        unsafe { core::LLVMPositionBuilderAtEnd(self.raw, block.raw()) }
    }

    /// New instructions go before `instruction`.
    pub fn position_before(&self, instruction: Value<'m>) -> Result<()> {
        // SAFETY: the parent is asked of instructions only.
        let placed =
            instruction.is_instruction() && unsafe { !core::LLVMGetInstructionParent(instruction.raw()).is_null() };
        if !placed {
            return Err(Error::internal("the builder was placed before a value that is no instruction in a block"));
        }
        // SAFETY: an instruction in a block.
        unsafe { core::LLVMPositionBuilderBefore(self.raw, instruction.raw()) }
        Ok(())
    }

    /// A copy of an instruction that is neither a phi nor a terminator, with its operands, flags and metadata.
    pub fn copy(&self, instruction: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        let is_phi = instruction.opcode() == Some(Opcode::Phi);
        let is_plain = instruction.is_instruction() && !is_phi && !instruction.is_terminator();
        need(is_plain, instruction, "only what stands within a block is copied")?;
        // SAFETY: a position, and an instruction that may stand at any.
        built(unsafe { super::create::shim::spirv_copy(at, instruction.raw()) }, String::new)
    }

    /// The block where new instructions go.
    pub fn block(&self) -> Option<Block<'m>> {
        // SAFETY: the builder is live; null without a position.
        Block::from_raw(unsafe { core::LLVMGetInsertBlock(self.raw) })
    }

    /// LLVM's builder, once it has a position.
    fn at(&self) -> Result<LLVMBuilderRef> {
        let most = self.most.get();
        if most != u64::MAX && Self::made() > most {
            return Err(Error::of(Code::Growth, "more instructions than a module may become"));
        }
        match self.block() {
            Some(_) => Ok(self.raw),
            None => Err(Error::internal("the builder has no position")),
        }
    }

    /// The function that holds the position.
    fn function(&self) -> Result<Value<'m>> {
        let block = self.block().ok_or_else(|| Error::internal("the builder has no position"))?;
        // SAFETY: the block is live.
        Value::from_raw(unsafe { core::LLVMGetBasicBlockParent(block.raw()) })
            .ok_or_else(|| Error::internal("the block belongs to no function"))
    }
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and nothing else frees it.
        unsafe { core::LLVMDisposeBuilder(self.raw) }
    }
}
