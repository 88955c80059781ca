//! Constants (SPIR-V 3.42.7 "Constant-Creation Instructions").
//!
//! In LLVM IR: constants of the same shape. A constant expression in an initialiser is an `OpSpecConstantOp`; one that
//! an instruction uses becomes instructions in front of it, since few consumers handle `OpSpecConstantOp` well. `undef`
//! and `poison` are both `OpUndef`, which comes back as `undef`.

mod deep;
mod expressions;
pub(crate) mod operations;

use crate::state::hooks::{any, ask};
pub use expressions::{casts_unknown_booleans, forward_expressions, lowest_bit_and_zero, lowest_bit_of_address};
use expressions::{expression, is_null_cast, spec_constant_op};

use super::types;
use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use crate::state::{Chapter, Forward, Operand, Reverse, availability};
use ::spirv::Op;

/// The extension with function pointers, which are constants.
const FUNCTION_POINTERS: &str = "SPV_INTEL_function_pointers";

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter { instructions: &[(&[Op::Undef, Op::PoisonKHR], reverse)], ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// A 32-bit integer constant.
pub fn word(f: &mut Forward<'_>, value: u32) -> Result<Id> {
    let ty = types::int(f, 32)?;
    f.spv.unique_constant(Op::Constant, ty, &[value])
}

/// A 64-bit integer constant.
pub fn long(f: &mut Forward<'_>, value: u64) -> Result<Id> {
    let ty = types::int(f, 64)?;
    f.spv.unique_constant(Op::Constant, ty, &[value as u32, (value >> 32) as u32])
}

/// Returns the integer constant `value` of the type `shape`, a scalar or vector. `u64::MAX` is minus one in types of any width.
pub fn splat<'m>(f: &mut Forward<'m>, shape: Type<'m>, value: u64) -> Result<Id> {
    let width = shape.scalar().int_width();
    // A pattern of bits is another one in a wider type, but for that of minus one.
    if width == 0 || width > 64 && value > u32::MAX.into() && value != u64::MAX {
        return Err(Error::of(Code::BuiltinCall, format!("{shape} where a whole number of up to 64 bits is due")));
    }
    int_splat(f, shape, width, value)
}

/// An integer of `width` bits, or a vector of it with as many components as `shape` has.
pub fn int_splat<'m>(f: &mut Forward<'m>, shape: Type<'m>, width: u32, value: u64) -> Result<Id> {
    let component_type = types::int(f, width)?;
    if !shape.is_vector() {
        return int_literal(f, component_type, width, value);
    }
    let ty = types::vector_of(f, component_type, shape.count() as u32)?;
    if value == 0 {
        return null(f, ty);
    }
    let component = int_literal(f, component_type, width, value)?;
    f.spv.unique_constant(Op::ConstantComposite, ty, &vec![component; shape.count() as usize])
}

/// The null value of a SPIR-V type.
pub fn null(f: &mut Forward<'_>, ty: Id) -> Result<Id> {
    f.spv.unique_constant(Op::ConstantNull, ty, &[])
}

/// Returns the zero of type `shape`, in the form in which LLVM's own constant would be translated; `ty` is its SPIR-V type.
pub fn zero<'m>(f: &mut Forward<'m>, shape: Type<'m>, ty: Id) -> Result<Id> {
    match shape.kind() {
        TypeKind::Integer => splat(f, shape, 0),
        _ if shape.float_width() > 0 && !shape.is_vector() => float_splat(f, shape, 0.0),
        _ => null(f, ty),
    }
}

/// The number `value` of the integer type `ty` of `width` bits.
pub fn int_literal(f: &mut Forward<'_>, ty: Id, width: u32, value: u64) -> Result<Id> {
    match width {
        1 if value & 1 == 1 => f.spv.unique_constant(Op::ConstantTrue, ty, &[]),
        1 => f.spv.unique_constant(Op::ConstantFalse, ty, &[]),
        33.. => {
            let mut words = vec![value as u32, (value >> 32) as u32];
            words.resize(width.div_ceil(32) as usize, if value == u64::MAX { u32::MAX } else { 0 });
            if let (Some(last), 1..) = (words.last_mut(), width % 32) {
                *last &= u32::MAX >> (32 - width % 32);
            }
            f.spv.unique_constant(Op::Constant, ty, &words)
        }
        _ => {
            let word = literal_word(f, ty, width, value);
            f.spv.unique_constant(Op::Constant, ty, &[word])
        }
    }
}

