//! The types of SPIR-V by types of LLVM IR.

use crate::binary::builder::Id;
use crate::llvm::Type;

/// The SPIR-V types of types, by their numbers, which are consecutive in a module.
#[derive(Debug, Default)]
pub struct Types<'m>(Vec<Option<(Type<'m>, Id)>>);

impl<'m> Types<'m> {
    /// Returns the SPIR-V type of a type.
    #[inline]
    pub fn get(&self, ty: &Type<'m>) -> Option<Id> {
        self.0.get(ty.number()).copied().flatten().map(|(_, id)| id)
    }

    /// Returns whether a type has been translated.
    pub fn contains_key(&self, ty: &Type<'m>) -> bool {
        self.get(ty).is_some()
    }

    /// Sets the SPIR-V type of a type.
    pub fn insert(&mut self, ty: Type<'m>, id: Id) {
        let number = ty.number();
        if number >= self.0.len() {
            self.0.resize(number + 1, None);
        }
        if let Some(slot) = self.0.get_mut(number) {
            *slot = Some((ty, id));
        }
    }

    /// Returns the types that have been translated, with their SPIR-V types.
    pub fn iter(&self) -> impl Iterator<Item = (Type<'m>, Id)> {
        self.0.iter().copied().flatten()
    }
}
