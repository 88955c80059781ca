//! Parts of vectors, structs and arrays.

use super::Builder;
use crate::error::Result;
use crate::llvm::Value;
use crate::llvm::create::check::{built, show};
use crate::llvm::create::shim;

impl<'m> Builder<'m> {
    /// `extractelement` at an index of integer type.
    pub fn extract_element(&self, vector: Value<'m>, index: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles; the shim checks the types.
        built(unsafe { shim::spirv_extract_element(at, vector.raw(), index.raw()) }, || {
            format!("`extractelement` cannot take {} at {}", show(vector.ty()), show(index.ty()))
        })
    }

    /// `insertelement` at an index of integer type.
    pub fn insert_element(&self, vector: Value<'m>, element: Value<'m>, index: Value<'m>) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles; the shim checks the types.
        built(unsafe { shim::spirv_insert_element(at, vector.raw(), element.raw(), index.raw()) }, || {
            let (vector, element, index) = (show(vector.ty()), show(element.ty()), show(index.ty()));
            format!("`insertelement` cannot put {element} into {vector} at {index}")
        })
    }

    /// `shufflevector`; -1 in the mask is poison.
    pub fn shuffle_vector(&self, a: Value<'m>, b: Value<'m>, mask: &[i32]) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles, a mask with its length; the shim checks types and range.
        built(unsafe { shim::spirv_shuffle(at, a.raw(), b.raw(), mask.as_ptr(), mask.len()) }, || {
            format!("`shufflevector` cannot take {} and {} by {mask:?}", show(a.ty()), show(b.ty()))
        })
    }

    /// `extractvalue` along one or more indices.
    pub fn extract_value(&self, aggregate: Value<'m>, indices: &[u32]) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles, indices with their number; the shim checks the path.
        built(unsafe { shim::spirv_extract_value(at, aggregate.raw(), indices.as_ptr(), indices.len()) }, || {
            format!("`extractvalue` finds nothing in {} along {indices:?}", show(aggregate.ty()))
        })
    }

    /// `insertvalue` along one or more indices.
    pub fn insert_value(&self, aggregate: Value<'m>, v: Value<'m>, indices: &[u32]) -> Result<Value<'m>> {
        let at = self.at()?;
        // SAFETY: live handles, indices with their number; the shim checks the path.
        let raw = unsafe { shim::spirv_insert_value(at, aggregate.raw(), v.raw(), indices.as_ptr(), indices.len()) };
        built(raw, || {
            format!("`insertvalue` cannot put {} into {} along {indices:?}", show(v.ty()), show(aggregate.ty()))
        })
    }
}
