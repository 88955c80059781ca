//! Helpers of the parser that read tokens.

use super::Parser;
use crate::error::Result;
use crate::module::Text;
use crate::text::lex::{Raw, Token};

impl<'a> Parser<'a> {
    /// Advances to the next token.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<()> {
        self.at = self.lexer.skip();
        match self.lexer.token() {
            Ok(token) => {
                self.token = token;
                Ok(())
            }
            Err(fault) => self.fail(fault),
        }
    }

    #[inline(always)]
    pub(super) fn is_mark(&self, mark: u8) -> bool {
        matches!(self.token, Token::Mark(found) if found == mark)
    }

    /// Consumes a punctuation mark if it is next; returns whether it was.
    #[inline(always)]
    pub(super) fn eat(&mut self, mark: u8) -> Result<bool> {
        let found = self.is_mark(mark);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Consumes a punctuation mark, which must be next.
    #[inline(always)]
    pub(super) fn need(&mut self, mark: u8) -> Result<()> {
        if self.eat(mark)? { Ok(()) } else { self.fail(format!("expected `{}`", mark as char)) }
    }

    #[inline(always)]
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(found) if found == word.as_bytes())
    }

    /// Consumes a word if it is next; returns whether it was.
    #[inline(always)]
    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.is_word(word);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    pub(super) fn need_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? { Ok(()) } else { self.fail(format!("expected `{word}`")) }
    }

    /// Consumes a word of a list if it is next; returns its place in the list.
    pub(super) fn eat_one_of(&mut self, words: &[&str]) -> Result<Option<usize>> {
        let Token::Word(found) = self.token else { return Ok(None) };
        let place = words.iter().position(|word| word.as_bytes() == found);
        if place.is_some() {
            self.next()?;
        }
        Ok(place)
    }

    /// Consumes a word of a list with a colon behind it, as one token or two; returns its place in the list.
    pub(super) fn eat_key(&mut self, words: &[&str]) -> Result<Option<usize>> {
        if let Token::Label(raw) = self.token {
            let place = words.iter().position(|word| !word.is_empty() && word.as_bytes() == raw.source());
            if place.is_some() {
                self.next()?;
            }
            return Ok(place);
        }
        let words: Vec<&str> = words.iter().map(|word| if word.is_empty() { ":" } else { *word }).collect();
        let place = self.eat_one_of(&words)?;
        if place.is_some() {
            self.need(b':')?;
        }
        Ok(place)
    }

    /// Parses a quoted text.
    pub(super) fn raw_text(&mut self) -> Result<Raw<'a>> {
        match self.token {
            Token::Text(raw) => {
                self.next()?;
                Ok(raw)
            }
            _ => self.fail("expected a text in quotes"),
        }
    }

    /// Parses a quoted text, and adds it to the module's texts.
    pub(super) fn added_text(&mut self) -> Result<Text> {
        let raw = self.raw_text()?;
        Ok(self.m.add_text(&raw.text()))
    }

    /// Interns a text in the module.
    pub(super) fn intern_text(&mut self, raw: Raw<'a>) -> Text {
        let bytes = raw.text();
        match self.texts.get(&bytes) {
            Some(&text) => text,
            None => {
                let text = self.m.add_text(&bytes);
                self.texts.insert(bytes, text);
                text
            }
        }
    }

    /// Parses a number without a sign that fits the type.
    pub(super) fn number<T: TryFrom<u64>>(&mut self) -> Result<T> {
        let number = match self.token {
            Token::Integer([b'-', ..]) => None,
            Token::Integer(digits) => crate::text::lex::number(digits),
            _ => return self.fail("expected an integer"),
        };
        match number.and_then(|number| T::try_from(number).ok()) {
            Some(number) => {
                self.next()?;
                Ok(number)
            }
            None => self.fail("the integer does not fit here"),
        }
    }

    pub(super) fn in_parentheses<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.need(b'(')?;
        let value = inner(self)?;
        self.need(b')')?;
        Ok(value)
    }

    /// Parses `addrspace(1)`; returns the default if it is missing.
    pub(super) fn space(&mut self, default: u32) -> Result<u32> {
        if !self.eat_word("addrspace")? {
            return Ok(default);
        }
        self.in_parentheses(Self::space_number)
    }

    fn space_number(&mut self) -> Result<u32> {
        if let Token::Text(raw) = self.token {
            let letter = match *raw.text() {
                [letter @ (b'A' | b'G' | b'P')] => letter,
                _ => return self.fail("there is no address space of this name"),
            };
            self.next()?;
            return Ok(crate::layout::space(self.m.text(self.m.data_layout), letter));
        }
        let at = self.at;
        match self.number()? {
            space if space < 1 << 24 => Ok(space),
            _ => self.fail_at(at, "an address space is less than 16777216"),
        }
    }

    /// Parses `align 8`; returns the exponent plus one, or zero if it is missing.
    pub(super) fn align(&mut self, with_parentheses: bool) -> Result<u32> {
        if !self.eat_word("align")? {
            return Ok(0);
        }
        if with_parentheses && self.is_mark(b'(') {
            return self.in_parentheses(Self::align_number);
        }
        self.align_number()
    }

    pub(super) fn align_number(&mut self) -> Result<u32> {
        let at = self.at;
        match self.number::<u64>()? {
            number if number.is_power_of_two() && number <= 1 << 32 => Ok(number.trailing_zeros() + 1),
            number if number.is_power_of_two() => self.fail_at(at, "an alignment is at most 4294967296"),
            _ => self.fail_at(at, "an alignment is a power of two"),
        }
    }

    /// Consumes a comma before another part of an instruction, and returns whether that follows. A comma before attachments returns
    /// false and sets `has_comma`.
    pub(super) fn more(&mut self) -> Result<bool> {
        if self.has_comma || !self.eat(b',')? {
            return Ok(false);
        }
        self.has_comma = matches!(self.token, Token::Metadata(_));
        Ok(!self.has_comma)
    }
}
