//! Conversions (SPIR-V 3.42.11 "Conversion Instructions").
//!
//! In LLVM IR: the cast instructions. From `i1` they are `OpSelect`, to `i1` a test of the lowest bit, since SPIR-V
//! does not convert booleans. Conversions that saturate or round otherwise than LLVM's are builtins (see `builtins`).

use super::compare;
use crate::binary::Instruction;
use crate::concepts::base::rows::rows;
use crate::concepts::base::{constants, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::hooks::any;
use crate::state::{Chapter, ConstantOperation, Forward, Operand, Reverse};
use ::spirv::{Decoration, Op};

rows! {
    /// Casts between numbers. One `UConvert` or `FConvert` stands for several LLVM casts: the way back chooses by width.
    cast: Opcode = Op;
    both {
        FpToUi = ConvertFToU, FpToSi = ConvertFToS, UiToFp = ConvertUToF, SiToFp = ConvertSToF,
        BitCast = Bitcast,
    }
    forward {
        ZExt = UConvert, Trunc = UConvert, SExt = SConvert, FpExt = FConvert, FpTrunc = FConvert,
    }
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::Bitcast], reverse_bitcast),
        (
            &[
                Op::UConvert,
                Op::SConvert,
                Op::FConvert,
                Op::ConvertFToU,
                Op::ConvertFToS,
                Op::ConvertUToF,
                Op::ConvertSToF,
                Op::ConvertPtrToU,
                Op::ConvertUToPtr,
                Op::PtrCastToGeneric,
                Op::GenericCastToPtr,
                Op::CrossWorkgroupCastToPtrALTERA,
                Op::PtrCastToCrossWorkgroupALTERA,
            ],
            reverse,
        ),
    ],
    llvm_instructions: &[(cast::LLVM, forward)],
    reverse_operation: Some(|op, from, to| reverse_opcode(op, from, to).map(ConstantOperation::Cast)),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// A cast between numbers.
fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<()> {
    let source = values::child(inst, 0)?;
    let operand = values::operand(f, source)?;
    if source.ty().scalar().is_int_of(1) && opcode != Opcode::BitCast {
        return from_boolean(f, inst, operand, opcode);
    }
    if inst.ty().scalar().is_int_of(1) && opcode != Opcode::BitCast {
        return to_boolean(f, inst, operand, opcode);
    }
    if source.ty() == inst.ty() || inst.ty().is_pointer() {
        return match f.options.policy.casts_at_each_use && inst.ty().is_pointer() {
            true => crate::concepts::base::pointers::forward_bitcast(f, inst, operand),
            false => f.bind(inst, operand),
        };
    }
    if opcode == Opcode::BitCast && (source.ty().scalar().is_int_of(1) || inst.ty().scalar().is_int_of(1)) {
        return Err(Error::of(Code::IllegalVector, "bitcast between vectors of i1 and integers"));
    }
    let op =
        cast::to_spirv(opcode).ok_or_else(|| Error::of(Code::Instruction, format!("the cast {}", opcode.word())))?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &[operand.id]).map(drop)
}

/// `zext`, `sext`, `uitofp`, `sitofp` of `i1`.
fn from_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, from: Operand, opcode: Opcode) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let signed = matches!(opcode, Opcode::SExt | Opcode::SiToFp);
    if inst.ty().scalar().is_int() {
        let operands = compare::boolean_to_int(f, from.id, inst.ty(), signed)?;
        return f.define(inst, Op::Select, ty, &operands).map(drop);
    }
    if any!(f.hooks.forward_booleans, f, inst, from, opcode) {
        return Ok(());
    }
    let one = constants::float_splat(f, inst.ty(), if signed { -1.0 } else { 1.0 })?;
    let zero = constants::zero(f, inst.ty(), ty)?;
    f.define(inst, Op::Select, ty, &[from.id, one, zero]).map(drop)
}

/// `trunc`, `fptoui`, `fptosi` to `i1`.
fn to_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, from: Operand, opcode: Opcode) -> Result<()> {
    let source = values::child(inst, 0)?.ty();
    // In range is what rounds towards zero to 0 or to the one other value.
    match opcode {
        Opcode::FpToUi => {
            let one = constants::float_splat(f, source, 1.0)?;
            let ty = types::forward(f, inst.ty())?;
            return f.define(inst, Op::FOrdGreaterThanEqual, ty, &[from.id, one]).map(drop);
        }
        Opcode::FpToSi => {
            let minus_one = constants::float_splat(f, source, -1.0)?;
            let ty = types::forward(f, inst.ty())?;
            return f.define(inst, Op::FOrdLessThanEqual, ty, &[from.id, minus_one]).map(drop);
        }
        _ => {}
    }
    let compared = constants::lowest_bit_and_zero(f, from, source)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::INotEqual, ty, &compared).map(drop)
}