/// Returns the word of a literal of at most 32 bits, sign-extended if `ty` is a signed integer type, else zero-extended.
pub fn literal_word(f: &Forward<'_>, ty: Id, width: u32, value: u64) -> u32 {
    let unused = 32u32.saturating_sub(width);
    let high = (value as u32).checked_shl(unused).unwrap_or(0);
    match f.shaders.signed.contains(&ty) {
        true => (high as i32).checked_shr(unused).unwrap_or(0) as u32,
        false => high.checked_shr(unused).unwrap_or(0),
    }
}

/// The extension with `OpPoisonKHR` and `OpFreezeKHR`.
pub const POISON_FREEZE: &str = "SPV_KHR_poison_freeze";

/// Returns whether `OpPoisonKHR` may be written.
pub fn has_poison(f: &Forward<'_>) -> bool {
    availability::allows(f.options, POISON_FREEZE)
}

/// Returns whether `value` points to the invoke function of a block literal, as clang stores it in the captured variables.
pub fn is_block_pointer(value: Value<'_>) -> bool {
    let function = uncast(value).filter(|function| function.is_function() && value.is_constant());
    function.is_some_and(|function| function.name().contains("_block_invoke"))
}

/// Returns the source of a chain of pointer casts, or none if the chain is too long.
pub fn uncast(mut pointer: Value<'_>) -> Option<Value<'_>> {
    const CASTS: usize = 8;
    for _ in 0..CASTS {
        match pointer.any_opcode() {
            Some(Opcode::AddrSpaceCast | Opcode::BitCast) => pointer = pointer.operand(0)?,
            _ => return Some(pointer),
        }
    }
    None
}

/// The constant as an operand of an instruction in a body.
pub fn operand<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    match value.kind() {
        ValueKind::Expression if is_block_pointer(value) => module_scope(f, value),
        ValueKind::Expression if deep::is_large(value) => module_scope(f, value),
        ValueKind::Expression => match f.body.expressions.get(&value) {
            Some(operand) => Ok(*operand),
            None => f.nested(|f| expression(f, value)),
        },
        ValueKind::Alias => match super::globals::aliased(value) {
            Some(expression) if expression.is_constant_expression() => operand(f, expression),
            _ => module_scope(f, value),
        },
        _ => module_scope(f, value),
    }
}

/// Returns whether a constant expression becomes an instruction where an instruction uses it.
pub fn is_instruction(value: Value<'_>) -> bool {
    !is_block_pointer(value) && !deep::is_large(value) && !is_null_cast(value)
}

/// The constant as a global of the SPIR-V module.
pub fn module_scope<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    if let Some(operand) = f.globals.get(&value) {
        return Ok(*operand);
    }
    if f.is_deep() && value.kind() == ValueKind::Expression {
        return deep::in_module(f, value);
    }
    let operand = f.nested(|f| translate(f, value))?;
    f.globals.insert(value, operand);
    Ok(operand)
}

fn translate<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    match value.kind() {
        ValueKind::Int => integer(f, value),
        ValueKind::Float => floating(f, value),
        ValueKind::PointerNull | ValueKind::AggregateZero => with_type(f, value, Op::ConstantNull, &[]),
        ValueKind::Poison if has_poison(f) => with_type(f, value, Op::PoisonKHR, &[]),
        ValueKind::Undef | ValueKind::Poison => with_type(f, value, Op::Undef, &[]),
        ValueKind::DataArray | ValueKind::DataVector => data(f, value),
        ValueKind::Array | ValueKind::Struct | ValueKind::Vector => composite(f, value),
        ValueKind::Expression | ValueKind::Function if is_block_pointer(value) => {
            with_type(f, value, Op::ConstantNull, &[])
        }
        ValueKind::Expression if is_null_cast(value) => with_type(f, value, Op::ConstantNull, &[]),
        ValueKind::Expression => spec_constant_op(f, value),
        ValueKind::Variable => super::globals::forward(f, value),
        ValueKind::Alias => super::globals::forward_alias(f, value),
        ValueKind::TargetNone => with_type(f, value, Op::ConstantNull, &[]),
        ValueKind::Function => function_value(f, value),
        ValueKind::IFunc => {
            Err(Error::of(Code::Constant, format!("the ifunc {}", value.name())).hint("call what it resolves to"))
        }
        ValueKind::BlockAddress => Err(Error::of(Code::Constant, format!("the address of a block, {}", value.print()))
            .hint("branch to it by a switch")),
        _ => Err(Error::of(Code::Constant, format!("the constant {}", value.print()))),
    }
}

