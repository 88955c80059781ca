//! The parts of errors that the program and the tests of this workspace use besides the public interface.

use super::{Code, Error, Place, Subject};
use crate::options::Version;
use std::fmt::Display;

/// Returns what of the input an error is about, where that is known.
pub fn subject(error: &Error) -> Option<&Subject> {
    error.subject()
}

/// Sets the part of the input that an error is about.
pub fn about(error: Error, subject: Subject) -> Error {
    error.about(subject)
}

/// An instruction breaks a rule of its own.
pub fn broken_rule(code: Code, instruction: &str, rule: &str) -> Error {
    Error::broken_rule(code, instruction, rule)
}

/// `what` needs an extension that is not allowed.
pub fn needs_extension(what: impl Display, extension: &str) -> Error {
    Error::needs_extension(what, extension)
}

/// `what` needs a version of SPIR-V above the highest allowed one.
pub fn needs_version(what: impl Display, needed: Version, highest: Version) -> Error {
    Error::needs_version(what, needed, highest)
}

/// The error at another place.
pub fn at(mut error: Error, place: Place) -> Error {
    error.0.place = place;
    error
}
