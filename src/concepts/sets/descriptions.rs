//! Instructions that describe the program and compute nothing: `OpLine`, `OpNoLine`, and the extended instruction sets
//! of debug information and of reflection.
//!
//! In LLVM IR: debug information (see `debug_info`), metadata of the set `NonSemantic.AuxData` (see `aux_data`) and of
//! `NonSemantic.ClspvReflection` (see `reflection`).
//! Lost: the instructions of other such sets. Outside of functions, all extended instructions are descriptive.

use super::debug_info::reverse as debug_info;
use super::{aux_data, glsl_std_450, opencl_std, reflection};
use crate::binary::Instruction;
use crate::error::Result;
use crate::state::handlers::Handler;
use crate::state::{Chapter, Reverse};
use ::spirv::{DebugBreak, Op};

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::Line, Op::NoLine], reverse_line),
        (&[Op::ExtInst], reverse_extended),
        (&[Op::Nop], |_, _| Ok(())),
    ],
    declarations: &[
        (&[Op::Line, Op::NoLine], |_, _| Ok(())),
        (&[Op::ExtInst, Op::ExtInstWithForwardRefsKHR], reverse_outside),
    ],
    ..Chapter::NONE
};

/// The instructions that LLVM IR has: the set, the number, and the handler.
const TRANSLATED: &[(&str, u32, Handler)] = &[("NonSemantic.DebugBreak", DebugBreak::DebugBreak as u32, reverse_break)];

// --- SPIR-V to LLVM ---

/// Drops an instruction without an equivalent in LLVM IR, with a warning.
fn describe<'m>(r: &mut Reverse<'m>, _: Instruction<'m>) -> Result<()> {
    r.warn("descriptions without a meaning in LLVM IR are dropped");
    Ok(())
}

/// Handles an extended instruction outside of functions. Debug information is translated when a node or function refers to it.
fn reverse_outside<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let set = inst.operand(0)?;
    let is_known = aux_data::is_remark(r, inst)
        || reflection::is_reflection(r, inst)
        || r.debug.as_deref().is_some_and(|debug| debug.sets.iter().any(|known| known.0 == set));
    if is_known { Ok(()) } else { describe(r, inst) }
}

/// `OpLine` and `OpNoLine` in a function.
fn reverse_line<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    debug_info::line(r, inst);
    Ok(())
}

/// Translates `DebugBreak` to `llvm.debugtrap`, which is for a debugger as well. The way to SPIR-V drops it unless
/// `SPV_KHR_non_semantic_info` is asked for.
fn reverse_break<'m>(r: &mut Reverse<'m>, _: Instruction<'m>) -> Result<()> {
    r.builder.call_intrinsic("llvm.debugtrap", r.context.void_type(), &[]).map(drop)
}

/// `OpExtInst` in a function.
fn reverse_extended<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (set, number) = (inst.operand(0)?, inst.operand(1)?);
    let name = r.spv.ext_inst_set(set).map(|set| set.name.as_str());
    if !r.descriptions.sets.contains(&set) {
        return match name {
            Some(glsl_std_450::SET) => glsl_std_450::reverse(r, inst),
            _ => opencl_std::reverse(r, inst),
        };
    }
    if debug_info::extended(r, inst)? {
        return Ok(());
    }
    match TRANSLATED.iter().find(|row| Some(row.0) == name && row.1 == number) {
        Some((_, _, handler)) => handler(r, inst),
        None => describe(r, inst),
    }
}
