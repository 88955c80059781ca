//! The result of a translation, with every text as a C string, ended by a zero byte.

use crate::Status;
use llvm_spirv::Output;
use llvm_spirv::error::{Code, Error, Kind};
use std::ffi::CString;

/// Bytes, or errors.
#[derive(Debug, Default)]
pub struct Outcome {
    pub status: Status,
    pub bytes: Option<Vec<u8>>,
    pub warnings: Vec<CString>,
    pub errors: Vec<Told>,
    pub is_cut: bool,
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
    /// An error that no translation has found.
    pub fn failure(status: Status, message: &str) -> Self {
        let told = Told { status, message: Some(string(message)), ..Told::default() };
        Self { status, errors: vec![told], ..Self::default() }
    }
}

impl From<llvm_spirv::error::Result<Output>> for Outcome {
    fn from(result: llvm_spirv::error::Result<Output>) -> Self {
        match result {
            Ok(output) => Self {
                bytes: Some(output.bytes),
                warnings: output.warnings.iter().map(|warning| string(warning)).collect(),
                ..Self::default()
            },
            Err(error) => Self {
                status: status(&error),
                errors: error.all().map(Told::from).collect(),
                is_cut: error.is_cut(),
                ..Self::default()
            },
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

/// Names in damaged modules may hold zero bytes, which would end the text.
fn string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}
