//! Copies and fills of a length that is computed, and copies by a whole workgroup: loops.

use super::call::Call;
use crate::error::{Code, Error, Result};
use crate::legalize::hlsl::inputs;
use crate::legalize::interface::bytes::narrow;
use crate::legalize::interface::loops::{self, Range};
use crate::legalize::interface::work_items::{self, Size};
use crate::llvm::{Opcode, Type, Value};
use ::spirv::BuiltIn;

/// The depth to which a length is looked into.
const MAX_DEPTH: u32 = 8;

/// The intrinsics that copy or fill memory.
const INTRINSICS: [(&str, bool); 2] = [("llvm.memset", true), ("llvm.memcpy", false)];

/// Replaces a copy or fill of a length that is no constant; says whether it was one.
pub fn intrinsic(call: &Call<'_, '_>, name: &str) -> Result<bool> {
    let Some((_, is_fill)) = INTRINSICS.iter().find(|row| row.0 == name) else { return Ok(false) };
    let length = call.arg(2)?;
    if length.is_constant() {
        return Ok(false);
    }
    let context = call.place.context;
    let word = context.int_type(32)?;
    let alignment = |index: u32| u64::from(call.inst.param_alignment(index).unwrap_or(1));
    let aligned = if *is_fill { alignment(0) } else { alignment(0).min(alignment(1)) };
    let unit = aligned.min(multiple(length, MAX_DEPTH)).clamp(1, 4);
    let ty = context.int_type((unit * 8) as u32)?;
    let length = narrow(&call.emit, length, word, MAX_DEPTH)?;
    let end = call.emit.with(Opcode::LLVMLShr, length, unit.trailing_zeros().into())?;
    let second = match is_fill {
        true => {
            let byte = call.emit.resize(call.arg(1)?, ty, false)?;
            call.emit.with(Opcode::LLVMMul, byte, 0x0101_0101 & (u64::MAX >> (64 - unit * 8)))?
        }
        false => call.arg(1)?,
    };
    let range = Range { first: context.const_int(word, 0)?, step: context.const_int(word, 1)?, end };
    let none = context.const_int(word, 0)?;
    loops::run(call.place, call.inst, &range, none, &[call.arg(0)?, second], |emit, index, sum, args| {
        let [to, from] = args else { return Err(Error::internal("a copy without operands")) };
        let value =
            if *is_fill { *from } else { emit.builder.load(ty, emit.builder.gep(ty, *from, &[index], false)?)? };
        emit.builder.store(value, emit.builder.gep(ty, *to, &[index], false)?)?;
        Ok(sum)
    })?;
    call.inst.erase().map(|()| true)
}

/// Returns a power of two that a length is a multiple of.
fn multiple(length: Value<'_>, depth: u32) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 1 };
    let of = |index: u32| length.operand(index).map_or(1, |operand| multiple(operand, depth));
    match length.opcode() {
        _ if length.is_constant() => length.int_value().map_or(1, |number| 1 << number.trailing_zeros().min(4)),
        Some(Opcode::LLVMShl) => match length.operand(1).and_then(Value::int_value) {
            Some(bits) => of(0) << bits.min(4),
            None => 1,
        },
        Some(Opcode::LLVMZExt | Opcode::LLVMSExt) => of(0),
        Some(Opcode::LLVMMul) => of(0).max(of(1)),
        Some(Opcode::LLVMAnd) => of(0).max(of(1)),
        Some(Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMOr) => of(0).min(of(1)),
        _ => 1,
    }
}

/// Returns what `async_work_group_copy` and its kin return: an event that says nothing, since waiting is a barrier.
pub fn replace<'m>(call: &Call<'_, 'm>, size: &Size) -> Result<Option<Option<Value<'m>>>> {
    let is_strided = match call.name.base.as_str() {
        "async_work_group_copy" => false,
        "async_work_group_strided_copy" => true,
        _ => return Ok(None),
    };
    let context = call.place.context;
    let word = context.int_type(32)?;
    let ty = pointee(call)?;
    let end = narrow(&call.emit, call.arg(2)?, word, MAX_DEPTH)?;
    let stride =
        if is_strided { narrow(&call.emit, call.arg(3)?, word, MAX_DEPTH)? } else { context.const_int(word, 1)? };
    let range = Range {
        first: inputs::load(call.place, BuiltIn::LocalInvocationIndex, 1)?,
        step: work_items::count(call.place, size)?,
        end,
    };
    let is_to_local = call.arg(0)?.ty().address_space() == crate::legalize::interface::spaces::LOCAL;
    let none = context.const_int(word, 0)?;
    // A vector of three is as far from the next one as one of four.
    let unit = if ty.is_vector() && ty.count() == 3 { context.vector_type(ty.scalar(), 4)? } else { ty };
    let alignment = call.place.module.layout().abi_alignment(unit).unwrap_or(1);
    loops::run(
        call.place,
        call.inst,
        &range,
        none,
        &[call.arg(0)?, call.arg(1)?, stride],
        |emit, index, sum, args| {
            let [to, from, stride] = args else { return Err(Error::internal("a copy without operands")) };
            let far = emit.binary(Opcode::LLVMMul, index, *stride)?;
            let (there, here) = if is_to_local { (index, far) } else { (far, index) };
            let value = emit.builder.load(unit, emit.builder.gep(unit, *from, &[here], false)?)?;
            value.set_alignment(alignment)?;
            emit.builder.store(value, emit.builder.gep(unit, *to, &[there], false)?)?.set_alignment(alignment)?;
            Ok(sum)
        },
    )?;
    context.poison(call.ty()).map(Some).map(Some)
}

/// Returns the type of what the first parameter points to, as the name of the function says.
fn pointee<'m>(call: &Call<'_, 'm>) -> Result<Type<'m>> {
    use llvm_spirv_mangling::Type as T;
    let unknown = || Error::of(Code::BuiltinCall, format!("the function {} of such arguments", call.name.base));
    let pointer = call.name.params.first().and_then(T::as_pointer).ok_or_else(unknown)?;
    let context = call.place.context;
    let scalar = |ty: &T| {
        Ok(match ty {
            T::Half | T::Float16 => context.half_type(),
            T::Float => context.float_type(),
            T::Double => context.double_type(),
            T::Char | T::SChar | T::UChar => context.int_type(8)?,
            T::Short | T::UShort => context.int_type(16)?,
            T::Int | T::UInt => context.int_type(32)?,
            T::Long | T::ULong | T::LongLong | T::ULongLong => context.int_type(64)?,
            _ => return Err(unknown()),
        })
    };
    match &pointer.pointee {
        T::Vector(lanes, element) => context.vector_type(scalar(element)?, *lanes),
        ty => scalar(ty),
    }
}
