//! Conversion of chains to offsets in bytes, with the data layout of kernels and with 32 bits where pointers of shaders
//! have 32 bits.

use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Type, Value};

/// The depth to which the computation of an index is examined.
const MAX_DEPTH: u32 = 16;

/// Converts all chains of a function to offsets in bytes.
pub fn lower<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let chains: Vec<_> = function
        .blocks()
        .flat_map(|block| block.instructions())
        .filter(|inst| inst.is_op(Opcode::GetElementPtr))
        .collect();
    for chain in chains {
        emit.builder.position_before(chain)?;
        let base = chain.operand(0).ok_or_else(|| Error::internal("a chain without a base"))?;
        let offset = offset(place, &emit, chain, place.context.int_type(32)?)?;
        let pointer = emit.builder.gep(place.context.int_type(8)?, base, &[offset], false)?;
        chain.replace_uses(pointer)?;
        chain.erase()?;
    }
    Ok(())
}

/// Computes the offset of a chain as an integer of type `word`; as a vector if the lanes of a vector of pointers have
/// different offsets.
pub fn offset<'m>(place: &Place<'m>, emit: &Emit<'m>, chain: Value<'m>, word: Type<'m>) -> Result<Value<'m>> {
    let layout = place.module.layout();
    let cut = |number: u64| if word.int_width() > 32 { number } else { u64::from(number as u32) };
    let no_size = || Error::of(Code::Limit, format!("types of more than 2^63 bytes: {}", chain.print()));
    let mut ty = chain.gep_source_type().ok_or_else(no_size)?;
    let (mut constant, mut sum) = (0u64, None);
    for (position, index) in chain.operands().skip(1).enumerate() {
        let size = if position == 0 {
            layout.abi_size(ty)
        } else if ty.is_struct() {
            let field = index.int_value().and_then(|field| u32::try_from(field).ok()).ok_or_else(no_size)?;
            constant = constant.wrapping_add(layout.element_offset(ty, field).ok_or_else(no_size)?);
            ty = ty.field(field).ok_or_else(no_size)?;
            continue;
        } else {
            let is_vector = ty.is_vector();
            ty = ty.element().ok_or_else(no_size)?;
            if is_vector { layout.store_size(ty) } else { layout.abi_size(ty) }
        };
        let size = size.ok_or_else(no_size)?;
        if let Some(number) = index.int_signed().filter(|_| index.is_constant()) {
            constant = constant.wrapping_add((number as u64).wrapping_mul(size));
            continue;
        }
        let index = narrow(emit, index, word, MAX_DEPTH)?;
        let product = if size == 1 { index } else { emit.with(Opcode::Mul, index, cut(size))? };
        sum = Some(sum.map_or(Ok(product), |sum| added(emit, sum, product))?);
    }
    let constant = place.context.const_int(word, cut(constant))?;
    sum.map_or(Ok(constant), |sum| added(emit, sum, constant))
}

/// Adds two integers; a scalar is splatted if the other one is a vector.
fn added<'m>(emit: &Emit<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
    let (a, b) = match (a.ty().is_vector(), b.ty().is_vector()) {
        (true, false) => (a, emit.splat(b, a.ty())?),
        (false, true) => (emit.splat(a, b.ty())?, b),
        _ => (a, b),
    };
    emit.binary(Opcode::Add, a, b)
}

/// Computes the low bits of an index, as far as possible with instructions of the narrow type.
pub fn narrow<'m>(emit: &Emit<'m>, index: Value<'m>, word: Type<'m>, depth: u32) -> Result<Value<'m>> {
    let (from, to) = (index.ty().scalar().int_width(), word.int_width());
    if from <= to || index.is_constant() || depth == 0 {
        return emit.resize(index, word, true);
    }
    let operands = [index.operand(0), index.operand(1)];
    match (index.opcode(), operands) {
        (Some(Opcode::SExt | Opcode::ZExt), [Some(inner), _]) if inner.ty().int_width() <= to => {
            emit.resize(inner, word, index.is_op(Opcode::SExt))
        }
        (Some(op @ (Opcode::Add | Opcode::Sub | Opcode::Mul)), [Some(a), Some(b)])
        | (Some(op @ (Opcode::And | Opcode::Or | Opcode::Xor)), [Some(a), Some(b)]) => {
            let (a, b) = (narrow(emit, a, word, depth - 1)?, narrow(emit, b, word, depth - 1)?);
            emit.binary(op, a, b)
        }
        (Some(Opcode::Shl), [Some(a), Some(b)])
            if b.is_constant() && b.int_value().is_some_and(|b| b < u64::from(to)) =>
        {
            let a = narrow(emit, a, word, depth - 1)?;
            emit.with(Opcode::Shl, a, b.int_value().unwrap_or(0))
        }
        (Some(Opcode::AShr | Opcode::LShr), [Some(a), Some(b)]) => {
            let bits = b.int_value().filter(|bits| b.is_constant() && *bits <= u64::from(from - to));
            match bits.map(|bits| divided(emit, a, bits, word, depth - 1)).transpose()?.flatten() {
                Some(value) => Ok(value),
                None => emit.resize(index, word, true),
            }
        }
        _ => emit.resize(index, word, true),
    }
}

/// Computes the low bits of a value shifted right by `bits`, if the value is a multiple of the divisor, such as a
/// 32-bit number that was extended and multiplied. Returns `None` otherwise.
fn divided<'m>(emit: &Emit<'m>, value: Value<'m>, bits: u64, word: Type<'m>, depth: u32) -> Result<Option<Value<'m>>> {
    let Some(depth) = depth.checked_sub(1) else { return Ok(None) };
    let number = |value: Value<'m>| value.int_value().filter(|_| value.is_constant());
    if let Some(number) = number(value) {
        let is_multiple = number.trailing_zeros() >= bits as u32;
        return is_multiple.then(|| emit.context.const_int(word, u64::from((number >> bits) as u32))).transpose();
    }
    let [Some(a), Some(b)] = [value.operand(0), value.operand(1)] else { return Ok(None) };
    match value.opcode() {
        Some(Opcode::Shl) => {
            let Some(up) = number(b).and_then(|left| left.checked_sub(bits)).filter(|up| *up < word.int_width().into())
            else {
                return Ok(None);
            };
            let a = narrow(emit, a, word, depth)?;
            emit.with(Opcode::Shl, a, up).map(Some)
        }
        Some(Opcode::Mul) => {
            let Some(factor) = number(b).filter(|factor| factor.trailing_zeros() >= bits as u32) else {
                return Ok(None);
            };
            let a = narrow(emit, a, word, depth)?;
            emit.with(Opcode::Mul, a, u64::from((factor >> bits) as u32)).map(Some)
        }
        Some(op @ (Opcode::Add | Opcode::Sub)) => {
            let Some(a) = divided(emit, a, bits, word, depth)? else { return Ok(None) };
            let Some(b) = divided(emit, b, bits, word, depth)? else { return Ok(None) };
            emit.binary(op, a, b).map(Some)
        }
        _ => Ok(None),
    }
}
