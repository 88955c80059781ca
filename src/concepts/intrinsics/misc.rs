//! Intrinsics that query the compiler, and a few others.

use crate::concepts::base::emit::{arg, argument, op};
use crate::concepts::base::{constants, types, values};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Operand};
use ::spirv::{DebugBreak, Op};

/// The intrinsic is its first argument.
pub fn argument_value<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let first = argument(inst, 0)?;
    let operand = values::operand(f, first)?;
    f.bind(inst, operand)
}

/// Translates `llvm.is.constant`: a value that is not constant now never will be.
pub fn is_constant<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    // The address of a variable is known to the linker only.
    let value = argument(inst, 0)?;
    let is_constant = value.is_constant() && !value.ty().scalar().is_pointer() && !value.is_constant_expression();
    number(f, inst, is_constant.into())
}

/// Binds the intrinsic to true: checks are enabled.
pub fn always<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    number(f, inst, 1)
}

/// Translates `llvm.objectsize` of an unknown object: all bits set, or 0 if the minimum is requested.
pub fn object_size<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let least = argument(inst, 1)?.int_value() == Some(1);
    number(f, inst, if least { 0 } else { u64::MAX })
}

/// Translates `llvm.returnaddress` and similar intrinsics to null, their value for an unknown address. SPIR-V has no stack.
pub fn no_address<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let id = constants::null(f, ty)?;
    f.bind(inst, Operand { id, ty })
}

/// Translates `llvm.invariant.start`, whose result has no value: uses other than in `llvm.invariant.end` get null.
pub fn mark<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ends = |user: Value<'m>| user.called_function().and_then(Value::intrinsic_name) == Some("llvm.invariant.end");
    if inst.uses().all(ends) { Ok(()) } else { no_address(f, inst) }
}

fn number<'m>(f: &mut Forward<'m>, inst: Value<'m>, value: u64) -> Result<()> {
    let (ty, id) = (types::forward(f, inst.ty())?, constants::splat(f, inst.ty(), value)?);
    f.bind(inst, Operand { id, ty })
}

/// `llvm.ptrmask`.
pub fn mask_pointer<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let pointer = argument(inst, 0)?;
    let pointer = values::operand(f, pointer)?;
    let integer = types::forward(f, argument(inst, 1)?.ty())?;
    let mask = arg(f, inst, 1)?;
    let address = op(f, Op::ConvertPtrToU, integer, &[pointer.id])?;
    let masked = op(f, Op::BitwiseAnd, integer, &[address, mask])?;
    f.define(inst, Op::ConvertUToPtr, pointer.ty, &[masked]).map(drop)
}

/// Drops `llvm.trap` and similar intrinsics, which SPIR-V lacks, with a warning; `llvm.debugtrap` becomes a
/// non-semantic instruction if its extension is asked for.
pub fn trap<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    const SET: &str = "NonSemantic.DebugBreak";
    const NAME: &str = "SPV_KHR_non_semantic_info";
    let name = inst.called_function().and_then(Value::intrinsic_name).unwrap_or("llvm.trap");
    let is_asked = f.options.extensions.asks_for(NAME) && !f.options.policy.drops_debug_breaks;
    if name == "llvm.debugtrap" && is_asked {
        f.spv.require_extension(NAME);
        let void = f.spv.unique_type(Op::TypeVoid, &[])?;
        let (set, id) = (f.spv.ext_inst_set(SET), f.spv.fresh());
        return f.emit(Op::ExtInst, &[void, id, set, DebugBreak::DebugBreak as u32]);
    }
    f.warn(format!("{name} is dropped: SPIR-V has no trap"));
    Ok(())
}
