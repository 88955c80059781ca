//! Parses fields that are not stored in one word, and fields of older versions, and checks complete nodes.

use super::Parser;
use super::fields::{NodeFrame, Step};
use super::metadata::Frame;
use crate::error::Result;
use crate::metadata::{Names, NodeKind};
use crate::text::lex::Token;
use crate::text::tables::CHECKSUMS;

/// The bit of a word that holds a number; here it marks the name of a language with a version.
const RAW: u64 = 1 << 63;

/// The bit of the first special field among the parsed fields of a node.
const FIRST_SPECIAL: usize = 48;

/// The special fields of a kind of node, and those that its list lacks, in the order of their bits.
fn specials(kind: NodeKind) -> &'static [&'static str] {
    match kind {
        NodeKind::Generic => &["operands"],
        NodeKind::Enumerator => &["value"],
        NodeKind::File => &["checksumkind", "checksum"],
        NodeKind::CompileUnit => &["language", "sourceLanguageName", "sourceLanguageVersion"],
        NodeKind::Subprogram => &["virtualIndex", "isLocal", "isDefinition", "isOptimized", "virtuality"],
        NodeKind::DerivedType => &[
            "ptrAuthKey",
            "ptrAuthIsAddressDiscriminated",
            "ptrAuthExtraDiscriminator",
            "ptrAuthIsaPointer",
            "ptrAuthAuthenticatesNullValues",
        ],
        NodeKind::FixedPointType => &["factor", "numerator", "denominator"],
        NodeKind::MacroFile => &["type"],
        _ => &[],
    }
}

/// Words of `virtuality`, which LLVM 8 made flags.
const VIRTUALITY: [&str; 3] = ["DW_VIRTUALITY_none", "DW_VIRTUALITY_virtual", "DW_VIRTUALITY_pure_virtual"];

