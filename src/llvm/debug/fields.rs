//! Nodes as tables of their fields, read and built by rows.

use super::node::{Class, Link, Node, Number};
use super::rows::{Form, Row};
use crate::llvm::Metadata;
use llvm_ir::draft::{self, Draft, Refused};
use llvm_ir::metadata::NodeKind;

/// The bit that marks a word with a number in place of a reference of newer files, or a language with a known version.
const RAW: u64 = 1 << 63;
/// The word of a unit with its language.
const LANGUAGE: usize = 1;
/// The word of a unit with the version of its language.
const LANGUAGE_VERSION: usize = 22;
/// The first word of an enumerator's value; the word before it has the width.
const ENUMERATOR_BITS: usize = 1;
const ENUMERATOR_WORDS: usize = 3;
const MOST_COLUMN: u64 = u16::MAX as u64;

/// Decodes a number with its sign in the lowest bit.
fn turned_back(word: u64) -> u64 {
    match word {
        1 => 1 << 63,
        _ if word & 1 != 0 => (word >> 1).wrapping_neg(),
        _ => word >> 1,
    }
}

/// Encodes a number with its sign in the lowest bit.
fn turned(number: u64) -> u64 {
    match number as i64 {
        i64::MIN => 1,
        signed if signed < 0 => signed.unsigned_abs() << 1 | 1,
        _ => number << 1,
    }
}

/// Returns a number of a node.
pub(super) fn number(from: Metadata<'_>, class: Class, which: Number) -> u64 {
    match (class, which) {
        (Class::Unit, Number::Language) => from.0.word(LANGUAGE) & !RAW,
        (Class::Unit, Number::LanguageVersion) if from.0.word(LANGUAGE) & RAW != 0 => {
            (from.0.word(LANGUAGE_VERSION) & u64::from(u32::MAX)) + 1
        }
        (Class::Enumerator, Number::IsWide) => enumerator(from).is_none().into(),
        (Class::Enumerator, Number::Value) => enumerator(from).unwrap_or(0),
        _ => {
            // A fixed-point type has no other fields than a basic one has.
            let rows = Row::of(class).into_iter().flat_map(|row| row.numbers).filter(|row| row.0 == which);
            rows.fold(0, |number, (_, place, form)| number | number_of(from, *place, *form))
        }
    }
}

/// Returns a field of a node that is metadata.
pub(super) fn link<'m>(from: Metadata<'m>, class: Class, which: Link) -> Option<Metadata<'m>> {
    let place = Row::of(class)?.place(which)?;
    link_of(from, from.0.word(place))
}

fn number_of(from: Metadata<'_>, place: u8, form: Form) -> u64 {
    let word = from.0.word(place.into());
    match form {
        Form::Word | Form::Column => word & u64::from(u32::MAX),
        Form::Short => word & u64::from(u16::MAX),
        Form::Byte => word & u64::from(u8::MAX),
        Form::Wide => word,
        Form::Bool => (word != 0).into(),
        Form::Not => (word == 0).into(),
        Form::Constant | Form::AlwaysConstant => from.0.number_at(place.into()).unwrap_or(0),
        Form::Bit(bit) => word >> bit & 1,
        Form::Mask(bits) => {
            if word != 0 {
                bits
            } else {
                0
            }
        }
        Form::Is(number) => number,
        Form::Says(mask, bits) => {
            if word & mask != 0 {
                bits
            } else {
                0
            }
        }
        Form::Makes(_) => 0,
    }
}

/// Returns the metadata to which a word refers; a number in place of a reference is returned as a constant.
fn link_of<'m>(from: Metadata<'m>, word: u64) -> Option<Metadata<'m>> {
    if word & RAW == 0 {
        return from.0.draft().metadata_of(word).map(Metadata);
    }
    let number = ((word << 1) as i64 >> 1) as u64;
    constant(from.0.draft(), number).ok().map(Metadata)
}

fn constant(draft: &Draft, number: u64) -> Result<draft::Metadata<'_>, Refused> {
    draft.md_value(draft.const_int(draft.int_type(64)?, &[number])?)
}

