//! The colours of `spirv-dis`.

use crate::binary::grammar::{Category, Kind};

/// A switch for colours in the text.
#[derive(Clone, Copy)]
pub(super) struct Color(pub bool);

/// The bytes that begin a colour on a terminal.
pub(super) type Code = &'static str;

/// The color of results.
pub(super) const BLUE: Code = "\x1b[34m";
/// The color of ids.
pub(super) const YELLOW: Code = "\x1b[33m";
/// The color of numbers, and of instructions within others.
pub(super) const RED: Code = "\x1b[31m";
/// The color of strings, within the quotes.
pub(super) const GREEN: Code = "\x1b[32m";
/// The color of offsets.
pub(super) const GREY: Code = "\x1b[1;30m";
const END: Code = "\x1b[0m";

/// Returns the colour of an operand.
pub(super) fn of_kind(kind: Kind) -> Option<Code> {
    match kind {
        Kind::LiteralString => None,
        _ => match kind.info().category {
            Category::Id => Some(YELLOW),
            Category::Literal => Some(RED),
            _ => None,
        },
    }
}

impl Color {
    pub fn begin(self, out: &mut String, code: Option<Code>) {
        if self.0 {
            out.push_str(code.unwrap_or_default());
        }
    }

    pub fn end(self, out: &mut String) {
        self.begin(out, Some(END));
    }

    /// Inserts the start of a colour at an earlier position of the output.
    pub fn insert(self, out: &mut String, at: usize, code: Code) {
        if self.0 {
            out.insert_str(at, code);
        }
    }

    /// Returns the length of the sequence that ends a colour, or 0 if none is used.
    pub fn end_length(self, is_used: bool) -> usize {
        if self.0 && is_used { END.len() } else { 0 }
    }
}

/// Returns the length of a text in bytes without its colours.
pub(super) fn length_without(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let first = parts.next().map_or(0, str::len);
    first + parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.len())).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_place() {
        assert_eq!(length_without("abc"), 3);
        assert_eq!(length_without("\x1b[34m%a\x1b[0m = \x1b[1;30m"), 5);
        assert_eq!(length_without("a\x1b["), 1);
    }
}
