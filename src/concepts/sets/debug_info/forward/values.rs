//! Constants that nodes hold, forward: values of template parameters and of static members, offsets of bit-fields.

use super::super::{bit_fields, is_signed, plain_type};
use super::Writer;
use crate::binary::builder::Id;
use crate::concepts::base::constants;
use crate::error::Result;
use crate::llvm::debug::Node;
use crate::llvm::{Metadata, Value};
use crate::state::slots::debug_info::Set;
use ::spirv::Capability;

impl<'m> Writer<'_, 'm> {
    /// Returns the value of a template parameter: a number, or, if the policy asks for it, a function or variable.
    pub(super) fn template_value(&mut self, value: Value<'m>, ty: Option<Metadata<'m>>) -> Result<Id> {
        if value.int_value().is_some() {
            return match self.held(value, ty)? {
                Some(held) => Ok(held),
                None => self.none(),
            };
        }
        let named = match value.is_function() {
            true => self.f.functions.get(&value).map(|signature| signature.id),
            false => self.f.globals.get(&value).map(|operand| operand.id),
        };
        match named.filter(|_| self.f.options.policy.names_values_of_template_parameters) {
            Some(id) => Ok(id),
            None => {
                self.lose("values of template parameters");
                self.none()
            }
        }
    }

    /// Returns whether a constant is the offset of a bit-field's storage unit, which the reader derives from the member.
    pub(super) fn is_derived(&self, value: Value<'m>, node: &Node<'m>) -> bool {
        let has_flag = self.set() == Set::Shader200 || self.f.options.policy.knows_bit_fields_by_flag_alone;
        !has_flag && value.int_value().is_some() && value.int_value() == bit_fields::storage(node)
    }

    /// Returns the constant in a node of a type. If the module does not otherwise have its type, it is a 32-bit word,
    /// which the reader converts to the type.
    pub(super) fn held(&mut self, value: Value<'m>, ty: Option<Metadata<'m>>) -> Result<Option<Id>> {
        if self.has_numbers_like(value) {
            return Ok(Some(constants::module_scope(self.f, value)?.id));
        }
        let is_signed = plain_type(ty).is_some_and(|node| is_signed(&node)) && !value.ty().is_int_of(1);
        let number = if is_signed { value.int_signed().map(i64::cast_unsigned) } else { value.int_value() };
        match number.map(|number| (number, word(number, is_signed))) {
            Some((_, Some(word))) => self.constant(word.into()).map(Some),
            Some((number, None)) if self.f.spv.has(Capability::Int64) => self.long_constant(number).map(Some),
            _ => {
                self.lose("values of types that the module does not have");
                Ok(None)
            }
        }
    }

    /// Returns whether the module has numbers of the type of a value.
    fn has_numbers_like(&self, value: Value<'m>) -> bool {
        let ty = value.ty();
        let is_number = value.int_value().is_some() && !ty.is_int_of(1) || value.float_bits().is_some();
        let has = |(is_of, capability)| is_of && self.f.spv.has(capability);
        let narrow = [(ty.is_int_of(8), Capability::Int8), (ty.is_int_of(16), Capability::Int16)];
        let is_known = ty.is_int_of(32) || ty.float_width() == 32 || self.f.types.contains_key(&ty);
        is_number && (is_known || has((ty.is_int_of(64), Capability::Int64)) || narrow.into_iter().any(has))
    }
}

/// Returns the word that reads back as a number: sign-extended if `is_signed`.
pub(super) fn word(value: u64, is_signed: bool) -> Option<u32> {
    match is_signed {
        true => i32::try_from(value.cast_signed()).ok().map(i32::cast_unsigned),
        false => u32::try_from(value).ok(),
    }
}
