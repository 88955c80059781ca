//! Matrices (`OpTypeMatrix`, SPIR-V 3.42.13 "Arithmetic Instructions"): from SPIR-V only.
//!
//! In LLVM IR: arrays of column vectors, and arithmetic on the columns. Nothing in LLVM IR becomes a matrix.

use crate::binary::{Id, Instruction};
use crate::concepts::instructions::composites::{lane, reverse_splat};
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};
use crate::state::{Chapter, Reverse};
use ::spirv::Op;

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[(
        &[
            Op::MatrixTimesScalar,
            Op::VectorTimesMatrix,
            Op::MatrixTimesVector,
            Op::MatrixTimesMatrix,
            Op::OuterProduct,
            Op::Transpose,
        ],
        reverse,
    )],
    reverse_type: Some(
        |r, inst| if inst.opcode() == Op::TypeMatrix { reverse_type(r, inst).map(Some) } else { Ok(None) },
    ),
    ..Chapter::NONE
};

// --- SPIR-V to LLVM ---

/// `OpTypeMatrix`.
pub fn reverse_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    match inst.operand(1)? {
        columns @ 2..=4 => r.context.array_type(r.ty(inst.operand(0)?)?, columns.into()),
        columns => Err(inst.error(format!("a matrix of {columns} columns"))),
    }
}

/// `OpMatrixTimesScalar` to `OpOuterProduct`, and `OpTranspose`.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    for operand in inst.in_operands() {
        check_type(r, inst, r.type_of(*operand)?)?;
    }
    check_type(r, inst, inst.result_type().unwrap_or_default())?;
    let a = r.operand(inst, 0)?;
    let value = match inst.opcode() {
        Op::Transpose => transposed(r, a, r.result_ty(inst)?)?,
        Op::MatrixTimesScalar => scaled(r, a, r.operand(inst, 1)?)?,
        Op::MatrixTimesVector => times_vector(r, a, r.operand(inst, 1)?)?,
        Op::VectorTimesMatrix => times_matrix(r, a, r.operand(inst, 1)?)?,
        Op::MatrixTimesMatrix => product(r, a, r.operand(inst, 1)?, r.result_ty(inst)?)?,
        _ => outer_product(r, a, r.operand(inst, 1)?, r.result_ty(inst)?)?,
    };
    r.define(inst, value)
}

/// Refuses operands that are arrays in SPIR-V, which could have any length: in LLVM IR they look like matrices.
fn check_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>, ty: Id) -> Result<()> {
    match r.spv.definition(ty).map(|ty| ty.opcode()) {
        Some(Op::TypeMatrix | Op::TypeVector | Op::TypeFloat) => Ok(()),
        _ => Err(inst.error(format!("%{ty} is no type of matrices, vectors or their components"))),
    }
}

/// Returns the indices of the elements of an array or vector.
fn parts(ty: Type<'_>) -> std::ops::Range<u32> {
    0..u32::try_from(ty.count()).unwrap_or(0)
}

/// One component of a vector in all components of another of `length`.
fn splat<'m>(r: &Reverse<'m>, vector: Value<'m>, index: u32, ty: Type<'m>) -> Result<Value<'m>> {
    let component = r.builder.extract_element(vector, lane(r, index)?)?;
    Ok(r.name_intermediate(reverse_splat(r, component, ty)?, ".splat"))
}

/// Returns a matrix with the columns made by `column`.
fn by_columns<'m>(r: &Reverse<'m>, ty: Type<'m>, column: impl Fn(u32) -> Result<Value<'m>>) -> Result<Value<'m>> {
    let mut matrix = r.context.poison(ty)?;
    for index in parts(ty) {
        matrix = r.builder.insert_value(matrix, column(index)?, &[index])?;
    }
    Ok(matrix)
}

