//! Parses comdats.

use super::{Mention, Parser};
use crate::error::Result;
use crate::module::{Comdat, Text};
use crate::text::lex::{Raw, Token};
use crate::text::tables::SELECTIONS;

impl<'a> Parser<'a> {
    /// Parses `$name = comdat any`.
    pub(super) fn comdat_definition(&mut self) -> Result<()> {
        let Token::Comdat(raw) = self.token else { return self.fail("expected the name of a comdat") };
        let at = self.at;
        self.next()?;
        self.need(b'=')?;
        self.need_word("comdat")?;
        // Number 0 has no word.
        let Some(selection) = self.eat_one_of(SELECTIONS.get(1..).unwrap_or(&[]))? else {
            return self.fail("expected how the comdat is selected");
        };
        let number = self.comdat(raw, at);
        if self.comdats.get(&*raw.text()).is_some_and(|mention| mention.is_defined) {
            return self.fail_at(at, "the comdat is defined twice");
        }
        self.comdats.insert(raw.text(), Mention { number, at, is_defined: true });
        if let Some(comdat) = self.m.comdats.get_mut(number as usize) {
            comdat.selection = selection as u32 + 1;
        }
        Ok(())
    }

    fn comdat(&mut self, raw: Raw<'a>, at: usize) -> u32 {
        if let Some(mention) = self.comdats.get(&*raw.text()) {
            return mention.number;
        }
        let name = self.m.add_text(&raw.text());
        let number = self.m.comdats.len() as u32;
        self.m.comdats.push(Comdat { name, selection: 1 });
        self.comdats.insert(raw.text(), Mention { number, at, is_defined: false });
        number
    }

    /// Parses `comdat($name)`, or `comdat` with the name of the global; returns the number, plus one, or zero for none.
    pub(super) fn comdat_of(&mut self, name: Option<Raw<'a>>) -> Result<u32> {
        let at = self.at;
        if !self.eat_word("comdat")? {
            return Ok(0);
        }
        let raw = if self.eat(b'(')? {
            let Token::Comdat(raw) = self.token else { return self.fail("expected the name of a comdat") };
            self.next()?;
            self.need(b')')?;
            raw
        } else {
            match name.filter(|raw| !raw.source().is_empty()) {
                Some(raw) => raw,
                None => return self.fail_at(at, "a global without a name must name its comdat"),
            }
        };
        Ok(self.comdat(raw, at) + 1)
    }

    /// Returns the place where an undefined comdat was first mentioned.
    pub(super) fn missing_comdat(&self) -> Option<usize> {
        self.comdats.values().filter(|mention| !mention.is_defined).map(|mention| mention.at).min()
    }

    /// Parses `word "text"`; returns the empty text if the word is missing.
    pub(super) fn text_after(&mut self, word: &str) -> Result<Text> {
        if self.eat_word(word)? { self.added_text() } else { Ok(Text::default()) }
    }
}
