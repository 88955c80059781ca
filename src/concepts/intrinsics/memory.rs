//! `llvm.memcpy`, `memmove`, `memset`, and lifetimes.
//!
//! - `memcpy` is `OpCopyMemorySized`.
//! - `memmove` is `OpCopyMemorySized`, too, if source and target cannot overlap (different storage classes); with a small constant
//!   size it is two copies through a local variable; else it is a call of a function that copies bytes from the safe end.
//! - `memset` of a constant size copies from a constant variable filled with the byte; else it is a call of a function that
//!   stores bytes.
//!
//! The functions that are added are named `spirv.memset.p1.i64`, after intrinsic, address space and width of the
//! length.

mod moves;

pub use moves::{move_, variable_of_move};

use super::helpers::{call, function};
use super::rows;
use crate::binary::Id;
use crate::concepts::base::emit::{self, arg, argument};
use crate::concepts::base::{constants, pointers, types, values};
use crate::concepts::instructions::memory::writable;
use crate::concepts::instructions::{compare, memory, memory_access};
use crate::error::{Error, Result};
use crate::llvm::{MAX_ARRAY_LENGTH, Value};
use crate::state::{Forward, Helper, Operand, Role};
use ::spirv::{Capability, Decoration, MemoryAccess, Op, StorageClass};

/// The limit on constant sizes that are copied from a variable with the bytes; zeros need no list of bytes.
pub(crate) const MAX_FILL: u64 = 1 << 12;

/// The least width of lengths that are used as indices unchanged in Khronos mode, although indices are signed.
pub(crate) const NARROWEST_INDEX: u32 = 32;

/// `llvm.lifetime.start`.
pub fn lifetime_start<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    lifetime(f, inst, Op::LifetimeStart)
}

/// `llvm.lifetime.end`.
pub fn lifetime_end<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    lifetime(f, inst, Op::LifetimeStop)
}

/// Translates a lifetime intrinsic, whose pointer is the last argument; older bitcode has a size before it.
fn lifetime<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    match lifetime_of(f, inst)? {
        Some(variable) => f.emit(op, &[variable.id, 0]),
        None => Ok(()),
    }
}

/// The variable of which a lifetime begins or ends.
pub(crate) fn lifetime_of<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Option<Operand>> {
    let pointer = argument(inst, inst.call_arg_count().saturating_sub(1))?;
    match f.body.generic_variables.get(&pointer) {
        _ if pointer.is_undef() => Ok(None),
        Some(variable) => Ok(Some(*variable)),
        None => values::operand(f, pointer).map(Some),
    }
}

/// The common operands of `memcpy`, `memmove` and `memset`.
pub(crate) struct Block<'m> {
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
        access.set(MemoryAccess::NONTEMPORAL, memory_access::is_nontemporal(inst));
        let align = memory::call_alignment(inst, 0);
        Ok(Self { target, length, size: emit::constant(length), access, align })
    }

    /// `OpCopyMemorySized`.
    pub fn copy(&self, f: &mut Forward<'m>, target: Id, source: Id, align: u32) -> Result<()> {
        let length = values::operand(f, self.length)?.id;
        f.spv.require(Capability::Addresses);
        f.emit(Op::CopyMemorySized, &[target, source, length, self.access.bits(), align])
    }
}

/// Returns the helper function for pointers of a storage class, and the length converted for it if necessary. LLVM's
/// length is unsigned, but SPIR-V's index is signed: a length whose highest bit may be set is extended to the width of
/// addresses.
fn helper<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    name: &'static str,
    class: StorageClass,
) -> Result<(Helper, Option<Id>)> {
    let length = argument(inst, 2)?;
    let (mut bits, mut widened) = (length.ty().int_width(), None);
    let address = compare::address_width(f);
    let is_small = emit::constant(length).is_some_and(|size| size >> (bits - 1).min(63) == 0);
    let stays = f.options.policy.writes_variables_as_they_come && bits >= NARROWEST_INDEX;
    if bits < address && !is_small && !stays {
        let ty = types::int(f, address)?;
        let narrow = values::operand(f, length)?.id;
        (widened, bits) = (Some(f.emit_value(Op::UConvert, ty, &[narrow])?.id), address);
    }
    let volatile = argument(inst, 3)?.int_value() == Some(1);
    Ok((Helper { name, class, bits, volatile }, widened))
}

