//! Checks attributes: their owners, the types of these, and attributes that exclude each other.

mod functions;
mod parameters;
mod texts;

pub(crate) use parameters::misfits;

use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER, FUNCTION, Form, RESULT};
use crate::global::Global;

pub(super) const HERE: Chapter = Chapter::Attributes;

/// The bit of an attribute.
pub(super) const fn bit(name: &'static str) -> u128 {
    AttributeKind::of(name).bit()
}

/// Returns the bits of several attributes.
pub(super) const fn bits(names: &[&'static str]) -> u128 {
    let (mut i, mut all) = (0, 0);
    while i < names.len() {
        all |= bit(names[i]);
        i += 1;
    }
    all
}

pub(super) const BUILTIN: u128 = bit("builtin");
pub(super) const ELEMENT_TYPE: u128 = bit("elementtype");
pub(super) const BY_VALUE: u128 = bit("byval");
pub(super) const BY_REFERENCE: u128 = bit("byref");
pub(super) const IN_REGISTER: u128 = bit("inreg");
pub(super) const PREALLOCATED: u128 = bit("preallocated");
pub(super) const IN_ALLOCA: u128 = bit("inalloca");
pub(super) const SRET: u128 = bit("sret");
pub(super) const SWIFT_ERROR: u128 = bit("swifterror");
pub(super) const SWIFT_ASYNC: u128 = bit("swiftasync");
pub(super) const IMMEDIATE: u128 = bit("immarg");
pub(super) const NEST: u128 = bit("nest");
pub(super) const RETURNED: u128 = bit("returned");
pub(super) const SPECULATABLE: u128 = bit("speculatable");

/// The attributes that only parameters may have.
const PARAMETERS_ONLY: u128 = bits(&[
    "allocalign",
    "allocptr",
    "dead_on_return",
    "dead_on_unwind",
    "immarg",
    "nest",
    "readnone",
    "readonly",
    "returned",
    "swiftasync",
    "swifterror",
    "swiftself",
    "writable",
    "writeonly",
    "byref",
    "byval",
    "elementtype",
    "inalloca",
    "sret",
    "captures",
    "initializes",
]);
/// The attributes that parameters and results may have.
const VALUES: u128 = bits(&[
    "inreg",
    "noalias",
    "noext",
    "noundef",
    "nonnull",
    "signext",
    "zeroext",
    "align",
    "dereferenceable",
    "dereferenceable_or_null",
    "nofpclass",
    "range",
]);
/// The attributes that a parameter may have.
pub(super) const OF_PARAMETERS: u128 = PARAMETERS_ONLY | VALUES | bits(&["nofree", "preallocated", "alignstack"]);
/// The attributes that a result may have.
const OF_RESULTS: u128 = VALUES | bit("alignstack");
/// The attributes that a function may have.
pub(super) const OF_FUNCTIONS: u128 = !(PARAMETERS_ONLY | VALUES);

/// The owner of a list of attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum For {
    /// A function.
    Function { is_intrinsic: bool },
    /// A call, possibly of inline assembly.
    Call { is_intrinsic: bool, is_assembly: bool },
}

impl For {
    fn code(self) -> u8 {
        match self {
            For::Function { is_intrinsic } => is_intrinsic as u8,
            For::Call { is_intrinsic, is_assembly } => 4 | is_intrinsic as u8 | (is_assembly as u8) << 1,
        }
    }
    fn is_intrinsic(self) -> bool {
        matches!(self, For::Function { is_intrinsic: true } | For::Call { is_intrinsic: true, .. })
    }
    fn is_assembly(self) -> bool {
        matches!(self, For::Call { is_assembly: true, .. })
    }
}

impl<'m> Verifier<'m> {
    /// The attributes of a set as bits.
    pub(super) fn mask(&mut self, set: u32) -> u128 {
        if let Some(&Some(mask)) = self.masks.get(set as usize) {
            return mask;
        }
        let kinds = self.m.attributes.set(set).iter().filter_map(Attribute::kind);
        let mask = kinds.fold(0, |mask, kind| mask | kind.bit());
        if let Some(slot) = self.masks.get_mut(set as usize) {
            *slot = Some(mask);
        }
        mask
    }

    /// The attributes that a list has for `owner`, as bits.
    pub(super) fn mask_of(&mut self, list: u32, owner: u32) -> u128 {
        if list == 0 {
            return 0;
        }
        self.m.attributes.of(list, owner).map_or(0, |set| self.mask(set))
    }

    pub(super) fn has(&mut self, list: u32, owner: u32, bit: u128) -> bool {
        self.mask_of(list, owner) & bit != 0
    }

