//! Constant expressions of LLVM IR: instructions in front of a use, or `OpSpecConstantOp` in an initialiser.

use super::{constant_as, module_scope};
use crate::binary::builder::Id;
use crate::concepts::base::{pointers, types, values};
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value, ValueKind};
use crate::state::hooks::ask;
use crate::state::{Forward, Hooks, Operand};
use ::spirv::{Op, StorageClass};

// --- LLVM to SPIR-V ---

/// Translates a constant expression that an instruction uses to instructions in front of that instruction.
pub(super) fn expression<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    if is_null_cast(value) || bits_of_booleans(value).is_some() {
        return module_scope(f, value);
    }
    if let Some(pointer) = cast_function(f, value)? {
        return Ok(pointer);
    }
    let (op, ty, operands) = match opcode(value)? {
        Opcode::GetElementPtr => pointers::access_chain(f, value)?,
        Opcode::AddrSpaceCast => pointers::addrspacecast(f, value)?,
        Opcode::ExtractElement => component(f, value, values::operand)?,
        Opcode::Trunc if value.ty().scalar().is_int_of(1) => {
            let source = values::child(value, 0)?;
            let operand = values::operand(f, source)?;
            let compared = lowest_bit_and_zero(f, operand, source.ty())?;
            (Op::INotEqual, types::forward(f, value.ty())?, compared.to_vec())
        }
        Opcode::PtrToInt | Opcode::PtrToAddr if value.ty().is_int_of(1) => {
            let address = values::nth(f, value, 0)?;
            let compared = lowest_bit_of_address(f, address)?;
            (Op::INotEqual, types::forward(f, value.ty())?, compared.to_vec())
        }
        other => {
            let op = match other {
                Opcode::Add | Opcode::Sub | Opcode::Xor if value.ty().is_int_of(1) => Op::LogicalNotEqual,
                _ => simple(f.hooks, value, other)?,
            };
            let mut operands = Vec::with_capacity(2);
            for operand in value.operands() {
                operands.push(values::operand(f, operand)?.id);
            }
            // Behind the operands, as where these are instructions.
            (op, types::forward(f, value.ty())?, operands)
        }
    };
    f.emit_value(op, ty, &operands)
}

/// Returns the lowest bit of each integer of type `ty`, and a zero of that type: `trunc` to `i1` compares the two for
/// inequality, since SPIR-V has no conversion to booleans.
pub fn lowest_bit_and_zero<'m>(f: &mut Forward<'m>, operand: Operand, ty: Type<'m>) -> Result<[Id; 2]> {
    let one = super::splat(f, ty, 1)?;
    let bit = f.emit_value(Op::BitwiseAnd, operand.ty, &[operand.id, one])?.id;
    Ok([bit, super::splat(f, ty, 0)?])
}

/// Returns the lowest bit of an address, and a zero: `ptrtoint` to `i1` compares the two for inequality.
pub fn lowest_bit_of_address(f: &mut Forward<'_>, address: Operand) -> Result<[Id; 2]> {
    let width = Models::address_width(f.spv.addressing_model());
    let ty = types::int(f, width)?;
    let number = f.emit_value(Op::ConvertPtrToU, ty, &[address.id])?.id;
    let one = super::int_literal(f, ty, width, 1)?;
    let bit = f.emit_value(Op::BitwiseAnd, ty, &[number, one])?.id;
    Ok([bit, super::int_literal(f, ty, width, 0)?])
}

fn opcode(value: Value<'_>) -> Result<Opcode> {
    value.const_opcode().ok_or_else(|| Error::internal("a constant expression without an opcode"))
}

fn simple(hooks: &Hooks, value: Value<'_>, opcode: Opcode) -> Result<Op> {
    match opcode {
        Opcode::BitCast => Ok(Op::Bitcast),
        Opcode::PtrToInt | Opcode::PtrToAddr => Ok(Op::ConvertPtrToU),
        Opcode::IntToPtr => Ok(Op::ConvertUToPtr),
        Opcode::Trunc => Ok(Op::UConvert),
        other => {
            let operation = hooks.forward_operation.iter().find_map(|hook| hook(other));
            operation.ok_or_else(|| Error::of(Code::Constant, format!("the constant expression {}", value.print())))
        }
    }
}

/// Computes the constant expressions among the operands of an instruction before anything else that the instruction needs:
/// when they come back, they are instructions in front of it. Builtins and intrinsics compute what they take themselves.
pub fn forward_expressions<'m>(f: &mut Forward<'m>, mut operands: impl Iterator<Item = Value<'m>>) -> Result<()> {
    operands.try_for_each(|operand| if operand.is_local() { Ok(()) } else { compute(f, operand) })
}

/// Computes an expression after its operands. A cast of a function is left out: the function may be that of a block,
/// which is no value.
fn compute<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<()> {
    let is_expression = value.kind() == ValueKind::Expression && super::is_instruction(value);
    let is_of_function = || value.operand(0).is_some_and(Value::is_function);
    if !is_expression || is_of_function() || f.body.expressions.contains_key(&value) {
        return Ok(());
    }
    f.nested(|f| value.operands().try_for_each(|part| compute(f, part)))?;
    let operand = values::operand(f, value)?;
    f.body.expressions.insert(value, operand);
    Ok(())
}

/// Returns whether the expression casts the null pointer of an address space other than the generic one; it is null in
/// the other space too.
pub(super) fn is_null_cast(value: Value<'_>) -> bool {
    let source = value.operand(0).filter(|_| value.const_opcode() == Some(Opcode::AddrSpaceCast));
    let is_null = |source: Value<'_>| source.kind() == ValueKind::PointerNull;
    source.is_some_and(|source| {
        is_null(source) && pointers::class_of(source.ty().address_space()) != Some(StorageClass::Generic)
    })
}

