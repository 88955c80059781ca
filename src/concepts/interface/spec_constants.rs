//! Specialization constants (SPIR-V 2.9 "Specialization").
//!
//! In LLVM IR: calls of `__spirv_SpecConstant(SpecId, default)` and `__spirv_SpecConstantComposite(parts...)`, and
//! marked instructions ([`operations`]). On the way back they are emitted at the beginning of each function that uses
//! them. Where LLVM IR requires a constant, the default value is used, and metadata keeps the operands:
//! [`crate::concepts::base::spec_nodes`] (initialisers), [`crate::concepts::base::lengths`] (arrays), [`modes`]
//! (execution modes).

pub mod modes;
pub mod operations;

use crate::binary::{Function, Instruction};
use crate::concepts::base::spec_nodes::{scalar, typed_scalar};
use crate::concepts::base::{decorations, lengths, spec_nodes, types, values};
use crate::concepts::builtins;
use crate::error::{Error, Result};
use crate::llvm::{Value, ValueKind};
use crate::state::hooks::ask;
use crate::state::slots::spec_constants::is_scalar;
use crate::state::{Chapter, Forward, Late, Lower, Operand, Reverse, lower};
use ::spirv::{Decoration, Op};
use llvm_spirv_mangling as mangling;
use std::collections::BTreeSet;

const SCALAR: &str = "__spirv_SpecConstant";

/// The base name of the call that makes a composite; its mangled parameters may be names of structures.
pub const COMPOSITE: &str = "__spirv_SpecConstantComposite";

/// The symbol of the builtin that makes a composite, for parts whose types cannot be mangled.
const ANY_PARTS: &str = "_Z29__spirv_SpecConstantCompositez";

/// The chapter's hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter { resolve: Some(resolve), ..Chapter::NONE };

// --- LLVM to SPIR-V ---

/// Returns the lowering of both calls.
pub fn resolve(name: &mangling::Name) -> Option<Lower> {
    match name.base.as_str() {
        SCALAR => lower(|f, inst, _| forward_call(f, inst, true)),
        COMPOSITE => lower(|f, inst, _| forward_call(f, inst, false)),
        _ => None,
    }
}

/// Translates one of the calls. A constant is made at its first use, regardless of the position of the call.
fn forward_call<'m>(f: &mut Forward<'m>, call: Value<'m>, is_scalar: bool) -> Result<()> {
    let is_late = is_scalar || call.call_args().all(|part| is_plain(part) || f.body.late.contains_key(&part));
    if is_scalar {
        scalar(call.ty(), builtins::value(call, 1)?)?;
    }
    if is_late && !f.options.policy.makes_constants_at_calls {
        f.body.late.insert(call, Late::Made(forward_use));
        f.body.spec_constants.in_order.push(call);
        return Ok(());
    }
    forward_now(f, call, is_scalar)
}

fn forward_now<'m>(f: &mut Forward<'m>, call: Value<'m>, is_scalar: bool) -> Result<()> {
    if is_scalar { forward_scalar(f, call) } else { forward_composite(f, call) }
}

/// Returns the constant for a call, at its first use in the function.
pub fn forward_use<'m>(f: &mut Forward<'m>, call: Value<'m>) -> Result<Operand> {
    let base =
        call.called_function().and_then(|callee| mangling::parse_symbol(callee.name()).ok()).map(|name| name.base);
    forward_now(f, call, base.as_deref() == Some(SCALAR))?;
    f.body.values.get(&call).copied().ok_or_else(|| Error::internal("a specialization constant without a value"))
}

/// Makes the specialization constants whose calls in the function have no uses: hosts may set them.
pub fn forward_unused(f: &mut Forward<'_>) -> Result<()> {
    for call in std::mem::take(&mut f.body.spec_constants.in_order) {
        if !f.body.values.contains_key(&call) {
            forward_use(f, call)?;
        }
    }
    Ok(())
}

/// Returns whether a value is a constant, but no constant expression.
fn is_plain(part: Value<'_>) -> bool {
    part.is_constant() && !matches!(part.kind(), ValueKind::Expression)
}

/// Translates a scalar; equal `SpecId`, type and default give one constant.
fn forward_scalar<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let spec_id = builtins::literal(inst, 0)?;
    let default = builtins::value(inst, 1)?;
    let ty = types::forward(f, inst.ty())?;
    let ty = f.typed(inst, ty)?;
    let (op, literal) = typed_scalar(f, ty, inst.ty(), default)?;
    let key = [&[op as u32, ty, spec_id], &literal[..]].concat();
    let id = match f.spec_constants.scalars.get(&key) {
        Some(id) => *id,
        None => {
            let id = f.spv.global(op, Some(ty), &literal)?;
            f.spv.decorate(id, Decoration::SpecId, &[spec_id])?;
            f.spv.name(id, inst.name())?;
            f.spec_constants.scalars.insert(key, id);
            f.spec_constants.all.insert(id);
            id
        }
    };
    f.bind(inst, Operand { id, ty })
}

