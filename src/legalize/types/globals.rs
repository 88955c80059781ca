//! Variables whose type SPIR-V lacks in memory, and constant addresses into such types.

use super::casts::address_type;
use super::memory::{member_offset, memory_type};
use super::rewrite::Rewriter;
use super::scan::Scan;
use crate::concepts::base::globals::is_internal_to_llvm;
use crate::concepts::interface::builtin_variables;
use crate::concepts::intrinsics::rows;
use crate::error::{Code, Error, Result};
use crate::llvm::{Module, Type, TypeKind, Value};
use rustc_hash::FxHashSet;

/// Globals that must change: variables, and constant `getelementptr`s.
#[derive(Debug, Default)]
pub struct Illegal<'m> {
    variables: Vec<Value<'m>>,
    addresses: Vec<Value<'m>>,
}

impl Illegal<'_> {
    /// Returns whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.addresses.is_empty()
    }
}

/// Collects the variables to change, and the constant `getelementptr`s to change that lead to any variable or alias.
pub fn find<'m>(module: &'m Module<'_>, scan: &mut Scan<'m>) -> Illegal<'m> {
    let mut illegal = Illegal::default();
    let mut seen = FxHashSet::default();
    let has_expressions = module.has_expressions();
    let is_in_expressions =
        |value: &Value<'m>| has_expressions && value.uses().any(|user| user.is_constant_expression());
    let mut open = Vec::new();
    for variable in module.globals() {
        open.extend(Some(variable).filter(is_in_expressions));
        let is_illegal = variable.value_type().is_some_and(|ty| !scan.is_legal_in_memory(ty))
            && !scan.booleans.contains(Some(variable));
        if is_illegal && !is_internal_to_llvm(variable, rows::role_of_call) && !builtin_variables::is_global(variable) {
            illegal.variables.push(variable);
        }
    }
    open.extend(module.aliases().filter(|_| has_expressions));
    while let Some(value) = open.pop() {
        for user in value.uses().filter(|user| user.is_constant_expression()) {
            if !seen.insert(user) {
                continue;
            }
            if user.gep_source_type().is_some_and(|source| !scan.is_legal_in_memory(source)) {
                illegal.addresses.push(user);
            }
            open.push(user);
        }
    }
    illegal
}

/// Changes the variables and addresses. An address that is computed from another one was found later, and is changed
/// first.
pub fn change<'m>(w: &mut Rewriter<'m>, illegal: Illegal<'m>) -> Result<()> {
    for address in illegal.addresses.into_iter().rev() {
        if address.ty().is_vector() {
            return Err(Error::of(Code::Constant, format!("the constant {}", address.print())));
        }
        let new = by_bytes(w, address)?;
        address.replace_uses(new)?;
    }
    // All are made before one is replaced: that changes constants, of which some are known from before.
    let new = |old: &Value<'m>| variable(w, *old).map_err(|e| e.at_instruction(|| old.print()));
    let new = illegal.variables.iter().map(new).collect::<Result<Vec<_>>>()?;
    w.initialisers.clear();
    for (old, new) in illegal.variables.into_iter().zip(new) {
        old.replace_uses(new)?;
        old.delete_global()?;
    }
    Ok(())
}

