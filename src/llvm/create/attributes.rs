//! Attributes of functions, parameters and results, on functions and on calls.

use super::check::show;
use super::explained::explain;
use super::globals::need;
use super::shim;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributeKind, AttributePlace, Type, Value};
use llvm_sys::core::{LLVMRemoveCallSiteEnumAttribute, LLVMRemoveEnumAttributeAtIndex};
use llvm_sys::prelude::LLVMTypeRef;
use std::ptr::null_mut;

impl<'m> Value<'m> {
    /// Adds an attribute that LLVM knows by `name` to a function or call: without a value (`nounwind`; `value` is
    /// ignored) or with one (`align`).
    pub fn add_attribute(self, place: AttributePlace, name: &str, value: u64) -> Result<()> {
        self.add(place, name, value, null_mut(), || format!("{name}({value})"))
    }

    /// Adds an attribute with a type, such as `byval` or `sret`.
    pub fn add_type_attribute(self, place: AttributePlace, name: &str, ty: Type<'m>) -> Result<()> {
        self.add(place, name, 0, ty.raw(), || format!("{name}({})", show(ty)))
    }

    /// Adds an attribute that is a string, with a value that may be empty.
    pub fn add_string_attribute(self, place: AttributePlace, key: &str, value: &str) -> Result<()> {
        let (key_at, value_at) = (key.as_ptr().cast(), value.as_ptr().cast());
        let place = number(place)?;
        // SAFETY: strings with their lengths; the shim checks the value and the place.
        let code =
            unsafe { shim::spirv_add_string_attribute(self.raw(), place, key_at, key.len(), value_at, value.len()) };
        explain(code, || format!("\"{key}\"=\"{value}\""))
    }

    /// Adds an attribute that is a string to a variable, with a value that may be empty.
    pub fn add_variable_attribute(self, key: &str, value: &str) -> Result<()> {
        need(self.is_global_variable(), self, "only variables have such attributes")?;
        let (key_at, value_at) = (key.as_ptr().cast(), value.as_ptr().cast());
        // SAFETY: a variable, and strings with their lengths.
        unsafe { shim::spirv_add_variable_attribute(self.raw(), key_at, key.len(), value_at, value.len()) }
        Ok(())
    }

    /// Takes an attribute away from a function or call.
    pub fn remove_attribute(self, place: AttributePlace, kind: AttributeKind) -> Result<()> {
        need(self.is_function() || self.is_call(), self, "only functions and calls have such attributes")?;
        // SAFETY: a function or a call, any place, and a number that LLVM gave.
        unsafe {
            match self.is_function() {
                true => LLVMRemoveEnumAttributeAtIndex(self.raw(), place.index(), kind.raw()),
                false => LLVMRemoveCallSiteEnumAttribute(self.raw(), place.index(), kind.raw()),
            }
        }
        Ok(())
    }

    fn add(
        self,
        place: AttributePlace,
        name: &str,
        value: u64,
        ty: LLVMTypeRef,
        text: impl FnOnce() -> String,
    ) -> Result<()> {
        let place = number(place)?;
        // SAFETY: a string with its length, null or a live type; the shim checks the rest.
        let code = unsafe { shim::spirv_add_attribute(self.raw(), place, name.as_ptr().cast(), name.len(), value, ty) };
        explain(code, text)
    }

    /// Returns whether the attribute is one for this place and the type there, whatever attributes are there already.
    pub fn fits_attribute(self, place: AttributePlace, kind: AttributeKind) -> bool {
        let Ok(index) = number(place) else { return false };
        // SAFETY: any value and place, which the shim checks, and a number that LLVM gave.
        unsafe { shim::spirv_takes_attribute(self.raw(), index, kind.raw()) }
    }
}

/// LLVM's number for a place.
fn number(place: AttributePlace) -> Result<u32> {
    match place {
        AttributePlace::Function => Ok(u32::MAX),
        AttributePlace::Return => Ok(0),
        AttributePlace::Param(i) if i < u32::MAX - 1 => Ok(i + 1),
        AttributePlace::Param(i) => Err(Error::of(Code::Operands, format!("there is no parameter {i}"))),
    }
}
