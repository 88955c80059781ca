//! Checks access to parts: of vectors, of aggregates, and by `getelementptr`.

use super::body::Here;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::constants::ConstantKind;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Types;

impl<'m> Verifier<'m> {
    pub(super) fn extract_element(&mut self, here: Here<'_, 'm>) -> Rule {
        let (m, types) = (self.m, &self.m.types);
        let (vector, index) = (m.type_of(here.word(0)), m.type_of(here.word(1)));
        let fits = types.is_vector(vector) && types.is_integer(index) && types.scalar(vector) == here.row.ty;
        HERE.require(fits, "Invalid extractelement operands!")
    }

    pub(super) fn insert_element(&mut self, here: Here<'_, 'm>) -> Rule {
        let (m, types) = (self.m, &self.m.types);
        let (vector, element, index) = (m.type_of(here.word(0)), m.type_of(here.word(1)), m.type_of(here.word(2)));
        let fits = types.is_vector(vector)
            && types.scalar(vector) == element
            && types.is_integer(index)
            && vector == here.row.ty;
        HERE.require(fits, "Invalid insertelement operands!")
    }

    pub(super) fn shuffle(&mut self, here: Here<'_, 'm>) -> Rule {
        let (m, types) = (self.m, &self.m.types);
        let (a, b, mask) = (m.type_of(here.word(0)), m.type_of(here.word(1)), here.word(2));
        let fits = a == b
            && m.is_mask(mask, a)
            && types.shape(m.type_of(mask)) == types.shape(here.row.ty)
            && types.scalar(a) == types.scalar(here.row.ty);
        HERE.require(fits, "Invalid shufflevector operands!")
    }

    pub(super) fn extract_value(&mut self, here: Here<'_, 'm>) -> Rule {
        let part = self.indexed(self.m.type_of(here.word(0)), here.words.get(1..).unwrap_or(&[]));
        HERE.require(part == Some(here.row.ty), "Invalid ExtractValueInst operands!")
    }

    pub(super) fn insert_value(&mut self, here: Here<'_, 'm>) -> Rule {
        let whole = self.m.type_of(here.word(0));
        let part = self.indexed(whole, here.words.get(2..).unwrap_or(&[]));
        let fits = part == Some(self.m.type_of(here.word(1))) && whole == here.row.ty;
        HERE.require(fits, "Invalid InsertValueInst operands!")
    }

    /// Returns the type at the end of a path of indices into an aggregate.
    fn indexed(&self, whole: u32, indices: &[u32]) -> Option<u32> {
        let types = &self.m.types;
        if indices.is_empty() {
            return None;
        }
        indices.iter().try_fold(whole, |ty, &index| match types.kind(ty) {
            TypeKind::Array if (index as u64) < types.get(ty)?.number => types.part(ty, 0),
            TypeKind::Struct | TypeKind::NamedStruct => types.part(ty, index as u64),
            _ => None,
        })
    }

    pub(super) fn element_pointer(&mut self, here: Here<'_, 'm>) -> Rule {
        let (source, base) = (here.word(0), self.m.type_of(here.word(1)));
        let types = &self.m.types;
        HERE.require(types.is_address(base), "GEP base pointer is not a vector or a vector of pointers")?;
        if types.bits(source).is_none() {
            let size = self.size(source);
            HERE.require(size.sized, "GEP into unsized type!")?;
            HERE.require(
                !size.scalable || !self.m.types.is_aggregate(source) || self.m.types.kind(source) == TypeKind::Array,
                "getelementptr cannot target structure that contains scalable vector type",
            )?;
        }
        let types = &self.m.types;
        let result = here.row.ty;
        let indices = here.words.get(2..).unwrap_or(&[]);
        let mut part = source;
        for (i, &index) in indices.iter().enumerate() {
            let ty = self.m.type_of(index);
            HERE.require(types.is_integral(ty), "GEP indexes must be integers")?;
            if i > 0 {
                match self.stepped(part, index) {
                    Some(inner) => part = inner,
                    None => return HERE.broken("Invalid indices for GEP pointer type!"),
                }
            }
            if let Some(shape) = types.shape(ty) {
                HERE.require(Some(shape) == types.shape(result), "Invalid GEP index vector width")?;
            }
        }
        HERE.require(types.is_address(result), "GEP is not of right type for indices!")?;
        if let Some(shape) = types.shape(base) {
            HERE.require(Some(shape) == types.shape(result), "Vector GEP result width doesn't match operand's")?;
        }
        HERE.require(types.space(base) == types.space(result), "GEP address space doesn't match type")
    }

    /// Returns the type of the part that an index value selects.
    pub(super) fn stepped(&self, ty: u32, index: u32) -> Option<u32> {
        let types = &self.m.types;
        match types.kind(ty) {
            TypeKind::Array | TypeKind::Vector | TypeKind::ScalableVector => types.part(ty, 0),
            TypeKind::Struct | TypeKind::NamedStruct => types.part(ty, self.field_number(index)?),
            _ => None,
        }
    }

    /// Returns the number of a structure field in a constant `i32`, or a splat of one.
    fn field_number(&self, index: u32) -> Option<u64> {
        let c = self.m.constant(index)?;
        if !self.m.types.is_integer_of(self.m.types.scalar(c.ty), 32) {
            return None;
        }
        match c.kind {
            ConstantKind::Integer => Some(c.data),
            ConstantKind::Null => Some(0),
            ConstantKind::Data => {
                let (first, rest) = self.m.constants.data(c, 4).split_first_chunk::<4>()?;
                let same = rest.as_chunks::<4>().0.iter().all(|four| four == first);
                same.then_some(u32::from_le_bytes(*first) as u64)
            }
            ConstantKind::Aggregate => {
                let (&first, rest) = self.m.constants.operands(c).split_first()?;
                rest.iter().all(|&part| part == first).then(|| self.m.integer_of(first)).flatten()
            }
            _ => None,
        }
    }
}
