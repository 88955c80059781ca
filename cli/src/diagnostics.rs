//! `--diagnostics`: errors, warnings and summaries on the standard error, as sentences or as a JSON object a line.
//!
//! In: an [`Error`], which may stand for several, or a sentence. Out: as text, each error with its code, the line of
//! the source if known ([`snippet`](super::snippet)), and a hint; as JSON, the same values. All output of the program
//! to the standard error goes through this module, so that with `--diagnostics=json` each line is an object with a
//! `severity` (`error`, `warning` or `note`) and a `message`.

use super::{io, snippet};
use clap::ValueEnum;
use llvm_spirv::error::{Cause, Error, Kind, escaped, escaped_lines};
use llvm_spirv::error::{Place, Source};
use serde_json::{Value, json};
use std::path::Path;

/// The format of errors and warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

impl Format {
    /// Reports an error, and the others that it stands for.
    pub fn error(self, error: &Error) {
        for one in error.all() {
            io::say(&match self {
                Self::Text => snippet::shown(one),
                Self::Json => error_object(one).to_string(),
            });
        }
        if error.is_cut() {
            let count = error.all().count();
            self.note(&format!("stopped after {count} errors; --error-limit=0 shows all"));
        }
    }

    /// Reports a warning, with its file if there are several.
    pub fn warning(self, file: Option<&Path>, warning: &str) {
        let file = file.map(|file| file.to_string_lossy());
        let shown = escaped(warning);
        io::say(&match (self, file) {
            (Self::Text, Some(file)) => format!("warning: {}: {shown}", escaped(&file)),
            (Self::Text, None) => format!("warning: {shown}"),
            (Self::Json, file) => json!({ "severity": "warning", "message": warning, "file": file }).to_string(),
        });
    }

    /// Reports a note: neither an error nor a warning.
    pub fn note(self, note: &str) {
        io::say(&match self {
            Self::Text => format!("note: {}", escaped(note)),
            Self::Json => json!({ "severity": "note", "message": note }).to_string(),
        });
    }

    /// Shows a record, which is for programs alone.
    pub fn record(self, record: impl FnOnce() -> Value) {
        if self == Self::Json {
            io::say(&record().to_string());
        }
    }

    /// Reports invalid arguments.
    pub fn usage(self, message: &str, hint: Option<&str>) {
        let shown = escaped_lines(message);
        io::say(&match (self, hint) {
            (Self::Text, Some(hint)) => format!("error: {shown}\n  hint: {}", escaped_lines(hint)),
            (Self::Text, None) => format!("error: {shown}"),
            (Self::Json, hint) => {
                json!({ "severity": "error", "kind": "usage", "message": message, "hint": hint }).to_string()
            }
        });
    }

    /// Reports the number of files that failed.
    pub fn failures(self, failed: usize, files: usize) {
        let message = format!("{failed} of {files} files failed");
        io::say(&match self {
            Self::Text => message,
            Self::Json => {
                json!({ "severity": "note", "message": message, "failed": failed, "files": files }).to_string()
            }
        });
    }

    /// Passes on the standard error of a process; in JSON mode, lines that are not JSON objects become notes.
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

/// Returns an error as an object: its class, message, hint, the missing requirement, and its place.
pub fn error_object(error: &Error) -> Value {
    let kind = match error.kind() {
        Kind::Invalid => "invalid",
        Kind::Unsupported => "unsupported",
        Kind::Internal => "internal",
        Kind::Io => "io",
    };
    let mut object = json!({
        "severity": "error",
        "code": error.code().text(),
        "kind": kind,
        "title": error.code().title(),
        "message": error.message(),
        "hint": error.help(),
        "notes": notes(error),
        "count": error.count(),
        "missing": missing(error.cause()),
    });
    if let (Value::Object(object), Value::Object(place)) = (&mut object, place(error.place())) {
        object.extend(place);
    }
    object
}

/// Returns a place as an object.
pub fn place(place: &Place) -> Value {
    json!({
        "file": place.file,
        "source": place.source.as_ref().map(source),
        "function": place.function,
        "instruction": place.instruction,
        "word": place.word,
        "id": place.id,
    })
}

/// Returns the notes after the message: a hint, and the number of instructions with the same need.
fn notes(error: &Error) -> Vec<String> {
    let same =
        Some(error.count()).filter(|count| *count > 1).map(|count| format!("the first of {count} with this need"));
    error.help().map(str::to_owned).into_iter().chain(same).collect()
}

/// Returns the options that would allow the refused construct.
pub fn missing(cause: &Cause) -> Value {
    match cause {
        Cause::MissingExtension { any_of, .. } => json!({ "extensions": any_of }),
        Cause::MissingVersion { needed, .. } => json!({ "version": needed.to_string() }),
        _ => Value::Null,
    }
}

/// Returns a position in the source; an unknown column is null.
pub fn source(source: &Source) -> Value {
    let column = Some(source.column).filter(|column| *column > 0);
    json!({ "file": source.file, "directory": source.directory, "line": source.line, "column": column })
}
