//! Errors of inputs, with their places.

use std::fmt;

/// A result whose error names its place.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// A fault of a file of bitcode.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not begin as bitcode does.
    NotBitcode,
    /// The file ends inside of what it announced.
    Truncated,
    /// A rule of the container or of a record is broken.
    Malformed(&'static str),
    /// A number names nothing: what it should name, and the number.
    NoSuch(&'static str, u64),
    /// A code, kind or opcode that no known version of LLVM writes.
    Unknown(&'static str, u64),
    /// A part is larger than the file can account for.
    TooLarge(&'static str),
    /// A form that is known, and not read.
    Unsupported(&'static str),
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
            Problem::Unsupported(what) => write!(f, "{what} is not supported"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
