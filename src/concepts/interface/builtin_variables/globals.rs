//! Builtin variables that are globals of LLVM IR: `@__spirv_BuiltInGlobalInvocationId` in address space 1 or 7 (S3-58).
//!
//! SPIR-V requires such a variable to be in class `Input`, from which no pointer can be cast: casts and GEPs of the
//! variable are folded into the loads, each of which loads the variable or extracts one component.

use super::{BuiltIn, Form, PREFIX, by_name, declare, define_number, load, load_operands};
use crate::binary::Id;
use crate::concepts::base::{constants, pointers, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicOrdering, Opcode, Type, Value};
use crate::state::{BuiltinVariable, Forward, Operand, availability};
use ::spirv::{Decoration, MemoryAccess, Op, StorageClass};

/// The address space of builtin variables in older IR.
const GLOBAL: u32 = 1;

/// The limit on the depth of casts and GEPs between a load and its variable.
const MAX_DEPTH: u32 = 16;

/// Returns the builtin variable for a global; none for other globals.
pub fn forward_global<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<Operand>> {
    Ok(variable(f, global)?.map(|variable| variable.pointer))
}

fn variable<'m>(f: &mut Forward<'m>, global: Value<'m>) -> Result<Option<BuiltinVariable>> {
    let Some(builtin) = builtin_of(global) else { return Ok(None) };
    if let Some(variable) = f.builtin_variables.get(&(builtin as u32)) {
        return Ok(Some(*variable));
    }
    check_extension(f, builtin).map_err(|error| error.at_instruction(|| global.print()))?;
    let ty = global.value_type().ok_or_else(|| Error::internal("a global without a value type"))?;
    let component = types::forward(f, ty.scalar())?;
    // The Khronos translator leaves it where it is.
    let stays = f.options.policy.keeps_builtin_globals_in_place && global.ty().address_space() == GLOBAL;
    let class = if stays { StorageClass::CrossWorkgroup } else { StorageClass::Input };
    let variable = declare(f, builtin, component, Form::of(ty, None), class)?;
    if stays && global.alignment() > 0 {
        f.spv.decorate(variable.pointer.id, Decoration::Alignment, &[global.alignment()])?;
    }
    Ok(Some(variable))
}

/// Returns whether the global stands for a builtin.
pub fn is_global(global: Value<'_>) -> bool {
    builtin_of(global).is_some()
}

/// Refuses builtins for hardware threads without their extension, which its vendor withdrew.
fn check_extension(f: &Forward<'_>, builtin: BuiltIn) -> Result<()> {
    const EXTENSION: &str = "SPV_INTEL_hw_thread_queries";
    let is_old = matches!(builtin, BuiltIn::SubDeviceIDINTEL | BuiltIn::GlobalHWThreadIDINTEL);
    if !is_old || availability::allows(f.options, EXTENSION) {
        return Ok(());
    }
    Err(Error::needs_extension(format!("the builtin {builtin:?}"), EXTENSION))
}

/// The builtin that a global stands for.
pub fn builtin_of(global: Value<'_>) -> Option<BuiltIn> {
    if !global.is_global_variable() || global.initializer().is_some() {
        return None;
    }
    // The name last: to find it takes longest.
    Some(global.name()).filter(|name| name.starts_with(PREFIX)).and_then(by_name)
}

/// Returns the casts and GEPs of a global that are only used by loads.
pub fn loaded_through(global: Value<'_>) -> Vec<Value<'_>> {
    let mut found = Vec::new();
    collect(global, MAX_DEPTH, &mut found);
    found
}

fn collect<'m>(pointer: Value<'m>, depth: u32, found: &mut Vec<Value<'m>>) -> bool {
    let (mut all, before) = (depth > 0, found.len());
    for user in pointer.uses().filter(|_| depth > 0) {
        all &= match user.opcode().or_else(|| user.const_opcode()) {
            Some(Opcode::Load) => user.ordering() == AtomicOrdering::NotAtomic,
            Some(_) if step(user).is_some() => collect(user, depth - 1, found),
            _ => false,
        };
    }
    match pointer.opcode() {
        Some(_) if all => found.push(pointer),
        // What starts from an instruction that stays, stays, too.
        Some(_) => found.truncate(before),
        None => {}
    }
    all
}

/// The offset of a pointer into a builtin's variable.
#[derive(Clone, Copy, Debug)]
enum Offset<'m> {
    Bytes(u64),
    /// The offset of a component with a variable index; the number is the size of a component in bytes.
    Component(Value<'m>, u64),
}

/// Returns the base and the offset of a cast or a GEP.
fn step(pointer: Value<'_>) -> Option<(Value<'_>, Offset<'_>)> {
    let offset = match pointer.opcode().or_else(|| pointer.const_opcode())? {
        Opcode::AddrSpaceCast | Opcode::BitCast => Offset::Bytes(0),
        Opcode::GetElementPtr => gep_offset(pointer.gep_source_type()?, pointer)?,
        _ => return None,
    };
    Some((pointer.operand(0)?, offset))
}

/// Returns the builtin's global that a pointer is derived from, and the offset in it.
fn place<'m>(f: &Forward<'m>, mut pointer: Value<'m>) -> Option<(Value<'m>, Offset<'m>)> {
    let mut offset = Offset::Bytes(0);
    for _ in 0..MAX_DEPTH {
        if builtin_of(pointer).is_some() {
            return Some((pointer, offset));
        }
        if !pointer.is_constant() && !f.body.absorbed.contains(&pointer) {
            return None;
        }
        let (base, by) = step(pointer)?;
        offset = match (offset, by) {
            (Offset::Bytes(offset), Offset::Bytes(by)) => Offset::Bytes(offset.checked_add(by)?),
            (Offset::Bytes(0), by @ Offset::Component(..)) => by,
            (offset @ Offset::Component(..), Offset::Bytes(0)) => offset,
            _ => return None,
        };
        pointer = base;
    }
    None
}

