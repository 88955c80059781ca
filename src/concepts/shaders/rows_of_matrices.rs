//! Rows of row-major matrices in composites. LLVM's passes load a structure with such a matrix by the members of its
//! LLVM type: they insert and extract rows, while SPIR-V's literals select columns.

use super::{chains, composites, values};
use crate::binary::Op;
use crate::binary::builder::Id;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Type, Value};
use crate::state::{Forward, Operand};

/// Rows of a matrix within a composite.
struct Rows {
    /// SPIR-V's literals of the matrix.
    matrix: Vec<u32>,
    columns: u32,
    /// The first selected row, and the number of rows: all of them, or one.
    first: u32,
    count: u32,
    is_one: bool,
    /// True if the padding behind a row is selected.
    is_padding: bool,
}

/// Returns the rows that the indices select; `None` outside of row-major matrices.
fn rows(f: &Forward<'_>, ty: Id, llvm: Type<'_>, indices: &[u32]) -> Option<Rows> {
    let mut at = llvm;
    for (position, index) in indices.iter().enumerate() {
        if let Some(matrix) = notes::matrix_parts(at).filter(|matrix| matrix.is_row_major) {
            let (before, rest) = indices.split_at(position);
            let row = rest.get(1).copied();
            return Some(Rows {
                matrix: values::path(f, ty, llvm, before)?,
                columns: matrix.columns,
                first: row.unwrap_or(0),
                count: if row.is_some() { 1 } else { matrix.rows },
                is_one: row.is_some(),
                is_padding: rest.get(2).is_some_and(|element| *element != 0),
            });
        }
        at = if at.is_struct() { at.field(*index)? } else { at.element()? };
    }
    None
}

/// Translates an insertion of rows into a matrix; returns whether it was one.
pub fn insert<'m>(f: &mut Forward<'m>, inst: Value<'m>, into: Operand, object: Value<'m>) -> Result<bool> {
    let whole = inst.operand(0).ok_or_else(|| Error::internal("insertvalue without operands"))?;
    let Some(rows) = rows(f, into.ty, whole.ty(), &inst.indices()) else { return Ok(false) };
    if rows.is_padding || object.is_poison() {
        return f.bind(inst, into).map(|()| true);
    }
    let object = composites::constituent(f, object)?;
    let line = if rows.is_one { object.ty } else { chains::part(f, object.ty, None)? };
    let component = chains::part(f, line, None)?;
    let mut whole = into;
    for row in 0..rows.count {
        for column in 0..rows.columns {
            let place = if rows.is_one { vec![column] } else { vec![row, column] };
            let from: Vec<u32> = [object.id].into_iter().chain(place).collect();
            let value = f.emit_value(Op::CompositeExtract, component, &from)?;
            let to = rows.matrix.iter().copied().chain([column, rows.first + row]);
            let operands: Vec<u32> = [value.id, whole.id].into_iter().chain(to).collect();
            whole = f.emit_value(Op::CompositeInsert, into.ty, &operands)?;
        }
    }
    f.bind(inst, whole).map(|()| true)
}

/// Translates an extraction of rows from a matrix; returns whether it was one.
pub fn extract<'m>(f: &mut Forward<'m>, inst: Value<'m>, extract: Value<'m>, from: Operand) -> Result<bool> {
    let whole = extract.operand(0).ok_or_else(|| Error::internal("extractvalue without operands"))?;
    let Some(rows) = rows(f, from.ty, whole.ty(), &extract.indices()).filter(|rows| !rows.is_padding) else {
        return Ok(false);
    };
    let ty = composites::type_of_result(f, extract)?;
    let line = if rows.is_one { ty } else { chains::part(f, ty, None)? };
    let component = chains::part(f, line, None)?;
    let mut lines = Vec::with_capacity(rows.count as usize);
    for row in 0..rows.count {
        let mut components = Vec::with_capacity(rows.columns as usize);
        for column in 0..rows.columns {
            let at = rows.matrix.iter().copied().chain([column, rows.first + row]);
            let operands: Vec<u32> = [from.id].into_iter().chain(at).collect();
            components.push(f.emit_value(Op::CompositeExtract, component, &operands)?.id);
        }
        lines.push(f.emit_value(Op::CompositeConstruct, line, &components)?);
    }
    let value = match lines.as_slice() {
        [line] if rows.is_one => *line,
        lines => {
            let lines: Vec<u32> = lines.iter().map(|line| line.id).collect();
            f.emit_value(Op::CompositeConstruct, ty, &lines)?
        }
    };
    f.bind(inst, value).map(|()| true)
}
