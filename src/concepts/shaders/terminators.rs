//! Terminators that end an invocation (SPIR-V 3.42.17 "Control-Flow Instructions").
//!
//! In LLVM IR: a call of `__spirv_<Op>`, which does not return, followed by `unreachable`. `OpAbortKHR`, which kernels
//! have as well, takes its message, behind a `poison` of the message's declared type if the two types differ.

use crate::binary::{Id, Instruction, Op};
use crate::concepts::base::{types, values};
use crate::concepts::builtins::declare::{self, Effects};
use crate::concepts::builtins::{self, generic};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Opcode, Value};
use crate::state::hooks::ask;
use crate::state::{Chapter, Forward, Lower, Operand, Reverse, lower};
use llvm_spirv_mangling::{Name, Type};

/// The instructions, by the names of their functions.
const ROWS: &[(&str, Op)] = &[
    ("__spirv_Kill", Op::Kill),
    ("__spirv_TerminateInvocation", Op::TerminateInvocation),
    ("__spirv_IgnoreIntersectionKHR", Op::IgnoreIntersectionKHR),
    ("__spirv_TerminateRayKHR", Op::TerminateRayKHR),
    ("__spirv_EmitMeshTasksEXT", Op::EmitMeshTasksEXT),
    ("__spirv_AbortKHR", Op::AbortKHR),
];

/// The terminators that kernels have (`SPV_KHR_abort`).
pub const OF_KERNELS: Chapter = Chapter {
    instructions: &[(&[Op::AbortKHR], reverse)],
    resolve: Some(|name| resolve(name).filter(|_| name.base == "__spirv_AbortKHR")),
    forward_instruction: Some(|_, inst, opcode| Ok(opcode == Opcode::Unreachable && is_ended(inst))),
    ..Chapter::NONE
};

/// Returns whether the instruction ends an invocation.
pub fn is_terminator(op: Op) -> bool {
    ROWS.iter().any(|row| row.1 == op)
}

// --- SPIR-V to LLVM ---

/// Translates a terminator to a call and `unreachable`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let name = ROWS.iter().find(|row| row.1 == inst.opcode()).map_or("", |row| row.0);
    let (params, args) = match inst.opcode() {
        Op::AbortKHR => message(r, inst)?,
        _ => generic::parameters(r, inst)?,
    };
    let function = declare::function(r, name, r.context.void_type(), &params, &args, Effects::Convergent)?;
    function.add_attribute(AttributePlace::Function, "noreturn", 0)?;
    declare::call_function(r, function, &args)?;
    r.builder.unreachable().map(drop)
}

/// Returns the arguments for `OpAbortKHR` and their types: the message, behind a `poison` of the declared type if the
/// message has another type, which then only matches logically.
fn message<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<(Vec<Type>, Vec<Value<'m>>)> {
    let (declared, message) = (inst.operand(0)?, inst.operand(1)?);
    let ty = r.type_of(message)?;
    let is_signed = r.hooks.has_signs.is_empty();
    let param = |ty: Id| builtins::mangled(r, ty, is_signed);
    let (param_of_message, value) = (param(ty)?, r.value(message)?);
    match declared == ty {
        true => Ok((vec![param_of_message], vec![value])),
        false => Ok((vec![param(declared)?, param_of_message], vec![r.context.poison(r.ty(declared)?)?, value])),
    }
}

// --- LLVM to SPIR-V ---

/// Returns the lowering of a function of the table.
pub fn resolve(name: &Name) -> Option<Lower> {
    let op = ROWS.iter().find(|row| row.0 == name.base)?.1;
    lower(move |f, inst, name| {
        generic::require(f, crate::binary::grammar::info_or_unknown(op as u16))?;
        let args: Vec<_> = inst.call_args().zip(name.params.iter().map(Some).chain(std::iter::repeat(None))).collect();
        if op == Op::AbortKHR {
            return forward_abort(f, &args);
        }
        let operands = args.iter().map(|(arg, param)| Ok(argument(f, *arg, *param)?.id)).collect::<Result<Vec<_>>>()?;
        f.emit(op, &operands)
    })
}

/// `OpAbortKHR` of a message, behind `poison` of its declared type where that is another one.
fn forward_abort<'m>(f: &mut Forward<'m>, args: &[(Value<'m>, Option<&Type>)]) -> Result<()> {
    let (declared, (message, param)) = match *args {
        [message] => (None, message),
        [declared, message] if declared.0.is_poison() => (Some(declared), message),
        _ => {
            let rule = "__spirv_AbortKHR must be called with exactly one Message argument";
            return Err(Error::broken_rule(Code::BuiltinCall, "OpAbortKHR", rule));
        }
    };
    let message = argument(f, message, param)?;
    let ty = match declared {
        None => message.ty,
        Some((declared, param)) if declared.ty().scalar().is_int() => argument(f, declared, param)?.ty,
        Some((declared, _)) => types::forward(f, declared.ty())?,
    };
    f.emit(Op::AbortKHR, &[ty, message.id])
}

fn argument<'m>(f: &mut Forward<'m>, arg: Value<'m>, name: Option<&Type>) -> Result<Operand> {
    match ask!(f.hooks.forward_operand, f, arg, name) {
        Some(operand) => Ok(operand),
        None => values::operand(f, arg),
    }
}

/// Returns whether an `unreachable` follows a call that has ended the block already.
pub fn is_ended(inst: Value<'_>) -> bool {
    let before = inst.parent_block().and_then(|block| block.instructions().take_while(|other| *other != inst).last());
    let callee = before.filter(|before| before.is_op(Opcode::Call)).and_then(Value::called_function);
    callee.is_some_and(ends_invocation)
}

/// Returns whether a function of LLVM IR stands for an instruction of the table.
pub fn ends_invocation(function: Value<'_>) -> bool {
    let is_one = |base: &str| ROWS.iter().any(|row| row.0 == base);
    let symbol = Some(function.name()).filter(|symbol| llvm_spirv_mangling::base_name(symbol).is_some_and(is_one));
    symbol.and_then(|symbol| llvm_spirv_mangling::parse_symbol(symbol).ok()).is_some_and(|name| is_one(&name.base))
}