fn scaled<'m>(r: &Reverse<'m>, matrix: Value<'m>, scalar: Value<'m>) -> Result<Value<'m>> {
    let column = matrix.ty().element().unwrap_or(scalar.ty());
    let scalar = reverse_splat(r, scalar, column)?;
    by_columns(r, matrix.ty(), |index| {
        r.builder.binary(Opcode::FMul, r.builder.extract_value(matrix, &[index])?, scalar)
    })
}

/// The sum of the columns of a matrix, each times a component of the vector.
fn times_vector<'m>(r: &Reverse<'m>, matrix: Value<'m>, vector: Value<'m>) -> Result<Value<'m>> {
    let column = matrix.ty().element().unwrap_or(vector.ty());
    weighted_sum(r, vector, column, |index| r.builder.extract_value(matrix, &[index]))
}

/// The sum of the rows of a matrix, each times a component of the vector.
fn times_matrix<'m>(r: &Reverse<'m>, vector: Value<'m>, matrix: Value<'m>) -> Result<Value<'m>> {
    let row = r.context.vector_type(vector.ty().scalar(), parts(matrix.ty()).end)?;
    weighted_sum(r, vector, row, |index| {
        let mut whole = r.context.poison(row)?;
        for column in parts(matrix.ty()) {
            let component = r.builder.extract_value(matrix, &[column])?;
            let component = r.builder.extract_element(component, lane(r, index)?)?;
            whole = r.builder.insert_element(whole, component, lane(r, column)?)?;
        }
        Ok(whole)
    })
}

fn weighted_sum<'m>(
    r: &Reverse<'m>,
    weights: Value<'m>,
    ty: Type<'m>,
    term: impl Fn(u32) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let mut sum = r.context.const_null(ty)?;
    for index in parts(weights.ty()) {
        let weight = splat(r, weights, index, ty)?;
        let product = r.builder.binary(Opcode::FMul, weight, term(index)?)?;
        sum = r.builder.binary(Opcode::FAdd, sum, product)?;
    }
    Ok(sum)
}

fn product<'m>(r: &Reverse<'m>, a: Value<'m>, b: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    by_columns(r, ty, |index| times_vector(r, a, r.builder.extract_value(b, &[index])?))
}

fn outer_product<'m>(r: &Reverse<'m>, a: Value<'m>, b: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    by_columns(r, ty, |index| r.builder.binary(Opcode::FMul, a, splat(r, b, index, a.ty())?))
}

fn transposed<'m>(r: &Reverse<'m>, matrix: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let columns = parts(matrix.ty()).map(|index| r.builder.extract_value(matrix, &[index]));
    let columns = columns.collect::<Result<Vec<_>>>()?;
    by_columns(r, ty, |index| match *columns.as_slice() {
        [a, b] if ty.count() == 2 => interleaved(r, a, b, index),
        [a, b, c, d] if ty.count() == 4 => {
            let (low, high) = (interleaved(r, a, b, index)?, interleaved(r, c, d, index)?);
            r.builder.shuffle_vector(low, high, &[0, 1, 2, 3])
        }
        _ => gathered(r, &columns, index, ty),
    })
}

/// Returns a vector of component `index` of two vectors.
fn interleaved<'m>(r: &Reverse<'m>, a: Value<'m>, b: Value<'m>, index: u32) -> Result<Value<'m>> {
    let index = index as i32;
    r.builder.shuffle_vector(a, b, &[index, index + a.ty().count() as i32])
}

/// Returns a row of a matrix: the vector of component `index` of each column.
fn gathered<'m>(r: &Reverse<'m>, columns: &[Value<'m>], index: u32, ty: Type<'m>) -> Result<Value<'m>> {
    let mut row = r.context.poison(ty.element().unwrap_or(ty))?;
    for (place, column) in (0..).zip(columns) {
        let component = r.builder.extract_element(*column, lane(r, index)?)?;
        row = r.builder.insert_element(row, component, r.context.const_int(r.context.int_type(64)?, place)?)?;
    }
    Ok(row)
}
