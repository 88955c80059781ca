//! Inline assembly (`SPV_INTEL_inline_assembly`).
//!
//! In LLVM IR: `call asm "text", "constraints"`. In SPIR-V: `OpAsmINTEL` outside of functions, and a call of it.
//! `OpAsmTargetINTEL` names the target: the triple of the module, or the one in `!spirv.AsmTarget !{!"target"}` of the
//! call, which the way back writes where the two differ. The pointee of a memory operand is its `elementtype`. Lost:
//! alignment of the stack and the dialect. Without the extension, assembly without text, which is only a barrier for
//! the compiler, is dropped, and its result is the operand that is tied to it.

use crate::binary::Instruction;
use crate::binary::builder::{Id, Section};
use crate::concepts::base::{pointers, types, values};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, InlineAsm, Metadata, Type, Value};
use crate::state::{Chapter, Forward, Reverse, availability};
use ::spirv::{Decoration, Op};

const EXTENSION: &str = "SPV_INTEL_inline_assembly";

/// The metadata of a call of assembly for another target than the module's.
const TARGET: &str = "spirv.AsmTarget";

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(&[Op::AsmCallINTEL], reverse)],
    declarations: &[(&[Op::AsmTargetINTEL, Op::AsmINTEL], |_, _| Ok(()))],
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// A call of inline assembly.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if let Err(error) = availability::extension(f.options, &[EXTENSION], || "inline assembly".to_owned()) {
        return match inst.inline_asm().filter(|asm| asm.template.trim().is_empty()) {
            Some(asm) => forward_empty(f, inst, asm.constraints, error),
            None => Err(error),
        };
    }
    let (callee, asm) = inst.called_value().zip(inst.inline_asm()).ok_or_else(|| Error::internal("no assembly"))?;
    let params = parameters(f, inst, asm.function_type)?;
    let result = types::forward(f, inst.ty())?;
    let target = target_of(f, inst)?;
    let known = f.assembly.texts.get(&(callee, target, params.clone())).copied();
    let mut operands = vec![known.map_or_else(|| declare(f, (callee, target), asm, result, &params), Ok)?];
    for (argument, ty) in inst.call_args().zip(params) {
        operands.push(values::operand_as(f, argument, ty)?.id);
    }
    f.define(inst, Op::AsmCallINTEL, result, &operands).map(drop)
}

/// Returns the types of the parameters; pointers to memory operands have the pointee of `elementtype`.
fn parameters<'m>(f: &mut Forward<'m>, inst: Value<'m>, ty: Type<'m>) -> Result<Vec<Id>> {
    let mut params = Vec::new();
    for (index, param) in (0..).zip(ty.function_params()) {
        params.push(match inst.type_attribute(AttributePlace::Param(index), AttributeKind::ElementType) {
            Some(pointee) => pointers::pointing_to(f, param, pointee)?,
            None => types::forward(f, param)?,
        });
    }
    Ok(params)
}

/// Drops assembly without text; its result is the input that its constraints tie to the output (LangRef "Inline Asm
/// Constraint String"). Fails with `error` if no input is.
fn forward_empty<'m>(f: &mut Forward<'m>, inst: Value<'m>, constraints: &str, error: Error) -> Result<()> {
    if inst.ty().is_void() {
        return Ok(());
    }
    let mut constraints = constraints.split(',');
    let is_output = constraints.next().is_some_and(|output| output.starts_with('=') && !output.contains('*'));
    let tied = constraints.take_while(|input| !input.starts_with('~')).position(|input| input == "0");
    let tied = tied.filter(|_| is_output).and_then(|index| inst.call_arg(u32::try_from(index).ok()?));
    let tied = tied.filter(|tied| tied.ty() == inst.ty());
    let tied = tied.ok_or(error)?;
    let operand = values::operand(f, tied)?;
    f.bind(inst, operand)
}

