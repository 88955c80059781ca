//! Control flow: branches, switches, returns, phis.

use super::{Builder, NO_NAME};
use crate::error::{Code, Error, Result};
use crate::llvm::create::check::{built, int_bits, require, require_type, show};
use crate::llvm::create::globals::need;
use crate::llvm::create::shim::Role;
use crate::llvm::{Block, Opcode, Type, TypeKind, Value};
use llvm_sys::core;
use llvm_sys::prelude::{LLVMBuilderRef, LLVMValueRef};

impl<'m> Builder<'m> {
    /// `br label`
    pub fn br(&self, to: Block<'m>) -> Result<Value<'m>> {
        let at = self.at_open_end(&[to])?;
        // SAFETY: a position, and a block of the same function.
        built(unsafe { core::LLVMBuildBr(at, to.raw()) }, String::new)
    }

    /// `br i1`
    pub fn cond_br(&self, condition: Value<'m>, yes: Block<'m>, no: Block<'m>) -> Result<Value<'m>> {
        let at = self.at_open_end(&[yes, no])?;
        need(int_bits(condition.ty()) == Some(1), condition, "`br` needs an i1")?;
        // SAFETY: a position, an `i1`, blocks of the same function.
        built(unsafe { core::LLVMBuildCondBr(at, condition.raw(), yes.raw(), no.raw()) }, String::new)
    }

    /// `switch`, whose cases [`add_case`](Self::add_case) adds.
    pub fn switch(&self, v: Value<'m>, default: Block<'m>) -> Result<Value<'m>> {
        let at = self.at_open_end(&[default])?;
        need(int_bits(v.ty()).is_some(), v, "`switch` needs an integer")?;
        // SAFETY: a position, an integer, a block of the same function.
        built(unsafe { core::LLVMBuildSwitch(at, v.raw(), default.raw(), 8) }, String::new)
    }

    /// Adds a case to a `switch`: an integer constant of its type. That cases are unique is left to the verifier.
    pub fn add_case(&self, switch: Value<'m>, v: Value<'m>, to: Block<'m>) -> Result<()> {
        need(switch.opcode() == Some(Opcode::Switch), switch, "cases belong in a `switch`")?;
        // SAFETY: the condition of a switch is its first operand.
        let condition = unsafe { built(core::LLVMGetOperand(switch.raw(), 0), String::new)? };
        // SAFETY: asked of any value.
        need(unsafe { !core::LLVMIsAConstantInt(v.raw()).is_null() }, v, "a case must be an integer constant")?;
        require_type(v, condition.ty(), "a case")?;
        // SAFETY: live handles; a switch is in a block.
        let inside = unsafe {
            let here = core::LLVMGetBasicBlockParent(core::LLVMGetInstructionParent(switch.raw()));
            core::LLVMGetBasicBlockParent(to.raw()) == here
        };
        if !inside {
            return Err(Error::of(Code::Operands, "a case leads to a block of another function"));
        }
        // SAFETY: a switch, a constant of its type, a block of its function.
        unsafe { core::LLVMAddCase(switch.raw(), v.raw(), to.raw()) }
        Ok(())
    }

    /// `ret` of what the function returns.
    pub fn ret(&self, v: Value<'m>) -> Result<Value<'m>> {
        let at = self.at_open_end(&[])?;
        require(v.ty(), Role::Data, "returned")?;
        require_type(v, self.returned()?, "what the function returns")?;
        // SAFETY: a position, and a value of the function's return type.
        built(unsafe { core::LLVMBuildRet(at, v.raw()) }, String::new)
    }

    /// `ret void`
    pub fn ret_void(&self) -> Result<Value<'m>> {
        let at = self.at_open_end(&[])?;
        let ty = self.returned()?;
        if ty.kind() != TypeKind::Void {
            return Err(Error::of(Code::Operands, format!("the function must return {}, not nothing", show(ty))));
        }
        // SAFETY: a position in a function that returns nothing.
        built(unsafe { core::LLVMBuildRetVoid(at) }, String::new)
    }

    /// `unreachable`
    pub fn unreachable(&self) -> Result<Value<'m>> {
        let at = self.at_open_end(&[])?;
        // SAFETY: a position.
        built(unsafe { core::LLVMBuildUnreachable(at) }, String::new)
    }

    /// `phi` without incoming values as yet; goes where the builder stands, so build phis first.
    pub fn phi(&self, ty: Type<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        require(ty, Role::Data, "the type of a `phi`")?;
        // SAFETY: a position, and a type of values.
        built(unsafe { core::LLVMBuildPhi(at, ty.raw(), NO_NAME) }, String::new)
    }

    /// Adds to a `phi` a value of its type, and the block that it comes from.
    pub fn add_incoming(&self, phi: Value<'m>, v: Value<'m>, from: Block<'m>) -> Result<()> {
        need(phi.opcode() == Some(Opcode::Phi), phi, "incoming values belong in a `phi`")?;
        require_type(v, phi.ty(), "an incoming value")?;
        let (mut values, mut blocks): ([LLVMValueRef; 1], _) = ([v.raw()], [from.raw()]);
        // SAFETY: a phi, one value of its type, one block.
        unsafe { core::LLVMAddIncoming(phi.raw(), values.as_mut_ptr(), blocks.as_mut_ptr(), 1) }
        Ok(())
    }

    /// LLVM's builder, if it stands in a block without a terminator, and `targets` are of the same function.
    fn at_open_end(&self, targets: &[Block<'m>]) -> Result<LLVMBuilderRef> {
        let block = self.block().ok_or_else(|| Error::internal("the builder has no position"))?;
        // SAFETY: live blocks.
        let (ended, function) = unsafe {
            (!core::LLVMGetBasicBlockTerminator(block.raw()).is_null(), core::LLVMGetBasicBlockParent(block.raw()))
        };
        if ended {
            return Err(Error::of(Code::Operands, "the block has ended before this instruction"));
        }
        // SAFETY: live blocks.
        if targets.iter().any(|to| unsafe { core::LLVMGetBasicBlockParent(to.raw()) } != function) {
            return Err(Error::of(Code::Operands, "a branch leads to a block of another function"));
        }
        Ok(self.raw)
    }

    /// Returns the result type of the function at the position.
    fn returned(&self) -> Result<Type<'m>> {
        // SAFETY: a function has a function type, and that a return type.
        Ok(unsafe { Type::from_live(core::LLVMGetReturnType(core::LLVMGlobalGetValueType(self.function()?.raw()))) })
    }
}
