//! Comparison and selection (SPIR-V 3.42.15 "Relational and Logical Instructions").
//!
//! In LLVM IR: `icmp`, `fcmp`, `select`. On `i1`, equality is `OpLogicalEqual`; ordered comparisons become logical
//! instructions. Pointers are compared as integers, since `OpPtrEqual` needs SPIR-V 1.4 (but see
//! `Policy::compares_pointers`).

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::rows::rows;
use crate::concepts::base::{constants, decorations, pointers, types, values};
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Predicate, Type, Value};
use crate::options::Version;
use crate::state::hooks::any;
use crate::state::{Chapter, ConstantOperation, Forward, Reverse};
use ::spirv::{Op, StorageClass};

rows! {
    /// `icmp` on integers.
    int: Predicate = Op;
    both {
        Eq = IEqual, Ne = INotEqual,
        Ugt = UGreaterThan, Uge = UGreaterThanEqual, Ult = ULessThan, Ule = ULessThanEqual,
        Sgt = SGreaterThan, Sge = SGreaterThanEqual, Slt = SLessThan, Sle = SLessThanEqual,
    }
}

rows! {
    /// `icmp` on booleans.
    boolean: Predicate = Op;
    both { Eq = LogicalEqual }
    forward { Ne = LogicalNotEqual }
}

rows! {
    /// `fcmp`; `true` and `false` are constants.
    float: Predicate = Op;
    both {
        Oeq = FOrdEqual, Ogt = FOrdGreaterThan, Oge = FOrdGreaterThanEqual,
        Olt = FOrdLessThan, Ole = FOrdLessThanEqual, One = FOrdNotEqual,
        Ueq = FUnordEqual, FUgt = FUnordGreaterThan, FUge = FUnordGreaterThanEqual,
        FUlt = FUnordLessThan, FUle = FUnordLessThanEqual, Une = FUnordNotEqual,
        Ord = Ordered, Uno = Unordered,
    }
    reverse { One = LessOrGreater }
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (int::SPIRV, reverse_int),
        (boolean::SPIRV, reverse_int),
        (float::SPIRV, reverse_float),
        (&[Op::PtrEqual, Op::PtrNotEqual], reverse_pointers),
        (&[Op::Select], reverse_select),
    ],
    llvm_instructions: &[
        (&[Opcode::ICmp], |f, inst, _| forward_int(f, inst)),
        (&[Opcode::FCmp], |f, inst, _| forward_float(f, inst)),
        (&[Opcode::Select], |f, inst, _| forward_select(f, inst)),
    ],
    reverse_operation: Some(|op, _, _| constant_operation(op)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// `icmp`.
fn forward_int<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let predicate = inst.int_predicate().ok_or_else(|| Error::internal("icmp without a predicate"))?;
    let operand = values::child(inst, 0)?.ty();
    if operand.scalar().is_int_of(1) {
        let ty = types::forward(f, inst.ty())?;
        return forward_boolean(f, inst, predicate, ty);
    }
    if any!(f.hooks.compare_pointers, f, inst, predicate) {
        return Ok(());
    }
    let op = int::to_spirv(predicate).ok_or_else(|| Error::internal("an unknown predicate of icmp"))?;
    // The operands first: comparing pointers computes them, and a later round trip meets that before the comparison.
    let (left, right) = (integer(f, inst, 0)?, integer(f, inst, 1)?);
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &[left, right]).map(drop)
}

/// Returns an operand of `icmp`; a pointer is converted to an integer.
fn integer<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32) -> Result<Id> {
    let value = values::child(inst, index)?;
    if !value.ty().scalar().is_pointer() {
        return Ok(values::operand(f, value)?.id);
    }
    let ty = address_type(f)?;
    if value.is_null() {
        let width = address_width(f);
        return constants::int_literal(f, ty, width, 0);
    }
    let pointer = values::operand(f, value)?.id;
    Ok(f.emit_value(Op::ConvertPtrToU, ty, &[pointer])?.id)
}

/// Returns the width of an address in bits.
pub fn address_width(f: &Forward<'_>) -> u32 {
    Models::address_width(f.spv.addressing_model())
}

/// The integers that hold an address.
pub fn address_type(f: &mut Forward<'_>) -> Result<Id> {
    let width = address_width(f);
    types::int(f, width)
}

