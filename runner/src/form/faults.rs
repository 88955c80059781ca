//! Errors of the conversion to the cpu form.

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

/// Creates the error for a broken invariant of the conversion, which users should report.
#[cold]
pub fn internal(message: impl AsRef<str>) -> Error {
    Error::of(Code::Internal, message)
}
