//! The rule for the version and the extensions that an opcode, an enumerant or a capability requires.
//!
//! A feature of the version in force needs nothing; else an extension adds it that the module declares already, or that
//! may be declared; else the version is raised, as far as that is allowed. A feature that the environment has neither
//! in a version nor by an extension is forbidden. The requirements are in the grammar: columns "Enabling Capabilities",
//! "Extensions" and "Missing before" of the tables of the specification.

use super::{Environment, Version};
use ::spirv::grammar::{self, Kind, Requirements};
use ::spirv::{Capability, Op};

/// A feature that a module may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// An instruction.
    Opcode(Op),
    /// A value of an operand, or a bit of one.
    Enumerant(Kind, u32),
    /// A capability.
    Capability(Capability),
}

impl Feature {
    /// Returns what a module must declare for the feature; `None` if the grammar does not list it.
    pub fn requires(self) -> Option<&'static Requirements> {
        let enumerant = |kind, value| grammar::enumerant(kind, value).map(|row| &row.requires);
        match self {
            Self::Opcode(op) => grammar::info(op as u16).map(|info| &info.requires),
            Self::Enumerant(kind, value) => enumerant(kind, value),
            Self::Capability(capability) => enumerant(Kind::Capability, capability as u32),
        }
    }
}

/// The way in which a module gets a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The version in force has it.
    Core,
    /// This extension, which the module declares, has it.
    Declared(&'static str),
    /// This extension, which may be declared, has it.
    Extension(&'static str),
    /// This version, higher than the one in force, has it.
    Version(Version),
    /// No extension or version that is allowed has it.
    Missing,
    /// No version or extension of the environment has it, allowed or not.
    Forbidden,
}

impl Availability {
    /// Returns whether a module may use the feature, possibly after declarations.
    pub fn is_available(self) -> bool {
        !matches!(self, Self::Missing | Self::Forbidden)
    }
}

/// The declarations of a module, and those that it may add.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The version in force.
    pub version: Version,
    /// The highest version that is allowed.
    pub highest: Version,
    /// A function that returns whether the module declares an extension.
    pub declares: &'s dyn Fn(&str) -> bool,
    /// A function that returns whether an extension may be declared.
    pub allows: &'s dyn Fn(&str) -> bool,
    /// The environment.
    pub environment: &'s Environment,
}

/// Older names under which an extension has what the grammar lists under the newer one only.
const OLDER: &[(&str, &str)] = &[("SPV_EXT_arithmetic_fence", "SPV_INTEL_arithmetic_fence")];

impl Scope<'_> {
    /// Returns how a feature with these requirements gets into the module. Capabilities are handled by
    /// [`Environment::enabling`].
    pub fn availability(&self, requires: &Requirements) -> Availability {
        let Requirements { extensions, since, .. } = requires;
        let since = since.map(|minor| Version::new(1, minor));
        if since.map_or(extensions.is_empty(), |since| since <= self.version) {
            return Availability::Core;
        }
        if let Some(name) = extensions.iter().find(|name| (self.declares)(name)) {
            return Availability::Declared(name);
        }
        if let Some(name) = self.allowed(extensions) {
            return Availability::Extension(name);
        }
        match since {
            Some(since) if since <= self.highest => Availability::Version(since),
            _ if self.environment.allows(&Requirements { capabilities: &[], ..*requires }) => Availability::Missing,
            _ => Availability::Forbidden,
        }
    }

    /// Returns the first of the extensions that may be declared, or an older name of one.
    fn allowed(&self, extensions: &'static [&'static str]) -> Option<&'static str> {
        let older = OLDER.iter().filter(|row| extensions.contains(&row.0)).map(|row| row.1);
        extensions.iter().copied().chain(older).find(|name| (self.allows)(name))
    }
}

impl Environment {
    /// Returns the capability to declare for a feature that any of `capabilities` enables: among those that the
    /// environment allows (among all, if it allows none), the first for which `is_preferred` holds, or else the first.
    pub(crate) fn enabling(
        &self,
        capabilities: &[Capability],
        is_preferred: impl Fn(Capability) -> bool,
    ) -> Option<Capability> {
        let allowed = || capabilities.iter().copied().filter(|capability| self.allows_capability(*capability));
        let all = || capabilities.iter().copied();
        allowed()
            .find(|one| is_preferred(*one))
            .or(allowed().next())
            .or(all().find(|one| is_preferred(*one)))
            .or(all().next())
    }

    /// Returns whether a module may use a feature with all its requirements; true for a feature that the grammar does
    /// not list.
    pub(crate) fn has(&self, feature: Feature) -> bool {
        let of_capability = |capability| self.allows_capability(capability);
        feature.requires().is_none_or(|requires| match feature {
            Feature::Capability(capability) => {
                of_capability(capability) && self.allows(&Requirements { capabilities: &[], ..*requires })
            }
            _ => self.allows(requires),
        })
    }
}