    /// True where a list has an attribute for any owner.
    pub(super) fn has_anywhere(&mut self, list: u32, bit: u128) -> bool {
        let m = self.m;
        m.attributes.list(list).iter().any(|&(_, set)| self.mask(set) & bit != 0)
    }

    /// True where the first or second parameter is `sret`.
    pub(super) fn has_sret(&mut self, list: u32) -> bool {
        self.has(list, FIRST_PARAMETER, SRET) || self.has(list, FIRST_PARAMETER + 1, SRET)
    }

    /// The attribute of a kind that a list has for `owner`.
    pub(super) fn attribute(&self, list: u32, owner: u32, kind: AttributeKind) -> Option<&'m Attribute> {
        let set = self.m.attributes.of(list, owner)?;
        self.m.attributes.set(set).iter().find(|a| a.kind() == Some(kind))
    }

    /// The type that an attribute of a list has.
    pub(super) fn attribute_type(&self, list: u32, owner: u32, kind: AttributeKind) -> Option<u32> {
        match self.attribute(list, owner, kind)? {
            Attribute::Type(_, ty) => *ty,
            _ => None,
        }
    }

    /// Returns the value of a string attribute; empty if it has none.
    pub(super) fn attribute_text(&self, list: u32, owner: u32, key: &[u8]) -> Option<&'m [u8]> {
        let set = self.m.attributes.of(list, owner)?;
        self.m.attributes.set(set).iter().find_map(|a| match a {
            Attribute::Text(k, value) if self.m.text(*k) == key => Some(value.map_or(&[][..], |v| self.m.text(v))),
            _ => None,
        })
    }

    pub(super) fn has_text(&self, list: u32, owner: u32, key: &[u8]) -> bool {
        list != 0 && self.attribute_text(list, owner, key).is_some()
    }

    /// Checks a list of attributes for a function type; `global` is the function itself, if the list is that of a function.
    pub(super) fn attribute_list(&mut self, list: u32, ty: u32, of: For, global: Option<&'m Global>) -> Rule {
        if list == 0 || self.lists.contains(&(list, ty, of.code())) {
            return Ok(());
        }
        self.whole_list(list, ty, of, global)?;
        let is_of_one = |v: &mut Self| {
            v.has(list, FUNCTION, bit("jumptable")) || v.has_text(list, FUNCTION, b"alloc-variant-zeroed")
        };
        if global.is_none() || !is_of_one(self) {
            self.lists.insert((list, ty, of.code()));
        }
        Ok(())
    }

    fn whole_list(&mut self, list: u32, ty: u32, of: For, global: Option<&'m Global>) -> Rule {
        let m = self.m;
        let types = &m.types;
        let parameters = types.parameters(ty);
        let mut seen = Seen::default();
        for &(owner, set) in m.attributes.list(list) {
            self.forms(set)?;
            if owner == RESULT {
                let result = types.result(ty);
                let mask = self.mask(set);
                HERE.require(mask & !OF_RESULTS == 0, "an attribute does not apply to function return values")?;
                self.parameter(set, result)?;
            } else if owner != FUNCTION
                && let Some(&parameter) = parameters.get((owner - FIRST_PARAMETER) as usize)
            {
                self.parameter_of(set, owner - FIRST_PARAMETER, parameter, ty, of, &mut seen)?;
            } else if owner != FUNCTION && !types.is_variadic(ty) && !m.attributes.set(set).is_empty() {
                return HERE.broken("Attribute after last parameter!");
            }
        }
        match m.attributes.of(list, FUNCTION) {
            Some(set) => self.function_set(list, set, ty, global),
            None => Ok(()),
        }
    }

    /// Checks that each attribute of a set has the kind of value that it takes.
    fn forms(&self, set: u32) -> Rule {
        for attribute in self.m.attributes.set(set) {
            let fits = match attribute {
                Attribute::Text(key, value) => {
                    self.boolean_text(self.m.text(*key), value.map_or(&[][..], |v| self.m.text(v)))?;
                    continue;
                }
                Attribute::Flag(kind) => kind.form() == Form::Flag,
                Attribute::Type(kind, _) => kind.form() == Form::Type,
                Attribute::Ranges(kind, ..) => matches!(kind.form(), Form::Range | Form::Ranges),
                Attribute::Number(kind, _) => {
                    !matches!(kind.form(), Form::Flag | Form::Type | Form::Range | Form::Ranges)
                }
            };
            HERE.require(fits, "an attribute without its argument")?;
        }
        Ok(())
    }
}

/// The attributes that only one parameter may have, as far as they were seen.
#[derive(Default)]
pub(super) struct Seen {
    mask: u128,
}
