//! What a translation gave, with every text as C wants it: ended by a zero byte.

use crate::Status;
use llvm_spirv::Output;
use llvm_spirv::error::{Error, Kind};
use std::ffi::CString;

/// Bytes, or an error.
#[derive(Debug, Default)]
pub struct Outcome {
    pub status: Status,
    pub bytes: Option<Vec<u8>>,
    pub warnings: Vec<CString>,
    pub message: Option<CString>,
    pub place: Option<CString>,
    pub hint: Option<CString>,
    pub word: Option<usize>,
}

impl Outcome {
    /// An error that no translation has found.
    pub fn failure(status: Status, message: &str) -> Self {
        Self { status, message: Some(string(message)), ..Self::default() }
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
                message: Some(string(error.message())),
                place: Some(error.place()).filter(|place| !place.is_empty()).map(|place| string(&place.to_string())),
                hint: error.help().map(string),
                word: error.place().word,
                ..Self::default()
            },
        }
    }
}

fn status(error: &Error) -> Status {
    match error.kind() {
        Kind::Invalid => Status::Invalid,
        Kind::Unsupported => Status::Unsupported,
        Kind::Internal | Kind::Io => Status::Internal,
    }
}

/// Names in damaged modules may hold zero bytes, which would end the text.
fn string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{FFFD}")).unwrap_or_default()
}