impl Parser<'_> {
    /// Parses a field that depends on the kind of the node.
    pub(super) fn special_field(&mut self, frame: &mut NodeFrame, name: &[u8]) -> Result<Step> {
        let Some(i) = specials(frame.kind).iter().position(|special| special.as_bytes() == name) else {
            let name = String::from_utf8_lossy(name);
            return self.fail(format!("`!{}` has no field `{name}`", frame.kind.word()));
        };
        self.mark_seen(frame, FIRST_SPECIAL + i)?;
        self.next()?;
        let word = match (frame.kind, i) {
            (NodeKind::Generic, _) => {
                self.need(b'{')?;
                return Ok(Step::Child(Frame::Tuple { words: vec![0], has_part: false }));
            }
            (NodeKind::Enumerator, _) => return self.enumerator_value(frame),
            (NodeKind::FixedPointType, 1 | 2) => return self.fixed_point_number(frame),
            (NodeKind::FixedPointType, _) => self.signed_number()? as u64,
            (NodeKind::File, 0) => self.word_or_number(&CHECKSUMS)?,
            (NodeKind::File, _) => self.string_word()?,
            (NodeKind::CompileUnit, 0) => self.name_or_number(Names::Language)?,
            (NodeKind::CompileUnit, 1) => self.name_or_number(Names::LanguageName)? | RAW,
            (NodeKind::Subprogram, 1..=3) | (NodeKind::DerivedType, 1 | 3 | 4) => self.boolean_word()?,
            (NodeKind::Subprogram, 4) => self.word_or_number(&VIRTUALITY)?,
            (NodeKind::DerivedType, 0) => self.number_up_to(7)?,
            (NodeKind::DerivedType, 2) => self.number_up_to(0xffff)?,
            (NodeKind::MacroFile, _) => self.name_or_number(Names::Macro)?,
            _ => self.number::<u32>()? as u64,
        };
        if let Some(slot) = frame.extra.get_mut(i) {
            *slot = word;
        }
        Ok(Step::Done)
    }

    fn number_up_to(&mut self, most: u32) -> Result<u64> {
        let at = self.at;
        match self.number::<u32>()? {
            number if number > most => self.fail_at(at, format!("the number goes to {most}")),
            number => Ok(number.into()),
        }
    }

    /// Parses an integer; returns its width and its words as in a record.
    fn record_integer(&mut self) -> Result<(u64, Vec<u64>)> {
        let Token::Integer(digits) = self.token else { return self.fail("expected an integer") };
        let is_negative = digits.first() == Some(&b'-');
        let most = (digits.len() as u64 * 4).max(64).next_multiple_of(64);
        let mut words = self.integer_words(most)?;
        words.resize(most as usize / 64, 0);
        self.next()?;
        let leading = |flip: u64| {
            let zeros = words.iter().rev().take_while(|word| **word == flip).count();
            let rest = words.len() - zeros;
            let last = rest.checked_sub(1).and_then(|i| words.get(i)).map_or(0, |word| (word ^ flip).leading_zeros());
            most - zeros as u64 * 64 - last as u64
        };
        let bits = if is_negative { leading(u64::MAX) + 1 } else { leading(0) };
        let bits = bits.max(1);
        words.truncate(bits.div_ceil(64) as usize);
        Ok((bits, words))
    }

    fn enumerator_value(&mut self, frame: &mut NodeFrame) -> Result<Step> {
        let is_negative = matches!(self.token, Token::Integer([b'-', ..]));
        let (bits, words) = self.record_integer()?;
        frame.extra = [bits, is_negative as u64, 0, 0, 0, 0];
        frame.wide = words;
        Ok(Step::Done)
    }

    fn fixed_point_number(&mut self, frame: &mut NodeFrame) -> Result<Step> {
        let (bits, words) = self.record_integer()?;
        frame.wide.push(bits | (words.len() as u64) << 32);
        frame.wide.extend(words.iter().map(|&word| rotated(word)));
        Ok(Step::Done)
    }

    /// Packs combined fields, and checks that no required field is missing.
    pub(super) fn finish_node(&mut self, frame: &mut NodeFrame, at: usize) -> Result<Vec<u64>> {
        self.check_required(frame, at)?;
        let has = |frame: &NodeFrame, i: usize| frame.seen >> (FIRST_SPECIAL + i) & 1 != 0;
        let [a, b, c, d, e, _] = frame.extra;
        match frame.kind {
            NodeKind::Enumerator => finish_enumerator(frame),
            NodeKind::File => {
                if has(frame, 0) != has(frame, 1) {
                    return self.fail_at(at, "`checksumkind` and `checksum` must be there together");
                }
                frame.set(3, a);
                frame.set(4, b);
            }
            NodeKind::CompileUnit => {
                if has(frame, 0) == has(frame, 1) {
                    return self.fail_at(at, "expected one of `language` and `sourceLanguageName`");
                }
                frame.set(1, if has(frame, 0) { a } else { b });
                frame.set(22, c);
            }
            NodeKind::Subprogram => {
                frame.set(10, a);
                let flags = frame.kind.fields().iter().position(|field| field.name == "spFlags").unwrap_or(0);
                if frame.seen >> flags & 1 == 0 {
                    let is_definition = !has(frame, 2) || c != 0;
                    frame.set(9, e | b << 2 | (is_definition as u64) << 3 | d << 4);
                }
            }
            NodeKind::DerivedType => frame.set(14, if a != 0 { a | b << 4 | c << 5 | d << 21 | e << 22 } else { 0 }),
            NodeKind::FixedPointType => {
                frame.set(8, a);
                let wide = std::mem::take(&mut frame.wide);
                frame.words.truncate(9);
                frame.words.extend(if wide.is_empty() { vec![1 | 1 << 32, 0, 1 | 1 << 32, 0] } else { wide });
            }
            NodeKind::MacroFile => frame.set(1, if has(frame, 0) { a } else { START_FILE }),
            _ => {}
        }
        Ok(std::mem::take(&mut frame.words))
    }

    fn check_required(&self, frame: &NodeFrame, at: usize) -> Result<()> {
        for name in NodeKind::required(frame.kind) {
            let listed = frame.kind.fields().iter().position(|field| field.name == *name);
            let special = specials(frame.kind).iter().position(|special| special == name).map(|i| FIRST_SPECIAL + i);
            let place = special.or(listed).unwrap_or(0);
            if frame.seen >> place & 1 == 0 {
                return self.fail_at(at, format!("`!{}` must have the field `{name}`", frame.kind.word()));
            }
        }
        Ok(())
    }
}

/// The macro type `DW_MACINFO_start_file`.
const START_FILE: u64 = 3;

/// Encodes the width and the words of an enumerator. A positive signed number needs one bit more for its sign.
fn finish_enumerator(frame: &mut NodeFrame) {
    let [bits, is_negative, ..] = frame.extra;
    let is_unsigned = frame.words.first().is_some_and(|flags| flags & 2 != 0);
    let is_zero = frame.wide.iter().all(|&word| word == 0);
    let bits = bits + (is_negative == 0 && !is_unsigned && !is_zero) as u64;
    frame.set(1, bits);
    frame.words.truncate(3);
    let mut words = std::mem::take(&mut frame.wide);
    words.resize(bits.div_ceil(64) as usize, 0);
    frame.words.extend(words.iter().map(|&word| rotated(word)));
}

/// A word whose sign is its lowest bit.
fn rotated(word: u64) -> u64 {
    let number = word as i64;
    match number {
        i64::MIN => 1,
        _ if number < 0 => number.unsigned_abs() << 1 | 1,
        _ => word << 1,
    }
}
