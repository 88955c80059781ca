//! Barriers to OpenCL C in the Khronos translator's form: always by OpenCL C's names, even if those lose information.

use crate::binary::Instruction;
use crate::concepts::builtins::{self, Effects};
use crate::concepts::khronos::memory_semantics::translate::Translator;
use crate::error::Result;
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::{Op, Scope};
use llvm_spirv_mangling::Type;

/// Translates a barrier or a fence to the spelling of OpenCL C.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let modern = r.options.builtin_spelling == BuiltinSpelling::Cl20;
    let is_fence = inst.opcode() == Op::MemoryBarrier;
    let (scope, semantics) = if is_fence { (0, 1) } else { (1, 2) };
    let mut translator = Translator::default();
    let scope = if modern { Some(translator.scope(r, inst.operand(scope)?)?) } else { None };
    let semantics = inst.operand(semantics)?;
    let mut args = vec![translator.flags(r, semantics)?];
    let mut params = vec![Type::UInt];
    if modern && is_fence {
        args.push(translator.order(r, semantics)?);
        params.push(Type::named("memory_order"));
    }
    params.extend(scope.map(|_| Type::named("memory_scope")));
    args.extend(scope);
    let base = name(r, inst, modern)?;
    builtins::call(r, base, r.context.void_type(), &params, &args, Effects::Convergent)?;
    translator.finish();
    Ok(())
}

fn name<'m>(r: &Reverse<'m>, inst: Instruction<'m>, modern: bool) -> Result<&'static str> {
    if let Some(row) = crate::concepts::instructions::barriers::SPLIT.iter().find(|row| row.1 == inst.opcode()) {
        return Ok(row.0);
    }
    Ok(match (inst.opcode(), modern) {
        (Op::MemoryBarrier, true) => "atomic_work_item_fence",
        (Op::MemoryBarrier, false) => "mem_fence",
        (_, true) if r.constant(inst.operand(0)?)? != Scope::Workgroup as u64 => "sub_group_barrier",
        (_, true) => "work_group_barrier",
        (_, false) => "barrier",
    })
}
