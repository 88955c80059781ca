//! Requirements of atomics besides a pointer: capabilities, and the extensions for floating-point and for small
//! numbers.

use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicRmwOp, Type, TypeKind};
use crate::options::Options;
use crate::state::handlers::opcodes;
use crate::state::{Forward, availability};
use ::spirv::{Capability, Op};

/// A row: instruction, number type, capability, and extension.
type FloatRow = (Op, TypeKind, Capability, &'static str);

/// Arithmetic on floating-point numbers.
const FLOATS: &[FloatRow] = {
    use Capability as C;
    use Op::{AtomicFAddEXT as Add, AtomicFMaxEXT as Max, AtomicFMinEXT as Min};
    use TypeKind::{BFloat, Double, Float, Half};
    &[
        (Add, Half, C::AtomicFloat16AddEXT, "SPV_EXT_shader_atomic_float16_add"),
        (Add, Float, C::AtomicFloat32AddEXT, ADD),
        (Add, Double, C::AtomicFloat64AddEXT, ADD),
        (Add, BFloat, C::AtomicBFloat16AddINTEL, SMALL),
        (Min, Half, C::AtomicFloat16MinMaxEXT, MIN_MAX),
        (Min, Float, C::AtomicFloat32MinMaxEXT, MIN_MAX),
        (Min, Double, C::AtomicFloat64MinMaxEXT, MIN_MAX),
        (Min, BFloat, C::AtomicBFloat16MinMaxINTEL, SMALL),
        (Max, Half, C::AtomicFloat16MinMaxEXT, MIN_MAX),
        (Max, Float, C::AtomicFloat32MinMaxEXT, MIN_MAX),
        (Max, Double, C::AtomicFloat64MinMaxEXT, MIN_MAX),
        (Max, BFloat, C::AtomicBFloat16MinMaxINTEL, SMALL),
    ]
};

/// Arithmetic on vectors of two or four halves.
const VECTORS: &[FloatRow] = {
    const HALVES: Capability = Capability::AtomicFloat16VectorNV;
    &[
        (Op::AtomicFAddEXT, TypeKind::Half, HALVES, VECTOR),
        (Op::AtomicFMinEXT, TypeKind::Half, HALVES, VECTOR),
        (Op::AtomicFMaxEXT, TypeKind::Half, HALVES, VECTOR),
    ]
};

const ADD: &str = "SPV_EXT_shader_atomic_float_add";
const MIN_MAX: &str = "SPV_EXT_shader_atomic_float_min_max";
const VECTOR: &str = "SPV_NV_shader_atomic_fp16_vector";
const SMALL: &str = "SPV_INTEL_16bit_atomics";

/// Returns the extension that introduced the instruction of a row; the one for vectors needs no other.
fn home(row: &FloatRow) -> &'static str {
    match row.0 {
        _ if row.3 == VECTOR => VECTOR,
        Op::AtomicFAddEXT => ADD,
        _ => MIN_MAX,
    }
}

/// The atomic instructions with floating-point arithmetic.
pub const FLOAT_ARITHMETIC: &[Op] = &opcodes!(FLOATS, |row| row.0);

/// Returns whether an atomic instruction is floating-point arithmetic.
pub fn is_float_arithmetic(op: Op) -> bool {
    FLOATS.iter().any(|row| row.0 == op)
}

/// Returns the floating-point instruction that corresponds to an integer one.
pub fn of_floats(op: Op) -> Option<Op> {
    match op {
        Op::AtomicIAdd | Op::AtomicISub => Some(Op::AtomicFAddEXT),
        Op::AtomicSMin => Some(Op::AtomicFMinEXT),
        Op::AtomicSMax => Some(Op::AtomicFMaxEXT),
        _ => None,
    }
}

/// Returns whether the instruction and the options allow numbers of this type.
pub fn allowed(f: &Forward<'_>, op: Op, ty: Type<'_>) -> bool {
    if is_float_arithmetic(op) {
        return has_floats(f.options, op, ty);
    }
    if moves_halves(f, op, ty) {
        return true;
    }
    let narrow = width(f, ty) < 32;
    // Core SPIR-V does not forbid small numbers; the environment of OpenCL does.
    !narrow || f.options.policy.uses_narrow_atomics || (width(f, ty) == 16 && availability::allows(f.options, SMALL))
}

