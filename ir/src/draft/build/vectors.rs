//! Makes instructions that access parts of vectors, structures and arrays.

use super::Builder;
use crate::draft::{Refused, Result, Role, Type, Value};
use crate::instruction::Opcode;
use crate::types::TypeKind;

fn is_vector(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Vector | TypeKind::ScalableVector)
}

/// Returns the type at the end of a path of indices, which must not be empty.
fn part<'d>(aggregate: Type<'d>, indices: &[u32]) -> Option<Type<'d>> {
    let draft = aggregate.draft;
    let mut number = aggregate.number;
    for index in indices {
        let types = draft.types.borrow();
        let row = types.get(number)?;
        let in_array = row.kind == TypeKind::Array && (*index as u64) < row.number;
        let fits = in_array || matches!(row.kind, TypeKind::Struct | TypeKind::NamedStruct);
        number = types.part(number, *index as u64).filter(|_| fits)?;
    }
    (!indices.is_empty()).then_some(Type { draft, number })
}

/// Returns an error unless the operands of an `extractelement` fit.
pub(in crate::draft) fn check_element(vector: Value<'_>, index: Value<'_>) -> Result<()> {
    if !is_vector(vector.ty()) || index.ty().kind() != TypeKind::Integer {
        let (vector, index) = (vector.ty().show(), index.ty().show());
        return Err(Refused::new(format!("`extractelement` cannot take {vector} at {index}")));
    }
    Ok(())
}

impl<'d> Builder<'d> {
    /// Makes `extractelement`.
    ///
    /// # Errors
    /// A value that is not a vector, an index that is not an integer.
    pub fn extract_element(&self, vector: Value<'d>, index: Value<'d>) -> Result<Value<'d>> {
        check_element(vector, index)?;
        let element = vector.ty().scalar().number;
        self.put_value(Opcode::ExtractElement, &[vector.number, index.number], element)
    }

    /// Makes `insertelement`.
    ///
    /// # Errors
    /// A value that is not a vector of such elements, an index that is not an integer.
    pub fn insert_element(&self, vector: Value<'d>, element: Value<'d>, index: Value<'d>) -> Result<Value<'d>> {
        let ty = vector.ty();
        if !is_vector(ty) || element.ty() != ty.scalar() || index.ty().kind() != TypeKind::Integer {
            let (element, index) = (element.ty().show(), index.ty().show());
            return Err(Refused::new(format!("`insertelement` cannot put {element} into {} at {index}", ty.show())));
        }
        self.put_value(Opcode::InsertElement, &[vector.number, element.number, index.number], ty.number)
    }

    /// Makes `shufflevector`; -1 in the mask is poison.
    ///
    /// # Errors
    /// Vectors of different types, a mask that is empty or out of range.
    pub fn shuffle_vector(&self, a: Value<'d>, b: Value<'d>, mask: &[i32]) -> Result<Value<'d>> {
        let draft = self.draft;
        let ty = a.ty();
        let known = |i: &i32| *i >= -1 && (*i as i64) < ty.size() as i64 * 2;
        if ty.kind() != TypeKind::Vector || b.ty() != ty || mask.is_empty() || !mask.iter().all(known) {
            let (a, b) = (ty.show(), b.ty().show());
            return Err(Refused::new(format!("`shufflevector` cannot take {a} and {b} by {mask:?}")));
        }
        let result = draft.vector_type(ty.scalar(), mask.len() as u32)?;
        let mask = draft.shuffle_mask(mask)?;
        self.put_value(Opcode::ShuffleVector, &[a.number, b.number, mask.number], result.number)
    }

    /// Makes `extractvalue` along one or more indices.
    ///
    /// # Errors
    /// Indices that lead to no value.
    pub fn extract_value(&self, aggregate: Value<'d>, indices: &[u32]) -> Result<Value<'d>> {
        let found = part(aggregate.ty(), indices).filter(|ty| ty.fits(Role::Data));
        let Some(ty) = found else {
            let aggregate = aggregate.ty().show();
            return Err(Refused::new(format!("`extractvalue` finds nothing in {aggregate} along {indices:?}")));
        };
        let words = [&[aggregate.number][..], indices].concat();
        self.put_value(Opcode::ExtractValue, &words, ty.number)
    }

    /// Makes `insertvalue` along one or more indices.
    ///
    /// # Errors
    /// Indices that do not lead to a part of the value's type.
    pub fn insert_value(&self, aggregate: Value<'d>, value: Value<'d>, indices: &[u32]) -> Result<Value<'d>> {
        if part(aggregate.ty(), indices) != Some(value.ty()) {
            let (value, aggregate) = (value.ty().show(), aggregate.ty().show());
            return Err(Refused::new(format!("`insertvalue` cannot put {value} into {aggregate} along {indices:?}")));
        }
        let words = [&[aggregate.number, value.number][..], indices].concat();
        self.put_value(Opcode::InsertValue, &words, aggregate.ty().number)
    }
}