/// Translates a composite: to an ordinary `OpCompositeConstruct` if a part is not constant.
fn forward_composite<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let ty = f.typed(inst, ty)?;
    let name = inst.called_function().and_then(|callee| mangling::parse_symbol(callee.name()).ok());
    let names = name.map_or_else(Vec::new, |name| name.params);
    let mut parts = Vec::with_capacity(inst.call_arg_count() as usize);
    let mut is_constant = true;
    for index in 0..inst.call_arg_count() {
        let part = builtins::value(inst, index)?;
        let id = match ask!(f.hooks.forward_operand, f, part, names.get(index as usize)) {
            Some(operand) => operand.id,
            None => values::operand(f, part)?.id,
        };
        is_constant &= is_plain(part) || f.spec_constants.all.contains(&id);
        parts.push(id);
    }
    if !is_constant {
        return f.define(inst, Op::CompositeConstruct, ty, &parts).map(drop);
    }
    let id = f.spv.unique_constant(Op::SpecConstantComposite, ty, &parts)?;
    if f.spec_constants.all.insert(id) {
        f.spv.name(id, inst.name())?;
    }
    f.bind(inst, Operand { id, ty })
}

// --- SPIR-V to LLVM ---

/// Emits the specialization constants that the function uses at its beginning; operations by `translate`.
pub fn reverse_uses<'m>(
    r: &mut Reverse<'m>,
    function: Function<'_>,
    translate: impl Fn(&mut Reverse<'m>, Instruction<'m>) -> Result<()>,
) -> Result<()> {
    if r.spec_constants.instructions.is_empty() {
        return Ok(());
    }
    if !r.hooks.has_signs.is_empty() {
        // Operations name their nodes, which are made of defaults.
        spec_nodes::describe_all(r)?;
    }
    lengths::warn(r, function)?;
    for index in used(r, function)? {
        let Some(inst) = r.spec_constants.instructions.get(index).copied() else { continue };
        let id = inst.result_id().unwrap_or_default();
        let default = r.value(id)?;
        match inst.opcode() {
            op if is_scalar(op) => reverse_scalar(r, inst, default)?,
            Op::SpecConstantComposite => reverse_composite(r, inst)?,
            _ => {
                translate(r, inst)?;
                operations::mark(r, inst)?;
            }
        }
        decorations::reverse::beyond_metadata(r, inst, id)?;
        r.spec_constants.defaults.insert(id, default);
    }
    Ok(())
}

/// Restores the defaults as values of the constants, after the last instruction of a function.
pub fn restore(r: &mut Reverse<'_>) {
    for (id, default) in std::mem::take(&mut r.spec_constants.defaults) {
        r.set(id, default);
    }
}

/// Returns the specialization constants and operations that instructions of the function use, directly or through
/// others, in the order of the module but constants first.
fn used(r: &Reverse<'_>, function: Function<'_>) -> Result<BTreeSet<usize>> {
    let mut used = BTreeSet::new();
    let note = |used: &mut BTreeSet<usize>, inst| {
        r.spv.visit_ids(inst, |id| used.extend(r.spec_constants.index.get(&id).copied()))
    };
    for inst in function.blocks.iter().flat_map(|block| block.instructions()) {
        note(&mut used, inst)?;
    }
    for (index, inst) in r.spec_constants.instructions.iter().enumerate().rev() {
        if used.contains(&index) {
            note(&mut used, *inst)?;
        }
    }
    Ok(used)
}

fn reverse_scalar<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, default: Value<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    let spec_id = r.spv.decoration(id, Decoration::SpecId).and_then(|words| words.first()).copied().unwrap_or_default();
    let number = r.context.const_int(r.context.int_type(32)?, spec_id.into())?;
    let params = [mangling::Type::Int, builtins::mangled(r, inst.result_type().unwrap_or_default(), true)?];
    let ty = r.result_ty(inst)?;
    let call = builtins::call(r, SCALAR, ty, &params, &[number, default], builtins::Effects::None)?;
    r.define(inst, call)
}

/// Translates a composite to a call; if a part is a structure or an array, which has no mangled name, the symbol is that with `...`.
fn reverse_composite<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let parts = inst.in_operands().iter();
    let signed = r.hooks.has_signs.is_empty();
    let params = parts.map(|part| builtins::mangled(r, r.type_of(*part)?, signed)).collect::<Result<Vec<_>>>();
    let symbol = params.map_or_else(|_| ANY_PARTS.to_owned(), |params| mangling::write(COMPOSITE, &params));
    let args = inst.in_operands().iter().map(|part| r.value(*part)).collect::<Result<Vec<_>>>()?;
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(r.result_ty(inst)?, &types, false)?;
    let function = builtins::named(r, &symbol, ty, builtins::Effects::None)?;
    let call = builtins::call_function(r, function, &args)?;
    r.define(inst, call)
}
