//! The reason why a name could not be read, and the place in it.

use std::fmt;

/// A failure of [`parse`](crate::parse()).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    offset: usize,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the byte of the name at which the error occurred.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// The kinds of errors. `Unsupported` and the two `Too…` kinds are limits of this crate; the others are faults of the
/// input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The symbol does not begin with `_Z`: a plain C name, not a broken one.
    NotMangled,
    /// The name stops in the middle of a production.
    UnexpectedEnd,
    /// A length, lane count or address space is missing, has a leading zero or does not fit.
    InvalidNumber,
    /// `S…_` refers to a component that has not been parsed yet.
    InvalidSubstitution,
    /// `S…_` refers to a qualified type at a place without qualifiers in C: on a parameter or a vector element.
    QualifiedSubstitution,
    /// `v` is among other parameters.
    MisplacedVoid,
    /// Characters are left over after the last parameter.
    Trailing,
    /// A production of the Itanium grammar that builtins do not use: templates, scopes, references, ….
    Unsupported,
    /// Types are nested more deeply than this parser supports.
    TooDeep,
    /// Substitutions expand to more than this parser may store.
    TooLarge,
}

impl ErrorKind {
    fn message(self) -> &'static str {
        match self {
            Self::NotMangled => "not a mangled name",
            Self::UnexpectedEnd => "unexpected end of the mangled name",
            Self::InvalidNumber => "invalid number",
            Self::InvalidSubstitution => "substitution of a component which was not seen",
            Self::QualifiedSubstitution => "substitution of a qualified type",
            Self::MisplacedVoid => "void among other parameters",
            Self::Trailing => "characters after the last parameter",
            Self::Unsupported => "unsupported mangling",
            Self::TooDeep => "types are nested too deeply",
            Self::TooLarge => "substitutions expand to too much",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind.message(), self.offset)
    }
}

impl std::error::Error for Error {}
