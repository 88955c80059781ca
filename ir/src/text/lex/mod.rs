//! Tokens of assembly.
//!
//! Source: `llvm/lib/AsmParser/LLLexer.cpp`.

mod scan;

use std::borrow::Cow;

/// A quoted text or a name: its bytes as in the file, with escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Raw<'a> {
    bytes: &'a [u8],
    has_escapes: bool,
}

impl<'a> Raw<'a> {
    fn new(bytes: &'a [u8], is_quoted: bool) -> Raw<'a> {
        Raw { bytes, has_escapes: is_quoted && bytes.contains(&b'\\') }
    }

    /// Returns the text with escapes resolved.
    pub(super) fn text(self) -> Cow<'a, [u8]> {
        if self.has_escapes { Cow::Owned(unescaped(self.bytes)) } else { Cow::Borrowed(self.bytes) }
    }

    /// Returns the bytes as in the file.
    pub(super) fn source(self) -> &'a [u8] {
        self.bytes
    }
}

/// The formats of hexadecimal floating-point literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HexKind {
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    Half,
    BFloat,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    End,
    /// A letter, then letters, digits and `_`: a word of the language.
    Word(&'a [u8]),
    /// An integer type: `i32`.
    IntegerType(u64),
    /// A label: `name:`.
    Label(Raw<'a>),
    /// A numbered label: `5:`.
    LabelNumber(u32),
    /// A global: `@name`.
    Global(Raw<'a>),
    GlobalNumber(u32),
    /// A local: `%name`.
    Local(Raw<'a>),
    LocalNumber(u32),
    /// A comdat: `$name`.
    Comdat(Raw<'a>),
    /// A metadata name: `!name`; escapes need no quotes.
    Metadata(Raw<'a>),
    /// An attribute group: `#5`.
    Group(u32),
    /// A summary entry: `^5`.
    Summary(u32),
    /// A quoted text: `"text"`.
    Text(Raw<'a>),
    /// Decimal digits, optionally with a sign.
    Integer(&'a [u8]),
    /// A hexadecimal integer: `u0x1F`, `s0x1F`.
    HexInteger(&'a [u8]),
    /// A decimal floating-point number: `1.5e+10`.
    Decimal(&'a [u8]),
    /// A hexadecimal floating-point literal: its format, and the digits after the prefix `0x` and the like.
    Hex(HexKind, &'a [u8]),
    /// `...`.
    Dots,
    /// A punctuation character: `=[]{}<>(),*|:!#`.
    Mark(u8),
}

/// The lexer: the text and the current place.
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

/// The message for an invalid token.
pub(super) type Fault = &'static str;

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u8]) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn part(&self, from: usize, to: usize) -> &'a [u8] {
        self.text.get(from..to).unwrap_or(&[])
    }

    /// Returns the place of the first byte from `from` on that `is` rejects.
    #[inline(always)]
    fn past(&self, from: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.get(from..).unwrap_or(&[]);
        from + rest.iter().position(|&c| !is(c)).unwrap_or(rest.len())
    }

    /// Skips spaces and comments; returns where the next token begins.
    pub(super) fn skip(&mut self) -> usize {
        loop {
            match self.text.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0) => self.at += 1,
                Some(b';') => self.at = self.past(self.at, |c| !matches!(c, b'\n' | b'\r')),
                Some(b'/') if self.byte(self.at + 1) == b'*' => {
                    // An unterminated comment is an error of the token that begins here.
                    match self.part(self.at + 2, self.text.len()).windows(2).position(|two| two == b"*/") {
                        Some(count) => self.at += count + 4,
                        None => return self.at,
                    }
                }
                _ => return self.at,
            }
        }
    }

    /// Reads the token that begins here; `End` at the end of the text.
    pub(super) fn token(&mut self) -> Result<Token<'a>, Fault> {
        let Some(&first) = self.text.get(self.at) else { return Ok(Token::End) };
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'%' => self.variable(Token::Local, Token::LocalNumber),
            b'@' => self.variable(Token::Global, Token::GlobalNumber),
            b'0'..=b'9' | b'-' => self.number(),
            b'+' => self.positive(),
            b'"' => self.text_or_label(),
            b'!' => Ok(self.exclamation()),
            b'#' => self.numbered(Token::Group, b'#'),
            b'^' => self.numbered(Token::Summary, b'^'),
            b'$' => self.dollar(),
            b'.' => self.dots(),
            b'=' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'(' | b')' | b',' | b'*' | b'|' | b':' => {
                self.at += 1;
                Ok(Token::Mark(first))
            }
            b'/' if self.byte(self.at + 1) == b'*' => Err("the comment does not end"),
            _ => Err("this character has no meaning here"),
        }
    }
}

/// Returns the value of decimal digits, if it fits into 64 bits.
pub(super) fn number(digits: &[u8]) -> Option<u64> {
    // This number of digits always fits.
    const ALWAYS: usize = 19;
    if digits.len() <= ALWAYS {
        return Some(digits.iter().fold(0, |number, digit| number * 10 + (digit & 15) as u64));
    }
    let mut number = 0u64;
    for digit in digits {
        number = number.checked_mul(10)?.checked_add((digit & 15) as u64)?;
    }
    Some(number)
}

/// Resolves escapes: `\\` is a backslash, and `\41` the byte with that hexadecimal number.
fn unescaped(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'\\' {
            text.push(first);
            continue;
        }
        let digit = |i: usize| after.get(i).and_then(|&c| (c as char).to_digit(16));
        if after.first() == Some(&b'\\') {
            text.push(b'\\');
            rest = after.get(1..).unwrap_or(&[]);
        } else if let (Some(upper), Some(lower)) = (digit(0), digit(1)) {
            text.push((upper << 4 | lower) as u8);
            rest = after.get(2..).unwrap_or(&[]);
        } else {
            text.push(b'\\');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{HexKind, Lexer, Raw, Token};

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut list = Vec::new();
        loop {
            lexer.skip();
            match lexer.token().unwrap() {
                Token::End => return list,
                token => list.push(token),
            }
        }
    }

    fn plain(text: &str) -> Raw<'_> {
        Raw::new(text.as_bytes(), false)
    }

    #[test]
    fn words_and_names() {
        let want = [
            Token::Label(plain("a-b")),
            Token::Word(b"add"),
            Token::IntegerType(32),
            Token::Local(plain("x.1")),
            Token::Mark(b','),
            Token::LocalNumber(5),
        ];
        assert_eq!(tokens("a-b: add i32 %x.1, %5 ; the rest"), want);
        assert_eq!(tokens("i1x"), [Token::IntegerType(1), Token::Word(b"x")]);
        assert_eq!(tokens("i:"), [Token::Label(plain("i"))]);
        assert_eq!(tokens("7: 8"), [Token::LabelNumber(7), Token::Integer(b"8")]);
        assert_eq!(tokens("/* %x */ @0"), [Token::GlobalNumber(0)]);
    }

    #[test]
    fn texts() {
        let Some(&Token::Text(text)) = tokens(r#""a\5C\\\zb""#).first() else { panic!() };
        assert_eq!(&*text.text(), br"a\\\zb");
        assert!(matches!(tokens(r#"%"a b" "l":"#).as_slice(), [Token::Local(_), Token::Label(_)]));
    }

    #[test]
    fn numbers() {
        assert_eq!(
            tokens("-5 +1.0 1.5e-3"),
            [Token::Integer(b"-5"), Token::Decimal(b"+1.0"), Token::Decimal(b"1.5e-3")]
        );
        assert_eq!(tokens("0xK4000 0xFF"), [Token::Hex(HexKind::X86Fp80, b"4000"), Token::Hex(HexKind::Double, b"FF")]);
        assert_eq!(tokens("s0xF"), [Token::HexInteger(b"s0xF")]);
    }

    #[test]
    fn faults() {
        for text in ["i0", "\"a", "/* a", "%", "@\"x", "~", "+1"] {
            let mut lexer = Lexer::new(text.as_bytes());
            lexer.skip();
            assert!(lexer.token().is_err(), "{text}");
        }
    }
}
