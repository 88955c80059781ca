//! Requirements of opcodes and enumerants besides a capability: a version of SPIR-V, or an extension.
//!
//! The rule is [`Scope::availability`]; this module applies it to the module that is being written, within the options
//! and the environment, and declares the result.

use crate::binary::grammar::{self, Kind, Requirements};
use crate::environment::{Availability, Environment, Feature, Models, Scope};
use crate::error::{Cause, Code, Collected, Error, Result, listed};
use crate::options::{Options, Version};
use crate::state::Forward;
use ::spirv::Capability;

// --- LLVM to SPIR-V ---

/// Returns how a feature with these requirements gets into the module.
pub fn of(f: &Forward<'_>, requires: &Requirements) -> Availability {
    within(f, (f.spv.version(), f.options.max_version), requires)
}

/// Returns the availability as [`of`] does, for another version in force and another highest allowed one.
fn within(f: &Forward<'_>, (version, highest): (Version, Version), requires: &Requirements) -> Availability {
    let declares = |name: &str| f.spv.has_extension(name);
    let allows = |name: &str| allows(f.options, name);
    let environment = &f.options.environment;
    Scope { version, highest, declares: &declares, allows: &allows, environment }.availability(requires)
}

/// Declares the version or the extension in `requires`, but no capabilities. Fails with an error that `what` needs it,
/// if the options allow neither.
pub fn require(f: &mut Forward<'_>, requires: &Requirements, what: impl FnOnce() -> String) -> Result<()> {
    match of(f, requires) {
        Availability::Core | Availability::Declared(_) => {}
        Availability::Extension(name) => f.spv.require_extension(name),
        Availability::Version(version) => f.spv.require_version(version),
        Availability::Missing | Availability::Forbidden => return Err(missing(f, requires, &what())),
    }
    Ok(())
}

/// Returns the first of several alternative extensions that a module may declare with these options. Fails with an
/// error that `what` needs one of them, if it may declare none.
pub fn extension<'e>(options: &Options, any_of: &[&'e str], what: impl FnOnce() -> String) -> Result<&'e str> {
    let first = any_of.iter().copied().find(|name| allows(options, name));
    first.ok_or_else(|| Error::needs_one_of(what(), any_of))
}

/// Returns whether a module may declare an extension with these options: the user and the environment allow it.
pub fn allows(options: &Options, extension: &str) -> bool {
    options.extensions.allow(extension)
}

/// Returns whether a module with these options may declare a capability: the environment allows it, and the version or an
/// extension has it.
pub fn allows_capability(options: &Options, capability: Capability) -> bool {
    let Some(row) = grammar::enumerant(Kind::Capability, capability as u32) else { return false };
    let (since, extensions) = (row.requires.since, row.requires.extensions);
    let is_core = since.map_or(extensions.is_empty(), |minor| Version::new(1, minor) <= options.max_version);
    let is_brought = extensions.iter().any(|name| allows(options, name));
    options.environment.allows_capability(capability) && (is_core || is_brought)
}

/// Raises the version to the first one that has a feature, as far as that is allowed: the Khronos translator prefers a
/// version to an extension.
pub fn prefer_version(f: &mut Forward<'_>, requires: &Requirements) {
    let without_extensions = Requirements { extensions: &[], ..*requires };
    if let Availability::Version(version) = of(f, &without_extensions) {
        f.spv.require_version(version);
    }
}

/// Raises the version to one that has a feature, as far as that is allowed. Returns whether the version has it.
pub fn raise(f: &mut Forward<'_>, feature: Feature) -> bool {
    feature.requires().is_some_and(|requires| raise_to(f, requires))
}

/// Raises the version to one with the feature that `requires` describes, as far as that is allowed. Returns whether the
/// version has it.
pub fn raise_to(f: &mut Forward<'_>, requires: &Requirements) -> bool {
    let requires = Requirements { extensions: &[], ..*requires };
    prefer_version(f, &requires);
    of(f, &requires) == Availability::Core
}

