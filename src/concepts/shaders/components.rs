//! Components of vectors by a computed index (`OpVectorExtractDynamic`, `OpVectorInsertDynamic`, SPIR-V 3.42.12).
//!
//! In LLVM IR: `extractelement` and `insertelement`. If the index is a constant, the mark `!spirv.Dynamic`
//! distinguishes them from `OpCompositeExtract` and `OpCompositeInsert`; it contains the note (`notes`) of the index.

use super::composites::whole_of;
use super::{chains, types, values};
use crate::binary::{Instruction, Op};
use crate::concepts::base::values::{child, index, operand, operand_as};
use crate::concepts::instructions::composites as core;
use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::Value;
use crate::state::{Forward, Operand, Reverse};

/// The metadata kind of the mark.
const DYNAMIC: &str = "spirv.Dynamic";

// --- SPIR-V to LLVM ---

/// Translates an instruction and marks it, if its index, the operand `at`, is a constant.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, at: usize) -> Result<()> {
    match inst.opcode() {
        Op::VectorExtractDynamic => core::reverse_extract_dynamic(r, inst)?,
        _ => core::reverse_insert_dynamic(r, inst)?,
    }
    let value = inst.result_id().and_then(|id| r.find_value(id)).filter(|value| value.is_instruction());
    if let Some(value) = value.filter(|value| literal(*value, at as u32).is_some()) {
        let note = notes::of(r, r.type_of(inst.operand(at)?)?)?;
        value.set_metadata(DYNAMIC, notes::write(r.context, &note)?)?;
    }
    Ok(())
}

// --- LLVM to SPIR-V ---

/// Returns the index of the component that an instruction selects by a constant, the operand `at`.
fn literal(inst: Value<'_>, at: u32) -> Option<u32> {
    core::literal_index(inst.operand(0)?, inst.operand(at)?)
}

/// Returns the constant index of an instruction with the mark, with its sign.
fn marked<'m>(f: &mut Forward<'m>, inst: Value<'m>, at: u32) -> Result<Option<Operand>> {
    let mark = inst.has_metadata().then(|| inst.metadata(DYNAMIC)).flatten();
    let Some(mark) = mark.filter(|_| literal(inst, at).is_some()) else { return Ok(None) };
    let index = child(inst, at)?;
    let ty = types::noted(f, index.ty(), &notes::read(mark)?)?;
    operand_as(f, index, ty).map(Some)
}

/// Translates `extractelement` with the mark; returns whether it had one.
pub fn extract<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let Some(index) = marked(f, inst, 1)? else { return Ok(false) };
    let from = whole_of(f, inst, child(inst, 0)?)?;
    let ty = chains::part(f, from.ty, None)?;
    f.define(inst, Op::VectorExtractDynamic, ty, &[from.id, index.id])?;
    Ok(true)
}

/// `insertelement`: vector and component have the signs of the result.
pub fn insert<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (vector, component) = (child(inst, 0)?, child(inst, 1)?);
    // A specialization constant is known, with its sign, once it has been used.
    operand(f, component)?;
    let by_default = crate::concepts::base::types::forward(f, inst.ty())?;
    let ty = values::result_type(f, inst, by_default)?.unwrap_or(by_default);
    let component_type = chains::part(f, ty, None)?;
    let (into, object) = (operand_as(f, vector, ty)?.id, operand_as(f, component, component_type)?.id);
    let at = match (marked(f, inst, 2)?, literal(inst, 2)) {
        (Some(index), _) => index.id,
        (None, Some(literal)) => {
            return f.define(inst, Op::CompositeInsert, ty, &[object, into, literal]).map(drop);
        }
        (None, None) => index(f, child(inst, 2)?, 1)?,
    };
    f.define(inst, Op::VectorInsertDynamic, ty, &[into, object, at]).map(drop)
}
