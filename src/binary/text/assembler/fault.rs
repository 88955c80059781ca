//! Faults of the text: what is wrong, where, and what was meant.

use crate::error::{Code, Error, Source};

/// A fault and its place in the text, in bytes.
pub(super) struct Fault {
    at: usize,
    message: String,
    hint: Option<String>,
}

/// The file name in errors until the caller sets it.
const TEXT: &str = "<text>";

impl Fault {
    #[cold]
    pub fn new(at: usize, message: String) -> Self {
        Self { at, message, hint: None }
    }

    /// Adds what the user can do about it.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Adds a similar name as a suggestion, if there is one.
    pub fn nearest(self, name: &str, names: impl Iterator<Item = &'static str>) -> Self {
        match nearest(name, names) {
            Some(meant) => self.hint(format!("did you mean {meant}?")),
            None => self,
        }
    }

    /// The fault as an error, with line and column.
    pub fn error(self, text: &[u8]) -> Error {
        let before = text.get(..self.at).unwrap_or(text);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let source = Source { file: TEXT.to_owned(), line: number(line), column: number(column), ..Source::default() };
        let error = Error::of(Code::SpirvAssembly, self.message).in_source(|| Some(source));
        match self.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}

/// Returns the name with the smallest edit distance, if it is small enough.
fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let most = name.len() / 3;
    let is_close = |other: &&str| other.len().abs_diff(name.len()) <= most;
    let distances = names.filter(is_close).map(|other| (distance(name.as_bytes(), other.as_bytes()), other));
    distances.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|found| found.1)
}

/// Returns the number of letters to change, add or remove to turn one name into the other; case counts little.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.iter().enumerate() {
        let mut diagonal = above;
        let mut left = above + 1;
        for (cell, with) in row.iter_mut().skip(1).zip(other) {
            let change = diagonal + usize::from(!letter.eq_ignore_ascii_case(with));
            diagonal = *cell;
            left = change.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = above + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::grammar;

    #[test]
    fn names_that_were_meant() {
        let meant = |name: &str| nearest(name, grammar::opcode_names());
        assert_eq!(meant("OpTypeVod"), Some("OpTypeVoid"));
        assert_eq!(meant("OptypeVoid"), Some("OpTypeVoid"));
        assert_eq!(meant("OpStroe"), Some("OpStore"));
        assert_eq!(meant("OpSomethingElseAltogether"), None);
        assert_eq!(meant(""), None);
        assert_eq!(distance(b"kitten", b"Sitting"), 3);
    }
}
