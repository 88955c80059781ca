//! Changes of a module that was read: replaced uses, erased instructions, moved bodies.
//!
//! The handle of an erased value, and its copies, must not be used afterwards, nor may an iterator stand on it: collect
//! what is to be erased in a list, and erase it at the end.

use super::builder::Builder;
use super::create::check::{require_constant, require_type};
use super::create::globals::need;
use super::handles::refused;
use super::{Block, Context, Module, Opcode, TailCallKind, Value};
use crate::error::{Error, Result};
use llvm_ir::global::GlobalKind;
use std::ops::Deref;

/// The context of a module, which the module's owner keeps.
#[derive(Debug)]
pub struct ModuleContext<'m>(&'m Context);

impl Deref for ModuleContext<'_> {
    type Target = Context;

    fn deref(&self) -> &Context {
        self.0
    }
}

impl<'m> ModuleContext<'m> {
    /// Returns the context, which lives as long as the module.
    pub fn get(&self) -> &'m Context {
        self.0
    }
}

impl Module<'_> {
    /// The context of the module, to make types and constants with.
    pub fn context(&self) -> ModuleContext<'_> {
        ModuleContext(self.owner())
    }
}

impl<'m> Value<'m> {
    /// Replaces all uses of this instruction, argument, global, constant expression or equivalent of a function by
    /// `other`, which has the same type.
    pub fn replace_uses(self, other: Value<'m>) -> Result<()> {
        require_type(other, self.ty(), "what replaces a value")?;
        let global = self.is_global_value() || self.is_constant_expression() || self.is_equivalent();
        need(global || self.is_instruction() || self.is_argument(), self, "only values of a module can be replaced")?;
        if global {
            require_constant(other)?;
        }
        self.0.replace_uses(other.0).map_err(refused)
    }

    /// Ends the block before this instruction with `unreachable`: erases the instruction and all after it in the block.
    /// Uses of their values elsewhere become poison, and the block is removed from the phis of its successors.
    pub fn end_block(self) -> Result<()> {
        need(self.is_instruction() && self.parent_block().is_some(), self, "a block ends before its instruction")?;
        self.0.end_block().map_err(refused)
    }

    /// Erases an instruction without uses. No copy of this handle may be used afterwards.
    pub fn erase(self) -> Result<()> {
        need(self.is_instruction() && self.parent_block().is_some(), self, "only instructions in a block are erased")?;
        if self.is_used() {
            return Err(Error::internal(format!("erased, yet used: {}", self.print())));
        }
        self.0.erase().map_err(refused)
    }

