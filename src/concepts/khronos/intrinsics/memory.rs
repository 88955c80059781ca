//! `llvm.memset` of a constant size with a constant byte: a copy from a local variable whose initialiser is filled with
//! the byte. `llvm.memcpy`: the target is cast to the type of the source pointer, instead of both to pointers to bytes.

use crate::binary::{Id, write};
use crate::concepts::base::emit::{self, argument};
use crate::concepts::base::{pointers, types, values};
use crate::concepts::instructions::memory as variables;
use crate::concepts::intrinsics::memory::{self, Block};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::options::Version;
use crate::state::{Forward, Operand};
use ::spirv::{Capability, Decoration, MemoryAccess, Op, StorageClass};

/// The first version in which a copy has separate alignments for target and source.
const SINCE_TWO_ACCESSES: Version = Version::new(1, 4);

/// Translates `llvm.lifetime.*`: the size is 1 for a variable of one byte, else 0.
pub fn lifetime<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    let Some(variable) = memory::lifetime_of(f, inst)? else { return Ok(()) };
    let byte = types::int(f, 8)?;
    let is_byte = f.pointer_parts(variable.ty).is_some_and(|(_, pointee)| pointee == byte);
    f.emit(instruction, &[variable.id, is_byte.into()])
}

/// Translates `llvm.memmove`: with a constant size through a variable, however large it is.
pub fn move_<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let size = match emit::constant(argument(inst, 2)?) {
        Some(0) => return Ok(()),
        Some(size) if memory::is_array_size(size) => size,
        _ => return memory::move_(f, inst),
    };
    let [target, source, length] = [0, 1, 2].map(|index| emit::arg(f, inst, index));
    let (target, source, length) = (target?, source?, length?);
    let byte = types::int(f, 8)?;
    let array = types::array_of(f, byte, size)?;
    let variable = variables::temporary(f, array)?.id;
    if let Some(align) = alignment(inst, 1) {
        f.spv.decorate(variable, Decoration::Alignment, &[align])?;
    }
    f.spv.require(Capability::Addresses);
    f.emit(Op::LifetimeStart, &[variable, 0])?;
    let there = accesses(f, inst, [alignment(inst, 1); 2]);
    f.emit(Op::CopyMemorySized, &[&[variable, source, length], there.as_slice()].concat())?;
    let back = accesses(f, inst, [alignment(inst, 0), alignment(inst, 1)]);
    f.emit(Op::CopyMemorySized, &[&[target, variable, length], back.as_slice()].concat())?;
    f.emit(Op::LifetimeStop, &[variable, 0])
}

fn alignment(inst: Value<'_>, index: u32) -> Option<u32> {
    inst.param_alignment(index)
}

/// The memory operands of a copy, given the alignments of target and source.
fn accesses<'m>(f: &mut Forward<'m>, inst: Value<'m>, aligns: [Option<u32>; 2]) -> Vec<u32> {
    let is_volatile = inst.call_arg(3).and_then(Value::int_value) == Some(1);
    let mut access = MemoryAccess::NONE;
    access.set(MemoryAccess::VOLATILE, is_volatile);
    let [Some(target), source] = aligns else { return vec![access.bits()] };
    let source = source.unwrap_or(target);
    access |= MemoryAccess::ALIGNED;
    if target == source || f.options.max_version < SINCE_TWO_ACCESSES {
        return vec![access.bits(), target.min(source)];
    }
    f.spv.require_version(SINCE_TWO_ACCESSES);
    vec![access.bits(), target, MemoryAccess::ALIGNED.bits(), source]
}

/// `llvm.memcpy`.
pub fn copy<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if emit::constant(argument(inst, 2)?) == Some(0) {
        return Ok(());
    }
    let (target, source) = (argument(inst, 0)?, argument(inst, 1)?);
    variables::writable::require(f, target)?;
    let (target, source) = (values::operand(f, target)?, values::operand(f, source)?);
    let parts = f.pointer_parts(source.ty).zip(f.pointer_parts(target.ty));
    let ((_, pointee), (class, _)) = parts.ok_or_else(|| Error::internal("memory at no pointer"))?;
    let ty = pointers::pointer_type(f, class, pointee)?;
    let target = pointers::coerce(f, target, ty)?.id;
    let length = emit::arg(f, inst, 2)?;
    let accesses = accesses(f, inst, [alignment(inst, 0), alignment(inst, 1)]);
    f.spv.require(Capability::Addresses);
    f.emit(Op::CopyMemorySized, &[&[target, source.id, length], accesses.as_slice()].concat())
}

/// `llvm.memset`.
pub fn set<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let byte = argument(inst, 1)?;
    let constant = if byte.is_undef() { Some(0) } else { emit::constant(byte) };
    let block = Block::of(f, inst)?;
    match (constant, block.size) {
        (Some(byte), Some(size)) if memory::is_array_size(size) && (byte == 0 || size <= memory::MAX_FILL) => {
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

/// Emits a variable of the function with the initialiser `value`.
fn variable(f: &mut Forward<'_>, pointee: Id, value: Id) -> Result<Operand> {
    let class = StorageClass::Function;
    let (ty, id) = (pointers::pointer_type(f, class, pointee)?, f.spv.fresh());
    f.spv.note(Op::Variable);
    write::instruction(&mut f.body.variables, Op::Variable, &[ty, id, class as u32, value])?;
    Ok(Operand { id, ty })
}
