//! Parses field values that are words.

use super::Parser;
use crate::error::Result;
use crate::metadata::Names;
use crate::text::lex::Token;

impl Parser<'_> {
    /// Parses a name of DWARF, or its number.
    pub(super) fn name_or_number(&mut self, names: Names) -> Result<u64> {
        let Token::Word(word) = self.token else {
            let at = self.at;
            let most = match names {
                Names::Tag | Names::Language | Names::LanguageName => u16::MAX as u64,
                _ => u8::MAX as u64,
            };
            return match self.number()? {
                number if number <= most => Ok(number),
                _ => self.fail_at(at, format!("the most is {most}")),
            };
        };
        match names.number(word) {
            Some(number) => {
                self.next()?;
                Ok(number)
            }
            None => self.fail(format!("there is no such name of this field: `{}`", String::from_utf8_lossy(word))),
        }
    }

    /// Parses a word of a list, or its number.
    pub(super) fn word_or_number(&mut self, words: &[&str]) -> Result<u64> {
        let at = self.at;
        if let Some(place) = self.eat_one_of(words)? {
            return Ok(place as u64);
        }
        match self.token {
            Token::Integer(_) => match self.number::<u64>()? {
                number if (number as usize) < words.len() => Ok(number),
                _ => self.fail_at(at, "the number is too large"),
            },
            _ => self.fail("there is no such word of this field"),
        }
    }

    /// Parses flags: `DIFlagPublic | DIFlagVector | 4`.
    pub(super) fn flag_list(&mut self, table: &[(u64, u64, &str)]) -> Result<u64> {
        let mut flags = 0;
        loop {
            flags |= match self.token {
                Token::Word(word) => {
                    let row = table.iter().find(|row| row.2.as_bytes() == word).map(|row| row.1);
                    // Names for the value zero.
                    let zero = (word == b"DIFlagZero" || word == b"DISPFlagZero").then_some(0);
                    let Some(flag) = row.or(zero) else {
                        let word = String::from_utf8_lossy(word);
                        return self.fail(format!("there is no flag `{word}`"));
                    };
                    self.next()?;
                    flag
                }
                _ => self.number::<u32>()? as u64,
            };
            if !self.eat(b'|')? {
                return Ok(flags);
            }
        }
    }
}
