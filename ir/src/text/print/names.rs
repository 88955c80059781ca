//! Prints names and texts, quoted and escaped as necessary.

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn hex(out: &mut Vec<u8>, byte: u8) {
    let digit = |n: u8| HEX.get(n as usize).copied().unwrap_or(b'0');
    out.extend([b'\\', digit(byte >> 4), digit(byte & 15)]);
}

/// Prints a text without its quotes, with escapes.
pub(super) fn escaped(out: &mut Vec<u8>, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(byte),
            _ => hex(out, byte),
        }
    }
}

/// Prints a name without its sigil; it is quoted unless it has only letters, digits, `-`, `.` and `_`, and begins with no digit.
pub(super) fn name(out: &mut Vec<u8>, bytes: &[u8]) {
    let plain = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'_');
    if bytes.iter().all(plain) && !bytes.first().is_some_and(u8::is_ascii_digit) {
        out.extend_from_slice(bytes);
    } else {
        out.push(b'"');
        escaped(out, bytes);
        out.push(b'"');
    }
}

/// Prints the name of a metadata list or kind.
pub(super) fn metadata(out: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.is_empty() {
        out.extend_from_slice(b"<empty name> ");
    }
    for (i, &byte) in bytes.iter().enumerate() {
        let letter = if i == 0 { byte.is_ascii_alphabetic() } else { byte.is_ascii_alphanumeric() };
        if letter || matches!(byte, b'-' | b'$' | b'.' | b'_') {
            out.push(byte);
        } else {
            hex(out, byte);
        }
    }
}

#[cfg(test)]
mod tests {
    fn name(text: &str) -> String {
        let mut out = Vec::new();
        super::name(&mut out, text.as_bytes());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn quotes() {
        assert_eq!(name("a.b-c_1"), "a.b-c_1");
        assert_eq!(name("1a"), "\"1a\"");
        assert_eq!(name("a b\\\"\u{e9}"), "\"a b\\\\\\22\\C3\\A9\"");
    }
}