fn function_value<'m>(f: &mut Forward<'m>, function: Value<'m>) -> Result<Operand> {
    let value = ask!(f.hooks.forward_function_value, f, function, function.ty().address_space());
    value.ok_or_else(|| {
        Error::needs_extension(format!("the address of function {}", function.name()), FUNCTION_POINTERS)
    })
}

fn with_type<'m>(f: &mut Forward<'m>, value: Value<'m>, op: Op, operands: &[u32]) -> Result<Operand> {
    let ty = types::forward(f, value.ty())?;
    let id = f.spv.unique_constant(op, ty, operands)?;
    Ok(Operand { id, ty })
}

fn integer<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    let ty = types::forward(f, value.ty())?;
    if value.ty().int_width() > 64 {
        return wide_integer(f, value, ty);
    }
    let literal =
        value.int_value().ok_or_else(|| Error::of(Code::Constant, format!("the constant {}", value.print())))?;
    let id = int_literal(f, ty, value.ty().int_width(), literal)?;
    Ok(Operand { id, ty })
}

/// Translates an integer of more than 64 bits to a literal of 32-bit words, low-order word first.
fn wide_integer<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Operand> {
    let words = value.int_words().into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
    let words: Vec<_> = words.take(value.ty().int_width().div_ceil(32) as usize).collect();
    let id = f.spv.unique_constant(Op::Constant, ty, &words)?;
    Ok(Operand { id, ty })
}

fn floating<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    let bits =
        value.float_bits().ok_or_else(|| Error::of(Code::Constant, format!("the constant {}", value.print())))?;
    match value.ty().kind() {
        TypeKind::Double => with_type(f, value, Op::Constant, &[bits as u32, (bits >> 32) as u32]),
        _ => with_type(f, value, Op::Constant, &[bits as u32]),
    }
}

/// Arrays and vectors of plain numbers, straight from their bytes.
fn data<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    let element = value.ty().element().ok_or_else(|| Error::internal("data without elements"))?;
    let element_type = types::forward(f, element)?;
    let bytes = value.data_bytes().ok_or_else(|| Error::internal("data without bytes"))?;
    let size = (bytes.len() as u64 / value.ty().count().max(1)).max(1) as usize;
    let mut elements = Vec::with_capacity(bytes.len() / size);
    for chunk in bytes.chunks_exact(size) {
        let number = chunk.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let literal = [number as u32, (number >> 32) as u32];
        let literal = if size == 8 { &literal[..] } else { &literal[..1] };
        elements.push(f.spv.unique_constant(Op::Constant, element_type, literal)?);
    }
    with_type(f, value, Op::ConstantComposite, &elements)
}

fn composite<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    if !has_poison(f) && value.operands().all(|element| element.is_undef() || element.is_poison()) {
        // It comes back as one.
        return with_type(f, value, Op::Undef, &[]);
    }
    let mut elements = Vec::with_capacity(value.operand_count() as usize);
    for element in value.operands() {
        elements.push(constituent(f, element)?);
    }
    composite_of(f, value, &elements)
}

/// Returns the id of a constituent of a composite. A variable cannot be one; the address of its first element stands for it.
fn constituent<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    let id = stored(f, value)?;
    addressed(f, value, id)
}

/// A constituent that is a pointer of type `ty`.
pub fn constituent_as<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    let operand = module_scope(f, value)?;
    let id = constant_as(f, operand, ty)?.id;
    addressed(f, value, id)
}

/// Returns the id of a constituent: for a variable, an `OpSpecConstantOp` with its address, else `id`.
fn addressed<'m>(f: &mut Forward<'m>, value: Value<'m>, id: Id) -> Result<Id> {
    let is_variable = value.is_global_value() && super::globals::aliased(value).is_some_and(Value::is_global_variable);
    let known = f.globals.get(&value).copied().filter(|known| is_variable && known.id == id);
    let Some(variable) = known.filter(|known| f.pointer_parts(known.ty).is_some()) else { return Ok(id) };
    let first = word(f, 0)?;
    let words = [Op::InBoundsPtrAccessChain as u32, id, first];
    let address = f.spv.unique_constant(Op::SpecConstantOp, variable.ty, &words)?;
    f.spec_constants.add_computed(address);
    Ok(address)
}

