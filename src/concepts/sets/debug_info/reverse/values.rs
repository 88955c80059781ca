//! Constants in nodes, backward: converted to the width of their type.

use super::super::codes::{BOOLEAN, llvm_flag};
use super::super::{bit_fields, is_signed, plain_type};
use super::Reader;
use crate::binary::Id;
use crate::error::Result;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::llvm::{Metadata, Value};

/// The width of a word, which stands for a constant of a type that the module does not have.
const WORD: u32 = 32;
/// The width of a bit-field's offset.
const OFFSET: u64 = 64;

impl<'m> Reader<'_, 'm> {
    /// Returns the constant in a node.
    pub(super) fn held(&self, id: Id, node: &Node<'m>) -> Result<Option<Metadata<'m>>> {
        let Some(value) = self.r.value(id).ok().filter(|value| value.is_constant()) else { return Ok(None) };
        let value = if self.r.options.policy.reads_functions_as_builder { value } else { self.sized(value, node)? };
        self.r.context.md_value(value).map(Some)
    }

    /// Marks a member as a bit-field, with the offset of its storage unit, if its size shows that it is one.
    pub(super) fn bit_field(&self, node: &mut Node<'m>) -> Result<()> {
        let storage = bit_fields::storage(node).filter(|_| !self.r.options.policy.knows_bit_fields_by_flag_alone);
        let Some(storage) = storage else { return Ok(()) };
        node.set(Number::Flags, node.number(Number::Flags) | llvm_flag::BIT_FIELD);
        if node.link(Link::Extra).is_none() {
            let offset = self.r.context.const_int(self.r.context.int_type(OFFSET as u32)?, storage)?;
            node.set_link(Link::Extra, Some(self.r.context.md_value(offset)?));
        }
        Ok(())
    }

    /// Returns a constant converted from a word to the width of the node's type.
    fn sized(&self, value: Value<'m>, node: &Node<'m>) -> Result<Value<'m>> {
        let ty = plain_type(node.link(Link::Base)).filter(|ty| ty.class != Class::FunctionType);
        let width = if is_offset(node) { OFFSET } else { ty.as_ref().map_or(0, width_of) };
        let is_signed = ty.is_some_and(|ty| is_signed(&ty)) && !is_offset(node);
        let number = if is_signed { value.int_signed().map(i64::cast_unsigned) } else { value.int_value() };
        match (number, width) {
            (Some(number), 1..=64) if value.ty().is_int_of(WORD) && width != u64::from(WORD) => {
                let ty = self.r.context.int_type(width as u32)?;
                self.r.context.const_int(ty, number & u64::MAX >> (64 - width))
            }
            _ => Ok(value),
        }
    }
}

/// Returns whether the constant of a member is the offset of a bit-field's storage unit, and not a value.
fn is_offset(node: &Node<'_>) -> bool {
    node.class == Class::DerivedType && node.number(Number::Flags) & llvm_flag::STATIC == 0
}

/// Returns the width of the values of a type.
fn width_of(ty: &Node<'_>) -> u64 {
    if ty.number(Number::Encoding) == BOOLEAN { 1 } else { ty.number(Number::Size) }
}
