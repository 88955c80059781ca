//! Source lines in messages.

/// Returns whether a message has a text and the place of a line of the source, both in the form `line 3: text`.
pub fn names(message: &str, expected: &str) -> bool {
    let (line, text) = expected.strip_prefix("line ").and_then(|rest| rest.split_once(": ")).expect("a line");
    message.contains(text) && [format!(":{line})"), format!(":{line}:")].iter().any(|place| message.contains(place))
}
