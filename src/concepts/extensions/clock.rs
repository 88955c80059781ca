//! Reading a clock (SPV_KHR_shader_clock).
//!
//! In LLVM IR: calls of OpenCL C's `clock_read_device`, `clock_read_hilo_sub_group` and the like, or of
//! `__spirv_ReadClockKHR`, whose name includes the result type: one integer of 64 bits, or two of 32.
//! `llvm.readcyclecounter` and `llvm.readsteadycounter` come back as `__spirv_ReadClockKHR`.

use crate::binary::{Instruction, grammar};
use crate::concepts::base::types;
use crate::concepts::builtins::{self, Effects};
use crate::concepts::instructions::memory_semantics as semantics;
use crate::error::Result;
use crate::llvm::Value;
use crate::options::{BuiltinSpelling, Options};
use crate::state::{Chapter, Forward, Lower, LowerIntrinsic, Lowering, Reverse, availability, lower};
use ::spirv::{Op, Scope};
use llvm_spirv_mangling::{self as mangling, Name, Postfix};

/// The prefixes of the names, for one integer and for two.
const STARTS: [&str; 2] = ["clock_read_", "clock_read_hilo_"];

/// The suffixes of the names, with the scope of the clock.
const ROWS: [(&str, Scope); 3] =
    [("device", Scope::Device), ("work_group", Scope::Workgroup), ("sub_group", Scope::Subgroup)];

/// The intrinsics that read a clock, with its scope: cycles are counted per core, which a subgroup runs on.
const INTRINSICS: [(&str, LowerIntrinsic); 2] = [
    ("llvm.readcyclecounter", |f, inst| forward(f, inst, Scope::Subgroup)),
    ("llvm.readsteadycounter", |f, inst| forward(f, inst, Scope::Device)),
];

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::ReadClockKHR], reverse)],
    resolve: Some(resolve),
    lower_intrinsic: Some(|f, name| lowering(name, f.options).filter(|_| !f.options.policy.refuses_clocks)),
    intrinsic_extension: Some(extension),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the extension that an intrinsic needs, if it reads a clock.
pub fn extension(intrinsic: &str) -> Option<&'static str> {
    INTRINSICS.iter().any(|row| row.0 == intrinsic).then_some("SPV_KHR_shader_clock")
}

/// Returns the lowering of an intrinsic that reads a clock, if the extension is allowed.
pub fn lowering(intrinsic: &str, options: &Options) -> Option<Lowering> {
    let row = INTRINSICS.iter().find(|row| row.0 == intrinsic)?;
    availability::allows(options, extension(intrinsic)?).then_some(Lowering::Custom(row.1))
}

/// Returns the lowering of a builtin that reads a clock.
pub fn resolve(name: &Name) -> Option<Lower> {
    let end = STARTS.iter().rev().find_map(|start| name.base.strip_prefix(start))?;
    let scope = ROWS.iter().find(|row| row.0 == end)?.1;
    lower(move |f, inst, _| forward(f, inst, scope))
}

fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, scope: Scope) -> Result<()> {
    builtins::require(f, grammar::info_or_unknown(Op::ReadClockKHR as u16))?;
    let scope = semantics::scope_id(f, scope)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::ReadClockKHR, ty, &[scope]).map(drop)
}

// --- SPIR-V to LLVM ---

/// Translates `OpReadClockKHR`: in OpenCL C's spelling, if the options choose it and the scope has a name in it.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    let scope = r.constant(inst.operand(0)?).ok();
    let row = ROWS.iter().find(|row| scope == Some(row.1 as u64));
    let Some((end, _)) = row.filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr) else {
        // A time has no sign.
        let result = builtins::mangled(r, inst.result_type().unwrap_or_default(), false)?;
        let spelling = mangling::spell(&result);
        return builtins::reverse_as(r, inst, Postfix { return_type: Some(&spelling), ..Postfix::default() });
    };
    let base = format!("{}{end}", STARTS[usize::from(ty.is_vector())]);
    let call = builtins::call(r, &base, ty, &[], &[], Effects::Any)?;
    r.define(inst, call)
}
