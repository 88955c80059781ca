//! What can go wrong, as values: a kind, a sentence, a place, and a hint that helps.
//!
//! Three kinds are kept apart because they call for different people: [`Kind::Invalid`] is for whoever made the input,
//! [`Kind::Unsupported`] is our gap or something that the chosen options forbid, [`Kind::Internal`] is our bug.

use crate::place::Place;
use std::fmt;

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

/// An error: one word wide, so that `Result` stays cheap on the hot paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: Kind,
    message: String,
    place: Place,
    hint: Option<String>,
}

/// The result of everything in this library that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    #[cold]
    fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, message: message.into(), place: Place::default(), hint: None }))
    }

    /// The input breaks a rule of its format; `message` names the rule.
    #[cold]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// The input is legal but cannot be translated (yet, or with these options).
    #[cold]
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(Kind::Unsupported, message)
    }

    /// A rule of this program's own is broken: please report it.
    #[cold]
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::Internal, message)
    }

    /// Reading or writing failed.
    #[cold]
    pub fn io(message: impl Into<String>) -> Self {
        Self::new(Kind::Io, message)
    }

    /// Adds what the user can do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint.get_or_insert(hint.into());
        self
    }

    /// Adds the file, where none is known yet.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.0.place.file.get_or_insert_with(|| file.to_owned());
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
        self.0.place.instruction.get_or_insert_with(|| shortened(text()));
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

    /// Whose fault it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The sentence, without place and hint.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where it is, as far as known.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// What would help, where something would.
    pub fn help(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

/// A sentence stays readable where an instruction is a constant expression of a thousand lines.
fn shortened(mut text: String) -> String {
    const MOST: usize = 300;
    if let Some((end, _)) = text.char_indices().nth(MOST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        let kind = match inner.kind {
            Kind::Invalid => "invalid input: ",
            Kind::Unsupported => "unsupported: ",
            Kind::Internal => "internal error: ",
            Kind::Io => "",
        };
        write!(f, "{kind}{}", inner.message)?;
        if !inner.place.is_empty() {
            write!(f, " ({})", inner.place)?;
        }
        match &inner.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
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
        assert_eq!(e.to_string(), "unsupported: integers of 128 bits (in function f)\n  hint: allow SPV_X");
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }
}
