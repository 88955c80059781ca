//! Vectors and aggregates.

use super::Builder;
use crate::error::Result;
use crate::llvm::Value;
use crate::llvm::create::check::show;

impl<'m> Builder<'m> {
    /// `extractelement`
    pub fn extract_element(&self, vector: Value<'m>, index: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.extract_element(vector.0, index.0), || {
            format!("`extractelement` cannot take {} at {}", show(vector.ty()), show(index.ty()))
        })
    }

    /// `insertelement`
    pub fn insert_element(&self, vector: Value<'m>, element: Value<'m>, index: Value<'m>) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.insert_element(vector.0, element.0, index.0), || {
            let (vector, element, index) = (show(vector.ty()), show(element.ty()), show(index.ty()));
            format!("`insertelement` cannot put {element} into {vector} at {index}")
        })
    }

    /// Builds `shufflevector`; a mask element of -1 stands for poison.
    pub fn shuffle_vector(&self, a: Value<'m>, b: Value<'m>, mask: &[i32]) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.shuffle_vector(a.0, b.0, mask), || {
            format!("`shufflevector` cannot take {} and {} by {mask:?}", show(a.ty()), show(b.ty()))
        })
    }

    /// `extractvalue`
    pub fn extract_value(&self, aggregate: Value<'m>, indices: &[u32]) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.extract_value(aggregate.0, indices), || {
            format!("{} has no part {indices:?}", show(aggregate.ty()))
        })
    }

    /// `insertvalue`
    pub fn insert_value(&self, aggregate: Value<'m>, v: Value<'m>, indices: &[u32]) -> Result<Value<'m>> {
        self.at()?;
        self.put(self.made.insert_value(aggregate.0, v.0, indices), || {
            format!("{} has no part {indices:?} that {} fits", show(aggregate.ty()), show(v.ty()))
        })
    }
}
