//! Copies and fills of a computed length, and copies by a whole workgroup: they become loops.

use super::call::Call;
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::bytes::narrow;
use crate::legalize::kernels::work_items::{self, Size};
use crate::legalize::kit::loops::{self, Range};
use crate::legalize::logical::copies::Copy;
use crate::legalize::logical::inputs;
use crate::llvm::{Opcode, Type, Value};
use ::spirv::BuiltIn;

/// The depth to which the computation of a length is examined.
const MAX_DEPTH: u32 = 8;

/// The size in bytes of the largest number that one access copies.
const WORD: u64 = 4;

/// Replaces a copy or fill of a computed length.
pub fn intrinsic(call: &Call<'_, '_>, name: &str) -> Result<()> {
    let Some(copy) = Copy::of(call.place.module, call.inst, name, WORD)? else { return Ok(()) };
    let length = narrow(&call.emit, call.arg(2)?, call.place.context.int_type(32)?, MAX_DEPTH)?;
    copy.replace(call.place, length)
}

/// Returns the replacement of `async_work_group_copy` and similar functions; `None` for any other call. The event is a
/// dummy, since waiting for events is a barrier.
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
    let is_to_local = call.arg(0)?.ty().address_space() == crate::legalize::kernels::spaces::LOCAL;
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
            let far = emit.binary(Opcode::Mul, index, *stride)?;
            let (there, here) = if is_to_local { (index, far) } else { (far, index) };
            let value = emit.builder.load(unit, emit.builder.gep(unit, *from, &[here], false)?)?;
            value.set_alignment(alignment)?;
            emit.builder.store(value, emit.builder.gep(unit, *to, &[there], false)?)?.set_alignment(alignment)?;
            Ok(sum)
        },
    )?;
    context.poison(call.ty()).map(Some).map(Some)
}

/// Returns the pointee of the first parameter, from the mangled name of the function.
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
