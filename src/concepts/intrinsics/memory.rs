//! `llvm.memcpy`, `memmove`, `memset`, and lifetimes.
//!
//! - `memcpy` is `OpCopyMemorySized`.
//! - `memmove` is the same where source and target cannot overlap (different storage classes); of a small constant
//!   size it goes through a local variable; else it is a function that copies bytes from the end that is safe.
//! - `memset` of a constant size copies from a constant variable full of the byte; else it is a function that stores
//!   bytes.
//!
//! The functions that are added are named `spirv.memset.p1.i64`, after intrinsic, address space and width of the length.

use super::emit::{self, arg, argument};
use super::helpers::{call, function, memmove, memset};
use crate::concepts::{compare, memory, memory_access, pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::spirv::Id;
use crate::state::{Forward, Helper, Operand};
use ::spirv::{Capability, Decoration, MemoryAccess, Op, StorageClass};

/// Constant sizes up to this are moved through a local variable.
const MAX_TEMPORARY: u64 = 1 << 10;
/// Constant sizes up to this are filled from a variable that lists the bytes; zeros need no list.
pub(super) const MAX_FILL: u64 = 1 << 12;

/// `llvm.lifetime.start`.
pub fn lifetime_start<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    lifetime(f, inst, Op::LifetimeStart)
}

/// `llvm.lifetime.end`.
pub fn lifetime_end<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    lifetime(f, inst, Op::LifetimeStop)
}

/// The pointer is the last argument; older bitcode has a size before it.
fn lifetime<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    match lifetime_of(f, inst)? {
        Some(variable) => f.emit(op, &[variable.id, 0]),
        None => Ok(()),
    }
}

/// The variable of which a lifetime begins or ends.
pub(super) fn lifetime_of<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Option<Operand>> {
    let pointer = argument(inst, inst.call_arg_count().saturating_sub(1))?;
    match f.body.generic_variables.get(&pointer) {
        _ if pointer.is_undef() => Ok(None),
        Some(variable) => Ok(Some(*variable)),
        None => values::operand(f, pointer).map(Some),
    }
}

/// What the three of them have in common.
pub(super) struct Block<'m> {
    pub target: Operand,
    length: Value<'m>,
    /// The length, where it is a constant.
    pub size: Option<u64>,
    pub access: MemoryAccess,
    pub align: u32,
}

impl<'m> Block<'m> {
    pub fn of(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Self> {
        let target = bytes(f, inst, 0)?;
        Self::to(target, inst)
    }

    pub fn to(target: Operand, inst: Value<'m>) -> Result<Self> {
        let (length, volatile) = (argument(inst, 2)?, argument(inst, 3)?);
        let mut access = MemoryAccess::ALIGNED;
        access.set(MemoryAccess::VOLATILE, volatile.int_value() == Some(1));
        let align = memory::call_alignment(inst, 0);
        Ok(Self { target, length, size: emit::constant(length), access, align })
    }

    fn class(&self, f: &Forward<'m>) -> Result<StorageClass> {
        class(f, self.target)
    }

    /// `OpCopyMemorySized`.
    pub fn copy(&self, f: &mut Forward<'m>, target: Id, source: Id, align: u32) -> Result<()> {
        let length = values::operand(f, self.length)?.id;
        f.spv.require(Capability::Addresses);
        f.emit(Op::CopyMemorySized, &[target, source, length, self.access.bits(), align])
    }

    /// The function of this name, and the length for it. LLVM takes that for unsigned, but SPIR-V an index for signed: one that
    /// may have its highest bit gets the width of addresses.
    fn helper(&self, f: &mut Forward<'m>, name: &'static str) -> Result<(Helper, Id)> {
        let (mut length, mut bits) = (values::operand(f, self.length)?.id, self.length.ty().int_width());
        let address = compare::address_width(f);
        let is_small = self.size.is_some_and(|size| size >> (bits - 1).min(63) == 0);
        if bits < address && !is_small && !f.options.compatibility.strict {
            let ty = types::int(f, address)?;
            (length, bits) = (f.emit_value(Op::UConvert, ty, &[length])?.id, address);
        }
        let volatile = self.access.contains(MemoryAccess::VOLATILE);
        Ok((Helper { name, class: self.class(f)?, bits, volatile }, length))
    }
}

fn class(f: &Forward<'_>, pointer: Operand) -> Result<StorageClass> {
    f.pointer_parts(pointer.ty).map(|(class, _)| class).ok_or_else(|| Error::internal("memory at no pointer"))
}

/// An argument as a pointer to bytes.
fn bytes<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<Operand> {
    let pointer = argument(inst, index)?;
    let ty = pointers::untyped(f, pointer.ty())?;
    values::operand_as(f, pointer, ty)
}

/// `llvm.memcpy`.
pub fn copy<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let block = Block::of(f, inst)?;
    if block.size == Some(0) {
        return Ok(());
    }
    let source = bytes(f, inst, 1)?;
    let mut operands = vec![block.target.id, source.id, values::operand(f, block.length)?.id];
    let aligns = (block.align, memory::call_alignment(inst, 1));
    memory_access::forward_copy(f, inst, (block.access, aligns.0, aligns.1), &mut operands)?;
    f.spv.require(Capability::Addresses);
    f.emit(Op::CopyMemorySized, &operands)
}

