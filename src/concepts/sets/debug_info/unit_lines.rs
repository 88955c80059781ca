//! Properties of a unit that no operand holds: a sentence of `OpModuleProcessed`.
//!
//! The form is `Debug info unit 0: key=value; ...`, with the values that differ from the reader's defaults.

use super::codes;
use crate::llvm::debug::{Class, Link, Node, Number, unit_bits};
use crate::state::slots::debug_info::Set;

/// The prefix of the sentence.
const BEGIN: &str = "Debug info unit ";

/// The keys of numbers.
const NUMBERS: &[(&str, Number)] = &[
    ("language", Number::Language),
    ("language version", Number::LanguageVersion),
    ("bits", Number::UnitBits),
    ("runtime version", Number::RuntimeVersion),
    ("emission", Number::Emission),
    ("name table", Number::NameTable),
    ("dwo id", Number::DwoId),
];

/// The keys of texts.
const TEXTS: &[(&str, Link)] =
    &[("flags", Link::UnitFlags), ("split name", Link::SplitName), ("system root", Link::SysRoot), ("sdk", Link::Sdk)];

/// LLVM's number for a unit with full debug information.
const FULL: u64 = 1;
/// LLVM's number for a unit without a name table.
const NO_NAME_TABLE: u64 = 2;

/// Returns the reader's default unit for a language, given SPIR-V's number of it.
pub fn default<'m>(language: u32) -> Node<'m> {
    let mut unit = of_language(codes::llvm_language(language));
    match unit.number(Number::Language) {
        codes::OPENCL => unit.set(Number::NameTable, NO_NAME_TABLE),
        _ => unit.set(Number::UnitBits, unit_bits::SPLIT_INLINING),
    }
    unit
}

/// Returns the Khronos translator's default unit for a language, given the set's number of it.
pub fn khronos_default<'m>(language: u32, set: Set) -> Node<'m> {
    let mut unit = of_language(match set {
        Set::Shader200 if language >= codes::MORE_LANGUAGES => codes::llvm_language(language),
        _ => codes::khronos_llvm_language(language),
    });
    unit.set(Number::UnitBits, unit_bits::SPLIT_INLINING);
    unit
}

/// Returns a unit with LLVM's number of its language, and full debug information.
fn of_language<'m>(language: u64) -> Node<'m> {
    let mut unit = Node::new(Class::Unit);
    unit.set_distinct(true);
    unit.set(Number::Language, language);
    unit.set(Number::Emission, FULL);
    unit
}

/// Returns the sentence about a unit, if any value differs from the default.
pub fn of(unit: &Node<'_>, place: usize, set: Set) -> Option<String> {
    let usual = default(codes::language(unit.number(Number::Language), set == Set::Shader200));
    let said = |key: &str| set.is_of_shaders() && ["dwo id", "split name"].contains(&key);
    let numbers = NUMBERS.iter().filter(|(key, which)| unit.number(*which) != usual.number(*which) && !said(key));
    let numbers = numbers.map(|(key, which)| format!("{key}={}", unit.number(*which)));
    let texts = TEXTS.iter().filter(|(key, link)| !unit.bytes(*link).is_empty() && !said(key));
    let texts =
        texts.map(|(key, link)| format!("{key}={}", String::from_utf8_lossy(unit.bytes(*link)).replace(';', ",")));
    let all: Vec<_> = numbers.chain(texts).collect();
    (!all.is_empty()).then(|| format!("{BEGIN}{place}: {}", all.join("; ")))
}

/// Parses a sentence: the number of the unit, and pairs of key and value.
pub fn parse(line: &str) -> Option<(usize, Vec<(String, String)>)> {
    let (place, rest) = line.strip_prefix(BEGIN)?.split_once(": ")?;
    let pairs = rest.split("; ").filter_map(|pair| pair.split_once('='));
    Some((place.parse().ok()?, pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()))
}

/// Sets a number of a unit; for a text returns its link.
pub fn apply<'m>(unit: &mut Node<'m>, key: &str, value: &str) -> Option<Link> {
    if let Some((_, which)) = NUMBERS.iter().find(|row| row.0 == key) {
        let number: u64 = value.parse().unwrap_or(unit.number(*which));
        unit.set(*which, bounded(*which, number, unit.number(*which)));
        return None;
    }
    TEXTS.iter().find(|row| row.0 == key).map(|row| row.1)
}

/// Returns a number if LLVM accepts it, or else `other`.
fn bounded(which: Number, value: u64, other: u64) -> u64 {
    let most = match which {
        Number::Language => 0xffff,
        Number::LanguageVersion | Number::RuntimeVersion => u64::from(u32::MAX),
        Number::UnitBits => 15,
        Number::Emission | Number::NameTable => 3,
        _ => u64::MAX,
    };
    if value <= most { value } else { other }
}
