//! `--diagnostics`: errors and warnings on the standard error, as sentences or as a JSON object a line.

use super::io;
use crate::error::{Error, Kind};
use clap::ValueEnum;
use serde_json::json;
use std::path::Path;

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

    /// Tells of what is no error; of which file, where there are several.
    pub fn warning(self, file: Option<&Path>, warning: &str) {
        let file = file.map(|file| file.to_string_lossy());
        io::say(&match (self, file) {
            (Self::Text, Some(file)) => format!("warning: {file}: {warning}"),
            (Self::Text, None) => format!("warning: {warning}"),
            (Self::Json, file) => json!({ "severity": "warning", "message": warning, "file": file }).to_string(),
        });
    }

    /// Tells of arguments that make no sense.
    pub fn usage(self, message: &str, hint: Option<&str>) {
        io::say(&match (self, hint) {
            (Self::Text, Some(hint)) => format!("error: {message}\n  hint: {hint}"),
            (Self::Text, None) => format!("error: {message}"),
            (Self::Json, hint) => {
                json!({ "severity": "error", "kind": "usage", "message": message, "hint": hint }).to_string()
            }
        });
    }

    /// Tells how many of several files failed.
    pub fn failures(self, failed: usize, files: usize) {
        let message = format!("{failed} of {files} files failed");
        io::say(&match self {
            Self::Text => message,
            Self::Json => {
                json!({ "severity": "note", "message": message, "failed": failed, "files": files }).to_string()
            }
        });
    }

    /// Passes on what a process said on its standard error; lines that it did not write for programs become notes.
    pub fn pass_on(self, said: &[u8]) {
        if self == Self::Text {
            return io::pass_on(said);
        }
        for line in String::from_utf8_lossy(said).lines().filter(|line| !line.trim().is_empty()) {
            let is_object = line.starts_with('{') && line.ends_with('}');
            io::say(&if is_object {
                line.to_owned()
            } else {
                json!({ "severity": "note", "message": line }).to_string()
            });
        }
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
