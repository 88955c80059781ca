//! Extended instruction sets of vendors, which have no rows, and `NonSemantic.DebugPrintf`: all their operands are ids.
//!
//! In LLVM IR: calls of `__spirv_ext_<set>_<number>`, mangled like other builtins, the result in the name. Strings, which
//! come first, are `!spirv.Strings` of the call; a call of `DebugPrintf` that has lost its own is left out.

use crate::binary::{Id, Instruction, Op};
use crate::concepts::base::{mangled, types, values};
use crate::concepts::builtins::declare::{self, Effects};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::state::{Lower, Reverse, lower};
use llvm_spirv_mangling::{self as mangling, Name};

/// The set whose first operand is a string.
const PRINTF: &str = "NonSemantic.DebugPrintf";

/// The sets, and the extensions that have them.
const SETS: &[(&str, &str)] = &[
    ("SPV_AMD_gcn_shader", "SPV_AMD_gcn_shader"),
    ("SPV_AMD_shader_ballot", "SPV_AMD_shader_ballot"),
    ("SPV_AMD_shader_explicit_vertex_parameter", "SPV_AMD_shader_explicit_vertex_parameter"),
    ("SPV_AMD_shader_trinary_minmax", "SPV_AMD_shader_trinary_minmax"),
    (PRINTF, "SPV_KHR_non_semantic_info"),
];

/// The kind of the metadata for the strings among the operands.
const STRINGS: &str = "spirv.Strings";

/// The prefix of the names of their builtins.
const PREFIX: &str = "__spirv_ext_";

/// The words of `OpExtInst` before the operands of the extended instruction: set and number.
const HEADS: usize = 2;

/// Returns whether the instruction is one of these sets.
pub fn is_in(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    let set = inst.operand(0).ok().and_then(|set| r.spv.ext_inst_set(set));
    inst.opcode() == Op::ExtInst && set.is_some_and(|set| SETS.iter().any(|row| row.0 == set.name))
}

// --- SPIR-V to LLVM ---

/// `OpExtInst` of one of the sets.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let set = r.spv.ext_inst_set(inst.operand(0)?).map(|set| set.name.clone()).unwrap_or_default();
    let result: Id = inst.result_type().unwrap_or_default();
    let (mut params, mut args) = (Vec::new(), Vec::new());
    let mut operands = inst.in_operands().get(HEADS..).unwrap_or_default();
    let mut strings = Vec::new();
    while let Some((text, rest)) = operands.split_first().and_then(|(id, rest)| Some((r.spv.string(*id)?, rest))) {
        strings.push(Some(r.context.md_string(text)));
        operands = rest;
    }
    for id in operands {
        params.push(mangled::mangled(r, r.type_of(*id)?, false)?);
        args.push(r.value(*id)?);
    }
    let spelling = mangled::mangled(r, result, false).ok().as_ref().map(mangling::spell);
    let mut base = format!("{PREFIX}{set}_{}", inst.operand(1)?);
    if let Some(spelling) = spelling {
        base += &format!("_R{spelling}");
    }
    let call = declare::call(r, &base, r.result_ty(inst)?, &params, &args, Effects::Convergent)?;
    if !strings.is_empty() {
        call.set_metadata(STRINGS, r.context.md_node(&strings))?;
    }
    r.define(inst, call)
}

// --- LLVM to SPIR-V ---

/// Returns the lowering of a builtin of one of the sets.
pub fn resolve(name: &Name) -> Option<Lower> {
    let rest = name.base.strip_prefix(PREFIX)?;
    let (rest, _) = rest.rsplit_once("_R").unwrap_or((rest, ""));
    let (set, number) = rest.rsplit_once('_')?;
    let (set, extension) = *SETS.iter().find(|row| row.0 == set)?;
    let number: u32 = number.parse().ok()?;
    lower(move |f, inst, _| {
        let strings = inst.has_metadata().then(|| inst.metadata(STRINGS)).flatten();
        if set == PRINTF && strings.is_none() {
            return Ok(());
        }
        f.spv.require_extension(extension);
        let mut operands = vec![f.spv.ext_inst_set(set), number];
        for text in strings.into_iter().flat_map(Metadata::operands).flatten().filter_map(Metadata::as_string) {
            operands.push(f.spv.string(text)?);
        }
        for arg in inst.call_args() {
            operands.push(values::operand(f, arg)?.id);
        }
        let ty = types::forward(f, inst.ty())?;
        f.define(inst, Op::ExtInst, ty, &operands).map(drop)
    })
}
