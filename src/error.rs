//! What can go wrong, as values: a code, a sentence, a place, and a hint that helps.
//!
//! Four kinds are kept apart because they call for different people: [`Kind::Invalid`] is for whoever made the input,
//! [`Kind::Unsupported`] is our gap or something that the chosen options forbid, [`Kind::Internal`] is our bug, [`Kind::Io`] is
//! for whoever runs the program. The [`Code`] says which class of errors it is; `docs/errors.md` has a section for each.

mod cause;
mod code;
mod collected;
mod text;

pub use cause::{Cause, Subject};
pub use code::Code;
pub use collected::Collected;
pub use text::{escaped, escaped_lines, listed, quoted};

use crate::options::Version;
use crate::place::{Place, Source};
use std::fmt::{self, Display};

/// Whose fault an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input breaks a rule of its own format.
    Invalid,
    /// The input is fine; this program, or the options in force, cannot translate it.
    Unsupported,
    /// This program broke its own rules.
    Internal,
    /// A file could not be read or written, or the system had too little of something: memory, processes.
    Io,
}

/// An error: one word wide, so that `Result` stays cheap on the hot paths. It may stand for several
/// ([`others`](Self::others)): a translation goes on behind an error as long as what follows can be told from it.
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
    /// An error of a class. What of `message` comes from the input may be any text: control characters are spelled out.
    #[cold]
    pub fn of(code: Code, message: impl AsRef<str>) -> Self {
        Self::lines(code, &escaped(message.as_ref()))
    }

    /// An error of a class, in a sentence of several lines, such as LLVM's verifier says.
    #[cold]
    pub fn lines(code: Code, message: &str) -> Self {
        let message = escaped_lines(message).into_owned();
        let (place, cause) = (Place::default(), Cause::Sentence);
        let subject = None;
        Self(Box::new(Inner {
            code,
            cause,
            subject,
            message,
            place,
            hint: None,
            others: Vec::new(),
            is_cut: false,
            count: 1,
        }))
    }

    /// The input breaks a rule of its format; `message` names the rule.
    #[cold]
    pub fn invalid(message: impl AsRef<str>) -> Self {
        Self::of(Code::Invalid, message)
    }

    /// The input is legal but cannot be translated (yet, or with these options).
    #[cold]
    pub fn unsupported(message: impl AsRef<str>) -> Self {
        Self::of(Code::Unsupported, message)
    }

    /// A rule of this program's own is broken: please report it.
    #[cold]
    pub fn internal(message: impl AsRef<str>) -> Self {
        Self::of(Code::Internal, message)
    }

    /// Reading or writing failed.
    #[cold]
    pub fn io(message: impl AsRef<str>) -> Self {
        Self::of(Code::CommandLine, message)
    }

    /// `what` needs an extension that is not allowed.
    #[cold]
    pub fn needs_extension(what: impl Display, extension: &str) -> Self {
        Self::needs_one_of(what, &[extension])
    }

    /// `what` needs any one of some extensions, the best one first, and none of them is allowed.
    #[cold]
    pub fn needs_one_of(what: impl Display, extensions: &[impl AsRef<str>]) -> Self {
        let any_of: Vec<_> = extensions.iter().map(|name| name.as_ref().to_owned()).collect();
        let flags: Vec<_> = any_of.iter().map(|name| format!("--spirv-ext=+{name}")).collect();
        let error = Self::of(Code::NeedsExtension, format!("{what} needs {}", listed(&any_of, " or ")));
        error.caused_by(Cause::MissingExtension { what: what.to_string(), any_of }).hint(listed(&flags, " or "))
    }

    /// `what` needs a version of SPIR-V above the highest allowed one.
    #[cold]
    pub fn needs_version(what: impl Display, needed: Version, highest: Version) -> Self {
        let error = Self::of(Code::NeedsVersion, format!("{what} needs SPIR-V {needed}, above {highest}"));
        let what = what.to_string();
        error.caused_by(Cause::MissingVersion { what, needed, highest }).hint(format!("--spirv-max-version={needed}"))
    }

    /// A number of a width that SPIR-V lacks; `what` begins the sentence: `integers of 7 bits`.
    #[cold]
    pub fn illegal_width(what: impl AsRef<str>, width: u32) -> Self {
        Self::of(Code::IllegalWidth, what).caused_by(Cause::IllegalWidth { width })
    }

    /// An instruction breaks a rule of its own.
    #[cold]
    pub fn broken_rule(code: Code, instruction: &str, rule: &str) -> Self {
        let error = Self::of(code, format!("{instruction}: {rule}"));
        error.caused_by(Cause::Rule { instruction: instruction.to_owned(), rule: rule.to_owned() })
    }

    /// A target triple that is none of SPIR-V.
    #[cold]
    pub fn target_triple(triple: &str) -> Self {
        let error = Self::of(Code::TargetTriple, format!("the target triple {triple:?} is none of SPIR-V"));
        error.caused_by(Cause::TargetTriple { triple: triple.to_owned() })
    }

    /// Says what of the input the error is about.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Self {
        self.0.subject = Some(subject);
        self
    }

    /// Says what the error is about, as values.
    #[must_use]
    fn caused_by(mut self, cause: Cause) -> Self {
        self.0.cause = cause;
        self
    }

    /// Says of which class the error is, where only its kind is known yet.
    #[must_use]
    pub fn classed(mut self, code: Code) -> Self {
        let is_open =
            matches!(self.0.code, Code::Invalid | Code::Unsupported | Code::SpirvInvalid | Code::SpirvUnsupported);
        if is_open && code.kind() == self.kind() {
            self.0.code = code;
        }
        self
    }

    /// An error about a SPIR-V module, where only its kind is known yet.
    #[must_use]
    pub fn in_spirv(self) -> Self {
        self.classed(Code::Operands).classed(Code::SpirvInstruction)
    }

    /// Adds what the user can do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl AsRef<str>) -> Self {
        self.0.hint.get_or_insert_with(|| escaped_lines(hint.as_ref()).into_owned());
        self
    }

    /// Changes this error and each of the others.
    #[must_use]
    pub fn each(mut self, mut change: impl FnMut(Self) -> Self) -> Self {
        let others = std::mem::take(&mut self.0.others);
        let mut first = change(self);
        first.0.others = others.into_iter().map(change).collect();
        first
    }

    /// Adds the file, where none is known yet.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        self.each(|mut error| {
            error.0.place.file.get_or_insert_with(|| file.to_owned());
            error
        })
    }

    /// Adds the position in the source, where none is known yet.
    #[must_use]
    pub fn in_source(mut self, source: impl FnOnce() -> Option<Source>) -> Self {
        if self.0.place.source.is_none() {
            self.0.place.source = source();
        }
        self
    }

    /// Adds the function, where none is known yet.
    #[must_use]
    pub fn in_function(mut self, name: &str) -> Self {
        self.0.place.function.get_or_insert_with(|| name.to_owned());
        self
    }

    /// Adds the instruction, where none is known yet.
    #[must_use]
    pub fn at_instruction(mut self, text: impl FnOnce() -> String) -> Self {
        self.0.place.instruction.get_or_insert_with(|| text::quoted(&text()));
        self
    }

    /// Adds the offset in words from the start of the SPIR-V binary, where none is known yet.
    #[must_use]
    pub fn at_word(mut self, word: usize) -> Self {
        self.0.place.word.get_or_insert(word);
        self
    }

    /// Adds the SPIR-V id, where none is known yet.
    #[must_use]
    pub fn at_id(mut self, id: u32) -> Self {
        self.0.place.id.get_or_insert(id);
        self
    }

    /// The class of the error.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Whose fault it is.
    pub fn kind(&self) -> Kind {
        self.0.code.kind()
    }

    /// What it is about, as values.
    pub fn cause(&self) -> &Cause {
        &self.0.cause
    }

    /// What of the input it is about, where that is known.
    pub fn subject(&self) -> Option<&Subject> {
        self.0.subject.as_ref()
    }

    /// The sentence, without place and hint.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where it is, as far as known.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Is it about something that the options do not allow?
    pub fn is_need(&self) -> bool {
        matches!(self.0.cause, Cause::MissingExtension { .. } | Cause::MissingVersion { .. })
    }

    /// What would help, where something would.
    pub fn help(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// This error without the others.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.0.others.clear();
        self
    }

    /// The number of instructions, functions and the like with the same need, of which this error tells the first; 1 where it
    /// is not about something that the options do not allow.
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

    /// Were there more errors than [`Options::error_limit`](crate::options::Options::error_limit), so that the rest of the input
    /// was not looked at?
    pub fn is_cut(&self) -> bool {
        self.0.is_cut
    }
}

impl Display for Error {
    /// The error alone: each of [`others`](Error::others) is shown by itself.
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
    /// What an error of this kind begins with.
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
