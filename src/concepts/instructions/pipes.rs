//! Pipes (SPIR-V 3.42.23 "Pipe Instructions"; OpenCL C 6.15.16 "Pipe Functions").
//!
//! In LLVM IR: calls of the functions to which clang compiles `read_pipe` and so on, `__read_pipe_2`, which are not
//! mangled and whose last arguments are the size and alignment of a packet; or of `__spirv_ReadPipe` and so on.
//! Functions for a work-group or subgroup have a scope in SPIR-V. Blocking ones (`SPV_INTEL_blocking_pipes`) end with
//! `_bl`. In the spelling of OpenCL C 1.2, which has no pipes, the names are those of 2.0. Lost: nothing.

pub mod io;
pub mod storage;
#[cfg(test)]
mod tests;

use super::memory_semantics as semantics;
use crate::binary::{Instruction, grammar};
use crate::concepts::base::values;
use crate::concepts::builtins::{self, Effects};
use crate::error::Result;
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::handlers::opcodes;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::{Op, Scope};
use llvm_spirv_mangling::{Name, Postfix, Type};

/// Name, instruction, group.
pub(crate) const ROWS: &[(&str, Op, Option<Scope>)] = &[
    ("__read_pipe_2", Op::ReadPipe, None),
    ("__write_pipe_2", Op::WritePipe, None),
    ("__read_pipe_2_bl", Op::ReadPipeBlockingALTERA, None),
    ("__write_pipe_2_bl", Op::WritePipeBlockingALTERA, None),
    ("__read_pipe_4", Op::ReservedReadPipe, None),
    ("__write_pipe_4", Op::ReservedWritePipe, None),
    ("__reserve_read_pipe", Op::ReserveReadPipePackets, None),
    ("__reserve_write_pipe", Op::ReserveWritePipePackets, None),
    ("__commit_read_pipe", Op::CommitReadPipe, None),
    ("__commit_write_pipe", Op::CommitWritePipe, None),
    ("__work_group_reserve_read_pipe", Op::GroupReserveReadPipePackets, Some(Scope::Workgroup)),
    ("__work_group_reserve_write_pipe", Op::GroupReserveWritePipePackets, Some(Scope::Workgroup)),
    ("__work_group_commit_read_pipe", Op::GroupCommitReadPipe, Some(Scope::Workgroup)),
    ("__work_group_commit_write_pipe", Op::GroupCommitWritePipe, Some(Scope::Workgroup)),
    ("__sub_group_reserve_read_pipe", Op::GroupReserveReadPipePackets, Some(Scope::Subgroup)),
    ("__sub_group_reserve_write_pipe", Op::GroupReserveWritePipePackets, Some(Scope::Subgroup)),
    ("__sub_group_commit_read_pipe", Op::GroupCommitReadPipe, Some(Scope::Subgroup)),
    ("__sub_group_commit_write_pipe", Op::GroupCommitWritePipe, Some(Scope::Subgroup)),
];

/// Queries: prefix of the name, whose suffix is the access qualifier; instruction.
pub(crate) const QUERIES: &[(&str, Op)] =
    &[("__get_pipe_num_packets", Op::GetNumPipePackets), ("__get_pipe_max_packets", Op::GetMaxPipePackets)];

/// The suffixes for access qualifiers, by their numbers.
const ENDS: [&str; 2] = ["_ro", "_wo"];

/// Returns whether it is the unmangled name of a builtin.
pub fn is_builtin(symbol: &str) -> bool {
    row(symbol).is_some()
}

fn row(symbol: &str) -> Option<(Op, Option<Scope>)> {
    if let Some(row) = ROWS.iter().find(|row| row.0 == symbol) {
        return Some((row.1, row.2));
    }
    let start = ENDS.iter().find_map(|end| symbol.strip_suffix(end))?;
    QUERIES.iter().find(|row| row.0 == start).map(|row| (row.1, None))
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&opcodes!(ROWS, |row| row.1), reverse),
        (&opcodes!(QUERIES, |row| row.1), reverse),
        (&[Op::CreatePipeFromPipeStorage], reverse_creation),
    ],
    declarations: &[(&[Op::ConstantPipeStorage], storage::reverse)],
    resolve: Some(resolve),
    is_unmangled: Some(is_builtin),
    forward_stored: Some(|_, value, operand, _| Ok(storage::stored_value(value, operand))),
    forward_global: Some(storage::forward),
    defer_global: Some(storage::forward_type),
    decorate_variable: Some(io::forward),
    reverse_global: Some(|r, id, global| io::reverse(r, id, global)),
    explain_constituents: Some(storage::explained),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of calls if the name is that of a function on pipes.
pub fn resolve(name: &Name) -> Option<Lower> {
    let (op, scope) = row(&name.base)?;
    lower(move |f, inst, _| forward(f, inst, op, scope))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, scope: Option<Scope>) -> Result<()> {
    let info = grammar::info_or_unknown(op as u16);
    builtins::require(f, info)?;
    let mut operands = Vec::new();
    if let Some(scope) = scope {
        operands.push(semantics::scope_id(f, scope)?);
    }
    for arg in inst.call_args() {
        operands.push(match arg.ty().is_pointer() {
            true => builtins::pointer_to(f, arg, &Type::Char)?.id,
            false => values::operand(f, arg)?.id,
        });
    }
    builtins::define_or_emit(f, inst, op, &operands)
}

// --- SPIR-V to LLVM ---

/// An instruction on pipes.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some((symbol, first)) = symbol(r, inst) else { return builtins::reverse_generic(r, inst) };
    let ids = inst.in_operands().get(first..).unwrap_or_default();
    let args = ids.iter().map(|id| r.value(*id)).collect::<Result<Vec<_>>>()?;
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let result = if inst.result_id().is_some() { r.result_ty(inst)? } else { r.context.void_type() };
    let ty = r.context.function_type(result, &types, false)?;
    let effects = if first == 0 { Effects::Any } else { Effects::Convergent };
    let function = builtins::named(r, &symbol, ty, effects)?;
    let call = builtins::call_function(r, function, &args)?;
    if inst.result_id().is_some() { r.define(inst, call) } else { Ok(()) }
}

/// `__spirv_CreatePipeFromPipeStorage_read` or `_write` (S3-47).
fn reverse_creation<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let pipe = inst.result_id().map_or(Ok(None), |id| r.type_definition(id).map(Some))?;
    let written = pipe.is_some_and(|pipe| pipe.operand(0).is_ok_and(|access| access == 1));
    let other = vec![if written { "write" } else { "read" }];
    builtins::reverse_as(r, inst, Postfix { other, ..Postfix::default() })
}

/// Returns the name in OpenCL C, and the index of the first operand that is an argument.
fn symbol<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Option<(String, usize)> {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return None;
    }
    if let Some((start, _)) = QUERIES.iter().find(|row| row.1 == inst.opcode()) {
        let access = r.type_definition(*inst.in_operands().first()?).ok()?.operand(0).ok()?;
        return Some((format!("{start}{}", ENDS.get(access as usize)?), 0));
    }
    let rows = || ROWS.iter().filter(|row| row.1 == inst.opcode());
    if let Some(row) = rows().find(|row| row.2.is_none()) {
        return Some((row.0.to_owned(), 0));
    }
    let scope = r.constant(*inst.in_operands().first()?).ok()?;
    rows().find(|row| row.2.is_some_and(|group| u64::from(group as u32) == scope)).map(|row| (row.0.to_owned(), 1))
}
