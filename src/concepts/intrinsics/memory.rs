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
use super::super::{memory, pointers, types, values};
use crate::error::{Error, Result};
use crate::llvm::Value;
use crate::spirv::Id;
use crate::state::{Forward, Helper, Operand};
use ::spirv::{Capability, Decoration, FunctionControl, MemoryAccess, Op, StorageClass};

/// Constant sizes up to this are moved through a local variable.
const MAX_TEMPORARY: u64 = 1 << 10;
/// Constant sizes up to this are filled from a variable that lists the bytes; zeros need no list.
const MAX_FILL: u64 = 1 << 12;

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
    let pointer = argument(inst, inst.call_arg_count().saturating_sub(1))?;
    if pointer.is_undef() {
        return Ok(());
    }
    let operand = values::operand(f, pointer)?;
    f.emit(op, &[operand.id, 0])
}

/// What the three of them have in common.
struct Block<'m> {
    target: Operand,
    length: Value<'m>,
    /// The length, where it is a constant.
    size: Option<u64>,
    access: MemoryAccess,
    align: u32,
}

impl<'m> Block<'m> {
    fn of(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Self> {
        let (length, volatile) = (argument(inst, 2)?, argument(inst, 3)?);
        let mut access = MemoryAccess::ALIGNED;
        access.set(MemoryAccess::VOLATILE, volatile.int_value() == Some(1));
        let target = bytes(f, inst, 0)?;
        let align = memory::call_alignment(inst, 0);
        Ok(Self { target, length, size: emit::constant(length), access, align })
    }

    fn class(&self, f: &Forward<'m>) -> Result<StorageClass> {
        class(f, self.target)
    }

    /// `OpCopyMemorySized`.
    fn copy(&self, f: &mut Forward<'m>, target: Id, source: Id, align: u32) -> Result<()> {
        let length = values::operand(f, self.length)?.id;
        f.spv.require(Capability::Addresses);
        f.emit(Op::CopyMemorySized, &[target, source, length, self.access.bits(), align])
    }

    fn helper(&self, f: &Forward<'m>, name: &'static str) -> Result<Helper> {
        let volatile = self.access.contains(MemoryAccess::VOLATILE);
        Ok(Helper { name, class: self.class(f)?, bits: self.length.ty().int_width(), volatile })
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
    let align = block.align.min(memory::call_alignment(inst, 1));
    block.copy(f, block.target.id, source.id, align)
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
    let mut helper = block.helper(f, "memmove")?;
    let (mut to, mut from) = (block.target, source);
    if class(f, to)? != class(f, from)? {
        helper.class = StorageClass::Generic;
        (to, from) = (generic(f, to)?, generic(f, from)?);
    }
    let length = values::operand(f, block.length)?.id;
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
            let helper = block.helper(f, "memset")?;
            let (byte, length) = (arg(f, inst, 1)?, values::operand(f, block.length)?.id);
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
    let value = match byte {
        0 => f.spv.unique_constant(Op::ConstantNull, array, &[])?,
        _ => {
            let byte = f.spv.unique_constant(Op::Constant, element, &[byte.into()])?;
            f.spv.unique_constant(Op::ConstantComposite, array, &vec![byte; size as usize])?
        }
    };
    let class = StorageClass::UniformConstant;
    let ty = pointers::pointer_type(f, class, array)?;
    let id = f.spv.global(Op::Variable, Some(ty), &[class as u32, value])?;
    Ok(Operand { id, ty })
}

// --- Functions that the module gets ---

fn call(f: &mut Forward<'_>, function: Id, operands: &[Id]) -> Result<()> {
    let void = f.spv.unique_type(Op::TypeVoid, &[])?;
    let mut words = vec![function];
    words.extend_from_slice(operands);
    f.body.callees.insert(function);
    f.emit_value(Op::FunctionCall, void, &words).map(drop)
}

/// The function of a helper, made on first use by `write`.
fn function(f: &mut Forward<'_>, helper: Helper, write: fn(&mut Writer<'_, '_>) -> Result<()>) -> Result<Id> {
    if let Some(id) = f.helpers.functions.get(&helper) {
        return Ok(*id);
    }
    let id = f.spv.fresh();
    f.helpers.functions.insert(helper, id);
    let address_space = pointers::address_space(helper.class as u32).unwrap_or_default();
    let volatile = if helper.volatile { ".volatile" } else { "" };
    f.spv.name(id, &format!("spirv.{}.p{address_space}.i{}{volatile}", helper.name, helper.bits))?;
    let body = std::mem::take(&mut f.body);
    let written = Writer::new(f, helper, id).and_then(|mut writer| write(&mut writer));
    let helper_body = std::mem::replace(&mut f.body, body);
    written?;
    f.helpers.code.extend(helper_body.code);
    Ok(id)
}

/// The body of a helper under construction.
struct Writer<'a, 'm> {
    f: &'a mut Forward<'m>,
    function: Id,
    byte: Id,
    pointer: Id,
    length: Id,
    /// The width of lengths.
    bits: u32,
    boolean: Id,
    address: Id,
    /// Memory operands of the accesses.
    access: [u32; 2],
}

impl<'a, 'm> Writer<'a, 'm> {
    fn new(f: &'a mut Forward<'m>, helper: Helper, function: Id) -> Result<Self> {
        let byte = types::int(f, 8)?;
        let pointer = pointers::pointer_type(f, helper.class, byte)?;
        let length = types::int(f, helper.bits)?;
        let boolean = types::int(f, 1)?;
        let address = super::super::compare::address_type(f)?;
        let mut access = MemoryAccess::ALIGNED;
        access.set(MemoryAccess::VOLATILE, helper.volatile);
        Ok(Self { f, function, byte, pointer, length, bits: helper.bits, boolean, address, access: [access.bits(), 1] })
    }

    /// `OpFunction` and its parameters.
    fn head(&mut self, params: &[Id]) -> Result<Vec<Id>> {
        let void = self.f.spv.unique_type(Op::TypeVoid, &[])?;
        let ty = types::function(self.f, void, params)?;
        let control = FunctionControl::NONE.bits();
        self.f.emit(Op::Function, &[void, self.function, control, ty])?;
        params.iter().map(|ty| Ok(self.f.emit_value(Op::FunctionParameter, *ty, &[])?.id)).collect()
    }

    fn op(&mut self, op: Op, ty: Id, operands: &[u32]) -> Result<Id> {
        emit::op(self.f, op, ty, operands)
    }

    fn number(&mut self, value: u64) -> Result<Id> {
        let words = [value as u32, (value >> 32) as u32];
        let count = if self.bits > 32 { 2 } else { 1 };
        self.f.spv.unique_constant(Op::Constant, self.length, &words[..count])
    }

    fn label(&mut self, id: Id) -> Result<()> {
        self.f.emit(Op::Label, &[id])
    }

    fn fresh(&mut self) -> Id {
        self.f.spv.fresh()
    }


    fn branch_if(&mut self, condition: Id, yes: Id, no: Id) -> Result<()> {
        self.f.emit(Op::BranchConditional, &[condition, yes, no])
    }

    /// A phi of the length's type; its second value is still to be computed.
    fn counter(&mut self, first: (Id, Id), next: (Id, Id)) -> Result<Id> {
        self.op(Op::Phi, self.length, &[first.0, first.1, next.0, next.1])
    }

    fn step(&mut self, base: Id, index: Id) -> Result<Id> {
        self.op(Op::InBoundsPtrAccessChain, self.pointer, &[base, index])
    }

    fn store(&mut self, to: Id, value: Id) -> Result<()> {
        let [access, align] = self.access;
        self.f.emit(Op::Store, &[to, value, access, align])
    }

    fn copy_byte(&mut self, to: Id, from: Id, index: Id) -> Result<()> {
        let [access, align] = self.access;
        let source = self.step(from, index)?;
        let value = self.op(Op::Load, self.byte, &[source, access, align])?;
        let target = self.step(to, index)?;
        self.store(target, value)
    }

    /// The block that ends the function.
    fn end(&mut self, label: Id) -> Result<()> {
        self.label(label)?;
        self.f.emit(Op::Return, &[])?;
        self.f.emit(Op::FunctionEnd, &[])
    }

    /// A loop that counts up from 0 and does `body` for each index; from `before` to `after`.
    fn count_up(&mut self, length: Id, blocks: [Id; 3], body: impl FnOnce(&mut Self, Id) -> Result<()>) -> Result<()> {
        let [before, around, after] = blocks;
        let (zero, one) = (self.number(0)?, self.number(1)?);
        let next = self.fresh();
        self.label(around)?;
        let index = self.counter((zero, before), (next, around))?;
        body(self, index)?;
        self.f.emit_as(next, Op::IAdd, self.length, &[index, one])?;
        let more = self.op(Op::ULessThan, self.boolean, &[next, length])?;
        self.branch_if(more, around, after)
    }

    /// A loop that counts down to 0.
    fn count_down(
        &mut self,
        length: Id,
        blocks: [Id; 3],
        body: impl FnOnce(&mut Self, Id) -> Result<()>,
    ) -> Result<()> {
        let [before, around, after] = blocks;
        let (zero, one) = (self.number(0)?, self.number(1)?);
        let next = self.fresh();
        self.label(around)?;
        let above = self.counter((length, before), (next, around))?;
        self.f.emit_as(next, Op::ISub, self.length, &[above, one])?;
        body(self, next)?;
        let more = self.op(Op::INotEqual, self.boolean, &[next, zero])?;
        self.branch_if(more, around, after)
    }
}

/// `void memset(char *to, char byte, length)`
fn memset(w: &mut Writer<'_, '_>) -> Result<()> {
    let params = w.head(&[w.pointer, w.byte, w.length])?;
    let &[to, byte, length] = params.as_slice() else { return Err(Error::internal("parameters of a helper")) };
    let [entry, around, exit] = [w.fresh(), w.fresh(), w.fresh()];
    w.label(entry)?;
    let zero = w.number(0)?;
    let none = w.op(Op::IEqual, w.boolean, &[length, zero])?;
    w.branch_if(none, exit, around)?;
    w.count_up(length, [entry, around, exit], |w, index| {
        let target = w.step(to, index)?;
        w.store(target, byte)
    })?;
    w.end(exit)
}

/// `void memmove(char *to, char *from, length)`: from the start where the target is below, else from the end.
fn memmove(w: &mut Writer<'_, '_>) -> Result<()> {
    let params = w.head(&[w.pointer, w.pointer, w.length])?;
    let &[to, from, length] = params.as_slice() else { return Err(Error::internal("parameters of a helper")) };
    let [entry, choice, up, down, exit] = [w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()];
    w.label(entry)?;
    let zero = w.number(0)?;
    let none = w.op(Op::IEqual, w.boolean, &[length, zero])?;
    w.branch_if(none, exit, choice)?;
    w.label(choice)?;
    let (target, source) = (w.op(Op::ConvertPtrToU, w.address, &[to])?, w.op(Op::ConvertPtrToU, w.address, &[from])?);
    let below = w.op(Op::ULessThan, w.boolean, &[target, source])?;
    w.branch_if(below, up, down)?;
    w.count_up(length, [choice, up, exit], |w, index| w.copy_byte(to, from, index))?;
    w.count_down(length, [choice, down, exit], |w, index| w.copy_byte(to, from, index))?;
    w.end(exit)
}
