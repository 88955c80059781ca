//! The demands of LLVM's parser of assembly, and the texts that it does not survive.
//!
//! It goes down a level of stack for each level of brackets, and overflows it; it takes time that grows with the square
//! of how deep types nest; it follows a wild pointer when a number of a value is the largest there is, and frees a phi
//! of labels twice; it makes zeros of types that have none; it takes arguments of intrinsics and letters of constraints
//! that are not there, and operands of metadata; it takes arguments of old intrinsics for numbers that are none. None of that can a caller catch. So a text is looked through first, as
//! LLVM's lexer would (strings end at the next quote, comments at the end of the line): what cannot be parsed is
//! refused, and what is deep is translated on a stack that is large enough. In: the file, and the work to do.
//! Out: what the work gives. `docs/llvm-faults.md` has LLVM's issues and the minimal inputs.

mod immediates;
mod inline_asm;
mod intrinsics;
mod tags;

use crate::error::{Code, Error, Result};
use crate::llvm;
use crate::llvm::guard::stack::{self, MAX_LEVELS};
use crate::llvm::guard::{bitcode, old_intrinsics};
use intrinsics::{Mentions, Signature};
use std::borrow::Cow;
use tags::Tags;

/// SPIR-V has 255 for structures, which is for later to say; LLVM's parser takes this many in no time.
const MAX_TYPE_LEVELS: usize = 2_000;

/// So many nodes of metadata in a chain need no more than the stack of any thread either: their levels are small.
const SHALLOW_METADATA: usize = 4_000;

/// SPIR-V has 16, and parts of longer vectors are for later to count; LLVM's parser makes lists of all lanes.
const MAX_LANES: u64 = 1 << 20;

/// Value numbers from here on are LLVM's marks for empty places of a table.
const FIRST_RESERVED_NUMBER: u64 = u32::MAX as u64 - 1;

/// Refuses assembly that would crash the parser; else does the work, on a larger stack where the nesting needs it.
pub fn checked<T>(file: &[u8], work: impl FnOnce() -> Result<T>) -> Result<T> {
    // Bitcode nests by numbers, not by brackets, and is read in a loop.
    let levels = if llvm::is_bitcode(file) { bitcode::check(file).map(|()| 0) } else { Scan::of(file) }?;
    stack::with(levels, work)
}

/// The state of the scan of a text.
#[derive(Default)]
struct Scan<'t> {
    open: Vec<Bracket<'t>>,
    /// The number of them that belong to types.
    types: usize,
    deepest: usize,
    named_types: usize,
    metadata: usize,
    /// The start of the brackets that were closed last.
    group: usize,
    intrinsic: Option<(Cow<'t, [u8]>, Signature)>,
    mentions: Mentions<'t>,
    tags: Tags,
}

/// An open bracket.
struct Bracket<'t> {
    /// Whether it is the bracket of a type, or of a constant with a type.
    is_type: bool,
    start: usize,
    /// The places of the commas.
    commas: Vec<usize>,
    /// The intrinsic that is called with the contents of the brackets.
    intrinsic: Option<(Cow<'t, [u8]>, Signature)>,
}

