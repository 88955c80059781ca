//! Literal strings: UTF-8, ended by a NUL, the first octet in the low-order byte of its word.
//!
//! In: words of an instruction. Out: text and the number of words it takes. The other direction is `write::string`.
//! Serves section 2.2.1 (literals) of the specification.

use super::check::rules::{self, Rule};

/// Returns the number of words of the string at the start of `words`, its NUL included; `None` if nothing ends it.
#[inline]
pub fn length(words: &[u32]) -> Option<usize> {
    words.iter().position(|word| has_zero_byte(*word)).map(|last| last + 1)
}

/// Returns whether one of the four bytes is zero.
#[inline]
fn has_zero_byte(word: u32) -> bool {
    word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080 != 0
}

/// The string at the start of `words`, and how many words it takes; or the rule that it breaks.
pub fn decode(words: &[u32]) -> Result<(String, usize), &'static Rule> {
    let length = length(words).ok_or(&rules::STRING_END)?;
    let mut bytes = Vec::with_capacity(length * 4);
    bytes.extend(words.iter().take(length).flat_map(|word| word.to_le_bytes()));
    bytes.truncate(bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len()));
    String::from_utf8(bytes).map(|text| (text, length)).map_err(|_| &rules::STRING_UTF8)
}

/// Checks that the words, which end in a NUL, are UTF-8. Most strings are ASCII, which needs no copy.
pub(super) fn check(words: &[u32]) -> Result<(), &'static Rule> {
    if is_ascii(words) { Ok(()) } else { decode(words).map(|_| ()) }
}

fn is_ascii(words: &[u32]) -> bool {
    words.iter().all(|word| word & 0x8080_8080 == 0)
}

/// Returns whether the words are a string of ASCII that ends in the last of them.
pub(super) fn is_plain(words: &[u32]) -> bool {
    length(words) == Some(words.len()) && is_ascii(words)
}

/// Appends the string at the start of `words` to `out` and gives its length in bytes; `scratch` is for reuse.
pub(super) fn append(out: &mut String, scratch: &mut Vec<u8>, words: &[u32]) -> Result<usize, &'static Rule> {
    let length = length(words).ok_or(&rules::STRING_END)?;
    scratch.clear();
    words.iter().take(length).for_each(|word| scratch.extend_from_slice(&word.to_le_bytes()));
    let text = scratch.split(|byte| *byte == 0).next().unwrap_or_default();
    out.push_str(std::str::from_utf8(text).map_err(|_| &rules::STRING_UTF8)?);
    Ok(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::write;

    #[test]
    fn s0_11_strings_of_every_padding_come_back() {
        for text in ["", "a", "abc", "abcd", "main kernel", "käse", "\u{1F600}"] {
            let mut words = Vec::new();
            write::string(&mut words, text);
            let taken = words.len();
            words.push(7);
            assert_eq!(decode(&words).ok(), Some((text.to_owned(), taken)));
            let mut arena = "x".to_owned();
            assert_eq!(append(&mut arena, &mut vec![1], &words).ok(), Some(text.len()));
            assert_eq!(arena, format!("x{text}"));
        }
    }

    #[test]
    fn s0_11_strings_need_an_end_and_utf8() {
        assert_eq!(decode(&[0x6161_6161]).err().map(|r| r.id), Some("S0-11"));
        assert_eq!(decode(&[]).err().map(|r| r.sentence), Some(rules::STRING_END.sentence));
        assert_eq!(decode(&[0x0000_FFFE]).err().map(|r| r.sentence), Some(rules::STRING_UTF8.sentence));
    }

    #[test]
    fn plain_strings_end_in_the_last_word() {
        assert!(is_plain(&[0x6161_6161, 0]) && is_plain(&[0x0000_6161]) && is_plain(&[0]));
        assert!(
            !is_plain(&[]) && !is_plain(&[0x6161_6161]) && !is_plain(&[0x6100_6161, 0]) && !is_plain(&[0x0000_00FE])
        );
    }

    #[test]
    fn zero_bytes_are_found_in_every_place() {
        for word in [0u32, 0x0001_0101, 0x0100_0101, 0x0101_0001, 0x0101_0100, 0x8000_8080] {
            assert!(has_zero_byte(word), "{word:#x}");
        }
        for word in [0x0101_0101u32, 0x8080_8080, 0xFFFF_FFFF, 0x0180_FF7F] {
            assert!(!has_zero_byte(word), "{word:#x}");
        }
    }
}
