//! Control flow: branches, switches, returns, phis.

use super::Builder;
use crate::draft::{Block, Refused, Result, Role, Type, Value, need};
use crate::instruction::{Opcode, Row};
use crate::types::TypeKind;

impl<'d> Builder<'d> {
    /// Returns an error unless the builder is at the end of a block without a terminator, and the targets are in its function.
    fn open_end(&self, targets: &[Block<'d>]) -> Result<()> {
        let function = self.function()?;
        let own = targets.iter().all(|block| block.function() == Some(function));
        need(own, "a terminator goes to blocks of its function")?;
        let open = self.block().is_some_and(|block| block.terminator().is_none());
        need(open && self.at.get().1 == crate::module::NONE, "a terminator stands at the end of a block that has none")
    }

    /// Makes an unconditional `br`.
    ///
    /// # Errors
    /// A block of another function, a position that is not the end of a block without a terminator.
    pub fn br(&self, to: Block<'d>) -> Result<Value<'d>> {
        self.open_end(&[to])?;
        self.put_effect(Opcode::Br, &[to.number])
    }

    /// Makes a conditional `br`.
    ///
    /// # Errors
    /// A condition that is no `i1`; as for [`Builder::br`].
    pub fn cond_br(&self, condition: Value<'d>, yes: Block<'d>, no: Block<'d>) -> Result<Value<'d>> {
        self.open_end(&[yes, no])?;
        let ty = condition.ty();
        need((ty.kind(), ty.size()) == (TypeKind::Integer, 1), "`br` needs an i1")?;
        self.put_effect(Opcode::Br, &[yes.number, no.number, condition.number])
    }

    /// Makes a `switch` without cases.
    ///
    /// # Errors
    /// A value that is no integer; as for [`Builder::br`].
    pub fn switch(&self, value: Value<'d>, default: Block<'d>) -> Result<Value<'d>> {
        self.open_end(&[default])?;
        need(value.ty().kind() == TypeKind::Integer, "`switch` needs an integer")?;
        self.put_effect(Opcode::Switch, &[value.number, default.number])
    }

    /// Makes `ret` of a value.
    ///
    /// # Errors
    /// A value that is not of the function's type; as for [`Builder::br`].
    pub fn ret(&self, value: Value<'d>) -> Result<Value<'d>> {
        self.open_end(&[])?;
        let result = self.function()?.ty().part(0);
        if result != Some(value.ty()) {
            let result = result.map_or_else(String::new, Type::show);
            return Err(Refused::new(format!("`ret` of {} in a function of {result}", value.ty().show())));
        }
        self.put_effect(Opcode::Ret, &[value.number])
    }

    /// Makes `ret void`.
    ///
    /// # Errors
    /// A function that returns a value; as for [`Builder::br`].
    pub fn ret_void(&self) -> Result<Value<'d>> {
        self.open_end(&[])?;
        let result = self.function()?.ty().part(0);
        need(result.is_some_and(|ty| ty.kind() == TypeKind::Void), "`ret void` in a function with a result")?;
        self.put_effect(Opcode::Ret, &[])
    }

    /// Makes `unreachable`.
    ///
    /// # Errors
    /// As for [`Builder::br`].
    pub fn unreachable(&self) -> Result<Value<'d>> {
        self.open_end(&[])?;
        self.put_effect(Opcode::Unreachable, &[])
    }

    /// Makes a `phi` without incoming values.
    ///
    /// # Errors
    /// A type that values cannot have, a position behind other instructions.
    pub fn phi(&self, ty: Type<'d>) -> Result<Value<'d>> {
        ty.require(Role::Data, "a phi")?;
        let before = match self.draft.result(self.at.get().1) {
            Some(next) => next.previous(),
            None => self.block().and_then(Block::last),
        };
        need(before.is_none_or(|i| i.opcode() == Some(Opcode::Phi)), "phis stand at the start of a block")?;
        self.put(Row { opcode: Opcode::Phi, ty: ty.number, ..Row::default() }, &[], ty.number)
    }
}

impl<'d> Value<'d> {
    /// Appends operand words to an instruction with an opcode.
    fn append(self, opcode: Opcode, more: &[u32]) -> Result<()> {
        let (Some(row), Some(instruction)) = (self.row(), self.instruction()) else {
            return need(false, "only instructions get more operands");
        };
        need(row.opcode == opcode, "the instruction is of another opcode")?;
        self.draft.append_words(instruction, more);
        Ok(())
    }

    /// Adds an incoming value and its block to a phi.
    ///
    /// # Errors
    /// A value that is not a phi, an incoming value of another type, a block of another function.
    pub fn add_incoming(self, value: Value<'d>, from: Block<'d>) -> Result<()> {
        need(value.ty() == self.ty(), "a value of a phi has its type")?;
        let function = self.block().and_then(Block::function);
        need(function.is_some() && from.function() == function, "a phi names blocks of its function")?;
        self.append(Opcode::Phi, &[value.number, from.number])
    }

    /// Adds a case to a `switch`.
    ///
    /// # Errors
    /// A value that is not a `switch`, a case that is not a constant of its type, a block of another function.
    pub fn add_case(self, value: Value<'d>, to: Block<'d>) -> Result<()> {
        let ty = self.operands().next().map(Value::ty);
        let is_number = value.is_constant() && Some(value.ty()) == ty;
        need(is_number, "a case is a constant of the type of the `switch`")?;
        let function = self.block().and_then(Block::function);
        need(function.is_some() && to.function() == function, "a terminator goes to blocks of its function")?;
        self.append(Opcode::Switch, &[value.number, to.number])
    }
}