impl<'t> Scan<'t> {
    /// Returns how deep LLVM may recurse: the deepest brackets, and chains of all named types and of all metadata.
    fn of(text: &'t [u8]) -> Result<usize> {
        let mut scan = Self::default();
        let mut at = 0;
        while let Some(byte) = text.get(at) {
            let rest = text.get(at + 1..).unwrap_or_default();
            at += 1;
            match byte {
                b'"' => {
                    let length = length(rest, b'"');
                    tags::check_string(rest.get(..length.saturating_sub(1)).unwrap_or_default())?;
                    at += length;
                }
                b';' => at += length(rest, b'\n'),
                b'(' => scan.push(false, at)?,
                b'{' => scan.push(text.get(at.wrapping_sub(2)) != Some(&b'!'), at)?,
                b'[' | b'<' => {
                    check_lanes(*byte, rest)?;
                    scan.push(true, at)?;
                }
                b')' | b']' | b'}' | b'>' => scan.pop(text, at)?,
                b',' => scan.comma(at),
                b'=' if rest.starts_with(b" type ") => scan.named_types += 1,
                b'=' if rest.starts_with(b" !") || rest.starts_with(b" distinct !") => scan.metadata += 1,
                b'@' if rest.starts_with(b"llvm.") || rest.starts_with(b"\"") => at += scan.intrinsic(text, at)?,
                b'!' => {
                    check_number(rest)?;
                    scan.tags.add(rest)?;
                }
                b'%' | b'@' | b'#' | b'^' => check_number(rest)?,
                b'a' if rest.starts_with(b"sm") && !is_in_name(text.get(at.wrapping_sub(2))) => {
                    inline_asm::check(rest.get(2..).unwrap_or_default())?;
                }
                b'p' if rest.starts_with(b"hi") => check_phi(rest.get(2..).unwrap_or_default())?,
                b'x' | b'm' if !is_in_name(text.get(at.wrapping_sub(2))) => check_zero(text.get(..at), *byte, rest)?,
                _ => {}
            }
        }
        scan.tags.check()?;
        let metadata = scan.metadata.saturating_sub(SHALLOW_METADATA).min(MAX_LEVELS);
        Ok(scan.deepest + scan.named_types + metadata)
    }

    /// Notes a comma before `end` that separates arguments of an intrinsic.
    fn comma(&mut self, end: usize) {
        if let Some(bracket) = self.open.last_mut().filter(|bracket| bracket.intrinsic.is_some()) {
            bracket.commas.push(end - 1);
        }
    }

    /// Notes the name of an intrinsic, whose length this is, if a bracket is next.
    fn intrinsic(&mut self, text: &'t [u8], at: usize) -> Result<usize> {
        let (before, rest) = text.split_at(at);
        let Some((name, length)) = intrinsics::name(rest) else { return Ok(0) };
        old_intrinsics::check_processor(&name)?;
        if blank(rest.get(length..).unwrap_or_default()).starts_with(b"(") {
            let before = before.get(..before.len() - 1).unwrap_or_default();
            self.intrinsic = Some((name, Signature::before(before, self.group)));
        }
        Ok(length)
    }

    /// A bracket that ends before `start`.
    fn push(&mut self, is_type: bool, start: usize) -> Result<()> {
        self.open.push(Bracket { is_type, start, commas: Vec::new(), intrinsic: self.intrinsic.take() });
        self.types += usize::from(is_type);
        self.deepest = self.deepest.max(self.open.len());
        let too_deep = |what, limit| {
            Err(Error::of(Code::Limit, format!("the text has {what} that nest more than {limit} levels deep")))
        };
        match () {
            () if self.types > MAX_TYPE_LEVELS => too_deep("types", MAX_TYPE_LEVELS),
            () if self.open.len() > MAX_LEVELS => too_deep("brackets", MAX_LEVELS),
            () => Ok(()),
        }
    }

    /// The end of the last bracket, before `end`.
    fn pop(&mut self, text: &[u8], end: usize) -> Result<()> {
        let Some(bracket) = self.open.pop() else { return Ok(()) };
        self.types -= usize::from(bracket.is_type);
        self.group = bracket.start - 1;
        let Some((name, signature)) = bracket.intrinsic else { return Ok(()) };
        let between = text.get(bracket.start..end - 1).unwrap_or_default();
        immediates::check(&name, text, bracket.start, &bracket.commas, end - 1)?;
        self.mentions.add(name, signature.with_arguments(between, bracket.commas.len()))
    }
}

