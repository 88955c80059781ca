//! Errors as values: a code, a sentence, a place, and a hint that helps.
//!
//! The four kinds have different parties at fault: [`Kind::Invalid`] the producer of the input, [`Kind::Unsupported`] a
//! gap in this library or the chosen options, [`Kind::Internal`] a bug in this library, [`Kind::Io`] the system. The
//! [`Code`] says which class of errors it is; `docs/reference/errors.md` has a section for each.

mod cause;
mod code;
mod collected;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod make;
pub(crate) mod place;
mod text;

pub use cause::Cause;
pub use code::Code;
pub use place::{Place, Source};
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use {
    cause::Subject,
    collected::Collected,
    text::{escaped, escaped_lines, listed, quoted},
};
#[cfg(not(feature = "internals"))]
pub(crate) use {
    cause::Subject,
    collected::Collected,
    text::{escaped, escaped_lines, listed, quoted},
};

use std::fmt::{self, Display};

/// The party at fault for an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input breaks a rule of its own format.
    Invalid,
    /// The input is fine; this program, or the options in force, cannot translate it.
    Unsupported,
    /// This program broke its own rules.
    Internal,
    /// A file could not be read or written, or the system ran out of a resource: memory, processes.
    Io,
}

/// An error: one word wide, so that `Result` stays cheap on the hot paths. It may stand for several
/// ([`others`](Self::others)): a translation continues after an error as long as the rest can be checked independently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    code: Code,
    cause: Cause,
    subject: Option<Subject>,
    message: String,
    place: Place,
    hint: Option<String>,
    others: Vec<Error>,
    is_cut: bool,
    count: usize,
}

/// The result of everything in this library that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Creates an error of a class. Parts of `message` may come from the input: control characters are escaped.
    #[cold]
    pub fn of(code: Code, message: impl AsRef<str>) -> Self {
        Self::caused_by(code, Cause::Sentence(message.as_ref().to_owned()))
    }

    /// Adds what the user can do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl AsRef<str>) -> Self {
        self.0.hint.get_or_insert_with(|| escaped_lines(hint.as_ref()).into_owned());
        self
    }

    /// Adds the file, where none is known yet.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        self.each(|mut error| {
            error.0.place.file.get_or_insert_with(|| file.to_owned());
            error
        })
    }

    /// The class of the error.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Returns the party at fault.
    pub fn kind(&self) -> Kind {
        self.0.code.kind()
    }

    /// Returns its cause in structured form.
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }

    /// Returns the part of the input that the error is about, if known.
    pub(crate) fn subject(&self) -> Option<&Subject> {
        self.0.subject.as_ref()
    }

    /// The sentence, without place and hint.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the place of the error, as far as known.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Returns whether its cause is an extension or a version that the options do not allow.
    pub fn is_need(&self) -> bool {
        self.0.cause.need().is_some()
    }

    /// Returns a hint that helps, where there is one.
    pub fn help(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// This error without the others.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.0.others.clear();
        self
    }

    /// Returns the number of instructions, functions and the like with the same need, of which this error names the
    /// first; 1 for an error that is not about the options.
    pub fn count(&self) -> usize {
        self.0.count
    }

    /// The errors besides this one, in the order of the input.
    pub fn others(&self) -> &[Error] {
        &self.0.others
    }

    /// This error and the others.
    pub fn all(&self) -> impl Iterator<Item = &Error> {
        std::iter::once(self).chain(&self.0.others)
    }

    /// Returns whether there were more errors than [`Options::error_limit`](crate::options::Options::error_limit), so
    /// that the rest of the input was not translated.
    pub fn is_cut(&self) -> bool {
        self.0.is_cut
    }
}

impl Display for Error {
    /// Writes this error alone: each of [`others`](Error::others) is written separately.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        write!(f, "{}{}", inner.code.kind().prefix(), inner.message)?;
        if !inner.place.is_empty() {
            write!(f, " ({})", inner.place)?;
        }
        write!(f, " [{}]", inner.code)?;
        match &inner.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}

impl Kind {
    /// Returns the prefix of messages of this kind.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Invalid => "invalid input: ",
            Self::Unsupported => "unsupported: ",
            Self::Internal => "internal error: ",
            Self::Io => "",
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Version;

    #[test]
    fn says_kind_place_and_hint() {
        let e = Error::unsupported("integers of 128 bits").in_function("f").hint("allow SPV_X").in_function("outer");
        assert_eq!(e.to_string(), "unsupported: integers of 128 bits (in function f) [E0400]\n  hint: allow SPV_X");
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }

    #[test]
    fn what_is_missing_is_a_value() {
        let e = Error::needs_one_of("a vector of 5", &["SPV_A", "SPV_B"]);
        assert_eq!(e.message(), "a vector of 5 needs SPV_A or SPV_B");
        assert_eq!(e.help(), Some("--spirv-ext=+SPV_A or --spirv-ext=+SPV_B"));
        assert!(matches!(e.cause(), Cause::MissingExtension { any_of, .. } if any_of.len() == 2));
        let e = Error::needs_version("OpX", Version::new(1, 4), Version::V1_0);
        assert_eq!((e.code(), e.help()), (Code::NeedsVersion, Some("--spirv-max-version=1.4")));
    }

    #[test]
    fn sentences_are_made_of_causes() {
        let rule = Cause::ModuleRule { found: String::new(), rule: "an id is defined once" };
        let e = Error::caused_by(Code::DefinedOnce, rule.clone()).within(Code::Metadata, "metadata of the module");
        assert_eq!((e.code(), e.message()), (Code::Metadata, "metadata of the module: an id is defined once"));
        assert!(matches!(e.cause(), Cause::Within { cause, .. } if **cause == rule));
        let e = Error::broken_rule(Code::InstructionRule, "OpX", "it is one");
        assert_eq!((e.message(), e.help(), e.is_need()), ("OpX: it is one", None, false));
    }

    #[test]
    fn names_from_the_input_are_harmless() {
        let e = Error::invalid("the global \u{1b}[31m\nerror: x").in_function("f\u{7}").in_file("a\nb");
        assert!(!e.to_string().contains(char::is_control), "{e:?}");
    }

    #[test]
    fn the_class_may_be_said_later_but_not_changed() {
        let e = Error::unsupported("x").classed(Code::SpirvType).in_spirv();
        assert_eq!((e.code(), Error::invalid("x").classed(Code::SpirvType).code()), (Code::SpirvType, Code::Invalid));
    }
}
