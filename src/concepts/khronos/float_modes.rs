//! The execution mode `FPFastMathDefault` (`SPV_KHR_float_controls2`) in the form of the Khronos translator for LLVM 23.
//!
//! In LLVM IR: a node `!{function, i32 6028, TYPE poison, i32 flags}` of `!spirv.ExecutionMode`, beside the flags of
//! the instructions. If the extension is allowed, `ContractionOff` and `SignedZeroInfNanPreserve` become a default
//! without any flag, for all floating-point types or for those of a width; instructions without flags are then
//! decorated explicitly, and an entry point with a default does not have the older modes.

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::decorations::fast_math;
use crate::concepts::base::{constants, modes, types};
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Type};
use crate::options::FpContract;
use crate::state::{Forward, Reverse};
use ::spirv::ExecutionMode;
use llvm_spirv_metadata::{ExecutionMode as Node, Named};

const DEFAULT: ExecutionMode = ExecutionMode::FPFastMathDefault;

// --- LLVM to SPIR-V ---

/// Notes whether the module has a default: instructions without flags are then decorated explicitly, since the default
/// of their entry points would apply otherwise.
pub fn read(f: &mut Forward<'_>) -> Result<()> {
    let mut named = f.module.named_metadata_nodes(Node::<Metadata<'_>>::NAME);
    f.entry_points.has_default_flags = has_defaults(f) && named.any(|node| mode(node).is_some_and(is_default));
    Ok(())
}

/// Returns whether defaults are written: not if the options turn off contraction everywhere.
fn has_defaults(f: &Forward<'_>) -> bool {
    fast_math::has_controls(f) && f.options.fp_contract != FpContract::Off
}

fn is_default(mode: ExecutionMode) -> bool {
    matches!(mode, DEFAULT | ExecutionMode::ContractionOff | ExecutionMode::SignedZeroInfNanPreserve)
}

/// Writes a mode of a function that becomes a default; returns whether it is one.
pub fn forward<'m>(f: &mut Forward<'m>, node: Metadata<'m>) -> Result<bool> {
    let mode = mode(node);
    if !has_defaults(f) {
        // It needs the extension, and the flags stand at the instructions.
        return Ok(mode == Some(DEFAULT));
    }
    let ty = match mode {
        Some(ExecutionMode::ContractionOff) => None,
        Some(ExecutionMode::SignedZeroInfNanPreserve) => {
            let width = number(node, 2).filter(|width| matches!(width, 16 | 32 | 64)).ok_or_else(malformed)?;
            Some(types::float(f, width, None)?)
        }
        Some(DEFAULT) => Some(types::forward(f, poisoned(node).ok_or_else(malformed)?)?),
        _ => return Ok(false),
    };
    let flags = if mode == Some(DEFAULT) { number(node, 3).ok_or_else(malformed)? } else { 0 };
    let function = node.operand(0).and_then(Metadata::as_value).and_then(|function| f.functions.get(&function));
    let function = function.map(|signature| signature.id).ok_or_else(malformed)?;
    let all = ty.map_or_else(|| known(f), |ty| vec![ty]);
    let flags = constants::word(f, flags)?;
    fast_math::require_controls(f);
    f.entry_points.defaulted.insert(function);
    all.into_iter().try_for_each(|ty| modes::emit_ids(f, function, DEFAULT, &[ty, flags]))?;
    Ok(true)
}

/// The types of floating-point numbers in the module, narrow ones first.
fn known(f: &Forward<'_>) -> Vec<Id> {
    let widths = f.types.iter().map(|(ty, id)| (ty.float_width(), id));
    let mut all: Vec<_> = widths.filter(|(width, _)| *width > 0).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}

fn mode(node: Metadata<'_>) -> Option<ExecutionMode> {
    number(node, 1).and_then(ExecutionMode::from_u32)
}

fn number(node: Metadata<'_>, index: u32) -> Option<u32> {
    u32::try_from(node.operand(index)?.as_value()?.int_value()?).ok()
}

fn poisoned(node: Metadata<'_>) -> Option<Type<'_>> {
    Some(node.operand(2)?.as_value()?.ty()).filter(|ty| ty.float_width() > 0)
}

fn malformed() -> Error {
    Error::of(Code::Metadata, "metadata !spirv.ExecutionMode: a mode of floating-point numbers without its operands")
        .hint("!{ptr @kernel, i32 6028, float poison, i32 65536} is FPFastMathDefault")
}

// --- SPIR-V to LLVM ---

/// Translates a default to its node; returns whether the mode is one.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if inst.operand(1)? != DEFAULT as u32 {
        return Ok(false);
    }
    let ty = r.ty(inst.operand(2)?)?;
    let flags = r.constant(inst.operand(3)?)?;
    let node = [
        r.context.md_value(r.operand(inst, 0)?)?,
        r.context.md_int(32, (DEFAULT as u32).into())?,
        r.context.md_value(r.context.poison(ty)?)?,
        r.context.md_int(32, flags & u64::from(u32::MAX))?,
    ];
    r.module.add_named_metadata(Node::<Metadata<'m>>::NAME, r.context.md_node(&node.map(Some)))?;
    Ok(true)
}