/// Returns a constant address as a gep by bytes.
fn by_bytes<'m>(w: &Rewriter<'m>, gep: Value<'m>) -> Result<Value<'m>> {
    let unknown = || Error::of(Code::Constant, format!("the constant {}", gep.print()));
    let (base, source) = (gep.operand(0).ok_or_else(unknown)?, gep.gep_source_type().ok_or_else(unknown)?);
    let layout = w.module.layout();
    let (mut offset, mut ty) = (0_i64, None::<Type<'m>>);
    for index in gep.operands().skip(1) {
        let number = index.int_signed().ok_or_else(unknown)?;
        let step = |ty: Type<'m>| layout.abi_size(ty).map(|size| number.wrapping_mul(size.cast_signed()));
        let (bytes, inner) = match ty {
            None => (step(source).ok_or_else(unknown)?, source),
            Some(ty) if ty.is_struct() => {
                let number = u32::try_from(number).map_err(|_| unknown())?;
                let field = ty.field(number).ok_or_else(unknown)?;
                (member_offset(w, ty, field, number)?.cast_signed(), field)
            }
            Some(ty) => {
                let element = ty.element().ok_or_else(unknown)?;
                (step(element).ok_or_else(unknown)?, element)
            }
        };
        offset = offset.wrapping_add(bytes);
        ty = Some(inner);
    }
    let context = w.emit.context;
    let offset = context.const_int(address_type(w, base.ty())?, offset.cast_unsigned())?;
    context.const_gep(context.int_type(8)?, base, &[offset], gep.is_in_bounds())
}

fn variable<'m>(w: &mut Rewriter<'m>, old: Value<'m>) -> Result<Value<'m>> {
    crate::concepts::base::globals::require_address_space(old)?;
    let ty = old.value_type().ok_or_else(|| Error::internal("a variable without a type"))?;
    let in_memory = memory_type(w, ty)?;
    let alignment = match old.alignment() {
        0 => w.module.layout().abi_alignment(ty).unwrap_or(1),
        bytes => bytes,
    };
    let value = old.initializer().map(|value| initializer(w, value, in_memory)).transpose()?;
    let new = anew(w.module, old, (in_memory, old.ty().address_space()), value)?;
    new.set_alignment(alignment)?;
    Ok(new)
}

/// Creates a variable of another type and address space with all other properties of the old one; does not replace the
/// old one's uses.
pub fn anew<'m>(
    module: &'m Module<'_>,
    old: Value<'m>,
    (ty, space): (Type<'m>, u32),
    value: Option<Value<'m>>,
) -> Result<Value<'m>> {
    let new = module.add_global("", ty, space)?;
    if let Some(value) = value {
        new.set_initializer(value)?;
    }
    let alignment = old.alignment();
    new.take_variable(old)?;
    if alignment != 0 {
        new.set_alignment(alignment)?;
    }
    Ok(new)
}

/// The greatest size of a value that is rebuilt from its bytes: a number, a vector, or a small aggregate.
const MOST_BYTES: usize = 1 << 24;

/// Converts a constant to the type that memory has in place of its own. Each aggregate is converted once, since bitcode
/// may repeat one any number of times.
fn initializer<'m>(w: &mut Rewriter<'m>, value: Value<'m>, in_memory: Type<'m>) -> Result<Value<'m>> {
    let (ty, context) = (value.ty(), w.emit.context);
    match () {
        () if ty == in_memory => return Ok(value),
        () if value.is_null() => return context.const_null(in_memory),
        () if value.is_undef() => return context.undef(in_memory),
        () if !(ty.is_struct() || ty.is_array()) => return made(w, value, in_memory),
        () => {}
    }
    if let Some(known) = w.initialisers.get(&(value, in_memory)) {
        return Ok(*known);
    }
    let made = made(w, value, in_memory)?;
    w.initialisers.insert((value, in_memory), made);
    Ok(made)
}

fn made<'m>(w: &mut Rewriter<'m>, value: Value<'m>, in_memory: Type<'m>) -> Result<Value<'m>> {
    let (ty, context) = (value.ty(), w.emit.context);
    let members = |count: u64| (0..count as u32).filter_map(|index| value.aggregate_element(index));
    if ty.is_struct() && in_memory.is_struct() {
        let new = members(ty.field_count().into())
            .zip(in_memory.fields())
            .map(|(member, in_memory)| initializer(w, member, in_memory));
        return context.const_struct(in_memory, &new.collect::<Result<Vec<_>>>()?);
    }
    if let Some(element) =
        in_memory.element().filter(|_| ty.is_array() && in_memory.is_array() && in_memory.count() == ty.count())
    {
        let new = members(ty.count()).map(|member| initializer(w, member, element));
        return context.const_array(element, &new.collect::<Result<Vec<_>>>()?);
    }
    if let Some(element) = ty.element().filter(|element| ty.is_vector() && element.is_pointer()) {
        let mut new = members(ty.count()).collect::<Vec<_>>();
        if let ([one], true) = (new.as_slice(), in_memory == element) {
            return Ok(*one);
        }
        new.resize(in_memory.count() as usize, context.undef(element)?);
        return context.const_array(element, &new);
    }
    let layout = w.module.layout();
    let size = layout.abi_size(ty).and_then(|size| usize::try_from(size).ok()).filter(|size| *size <= MOST_BYTES);
    let mut bytes = vec![0; size.ok_or_else(|| Error::of(Code::IllegalType, format!("type {ty} in memory")))?];
    write(w, value, &mut bytes)?;
    read(w, in_memory, &bytes)
}

