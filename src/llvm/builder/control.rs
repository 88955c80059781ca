//! Control flow: branches, switches, returns, phis.

use super::{Builder, returned};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{Role, require, require_type, show};
use crate::llvm::create::globals::need;
use crate::llvm::handles::refused;
use crate::llvm::{Block, Opcode, Type, TypeKind, Value, ValueKind};

impl<'m> Builder<'m> {
    /// `br label`
    pub fn br(&self, to: Block<'m>) -> Result<Value<'m>> {
        self.at_open_end(&[to])?;
        self.put(self.made.br(to.0), String::new)
    }

    /// `br i1`
    pub fn cond_br(&self, condition: Value<'m>, yes: Block<'m>, no: Block<'m>) -> Result<Value<'m>> {
        self.at_open_end(&[yes, no])?;
        need(condition.ty().is_int_of(1), condition, "`br` needs an i1")?;
        self.put(self.made.cond_br(condition.0, yes.0, no.0), String::new)
    }

    /// `switch`, whose cases [`add_case`](Self::add_case) adds.
    pub fn switch(&self, v: Value<'m>, default: Block<'m>) -> Result<Value<'m>> {
        self.at_open_end(&[default])?;
        need(v.ty().is_int(), v, "`switch` needs an integer")?;
        self.put(self.made.switch(v.0, default.0), String::new)
    }

    /// Adds a case to a `switch`: an integer constant of its type. The verifier checks that cases are unique.
    pub fn add_case(&self, switch: Value<'m>, v: Value<'m>, to: Block<'m>) -> Result<()> {
        need(switch.is_op(Opcode::Switch), switch, "cases belong in a `switch`")?;
        need(v.kind() == ValueKind::Int, v, "a case must be an integer constant")?;
        if let Some(condition) = switch.operand(0) {
            require_type(v, condition.ty(), "a case")?;
        }
        if to.parent() != switch.parent_function() {
            return Err(Error::of(Code::Operands, "a case leads to a block of another function"));
        }
        switch.0.add_case(v.0, to.0).map_err(refused)
    }

    /// Builds `ret` with a value of the function's return type.
    pub fn ret(&self, v: Value<'m>) -> Result<Value<'m>> {
        self.at_open_end(&[])?;
        require(v.ty(), Role::Data, "returned")?;
        require_type(v, returned(self.function()?)?, "what the function returns")?;
        self.put(self.made.ret(v.0), String::new)
    }

    /// `ret void`
    pub fn ret_void(&self) -> Result<Value<'m>> {
        self.at_open_end(&[])?;
        let ty = returned(self.function()?)?;
        if ty.kind() != TypeKind::Void {
            return Err(Error::of(Code::Operands, format!("the function must return {}, not nothing", show(ty))));
        }
        self.put(self.made.ret_void(), String::new)
    }

    /// `unreachable`
    pub fn unreachable(&self) -> Result<Value<'m>> {
        self.at_open_end(&[])?;
        self.put(self.made.unreachable(), String::new)
    }

    /// Builds `phi` without incoming values; it is inserted at the builder's position, so build phis first.
    pub fn phi(&self, ty: Type<'m>) -> Result<Value<'m>> {
        self.at()?;
        require(ty, Role::Data, "the type of a `phi`")?;
        self.put(self.made.phi(ty.0), String::new)
    }

    /// Adds an incoming value and its block to a `phi`.
    pub fn add_incoming(&self, phi: Value<'m>, v: Value<'m>, from: Block<'m>) -> Result<()> {
        need(phi.is_op(Opcode::Phi), phi, "incoming values belong in a `phi`")?;
        require_type(v, phi.ty(), "an incoming value")?;
        phi.0.add_incoming(v.0, from.0).map_err(refused)
    }

    /// Returns an error unless the builder is in a block without a terminator, and `targets` are in the same function.
    fn at_open_end(&self, targets: &[Block<'m>]) -> Result<()> {
        let block = self.block().ok_or_else(|| Error::internal("the builder has no position"))?;
        if block.terminator().is_some() {
            return Err(Error::of(Code::Operands, "the block has ended before this instruction"));
        }
        if targets.iter().any(|to| to.parent() != block.parent()) {
            return Err(Error::of(Code::Operands, "a branch leads to a block of another function"));
        }
        Ok(())
    }
}