/// A constant expression in an initialiser.
pub(super) fn spec_constant_op<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    if let Some(bits) = bits_of_booleans(value) {
        return Ok(Operand { id: super::splat(f, value.ty(), bits)?, ty: types::forward(f, value.ty())? });
    }
    if casts_unknown_booleans(value) {
        return Err(Error::of(Code::Constant, format!("the constant expression {}", value.print())));
    }
    if let Some(pointer) = cast_function(f, value)? {
        return Ok(pointer);
    }
    let (op, ty, operands) = match opcode(value)? {
        Opcode::GetElementPtr => constant_access_chain(f, value)?,
        Opcode::AddrSpaceCast => constant_addrspacecast(f, value)?,
        Opcode::ExtractElement => component(f, value, module_scope)?,
        other => {
            let ty = types::forward(f, value.ty())?;
            let op = simple(f.hooks, value, other)?;
            let mut operands = Vec::with_capacity(2);
            for operand in value.operands() {
                operands.push(module_scope(f, operand)?.id);
            }
            (op, ty, operands)
        }
    };
    let mut words = vec![op as u32];
    words.extend(operands);
    let id = f.spv.unique_constant(Op::SpecConstantOp, ty, &words)?;
    f.spec_constants.add_computed(id);
    Ok(Operand { id, ty })
}

/// Returns opcode, type and operands for an `extractelement`; `translate` translates the vector.
fn component<'m>(
    f: &mut Forward<'m>,
    extract: Value<'m>,
    translate: fn(&mut Forward<'m>, Value<'m>) -> Result<Operand>,
) -> Result<(Op, Id, Vec<u32>)> {
    let (vector, index) = (values::child(extract, 0)?, values::child(extract, 1)?);
    let index = index.int_value().and_then(|index| u32::try_from(index).ok());
    let index = index.filter(|index| u64::from(*index) < vector.ty().count());
    let index =
        index.ok_or_else(|| Error::of(Code::Constant, format!("the constant expression {}", extract.print())))?;
    let vector = translate(f, vector)?;
    Ok((Op::CompositeExtract, types::forward(f, extract.ty())?, vec![vector.id, index]))
}

/// Returns whether a bitcast from or to booleans, which have no bits in SPIR-V, cannot be folded to a number.
pub fn casts_unknown_booleans(value: Value<'_>) -> bool {
    let from = value.operand(0).filter(|_| value.const_opcode() == Some(Opcode::BitCast));
    from.is_some_and(|from| [from.ty(), value.ty()].iter().any(|ty| ty.scalar().is_int_of(1)))
        && bits_of_booleans(value).is_none()
}

/// Returns the integer to which a vector of constant booleans is cast, the first boolean in the lowest bit; undefined
/// ones count as false.
fn bits_of_booleans(cast: Value<'_>) -> Option<u64> {
    let from = cast.operand(0).filter(|from| cast.const_opcode().is_some() && from.ty().scalar().is_int_of(1))?;
    let lanes = u32::try_from(from.ty().count()).ok().filter(|lanes| *lanes <= 64 && cast.ty().is_int_of(*lanes))?;
    (0..lanes).try_fold(0, |bits, lane| {
        let boolean = from.aggregate_element(lane)?;
        let bit = if boolean.is_undef() { 0 } else { boolean.int_value()? };
        Some(bits | bit << lane)
    })
}

fn constant_access_chain<'m>(f: &mut Forward<'m>, gep: Value<'m>) -> Result<(Op, Id, Vec<u32>)> {
    let (base, source) = pointers::gep_base(gep)?;
    let wanted = pointers::pointing_to(f, base.ty(), source)?;
    let base = module_scope(f, base)?;
    let pointee = f.pointer_parts(base.ty).map(|(_, pointee)| pointee);
    let is_sized = pointee.is_some_and(|pointee| f.spec_constants.is_sized(pointee, source));
    let mut operands = vec![if is_sized { base.id } else { constant_as(f, base, wanted)?.id }];
    for index in gep.operands().skip(1) {
        operands.push(module_scope(f, index)?.id);
    }
    if let (true, Some(ty)) = (is_sized, pointers::selected_with_lengths(f, base, gep)) {
        let class = f.pointer_parts(base.ty).map_or(StorageClass::CrossWorkgroup, |(class, _)| class);
        return Ok((pointers::chain_opcode(gep), pointers::pointer_type(f, class, ty)?, operands));
    }
    let selected = pointers::selected(gep, source)?;
    Ok((pointers::chain_opcode(gep), pointers::pointing_to(f, gep.ty(), selected)?, operands))
}

/// Returns the function pointer for a cast of a function between address spaces that no SPIR-V instruction casts
/// between, as in virtual function tables: the pointer is made in the target space from the start.
fn cast_function<'m>(f: &mut Forward<'m>, cast: Value<'m>) -> Result<Option<Operand>> {
    let source = cast.operand(0).filter(|_| cast.const_opcode() == Some(Opcode::AddrSpaceCast));
    let Some(function) = source.filter(|source| source.is_function()) else { return Ok(None) };
    let spaces = [function.ty(), cast.ty()].map(|ty| ty.address_space());
    if spaces.iter().any(|space| pointers::class_of(*space) == Some(StorageClass::Generic)) {
        return Ok(None);
    }
    Ok(ask!(f.hooks.forward_function_value, f, function, cast.ty().address_space()))
}

fn constant_addrspacecast<'m>(f: &mut Forward<'m>, cast: Value<'m>) -> Result<(Op, Id, Vec<u32>)> {
    let source = module_scope(f, values::child(cast, 0)?)?;
    pointers::cast_between(f, source, cast.ty())
}
