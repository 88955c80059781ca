//! Errors of metadata, and their places.

use std::fmt;

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An operand of another kind than expected.
    Expected {
        /// The expected kind of node.
        expected: &'static str,
        /// The kind of operand that was found.
        found: &'static str,
    },
    /// An operand is missing.
    Missing(&'static str),
    /// More operands than the convention has.
    Unexpected,
    /// An integer does not fit the field it is for.
    TooLarge {
        /// The integer.
        value: u64,
        /// The width of the field in bits.
        bits: u32,
    },
    /// Two corresponding lists with different lengths.
    Count {
        /// The kind of entries.
        of: &'static str,
        /// The expected number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A value has no spelling in the convention.
    Unwritable(&'static str),
}

/// An error in metadata: its kind, and the operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    /// The operand indexes, innermost first, so that adding an outer step is a push.
    steps: Vec<usize>,
}

/// The result of reading or writing a convention.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error at the node itself.
    pub fn new(kind: ErrorKind) -> Self {
        Error { kind, steps: Vec::new() }
    }

    /// Returns the error with its place relative to the node whose operand `index` contains it.
    #[must_use]
    pub fn within(mut self, index: usize) -> Self {
        self.steps.push(index);
        self
    }

    /// Returns the error with its place shifted by one for the name of a property, which is operand 0.
    pub(crate) fn past_the_name(mut self) -> Self {
        if let Some(step) = self.steps.last_mut() {
            *step += 1;
        }
        self
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the operand indexes from the outermost node to the place of the error.
    pub fn path(&self) -> impl Iterator<Item = usize> + '_ {
        self.steps.iter().rev().copied()
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Expected { expected, found } => write!(f, "expected {expected}, found {found}"),
            ErrorKind::Missing(what) => write!(f, "{what} is missing"),
            ErrorKind::Unexpected => f.write_str("one operand too many"),
            ErrorKind::TooLarge { value, bits } => write!(f, "{value} does not fit {bits} bits"),
            ErrorKind::Count { of, expected, found } => write!(f, "expected {expected} {of}, found {found}"),
            ErrorKind::Unwritable(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.steps.is_empty() {
            f.write_str("operand ")?;
            for (depth, index) in self.path().enumerate() {
                let dot = if depth > 0 { "." } else { "" };
                write!(f, "{dot}{index}")?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_and_where() {
        let error = Error::new(ErrorKind::Expected { expected: "a string", found: "an integer" }).within(1).within(2);
        assert_eq!(error.to_string(), "operand 2.1: expected a string, found an integer");
        assert_eq!(error.path().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(Error::new(ErrorKind::Missing("the name")).to_string(), "the name is missing");
    }
}
