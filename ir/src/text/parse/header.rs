//! Parses the beginnings of globals: linkage, visibility and the like; calling conventions.

use super::Parser;
use crate::error::Result;
use crate::global::{Global, GlobalKind, Linkage, Visibility};
use crate::text::lex::Token;
use crate::text::tables::{CONVENTIONS, UNNAMED};

/// The linkage and the properties that follow it.
pub(super) struct Head {
    pub(super) linkage: Linkage,
    pub(super) has_linkage: bool,
    pub(super) visibility: Visibility,
    pub(super) dll: u8,
    pub(super) dso_local: bool,
    pub(super) threads: u8,
    pub(super) unnamed_addr: u8,
}

impl Head {
    /// Returns a global with these properties.
    pub(super) fn global(&self, kind: GlobalKind) -> Global {
        Global {
            linkage: self.linkage,
            visibility: self.visibility,
            dll: self.dll,
            dso_local: self.dso_local,
            threads: self.threads,
            unnamed_addr: self.unnamed_addr,
            ..Global::blank(kind)
        }
    }

    /// Rejects properties that exclude each other.
    pub(super) fn check(&self, parser: &Parser<'_>, at: usize) -> Result<()> {
        if self.linkage.is_local() && self.visibility != Visibility::Default {
            return parser.fail_at(at, "what no other module sees has no visibility");
        }
        if self.linkage.is_local() && self.dll != 0 {
            return parser.fail_at(at, "what no other module sees is neither imported nor exported");
        }
        Ok(())
    }
}

impl Parser<'_> {
    pub(super) fn head(&mut self) -> Result<Head> {
        let linkage = match self.token {
            Token::Word(word) => Linkage::named(word),
            _ => None,
        };
        if linkage.is_some() {
            self.next()?;
        }
        let dso_local = match self.eat_one_of(&["dso_local", "dso_preemptable"])? {
            Some(place) => place == 0,
            None => false,
        };
        let visibility = match self.token {
            Token::Word(word) => Visibility::named(word),
            _ => None,
        };
        if visibility.is_some() {
            self.next()?;
        }
        let dll = self.eat_one_of(&["", "dllimport", "dllexport"])?.unwrap_or(0) as u8;
        if dso_local && dll == 1 {
            return self.fail("what is imported is not `dso_local`");
        }
        Ok(Head {
            linkage: linkage.unwrap_or(Linkage::External),
            has_linkage: linkage.is_some(),
            visibility: visibility.unwrap_or(Visibility::Default),
            dll,
            dso_local,
            threads: 0,
            unnamed_addr: 0,
        })
    }

    pub(super) fn unnamed_addr(&mut self) -> Result<u8> {
        Ok(self.eat_one_of(&UNNAMED)?.unwrap_or(0) as u8)
    }

    /// Parses a calling convention; the default is C's.
    pub(super) fn convention(&mut self) -> Result<u32> {
        let Token::Word(word) = self.token else { return Ok(0) };
        if let Some(digits) = word.strip_prefix(b"cc")
            && digits.iter().all(u8::is_ascii_digit)
        {
            return self.numbered_convention(digits);
        }
        match word {
            b"ccc" => {
                self.next()?;
                return Ok(0);
            }
            b"riscv_vls_cc" => return self.vector_convention(),
            _ => {}
        }
        match self.conventions.get(word).copied() {
            Some(number) => {
                self.next()?;
                Ok(number)
            }
            None => Ok(0),
        }
    }

    /// Parses `cc 10` or `cc10`.
    fn numbered_convention(&mut self, digits: &[u8]) -> Result<u32> {
        let at = self.at;
        self.next()?;
        let number = match std::str::from_utf8(digits).ok().and_then(|text| text.parse::<u32>().ok()) {
            Some(number) => number,
            None if digits.is_empty() => self.number()?,
            None => return self.fail_at(at, "a convention is a number of 32 bits".to_owned()),
        };
        // LLVM stores ten bits, and drops higher ones.
        Ok(number & 1023)
    }

    /// Parses `riscv_vls_cc(128)`; the number is optional.
    fn vector_convention(&mut self) -> Result<u32> {
        self.next()?;
        let at = self.at;
        let bits: u32 = if self.is_mark(b'(') { self.in_parentheses(Self::number)? } else { 128 };
        let word = format!("riscv_vls_cc({bits})");
        match CONVENTIONS.iter().find(|row| row.1 == word) {
            Some(row) => Ok(row.0),
            None => self.fail_at(at, "there is no such convention"),
        }
    }
}
