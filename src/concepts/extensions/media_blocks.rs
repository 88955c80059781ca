//! Media block reads and writes of a sub-group (`SPV_INTEL_media_block_io`; `cl_intel_media_block_io`).
//!
//! In LLVM IR: calls of `intel_sub_group_media_block_read_uc4` and its kin, whose names end with a kind of integer and
//! a number of components. The image is the last argument in OpenCL C, the first operand in SPIR-V. Lost: nothing.

use crate::binary::{Instruction, Op};
use crate::concepts::base::values;
use crate::concepts::builtins::{self, Effects};
use crate::error::Result;
use crate::llvm::{Type as LlvmType, Value};
use crate::options::BuiltinSpelling;
use crate::state::handlers::opcodes;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use llvm_spirv_mangling::Name;

/// The prefix of the name in OpenCL C, and the instruction.
const ROWS: &[(&str, Op)] = &[
    ("intel_sub_group_media_block_read", Op::SubgroupImageMediaBlockReadINTEL),
    ("intel_sub_group_media_block_write", Op::SubgroupImageMediaBlockWriteINTEL),
];

/// The suffix of the name, and the width of the integers.
const KINDS: &[(&str, u32)] = &[("_uc", 8), ("_us", 16), ("_ui", 32)];

/// The index of the operand that is written.
const DATA: usize = 4;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter =
    Chapter { instructions: &[(&opcodes!(ROWS, |row| row.1), reverse)], resolve: Some(resolve), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a media block access.
pub fn resolve(name: &Name) -> Option<Lower> {
    let (start, op) = ROWS.iter().find(|row| name.base.starts_with(row.0))?;
    let kind = name.base.strip_prefix(start)?.trim_end_matches(|c: char| c.is_ascii_digit());
    KINDS.iter().find(|row| row.0 == kind)?;
    lower(|f, inst, _| forward(f, inst, *op))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let mut operands = inst.call_args().map(|arg| Ok(values::operand(f, arg)?.id)).collect::<Result<Vec<_>>>()?;
    if !operands.is_empty() {
        operands.rotate_right(1);
    }
    builtins::define_or_emit(f, inst, op, &operands)
}

// --- SPIR-V to LLVM ---

/// Translates a media block access to its name in OpenCL C if the type has one, else to its friendly name.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let result = if inst.result_id().is_some() { r.result_ty(inst)? } else { r.context.void_type() };
    let data = if inst.result_id().is_some() { result } else { r.operand(inst, DATA)?.ty() };
    let Some(base) = name(inst.opcode(), data).filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr) else {
        return builtins::reverse_generic(r, inst);
    };
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (index, id) in inst.in_operands().iter().enumerate() {
        params.push(builtins::mangled(r, r.type_of(*id)?, index != DATA)?);
        args.push(r.value(*id)?);
    }
    params.rotate_left(1);
    args.rotate_left(1);
    let call = builtins::call(r, &base, result, &params, &args, Effects::Convergent)?;
    if inst.result_id().is_some() { r.define(inst, call) } else { Ok(()) }
}

fn name(op: Op, data: LlvmType<'_>) -> Option<String> {
    let start = ROWS.iter().find(|row| row.1 == op)?.0;
    let kind = KINDS.iter().find(|row| data.scalar().is_int_of(row.1))?.0;
    let lanes = if data.is_vector() { data.count().to_string() } else { String::new() };
    Some(format!("{start}{kind}{lanes}"))
}
