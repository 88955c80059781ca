//! `<encoding>`: a whole mangled name.

use crate::cursor::Cursor;
use crate::types::Type;
use std::fmt;

/// A builtin's name and the types of its parameters.
///
/// ```text
/// <mangled-name> ::= _Z <encoding>
/// <encoding> ::= <source-name> <parameter type>+
///            ::= <source-name> <template-args> <result type> <parameter type>+
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name as the source spells it, `fmax`.
    pub base: String,
    /// The parameters; empty for `(void)`, which is mangled `v`.
    pub params: Vec<Type>,
    /// The template parameters and the result, if the name is that of a template.
    pub template: Option<Template>,
}

/// The part of a template's name between its name and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Template {
    /// The arguments: at least one.
    pub arguments: Vec<Type>,
    /// The result type, which only names of templates contain.
    pub result: Type,
}

impl Name {
    /// Returns a name without parameters or a template.
    pub fn plain(base: impl Into<String>) -> Self {
        Name { base: base.into(), params: Vec::new(), template: None }
    }

    /// Returns the result type, if the name has it.
    pub fn result(&self) -> Option<&Type> {
        self.template.as_ref().map(|template| &template.result)
    }
}

/// Writes the mangled form.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::write::write_name(self))
    }
}

/// Returns only the base name of `mangled`; `None` if it is not mangled, or scoped. The parameters are not parsed.
pub fn base_name(mangled: &str) -> Option<&str> {
    let mut cursor = Cursor::new(mangled);
    if cursor.eat("_Z") { cursor.source_name().ok() } else { None }
}
