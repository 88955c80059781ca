//! Constants of structures with padding, of arrays with a stride and of matrices, on the way to LLVM IR.

use super::composites;
use crate::binary::{Instruction, Op};
use crate::concepts::base::constants::operations;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};
use crate::state::Reverse;

/// Translates a composite constant whose type has another shape in LLVM IR; returns whether it was one.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    if let (Op::SpecConstantOp, [op, operands @ ..]) = (inst.opcode(), inst.in_operands()) {
        return part(r, inst, *op, operands);
    }
    let ty = r.result_ty(inst)?;
    let is_composite = matches!(inst.opcode(), Op::ConstantComposite | Op::SpecConstantComposite);
    // Cooperative matrices and vectors have a chapter.
    if !is_composite || ty.is_vector() || ty.target_name().is_some() {
        return Ok(false);
    }
    let parts = inst.in_operands().iter().map(|part| r.value(*part)).collect::<Result<Vec<_>>>()?;
    check_types(r, inst)?;
    let value = composite(r, inst, ty, &parts)?;
    r.set_constant(inst, value)?;
    Ok(true)
}

/// Folds `OpSpecConstantOp` of `OpCompositeExtract` or `OpCompositeInsert`; returns whether it did, which requires a
/// composite without operations on specialization constants.
fn part<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, op: u32, operands: &[u32]) -> Result<bool> {
    let (whole, path) = match (Op::from_u32(op), operands) {
        (Some(Op::CompositeExtract), [whole, path @ ..]) | (Some(Op::CompositeInsert), [_, whole, path @ ..]) => {
            (*whole, path)
        }
        _ => return Ok(false),
    };
    let constant = r.value(whole)?;
    if constant.is_constant_expression() || constant.ty().is_vector() {
        return Ok(false);
    }
    let Some(path) = composites::path(r, inst, r.type_of(whole)?, path)? else { return Ok(false) };
    let path: Vec<u32> = path.indices.into_iter().chain(path.component).collect();
    let value = match operands {
        [object, _, _, ..] if op == Op::CompositeInsert as u32 => {
            operations::insert(r, r.value(*object)?, constant, &path)?
        }
        _ => operations::extract(constant, &path)?,
    };
    r.set_constant(inst, value).map(|()| true)
}

/// Checks that each constituent has the type of its place: in LLVM IR a member in memory may have another shape.
fn check_types<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some(ty) = inst.result_type().and_then(|ty| r.spv.definition(ty)) else { return Ok(()) };
    let places = ty.in_operands();
    for (index, part) in inst.in_operands().iter().enumerate() {
        let place = if ty.opcode() == Op::TypeStruct { places.get(index) } else { places.first() };
        let place = *place.ok_or_else(|| inst.error(format!("more constituents than {} has members", ty.name())))?;
        let (found, wanted) = (r.type_of(*part)?, r.ty(place)?);
        if found != place && r.ty(found)? != wanted {
            return Err(
                inst.error(format!("constituent %{part} is of type {}, and its place of {wanted}", r.ty(found)?))
            );
        }
    }
    Ok(())
}

fn composite<'m>(r: &Reverse<'m>, inst: Instruction<'m>, ty: Type<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
    let id = inst.result_type().unwrap_or_default();
    if let Some(form) = r.shaders.structs.get(&id) {
        let mut fields =
            ty.struct_fields().into_iter().map(|field| r.context.undef(field)).collect::<Result<Vec<_>>>()?;
        if form.elements.len() != parts.len() {
            return Err(inst.error(format!("{} constituents for {ty}", parts.len())));
        }
        for ((element, memory), part) in form.elements.iter().zip(&form.types).zip(parts) {
            let part = stored(r, *part, *memory)?;
            fields.get_mut(*element as usize).into_iter().for_each(|field| *field = part);
        }
        return r.context.const_struct(ty, &fields);
    }
    if notes::is_any_matrix(ty) {
        return matrix(r, ty, parts);
    }
    let element = ty.element().ok_or_else(|| inst.error(format!("constituents for {ty}")))?;
    let parts = parts.iter().map(|part| stored(r, *part, element)).collect::<Result<Vec<_>>>()?;
    r.context.const_array(element, &parts)
}

/// Returns a constant matrix in memory, with its lines (rows or columns) padded to the length in its type.
fn matrix<'m>(r: &Reverse<'m>, ty: Type<'m>, lines: &[Value<'m>]) -> Result<Value<'m>> {
    let lines_type = ty.field(0).ok_or_else(|| Error::internal("a matrix without columns"))?;
    let line = lines_type.element().ok_or_else(|| Error::internal("a matrix without columns"))?;
    let lines = lines.iter().map(|part| stored(r, *part, line)).collect::<Result<Vec<_>>>()?;
    r.context.const_struct(ty, &[r.context.const_array(line, &lines)?])
}

/// Returns a constant converted to the type that it has in memory.
fn stored<'m>(r: &Reverse<'m>, value: Value<'m>, memory: Type<'m>) -> Result<Value<'m>> {
    if value.ty() == memory {
        return Ok(value);
    }
    if value.is_null() {
        return r.context.const_null(memory);
    }
    let missing = || Error::internal("a constant without a constituent");
    if notes::is_padded(memory) {
        let (inner, padding) = memory.field(0).zip(memory.field(1)).ok_or_else(missing)?;
        return r.context.const_struct(memory, &[stored(r, value, inner)?, r.context.undef(padding)?]);
    }
    if let Some(form) = notes::matrix_parts(memory) {
        let columns = value.aggregate_element(0).ok_or_else(missing)?;
        let column = |index: u32| columns.aggregate_element(index).ok_or_else(missing);
        let mut lines = Vec::new();
        for line in 0..if form.is_row_major { form.rows } else { form.columns } {
            lines.push(match form.is_row_major {
                false => column(line)?,
                true => {
                    let row = (0..form.columns).map(|at| column(at)?.aggregate_element(line).ok_or_else(missing));
                    r.context.const_vector(&row.collect::<Result<Vec<_>>>()?)?
                }
            });
        }
        return matrix(r, memory, &lines);
    }
    let element = memory.element().ok_or_else(|| Error::internal("a constant of another type than its member"))?;
    let mut parts = Vec::new();
    for index in 0..memory.count() as u32 {
        parts.push(stored(r, value.aggregate_element(index).ok_or_else(missing)?, element)?);
    }
    r.context.const_array(element, &parts)
}
