//! Task sequences (SPV_INTEL_task_sequence): asynchronous calls of one function.
//!
//! In LLVM IR: `target("spirv.TaskSequenceINTEL")`, made by `__spirv_TaskSequenceCreateINTEL(function, pipelined,
//! cluster mode, capacity of results, capacity of calls)`. All other instructions on it are ordinary builtins.

use crate::binary::{Id, Instruction};
use crate::concepts::base::{functions, types};
use crate::concepts::builtins::{self, Effects, mangled, value};
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Chapter, Forward, Lower, Reverse, availability, lower};
use ::spirv::{Capability, Op};
use llvm_spirv_mangling::{self as mangling, Name, Type};

const CREATE: &str = "__spirv_TaskSequenceCreateINTEL";
const EXTENSION: &str = "SPV_INTEL_task_sequence";

/// The lowest and highest values of the literals of `OpTaskSequenceCreateALTERA`, with the rule for errors.
const LITERALS: [(i64, i64, &str); 4] = [
    (-1, MOST, "Pipeline must be a 32 bit integer with the value bigger or equal to -1."),
    (-1, 1, "ClusterMode valid values are -1, 0, 1."),
    (0, MOST, "GetCapacity must be an unsigned 32-bit integer."),
    (0, MOST, "AsyncCapacity must be an unsigned 32-bit integer."),
];

const MOST: i64 = i32::MAX as i64;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::TaskSequenceCreateALTERA], reverse_create)],
    resolve: Some(resolve),
    forward_plain_type: Some(
        |f, op| if op == Op::TypeTaskSequenceALTERA { forward_type(f).map(Some) } else { Ok(None) },
    ),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns the lowering of the builtin that creates a task sequence; the others are translated by the grammar.
pub fn resolve(name: &Name) -> Option<Lower> {
    // Ours says the result, too.
    let rest = name.base.strip_prefix(CREATE)?;
    if rest.is_empty() || rest.starts_with("_R") { lower(|f, inst, _| forward_create(f, inst)) } else { None }
}

/// The type of task sequences.
pub fn forward_type(f: &mut Forward<'_>) -> Result<Id> {
    let extension = availability::extension(f.options, &[EXTENSION], || "a task sequence".to_owned())?;
    f.spv.require_extension(extension);
    f.spv.require(Capability::TaskSequenceALTERA);
    f.spv.unique_type(Op::TypeTaskSequenceALTERA, &[])
}

fn forward_create<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let function = value(inst, 0)?;
    if !function.is_function() {
        return Err(broken("First argument is expected to be a function."));
    }
    let id = functions::signature(f, function)?.id;
    f.body.callees.insert(id);
    let mut operands = vec![id];
    for (index, (lowest, highest, rule)) in (1..).zip(LITERALS) {
        let number = value(inst, index)?.int_signed().filter(|number| (lowest..=highest).contains(number));
        operands.push(number.ok_or_else(|| broken(rule))? as u32);
    }
    f.define(inst, Op::TaskSequenceCreateALTERA, ty, &operands).map(drop)
}

fn broken(rule: &str) -> Error {
    Error::broken_rule(Code::InstructionRule, "OpTaskSequenceCreateINTEL", rule)
}

// --- SPIR-V to LLVM ---

/// Translates `OpTaskSequenceCreateALTERA`, whose builtin's name includes the result type.
pub fn reverse_create<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let word = r.context.int_type(32)?;
    let mut args = vec![r.operand(inst, 0)?];
    for literal in inst.in_operands().iter().skip(1) {
        args.push(r.context.const_int(word, u64::from(*literal))?);
    }
    // Functions are pointers to what they return in names, mostly.
    let mut params = vec![Type::pointer(0, Type::Int)];
    params.extend(args.iter().skip(1).map(|_| Type::Int));
    let sequence = mangled(r, inst.result_type().unwrap_or_default(), true)?;
    let base = format!("{CREATE}_R{}", mangling::write_type(&sequence));
    let call = builtins::call(r, &base, r.result_ty(inst)?, &params, &args, Effects::Any)?;
    r.define(inst, call)
}
