//! What opcodes and enumerants need besides a capability: a version of SPIR-V, or an extension.
//!
//! One rule for all of them. What the version of the module has needs nothing; else an extension brings it that the module declares
//! already, or that may be used; else the version is raised, as far as the options allow.

use crate::error::{Code, Error, Result};
use crate::options::Version;
use crate::spirv::grammar::{self, Kind, Requirements};
use crate::state::Forward;

// --- LLVM to SPIR-V ---

/// Where something comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The module has it already.
    Present,
    /// An extension that may be used.
    Extension(&'static str),
    /// A version that may be written.
    Version(Version),
    /// Neither an allowed extension nor an allowed version.
    None,
}

fn source(f: &Forward<'_>, requires: &Requirements) -> Source {
    let Requirements { extensions, since, .. } = requires;
    let since = since.map(|minor| Version::new(1, minor));
    let is_core = since.map_or(extensions.is_empty(), |since| since <= f.spv.version());
    if is_core || extensions.iter().any(|name| f.spv.has_extension(name)) {
        return Source::Present;
    }
    if let Some(name) = extensions.iter().find(|name| f.options.extensions.allow(name)) {
        return Source::Extension(name);
    }
    since.filter(|since| *since <= f.options.max_version).map_or(Source::None, Source::Version)
}

/// Declares the version or the extension that `requires` asks for, but for capabilities. Fails, with `what` needs it, where the
/// options allow neither.
pub fn require(f: &mut Forward<'_>, requires: &Requirements, what: impl FnOnce() -> String) -> Result<()> {
    match source(f, requires) {
        Source::Present => Ok(()),
        Source::Extension(name) => {
            f.spv.require_extension(name);
            Ok(())
        }
        Source::Version(version) => {
            f.spv.require_version(version);
            Ok(())
        }
        Source::None => Err(missing(f, requires, &what())),
    }
}

/// The same for each enumerant of an operand.
pub fn require_operand(f: &mut Forward<'_>, kind: Kind, value: u32, of: &str) -> Result<()> {
    for row in grammar::enumerants(kind, value) {
        require(f, &row.requires, || format!("{} {}", of, row.name))?;
    }
    Ok(())
}

/// The error of what needs a version or an extension that the options do not allow.
pub fn missing(f: &Forward<'_>, requires: &Requirements, what: &str) -> Error {
    match (requires.extensions.first(), requires.since) {
        (Some(name), _) => Error::needs_extension(what, name),
        (None, Some(minor)) => Error::needs_version(what, Version::new(1, minor), f.options.max_version),
        (None, None) => Error::of(Code::Builtin, what),
    }
}

/// Returns whether the options allow what `requires` asks for, but for capabilities.
pub fn is_available(f: &Forward<'_>, requires: &Requirements) -> bool {
    source(f, requires) != Source::None
}

/// Returns whether an enumerant may be used, as the options allow extensions and versions, with one of the capabilities that
/// enable it.
pub fn is_allowed(f: &Forward<'_>, kind: Kind, value: u32) -> bool {
    let Some(row) = grammar::enumerant(kind, value) else { return false };
    let capabilities = row.requires.capabilities;
    let enabled = |capability: &::spirv::Capability| {
        grammar::enumerant(Kind::Capability, *capability as u32).is_some_and(|row| is_available(f, &row.requires))
    };
    is_available(f, &row.requires) && (capabilities.is_empty() || capabilities.iter().any(enabled))
}