/// `icmp` of booleans: unsigned `a < b` is `!a & b`; signed, where true is -1, it is `a & !b`.
fn forward_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, predicate: Predicate, ty: Id) -> Result<()> {
    use Predicate as P;
    let (a, b) = (values::nth(f, inst, 0)?.id, values::nth(f, inst, 1)?.id);
    if let Some(op) = boolean::to_spirv(predicate) {
        return f.define(inst, op, ty, &[a, b]).map(drop);
    }
    let (negated, other) = match predicate {
        P::Ult | P::Sgt | P::Ule | P::Sge => (a, b),
        _ => (b, a),
    };
    let op = match predicate {
        P::Ult | P::Ugt | P::Slt | P::Sgt => Op::LogicalAnd,
        _ => Op::LogicalOr,
    };
    let not = f.emit_value(Op::LogicalNot, ty, &[negated])?.id;
    f.define(inst, op, ty, &[not, other]).map(drop)
}

/// `fcmp`.
fn forward_float<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let predicate = inst.real_predicate().ok_or_else(|| Error::internal("fcmp without a predicate"))?;
    let Some(op) = float::to_spirv(predicate) else {
        let always = predicate == Predicate::TrueF;
        let (ty, id) = (types::forward(f, inst.ty())?, constants::splat(f, inst.ty(), always.into())?);
        return f.bind(inst, crate::state::Operand { id, ty });
    };
    // The operands first, as of builtins that are comparisons.
    let (left, right) = (values::nth(f, inst, 0)?.id, values::nth(f, inst, 1)?.id);
    let ty = types::forward(f, inst.ty())?;
    let result = f.define(inst, op, ty, &[left, right])?;
    if any!(f.hooks.float_flags, f, inst, result.id) {
        return Ok(());
    }
    decorations::fast_math::forward(f, inst, result.id)
}

/// The opaque types that may be stored in variables.
const STORED: [&str; 4] = ["spirv.Event", "spirv.DeviceEvent", "spirv.ReserveId", "spirv.Queue"];

/// `select`. Before SPIR-V 1.4 a condition for a whole vector must be a vector, and composites cannot be selected.
fn forward_select<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = match inst.ty().is_pointer() {
        true => pointers::by_uses(f, inst)?,
        false => types::forward(f, inst.ty())?,
    };
    let ty = f.typed(inst, ty)?;
    let condition = values::nth(f, inst, 0)?.id;
    let (yes, no) = (values::child(inst, 1)?, values::child(inst, 2)?);
    let (yes, no) = (values::operand_as(f, yes, ty)?.id, values::operand_as(f, no, ty)?.id);
    if crate::concepts::base::opaque_types::is_opaque(f, inst.ty(), ty) {
        return select_opaque(f, inst, ty, [condition, yes, no]);
    }
    if inst.ty().field_count() > 0 || inst.ty().kind() == crate::llvm::TypeKind::Array {
        f.spv.require_version(Version::new(1, 4));
    }
    let condition = splat_condition(f, inst, condition)?;
    f.define(inst, Op::Select, ty, &[condition, yes, no]).map(drop)
}

/// Translates a `select` of opaque values, which `OpSelect` does not take: those that may be stored in memory are
/// looked up in a table.
fn select_opaque<'m>(f: &mut Forward<'m>, inst: Value<'m>, ty: Id, [condition, yes, no]: [Id; 3]) -> Result<()> {
    if f.images.contains_key(&ty) || inst.ty().target_name().is_some_and(|name| !STORED.contains(&name)) {
        return Err(Error::of(Code::Instruction, format!("a select of {}", inst.ty())).hint("use a branch"));
    }
    let word = types::int(f, 32)?;
    let table = types::array_of(f, ty, 2)?;
    let table = super::memory::temporary(f, table)?;
    let pointer = pointers::pointer_type(f, StorageClass::Function, ty)?;
    let numbers = [constants::word(f, 0)?, constants::word(f, 1)?];
    for (index, value) in numbers.into_iter().zip([no, yes]) {
        let place = f.emit_value(Op::InBoundsAccessChain, pointer, &[table.id, index])?.id;
        f.emit(Op::Store, &[place, value])?;
    }
    let index = f.emit_value(Op::Select, word, &[condition, numbers[1], numbers[0]])?.id;
    let place = f.emit_value(Op::InBoundsAccessChain, pointer, &[table.id, index])?.id;
    f.define(inst, Op::Load, ty, &[place]).map(drop)
}

/// Returns the condition of a `select` as a vector if its operands are vectors.
fn splat_condition<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<Id> {
    let condition = values::child(inst, 0)?;
    if condition.ty().is_vector() || !inst.ty().is_vector() {
        return Ok(id);
    }
    let count = inst.ty().count();
    let component = types::int(f, 1)?;
    let vector = types::vector_of(f, component, count as u32)?;
    Ok(f.emit_value(Op::CompositeConstruct, vector, &vec![id; count as usize])?.id)
}