/// The type of a phi, if this is one: the parser takes a phi of labels for a block, and frees it as such.
fn check_phi(mut rest: &[u8]) -> Result<()> {
    const FLAGS: [&[u8]; 8] = [b"fast", b"nnan", b"ninf", b"nsz", b"arcp", b"contract", b"afn", b"reassoc"];
    loop {
        rest = blank(rest);
        let word = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        match rest.get(..word) {
            Some(b"label") => return Err(Error::of(Code::Assembly, "not readable as LLVM assembly: a phi of labels")),
            Some(flag) if FLAGS.contains(&flag) => rest = rest.get(word..).unwrap_or_default(),
            _ => return Ok(()),
        }
    }
}

/// Returns whether no word begins behind this byte.
fn is_in_name(before: Option<&u8>) -> bool {
    before.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.$-%@!#^\\".contains(byte))
}

/// A type that the parser takes for one that has a zero, and makes a wild pointer of that: the tiles of x86, which
/// SPIR-V has not, and metadata, which is otherwise followed by some.
fn check_zero(before: Option<&[u8]>, first: u8, rest: &[u8]) -> Result<()> {
    if first == b'x' {
        return match rest.starts_with(b"86_amx") {
            true => Err(Error::of(Code::IllegalType, "type x86_amx")),
            false => Ok(()),
        };
    }
    let Some(rest) = rest.strip_prefix(b"etadata") else { return Ok(()) };
    let start = before.and_then(|before| before.strip_suffix(b"m")).unwrap_or_default().trim_ascii_end();
    let is_named = start.ends_with(b"type");
    match is_named || blank(rest).starts_with(b"zeroinitializer") {
        true => Err(Error::of(Code::Metadata, "not readable as LLVM assembly: there is no zero of metadata")),
        false => Ok(()),
    }
}

/// Returns the content of a name or string: a backslash stands before two hexadecimal digits, or before another one.
fn unescaped(quoted: &[u8]) -> Cow<'_, [u8]> {
    if !quoted.contains(&b'\\') {
        return Cow::Borrowed(quoted);
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut name = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    while let [first, left @ ..] = rest {
        let (byte, after) = match rest {
            [b'\\', b'\\', after @ ..] => (b'\\', after),
            [b'\\', high, low, after @ ..] => match digit(*high).zip(digit(*low)) {
                Some((high, low)) => ((high * 16 + low) as u8, after),
                None => (b'\\', left),
            },
            _ => (*first, left),
        };
        name.push(byte);
        rest = after;
    }
    Cow::Owned(name)
}

/// Returns the text that follows white space and comments.
fn blank(mut rest: &[u8]) -> &[u8] {
    loop {
        rest = rest.trim_ascii_start();
        if !rest.starts_with(b";") {
            return rest;
        }
        rest = rest.get(length(rest, b'\n')..).unwrap_or_default();
    }
}

/// Up to and with the byte that ends it.
fn length(rest: &[u8], end: u8) -> usize {
    rest.iter().position(|byte| *byte == end).map_or(rest.len(), |last| last + 1)
}

/// The number behind a sigil, where there is one.
fn check_number(rest: &[u8]) -> Result<()> {
    let number = number(rest);
    if number < FIRST_RESERVED_NUMBER {
        return Ok(());
    }
    Err(Error::of(
        Code::Assembly,
        format!("not readable as LLVM assembly: the number {number} of a value is too large"),
    ))
}

/// Checks the length of a vector, if this is the bracket of one.
fn check_lanes(bracket: u8, rest: &[u8]) -> Result<()> {
    let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let lanes = number(rest.get(blank..).unwrap_or_default());
    if bracket != b'<' || lanes <= MAX_LANES {
        return Ok(());
    }
    Err(Error::of(Code::IllegalVector, format!("vectors of {lanes} components")))
}

