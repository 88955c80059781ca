//! Constructors of errors: of the conversion to the cpu form, and of launches.

use llvm_spirv::error::{Code, Error};

/// Creates the error for input that breaks a rule of its format; `message` names the rule.
#[cold]
pub fn invalid(message: impl AsRef<str>) -> Error {
    Error::of(Code::Invalid, message)
}

/// Creates the error for a feature that the cpu form lacks.
#[cold]
pub fn unsupported(message: impl AsRef<str>) -> Error {
    Error::of(Code::Unsupported, message)
}

/// Creates the error for a broken invariant of this crate, or for an LLVM that does not compile what it makes; users
/// should report either.
#[cold]
pub fn internal(message: impl AsRef<str>) -> Error {
    Error::of(Code::Internal, message)
}

/// Creates the error for a launch that does not fit the module or the machine.
#[cold]
pub fn launch(message: impl AsRef<str>) -> Error {
    Error::of(Code::Launch, message)
}

/// Creates the error for a kernel that breaks a rule while it runs.
#[cold]
pub fn execution(message: impl AsRef<str>) -> Error {
    Error::of(Code::Execution, message)
}