/// Returns whether an instruction moves a half in a module with floating-point atomics on halves, as Vulkan requires.
fn moves_halves(f: &Forward<'_>, op: Op, ty: Type<'_>) -> bool {
    let moves = matches!(op, Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange);
    let enabling = [Capability::AtomicFloat16AddEXT, Capability::AtomicFloat16MinMaxEXT];
    moves && ty.kind() == TypeKind::Half && enabling.iter().any(|capability| f.spv.has(*capability))
}

fn has_floats(options: &Options, op: Op, ty: Type<'_>) -> bool {
    float_row(op, ty).is_some_and(|row| needed(options, row).iter().all(|name| availability::allows(options, name)))
}

/// Returns the extensions that a row needs: that of the type, and that of the instruction.
fn needed(options: &Options, row: &FloatRow) -> [&'static str; 2] {
    [row.3, if options.policy.needs_only_type_extension_of_atomics { row.3 } else { home(row) }]
}

/// Returns whether SPIR-V has an instruction for this `atomicrmw` on floating-point numbers, which the options allow.
pub fn computes(options: &Options, kind: AtomicRmwOp, ty: Type<'_>) -> bool {
    let op = super::rmw::to_spirv(kind).filter(|op| is_float_arithmetic(*op));
    op.is_some_and(|op| has_floats(options, op, ty))
}

/// Returns whether an instruction is atomic arithmetic on vectors, for which one extension suffices.
pub fn is_of_vectors(op: Op, ty: Type<'_>) -> bool {
    float_row(op, ty).is_some_and(|row| row.3 == VECTOR)
}

fn float_row(op: Op, ty: Type<'_>) -> Option<&'static FloatRow> {
    let rows = match ty.is_vector() {
        true if matches!(ty.count(), 2 | 4) => VECTORS,
        true => &[],
        false => FLOATS,
    };
    rows.iter().find(|row| row.0 == op && row.1 == ty.scalar().kind())
}

/// Returns the width of the value of an atomic, where pointers and vectors count as integers; 0 for other types.
pub fn width(f: &Forward<'_>, ty: Type<'_>) -> u32 {
    match () {
        () if ty.is_pointer() => crate::concepts::instructions::compare::address_width(f),
        () => {
            let scalar = ty.scalar();
            let lanes = if ty.is_vector() { ty.count() as u32 } else { 1 };
            lanes.saturating_mul(if scalar.is_float() { scalar.float_width() } else { scalar.int_width() })
        }
    }
}

/// Declares the requirements of the instruction for numbers of this type.
pub fn require(f: &mut Forward<'_>, op: Op, ty: Type<'_>) -> Result<()> {
    if is_float_arithmetic(op) {
        return require_float(f, op, ty);
    }
    if moves_halves(f, op, ty) {
        return Ok(());
    }
    match width(f, ty) {
        8 | 16 if !allowed(f, op, ty) => return Err(refused(op, ty)),
        16 => require_small(f, op, ty),
        64 if !ty.is_float() || op == Op::AtomicCompareExchange => f.spv.require(Capability::Int64Atomics),
        8 | 32 | 64 => {}
        _ => return Err(refused(op, ty)),
    }
    Ok(())
}

fn refused(op: Op, ty: Type<'_>) -> Error {
    Error::of(Code::Instruction, format!("Op{op:?} on {ty}")).hint("SPIR-V has atomics for 32 and 64 bits")
}

fn require_float(f: &mut Forward<'_>, op: Op, ty: Type<'_>) -> Result<()> {
    let row = float_row(op, ty).ok_or_else(|| refused(op, ty))?;
    for name in needed(f.options, row) {
        availability::extension(f.options, &[name], || format!("Op{op:?} on {ty}"))?;
    }
    let (_, _, capability, extension) = row;
    f.spv.require(*capability);
    f.spv.require_extension(extension);
    f.spv.require_extension(home(row));
    Ok(())
}

/// Declares the requirements of 16-bit numbers: only the extension has capabilities for them.
fn require_small(f: &mut Forward<'_>, op: Op, ty: Type<'_>) {
    if !availability::allows(f.options, SMALL) {
        return;
    }
    let moves = matches!(op, Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange);
    match ty.kind() {
        TypeKind::BFloat if moves => f.spv.require(Capability::AtomicBFloat16LoadStoreINTEL),
        _ => {
            f.spv.require(Capability::AtomicInt16CompareExchangeINTEL);
            if !moves && op != Op::AtomicCompareExchange {
                f.spv.require(Capability::Int16AtomicsINTEL);
            }
        }
    }
    f.spv.require_extension(SMALL);
}
