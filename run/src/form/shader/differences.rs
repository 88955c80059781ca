//! Differences of pointers (`OpPtrDiff`), in elements of the array into which both point: the element size is found
//! from the access chains of the pointers.

use super::super::made::Made;
use super::chains::Places;
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::internals::notes;
use llvm_spirv::llvm::{Builder, Opcode, Type, Value};
use rustc_hash::FxHashSet;

/// The limit on values searched for the origin of a pointer.
const MOST: usize = 64;

/// Returns the number of elements from the second pointer to the first.
pub fn difference<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    call: Value<'m>,
    places: &Places<'m>,
) -> Result<Value<'m>> {
    let (Some(to), Some(from)) = (call.call_arg(0), call.call_arg(1)) else {
        return Err(errors::internal("a difference without pointers"));
    };
    let apart = [to, from].into_iter().find_map(|pointer| stride(made, pointer, places));
    let apart = apart.or_else(|| size(call)).filter(|bytes| *bytes > 0);
    let apart = apart.ok_or_else(|| {
        errors::unsupported("OpPtrDiff on the cpu, of pointers to elements of an array that no access chain names")
    })?;
    let long = made.context.int_type(64)?;
    let [to, from] = [to, from].map(|pointer| builder.cast(Opcode::PtrToInt, pointer, long));
    let between = builder.binary(Opcode::Sub, to?, from?)?;
    let elements = builder.binary(Opcode::SDiv, between, made.context.const_int(long, apart)?)?;
    if call.ty().int_width() == 64 { Ok(elements) } else { builder.cast(Opcode::Trunc, elements, call.ty()) }
}

/// Returns the element size in bytes, from the first value on any path to the pointer that determines it.
fn stride<'m>(made: Made<'m, '_>, pointer: Value<'m>, places: &Places<'m>) -> Option<u64> {
    let (mut open, mut seen) = (vec![pointer], FxHashSet::default());
    while let Some(value) = open.pop().filter(|_| seen.len() < MOST) {
        if !seen.insert(value) {
            continue;
        }
        let known = places.apart.get(&value).copied();
        if let Some(bytes) = known.or_else(|| value.is_gep().then(|| of_address(made, value)).flatten()) {
            return Some(bytes);
        }
        if value.is_gep() || value.is_op(Opcode::Freeze) {
            open.extend(value.operand(0));
        } else if value.is_op(Opcode::Select) {
            open.extend([value.operand(1), value.operand(2)].into_iter().flatten());
        } else if value.is_op(Opcode::Phi) {
            open.extend(value.incoming().map(|(value, _)| value));
        }
    }
    None
}

/// Returns the size of the last element type that an address steps over; `None` for an address in bytes.
fn of_address(made: Made<'_, '_>, gep: Value<'_>) -> Option<u64> {
    let mut ty = gep.gep_source_type().filter(|ty| !ty.is_int_of(8))?;
    let size = |ty: Type<'_>| made.module.layout().abi_size(ty);
    let first = gep.operand(1)?;
    let mut last = if first.int_value() == Some(0) { None } else { size(ty) };
    for index in gep.operands().skip(2) {
        if ty.is_struct() {
            let is_wrapped = notes::is_padded(ty);
            ty = ty.field(u32::try_from(index.int_value()?).ok()?)?;
            last = last.filter(|_| is_wrapped);
        } else {
            ty = ty.element()?;
            last = size(ty);
        }
    }
    last
}

/// Returns the size of the pointee in the mangled name, unless its arrays may have another stride.
fn size(call: Value<'_>) -> Option<u64> {
    let name = llvm_spirv_mangling::parse_symbol(call.called_function()?.name()).ok()?;
    let pointee = &name.params.first()?.as_pointer()?.pointee;
    let bytes = u64::from(pointee.element().bit_width()?.div_ceil(8));
    match pointee.lanes() {
        3 => None,
        lanes => Some(bytes * u64::from(lanes.max(1))),
    }
}
