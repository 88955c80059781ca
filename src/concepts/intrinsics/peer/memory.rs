//! `llvm.memset` of a constant size with a constant byte: a copy from a local variable that begins full of it.
//! `llvm.memcpy`: the target is cast to a pointer to whatever the source points to, not both to bytes.

use super::super::emit::{self, argument};
use super::super::memory::{self, Block};
use crate::concepts::{memory::call_alignment, pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::spirv::{Id, write};
use crate::state::{Forward, Operand};
use ::spirv::{Decoration, MemoryAccess, Op, StorageClass};

/// `llvm.memcpy`.
pub fn copy<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if emit::constant(argument(inst, 2)?) == Some(0) {
        return Ok(());
    }
    let (target, source) = (argument(inst, 0)?, argument(inst, 1)?);
    let (target, source) = (values::operand(f, target)?, values::operand(f, source)?);
    let parts = f.pointer_parts(source.ty).zip(f.pointer_parts(target.ty));
    let ((_, pointee), (class, _)) = parts.ok_or_else(|| Error::internal("memory at no pointer"))?;
    let ty = pointers::pointer_type(f, class, pointee)?;
    let block = Block::to(pointers::coerce(f, target, ty)?, inst)?;
    let align = block.align.min(call_alignment(inst, 1));
    block.copy(f, block.target.id, source.id, align)
}

/// `llvm.memset`.
pub fn set<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let byte = argument(inst, 1)?;
    let constant = if byte.is_undef() { Some(0) } else { emit::constant(byte) };
    let block = Block::of(f, inst)?;
    match (constant, block.size) {
        (Some(byte), Some(size)) if size > 0 && (byte == 0 || size <= memory::MAX_FILL) => {
            let source = fill(f, byte as u8, size, &block)?;
            block.copy(f, block.target.id, source.id, block.align)
        }
        _ => memory::set(f, inst),
    }
}

fn fill<'m>(f: &mut Forward<'m>, byte: u8, size: u64, block: &Block<'m>) -> Result<Operand> {
    let element = types::int(f, 8)?;
    let array = types::array_of(f, element, size)?;
    let value = memory::filled(f, array, element, byte, size)?;
    let variable = variable(f, array, value)?;
    if block.access == MemoryAccess::ALIGNED {
        f.spv.decorate(variable.id, Decoration::Alignment, &[block.align])?;
    }
    let bytes = pointers::pointer_type(f, StorageClass::Function, element)?;
    pointers::coerce(f, variable, bytes)
}

/// A variable of the function, with what it holds at first.
fn variable(f: &mut Forward<'_>, pointee: Id, value: Id) -> Result<Operand> {
    let class = StorageClass::Function;
    let (ty, id) = (pointers::pointer_type(f, class, pointee)?, f.spv.fresh());
    f.spv.note(Op::Variable);
    write::instruction(&mut f.body.variables, Op::Variable, &[ty, id, class as u32, value])?;
    Ok(Operand { id, ty })
}
