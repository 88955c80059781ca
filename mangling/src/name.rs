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
    /// What it returns, which only the names of templates tell.
    pub result: Option<Type>,
}

/// Writes the mangled form.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::write(&self.base, &self.params))
    }
}

/// Only the base name of `mangled`; `None` if it is not mangled, or scoped. The parameters are not looked at.
pub fn base_name(mangled: &str) -> Option<&str> {
    let mut cursor = Cursor::new(mangled);
    if cursor.eat("_Z") { cursor.source_name().ok() } else { None }
}
