//! Checks `llvm.assume`, whose operand bundles are attributes.

use super::super::attributes::{OF_FUNCTIONS, OF_PARAMETERS};
use super::super::fault::Rule;
use super::*;
use crate::attributes::{AttributeKind, Form};

impl<'m> Verifier<'m> {
    pub(super) fn assumption(&self, call: &Call<'_, 'm>) -> Rule {
        if call.bundles.is_empty() {
            return Ok(());
        }
        HERE.require(self.number_at(call, 0) == Some(1), "assume with operand bundles must have i1 true condition")?;
        call.bundles.iter().try_for_each(|bundle| self.assumed(self.tag(bundle), self.held(bundle)))
    }

    fn assumed(&self, tag: &[u8], values: &[u32]) -> Rule {
        let types = &self.m.types;
        let of = |i: usize| values.get(i).map_or(crate::module::NONE, |&value| self.m.type_of(value));
        let count = values.len();
        match tag {
            b"ignore" => return Ok(()),
            b"separate_storage" => {
                HERE.require(count == 2, "separate_storage assumptions should have 2 arguments")?;
                return HERE.require(
                    types.is_pointer(of(0)) && types.is_pointer(of(1)),
                    "arguments to separate_storage assumptions should be pointers",
                );
            }
            b"align" => {
                HERE.require((2..=3).contains(&count), "alignment assumptions should have 2 or 3 arguments")?;
                HERE.require(types.is_pointer(of(0)), "first argument should be a pointer")?;
                HERE.require(types.is_integer(of(1)), "second argument should be an integer")?;
                return HERE
                    .require(count < 3 || types.is_integer(of(2)), "third argument should be an integer if present");
            }
            b"dereferenceable" => {
                HERE.require(count == 2, "dereferenceable assumptions should have 2 arguments")?;
                HERE.require(types.is_pointer(of(0)), "first argument should be a pointer")?;
                return HERE.require(types.is_integer(of(1)), "second argument should be an integer");
            }
            _ => {}
        }
        let kind = std::str::from_utf8(tag).ok().and_then(AttributeKind::named);
        let Some(kind) = kind else { return HERE.broken("tags must be valid attribute names") };
        HERE.require(count <= 2, "too many arguments")?;
        let is_number = !matches!(kind.form(), Form::Flag | Form::Type | Form::Range | Form::Ranges);
        if is_number {
            HERE.require(count == 2, "this attribute should have 2 arguments")?;
            return HERE.require(
                values.get(1).is_some_and(|&value| self.m.integer_of(value).is_some()),
                "the second argument should be a constant integral value",
            );
        }
        if kind.bit() & OF_PARAMETERS != 0 {
            return HERE.require(count == 1, "this attribute should have one argument");
        }
        HERE.require(kind.bit() & OF_FUNCTIONS == 0 || count == 0, "this attribute has no argument")
    }
}
