//! The text of an annotation: a sequence of `{X}` and `{X:Y}` (S3-85). The meaning of the words is in `annotations.rs`.

/// One `{X}` or `{X:Y}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group<'a> {
    /// The whole text, with its braces.
    pub text: &'a str,
    /// The text before the first colon.
    pub key: &'a str,
    /// The text after the first colon.
    pub body: Option<&'a str>,
}

/// One argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Argument<'a> {
    /// The text without its quotation marks.
    pub text: &'a str,
    /// True if it had quotation marks.
    pub quoted: bool,
}

impl<'a> Group<'a> {
    /// Returns the parts of Y between separators that are not within quotation marks.
    pub fn arguments(&self, separator: u8) -> Vec<Argument<'a>> {
        self.body.map_or_else(Vec::new, |body| split(body, separator).into_iter().map(Argument::new).collect())
    }
}

impl<'a> Argument<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.trim();
        let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        Argument { text: bare.unwrap_or(text), quoted: bare.is_some() }
    }

    /// Returns the value of a word that is an integer. A literal is 32 bits: up to 4294967295, down to -2147483648.
    pub fn int(text: &str) -> Option<u32> {
        let text = text.trim();
        text.starts_with(|first: char| first.is_ascii_digit() || first == '-').then_some(())?;
        let value: i64 = text.parse().ok()?;
        u32::try_from(value).ok().or_else(|| i32::try_from(value).ok().map(|value| value as u32))
    }
}

/// Returns the groups of a text; `None` if it is not a sequence of groups and blanks.
pub(crate) fn groups(text: &str) -> Option<Vec<Group<'_>>> {
    let mut groups = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let inner = rest.strip_prefix('{')?;
        let end = end_of_group(inner)?;
        let body = &inner[..end];
        let (key, body) = body.split_once(':').map_or((body, None), |(key, body)| (key, Some(body)));
        groups.push(Group { text: &rest[..end + 2], key: key.trim(), body });
        rest = inner[end + 1..].trim_start();
    }
    Some(groups)
}

/// Returns the position of the closing brace, ignoring braces within quotation marks. Braces do not nest.
fn end_of_group(inner: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'}' if !quoted => return Some(at),
            b'{' if !quoted => return None,
            _ => {}
        }
    }
    None
}

/// Returns the parts between separators that are not within quotation marks.
fn split(text: &str, separator: u8) -> Vec<&str> {
    let (mut parts, mut start, mut quoted) = (Vec::new(), 0, false);
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'"' {
            quoted = !quoted;
        } else if byte == separator && !quoted {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_85_groups() {
        let found = groups("{5825} {5826:\"a}b\"}{merge:x:y}").unwrap();
        let keys: Vec<_> = found.iter().map(|group| (group.text, group.key, group.body)).collect();
        assert_eq!(keys[0], ("{5825}", "5825", None));
        assert_eq!(keys[1], ("{5826:\"a}b\"}", "5826", Some("\"a}b\"")));
        assert_eq!(keys[2], ("{merge:x:y}", "merge", Some("x:y")));
        for other in ["42", "a{b}", "{a}b", "{a", "{a{b}}", "{\"a}"] {
            assert_eq!(groups(other), None, "{other}");
        }
        assert_eq!(groups("  "), Some(vec![]));
    }

    #[test]
    fn s3_85_arguments_are_words_or_quoted() {
        let group = groups("{x:1, two ,\"3,4\"}").unwrap()[0];
        let argument = |text, quoted| Argument { text, quoted };
        assert_eq!(group.arguments(b','), [argument("1", false), argument("two", false), argument("3,4", true)]);
        assert_eq!(groups("{x}").unwrap()[0].arguments(b','), []);
    }

    #[test]
    fn integers_are_words_of_32_bits() {
        assert_eq!(Argument::int("4294967295"), Some(u32::MAX));
        assert_eq!(Argument::int("-1"), Some(u32::MAX));
        for other in ["4294967296", "-2147483649", "+1", "", "one", "1x"] {
            assert_eq!(Argument::int(other), None, "{other}");
        }
    }
}