/// Returns the storage class of a pointer argument.
fn class_of<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<StorageClass> {
    pointers::storage_class(f, argument(inst, index)?.ty().address_space())
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
    writable::require(f, argument(inst, 0)?)?;
    constants::forward_expressions(f, inst.call_args())?;
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

/// Returns whether SPIR-V can have an array of `size` bytes; no memory is larger.
pub(crate) fn is_array_size(size: u64) -> bool {
    (1..=MAX_ARRAY_LENGTH).contains(&size)
}

/// `llvm.memset`.
pub fn set<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    writable::require(f, argument(inst, 0)?)?;
    constants::forward_expressions(f, inst.call_args())?;
    if emit::constant(argument(inst, 2)?) == Some(0) {
        return Ok(());
    }
    if let Some((byte, size, align)) = filling(inst)? {
        let block = Block::of(f, inst)?;
        let source = fill(f, byte, size, align)?;
        return block.copy(f, block.target.id, source.id, align);
    }
    let class = class_of(f, inst, 0)?;
    let (helper, length) = helper(f, inst, "memset", class)?;
    let function = function(f, helper)?;
    let operands = [bytes(f, inst, 0)?.id, arg(f, inst, 1)?, length.map_or_else(|| arg(f, inst, 2), Ok)?];
    call(f, function, &operands)
}

/// Returns the byte, size and alignment of the variable that a `memset` copies from; none if it does not copy.
fn filling(inst: Value<'_>) -> Result<Option<(u8, u64, u32)>> {
    let byte = argument(inst, 1)?;
    let constant = if byte.is_undef() { Some(0) } else { emit::constant(byte) };
    let (Some(byte), Some(size)) = (constant, emit::constant(argument(inst, 2)?)) else { return Ok(None) };
    let copies = is_array_size(size) && (byte == 0 || size <= MAX_FILL);
    Ok(copies.then(|| (byte as u8, size, memory::call_alignment(inst, 0))))
}

/// Declares the variables that the module's `memset`s copy from behind all others, the position that they have after a round trip.
pub fn declare_fills(f: &mut Forward<'_>) -> Result<()> {
    let is_set = |intrinsic: &Value<'_>| intrinsic.intrinsic_name().and_then(rows::role) == Some(Role::Set);
    let mut fills = std::collections::BTreeSet::new();
    for call in f.module.functions().filter(is_set).flat_map(Value::uses) {
        fills.extend(filling(call)?);
    }
    fills.into_iter().try_for_each(|(byte, size, align)| fill_variable(f, byte, size, align).map(drop))
}

/// Returns a pointer to bytes for a constant variable of `size` times `byte`.
fn fill(f: &mut Forward<'_>, byte: u8, size: u64, align: u32) -> Result<Operand> {
    let element = types::int(f, 8)?;
    let bytes = pointers::pointer_type(f, StorageClass::UniformConstant, element)?;
    let variable = fill_variable(f, byte, size, align)?;
    pointers::coerce(f, variable, bytes)
}

fn fill_variable(f: &mut Forward<'_>, byte: u8, size: u64, align: u32) -> Result<Operand> {
    if let Some(variable) = f.helpers.fills.get(&(byte, size, align)) {
        return Ok(*variable);
    }
    let element = types::int(f, 8)?;
    let array = types::array_of(f, element, size)?;
    let class = StorageClass::UniformConstant;
    let ty = pointers::pointer_type(f, class, array)?;
    let value = filled(f, array, element, byte, size)?;
    let id = f.spv.global(Op::Variable, Some(ty), &[class as u32, value])?;
    f.spv.decorate(id, Decoration::Constant, &[])?;
    f.spv.decorate(id, Decoration::Alignment, &[align])?;
    f.variables.push(id);
    let variable = Operand { id, ty };
    f.helpers.fills.insert((byte, size, align), variable);
    Ok(variable)
}

/// Returns the constant of `size` times `byte`.
pub(crate) fn filled(f: &mut Forward<'_>, array: Id, element: Id, byte: u8, size: u64) -> Result<Id> {
    if byte == 0 {
        return f.spv.unique_constant(Op::ConstantNull, array, &[]);
    }
    let byte = f.spv.unique_constant(Op::Constant, element, &[byte.into()])?;
    f.spv.unique_constant(Op::ConstantComposite, array, &vec![byte; size as usize])
}
