//! `llvm.memset` of a constant size with a constant byte: a copy from a local variable that begins full of it.

use super::super::emit::{self, argument};
use super::super::memory::{self, Block};
use crate::concepts::{pointers, types};
use crate::error::Result;
use crate::llvm::Value;
use crate::spirv::{Id, write};
use crate::state::{Forward, Operand};
use ::spirv::{Decoration, MemoryAccess, Op, StorageClass};

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
