//! Relational builtins in the Khronos translator's form: vectors of booleans are vectors of bytes, in friendly IR and
//! on the way to OpenCL's integers, and are truncated to their lowest bit.

use crate::binary::Instruction;
use crate::concepts::base::mangled;
use crate::concepts::builtins::booleans::int_like;
use crate::concepts::builtins::{declare, generic, relational};
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};
use crate::options::BuiltinSpelling;
use crate::state::Reverse;
use ::spirv::Op;
use llvm_spirv_mangling as mangling;

/// Translates `OpAny` to `OpSignBitSet`, which LLVM has no instruction for. Returns false for other instructions.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let Some(name) = relational::opencl_name(inst.opcode()) else { return Ok(false) };
    let boolean = r.result_ty(inst)?;
    match inst.opcode() {
        Op::Any | Op::All => reduction(r, inst, name)?,
        _ if is_friendly(r) && !boolean.is_vector() => generic::reverse(r, inst)?,
        _ => test(r, inst, name)?,
    }
    Ok(true)
}

fn is_friendly(r: &Reverse<'_>) -> bool {
    r.options.builtin_spelling == BuiltinSpelling::SpvIr
}

/// Returns the base name of the builtin in the spelling that the options choose.
fn base(r: &Reverse<'_>, inst: Instruction<'_>, name: &str) -> String {
    match inst.name().strip_prefix("Op").filter(|_| is_friendly(r)) {
        Some(op) => mangling::Builtin::core(op).to_string(),
        None => name.to_owned(),
    }
}

/// Translates `OpAny` and `OpAll` to a call with a vector of bytes.
fn reduction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, name: &str) -> Result<()> {
    let (operand, boolean) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    let bytes = int_like(r, operand.ty(), 8)?;
    let operand = r.builder.cast(Opcode::SExt, operand, bytes)?;
    let lanes = u32::try_from(bytes.count()).unwrap_or(u32::MAX);
    let param = mangling::Type::vector(lanes, mangling::Type::Char);
    let result = if is_friendly(r) { boolean } else { r.context.int_type(32)? };
    let call = call(r, inst, name, param, operand, result)?;
    let value = narrow(r, call, boolean)?;
    r.define(inst, value)
}

/// Translates `OpIsNan` and similar tests.
fn test<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, name: &str) -> Result<()> {
    let (operand, boolean) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    let param = mangled::mangled(r, r.type_of(inst.operand(0)?)?, true)?;
    let bytes = int_like(r, boolean, 8)?;
    let result = match () {
        () if is_friendly(r) => bytes,
        () if !boolean.is_vector() => r.context.int_type(32)?,
        () => int_like(r, boolean, operand.ty().scalar().float_width())?,
    };
    let mut value = call(r, inst, name, param, operand, result)?;
    if boolean.is_vector() {
        value = narrow(r, value, bytes)?;
    }
    let value = narrow(r, value, boolean)?;
    r.define(inst, value)
}

fn call<'m>(
    r: &mut Reverse<'m>,
    inst: Instruction<'m>,
    name: &str,
    param: mangling::Type,
    operand: Value<'m>,
    result: Type<'m>,
) -> Result<Value<'m>> {
    let base = base(r, inst, name);
    declare::call(r, &base, result, &[param], &[operand], declare::Effects::Any)
}

fn narrow<'m>(r: &Reverse<'m>, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    if value.ty() == ty { Ok(value) } else { r.builder.cast(Opcode::Trunc, value, ty) }
}