/// Creates a composite from `elements`. It is an `OpSpecConstantComposite` if a constituent is, or contains, an
/// `OpSpecConstantOp`: an `OpConstantComposite` "must not have spec constant operands", according to the validators of
/// 2026.
fn composite_of<'m>(f: &mut Forward<'m>, value: Value<'m>, elements: &[Id]) -> Result<Operand> {
    let ty = types::forward(f, value.ty())?;
    Ok(Operand { id: composite_as(f, ty, elements)?, ty })
}

/// A composite of a type.
pub fn composite_as(f: &mut Forward<'_>, ty: Id, elements: &[Id]) -> Result<Id> {
    if !elements.iter().any(|id| f.spec_constants.is_computed(*id)) {
        return f.spv.unique_constant(Op::ConstantComposite, ty, elements);
    }
    let id = f.spv.unique_constant(Op::SpecConstantComposite, ty, elements)?;
    f.spec_constants.add_computed(id);
    Ok(id)
}

/// Returns whether a constant in an initialiser is not worth an entry in the table of translated values: its bits are as
/// fast to look up.
fn is_passing(value: Value<'_>) -> bool {
    const FEW: u64 = 4;
    match value.kind() {
        // One of many words says too much to be looked at again wherever it is named.
        ValueKind::Int => value.ty().int_width() <= 64,
        ValueKind::Float => true,
        ValueKind::DataArray | ValueKind::DataVector => value.ty().count() <= FEW,
        _ => false,
    }
}

/// Translates a constant in an initialiser, where pointers have the type that they have in memory.
pub fn stored<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Id> {
    let operand = if is_passing(value) { f.nested(|f| translate(f, value))? } else { module_scope(f, value)? };
    let ty = types::forward(f, value.ty())?;
    match ask!(f.hooks.forward_stored, f, value, operand, ty) {
        Some(id) => Ok(id),
        None => Ok(constant_as(f, operand, ty)?.id),
    }
}

/// A constant pointer as another pointer type, at module scope.
pub fn constant_as(f: &mut Forward<'_>, operand: Operand, ty: Id) -> Result<Operand> {
    if operand.ty == ty {
        return Ok(operand);
    }
    let id = f.spv.unique_constant(Op::SpecConstantOp, ty, &[Op::Bitcast as u32, operand.id])?;
    f.spec_constants.add_computed(id);
    Ok(Operand { id, ty })
}

/// The floating-point constant `value`, a small whole number, of the type of `shape`, scalar or vector.
pub fn float_splat<'m>(f: &mut Forward<'m>, shape: Type<'m>, value: f32) -> Result<Id> {
    let scalar = shape.scalar();
    let ty = types::forward(f, scalar)?;
    let component = match scalar.kind() {
        TypeKind::Double => {
            let bits = f64::from(value).to_bits();
            f.spv.unique_constant(Op::Constant, ty, &[bits as u32, (bits >> 32) as u32])?
        }
        TypeKind::Float => f.spv.unique_constant(Op::Constant, ty, &[value.to_bits()])?,
        TypeKind::Half => f.spv.unique_constant(Op::Constant, ty, &[half_bits(value)])?,
        TypeKind::BFloat => f.spv.unique_constant(Op::Constant, ty, &[value.to_bits() >> 16])?,
        _ => return Err(Error::of(Code::Constant, format!("constants of type {scalar}"))),
    };
    if !shape.is_vector() {
        return Ok(component);
    }
    let vector = types::forward(f, shape)?;
    if value.to_bits() == 0 {
        return null(f, vector);
    }
    f.spv.unique_constant(Op::ConstantComposite, vector, &vec![component; shape.count() as usize])
}

/// Returns the half-precision bits of `value`, which must be exactly representable in half precision.
fn half_bits(value: f32) -> u32 {
    let bits = value.to_bits();
    match bits << 1 {
        0 => bits >> 16,
        _ => (bits >> 16 & 0x8000) | ((bits >> 13 & 0x3_FFFF).wrapping_sub(112 << 10) & 0x7FFF),
    }
}

// --- SPIR-V to LLVM ---

