//! Complaints of the verifier as errors.

use crate::error::{Code, Error};
use rustc_hash::FxHashSet;

/// The limits on the verifier's message in an error: distinct lines, and characters.
const MOST_LINES: usize = 8;
const MOST_CHARACTERS: usize = 600;

/// Returns the message of the verifier as an error on one line.
pub(super) fn broken(message: &str) -> Error {
    let mut said = FxHashSet::default();
    let lines: Vec<&str> =
        message.lines().map(str::trim).filter(|line| !line.is_empty() && said.insert(*line)).collect();
    let mut text: String = lines.iter().take(MOST_LINES).copied().collect::<Vec<_>>().join(" / ");
    if let Some((end, _)) = text.char_indices().nth(MOST_CHARACTERS) {
        text.truncate(end);
        text.push_str(" ...");
    } else if lines.len() > MOST_LINES {
        text.push_str(" / ...");
    }
    Error::of(Code::LlvmVerifier, format!("breaks a rule of LLVM IR: {text}"))
}
