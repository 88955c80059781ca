//! Text to tokens: a token ends at a blank, a comment or a mark; within quotes nothing ends it.

use super::Word;

/// The place in the text.
pub(super) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Returns whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Advances to the next character that is neither a blank nor in a comment.
    pub fn skip_blanks(&mut self) {
        self.at = after_blanks(self.text, self.at);
    }

    /// Returns the word that begins here, which is no blank; empty in front of a punctuation mark, and at the end.
    pub fn word(&mut self) -> Word<'t> {
        let (start, end) = (self.at, end_of_word(self.text, self.at));
        self.at = end;
        Word { text: self.text.get(start..end).unwrap_or_default(), at: start }
    }

    /// Skips blanks and this mark; returns false if something else follows.
    pub fn takes(&mut self, mark: u8) -> bool {
        self.skip_blanks();
        let takes = self.text.get(self.at) == Some(&mark);
        self.at += usize::from(takes);
        takes
    }

    /// Skips the punctuation mark here.
    pub fn skip_mark(&mut self) {
        self.at += 1;
    }

    /// Returns whether an instruction begins here: `OpX`, or `%name = OpX`.
    pub fn begins_instruction(&self) -> bool {
        let rest = |at: usize| self.text.get(at..).unwrap_or_default();
        match rest(self.at) {
            [b'%', ..] => {
                let equals = after_blanks(self.text, end_of_word(self.text, self.at));
                let is_result = rest(equals).first() == Some(&b'=') && end_of_word(self.text, equals) == equals + 1;
                is_result && begins_opcode(rest(after_blanks(self.text, equals + 1)))
            }
            text => begins_opcode(text),
        }
    }
}

/// Returns whether the name of an opcode begins the text.
pub(super) fn begins_opcode(text: &[u8]) -> bool {
    matches!(text, [b'O', b'p', b'A'..=b'Z', ..])
}

/// Returns whether this is a name of an id, without its `%`.
pub(super) fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Returns the position of the next character that is neither a blank nor in a comment.
fn after_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b';') => {
                let rest = text.get(at..).unwrap_or_default();
                at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            }
            _ => return at,
        }
    }
}

/// Returns the end of the word that begins here.
fn end_of_word(text: &[u8], start: usize) -> usize {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let rest = text.get(start..).unwrap_or_default();
    let ends = |byte: &u8| {
        if *byte == b'\\' {
            is_escaped = !is_escaped;
            return false;
        }
        let is_plain = !(is_quoted || is_escaped);
        is_quoted ^= *byte == b'"' && !is_escaped;
        is_escaped = false;
        is_plain && matches!(byte, b' ' | b';' | b',' | b'(' | b')' | b'\t' | b'\n' | b'\r')
    };
    start + rest.iter().position(ends).unwrap_or(rest.len())
}
