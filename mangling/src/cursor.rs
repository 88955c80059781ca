//! The lexical productions: a position in the name, numbers and source names.

use crate::error::{Error, ErrorKind};

/// The rest of a mangled name.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    input: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(input: &'a str) -> Self {
        Self { input, offset: 0 }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.input.get(self.offset..).unwrap_or_default()
    }

    pub(crate) fn is_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest().bytes().next()
    }

    pub(crate) fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Steps over `text` if it comes next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let found = self.starts_with(text);
        if found {
            self.offset += text.len();
        }
        found
    }

    /// Steps over the next `length` bytes; `None` if there are fewer, or the last is part of a character.
    pub(crate) fn take(&mut self, length: usize) -> Option<&'a str> {
        let text = self.rest().get(..length)?;
        self.offset += length;
        Some(text)
    }

    /// Steps over the longest run of bytes that satisfy `accept`.
    pub(crate) fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let length = self.rest().bytes().take_while(|&byte| accept(byte)).count();
        self.take(length).unwrap_or_default()
    }

    /// Parses `<positive number>`, without leading zeros, so that each value has one spelling.
    pub(crate) fn number(&mut self) -> Result<u32, Error> {
        let invalid = self.error(ErrorKind::InvalidNumber);
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        if digits.starts_with('0') { Err(invalid) } else { digits.parse().map_err(|_| invalid) }
    }

    /// Parses `<source-name> ::= <length> <identifier>`.
    pub(crate) fn source_name(&mut self) -> Result<&'a str, Error> {
        let length = self.number()?;
        let end = self.error(ErrorKind::UnexpectedEnd);
        self.take(length as usize).ok_or(end)
    }

    /// Returns an error at this position.
    pub(crate) fn error(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.offset)
    }

    /// Returns the error for an unexpected character, with which no supported production begins.
    pub(crate) fn unexpected(&self) -> Error {
        self.error(if self.is_end() { ErrorKind::UnexpectedEnd } else { ErrorKind::Unsupported })
    }
}
