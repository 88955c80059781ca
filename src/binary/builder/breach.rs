//! Errors for instructions and declarations that the environment forbids.

use super::Builder;
use crate::binary::grammar;
use crate::environment::{Environment, Feature};
use crate::error::{Error, listed};
use ::spirv::{Capability, Op};

/// A declaration or an instruction that the environment forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breach {
    /// An instruction.
    Opcode(Op),
    /// A capability.
    Capability(Capability),
    /// An extension.
    Extension(String),
}

impl Breach {
    /// Returns the error.
    pub fn error(&self, environment: &Environment) -> Error {
        let allows = |other: &Environment| match self {
            Self::Opcode(op) => other.has(Feature::Opcode(*op)),
            Self::Capability(capability) => other.allows_capability(*capability),
            Self::Extension(name) => other.allows_extension(name),
        };
        let (what, needed) = match self {
            Self::Opcode(op) => (grammar::name(*op), opcode_needs(*op)),
            Self::Capability(capability) => ("this", format!("the capability {}", capability_name(*capability))),
            Self::Extension(name) => ("this", name.clone()),
        };
        Error::forbidden(what, &needed, &environment.name(), environment.other(allows))
    }
}

/// Returns what an opcode needs, in words.
fn opcode_needs(op: Op) -> String {
    let names: Vec<_> = grammar::opcode_capabilities(op as u16).iter().map(|c| capability_name(*c)).collect();
    match names.as_slice() {
        [] => grammar::name(op).to_owned(),
        names => format!("the capability {}", listed(names, " or ")),
    }
}

fn capability_name(capability: Capability) -> &'static str {
    grammar::enumerant(grammar::Kind::Capability, capability as u32).map_or("", |row| row.name)
}

impl Builder {
    /// Returns the declarations and instructions that were emitted although the environment forbids them.
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    /// Removes and returns the declarations and instructions that were emitted although the environment forbids them.
    pub fn take_breaches(&mut self) -> Vec<Breach> {
        std::mem::take(&mut self.breaches)
    }
}
