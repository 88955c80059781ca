//! Terminators that end an invocation (SPIR-V 3.42.17 "Control-Flow Instructions").
//!
//! In LLVM IR: a call of `__spirv_<Op>`, which does not return, and `unreachable` behind it.

use crate::binary::{Instruction, Op};
use crate::concepts::base::values;
use crate::concepts::builtins::declare::{self, Effects};
use crate::concepts::builtins::generic;
use crate::error::Result;
use crate::llvm::{AttributePlace, Opcode, Value};
use crate::state::{Lower, Reverse, lower};
use llvm_spirv_mangling::Name;

/// The instructions, by the names of their functions.
const ROWS: &[(&str, Op)] = &[
    ("__spirv_Kill", Op::Kill),
    ("__spirv_TerminateInvocation", Op::TerminateInvocation),
    ("__spirv_IgnoreIntersectionKHR", Op::IgnoreIntersectionKHR),
    ("__spirv_TerminateRayKHR", Op::TerminateRayKHR),
    ("__spirv_EmitMeshTasksEXT", Op::EmitMeshTasksEXT),
];

/// Returns whether the instruction ends an invocation.
pub fn is_terminator(op: Op) -> bool {
    ROWS.iter().any(|row| row.1 == op)
}

// --- SPIR-V to LLVM ---

/// Ends the block.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let name = ROWS.iter().find(|row| row.1 == inst.opcode()).map_or("", |row| row.0);
    let (params, args) = generic::parameters(r, inst)?;
    let function = declare::function(r, name, r.context.void_type(), &params, &args, Effects::Convergent)?;
    function.add_attribute(AttributePlace::Function, "noreturn", 0)?;
    declare::call_function(r, function, &args)?;
    r.builder.unreachable().map(drop)
}

// --- LLVM to SPIR-V ---

/// Returns the translation of a function of the table.
pub fn resolve(name: &Name) -> Option<Lower> {
    let op = ROWS.iter().find(|row| row.0 == name.base)?.1;
    lower(move |f, inst, name| {
        generic::require(f, crate::binary::grammar::info_or_unknown(op as u16))?;
        let mut operands = Vec::new();
        for (index, arg) in inst.call_args().enumerate() {
            let operand = super::constants::argument(f, arg, name.params.get(index))?;
            operands.push(operand.map_or_else(|| values::operand(f, arg), Ok)?.id);
        }
        f.emit(op, &operands)
    })
}

/// Returns whether an `unreachable` stands behind a call that has ended the block already.
pub fn is_ended(inst: Value<'_>) -> bool {
    let before = inst.parent_block().and_then(|block| block.instructions().take_while(|other| *other != inst).last());
    let callee = before.filter(|before| before.is_op(Opcode::LLVMCall)).and_then(Value::called_function);
    callee.is_some_and(ends_invocation)
}

/// Returns whether a function of LLVM IR stands for an instruction of the table.
pub fn ends_invocation(function: Value<'_>) -> bool {
    let name = llvm_spirv_mangling::parse(function.name()).ok();
    name.is_some_and(|name| ROWS.iter().any(|row| row.0 == name.base))
}
