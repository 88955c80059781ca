//! Errors of inputs, with their places.

use std::fmt;

/// A result whose error names its place.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// A fault of a file of bitcode or assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not begin as bitcode does.
    NotBitcode,
    /// The file ends inside a block or record.
    Truncated,
    /// A rule of the container or of a record is broken.
    Malformed(&'static str),
    /// A reference to an entity that does not exist: the kind of the entity, and its number.
    NoSuch(&'static str, u64),
    /// A code, kind or opcode that no known version of LLVM writes.
    Unknown(&'static str, u64),
    /// A count or size that the file is too short for.
    TooLarge(&'static str),
    /// A feature that the requested version of LLVM lacks.
    Younger {
        /// The name of the feature in assembly.
        what: String,
        /// The first LLVM that has the feature.
        since: u32,
        /// The requested version of LLVM.
        version: u32,
    },
    /// A version of LLVM for which nothing can be written.
    Version(u32),
    /// A known construct that cannot be read.
    Unsupported(&'static str),
    /// A rule of assembly is broken.
    Syntax(Box<Syntax>),
}

/// A fault of assembly with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Syntax {
    /// The fault, or what was expected.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column of the byte, from 1.
    pub column: usize,
    /// The text of the line, or of the part around the place if the line is long.
    pub source: String,
    /// The place in `source`, in bytes.
    pub caret: usize,
}

/// The bytes of a line that are shown before and after the place.
const SHOWN: usize = 80;

impl Syntax {
    /// Returns a syntax error at a byte of a text.
    pub(crate) fn at(text: &[u8], at: usize, message: String) -> Syntax {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, &[]));
        let start = before.iter().rposition(|&c| c == b'\n').map_or(0, |newline| newline + 1);
        let line = before.iter().filter(|&&c| c == b'\n').count() + 1;
        let column = before.len() - start + 1;
        let rest = after.iter().position(|&c| c == b'\n').unwrap_or(after.len());
        let from = start.max(before.len().saturating_sub(SHOWN));
        let to = before.len() + rest.min(SHOWN);
        let shown = |from: usize, to: usize| String::from_utf8_lossy(text.get(from..to).unwrap_or(&[])).into_owned();
        let head = shown(from, before.len());
        let caret = head.len();
        Syntax { message, line, column, source: (head + &shown(before.len(), to)).replace(['\r', '\t'], " "), caret }
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spaces = self.source.get(..self.caret).map_or(0, |head| head.chars().count());
        write!(f, "line {}, column {}: {}\n{}\n{:spaces$}^", self.line, self.column, self.message, self.source, "")
    }
}

/// An error with its place: the bit, the block and the code of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The fault.
    pub problem: Problem,
    /// The bit of the file, counted from its first byte, after which reading stopped.
    pub bit: u64,
    /// The block that was being read.
    pub block: Option<u32>,
    /// The code of the record that was being read.
    pub code: Option<u32>,
    /// The version that wrote the file, as the file says.
    pub producer: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NotBitcode => write!(f, "this is not LLVM bitcode"),
            Problem::Truncated => write!(f, "the file ends too early"),
            Problem::Malformed(what) => write!(f, "malformed: {what}"),
            Problem::NoSuch(what, n) => write!(f, "there is no {what} {n}"),
            Problem::Unknown(what, n) => write!(f, "unknown {what} {n}"),
            Problem::TooLarge(what) => write!(f, "{what} is larger than the file can hold"),
            Problem::Younger { what, since, version } => {
                write!(f, "{what} is in LLVM {since} and later, and this is for LLVM {version}")
            }
            Problem::Version(version) => write!(f, "LLVM {version} is not written for: 15 to 23 are"),
            Problem::Unsupported(what) => write!(f, "{what} is not supported"),
            Problem::Syntax(syntax) => syntax.fmt(f),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Problem::Syntax(syntax) = &self.problem {
            return syntax.fmt(f);
        }
        write!(f, "{} (bit {}", self.problem, self.bit)?;
        if let Some(block) = self.block {
            match crate::bitcode::block_name(block) {
                Some(name) => write!(f, ", block {name}")?,
                None => write!(f, ", block {block}")?,
            }
        }
        if let Some(code) = self.code {
            write!(f, ", record {code}")?;
        }
        if let Some(producer) = &self.producer {
            write!(f, ", written by {producer}")?;
        }
        write!(f, ")")
    }
}

impl std::error::Error for Error {}