// --- SPIR-V to LLVM ---

/// Returns the LLVM cast for a conversion, by the types on both sides; `None` if the opcode is no conversion or LLVM does not have it.
pub fn reverse_opcode(op: Op, from: Type<'_>, to: Type<'_>) -> Option<Opcode> {
    use Opcode as O;
    let (from_scalar, to_scalar) = (from.scalar(), to.scalar());
    let by_width = |narrower, wider| {
        let width = |ty: Type<'_>| ty.int_width().max(ty.float_width());
        match width(to_scalar).cmp(&width(from_scalar)) {
            std::cmp::Ordering::Less => Some(narrower),
            std::cmp::Ordering::Greater => Some(wider),
            std::cmp::Ordering::Equal => None,
        }
    };
    match op {
        Op::UConvert => by_width(O::Trunc, O::ZExt),
        Op::SConvert => by_width(O::Trunc, O::SExt),
        Op::FConvert => by_width(O::FpTrunc, O::FpExt),
        Op::ConvertPtrToU => Some(O::PtrToInt),
        Op::ConvertUToPtr => Some(O::IntToPtr),
        // All pointers to functions may be of one address space.
        Op::PtrCastToGeneric | Op::GenericCastToPtr if from == to => Some(O::BitCast),
        Op::Bitcast if from.is_pointer() && to.is_pointer() && from != to => Some(O::AddrSpaceCast),
        Op::PtrCastToGeneric | Op::GenericCastToPtr => Some(O::AddrSpaceCast),
        Op::CrossWorkgroupCastToPtrALTERA | Op::PtrCastToCrossWorkgroupALTERA => Some(O::AddrSpaceCast),
        Op::Bitcast if from.is_pointer() && to.is_int() => Some(O::PtrToInt),
        Op::Bitcast if from.is_int() && to.is_pointer() => Some(O::IntToPtr),
        _ => cast::to_llvm(op),
    }
}

/// Translates a conversion to LLVM's cast, or to a builtin if it saturates or has a rounding mode.
fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (operand, ty) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    let special = |kind| matches!(kind, Some(Decoration::SaturatedConversion | Decoration::FPRoundingMode));
    if r.spv.decorations(inst.result_id().unwrap_or_default()).any(|decoration| special(decoration.kind)) {
        return super::convert_builtins::reverse(r, inst);
    }
    let Some(opcode) = reverse_opcode(inst.opcode(), operand.ty(), ty) else {
        return Err(inst.error(format!("{} to {ty} from a type of the same width", inst.name())));
    };
    if any!(r.hooks.reverse_conversion, r, inst, opcode) {
        return Ok(());
    }
    let value = r.builder.cast(opcode, operand, ty)?;
    r.define(inst, value)
}

/// Translates `OpBitcast`: between pointers of one storage class it is dropped, except in Khronos mode.
fn reverse_bitcast<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (mut operand, ty) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    if operand.ty() == ty {
        if r.options.policy.keeps_pointer_bitcasts
            && !is_of_typed_variable(r, inst)
            && (!operand.is_constant() || operand.is_function() || operand.is_global_variable())
        {
            return reverse_cast(r, inst, operand, ty);
        }
        return r.alias(inst, operand).map(drop);
    }
    // A pointer as a vector of integers goes through one integer.
    let address = super::memory::address_type(r)?;
    if operand.ty().is_pointer() && ty.is_vector() {
        operand = r.builder.cast(Opcode::PtrToInt, operand, address)?;
    } else if operand.ty().is_vector() && ty.is_pointer() {
        operand = r.builder.cast(Opcode::BitCast, operand, address)?;
    }
    reverse_cast(r, inst, operand, ty)
}

/// Returns whether a cast only turns the pointer to a variable into an untyped one: the variable's pointee is kept for
/// its lifetime intrinsics. For an array, such a cast makes the pointer to the elements that an `alloca` with a count
/// has.
fn is_of_typed_variable(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    let made = inst.operand(0).ok().and_then(|id| r.spv.definition(id)).filter(|made| made.opcode() == Op::Variable);
    let pointee = made.and_then(|made| r.spv.definition(r.spv.definition(made.result_type()?)?.operand(1).ok()?));
    let result = inst.result_type().and_then(|ty| r.spv.definition(ty));
    pointee.is_some_and(|pointee| pointee.opcode() != Op::TypeArray)
        && result.is_some_and(|ty| ty.opcode() == Op::TypeUntypedPointerKHR)
}

fn reverse_cast<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, operand: Value<'m>, ty: Type<'m>) -> Result<()> {
    let opcode = reverse_opcode(Op::Bitcast, operand.ty(), ty).unwrap_or(Opcode::BitCast);
    let value = r.builder.cast(opcode, operand, ty)?;
    r.define(inst, value)
}
