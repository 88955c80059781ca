//! OpenCL C builtins that are core instructions with a boolean result (OpenCL C 6.15.6 "Relational Functions"), and
//! `dot`.
//!
//! In LLVM IR: functions that return `int`, 1 for true, or a vector of integers, -1 for true. In SPIR-V: a boolean, and
//! an `OpSelect` that makes the integer of it where a use takes it (see `booleans`). The way back in OpenCL's own
//! spelling calls the same functions; comparisons come back as `fcmp`.

use super::{arguments, booleans, declare, generic};
use crate::binary::Instruction;
use crate::concepts::base::{mangled, types};
use crate::error::Result;
use crate::llvm::Value;
use crate::options::BuiltinSpelling;
use crate::state::{Chapter, Forward, Lower, Reverse, lower};
use ::spirv::Op;
use llvm_spirv_mangling::{Name, Type};

/// Name in OpenCL C, number of operands, instruction.
pub(super) const ROWS: &[(&str, usize, Op)] = &[
    ("isequal", 2, Op::FOrdEqual),
    ("isnotequal", 2, Op::FUnordNotEqual),
    ("isgreater", 2, Op::FOrdGreaterThan),
    ("isgreaterequal", 2, Op::FOrdGreaterThanEqual),
    ("isless", 2, Op::FOrdLessThan),
    ("islessequal", 2, Op::FOrdLessThanEqual),
    ("islessgreater", 2, Op::FOrdNotEqual),
    ("isfinite", 1, Op::IsFinite),
    ("isinf", 1, Op::IsInf),
    ("isnan", 1, Op::IsNan),
    ("isnormal", 1, Op::IsNormal),
    ("isordered", 2, Op::Ordered),
    ("isunordered", 2, Op::Unordered),
    ("signbit", 1, Op::SignBitSet),
];

/// Reductions of vectors of integers by their highest bits: name in OpenCL C, instruction.
pub(super) const REDUCTIONS: &[(&str, Op)] = &[("any", Op::Any), ("all", Op::All)];

/// The name in OpenCL C of an instruction that LLVM has no instruction for.
pub fn opencl_name(op: Op) -> Option<&'static str> {
    let test = ROWS.iter().find(|row| row.2 == op && row.1 == 1).map(|row| row.0);
    test.or_else(|| REDUCTIONS.iter().find(|row| row.1 == op).map(|row| row.0))
}

/// Returns whether `base` names a builtin with a boolean result.
pub fn is_row(base: &str) -> bool {
    ROWS.iter().any(|row| row.0 == base) || REDUCTIONS.iter().any(|row| row.0 == base)
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter =
    Chapter { instructions: &[(&[Op::Dot], reverse_dot)], resolve: Some(resolve), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns the lowering of an OpenCL C builtin to its instruction.
pub fn resolve(name: &Name) -> Option<Lower> {
    let floats = name.params.iter().all(Type::is_float);
    if let Some(row) = ROWS.iter().find(|row| row.0 == name.base && row.1 == name.params.len() && floats) {
        let op = row.2;
        return lower(move |f, inst, name| test(f, inst, name, op));
    }
    let [first, rest @ ..] = name.params.as_slice() else { return None };
    if let Some((_, op)) =
        REDUCTIONS.iter().find(|row| row.0 == name.base && rest.is_empty() && first.is_signed_integer())
    {
        return lower(move |f, inst, _| booleans::forward_reduction(f, inst, *op));
    }
    (name.base == "dot" && floats && rest.len() == 1).then_some(())?;
    lower(dot)
}

fn test<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op) -> Result<()> {
    let operands = arguments(f, inst, name)?;
    booleans::define(f, inst, op, &operands)
}

/// Translates `dot`: to `OpFMul` for scalars, which `OpDot` does not take.
fn dot<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name) -> Result<()> {
    let op = if name.params.iter().any(|param| param.lanes() > 1) { Op::Dot } else { Op::FMul };
    let operands = arguments(f, inst, name)?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &operands).map(drop)
}

// --- SPIR-V to LLVM ---

/// `OpDot`, which is `dot` in OpenCL's spelling.
pub fn reverse_dot<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if r.options.builtin_spelling == BuiltinSpelling::SpvIr {
        return generic::reverse(r, inst);
    }
    let args = [r.operand(inst, 0)?, r.operand(inst, 1)?];
    let param = mangled::mangled(r, r.type_of(inst.operand(0)?)?, true)?;
    let result = r.result_ty(inst)?;
    let call = declare::call(r, "dot", result, &[param.clone(), param], &args, declare::Effects::None)?;
    r.define(inst, call)
}
