//! Reads the tokens: one function for each kind.

use super::{Fault, HexKind, Lexer, Raw, Token};

const LETTER: u8 = 1;
const DIGIT: u8 = 2;
/// The class of `_`, which words may contain.
const UNDERSCORE: u8 = 4;
/// The class of `-`, `$` and `.`, which names may contain.
const OTHER: u8 = 8;
const WORD: u8 = LETTER | DIGIT | UNDERSCORE;
const NAME: u8 = WORD | OTHER;

/// The classes of each byte.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < 256 {
        classes[i] = match i as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDERSCORE,
            b'-' | b'$' | b'.' => OTHER,
            _ => 0,
        };
        i += 1;
    }
    classes
};

#[inline(always)]
fn is(class: u8, byte: u8) -> bool {
    CLASSES.get(byte as usize).is_some_and(|c| c & class != 0)
}

/// Returns the value of decimal digits, if it fits the type.
fn decimal<T: TryFrom<u64>>(digits: &[u8]) -> Option<T> {
    super::number(digits).and_then(|number| T::try_from(number).ok())
}

/// The width of LLVM's largest integer type.
const MOST_BITS: u64 = 1 << 23;

impl<'a> Lexer<'a> {
    /// Reads a word, an integer type, or a label.
    #[inline(always)]
    pub(super) fn word(&mut self) -> Result<Token<'a>, Fault> {
        let start = self.at;
        let end = self.past(start, |c| is(NAME, c));
        if self.byte(end) == b':' {
            self.at = end + 1;
            return Ok(Token::Label(Raw::new(self.part(start, end), false)));
        }
        if self.byte(start) == b'i' && is(DIGIT, self.byte(start + 1)) {
            return self.integer_type(start + 1);
        }
        let text = self.part(start, end);
        let count = text.iter().position(|&c| !is(WORD, c)).unwrap_or(text.len());
        self.at = start + count;
        let word = self.part(start, self.at);
        Ok(if is_hex_integer(word) { Token::HexInteger(word) } else { Token::Word(word) })
    }

    fn integer_type(&mut self, digits: usize) -> Result<Token<'a>, Fault> {
        let end = self.past(digits, |c| is(DIGIT, c));
        match decimal(self.part(digits, end)) {
            Some(bits @ 1..=MOST_BITS) => {
                self.at = end;
                Ok(Token::IntegerType(bits))
            }
            _ => Err("integers have 1 to 8388608 bits"),
        }
    }

    /// Reads a name or a number behind its sigil.
    #[inline(always)]
    pub(super) fn variable(
        &mut self,
        named: impl Fn(Raw<'a>) -> Token<'a>,
        numbered: impl Fn(u32) -> Token<'a>,
    ) -> Result<Token<'a>, Fault> {
        let start = self.at + 1;
        let first = self.byte(start);
        if is(LETTER | UNDERSCORE | OTHER, first) {
            self.at = self.past(start, |c| is(NAME, c));
            return Ok(named(Raw::new(self.part(start, self.at), false)));
        }
        match first {
            b'"' => self.quoted_name(start).map(named),
            b'0'..=b'9' => self.id(start).map(numbered),
            _ => Err("a name or a number must follow"),
        }
    }

    fn id(&mut self, start: usize) -> Result<u32, Fault> {
        let end = self.past(start, |c| is(DIGIT, c));
        match decimal(self.part(start, end)) {
            Some(number) => {
                self.at = end;
                Ok(number)
            }
            None => Err("the number is too large"),
        }
    }

    /// Reads a quoted text.
    fn quoted(&mut self, quote: usize) -> Result<Raw<'a>, Fault> {
        let end = self.past(quote + 1, |c| c != b'"');
        if self.text.get(end).is_none() {
            return Err("the text does not end");
        }
        self.at = end + 1;
        Ok(Raw::new(self.part(quote + 1, end), true))
    }

    fn quoted_name(&mut self, quote: usize) -> Result<Raw<'a>, Fault> {
        let name = self.quoted(quote)?;
        let has_zero = name.bytes.contains(&0) || name.has_escapes && name.text().contains(&0);
        if has_zero { Err("names have no zero byte") } else { Ok(name) }
    }

    pub(super) fn text_or_label(&mut self) -> Result<Token<'a>, Fault> {
        let quote = self.at;
        let text = self.quoted(quote)?;
        if self.byte(self.at) != b':' {
            return Ok(Token::Text(text));
        }
        let name = self.quoted_name(quote)?;
        self.at += 1;
        Ok(Token::Label(name))
    }

    /// Reads a mark with a number, such as `#5`, or the mark alone.
    pub(super) fn numbered(&mut self, token: impl Fn(u32) -> Token<'a>, mark: u8) -> Result<Token<'a>, Fault> {
        if is(DIGIT, self.byte(self.at + 1)) {
            return self.id(self.at + 1).map(token);
        }
        self.at += 1;
        Ok(Token::Mark(mark))
    }

    /// Reads `!name`, or the mark alone.
    pub(super) fn exclamation(&mut self) -> Token<'a> {
        let start = self.at + 1;
        if !is(NAME & !DIGIT, self.byte(start)) && self.byte(start) != b'\\' {
            self.at = start;
            return Token::Mark(b'!');
        }
        self.at = self.past(start, |c| is(NAME, c) || c == b'\\');
        Token::Metadata(Raw::new(self.part(start, self.at), true))
    }

    /// Returns the end of a label, behind its colon, if the characters from `from` on are one.
    fn label_end(&self, from: usize) -> Option<usize> {
        let end = self.past(from, |c| is(NAME, c));
        (self.byte(end) == b':').then_some(end + 1)
    }

    fn label(&mut self, end: usize) -> Token<'a> {
        let name = Raw::new(self.part(self.at, end - 1), false);
        self.at = end;
        Token::Label(name)
    }

    pub(super) fn dollar(&mut self) -> Result<Token<'a>, Fault> {
        match self.label_end(self.at + 1) {
            Some(end) => Ok(self.label(end)),
            None => self.variable(Token::Comdat, |_| Token::Mark(b'$')),
        }
    }

    pub(super) fn dots(&mut self) -> Result<Token<'a>, Fault> {
        if let Some(end) = self.label_end(self.at + 1) {
            return Ok(self.label(end));
        }
        if self.part(self.at, self.at + 3) != b"..." {
            return Err("this character has no meaning here");
        }
        self.at += 3;
        Ok(Token::Dots)
    }

    /// Reads a number, or a label that begins with digits.
    pub(super) fn number(&mut self) -> Result<Token<'a>, Fault> {
        let start = self.at;
        let digits = start + (self.byte(start) == b'-') as usize;
        let end = self.past(digits, |c| is(DIGIT, c));
        let next = self.byte(end);
        if next == b':' && digits == start && end > start {
            let number = self.id(start)?;
            self.at = end + 1;
            return Ok(Token::LabelNumber(number));
        }
        if (is(NAME, next) || next == b':')
            && let Some(label) = self.label_end(end)
        {
            return Ok(self.label(label));
        }
        if end == digits {
            return Err("digits must follow");
        }
        match next {
            b'.' => Ok(self.decimal(end)),
            b'x' if self.part(start, end) == b"0" => self.hex(end + 1),
            _ => {
                self.at = end;
                Ok(Token::Integer(self.part(start, end)))
            }
        }
    }

    /// Reads a floating-point number with a plus sign: `+1.5`.
    pub(super) fn positive(&mut self) -> Result<Token<'a>, Fault> {
        let digits = self.at + 1;
        if let Some(end) = self.label_end(digits).filter(|_| !is(DIGIT, self.byte(digits))) {
            return Ok(self.label(end));
        }
        let end = self.past(digits, |c| is(DIGIT, c));
        if end == digits || self.byte(end) != b'.' {
            return Err("a decimal number must follow");
        }
        Ok(self.decimal(end))
    }

    /// Reads the rest of a decimal floating-point number, from its point on.
    fn decimal(&mut self, point: usize) -> Token<'a> {
        let mut end = self.past(point + 1, |c| is(DIGIT, c));
        if matches!(self.byte(end), b'e' | b'E') {
            let digits = end + 1 + matches!(self.byte(end + 1), b'-' | b'+') as usize;
            if is(DIGIT, self.byte(digits)) {
                end = self.past(digits, |c| is(DIGIT, c));
            }
        }
        let text = self.part(self.at, end);
        self.at = end;
        Token::Decimal(text)
    }

    fn hex(&mut self, from: usize) -> Result<Token<'a>, Fault> {
        let kind = match self.byte(from) {
            b'K' => HexKind::X86Fp80,
            b'L' => HexKind::Fp128,
            b'M' => HexKind::PpcFp128,
            b'H' => HexKind::Half,
            b'R' => HexKind::BFloat,
            _ => HexKind::Double,
        };
        let start = from + (kind != HexKind::Double) as usize;
        let end = self.past(start, |c| c.is_ascii_hexdigit());
        let digits = self.part(start, end);
        if digits.is_empty() {
            return Err("hexadecimal digits must follow");
        }
        self.at = end;
        Ok(Token::Hex(kind, digits))
    }
}

/// Returns whether a word is a hexadecimal integer: `s0x1F` or `u0x1F`.
fn is_hex_integer(word: &[u8]) -> bool {
    word.split_at_checked(3).is_some_and(|(head, digits)| {
        matches!(head, b"s0x" | b"u0x") && !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit)
    })
}
