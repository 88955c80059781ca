//! Intrinsics that are an instruction of an extension, where it is allowed; the instruction is the intrinsic again on the
//! way back.

use crate::error::Result;
use crate::options::Extensions;
use crate::spirv::Instruction;
use crate::state::{Lowering, Reverse};
use ::spirv::Op;

/// An intrinsic, its instruction, how many arguments are operands, and the extensions that have it.
struct Row(&'static str, Op, u32, &'static [&'static str]);

const ROWS: &[Row] = &[
    Row("llvm.assume", Op::AssumeTrueKHR, 1, &["SPV_KHR_expect_assume"]),
    Row("llvm.expect", Op::ExpectKHR, 2, &["SPV_KHR_expect_assume"]),
    Row("llvm.expect.with.probability", Op::ExpectKHR, 2, &["SPV_KHR_expect_assume"]),
    Row("llvm.fma", Op::FmaKHR, 3, &["SPV_KHR_fma"]),
    Row(
        "llvm.arithmetic.fence",
        Op::ArithmeticFenceEXT,
        1,
        &["SPV_EXT_arithmetic_fence", "SPV_INTEL_arithmetic_fence"],
    ),
];

// --- LLVM to SPIR-V ---

/// What an intrinsic turns into, if the extension is allowed.
pub fn lowering(name: &str, extensions: &Extensions) -> Option<Lowering> {
    let row = ROWS.iter().find(|row| row.0 == name)?;
    let is_allowed = row.3.iter().any(|extension| extensions.allow(extension));
    is_allowed.then_some(Lowering::Core(row.1, row.2))
}

/// The instruction for a builtin of OpenCL C that is such an intrinsic, if the extension is allowed.
pub fn instruction(builtin: &str, extensions: &Extensions) -> Option<Op> {
    match lowering(&format!("llvm.{builtin}"), extensions) {
        Some(Lowering::Core(op, _)) => Some(op),
        _ => None,
    }
}

// --- SPIR-V to LLVM ---

/// The intrinsic that an instruction is, if it is one.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let Some(Row(name, _, arguments, _)) = ROWS.iter().find(|row| row.1 == inst.opcode()) else { return Ok(false) };
    let operands = (0..*arguments as usize).map(|index| r.operand(inst, index)).collect::<Result<Vec<_>>>()?;
    if inst.result_type().is_none() {
        return r.builder.call_intrinsic(name, r.context.void_type(), &operands).map(|_| true);
    }
    let value = r.builder.call_intrinsic(name, r.result_ty(inst)?, &operands)?;
    r.define(inst, value).map(|()| true)
}
