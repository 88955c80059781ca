//! The owners that each attribute may have, from LLVM 22's `Attributes.td`; attributes that are not listed are for functions alone.

/// Attributes of parameters alone.
const OF_PARAMETERS: &[&str] = &[
    "allocalign",
    "allocptr",
    "byref",
    "byval",
    "captures",
    "dead_on_return",
    "dead_on_unwind",
    "elementtype",
    "immarg",
    "inalloca",
    "initializes",
    "nest",
    "readnone",
    "readonly",
    "returned",
    "sret",
    "swiftasync",
    "swifterror",
    "swiftself",
    "writable",
    "writeonly",
];
/// Attributes of parameters and results.
const OF_VALUES: &[&str] = &[
    "dereferenceable",
    "dereferenceable_or_null",
    "inreg",
    "noalias",
    "noext",
    "nofpclass",
    "nonnull",
    "noundef",
    "range",
    "signext",
    "zeroext",
];
/// Attributes of functions and parameters.
const OF_BOTH: &[&str] = &["alignstack", "nofree", "preallocated"];

impl super::AttributeKind {
    /// Returns whether a function, a result or a parameter may have the attribute. `align` passes for each of them, and `alignstack`
    /// for results, too.
    pub(crate) fn applies_to(self, is_function: bool, is_result: bool) -> bool {
        let name = self.name();
        let is_of_value = OF_VALUES.contains(&name);
        let is_of_parameter = is_of_value || OF_PARAMETERS.contains(&name);
        let fits = match (is_function, is_result) {
            (true, _) => !is_of_parameter,
            (_, true) => is_of_value,
            _ => is_of_parameter || OF_BOTH.contains(&name),
        };
        fits || name == "align" || name == "alignstack" && is_result
    }

    /// True for an attribute that the owner of a set may have: a function, a result or a parameter.
    pub fn is_for(self, owner: u32) -> bool {
        let is_function = owner == super::FUNCTION;
        self.applies_to(is_function, owner == super::RESULT) && !(is_function && self.form() == super::Form::Align)
    }
}
