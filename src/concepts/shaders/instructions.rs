//! The instructions whose translation with logical addressing differs from that in kernels.

use super::values::result_type;
use super::{bitcasts, chains, components, composites, memory, numbers, selects, shifts, terminators, vendor_sets};
use crate::binary::{Instruction, Op};
use crate::concepts::base::{types, values};
use crate::concepts::builtins::generic;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::{Forward, Reverse};

// --- SPIR-V to LLVM ---

/// Translates an instruction; returns whether it did.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    match inst.opcode() {
        op if terminators::is_terminator(op) => terminators::reverse(r, inst),
        Op::ExtInst if vendor_sets::is_in(r, inst) => vendor_sets::reverse(r, inst),
        Op::Bitcast => return bitcasts::reverse(r, inst),
        Op::Variable if memory::is_void(r, inst) => memory::reverse_void(r, inst),
        Op::CompositeExtract => composites::reverse_extract(r, inst),
        Op::CompositeInsert => composites::reverse_insert(r, inst),
        Op::CompositeConstruct => composites::reverse_construct(r, inst),
        Op::VectorShuffle => composites::reverse_shuffle(r, inst),
        Op::VectorExtractDynamic => components::reverse(r, inst, 1),
        Op::VectorInsertDynamic => components::reverse(r, inst, 2),
        Op::Select => selects::reverse(r, inst),
        op if shifts::is_shift(op) => shifts::reverse(r, inst),
        op if is_call(op) => generic::reverse(r, inst),
        _ => return chains::reverse(r, inst),
    }
    .map(|()| true)
}

/// Returns whether an instruction becomes a call of its friendly builtin, although in kernels it becomes LLVM
/// instructions, or a call of another function.
fn is_call(op: Op) -> bool {
    use Op::*;
    let of_matrices = matches!(op, VectorTimesScalar | MatrixTimesScalar | VectorTimesMatrix | MatrixTimesVector)
        || matches!(
            op,
            PtrEqual
                | PtrNotEqual
                | PtrDiff
                | MatrixTimesMatrix
                | OuterProduct
                | Transpose
                | Dot
                | CopyLogical
                | CopyObject
        );
    let of_subgroups = (Op::SubgroupBallotKHR as u32..=Op::SubgroupReadInvocationKHR as u32).contains(&(op as u32));
    of_matrices || of_subgroups || (Op::SampledImage as u32..=Op::ImageQuerySamples as u32).contains(&(op as u32))
}

// --- LLVM to SPIR-V ---

/// Translates an instruction of LLVM IR; returns whether it did.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<bool> {
    match opcode {
        Opcode::Unreachable => Ok(terminators::is_ended(inst)),
        Opcode::BitCast | Opcode::PtrToInt | Opcode::IntToPtr => bitcasts::forward(f, inst),
        Opcode::UiToFp | Opcode::SiToFp | Opcode::FpToUi | Opcode::FpToSi => numbers::convert(f, inst, opcode),
        Opcode::FCmp => numbers::compare(f, inst),
        Opcode::Select => selects::forward(f, inst),
        Opcode::Trunc | Opcode::ZExt => forward_resize(f, inst),
        Opcode::Shl | Opcode::LShr | Opcode::AShr => shifts::forward(f, inst, opcode),
        Opcode::Freeze => shifts::forward_freeze(f, inst),
        Opcode::UDiv => forward_unsigned(f, inst, Op::UDiv),
        Opcode::URem => forward_unsigned(f, inst, Op::UMod),
        _ => Ok(memory::forward(f, inst, opcode)? || composites::forward(f, inst, opcode)?),
    }
}

/// Translates `trunc` and `zext` with a signed result, which `OpUConvert` does not have.
fn forward_resize<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let is_boolean = |value: Value<'m>| value.ty().scalar().is_int_of(1);
    if is_boolean(inst) || is_boolean(values::child(inst, 0)?) {
        return Ok(false);
    }
    let unsigned = types::forward(f, inst.ty())?;
    let ty = result_type(f, inst, unsigned)?.unwrap_or(unsigned);
    if ty == unsigned {
        return Ok(false);
    }
    let operand = values::nth(f, inst, 0)?.id;
    match inst.opcode() {
        Some(Opcode::Trunc) => f.define(inst, Op::SConvert, ty, &[operand])?,
        _ => {
            let wide = f.emit_value(Op::UConvert, unsigned, &[operand])?.id;
            f.define(inst, Op::Bitcast, ty, &[wide])?
        }
    };
    Ok(true)
}

/// Translates `udiv` and `urem`, whose SPIR-V instructions only take unsigned integers.
fn forward_unsigned<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<bool> {
    let unsigned = types::forward(f, inst.ty())?;
    f.shaders.has_signed_constants = false;
    let mut operands = Vec::with_capacity(2);
    for index in 0..2 {
        let operand = values::nth(f, inst, index)?;
        operands.push(match operand.ty == unsigned {
            true => operand.id,
            false => f.emit_value(Op::Bitcast, unsigned, &[operand.id])?.id,
        });
    }
    f.define(inst, op, unsigned, &operands)?;
    Ok(true)
}
