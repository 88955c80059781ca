//! `OpExtInst` to LLVM's intrinsics and calls of builtins.

use super::rows::{self, Arg, Form, Row};
use super::{NOTE, PREFIX};
use crate::binary::{Id, Instruction, Op};
use crate::concepts::base::{decorations, mangled};
use crate::concepts::builtins;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Reverse;
use ::spirv::GlslStd450 as Gl;
use llvm_spirv_mangling as mangling;

/// The words of `OpExtInst` before the operands of the extended instruction: set and number.
const HEADS: usize = 2;

/// The prefix of the keys of declared builtins, which is combined with the number.
const KEY: u32 = 0x474C_0000;

/// Translates an `OpExtInst` of the set in a function.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let number = inst.operand(1)?;
    let row = rows::by_number(number).ok_or_else(|| inst.error(format!("GLSL.std.450 has no instruction {number}")))?;
    let ids = inst.in_operands().get(HEADS..).unwrap_or_default();
    if ids.len() != row.args.len() {
        return Err(inst.error(format!("{} takes {} operands, not {}", row.name, row.args.len(), ids.len())));
    }
    let values: Vec<_> = ids.iter().map(|id| r.value(*id)).collect::<Result<_>>()?;
    let result = inst.result_type().unwrap_or_default();
    let value = match row.form {
        // LLVM's intrinsics take no cooperative vectors.
        _ if r.ty(result)?.target_name().is_some() => call(r, row, result, ids, &values)?,
        Form::Call => call(r, row, result, ids, &values)?,
        Form::Intrinsic(name) => intrinsic(r, row, name, result, values)?,
        Form::Noted(name) => noted(r, row, name, result, values)?,
    };
    decorations::reverse_flags(r, inst, value)?;
    r.define(inst, value)
}

/// Returns a call of an intrinsic.
fn intrinsic<'m>(r: &Reverse<'m>, row: &Row, name: &str, result: Id, mut args: Vec<Value<'m>>) -> Result<Value<'m>> {
    if row.instruction == Gl::SAbs {
        // The least integer is its own absolute value.
        args.push(r.context.const_int(r.context.bool_type(), 0)?);
    }
    r.builder.call_intrinsic(name, r.ty(result)?, &args)
}

/// Returns a call of an intrinsic with a note that names the instruction.
fn noted<'m>(r: &Reverse<'m>, row: &Row, name: &str, result: Id, args: Vec<Value<'m>>) -> Result<Value<'m>> {
    let call = intrinsic(r, row, name, result, args)?;
    call.set_metadata(NOTE, r.context.md_node(&[Some(r.context.md_string(row.name))]))?;
    Ok(call)
}

/// Returns a call of the builtin.
fn call<'m>(r: &mut Reverse<'m>, row: &'static Row, result: Id, ids: &[Id], values: &[Value<'m>]) -> Result<Value<'m>> {
    let mut key = vec![KEY | row.instruction as u32, result];
    for id in ids {
        key.push(r.type_of(*id)?);
    }
    builtins::call_cached(r, &key, values, |r| declare(r, row, result, ids, values))
}

fn declare<'m>(r: &mut Reverse<'m>, row: &Row, result: Id, ids: &[Id], values: &[Value<'m>]) -> Result<Value<'m>> {
    let params = ids.iter().zip(row.args).map(|(id, arg)| param(r, *id, *arg)).collect::<Result<Vec<_>>>()?;
    let base = match row.names_result() {
        true => format!("{PREFIX}{}_R{}", row.name, mangling::spell(&mangled::mangled(r, result, false)?)),
        false => format!("{PREFIX}{}", row.name),
    };
    builtins::function(r, &base, r.ty(result)?, &params, values, row.effects())
}

/// Returns the type of a parameter, as the name has it.
fn param(r: &Reverse<'_>, id: Id, arg: Arg) -> Result<mangling::Type> {
    let ty = r.type_of(id)?;
    let definition = r.spv.definition(ty).map(|ty| ty.opcode());
    if arg == Arg::Matrix && definition == Some(Op::TypeMatrix) {
        return Ok(mangling::Type::named(r.ty(ty)?.struct_name().unwrap_or_default()));
    }
    mangled::mangled(r, ty, false)
}
