//! Tables by the types of LLVM IR.

use crate::llvm::Type;

/// A value for each type, by the types' numbers, which are consecutive in a module.
#[derive(Debug)]
pub struct ByType<'m, T>(Vec<Option<(Type<'m>, T)>>);

impl<T> Default for ByType<'_, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'m, T: Copy> ByType<'m, T> {
    /// Returns the value of a type.
    #[inline]
    pub fn get(&self, ty: &Type<'m>) -> Option<T> {
        self.0.get(ty.number()).copied().flatten().map(|(_, value)| value)
    }

    /// Returns whether a type has a value.
    pub fn contains_key(&self, ty: &Type<'m>) -> bool {
        self.get(ty).is_some()
    }

    /// Sets the value of a type. Nothing is kept for the type of what has none, whose number is the largest.
    pub fn insert(&mut self, ty: Type<'m>, value: T) {
        let number = ty.number();
        if number >= u32::MAX as usize {
            return;
        }
        if number >= self.0.len() {
            self.0.resize(number + 1, None);
        }
        if let Some(slot) = self.0.get_mut(number) {
            *slot = Some((ty, value));
        }
    }

    /// Returns the types that have a value, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Type<'m>, T)> {
        self.0.iter().copied().flatten()
    }
}