/// Returns the operands of an `OpSelect` that converts a boolean to a number: 1 (or -1 if `signed`) or 0 of the type of `shape`.
pub fn boolean_to_int<'m>(f: &mut Forward<'m>, condition: Id, shape: Type<'m>, signed: bool) -> Result<[Id; 3]> {
    let one = constants::splat(f, shape, if signed { u64::MAX } else { 1 })?;
    let zero = constants::splat(f, shape, 0)?;
    Ok([condition, one, zero])
}

// --- SPIR-V to LLVM ---

/// A comparison of integers or booleans.
fn reverse_int<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let predicate = int::to_llvm(inst.opcode()).or_else(|| boolean::to_llvm(inst.opcode()));
    reverse_as(r, inst, predicate.ok_or_else(|| Error::internal("no comparison of integers"))?)
}

/// A comparison of integers, booleans or pointers by a predicate.
pub fn reverse_as<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, predicate: Predicate) -> Result<()> {
    let value = r.builder.compare_int(predicate, r.operand(inst, 0)?, r.operand(inst, 1)?)?;
    r.define(inst, value)
}

/// Translates `OpPtrEqual` and `OpPtrNotEqual`; in Khronos mode addresses are compared.
fn reverse_pointers<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let is_equality = inst.opcode() == Op::PtrEqual;
    let predicate = if is_equality { Predicate::Eq } else { Predicate::Ne };
    if !r.options.policy.computes_with_addresses {
        return reverse_as(r, inst, predicate);
    }
    let [a, b] = super::distances::addresses(r, inst, Opcode::PtrToInt, r.context.int_type(64)?)?;
    let value = r.builder.compare_int(predicate, a, b)?;
    r.define(inst, value)
}

/// A comparison of floating-point numbers.
fn reverse_float<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let predicate = float::to_llvm(inst.opcode()).ok_or_else(|| Error::internal("no comparison of numbers"))?;
    let value = r.builder.compare_float(predicate, r.operand(inst, 0)?, r.operand(inst, 1)?)?;
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// `OpSelect`.
fn reverse_select<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let condition = match whole_condition(r, inst) {
        Some(condition) => r.value(condition)?,
        None => r.operand(inst, 0)?,
    };
    let value = r.builder.select(condition, r.operand(inst, 1)?, r.operand(inst, 2)?)?;
    crate::concepts::base::decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// Returns the boolean that is the condition for the whole vector, if `OpCompositeConstruct` repeats it for each component.
fn whole_condition<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<Id> {
    let made = inst.operand(0).ok().and_then(|id| r.spv.definition(id)).filter(|made| is_splat(r, *made))?;
    made.in_operands().first().copied()
}

/// Returns whether an instruction is an `OpCompositeConstruct` that repeats one boolean: LLVM's `select` takes the boolean itself.
pub fn is_splat<'m>(r: &Reverse<'m>, made: Instruction<'m>) -> bool {
    let parts = made.in_operands();
    let is_same = || parts.len() > 1 && parts.iter().all(|part| Some(part) == parts.first());
    let is_boolean = || {
        let ty = parts.first().and_then(|part| r.type_of(*part).ok()).and_then(|ty| r.spv.definition(ty));
        ty.is_some_and(|ty| ty.opcode() == Op::TypeBool)
    };
    made.opcode() == Op::CompositeConstruct && !r.options.policy.keeps_splats_of_conditions && is_same() && is_boolean()
}

/// Erases the condition vectors that are no longer used.
pub fn reverse_forget_splats(r: &mut Reverse<'_>) -> Result<()> {
    for vector in std::mem::take(&mut r.body.splats) {
        let mut next = Some(vector);
        while let Some(unused) = next.filter(|value| value.is_instruction() && !value.is_used()) {
            next = unused.operand(0);
            unused.erase()?;
        }
    }
    Ok(())
}

/// Returns whether a comparison has the predicate of an opcode; true for any instruction that is no comparison.
pub fn is_comparison_of(op: Op, inst: Value<'_>) -> bool {
    match (inst.int_predicate(), inst.real_predicate()) {
        (Some(predicate), _) => {
            int::to_llvm(op).or_else(|| boolean::to_llvm(op)) == Some(predicate)
                || op == Op::LogicalNotEqual && predicate == Predicate::Ne
        }
        (_, Some(predicate)) => float::to_llvm(op) == Some(predicate),
        _ => true,
    }
}

/// Returns the comparison of constants that an opcode is.
fn constant_operation(op: Op) -> Option<ConstantOperation> {
    let integers = int::to_llvm(op).or_else(|| boolean::to_llvm(op)).map(ConstantOperation::CompareInt);
    integers.or_else(|| float::to_llvm(op).map(ConstantOperation::CompareFloat))
}