/// Returns the offset of a GEP over numbers or vectors: in bytes, or a component with a variable last index.
fn gep_offset<'m>(source: Type<'m>, gep: Value<'m>) -> Option<Offset<'m>> {
    let bytes = |ty: Type<'m>| u64::from(ty.int_width() / 8);
    let component = bytes(source.scalar());
    let mut size = if source.is_vector() { component * source.count().next_power_of_two() } else { component };
    let mut offset = Offset::Bytes(0);
    for index in gep.operands().skip(1) {
        let number = index.int_value().filter(|_| index.is_constant());
        offset = match (offset, number) {
            (Offset::Bytes(bytes), Some(number)) => Offset::Bytes(bytes.checked_add(number.checked_mul(size)?)?),
            (Offset::Bytes(0), None) if size == component => Offset::Component(index, size),
            _ => return None,
        };
        size = component;
    }
    (size > 0).then_some(offset)
}

/// Translates a load of the whole or of a component of a builtin's global. Returns false for other pointers.
pub fn forward_load<'m>(f: &mut Forward<'m>, inst: Value<'m>, pointer: Value<'m>) -> Result<bool> {
    // An instruction that leads to the global of a builtin is left out.
    if pointer.is_local() && f.body.absorbed.is_empty() {
        return Ok(false);
    }
    let Some((global, offset)) = place(f, pointer) else { return Ok(false) };
    let Some(variable) = variable(f, global)? else { return Ok(false) };
    f.body.inputs.insert(variable.pointer.id);
    match offset {
        Offset::Bytes(offset) => forward_part(f, inst, variable, offset)?,
        Offset::Component(index, size) => forward_computed(f, inst, variable, index, size)?,
    }
    Ok(true)
}

/// Translates a load of the part at a byte offset of the variable.
fn forward_part<'m>(f: &mut Forward<'m>, inst: Value<'m>, variable: BuiltinVariable, offset: u64) -> Result<()> {
    let wanted = types::forward(f, inst.ty())?;
    if variable.value_type == wanted && offset == 0 {
        return f.define(inst, Op::Load, wanted, &load_operands(variable)).map(drop);
    }
    let width = u64::from(variable.width / 8);
    let component = offset.checked_div(width).and_then(|index| u32::try_from(index).ok());
    match component.filter(|index| inst.ty().is_int() && offset == u64::from(*index) * width) {
        Some(index) if variable.lanes > 1 && index < variable.lanes => {
            let index = Index::Known(index);
            forward_component(f, inst, variable, index)
        }
        Some(0) if variable.lanes == 1 => {
            let whole = load(f, variable)?;
            define_number(f, inst, whole)
        }
        _ => forward_bits(f, inst, variable, offset),
    }
}

/// Translates a load of a component with a variable index.
fn forward_computed<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    of: BuiltinVariable,
    index: Value<'m>,
    size: u64,
) -> Result<()> {
    let fits = of.lanes > 1 && u64::from(of.width / 8) == size && inst.ty().is_int_of(of.width);
    let index = Index::Computed(values::operand(f, index)?.id);
    if fits { forward_component(f, inst, of, index) } else { Err(wrong_load(inst)) }
}

/// The index of a component.
#[derive(Clone, Copy, Debug)]
enum Index {
    Known(u32),
    Computed(Id),
}

/// Translates a load of one component. In Khronos mode only the component is loaded.
fn forward_component<'m>(f: &mut Forward<'m>, inst: Value<'m>, of: BuiltinVariable, index: Index) -> Result<()> {
    let number = match f.options.policy.loads_builtin_components {
        true => {
            let class = if of.is_input { StorageClass::Input } else { StorageClass::CrossWorkgroup };
            let ty = pointers::pointer_type(f, class, of.component)?;
            let index = match index {
                Index::Known(index) => constants::word(f, index)?,
                Index::Computed(index) => index,
            };
            let pointer = f.emit_value(Op::InBoundsAccessChain, ty, &[of.pointer.id, index])?;
            let operands = [pointer.id, MemoryAccess::ALIGNED.bits(), inst.alignment().max(1)];
            f.emit_value(Op::Load, of.component, &operands)?
        }
        false => {
            let whole = load(f, of)?;
            let (op, index) = match index {
                Index::Known(index) => (Op::CompositeExtract, index),
                Index::Computed(index) => (Op::VectorExtractDynamic, index),
            };
            f.emit_value(op, of.component, &[whole.id, index])?
        }
    };
    define_number(f, inst, number)
}

/// Returns the error for a load of a type that the builtin does not have.
pub fn wrong_load(inst: Value<'_>) -> Error {
    Error::of(Code::Builtin, format!("a load of {} from a builtin variable", inst.ty()))
}

/// Translates a load of the whole as another type of that size.
fn forward_bits<'m>(f: &mut Forward<'m>, inst: Value<'m>, of: BuiltinVariable, offset: u64) -> Result<()> {
    let form = Form::of(inst.ty(), None);
    let bits = |width: u32, lanes: u32| u64::from(width) * u64::from(lanes);
    if offset != 0 || bits(form.width, form.lanes) != bits(of.width, of.lanes) {
        return Err(wrong_load(inst));
    }
    let (whole, ty) = (load(f, of)?, types::forward(f, inst.ty())?);
    f.define(inst, Op::Bitcast, ty, &[whole.id]).map(drop)
}
