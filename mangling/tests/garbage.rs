//! Tests that parsing any input ends in a value or an error, and soon, and that a parsed name can be written and parsed
//! again.

mod common;

use common::names;
use llvm_spirv_mangling::{
    Builtin, ErrorKind, Numbering, Type, base_name, parse, parse_any, parse_with, write, write_with,
};

/// The letters with a meaning, so that mutants reach deep into the grammar.
const LETTERS: &[u8] = b"PSUFEDvrVK_0123456789Zzicfhd7Atomic\xc3\xa9";

struct XorShift(u64);

impl XorShift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn mutate(random: &mut XorShift, name: &str, other: &str) -> String {
    let mut bytes = name.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match random.below(4) {
            0 if !bytes.is_empty() => bytes[at] = LETTERS[random.below(LETTERS.len())],
            1 => bytes.insert(at, LETTERS[random.below(LETTERS.len())]),
            2 => bytes.truncate(at),
            _ => bytes.extend(&other.as_bytes()[random.below(other.len())..]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn check(input: &str) {
    let _ = base_name(input).and_then(Builtin::parse).map(|builtin| builtin.to_string());
    if let Ok((name, numbering)) = parse_any(input) {
        let written = write_with(numbering, &name.base, &name.params);
        assert_eq!(parse_with(numbering, &written), Ok(name), "{input}");
    }
}

#[test]
fn mutants() {
    let names: Vec<_> = names().map(|(mangled, _)| mangled).collect();
    let mut random = XorShift(0x9e37_79b9_7f4a_7c15);
    for _ in 0..100_000 {
        let (name, other) = (names[random.below(names.len())], names[random.below(names.len())]);
        check(&mutate(&mut random, name, other));
    }
}

#[test]
fn prefixes() {
    for (mangled, _) in names() {
        (0..mangled.len()).for_each(|end| check(&mangled[..end]));
    }
}

#[test]
fn words() {
    let mut random = XorShift(42);
    for _ in 0..100_000 {
        let tail: Vec<u8> = (0..random.below(24)).map(|_| LETTERS[random.below(LETTERS.len())]).collect();
        check(&format!("_Z1f{}", String::from_utf8_lossy(&tail)));
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for opening in ["P", "PK", "F", "Dv2_", "U7_Atomic", "PU3AS1", "Fv"] {
        let kind = parse(&format!("_Z1f{}", opening.repeat(100_000))).unwrap_err().kind();
        assert_eq!(kind, ErrorKind::TooDeep, "{opening}");
    }
}

/// Checks a chain in which each parameter is a pointer to the one before.
#[test]
fn deep_substitutions_are_an_error() {
    let chain: String = ["Pi".to_owned(), "PS_".to_owned()]
        .into_iter()
        .chain((0..1000).map(|index| format!("PS{}_", base36(index))))
        .collect();
    assert_eq!(parse_with(Numbering::Itanium, &format!("_Z1f{chain}")).unwrap_err().kind(), ErrorKind::TooDeep);
}

/// Checks a chain in which each parameter is a function that takes the one before three times.
#[test]
fn exponential_substitutions_are_an_error() {
    let chain: String = (0..60).map(|index| format!("FvS{0}_S{0}_S{0}_E", base36(index))).collect();
    assert_eq!(parse_with(Numbering::Itanium, &format!("_Z1fPiPS_{chain}")).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn long_names_are_fine() {
    let base = "f".repeat(1 << 20);
    let params = vec![Type::pointer(1, Type::Float); 1000];
    let name = parse(&write(&base, &params)).unwrap();
    assert_eq!((name.base, name.params), (base, params));
}

fn base36(value: usize) -> String {
    let digit = |value: usize| char::from(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value % 36]);
    if value < 36 { digit(value).to_string() } else { base36(value / 36) + &digit(value).to_string() }
}

/// Checks a symbol found by the fuzz target `mangling`: under the other numbering, its parsed form was smaller than its
/// written form.
#[test]
fn what_is_read_can_be_read_again_as_it_is_written() {
    let symbol = include_str!("larger_when_written.symbol");
    match parse(symbol) {
        Ok(name) => assert_eq!(parse(&name.to_string()), Ok(name)),
        Err(error) => assert_eq!(error.kind(), ErrorKind::TooLarge),
    }
}
