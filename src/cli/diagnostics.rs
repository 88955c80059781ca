//! `--diagnostics`: errors and warnings on the standard error, as sentences or as a JSON object a line.

use super::io;
use crate::error::{Error, Kind};
use clap::ValueEnum;
use serde_json::json;

/// How something is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

impl Format {
    /// Tells of an error.
    pub fn error(self, error: &Error) {
        io::say(&match self {
            Self::Text => format!("error: {error}"),
            Self::Json => error_object(error).to_string(),
        });
    }

    /// Tells of what is no error.
    pub fn warning(self, warning: &str) {
        io::say(&match self {
            Self::Text => format!("warning: {warning}"),
            Self::Json => json!({ "severity": "warning", "message": warning }).to_string(),
        });
    }
}

fn error_object(error: &Error) -> serde_json::Value {
    let kind = match error.kind() {
        Kind::Invalid => "invalid",
        Kind::Unsupported => "unsupported",
        Kind::Internal => "internal",
        Kind::Io => "io",
    };
    let place = error.place();
    json!({
        "severity": "error",
        "kind": kind,
        "message": error.message(),
        "hint": error.help(),
        "file": place.file,
        "function": place.function,
        "instruction": place.instruction,
        "word": place.word,
        "id": place.id,
    })
}