    /// Moves this instruction and all after it to a new block, to which the old one branches. Returns the new block.
    pub fn split_block(self) -> Result<Block<'m>> {
        let is_first = || self.is_op(Opcode::Phi) || self.is_op(Opcode::LandingPad);
        let block = self.parent_block().filter(|block| self.is_instruction() && block.terminator().is_some());
        need(block.is_some() && !is_first(), self, "blocks with an end are split, behind their phis")?;
        self.0.split_block().map(Block).map_err(refused)
    }

    fn set_value_word(self, index: u32, value: Value<'m>, what: &str) -> Result<()> {
        let old = self.operand(index).ok_or_else(|| Error::internal(format!("no operand {index} to change")))?;
        require_type(value, old.ty(), what)?;
        let at = self.place_of(index).ok_or_else(|| Error::internal(format!("no operand {index} to change")))?;
        self.0.set_value_word(at, value.0).map_err(refused)
    }

    /// Replaces an operand of an instruction other than a phi by a value of the same type.
    pub fn set_operand(self, index: u32, value: Value<'m>) -> Result<()> {
        need(self.is_instruction() && !self.is_op(Opcode::Phi), self, "only instructions have operands to change")?;
        self.set_value_word(index, value, "an operand")
    }

    /// Replaces an incoming value of a phi by another of the same type, which must dominate the end of the incoming
    /// block.
    pub fn set_incoming(self, index: u32, value: Value<'m>) -> Result<()> {
        need(self.is_op(Opcode::Phi), self, "only a phi has values that come from blocks")?;
        self.set_value_word(index, value, "a value of a phi")
    }

    /// Redirects a successor of a terminator to another block of its function; the caller must update the phis of both.
    pub fn set_successor(self, index: u32, to: Block<'m>) -> Result<()> {
        let same = self.parent_function().is_some_and(|function| to.parent() == Some(function));
        need(same && index < self.successor_count(), self, "a terminator goes to blocks of its function")?;
        self.0.set_successor(index as usize, to.0).map_err(refused)
    }

    /// Deletes a function or variable that nothing uses. No copy of this handle may be used afterwards.
    pub fn delete_global(self) -> Result<()> {
        need(self.is_function() || self.is_global_variable(), self, "only functions and variables are deleted")?;
        if self.is_used() {
            return Err(Error::internal(format!("deleted, yet used: {}", self.name())));
        }
        self.0.delete_global().map_err(refused)
    }

    /// Moves blocks, name, linkage, attributes and metadata of the function `old` to this one, which has no body yet.
    ///
    /// `parameters` has the new position of the attributes of each parameter of `old`; a parameter or result whose type
    /// changes loses its attributes.
    pub fn take_body(self, old: Value<'m>, parameters: &[Option<u32>], same_result: bool) -> Result<()> {
        let fits = self.is_function() && old.is_function() && self != old && self.block_count() == 0;
        need(fits, self, "a body moves from one function to another, empty one")?;
        if parameters.len() != old.param_count() as usize
            || parameters.iter().flatten().any(|to| *to >= self.param_count())
        {
            return Err(Error::internal("parameters that the function does not have"));
        }
        let (Some(to), Some(from)) = (self.as_function(), old.as_function()) else {
            return Err(Error::internal("a function that is none"));
        };
        let attributes = self.moved_attributes(old, parameters, same_result);
        to.take_body(from).map_err(refused)?;
        self.put_attributes(attributes)
    }

    /// Moves this function after all others of its module.
    pub fn move_to_end(self) -> Result<()> {
        need(self.is_function(), self, "only functions have an order")?;
        self.0.move_function(None).map_err(refused)
    }

    /// Copies the attributes of the call `old`, of a function of another type, to this call: see
    /// [`take_body`](Self::take_body).
    pub fn take_call_attributes(self, old: Value<'m>, arguments: &[Option<u32>], same_result: bool) -> Result<()> {
        need(self.is_op(Opcode::Call) && old.is_op(Opcode::Call), self, "both must be calls")?;
        if arguments.len() != old.call_arg_count() as usize
            || arguments.iter().flatten().any(|to| *to >= self.call_arg_count())
        {
            return Err(Error::internal("arguments that the call does not have"));
        }
        let attributes = self.moved_attributes(old, arguments, same_result);
        self.put_attributes(attributes)?;
        self.set_call_conv(old.call_conv())?;
        let kind = old.tail_call_kind();
        self.set_tail_call_kind(if kind == TailCallKind::MustTail { TailCallKind::Tail } else { kind });
        Ok(())
    }

    /// Copies all properties of the variable `old` except type and initializer to this one: linkage, alignment,
    /// section, metadata.
    pub fn take_variable(self, old: Value<'m>) -> Result<()> {
        need(self.is_global_variable() && old.is_global_variable(), self, "both must be variables")?;
        let from = old.of_global(Clone::clone).ok_or_else(|| Error::internal("a variable that is none"))?;
        let kind = GlobalKind::Variable;
        self.0.change_global(|global| *global = llvm_ir::global::Global { kind, ..from }).map_err(refused)?;
        self.0.take_global_metadata(old.0).map_err(refused)?;
        let name = old.name_bytes().to_vec();
        old.0.set_name(b"");
        self.0.set_name(&name);
        Ok(())
    }

    /// Copies the metadata of `old` that applies to an instruction as a whole: location, non-temporal access, loop
    /// hints.
    pub fn take_metadata(self, old: Value<'m>) -> Result<()> {
        need(self.is_instruction() && old.is_instruction(), self, "both must be instructions")?;
        for kind in ["dbg", "nontemporal", "llvm.loop"] {
            let kind = self.draft().metadata_kind(kind.as_bytes());
            if let Some(node) = old.0.metadata(kind) {
                self.0.set_metadata(kind, Some(node)).map_err(refused)?;
            }
        }
        Ok(())
    }
}

impl<'m> Builder<'m> {
    /// Positions the builder before the first instruction of `block` that is not a phi.
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
