//! Emission of the set's instructions, in shaders.

use super::SET;
use super::rows::{self, Row, Widths};
use crate::binary::Id;
use crate::binary::grammar;
use crate::concepts::base::emit::{arg, argument, op};
use crate::concepts::base::{decorations, types};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::state::Forward;
use ::spirv::{Capability, GlslStd450 as Gl, Op};

/// Returns set, number and operands of an instruction.
fn words(f: &mut Forward<'_>, instruction: Gl, operands: &[Id]) -> Vec<u32> {
    let mut words = vec![f.spv.ext_inst_set(SET), instruction as u32];
    words.extend_from_slice(operands);
    words
}

/// Emits an instruction; returns its result.
pub fn ext(f: &mut Forward<'_>, instruction: Gl, ty: Id, operands: &[Id]) -> Result<Id> {
    let words = words(f, instruction, operands);
    op(f, Op::ExtInst, ty, &words)
}

/// Emits the instruction that computes `inst`.
pub fn define<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Gl, operands: &[Id]) -> Result<()> {
    if let Some(number) = inst.call_arg(0) {
        check_width(instruction, number.ty())?;
    }
    let ty = types::forward(f, inst.ty())?;
    require(f, instruction);
    let words = words(f, instruction, operands);
    let result = f.define(inst, Op::ExtInst, ty, &words)?;
    match f.spv.has(Capability::FloatControls2) {
        true => decorations::fast_math::forward(f, inst, result.id),
        false => Ok(()),
    }
}

/// Emits an instruction with the first `count` arguments of a call as operands.
pub fn by_arguments<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Gl, count: usize) -> Result<()> {
    check_width(instruction, argument(inst, 0)?.ty())?;
    let mut operands = Vec::with_capacity(count);
    for index in 0..count as u32 {
        operands.push(arg(f, inst, index)?);
    }
    define(f, inst, instruction, &operands)
}

/// Declares the capabilities of an instruction.
fn require(f: &mut Forward<'_>, instruction: Gl) {
    let set = grammar::ext_set(SET).map(|set| set.instructions).unwrap_or_default();
    let info = set.iter().find(|known| known.number == instruction as u32);
    info.into_iter().flat_map(|info| info.requires.capabilities).for_each(|capability| f.spv.require(*capability));
}

/// Refuses numbers of a width that the instruction does not take.
pub fn check_width(instruction: Gl, ty: Type<'_>) -> Result<()> {
    let Some(row) = rows::by_number(instruction as u32) else { return Ok(()) };
    let scalar = ty.scalar();
    let width = scalar.int_width().max(scalar.float_width());
    match row.widths {
        Widths::UpTo32 if width > 32 => Err(no_width(row, ty).hint("truncate to `float` and extend the result")),
        Widths::Only32 if width != 32 => Err(no_width(row, ty).hint("convert to `i32`")),
        _ => Ok(()),
    }
}

fn no_width(row: &Row, ty: Type<'_>) -> Error {
    Error::of(Code::Builtin, format!("{} of {ty}, which GLSL.std.450 lacks", row.name))
}
