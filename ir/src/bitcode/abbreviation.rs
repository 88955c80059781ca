//! Abbreviations: the shapes of records that a file defines for itself.

use super::stream::Stream;
use crate::error::Result;

/// The encoding of a field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Nothing in the stream: the value itself.
    Literal(u64),
    /// A number with this number of bits.
    Fixed(u32),
    /// A number in chunks with this number of bits (VBR).
    Variable(u32),
    /// A length, then elements encoded as the next (and last) field says.
    Array,
    /// Six bits: a letter, a digit, `.` or `_`.
    Char6,
    /// A length, then bytes at the next word.
    Blob,
}

/// A range of `Stream::encodings`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Abbreviation {
    pub(crate) start: u32,
    pub(crate) count: u32,
    /// The number of fields that are literals.
    pub(crate) literals: u32,
}

/// The last field of an abbreviation, if it is an array or a blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// A length, then elements of an encoding.
    Array(Encoding),
    /// A length, then bytes at the next word.
    Blob,
}

/// Splits the fields of a checked abbreviation into its scalar fields and a final array or blob.
#[inline]
pub(crate) fn split(fields: &[Encoding]) -> (&[Encoding], Option<Last>) {
    match fields {
        [numbers @ .., Encoding::Array, element] => (numbers, Some(Last::Array(*element))),
        [numbers @ .., Encoding::Blob] => (numbers, Some(Last::Blob)),
        numbers => (numbers, None),
    }
}

/// The limit on the fields of an abbreviation; LLVM's longest has 26.
const MOST_FIELDS: u64 = 64;

pub(crate) const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// Reads the definition of an abbreviation.
pub(crate) fn read(stream: &mut Stream<'_>) -> Result<Abbreviation> {
    let count = stream.vbr(5);
    if count > MOST_FIELDS {
        return stream.too_large("an abbreviation");
    }
    let start = stream.encodings.len();
    for _ in 0..count {
        let encoding = encoding(stream)?;
        stream.encodings.push(encoding);
    }
    check(stream, start)?;
    let fields = stream.encodings.get(start..).unwrap_or(&[]).iter();
    let literals = fields.filter(|field| matches!(field, Encoding::Literal(_))).count();
    Ok(Abbreviation { start: start as u32, count: count as u32, literals: literals as u32 })
}

fn encoding(stream: &mut Stream<'_>) -> Result<Encoding> {
    if stream.fixed(1) == 1 {
        return Ok(Encoding::Literal(stream.vbr(8)));
    }
    match stream.fixed(3) {
        1 => match stream.vbr(5) {
            0 => Ok(Encoding::Literal(0)),
            width @ 1..=32 => Ok(Encoding::Fixed(width as u32)),
            _ => stream.malformed("width of a fixed field"),
        },
        2 => match stream.vbr(5) {
            0 => Ok(Encoding::Literal(0)),
            width @ 2..=32 => Ok(Encoding::Variable(width as u32)),
            _ => stream.malformed("width of a variable field"),
        },
        3 => Ok(Encoding::Array),
        4 => Ok(Encoding::Char6),
        5 => Ok(Encoding::Blob),
        other => stream.unknown("encoding of a field", other),
    }
}

/// Checks that the code is a number, an array is followed by its one element, and a blob by nothing.
fn check(stream: &Stream<'_>, start: usize) -> Result<()> {
    use Encoding::*;
    let fields = stream.encodings.get(start..).unwrap_or(&[]);
    match fields.first() {
        Some(Literal(_) | Fixed(_) | Variable(_)) => {}
        _ => return stream.malformed("the code of an abbreviation"),
    }
    for (i, field) in fields.iter().enumerate() {
        let rest = fields.get(i + 1..).unwrap_or(&[]);
        match field {
            Array if matches!(rest, [Fixed(_) | Variable(_) | Char6]) => return Ok(()),
            Array => return stream.malformed("an array in an abbreviation"),
            Blob if !rest.is_empty() => return stream.malformed("a blob in an abbreviation"),
            _ => {}
        }
    }
    Ok(())
}
