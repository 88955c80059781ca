//! `OpCopyLogical`: the conversion of a value to a type with the same members and another layout; and
//! `OpCompositeInsert` and `OpCompositeExtract` on such values, which count members without padding.

use super::super::made::Made;
use super::bytes::Shapes;
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::internals::notes::{is_padded, matrix_parts};
use llvm_spirv::llvm::{Builder, Type, Value};

/// Returns the value converted to the type.
pub fn copied<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    shapes: &Shapes<'m>,
    value: Value<'m>,
    to: Type<'m>,
) -> Result<Value<'m>> {
    Copy { made, builder, shapes }.copied(value, to)
}

/// Returns the value with one part replaced.
pub fn inserted<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    shapes: &Shapes<'m>,
    (part, whole): (Value<'m>, Value<'m>),
    members: &[u32],
) -> Result<Value<'m>> {
    let copy = Copy { made, builder, shapes };
    let (path, lane, ty) = copy.path(whole.ty(), members)?;
    let Some(lane) = lane else { return builder.insert_value(whole, copy.copied(part, ty)?, &path) };
    let lane = copy.lane(lane)?;
    if path.is_empty() {
        return builder.insert_element(whole, part, lane);
    }
    let vector = builder.insert_element(builder.extract_value(whole, &path)?, part, lane)?;
    builder.insert_value(whole, vector, &path)
}

/// Returns a part of a value, converted to the type.
pub fn extracted<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    shapes: &Shapes<'m>,
    (whole, to): (Value<'m>, Type<'m>),
    members: &[u32],
) -> Result<Value<'m>> {
    let copy = Copy { made, builder, shapes };
    let (path, lane, _) = copy.path(whole.ty(), members)?;
    let part = if path.is_empty() { whole } else { builder.extract_value(whole, &path)? };
    match lane {
        Some(lane) => builder.extract_element(part, copy.lane(lane)?),
        None => copy.copied(part, to),
    }
}

struct Copy<'w, 'm, 'c> {
    made: Made<'m, 'c>,
    builder: &'w Builder<'m>,
    shapes: &'w Shapes<'m>,
}

impl<'m> Copy<'_, 'm, '_> {
    fn copied(&self, value: Value<'m>, to: Type<'m>) -> Result<Value<'m>> {
        let from = value.ty();
        if from == to {
            return Ok(value);
        }
        if is_padded(from) {
            return self.copied(self.builder.extract_value(value, &[0])?, to);
        }
        if let Some(inner) = to.field(0).filter(|_| is_padded(to)) {
            let part = self.copied(value, inner)?;
            return self.builder.insert_value(self.made.context.poison(to)?, part, &[0]);
        }
        if let (Some(source), Some(target)) = (matrix_parts(from), matrix_parts(to))
            && source.is_row_major != target.is_row_major
        {
            let (columns, rows) = (source.columns, source.rows);
            return self.turned(value, to, if source.is_row_major { (rows, columns) } else { (columns, rows) });
        }
        self.by_members(value, to)
    }

    /// Returns the field indices of a part given by members, then the lane if it is a component of a vector, and its
    /// type.
    fn path(&self, mut ty: Type<'m>, members: &[u32]) -> Result<(Vec<u32>, Option<u32>, Type<'m>)> {
        let unknown = || errors::unsupported("a part of a value that is not there, on the cpu");
        let (mut path, mut lane) = (Vec::new(), None);
        for member in members {
            while is_padded(ty) {
                path.push(0);
                ty = ty.field(0).ok_or_else(unknown)?;
            }
            if ty.is_vector() {
                (lane, ty) = (Some(*member), ty.scalar());
                continue;
            }
            if let Some(parts) = matrix_parts(ty) {
                if parts.is_row_major {
                    return Err(errors::unsupported("a part of a matrix that is kept by rows, on the cpu"));
                }
                path.push(0);
                ty = ty.field(0).ok_or_else(unknown)?;
            }
            let index = match ty.is_struct() {
                true => self.shapes.members(ty).get(*member as usize).copied().ok_or_else(unknown)?,
                false => *member,
            };
            path.push(index);
            ty = if ty.is_struct() { ty.field(index) } else { ty.element() }.ok_or_else(unknown)?;
        }
        Ok((path, lane, ty))
    }

    fn lane(&self, lane: u32) -> Result<Value<'m>> {
        self.made.context.const_int(self.made.context.int_type(32)?, u64::from(lane))
    }

    fn by_members(&self, value: Value<'m>, to: Type<'m>) -> Result<Value<'m>> {
        let from = value.ty();
        let pairs: Vec<_> = if to.is_struct() && from.is_struct() {
            self.shapes.members(from).into_iter().zip(self.shapes.members(to)).collect()
        } else if to.is_array() && from.is_array() {
            (0..u32::try_from(to.count()).unwrap_or(0)).map(|index| (index, index)).collect()
        } else {
            return Err(errors::unsupported("a logical copy of unlike types on the cpu"));
        };
        let mut whole = self.made.context.poison(to)?;
        for (member, index) in pairs {
            let inner = if to.is_struct() { to.field(index) } else { to.element() };
            let inner = inner.ok_or_else(|| errors::internal("a type without a member"))?;
            let part = self.copied(self.builder.extract_value(value, &[member])?, inner)?;
            whole = self.builder.insert_value(whole, part, &[index])?;
        }
        Ok(whole)
    }

    /// Converts a row-major matrix to a column-major one or back; it has `vectors` vectors of `numbers` numbers.
    fn turned(&self, value: Value<'m>, to: Type<'m>, (vectors, numbers): (u32, u32)) -> Result<Value<'m>> {
        let path = |ty: Type<'m>, index: u32| {
            let element = ty.field(0).and_then(|array| array.element());
            if element.is_some_and(is_padded) { vec![0, index, 0] } else { vec![0, index] }
        };
        let unlike = || errors::unsupported("a logical copy of unlike matrices on the cpu");
        let element = to.field(0).and_then(|array| array.element()).ok_or_else(unlike)?;
        let vector = if is_padded(element) { element.field(0).ok_or_else(unlike)? } else { element };
        let mut whole = self.made.context.poison(to)?;
        for number in 0..numbers {
            let mut part = self.made.context.poison(vector)?;
            for index in 0..vectors {
                let from = self.builder.extract_value(value, &path(value.ty(), index))?;
                let scalar = self.builder.extract_element(from, self.lane(number)?)?;
                part = self.builder.insert_element(part, scalar, self.lane(index)?)?;
            }
            whole = self.builder.insert_value(whole, part, &path(to, number))?;
        }
        Ok(whole)
    }
}