/// Translates a constant; a specialization constant becomes its default value.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    if any!(r.hooks.reverse_constant, r, inst) {
        return Ok(());
    }
    let value = match inst.opcode() {
        Op::ConstantTrue | Op::SpecConstantTrue => r.context.const_int(ty, 1)?,
        Op::ConstantFalse | Op::SpecConstantFalse => r.context.const_int(ty, 0)?,
        Op::Constant | Op::SpecConstant => reverse_literal(r, ty, inst)?,
        Op::ConstantNull => r.context.const_null(ty)?,
        Op::Undef => r.context.undef(ty)?,
        Op::PoisonKHR => r.context.poison(ty)?,
        Op::ConstantComposite | Op::SpecConstantComposite => reverse_composite(r, ty, inst)?,
        Op::SpecConstantOp => return operations::reverse(r, inst),
        _ => return Err(inst.unsupported(format!("constants made by {}", inst.name()))),
    };
    r.set_constant(inst, value)
}

/// Returns the number in the words of a literal, low-order word first.
fn number(words: &[u32]) -> u64 {
    let word = |index| u64::from(words.get(index).copied().unwrap_or(0));
    word(0) | word(1) << 32
}

/// Returns a literal of any width as 64-bit words, low-order word first.
pub fn wide(words: &[u32]) -> Vec<u64> {
    words.chunks(2).map(number).collect()
}

fn reverse_literal<'m>(r: &Reverse<'m>, ty: Type<'m>, inst: Instruction<'m>) -> Result<Value<'m>> {
    let number = number(inst.in_operands());
    match ty.kind() {
        TypeKind::Integer if ty.int_width() > 64 => r.context.const_int_words(ty, &wide(inst.in_operands())),
        TypeKind::Integer => r.context.const_int(ty, number),
        _ => r.context.const_float_bits(ty, number),
    }
}

fn reverse_composite<'m>(r: &Reverse<'m>, ty: Type<'m>, inst: Instruction<'m>) -> Result<Value<'m>> {
    if let Some(bytes) = literal_bytes(r, ty, inst) {
        return r.context.const_data_array(ty.element().unwrap_or(ty), &bytes);
    }
    let parts = inst.in_operands().iter().map(|part| r.value(*part)).collect::<Result<Vec<_>>>()?;
    rebuild(r, ty, &parts).map_err(|error| explained(r, inst.in_operands(), error))
}

/// Returns the error for constituents or an initializer of the wrong type: that of the chapter which can explain it, else `error`.
pub fn explained(r: &Reverse<'_>, constants: &[Id], error: Error) -> Error {
    r.hooks.explain_constituents.iter().find_map(|hook| hook(r, constants)).unwrap_or(error)
}

/// Returns the constant of composite type `ty` with the elements `parts`.
fn rebuild<'m>(r: &Reverse<'m>, ty: Type<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
    match (ty.kind(), ty.element()) {
        (TypeKind::Array, Some(element)) => r.context.const_array(element, parts),
        (TypeKind::Vector, _) => r.context.const_vector(parts),
        _ => r.context.const_struct(ty, parts),
    }
}

/// Returns the bytes of an array whose elements are all literals, which LLVM takes as one block: tables can be long.
fn literal_bytes<'m>(r: &Reverse<'m>, ty: Type<'m>, inst: Instruction<'m>) -> Option<Vec<u8>> {
    let element = ty.element().filter(|_| ty.is_array())?;
    let size = match element.int_width().max(element.float_width()) {
        width @ (8 | 16 | 32 | 64) => width as usize / 8,
        _ => return None,
    };
    let element_type = r.spv.definition(inst.result_type()?)?.operand(0).ok()?;
    let mut bytes = Vec::with_capacity(inst.in_operands().len() * size);
    for part in inst.in_operands() {
        let part = r.spv.definition(*part).filter(|part| part.opcode() == Op::Constant)?;
        if part.result_type() != Some(element_type) {
            return None;
        }
        bytes.extend_from_slice(number(part.in_operands()).to_ne_bytes().get(..size)?);
    }
    cfg!(target_endian = "little").then_some(bytes)
}

/// Returns the integer `value` of an integer type, or a splat of it for a vector type.
pub fn reverse_splat<'m>(r: &Reverse<'m>, ty: Type<'m>, value: u64) -> Result<Value<'m>> {
    let one = r.context.const_int(ty.scalar(), value)?;
    match ty.is_vector() {
        true => r.context.const_vector(&vec![one; ty.count() as usize]),
        false => Ok(one),
    }
}
