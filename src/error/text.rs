//! Text from the input within messages: on one line, of bounded length, and without control characters that a terminal
//! would interpret.

use std::borrow::Cow;
use std::fmt::Write;

/// The maximum number of characters of a quoted instruction.
const MOST: usize = 300;

/// Returns the text with its control characters escaped, line breaks too: names in LLVM IR and SPIR-V may hold any
/// bytes, some of which a terminal would interpret.
pub fn escaped(text: &str) -> Cow<'_, str> {
    spelled(text, is_control)
}

/// Returns a text of several lines with its control characters escaped, except line breaks.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    spelled(text, |c| c != '\n' && is_control(c))
}

/// Returns whether a terminal interprets the character instead of showing it: a control, an end of line, or a change of
/// direction.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}')
}

fn spelled(text: &str, is_spelled: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_spelled) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_spelled(c) {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns an instruction for a quotation: on one line, without the numbers of its metadata, which mean nothing without
/// the module.
pub fn quoted(instruction: &str) -> String {
    let words: Vec<_> = without_metadata(instruction.trim()).split_whitespace().collect();
    let mut text = escaped(&words.join(" ")).into_owned();
    if let Some((end, _)) = text.char_indices().nth(MOST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Removes the attachments at the end: `, !dbg !12, !tbaa !5`.
fn without_metadata(mut text: &str) -> &str {
    while let Some((rest, attachment)) = text.rsplit_once(", !") {
        let Some((name, number)) = attachment.split_once(" !") else { break };
        let is_node = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_inline = number.starts_with('{') || number.starts_with("DI");
        if name.contains(|c: char| c.is_whitespace() || c == '"') || !(is_node || is_inline) {
            break;
        }
        text = rest;
    }
    text
}

/// Returns names as a list: `a, b and c`.
pub fn listed(names: &[impl AsRef<str>], last: &str) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        let before = match index {
            0 => "",
            _ if index + 1 == names.len() => last,
            _ => ", ",
        };
        // Writing to a string does not fail.
        let _ = write!(text, "{before}{}", name.as_ref());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_control_characters_are_spelled_out() {
        assert_eq!(escaped("a\u{1b}[31mb\nc\u{7f}\u{202e}"), "a\\u{1b}[31mb\\nc\\u{7f}\\u{202e}");
        assert_eq!(escaped_lines("a\u{7}\nb"), "a\\u{7}\nb");
        assert!(matches!(escaped("plain ü"), Cow::Borrowed("plain ü")));
    }

    #[test]
    fn numbers_of_metadata_are_left_out() {
        assert_eq!(quoted("  %x = load i32, ptr %p, align 4, !dbg !12, !tbaa !5"), "%x = load i32, ptr %p, align 4");
        assert_eq!(quoted("store i8 0, ptr %p, !spirv.Decorations !0"), "store i8 0, ptr %p");
        assert_eq!(quoted("call void @f(metadata !3)"), "call void @f(metadata !3)");
        assert_eq!(
            quoted("callbr void asm \"\", \"\"()\n          to label %a [label %b], !srcloc !1"),
            "callbr void asm \"\", \"\"() to label %a [label %b]"
        );
        assert_eq!(quoted(&"x".repeat(400)).chars().count(), 301);
    }

    #[test]
    fn lists() {
        assert_eq!(listed(&["a", "b", "c"], " or "), "a, b or c");
        assert_eq!(listed(&["a"], " or "), "a");
    }
}
