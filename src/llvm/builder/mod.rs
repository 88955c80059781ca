//! The builder of instructions, which checks that operands fit.
//!
//! Nothing is folded: each call makes the instruction that it names, also from constants. In: handles of one module.
//! Out: the new instruction, or an [`Error`](crate::error::Error) of kind `Invalid` that names the types.

mod arithmetic;
mod atomic;
mod atomic_rules;
mod call;
mod control;
mod memory;
#[cfg(test)]
mod tests;
mod vector;

use super::create::globals::need;
use super::handles::refused;
use super::{Block, Module, Opcode, Type, Value};
use crate::error::{Code, Error, Result};
use llvm_ir::draft::{self, Draft};
use std::cell::Cell;
use std::fmt;

thread_local! {
    /// The number of instructions that this thread has made, by which the growth of a module is limited.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// Makes instructions at a position in a block.
pub struct Builder<'m> {
    pub(super) made: draft::Builder<'m>,
    draft: &'m Draft,
    /// The limit on the instructions that this thread has made, checked when this builder makes one.
    most: Cell<u64>,
}

impl fmt::Debug for Builder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("block", &self.block()).finish_non_exhaustive()
    }
}

impl<'m> Builder<'m> {
    /// Creates a builder for `module`, without a position.
    pub fn new(module: &'m Module<'_>) -> Self {
        let draft = module.draft();
        Self { made: draft::Builder::new(draft), draft, most: Cell::new(u64::MAX) }
    }

    /// Returns the number of instructions that this thread has made, with all builders.
    pub fn made() -> u64 {
        MADE.get()
    }

    /// Makes building an instruction an error once this thread has made more than `made` instructions.
    pub fn stop_after(&self, made: u64) {
        self.most.set(made);
    }

    /// Positions the builder at the end of `block`.
    pub fn position_at_end(&self, block: Block<'m>) {
        self.made.position_at_end(block.0);
    }

    /// Positions the builder before `instruction`.
    pub fn position_before(&self, instruction: Value<'m>) -> Result<()> {
        if instruction.parent_block().is_none() {
            return Err(Error::internal("the builder was placed before a value that is no instruction in a block"));
        }
        self.made.set_location(instruction.0.metadata(0));
        self.made.position_before(instruction.0).map_err(refused)
    }

    /// Builds a copy of an instruction that is neither a phi nor a terminator, with its operands, flags and metadata.
    pub fn copy(&self, instruction: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        let is_plain = instruction.is_instruction() && !instruction.is_op(Opcode::Phi) && !instruction.is_terminator();
        need(is_plain, instruction, "only what stands within a block is copied")?;
        self.put(self.made.copy(instruction.0), String::new)
    }

    /// The block where new instructions go.
    #[inline]
    pub fn block(&self) -> Option<Block<'m>> {
        self.made.block().map(Block)
    }

    /// Returns an error if there is no position, or too many instructions were made.
    #[inline]
    fn at(&self) -> Result<()> {
        let most = self.most.get();
        if most != u64::MAX && Self::made() > most {
            return Err(Error::of(Code::Growth, "more instructions than a module may become"));
        }
        match self.block() {
            Some(_) => Ok(()),
            None => Err(Error::internal("the builder has no position")),
        }
    }

    /// The function that holds the position.
    fn function(&self) -> Result<Value<'m>> {
        let block = self.block().ok_or_else(|| Error::internal("the builder has no position"))?;
        block.parent().ok_or_else(|| Error::internal("the block belongs to no function"))
    }

    /// Counts a new instruction; `why` completes the error if it was refused.
    #[inline]
    fn put(&self, made: draft::Result<draft::Value<'m>>, why: impl FnOnce() -> String) -> Result<Value<'m>> {
        match made {
            Ok(value) => {
                MADE.set(MADE.get() + 1);
                Ok(Value(value))
            }
            Err(error) => Err(match why() {
                text if text.is_empty() => refused(error),
                text => Error::of(Code::Operands, text),
            }),
        }
    }
}

pub(super) fn numbers<'m>(values: &[Value<'m>]) -> Vec<draft::Value<'m>> {
    values.iter().map(|value| value.0).collect()
}

/// Returns the return type of a function.
fn returned<'m>(function: Value<'m>) -> Result<Type<'m>> {
    let ty = function.function_type().and_then(Type::function_return);
    ty.ok_or_else(|| Error::internal("a function without a type"))
}
