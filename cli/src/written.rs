//! The outcome of a file: written, unchanged or skipped, with its warnings; and the record that `--diagnostics=json`
//! prints.

use super::io::{self, Parts};
use super::options::written::Written;
use llvm_spirv::error::{Code, Collected, Error, Result};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::Duration;

/// The state of a file after its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The output was written.
    Written,
    /// The output had the same bytes already, and was not written.
    Unchanged,
    /// The output was made from the same input before, and nothing was translated.
    Skipped,
    /// An error occurred.
    Failed,
}

impl State {
    const fn word(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Unchanged => "unchanged",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}

/// A file that was translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The state.
    pub state: State,
    /// The warnings to show.
    pub warnings: Vec<String>,
    /// The SHA-256 of the output, in hexadecimal digits; empty if there is none.
    pub digest: String,
}

impl Outcome {
    /// Returns the outcome of a file in a state, without warnings.
    pub fn of(state: State) -> Self {
        Self { state, warnings: Vec::new(), digest: String::new() }
    }
}

/// Returns the warnings to show.
///
/// # Errors
///
/// All warnings, if they count as errors.
pub fn warnings(warnings: Vec<String>, flags: &Written) -> Result<Vec<String>> {
    if flags.warnings_as_errors {
        let mut errors = Collected::<()>::new(0);
        let error = |warning: &String| Error::of(Code::WarningAsError, warning);
        warnings.iter().map(error).try_for_each(|error| errors.add(error))?;
        errors.finish()?;
    }
    Ok(if flags.no_warnings { Vec::new() } else { warnings })
}

/// Writes an output, unless it has the same bytes already and the flag to keep it is set.
pub fn put(output: &Path, parts: &Parts<'_>, is_text: bool, flags: &Written) -> Result<State> {
    if flags.keep_unchanged && !io::is_stream(output) && is_there(output, parts) {
        return Ok(State::Unchanged);
    }
    io::write_parts(output, parts, is_text).map(|()| State::Written)
}

/// Returns whether a regular file has exactly these bytes.
fn is_there(output: &Path, parts: &Parts<'_>) -> bool {
    let size: usize = parts.iter().map(|part| part.len()).sum();
    let is_as_long = std::fs::metadata(output).is_ok_and(|file| file.is_file() && file.len() == size as u64);
    is_as_long && std::fs::read(output).is_ok_and(|bytes| bytes == parts.concat())
}

/// Returns the SHA-256 of bytes, in hexadecimal digits.
pub fn digest(parts: &Parts<'_>) -> String {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the JSON record of a file, with the digest of its bytes if it could be read.
pub fn record(input: &str, output: &Path, digest: Option<&str>, outcome: &Outcome, time: Duration) -> Value {
    let state = outcome.state.word();
    json!({
        "severity": "note",
        "kind": "file",
        "message": format!("{input}: {state}"),
        "file": input,
        "state": state,
        "output": output.to_string_lossy(),
        "input_sha256": digest,
        "output_sha256": Some(&outcome.digest).filter(|digest| !digest.is_empty()),
        "milliseconds": (time.as_secs_f64() * 1e6).round() / 1e3,
        "warnings": outcome.warnings,
    })
}