/// Declares the requirements of each enumerant of an operand.
pub fn require_operand(f: &mut Forward<'_>, kind: Kind, value: u32, of: &str) -> Result<()> {
    for row in grammar::enumerants(kind, value) {
        require(f, &row.requires, || format!("{} {}", of, row.name))?;
    }
    Ok(())
}

/// Returns the error for a version or an extension that the options do not allow.
pub fn missing(f: &Forward<'_>, requires: &Requirements, what: &str) -> Error {
    match (requires.extensions.first(), requires.since) {
        (Some(name), _) => Error::needs_extension(what, name),
        (None, Some(minor)) => Error::needs_version(what, Version::new(1, minor), f.options.max_version),
        (None, None) => Error::of(Code::Builtin, what),
    }
}

/// Returns whether the capability is that of modules with other models: shaders have no `Kernel`, kernels no `Shader`.
pub fn is_foreign(f: &Forward<'_>, capability: Capability) -> bool {
    Models::of_addressing(f.spv.addressing_model()).is_some_and(|models| models.foreign == capability)
}

/// Returns whether the options allow the version or the extension in `requires`; capabilities are not considered.
pub fn is_available(f: &Forward<'_>, requires: &Requirements) -> bool {
    of(f, requires).is_available()
}

/// Returns whether an enumerant may be used, as the options allow extensions and versions, with one of the capabilities
/// that enable it.
pub fn is_allowed(f: &Forward<'_>, kind: Kind, value: u32) -> bool {
    is_allowed_within(f, (f.spv.version(), f.options.max_version), kind, value)
}

/// Returns whether an enumerant may be used in a module that must not have a higher version.
pub fn is_allowed_in(f: &Forward<'_>, version: Version, kind: Kind, value: u32) -> bool {
    is_allowed_within(f, (version, version), kind, value)
}

fn is_allowed_within(f: &Forward<'_>, versions: (Version, Version), kind: Kind, value: u32) -> bool {
    let Some(requires) = Feature::Enumerant(kind, value).requires() else { return false };
    let is_available = |requires: &Requirements| within(f, versions, requires).is_available();
    let enabled = |capability: &Capability| Feature::Capability(*capability).requires().is_some_and(is_available);
    is_available(requires) && (requires.capabilities.is_empty() || requires.capabilities.iter().any(enabled))
}

/// Returns an error for the first forbidden declaration or instruction that was written since the last call.
#[inline]
pub fn check(f: &mut Forward<'_>) -> Result<()> {
    if f.spv.breaches().is_empty() { Ok(()) } else { Err(breach(f)) }
}

/// Returns the errors for declarations and instructions that the environment forbids, in terms of SPIR-V.
#[cold]
fn breach(f: &mut Forward<'_>) -> Error {
    let breaches = f.spv.take_breaches();
    let environment = &f.options.environment;
    let errors = breaches.iter().map(|breach| breach.error(environment));
    let mut collected = Collected::<()>::new(0);
    errors.for_each(|error| drop(collected.add(error)));
    collected.finish().err().unwrap_or_else(|| Error::internal("an environment forbids nothing"))
}

/// Restates an error about a missing version or extension as one of the environment, if the environment forbids it.
pub fn restated(error: Error, environment: &Environment) -> Error {
    let (what, needed, other) = match error.cause() {
        Cause::MissingExtension { what, any_of } if !any_of.iter().any(|name| environment.allows_extension(name)) => {
            let has_one = |other: &Environment| any_of.iter().any(|name| other.allows_extension(name));
            (what, listed(any_of, " or "), environment.other(has_one))
        }
        Cause::MissingVersion { what, needed, .. } if *needed > environment.version() => {
            (what, format!("SPIR-V {needed}"), environment.other(|other| other.version() >= *needed))
        }
        _ => return error,
    };
    let forbidden = Error::forbidden(what, &needed, &environment.name(), other);
    error.restated(forbidden)
}
