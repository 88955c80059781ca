//! Declarations of intrinsics, with the names and attributes that LLVM gives them.

use super::super::{Draft, Function, Result, Type, need};
use crate::intrinsics::{self, shape};
use crate::types::TypeKind;
use crate::upgrade::attributes_of_intrinsic;

impl Draft {
    /// Returns the intrinsic with a name, with or without its overloaded types, and a type; declares it if the module lacks it.
    /// `None` if LLVM has no such intrinsic, or if the name is used otherwise.
    ///
    /// # Errors
    /// A type that is not a function type.
    pub fn intrinsic<'d>(&'d self, name: &[u8], ty: Type<'d>) -> Result<Option<Function<'d>>> {
        need(ty.kind() == TypeKind::Function, "an intrinsic has the type of a function")?;
        let Some(full) = self.intrinsic_name(name, ty) else { return Ok(None) };
        if let Some(known) = self.global_named(&full) {
            return Ok(known.function().filter(|function| function.ty() == ty));
        }
        self.add_function(&full, ty, self.program_space()).map(Some)
    }

    /// Returns the full name of the intrinsic for a type; `None` if the type does not fit.
    fn intrinsic_name(&self, name: &[u8], ty: Type<'_>) -> Option<Vec<u8>> {
        // A name that continues behind an intrinsic without overloads is not an intrinsic.
        let base = intrinsics::base(name)?;
        let whole = format!("llvm.{base}");
        let (_, codes) = intrinsics::signature(whole.as_bytes())?;
        let types = self.types.borrow();
        let overloads = shape::overloads(&types, ty.number, codes).ok()?;
        let mut full = whole.clone().into_bytes();
        for overload in overloads {
            full.push(b'.');
            shape::mangle(&types, &|text| self.texts.get(text), overload, &mut full);
        }
        Some(full)
    }

    /// Returns false if the name is that of an intrinsic that has another type.
    pub(in crate::draft) fn fits_intrinsic(&self, name: &[u8], ty: Type<'_>) -> bool {
        !intrinsics::is_intrinsic(name) || intrinsics::base(name).is_none() || self.intrinsic_name(name, ty).is_some()
    }

    /// Returns the attribute list that LLVM gives a function of this name and type: its number, plus one.
    pub(in crate::draft) fn attributes_by_name(&self, name: &[u8], ty: u32) -> u32 {
        attributes_of_intrinsic(&self.types.borrow(), &mut self.attributes.borrow_mut(), name, ty)
    }
}