/// `llvm.memmove`.
pub fn move_<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let block = Block::of(f, inst)?;
    let source = bytes(f, inst, 1)?;
    let (to, from) = (block.class(f)?, class(f, source)?);
    match block.size {
        _ if !may_overlap(to, from) => copy(f, inst),
        Some(0) => Ok(()),
        Some(size) if size <= MAX_TEMPORARY => move_through_variable(f, &block, source, size, inst),
        _ => move_by_function(f, &block, source),
    }
}

/// Can pointers of two classes point to the same memory?
fn may_overlap(a: StorageClass, b: StorageClass) -> bool {
    let generic = |class| class == StorageClass::Generic;
    let constant = |class| class == StorageClass::UniformConstant;
    a == b || (generic(a) && !constant(b)) || (generic(b) && !constant(a))
}

fn move_through_variable<'m>(
    f: &mut Forward<'m>,
    block: &Block<'m>,
    source: Operand,
    size: u64,
    inst: Value<'m>,
) -> Result<()> {
    let byte = types::int(f, 8)?;
    let array = types::array_of(f, byte, size)?;
    let variable = memory::temporary(f, array)?;
    let align = block.align.max(memory::call_alignment(inst, 1));
    f.spv.decorate(variable.id, Decoration::Alignment, &[align])?;
    let bytes = pointers::pointer_type(f, StorageClass::Function, byte)?;
    let variable = pointers::coerce(f, variable, bytes)?.id;
    block.copy(f, variable, source.id, memory::call_alignment(inst, 1))?;
    block.copy(f, block.target.id, variable, block.align)
}

fn move_by_function<'m>(f: &mut Forward<'m>, block: &Block<'m>, source: Operand) -> Result<()> {
    let (mut helper, length) = block.helper(f, "memmove")?;
    let (mut to, mut from) = (block.target, source);
    if class(f, to)? != class(f, from)? {
        helper.class = StorageClass::Generic;
        (to, from) = (generic(f, to)?, generic(f, from)?);
    }
    let function = function(f, helper, memmove)?;
    call(f, function, &[to.id, from.id, length])
}

fn generic(f: &mut Forward<'_>, pointer: Operand) -> Result<Operand> {
    if class(f, pointer)? == StorageClass::Generic {
        return Ok(pointer);
    }
    let byte = types::int(f, 8)?;
    f.spv.require(Capability::GenericPointer);
    let ty = pointers::pointer_type(f, StorageClass::Generic, byte)?;
    f.emit_value(Op::PtrCastToGeneric, ty, &[pointer.id])
}

/// `llvm.memset`.
pub fn set<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let block = Block::of(f, inst)?;
    let byte = argument(inst, 1)?;
    let constant = if byte.is_undef() { Some(0) } else { emit::constant(byte) };
    match (block.size, constant) {
        (Some(0), _) => Ok(()),
        (Some(size), Some(byte)) if byte == 0 || size <= MAX_FILL => {
            let source = fill(f, byte as u8, size, block.align)?;
            block.copy(f, block.target.id, source.id, block.align)
        }
        _ => {
            let ((helper, length), byte) = (block.helper(f, "memset")?, arg(f, inst, 1)?);
            let function = function(f, helper, memset)?;
            call(f, function, &[block.target.id, byte, length])
        }
    }
}

/// A constant variable of `size` bytes `byte`, as a pointer to bytes.
fn fill(f: &mut Forward<'_>, byte: u8, size: u64, align: u32) -> Result<Operand> {
    let element = types::int(f, 8)?;
    let bytes = pointers::pointer_type(f, StorageClass::UniformConstant, element)?;
    let variable = match f.helpers.fills.get(&(byte, size, align)) {
        Some(variable) => *variable,
        None => {
            let variable = fill_variable(f, byte, size, element)?;
            f.spv.decorate(variable.id, Decoration::Constant, &[])?;
            f.spv.decorate(variable.id, Decoration::Alignment, &[align])?;
            f.variables.push(variable.id);
            f.helpers.fills.insert((byte, size, align), variable);
            variable
        }
    };
    pointers::coerce(f, variable, bytes)
}

fn fill_variable(f: &mut Forward<'_>, byte: u8, size: u64, element: Id) -> Result<Operand> {
    let array = types::array_of(f, element, size)?;
    let value = filled(f, array, element, byte, size)?;
    let class = StorageClass::UniformConstant;
    let ty = pointers::pointer_type(f, class, array)?;
    let id = f.spv.global(Op::Variable, Some(ty), &[class as u32, value])?;
    Ok(Operand { id, ty })
}

/// The constant of `size` bytes `byte`.
pub(super) fn filled(f: &mut Forward<'_>, array: Id, element: Id, byte: u8, size: u64) -> Result<Id> {
    if byte == 0 {
        return f.spv.unique_constant(Op::ConstantNull, array, &[]);
    }
    let byte = f.spv.unique_constant(Op::Constant, element, &[byte.into()])?;
    f.spv.unique_constant(Op::ConstantComposite, array, &vec![byte; size as usize])
}
