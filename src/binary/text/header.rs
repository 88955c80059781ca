//! The header of a module as comments, as `spirv-dis` writes them, and back.

use super::generator;
use crate::binary::header::{Header, WORDS};
use crate::options::Version;
use std::fmt::Write;

/// Writes the header.
pub(super) fn put_header(out: &mut String, header: &Header) {
    let (major, minor) = header.version;
    // Writing to a string does not fail.
    let _ = write!(out, "; SPIR-V\n; Version: {major}.{minor}\n; Generator: ");
    generator::put_name(out, header.tool());
    let _ = write!(out, "; {}\n; Bound: {}\n; Schema: {}\n", header.tool_version(), header.bound, header.schema);
}

/// Returns the version that the comments at the beginning of a text have.
pub(super) fn version(text: &[u8]) -> Option<Version> {
    comments(text).find_map(|line| match *line.strip_prefix(b"; Version: 1.")? {
        [minor @ b'0'..=b'6'] => Some(Version::new(1, minor - b'0')),
        [minor @ b'0'..=b'6', next, ..] if !next.is_ascii_digit() => Some(Version::new(1, minor - b'0')),
        _ => None,
    })
}

/// Takes generator and bound from the comments at the beginning of a text.
pub(super) fn read_header(text: &[u8], words: &mut [u32; WORDS]) {
    let [_, _, generator, bound, _] = words;
    for line in comments(text).filter_map(|line| std::str::from_utf8(line).ok()) {
        match line.trim_end().split_once(": ") {
            Some(("; Generator", text)) => *generator = generator::read(text).unwrap_or(*generator),
            Some(("; Bound", text)) => *bound = text.parse().unwrap_or(*bound),
            _ => {}
        }
    }
}

/// Returns the lines up to the first one that is no comment; some are blank.
fn comments(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    lines.take_while(|line| matches!(line, [] | [b';', ..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    #[test]
    fn headers_come_back() {
        for generator in [0x0006_000E, 0x0008_0001, 0x7FFF_0003, 0] {
            let module = Bytes::library(12).set(1, 0x0001_0300).set(2, generator).words();
            let mut text = String::new();
            put_header(&mut text, module.header());
            let mut words = [7, 8, 0, 1, 9];
            read_header(text.as_bytes(), &mut words);
            assert_eq!(words, [7, 8, generator, 12, 9], "{text}");
            assert_eq!(version(text.as_bytes()), Some(Version::new(1, 3)));
        }
    }

    #[test]
    fn what_is_no_header_changes_nothing() {
        let mut words = [1, 2, 3, 4, 5];
        read_header(b"; Generator: nobody\n; Bound: -1\nx\n; Bound: 7\n", &mut words);
        read_header(b"", &mut words);
        assert_eq!(words, [1, 2, 3, 4, 5]);
        for text in ["", "; Version: 1.7", "; Version: 1.10", "OpNop\n; Version: 1.0", ";Version: 1.0", "; Version: 1."]
        {
            assert_eq!(version(text.as_bytes()), None, "{text}");
        }
        assert_eq!(version(b"\n  ; SPIR-V\r\n\t; Version: 1.2\r\n"), Some(Version::new(1, 2)));
    }
}
