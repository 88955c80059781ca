//! Constructors of errors, and methods by which callers add context.

use super::Place;
use super::{Cause, Code, Error, Inner, Source, Subject, escaped, text};
use crate::options::Version;
use std::fmt::Display;

impl Error {
    /// Creates an error of a class from its cause, from which its sentence and its hint are made.
    #[cold]
    pub(crate) fn caused_by(code: Code, cause: Cause) -> Self {
        Self(Box::new(Inner {
            code,
            message: escaped(&cause.to_string()).into_owned(),
            hint: cause.hint().map(|hint| escaped(&hint).into_owned()),
            cause,
            subject: None,
            place: Place::default(),
            others: Vec::new(),
            is_cut: false,
            count: 1,
        }))
    }

    /// Creates an error for input that breaks a rule of its format; `message` names the rule.
    #[cold]
    pub(crate) fn invalid(message: impl AsRef<str>) -> Self {
        Self::of(Code::Invalid, message)
    }

    /// Creates an error for legal input that cannot be translated (yet, or with these options).
    #[cold]
    pub(crate) fn unsupported(message: impl AsRef<str>) -> Self {
        Self::of(Code::Unsupported, message)
    }

    /// Creates an error for a broken invariant of this program, which users should report.
    #[cold]
    pub(crate) fn internal(message: impl AsRef<str>) -> Self {
        Self::of(Code::Internal, message)
    }

    /// Creates the error that `what` needs an extension that is not allowed.
    #[cold]
    pub(crate) fn needs_extension(what: impl Display, extension: &str) -> Self {
        Self::needs_one_of(what, &[extension])
    }

    /// Creates the error that `what` needs one of several extensions, the best one first, and none of them is allowed.
    #[cold]
    pub(crate) fn needs_one_of(what: impl Display, extensions: &[impl AsRef<str>]) -> Self {
        let any_of = extensions.iter().map(|name| name.as_ref().to_owned()).collect();
        Self::caused_by(Code::NeedsExtension, Cause::MissingExtension { what: what.to_string(), any_of })
    }

    /// Creates the error that `what` needs a version of SPIR-V above the highest allowed one.
    #[cold]
    pub(crate) fn needs_version(what: impl Display, needed: Version, highest: Version) -> Self {
        Self::caused_by(Code::NeedsVersion, Cause::MissingVersion { what: what.to_string(), needed, highest })
    }

    /// Creates the error that `what` needs something that the environment forbids; `other` is the name of an
    /// environment that allows it, if there is one.
    #[cold]
    pub(crate) fn forbidden(what: &str, needed: &str, environment: &str, other: Option<String>) -> Self {
        let (what, needed, environment) = (what.to_owned(), needed.to_owned(), environment.to_owned());
        let error = Self::caused_by(Code::Environment, Cause::Forbidden { what, needed, environment });
        match other {
            Some(other) => error.hint(format!("--environment={other}")),
            None => error,
        }
    }

    /// Creates the error for a number with a width that SPIR-V lacks; `what` begins the sentence: `integers of 7 bits`.
    #[cold]
    pub(crate) fn illegal_width(what: impl Into<String>, width: u32) -> Self {
        Self::caused_by(Code::IllegalWidth, Cause::IllegalWidth { what: what.into(), width })
    }

    /// Creates the error for an instruction that breaks a rule of its own.
    #[cold]
    pub(crate) fn broken_rule(code: Code, instruction: &str, rule: &str) -> Self {
        Self::caused_by(code, Cause::Rule { instruction: instruction.to_owned(), rule: rule.to_owned() })
    }

    /// Creates the error for a target triple that is not a SPIR-V triple.
    #[cold]
    pub(crate) fn target_triple(triple: &str) -> Self {
        Self::caused_by(Code::TargetTriple, Cause::TargetTriple { triple: triple.to_owned() })
    }

    /// Returns the fault as an error of another class, in a part of the input.
    #[cold]
    #[must_use]
    pub(crate) fn within(self, code: Code, part: impl Into<String>) -> Self {
        Self::caused_by(code, Cause::Within { part: part.into(), cause: Box::new(self.0.cause) })
    }

    /// Sets the part of the input that the error is about.
    #[must_use]
    pub(crate) fn about(mut self, subject: Subject) -> Self {
        self.0.subject = Some(subject);
        self
    }

    /// Returns another error at the place of this one.
    #[must_use]
    pub(crate) fn restated(self, mut other: Self) -> Self {
        (other.0.place, other.0.others, other.0.count) = (self.0.place, self.0.others, self.0.count);
        (other.0.subject, other.0.is_cut) = (self.0.subject, self.0.is_cut);
        other
    }

    /// Sets the class of an error of which only the kind is known so far.
    #[must_use]
    pub(crate) fn classed(mut self, code: Code) -> Self {
        let is_open =
            matches!(self.0.code, Code::Invalid | Code::Unsupported | Code::SpirvInvalid | Code::SpirvUnsupported);
        if is_open && code.kind() == self.kind() {
            self.0.code = code;
        }
        self
    }

    /// Returns the error with the class for SPIR-V modules, if it has none of its own yet.
    #[must_use]
    pub(crate) fn in_spirv(self) -> Self {
        self.classed(Code::Operands).classed(Code::SpirvInstruction)
    }

    /// Applies `change` to this error and each of the others.
    #[must_use]
    pub(crate) fn each(mut self, mut change: impl FnMut(Self) -> Self) -> Self {
        let others = std::mem::take(&mut self.0.others);
        let mut first = change(self);
        first.0.others = others.into_iter().map(change).collect();
        first
    }

    /// Adds the position in the source, where none is known yet.
    #[must_use]
    pub(crate) fn in_source(mut self, source: impl FnOnce() -> Option<Source>) -> Self {
        if self.0.place.source.is_none() {
            self.0.place.source = source();
        }
        self
    }

    /// Adds the function, where none is known yet.
    #[must_use]
    pub(crate) fn in_function(mut self, name: &str) -> Self {
        self.0.place.function.get_or_insert_with(|| name.to_owned());
        self
    }

    /// Adds the instruction, where none is known yet.
    #[must_use]
    pub(crate) fn at_instruction(mut self, text: impl FnOnce() -> String) -> Self {
        self.0.place.instruction.get_or_insert_with(|| text::quoted(&text()));
        self
    }

    /// Adds the offset in words from the start of the SPIR-V binary, where none is known yet.
    #[must_use]
    pub(crate) fn at_word(mut self, word: usize) -> Self {
        self.0.place.word.get_or_insert(word);
        self
    }

    /// Adds the SPIR-V id, where none is known yet.
    #[must_use]
    pub(crate) fn at_id(mut self, id: u32) -> Self {
        self.0.place.id.get_or_insert(id);
        self
    }
}