/// Writes the bytes that a constant has in memory.
fn write<'m>(w: &Rewriter<'m>, value: Value<'m>, bytes: &mut [u8]) -> Result<()> {
    let ty = value.ty();
    if value.is_null() || value.is_undef() {
        return Ok(());
    }
    let unknown = || Error::of(Code::Constant, format!("the constant {} in memory", value.print()));
    match ty.kind() {
        TypeKind::Struct | TypeKind::Array => {
            let count = if ty.is_struct() { u64::from(ty.field_count()) } else { ty.count() };
            for index in 0..u32::try_from(count).map_err(|_| unknown())? {
                let member = value.aggregate_element(index).ok_or_else(unknown)?;
                let at = usize::try_from(member_offset(w, ty, member.ty(), index)?).map_err(|_| unknown())?;
                write(w, member, bytes.get_mut(at..).ok_or_else(unknown)?)?;
            }
        }
        TypeKind::Vector => {
            let bits = ty.scalar().int_width().max(ty.scalar().float_width()) as usize;
            for lane in 0..ty.count() as u32 {
                let lane_value = value.aggregate_element(lane).ok_or_else(unknown)?;
                write_bits(lane_value, bits, lane as usize * bits, bytes).ok_or_else(unknown)?;
            }
        }
        _ => {
            let bits = ty.int_width().max(ty.float_width()) as usize;
            write_bits(value, bits, 0, bytes).ok_or_else(unknown)?;
        }
    }
    Ok(())
}

/// Writes the bits of a number, starting at bit `start`.
fn write_bits(value: Value<'_>, bits: usize, start: usize, bytes: &mut [u8]) -> Option<()> {
    if value.is_undef() {
        return Some(());
    }
    let words = if value.ty().is_int() { value.int_words() } else { vec![value.float_bits()?] };
    for bit in 0..bits {
        let set = words.get(bit / 64).copied().unwrap_or(0) >> (bit % 64) & 1;
        *bytes.get_mut((start + bit) / 8)? |= (set as u8) << ((start + bit) % 8);
    }
    (bits != 0 && !words.is_empty()).then_some(())
}

/// Builds a constant of a legal type from its bytes in memory.
fn read<'m>(w: &Rewriter<'m>, ty: Type<'m>, bytes: &[u8]) -> Result<Value<'m>> {
    let context = w.emit.context;
    let short = || Error::internal("a constant of fewer bytes than its type");
    let part = |at: u64| usize::try_from(at).ok().and_then(|at| bytes.get(at..)).ok_or_else(short);
    if ty.is_int() || ty.is_float() {
        let size = ty.int_width().max(ty.float_width()) as usize / 8;
        let number =
            bytes.get(..size).ok_or_else(short)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        return if ty.is_int() { context.const_int(ty, number) } else { context.const_float_bits(ty, number) };
    }
    let mut members = Vec::new();
    match ty.element() {
        Some(element) if element.is_int_of(8) && ty.is_array() => {
            let count = usize::try_from(ty.count()).map_err(|_| short())?;
            context.const_data_array(element, bytes.get(..count).ok_or_else(short)?)
        }
        Some(element) => {
            for index in 0..ty.count() as u32 {
                members.push(read(
                    w,
                    element,
                    part(member_offset(w, context.array_type(element, 1)?, element, index)?)?,
                )?);
            }
            if ty.is_array() { context.const_array(element, &members) } else { context.const_vector(&members) }
        }
        None if ty.is_struct() => {
            for (index, field) in (0..).zip(ty.fields()) {
                members.push(read(w, field, part(member_offset(w, ty, field, index)?)?)?);
            }
            context.const_struct(ty, &members)
        }
        None => Err(Error::of(Code::IllegalType, format!("type {ty} in memory"))),
    }
}
