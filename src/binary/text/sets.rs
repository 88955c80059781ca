//! Extended instruction sets by name, as the assembler knows them.

use crate::binary::Id;
use crate::binary::definitions::Definitions;
use crate::binary::grammar::{self, ExtSet};
use crate::binary::operands::Context;

/// An extended instruction set.
#[derive(Clone, Copy)]
pub(super) struct Set {
    /// Its instructions, if known.
    pub grammar: Option<&'static ExtSet>,
    /// True if the set may contain instructions that the grammar does not list.
    pub is_non_semantic: bool,
}

/// Non-semantic sets whose instructions `spirv-as` knows by name. Any version is accepted: later ones only add
/// instructions, and the numbers stay.
const VERSIONED: &[(&str, &str)] = &[
    ("NonSemantic.Shader.DebugInfo.", "NonSemantic.Shader.DebugInfo.100"),
    ("NonSemantic.ClspvReflection.", "NonSemantic.ClspvReflection"),
    ("NonSemantic.VkspReflection.", "NonSemantic.VkspReflection"),
];

impl Set {
    /// The set of this name.
    pub fn of_name(name: &[u8]) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?;
        let row = VERSIONED.iter().find(|row| name.starts_with(row.0));
        let known = row.map_or(name, |row| row.1);
        let known = grammar::ext_set(known).or_else(|| grammar::unpublished_set(known));
        let is_non_semantic = grammar::is_non_semantic(name);
        (known.is_some() || is_non_semantic).then_some(Self { grammar: known, is_non_semantic })
    }
}

/// The set that was imported under this id, with the names that `spirv-as` takes.
pub(super) fn imported(definitions: &Definitions<'_>, id: Id) -> Option<Set> {
    let set = definitions.ext_set(id)?;
    if !grammar::is_non_semantic(set.name) {
        return Some(Set { grammar: Some(set), is_non_semantic: false });
    }
    let named = VERSIONED.iter().find(|row| set.name == row.1 || set.name.starts_with(row.0));
    let known = match named {
        Some((_, name)) if set.name == *name => Some(set),
        Some((_, name)) => grammar::ext_set(name),
        None if set.instructions.is_empty() => of_import(definitions, id),
        None => None,
    };
    Some(Set { grammar: known, is_non_semantic: true })
}

/// Returns the set of an import with a version that the grammar does not list.
fn of_import(definitions: &Definitions<'_>, id: Id) -> Option<&'static ExtSet> {
    let (name, _) = definitions.get(id)?.string(0).ok()?;
    let row = VERSIONED.iter().find(|row| name.starts_with(row.0))?;
    grammar::ext_set(row.1)
}
