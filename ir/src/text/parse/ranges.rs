//! Parses attribute values that have a syntax of their own.

use super::Parser;
use crate::attributes::{Attribute, AttributeKind};
use crate::error::Result;
use crate::text::lex::Token;
use crate::text::tables::{ACCESSES, ALLOC_KINDS, FP_CLASSES, OTHER, PLACES};
use crate::types::TypeKind;

/// The low bit of each memory location.
const ALL_PLACES: u64 = 0x555;

impl Parser<'_> {
    /// Parses `range(i32 0, 10)`.
    pub(super) fn range_attribute(&mut self, kind: AttributeKind) -> Result<Attribute> {
        self.need(b'(')?;
        let at = self.at;
        let ty = self.ty()?;
        let bits = match self.m.types.get(ty) {
            Some(row) if row.kind == TypeKind::Integer => row.number,
            _ => return self.fail_at(at, "a range is one of integers"),
        };
        let mut bounds = self.bound(bits)?;
        self.need(b',')?;
        let upper = self.bound(bits)?;
        if bounds == upper && bounds.iter().any(|&word| word != 0) {
            return self.fail_at(at, "the range is empty");
        }
        bounds.extend(upper);
        self.need(b')')?;
        Ok(Attribute::Ranges(kind, bits as u32, bounds.into()))
    }

    /// Parses a bound of a range: an integer that fits `bits` bits as a signed or unsigned number.
    fn bound(&mut self, bits: u64) -> Result<Vec<u64>> {
        let more = bits + 64;
        let mut words = self.integer_words(more)?;
        words.resize(more.div_ceil(64) as usize, 0);
        let bit = |i: u64| words.get((i / 64) as usize).is_some_and(|word| word >> (i % 64) & 1 != 0);
        let is_negative = bit(more - 1);
        if (bits..more).any(|i| bit(i) != is_negative) || is_negative && !bit(bits - 1) {
            return self.fail("the integer has more bits than its type");
        }
        self.integer_of(bits)
    }

    /// Parses `initializes((0, 4), (8, 12))`.
    pub(super) fn ranges_attribute(&mut self, kind: AttributeKind) -> Result<Attribute> {
        self.need(b'(')?;
        let mut bounds: Vec<u64> = Vec::new();
        loop {
            let at = self.at;
            self.need(b'(')?;
            let lower = self.signed_number()?;
            self.need(b',')?;
            let upper = self.signed_number()?;
            self.need(b')')?;
            if lower >= upper || bounds.last().is_some_and(|&last| (last as i64) >= lower) {
                return self.fail_at(at, "the ranges are not in order");
            }
            bounds.extend([lower as u64, upper as u64]);
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b')')?;
        Ok(Attribute::Ranges(kind, 64, bounds.into()))
    }

    /// Parses the kinds of `allockind`: `"alloc,zeroed"`.
    pub(super) fn alloc_kind(&mut self) -> Result<u64> {
        let at = self.at;
        let raw = self.raw_text()?;
        let mut bits = 0;
        for word in raw.text().split(|&c| c == b',') {
            match ALLOC_KINDS.iter().find(|row| row.1.as_bytes() == word) {
                Some((bit, _)) => bits |= bit,
                None => return self.fail_at(at, "there is no such kind of allocation"),
            }
        }
        Ok(bits)
    }

    /// Parses the effects of `memory`: `none`, or `argmem: read, errnomem: write`; a default for the other locations stands first.
    pub(super) fn memory_effects(&mut self) -> Result<u64> {
        let mut effects = 0;
        let mut has_place = false;
        loop {
            let place = self.eat_key(&PLACES.map(|place| if place.is_empty() { ":" } else { place }))?;
            let Some(access) = self.eat_one_of(&ACCESSES)?.map(|access| access as u64) else {
                return self.fail("expected `none`, `read`, `write` or `readwrite`");
            };
            match place {
                Some(place) => {
                    effects = effects & !(3 << (2 * place)) | access << (2 * place);
                    has_place = true;
                }
                None if has_place => return self.fail("the access to all places must be the first"),
                None => effects = access * ALL_PLACES,
            }
            debug_assert!(OTHER < PLACES.len());
            if !self.eat(b',')? {
                return Ok(effects);
            }
        }
    }

    /// Parses the components of `captures`: `address, read_provenance, ret: none`.
    pub(super) fn captures(&mut self) -> Result<u64> {
        const WORDS: [(&str, u64); 5] =
            [("none", 0), ("address_is_null", 1), ("address", 3), ("read_provenance", 4), ("provenance", 12)];
        let (mut other, mut result) = (None::<u64>, None::<u64>);
        let mut in_result = false;
        loop {
            if self.eat_key(&["ret"])?.is_some() {
                if result.is_some() {
                    return self.fail("`ret` is there twice");
                }
                in_result = true;
            }
            let Some(i) = self.eat_one_of(&WORDS.map(|row| row.0))? else {
                return self.fail("expected `none`, `address`, `address_is_null`, `provenance` or `read_provenance`");
            };
            let bits = WORDS.get(i).map_or(0, |row| row.1);
            let current = if in_result { &mut result } else { &mut other };
            if current.is_some_and(|before| before == 0 || bits == 0) {
                return self.fail("`none` stands alone");
            }
            *current = Some(current.unwrap_or(0) | bits);
            if !self.eat(b',')? {
                let other = other.unwrap_or(0);
                return Ok(other << 4 | result.unwrap_or(other));
            }
        }
    }

    /// Parses floating-point classes: `nan ninf`, or a number.
    pub(super) fn fp_classes(&mut self) -> Result<u64> {
        if let Token::Integer(_) = self.token {
            let at = self.at;
            return match self.number()? {
                bits @ 1..=0x3ff => Ok(bits),
                _ => self.fail_at(at, "the number is none of classes"),
            };
        }
        let mut bits = 0;
        while let Some(i) = self.eat_one_of(&FP_CLASSES.map(|row| row.1))? {
            bits |= FP_CLASSES.get(i).map_or(0, |row| row.0);
        }
        if bits == 0 { self.fail("expected a class of floating point") } else { Ok(bits) }
    }
}
