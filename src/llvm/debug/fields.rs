//! Nodes as tables of their fields, read and made by rows.

use super::node::{Class, Link, Node, Number};
use super::rows::{Form, Row};
use crate::llvm::Metadata;
use llvm_ir::draft::{self, Draft, Refused};
use llvm_ir::metadata::NodeKind;

/// The bit of a word that has a number where newer files have a reference, or a language of which the version is known.
const RAW: u64 = 1 << 63;
/// The word of a unit with the version of its language.
const LANGUAGE_VERSION: usize = 22;
/// The words of the value of an enumerator begin here; the width stands before.
const ENUMERATOR_BITS: usize = 1;
const ENUMERATOR_WORDS: usize = 3;
const MOST_COLUMN: u64 = u16::MAX as u64;

/// Returns a number that a word with its sign in the lowest bit says.
fn turned_back(word: u64) -> u64 {
    match word {
        1 => 1 << 63,
        _ if word & 1 != 0 => (word >> 1).wrapping_neg(),
        _ => word >> 1,
    }
}

/// Returns the word with its sign in the lowest bit.
fn turned(number: u64) -> u64 {
    match number as i64 {
        i64::MIN => 1,
        signed if signed < 0 => signed.unsigned_abs() << 1 | 1,
        _ => number << 1,
    }
}

/// Reads the fields of a node.
pub(super) fn read(from: Metadata<'_>) -> Node<'_> {
    let class = Class::of(from.kind());
    let mut node = Node::new(class);
    (node.is_distinct, node.is_temporary) = (from.0.is_distinct(), from.0.is_temporary());
    let Some(row) = Row::of(class) else { return node };
    let words = from.0.words();
    let word = |place: u8| words.get(usize::from(place)).copied().unwrap_or(0);
    for (number, place, form) in row.numbers {
        let value = number_of(from, word(*place), *place, *form);
        node.set(*number, node.number(*number) | value);
    }
    for (link, place) in row.links {
        node.set_link(*link, link_of(from, word(*place), *place));
    }
    match class {
        Class::Unit => language(&mut node, word(1), &words),
        Class::Enumerator => enumerator(&mut node, &words),
        // A fixed-point type has no other fields than a basic one has.
        _ => {}
    }
    node
}

fn number_of(from: Metadata<'_>, word: u64, place: u8, form: Form) -> u64 {
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

/// Returns the metadata of a word; of a number in place of a reference, that as a constant.
fn link_of<'m>(from: Metadata<'m>, word: u64, place: u8) -> Option<Metadata<'m>> {
    if word & RAW == 0 {
        return from.0.reference_at(place.into()).map(Metadata);
    }
    let number = ((word << 1) as i64 >> 1) as u64;
    constant(from.0.draft(), number).ok().map(Metadata)
}

fn constant(draft: &Draft, number: u64) -> Result<draft::Metadata<'_>, Refused> {
    draft.md_value(draft.const_int(draft.int_type(64)?, &[number])?)
}

fn language(node: &mut Node<'_>, word: u64, words: &[u64]) {
    node.set(Number::Language, word & !RAW);
    if word & RAW != 0 {
        let version = words.get(LANGUAGE_VERSION).copied().unwrap_or(0) & u64::from(u32::MAX);
        node.set(Number::LanguageVersion, version + 1);
    }
}

/// The value of an enumerator: a number of 64 bits, or one that is wider.
fn enumerator(node: &mut Node<'_>, words: &[u64]) {
    let bits = words.get(ENUMERATOR_BITS).copied().unwrap_or(0).max(1);
    let mut value: Vec<u64> = words.iter().skip(ENUMERATOR_WORDS).map(|word| turned_back(*word)).collect();
    value.truncate(bits.div_ceil(64) as usize);
    let is_unsigned = node.number(Number::Unsigned) != 0;
    let used = (bits - 1) % 64 + 1;
    if let Some(last) = value.last_mut().filter(|_| bits.div_ceil(64) as usize == words.len() - ENUMERATOR_WORDS) {
        let shift = 64 - used;
        *last = if is_unsigned { *last << shift >> shift } else { ((*last << shift) as i64 >> shift) as u64 };
    }
    let first = value.first().copied().unwrap_or(0);
    let fill = if !is_unsigned && first >> 63 != 0 { u64::MAX } else { 0 };
    let is_wide = value.iter().skip(1).any(|word| *word != fill);
    node.set(Number::IsWide, is_wide.into());
    node.set(Number::Value, if is_wide { 0 } else { first });
}

/// Makes a node of its fields; none where its class has none.
pub(super) fn make<'m>(draft: &'m Draft, node: &Node<'m>) -> Option<Result<draft::Metadata<'m>, Refused>> {
    let row = Row::of(node.class)?;
    Some(words(draft, node, row).and_then(|words| match node.is_temporary {
        true => draft.md_temporary(row.kind, &words),
        false => draft.md_node(row.kind, &words),
    }))
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
            set(&mut words, 1, if version != 0 { RAW | name } else { name });
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
    let is_distinct = node.is_distinct || node.class == Class::Unit;
    if let Some(flags) = words.first_mut() {
        *flags |= u64::from(is_distinct);
    }
    Ok(words)
}

/// Returns whether a field becomes one of the node: the discriminator of variants is only read, the value of a macro a string.
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