/// The digits in front, as a number.
fn number(text: &[u8]) -> u64 {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0u64, |number, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(text: &[u8]) -> Option<usize> {
        Scan::of(text).ok()
    }

    /// Asserts that the good texts are accepted, and the bad ones refused.
    pub fn accepts_and_refuses(good: &[&str], bad: &[&str]) {
        for (texts, is_good) in [(good, true), (bad, false)] {
            for text in texts {
                assert_eq!(levels(text.as_bytes()).is_some(), is_good, "{text}");
            }
        }
    }

    #[test]
    fn counts_brackets_outside_of_strings_and_comments() {
        assert_eq!(levels(b"@a = global { [2 x <2 x i32>] } zeroinitializer"), Some(3));
        assert_eq!(levels(b"c\"((((\n\"()"), Some(1));
        assert_eq!(levels(b"; ((((\n()"), Some(1));
        assert_eq!(levels(b"%a = type { %b }\n%b = type { i32 }"), Some(3));
        assert_eq!(levels(b"))))(("), Some(2));
    }

    #[test]
    fn refuses_what_no_stack_is_made_for() {
        assert!(checked(&vec![b'('; MAX_LEVELS + 1], || Ok(())).is_err());
        assert!(checked(&vec![b'('; 3000], || Ok(())).is_ok());
        assert!(checked(&vec![b'{'; MAX_TYPE_LEVELS + 1], || Ok(())).is_err());
        assert!(checked(&b"!{".repeat(MAX_TYPE_LEVELS + 1), || Ok(())).is_ok());
    }

    #[test]
    fn refuses_phis_that_crash_the_parser() {
        assert!(levels(b"%z = phi i32 [ %label, %one ]").is_some());
        assert!(levels(b"%z = phi label [ %z, %one ]").is_none());
        assert!(levels(b"%z = phi nnan ; a comment\n  label [ %z, %one ]").is_none());
    }

    #[test]
    fn refuses_zeros_that_crash_the_parser() {
        accepts_and_refuses(
            &[
                "call void @f(metadata i32 0)",
                "@x86_amx = global i8 zeroinitializer",
                "!metadata = !{}",
                "%m = type i8",
            ],
            &[
                "@g = global x86_amx zeroinitializer",
                "@g = global metadata ; of\n zeroinitializer",
                "%m = type metadata",
            ],
        );
    }

    #[test]
    fn refuses_calls_of_intrinsics_that_crash_the_parser() {
        accepts_and_refuses(
            &[
                "declare {i8, i1} @llvm.x.i8(i8, i8)\n call {i8, i1} (i8, i8) @llvm.x.i8(i8 1, i8 add (i8 1, i8 2))",
                "declare void @llvm.x(...)\n call void (...) @llvm.x(ptr %a, ptr %b)\n call void (...) @llvm.x()",
                "declare ptr addrspace(1) @llvm.x()\n call ptr addrspace(1) @llvm.x()",
                "declare void @\"llvm.x\"(i8)\n call void @llvm.x ; (\n (i8 1)\n store ptr @\"llvm.x\", ptr @\"(\"",
            ],
            &[
                "declare float @llvm.x(float, float)\n call float @llvm.x(float 1.0)",
                "declare float @llvm.x(float)\n call { float, i1 } @llvm.x(float 1.0)",
                "declare float @llvm.x(float)\n call <{ float }> (float) @llvm.x(float 1.0)",
                "declare float @llvm.x(float)\n call %t @llvm.x(float 1.0)",
                "declare float @\"llvm.x\"(float)\n call float @llvm.x()",
                "declare float @llvm.x(float)\n call float @\"\\6cl\\76m.x\" ()",
                "declare float @\"llvm.x.\\\\\"(float)\n call float @\"llvm.x.\\5C\"()",
            ],
        );
    }

    #[test]
    fn refuses_numbers_that_crash_the_parser() {
        assert!(levels(b"store i32 0, ptr %4294967293").is_some());
        assert!(levels(b"store i32 0, ptr %4294967295").is_none());
        assert!(levels(b"call void @18446744073709551616()").is_none());
    }
}