/// Returns the value of an enumerator as a 64-bit number; `None` for a wider one.
fn enumerator(from: Metadata<'_>) -> Option<u64> {
    let words = from.0.words();
    let bits = words.get(ENUMERATOR_BITS).copied().unwrap_or(0).max(1);
    let mut value: Vec<u64> = words.iter().skip(ENUMERATOR_WORDS).map(|word| turned_back(*word)).collect();
    value.truncate(bits.div_ceil(64) as usize);
    let is_unsigned = number(from, Class::Enumerator, Number::Unsigned) != 0;
    let used = (bits - 1) % 64 + 1;
    if let Some(last) = value.last_mut().filter(|_| bits.div_ceil(64) as usize == words.len() - ENUMERATOR_WORDS) {
        let shift = 64 - used;
        *last = if is_unsigned { *last << shift >> shift } else { ((*last << shift) as i64 >> shift) as u64 };
    }
    let first = value.first().copied().unwrap_or(0);
    let fill = if !is_unsigned && first >> 63 != 0 { u64::MAX } else { 0 };
    let is_wide = value.iter().skip(1).any(|word| *word != fill);
    (!is_wide).then_some(first)
}

/// Builds a node of a row's class from its fields.
pub(super) fn make<'m>(draft: &'m Draft, node: &Node<'m>, row: &Row) -> Result<draft::Metadata<'m>, Refused> {
    let words = words(draft, node, row)?;
    match node.is_temporary() {
        true => draft.md_temporary(row.kind, &words),
        false => draft.md_node(row.kind, &words),
    }
}

fn words(draft: &Draft, node: &Node<'_>, row: &Row) -> Result<Vec<u64>, Refused> {
    let mut words = row.kind.blank();
    for (number, place, form) in row.numbers {
        put(draft, &mut words, usize::from(*place), (node.number(*number), *form))?;
    }
    for (link, place) in row.links.iter().filter(|(link, _)| is_made(node, *link)) {
        set(&mut words, usize::from(*place), node.link(*link).map_or(0, |value| value.0.reference()));
    }
    match node.class {
        Class::Unit => {
            let (name, version) = (node.number(Number::Language), node.number(Number::LanguageVersion));
            let name = name & u64::from(u16::MAX);
            set(&mut words, LANGUAGE, if version != 0 { RAW | name } else { name });
            set(&mut words, LANGUAGE_VERSION, version.saturating_sub(1) & u64::from(u32::MAX));
        }
        Class::Enumerator => {
            words.truncate(ENUMERATOR_WORDS);
            set(&mut words, ENUMERATOR_BITS, 64);
            words.push(turned(node.number(Number::Value)));
        }
        Class::File if node.number(Number::ChecksumKind) == 0 || node.link(Link::Checksum).is_none() => {
            (3..=4).for_each(|place| set(&mut words, place, 0));
        }
        _ => {}
    }
    // Units are always distinct.
    let is_distinct = node.is_distinct() || node.class == Class::Unit;
    if let Some(flags) = words.first_mut() {
        *flags |= u64::from(is_distinct);
    }
    Ok(words)
}

/// Returns whether a field is written to the new node: the discriminator of variants is only read, and the value of a
/// macro must be a string.
fn is_made(node: &Node<'_>, link: Link) -> bool {
    let is_text = || node.link(link).is_some_and(|value| value.kind() == NodeKind::String);
    link != Link::Selector && (node.class != Class::Macro || link != Link::Held || is_text())
}

fn set(words: &mut [u64], place: usize, word: u64) {
    if let Some(slot) = words.get_mut(place) {
        *slot = word;
    }
}

fn put(draft: &Draft, words: &mut [u64], place: usize, (number, form): (u64, Form)) -> Result<(), Refused> {
    let reference = |number| constant(draft, number).map(|node| node.reference());
    let old = words.get(place).copied().unwrap_or(0);
    let word = match form {
        Form::Word => number & u64::from(u32::MAX),
        Form::Short => number & u64::from(u16::MAX),
        Form::Byte => number & u64::from(u8::MAX),
        Form::Wide => number,
        Form::Bool => (number != 0).into(),
        Form::Not => (number == 0).into(),
        Form::Column => Some(number & u64::from(u32::MAX)).filter(|column| *column <= MOST_COLUMN).unwrap_or(0),
        Form::Constant if number == 0 => 0,
        Form::Constant | Form::AlwaysConstant => reference(number)?,
        Form::Bit(bit) => old & !(1 << bit) | u64::from(number != 0) << bit,
        Form::Mask(bits) => (number & bits != 0).into(),
        Form::Makes(word) => word,
        Form::Is(_) | Form::Says(..) => old,
    };
    set(words, place, word);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_turn() {
        for number in [0, 1, 5, u64::MAX, 1 << 63, (1 << 63) - 1, -7i64 as u64] {
            assert_eq!(turned_back(turned(number)), number);
        }
    }
}
