//! Attributes of functions, their results and parameters, and of calls.

use super::attribute_kinds::{Attribute, AttributeKind, AttributePlace};
use super::handles::{refused, text};
use super::{Type, Value};
use crate::error::Result;
use llvm_ir::attributes::{self as ir, FIRST_PARAMETER, FUNCTION, RESULT};
use std::sync::LazyLock;

/// The owners of sets of attributes, with their sets.
pub(super) type Sets = Vec<(u32, Vec<ir::Attribute>)>;

/// The attribute kinds of [`llvm_ir`], by [`AttributeKind`].
static KINDS: LazyLock<Vec<Option<ir::AttributeKind>>> =
    LazyLock::new(|| AttributeKind::all().map(|kind| ir::AttributeKind::named(kind.name())).collect());

impl AttributePlace {
    /// Returns the owner of a set of attributes.
    pub(super) fn owner(self) -> u32 {
        match self {
            Self::Function => FUNCTION,
            Self::Return => RESULT,
            // No function has so many parameters that the cap matters.
            Self::Param(n) => n.saturating_add(FIRST_PARAMETER).min(FUNCTION - 1),
        }
    }
}

impl AttributeKind {
    /// Returns the attribute kind of [`llvm_ir`]; every kind has one, as a test shows.
    pub(super) fn of_ir(self) -> Option<ir::AttributeKind> {
        KINDS.get(self as usize).copied().flatten()
    }
}

impl<'m> Value<'m> {
    fn found(self, place: AttributePlace, kind: AttributeKind) -> Option<ir::Attribute> {
        if !self.is_function() && !self.is_call() {
            return None;
        }
        self.0.attribute(place.owner(), kind.of_ir()?)
    }

    fn string_of(self, place: AttributePlace, name: &str) -> Option<String> {
        self.0.text_attribute(place.owner(), name.as_bytes()).map(|value| text(value).to_owned())
    }

    fn listed(self, place: AttributePlace) -> Vec<Attribute<'m>> {
        let all = self.0.attributes(place.owner());
        all.into_iter().map(|attribute| self.read(attribute)).collect()
    }

    /// Decodes one attribute.
    fn read(self, attribute: ir::Attribute) -> Attribute<'m> {
        let draft = self.draft();
        match attribute {
            ir::Attribute::Flag(kind) => Attribute::Enum { name: kind.name(), value: 0 },
            ir::Attribute::Number(kind, value) => Attribute::Enum { name: kind.name(), value },
            ir::Attribute::Type(kind, Some(ty)) => Attribute::Type { name: kind.name(), ty: Type(draft.type_at(ty)) },
            ir::Attribute::Text(key, value) => Attribute::String {
                key: text(draft.text(key)),
                value: value.map_or("", |value| text(draft.text(value))),
            },
            ir::Attribute::Type(..) | ir::Attribute::Ranges(..) => Attribute::Other,
        }
    }

    /// The value of a string attribute of a function.
    pub fn string_attribute(self, place: AttributePlace, name: &str) -> Option<String> {
        self.is_function().then(|| self.string_of(place, name)).flatten()
    }

    /// Returns all attributes of a function in this place.
    pub fn all_attributes(self, place: AttributePlace) -> Vec<Attribute<'m>> {
        if self.is_function() { self.listed(place) } else { Vec::new() }
    }

    /// The value of a string attribute of a call itself (not of what it calls).
    pub fn call_string_attribute(self, place: AttributePlace, name: &str) -> Option<String> {
        self.is_call().then(|| self.string_of(place, name)).flatten()
    }

    /// Returns all attributes of a call itself (not of the called function) in this place.
    #[cfg(feature = "internals")]
    pub fn call_attributes(self, place: AttributePlace) -> Vec<Attribute<'m>> {
        if self.is_call() { self.listed(place) } else { Vec::new() }
    }

    /// Returns an enum attribute of a function as assembly.
    pub fn attribute_text(self, name: &str) -> Option<String> {
        let kind = ir::AttributeKind::named(name).filter(|_| self.is_function())?;
        self.0.attribute(FUNCTION, kind)?.show()
    }

    /// Returns all attributes of a variable.
    pub fn variable_attributes(self) -> Vec<Attribute<'m>> {
        if self.is_global_variable() { self.listed(AttributePlace::Function) } else { Vec::new() }
    }

    /// The value of a string attribute of a variable.
    pub fn variable_attribute(self, name: &str) -> Option<String> {
        self.is_global_variable().then(|| self.string_of(AttributePlace::Function, name)).flatten()
    }

    /// Returns whether a function has any attribute at a place.
    pub fn has_attributes(self, place: AttributePlace) -> bool {
        self.is_function() && self.0.has_attributes(place.owner())
    }

    /// Returns whether a function, or a call itself (not its callee), has this attribute.
    pub fn has_attribute(self, place: AttributePlace, kind: AttributeKind) -> bool {
        self.found(place, kind).is_some()
    }

    /// The number that comes with an attribute of a function or call, such as `align`.
    pub fn int_attribute(self, place: AttributePlace, kind: AttributeKind) -> Option<u64> {
        match self.found(place, kind)? {
            ir::Attribute::Flag(_) => Some(0),
            ir::Attribute::Number(_, number) => Some(number),
            _ => None,
        }
    }

    /// Returns the value of `align` of a parameter or an argument, in bytes, at most 2^31.
    pub fn param_alignment(self, index: u32) -> Option<u32> {
        self.int_attribute(AttributePlace::Param(index), AttributeKind::Align).map(super::access::at_most_largest)
    }

    /// The type that comes with an attribute of a function or call, such as `byval`.
    pub fn type_attribute(self, place: AttributePlace, kind: AttributeKind) -> Option<Type<'m>> {
        match self.found(place, kind)? {
            ir::Attribute::Type(_, ty) => ty.map(|ty| Type(self.draft().type_at(ty))),
            _ => None,
        }
    }

    /// Returns the attributes of a function or call for another one; `places` has the new position of each parameter.
    pub(super) fn moved_attributes(self, old: Value<'m>, places: &[Option<u32>], same_result: bool) -> Sets {
        let owner = |owner: u32| match owner {
            FUNCTION => Some(FUNCTION),
            RESULT => same_result.then_some(RESULT),
            _ => Some(places.get((owner - FIRST_PARAMETER) as usize).copied().flatten()? + FIRST_PARAMETER),
        };
        old.0.attribute_sets().into_iter().filter_map(|(old, set)| Some((owner(old)?, set))).collect()
    }

    /// Replaces the attributes of a function or a call.
    pub(super) fn put_attributes(self, sets: Sets) -> Result<()> {
        self.0.set_attribute_sets(sets).map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_attribute_is_known() {
        let unknown: Vec<_> =
            AttributeKind::all().filter(|kind| kind.of_ir().is_none()).map(AttributeKind::name).collect();
        assert_eq!(unknown, [""; 0]);
    }
}
