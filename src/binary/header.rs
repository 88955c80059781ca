//! The header: the five words before the first instruction.
//!
//! In: the first 20 bytes of a file. Out: byte order, version, generator, bound and schema, all checked.
//! Serves section 2.3 (physical layout) of the specification and section 2.17 (universal limits) for the bound.

use super::check::rules;
use crate::error::{Code, Error, Result};

/// The size of the header in words.
pub const WORDS: usize = 5;

/// The largest bound that the universal limits of the specification promise; it also limits the size of id tables.
pub const MAX_BOUND: u32 = 0x3F_FFFF;

/// The header of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Major and minor version.
    pub version: (u8, u8),
    /// The registered tool in the high-order 16 bits, the version of the tool in the low-order ones.
    pub generator: u32,
    /// The bound: every id is below it.
    pub bound: u32,
    /// The instruction schema; 0.
    pub schema: u32,
    /// True if the file is big-endian (the high-order octet of each word first).
    pub swapped: bool,
}

impl Header {
    /// The number under which the tool that made the module is registered with Khronos.
    pub fn tool(&self) -> u16 {
        (self.generator >> 16) as u16
    }

    /// The version of the tool.
    pub fn tool_version(&self) -> u16 {
        self.generator as u16
    }
}

/// Returns whether the magic number is big-endian (the high-order octet first).
pub(super) fn is_swapped(bytes: &[u8]) -> Result<bool> {
    match bytes {
        [0x03, 0x02, 0x23, 0x07, ..] => Ok(false),
        [0x07, 0x23, 0x02, 0x03, ..] => Ok(true),
        [b'B', b'C', 0xC0, 0xDE, ..] => Err(rules::MAGIC.broken("").hint("this is LLVM bitcode").at_word(0)),
        [] | [_] | [_, _] | [_, _, _] => Err(rules::SIZE.broken(format_args!("the file has {} bytes", bytes.len()))),
        _ => Err(rules::MAGIC.broken("").hint("a SPIR-V file starts with the bytes 03 02 23 07").at_word(0)),
    }
}

/// Returns whether the bytes begin as a SPIR-V binary, in either byte order.
pub fn is_spirv(bytes: &[u8]) -> bool {
    is_swapped(bytes).is_ok()
}

/// Checks the words of a header.
pub(super) fn parse(words: &[u32], swapped: bool) -> Result<Header> {
    let &[_, version, generator, bound, schema, ..] = words else { return Err(rules::SIZE.broken("")) };
    let header = Header { version: parse_version(version)?, generator, bound, schema, swapped };
    check_bound(bound)?;
    if schema != 0 {
        return Err(Error::of(Code::UnknownVersion, format!("instruction schema {schema}")).at_word(4));
    }
    Ok(header)
}

/// The version word is `0 | major | minor | 0`, from the high-order byte.
fn parse_version(word: u32) -> Result<(u8, u8)> {
    let [zero, major, minor, low] = word.to_be_bytes();
    match (zero, major, minor, low) {
        (0, 1, 0..=6, 0) => Ok((major, minor)),
        (0, 1.., _, 0) => Err(Error::of(Code::UnknownVersion, format!("SPIR-V version {major}.{minor}"))
            .hint("versions 1.0 to 1.6 are known")
            .at_word(1)),
        _ => Err(rules::VERSION.broken(format_args!("the word is {word:#010x}")).at_word(1)),
    }
}

fn check_bound(bound: u32) -> Result<()> {
    if bound == 0 || bound > MAX_BOUND {
        return Err(rules::BOUND.broken(format_args!("the bound is {bound}")).at_word(3));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::rules;
    use crate::binary::testing::Bytes;
    use crate::binary::{Op, Words};
    use crate::error::Kind;

    #[test]
    fn s0_03_magic() {
        let error = Bytes::new(1).set(0, 0x0723_0204).breaks(&rules::MAGIC);
        assert_eq!(error.place().word, Some(0));
        let bitcode = Words::read(b"BC\xC0\xDE0000000000000000").err();
        assert_eq!(bitcode.as_ref().and_then(|e| e.help()), Some("this is LLVM bitcode"));
    }

    #[test]
    fn s0_04_both_byte_orders() {
        let module = Bytes::library(2).text(Op::String, &[1], "byte");
        let bytes = module.swapped();
        let (native, swapped) = (module.words(), Words::read(&bytes));
        assert_eq!(Some(native.words()), swapped.as_ref().ok().map(Words::words));
        assert_eq!(swapped.map(|words| (words.header().swapped, words.warnings.len())), Ok((true, 1)));
        assert!(!native.header().swapped && native.warnings.is_empty());
    }

    #[test]
    fn s0_05_versions() {
        for minor in 0..=6 {
            assert!(Bytes::library(1).set(1, 0x0001_0000 | minor << 8).read().is_ok());
        }
        assert_eq!(Bytes::library(1).set(1, 0x0001_0700).error().kind(), Kind::Unsupported);
        assert_eq!(Bytes::library(1).set(1, 0x0002_0000).error().kind(), Kind::Unsupported);
        for word in [0, 0x0000_0100, 0x0101_0000, 0x0001_0001, 99] {
            assert_eq!(Bytes::library(1).set(1, word).breaks(&rules::VERSION).place().word, Some(1));
        }
    }

    #[test]
    fn s0_06_generator() {
        let words = Bytes::library(1).set(2, 0x0006_000E).read();
        assert_eq!(words.ok().map(|w| (w.header().tool(), w.header().tool_version())), Some((6, 14)));
    }

    #[test]
    fn s0_07_bound_of_the_header() {
        for bound in [0, 0x40_0000, u32::MAX] {
            assert_eq!(Bytes::library(bound).breaks(&rules::BOUND).place().word, Some(3));
        }
        assert_eq!(Bytes::library(0x3F_FFFF).error().message(), "no error");
    }

    #[test]
    fn s0_08_schema() {
        assert_eq!(Bytes::library(1).set(4, 1).error().kind(), Kind::Unsupported);
    }
}
