//! The parts of errors that the program and the tests of this workspace use in addition to the public interface.

use super::{Code, Error, Place, Subject};
use crate::options::Version;
use std::fmt::Display;

/// Returns the part of the input that an error is about, if known.
pub fn subject(error: &Error) -> Option<&Subject> {
    error.subject()
}

/// Sets the part of the input that an error is about.
pub fn about(error: Error, subject: Subject) -> Error {
    error.about(subject)
}

/// Returns the error for an instruction that breaks a rule of its own.
pub fn broken_rule(code: Code, instruction: &str, rule: &str) -> Error {
    Error::broken_rule(code, instruction, rule)
}

/// Returns the error that `what` needs an extension that is not allowed.
pub fn needs_extension(what: impl Display, extension: &str) -> Error {
    Error::needs_extension(what, extension)
}

/// Returns the error that `what` needs a version of SPIR-V above the highest allowed one.
pub fn needs_version(what: impl Display, needed: Version, highest: Version) -> Error {
    Error::needs_version(what, needed, highest)
}

/// Returns the error with another place.
pub fn at(mut error: Error, place: Place) -> Error {
    error.0.place = place;
    error
}
