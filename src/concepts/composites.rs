//! Vectors and composites (SPIR-V 3.42.12 "Composite Instructions").
//!
//! In LLVM IR: `extractelement`, `insertelement`, `shufflevector`, `extractvalue`, `insertvalue`.

use super::{types, values};
use crate::error::Result;
use crate::llvm::Value;
use crate::state::Forward;
use ::spirv::Op;

// --- LLVM to SPIR-V ---

/// A constant index into a vector, where it is one that SPIR-V can have as a literal.
fn literal_index(vector: Value<'_>, index: Value<'_>) -> Option<u32> {
    let index = index.int_value().filter(|_| index.is_constant())?;
    (index < vector.ty().count()).then_some(index as u32)
}

/// `extractelement`.
pub fn forward_extract_element<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (vector, index) = (values::child(inst, 0)?, values::child(inst, 1)?);
    let ty = types::forward(f, inst.ty())?;
    let from = values::operand(f, vector)?.id;
    match literal_index(vector, index) {
        Some(literal) => f.define(inst, Op::CompositeExtract, ty, &[from, literal]).map(drop),
        None => {
            let index = values::operand(f, index)?.id;
            f.define(inst, Op::VectorExtractDynamic, ty, &[from, index]).map(drop)
        }
    }
}

/// `insertelement`.
pub fn forward_insert_element<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (vector, element, index) = (values::child(inst, 0)?, values::child(inst, 1)?, values::child(inst, 2)?);
    let ty = types::forward(f, inst.ty())?;
    let into = values::operand(f, vector)?.id;
    let object = values::operand(f, element)?.id;
    match literal_index(vector, index) {
        Some(literal) => f.define(inst, Op::CompositeInsert, ty, &[object, into, literal]).map(drop),
        None => {
            let index = values::operand(f, index)?.id;
            f.define(inst, Op::VectorInsertDynamic, ty, &[into, object, index]).map(drop)
        }
    }
}

/// `shufflevector`; an undefined lane of the mask is the literal 0xFFFFFFFF.
pub fn forward_shuffle<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let mut operands = vec![values::nth(f, inst, 0)?.id, values::nth(f, inst, 1)?.id];
    operands.extend(inst.shuffle_mask().into_iter().map(|lane| lane as u32));
    f.define(inst, Op::VectorShuffle, ty, &operands).map(drop)
}

/// `extractvalue`.
pub fn forward_extract_value<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let mut operands = vec![values::nth(f, inst, 0)?.id];
    operands.extend_from_slice(&inst.indices());
    f.define(inst, Op::CompositeExtract, ty, &operands).map(drop)
}

/// `insertvalue`; a pointer is put in as memory has it.
pub fn forward_insert_value<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let object = values::child(inst, 1)?;
    let object_type = types::forward(f, object.ty())?;
    let object = values::operand_as(f, object, object_type)?.id;
    let mut operands = vec![object, values::nth(f, inst, 0)?.id];
    operands.extend_from_slice(&inst.indices());
    f.define(inst, Op::CompositeInsert, ty, &operands).map(drop)
}

/// `freeze`: SPIR-V has no poison, so that a copy says all that it can.
pub fn forward_freeze<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let operand = values::nth(f, inst, 0)?;
    f.bind(inst, operand)
}
