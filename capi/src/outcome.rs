//! The result of a translation, with every text as a C string, ended by a zero byte.

use crate::Status;
use crate::facts::Facts;
use llvm_spirv::Output;
use llvm_spirv::error::{Code, Error, Kind, Result};
use std::ffi::CString;

/// The outcome of a call: bytes, facts, or errors.
#[derive(Debug, Default)]
pub struct Outcome {
    pub status: Status,
    pub bytes: Option<Vec<u8>>,
    pub warnings: Vec<CString>,
    pub errors: Vec<Told>,
    pub is_cut: bool,
    pub facts: Option<Box<Facts>>,
}

/// An error.
#[derive(Debug, Default)]
pub struct Told {
    pub status: Status,
    pub code: Option<CString>,
    pub message: Option<CString>,
    pub place: Option<CString>,
    pub hint: Option<CString>,
    pub word: Option<usize>,
    pub source: Option<Source>,
}

/// A position in the source that the input was compiled from.
#[derive(Debug)]
pub struct Source {
    pub file: CString,
    pub line: u32,
    pub column: u32,
}

impl Outcome {
    /// Creates an outcome with an error that does not come from a translation.
    pub fn failure(status: Status, message: &str) -> Self {
        let told = Told { status, message: Some(string(message)), ..Told::default() };
        Self { status, errors: vec![told], ..Self::default() }
    }

    /// Creates an outcome from bytes without warnings, or from errors.
    pub fn of_bytes(result: Result<Vec<u8>>) -> Self {
        result.map_or_else(|error| Self::from(&error), |bytes| Self { bytes: Some(bytes), ..Self::default() })
    }

    /// Creates an outcome from facts, or from errors.
    pub fn of_facts(result: Result<Facts>) -> Self {
        let told = |facts| Self { facts: Some(Box::new(facts)), ..Self::default() };
        result.map_or_else(|error| Self::from(&error), told)
    }
}

impl From<Result<()>> for Outcome {
    fn from(result: Result<()>) -> Self {
        result.map_or_else(|error| Self::from(&error), |()| Self::default())
    }
}

impl From<&Error> for Outcome {
    fn from(error: &Error) -> Self {
        let errors = error.all().map(Told::from).collect();
        Self { status: status(error), errors, is_cut: error.is_cut(), ..Self::default() }
    }
}

impl From<Result<Output>> for Outcome {
    fn from(result: Result<Output>) -> Self {
        match result {
            Ok(output) => Self {
                bytes: Some(output.bytes),
                warnings: output.warnings.iter().map(|warning| string(warning)).collect(),
                ..Self::default()
            },
            Err(error) => Self::from(&error),
        }
    }
}

impl From<&Error> for Told {
    fn from(error: &Error) -> Self {
        let place = error.place();
        let source = |source: &llvm_spirv::error::Source| Source {
            file: string(&source.file),
            line: source.line,
            column: source.column,
        };
        Self {
            status: status(error),
            code: Some(string(error.code().text())),
            message: Some(string(error.message())),
            place: Some(place).filter(|place| !place.is_empty()).map(|place| string(&place.to_string())),
            hint: error.help().map(string),
            word: place.word,
            source: place.source.as_ref().map(source),
        }
    }
}

fn status(error: &Error) -> Status {
    match error.kind() {
        // Options that do not fit the module.
        _ if error.code() == Code::CommandLine => Status::Argument,
        Kind::Invalid => Status::Invalid,
        Kind::Unsupported => Status::Unsupported,
        Kind::Internal | Kind::Io => Status::Internal,
    }
}

/// Returns a C string in which a replacement character stands for zero bytes, which would end the text. Names in
/// damaged modules may hold some.
pub fn string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}