/// Emits `OpAsmINTEL` for a target, and returns its id.
fn declare<'m>(
    f: &mut Forward<'m>,
    (callee, target): (Value<'m>, &'m str),
    asm: InlineAsm<'m>,
    result: Id,
    params: &[Id],
) -> Result<Id> {
    let ty = types::function(f, result, params)?;
    let target_id = declare_target(f, target)?;
    let id = f.spv.fresh();
    f.assembly.texts.insert((callee, target, params.to_vec()), id);
    let mut constraints = Vec::new();
    crate::binary::write::string(&mut constraints, asm.constraints);
    f.spv.with_string(Section::Globals, Op::AsmINTEL, &[result, id, ty, target_id], asm.template, &constraints)?;
    if asm.has_side_effects {
        f.spv.decorate(id, Decoration::SideEffectsINTEL, &[])?;
    }
    Ok(id)
}

/// Returns the target of the assembly of a call.
fn target_of<'m>(f: &Forward<'m>, call: Value<'m>) -> Result<&'m str> {
    let Some(node) = call.metadata(TARGET) else { return Ok(f.module.triple()) };
    node.operand(0).and_then(Metadata::as_string).ok_or_else(|| {
        Error::of(Code::Metadata, format!("!{TARGET} is no name of a target")).hint("!{!\"gen12\"} is one")
    })
}

/// Emits `OpAsmTargetINTEL`, once for each target, and returns its id.
fn declare_target<'m>(f: &mut Forward<'m>, target: &'m str) -> Result<Id> {
    if let Some(id) = f.assembly.targets.get(target) {
        return Ok(*id);
    }
    let id = f.spv.fresh();
    f.spv.with_string(Section::Globals, Op::AsmTargetINTEL, &[id], target, &[])?;
    f.assembly.targets.insert(target, id);
    Ok(id)
}

// --- SPIR-V to LLVM ---

/// `OpAsmCallINTEL`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.operand(0)?;
    let asm = r.spv.definition(id).filter(|asm| asm.opcode() == Op::AsmINTEL);
    let asm = asm.ok_or_else(|| inst.error(format!("%{id} is no assembly")))?;
    let ty = r.ty(asm.operand(0)?)?;
    let (template, next) = asm.string(2)?;
    let (constraints, _) = asm.string(next)?;
    let arguments = inst.in_operands().iter().skip(1).map(|argument| r.value(*argument));
    let arguments = arguments.collect::<Result<Vec<_>>>()?;
    let side_effects = r.spv.decorations(id).any(|said| said.kind == Some(Decoration::SideEffectsINTEL));
    let value = r.builder.call_assembly(ty, (&template, &constraints), side_effects, &arguments)?;
    for (index, argument) in (0..).zip(inst.in_operands().iter().skip(1)) {
        if are_in_memory(&constraints).nth(index as usize) == Some(true) {
            let byte = || r.context.int_type(8);
            let pointee = r.pointee_of(*argument).map_or_else(|_| byte(), |pointee| r.ty(pointee))?;
            value.add_type_attribute(AttributePlace::Param(index), AttributeKind::ElementType.name(), pointee)?;
        }
    }
    reverse_target(r, asm, value)?;
    r.define(inst, value)
}

/// Returns for each argument whether it is the address of an operand in memory.
fn are_in_memory(constraints: &str) -> impl Iterator<Item = bool> {
    let operands = constraints.split(',').filter(|constraint| !constraint.starts_with(['~', '!']));
    operands.filter_map(|constraint| match constraint.strip_prefix('=') {
        Some(output) => output.starts_with('*').then_some(true),
        None => Some(constraint.starts_with('*')),
    })
}

/// Attaches the target of assembly to its call, if it is not the module's.
fn reverse_target<'m>(r: &Reverse<'m>, asm: Instruction<'m>, call: Value<'m>) -> Result<()> {
    let id = asm.operand(1)?;
    let target = r.spv.definition(id).filter(|target| target.opcode() == Op::AsmTargetINTEL);
    let (target, _) = target.ok_or_else(|| asm.error(format!("%{id} is no target of assembly")))?.string(0)?;
    if target == r.module.triple() {
        return Ok(());
    }
    call.set_metadata(TARGET, r.context.md_node(&[Some(r.context.md_string(&target))]))
}
