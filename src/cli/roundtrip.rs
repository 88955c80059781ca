//! Two laps over each file, and what they changed.

use super::options::Files;
use super::{first_contact, io};
use crate::error::{Error, Result};
use crate::roundtrip;
use std::path::Path;

/// Runs them; true where every file reached its fixpoint.
pub fn run(files: &Files) -> Result<bool> {
    let mut good = true;
    for file in &files.files {
        let outcome = first_contact::read(file)
            .and_then(|bytes| super::isolated(bytes, files.diagnostics(), |bytes| report(file, &bytes, files)));
        good &= outcome.or_else(|error| failed(file, error))?;
    }
    Ok(good)
}

/// Both laps of a file; true where it reached its fixpoint.
fn report(file: &Path, bytes: &[u8], files: &Files) -> Result<bool> {
    match roundtrip::laps(bytes, &files.options()).and_then(|laps| laps.report()) {
        Ok(report) => {
            io::write(io::STREAM, format!("{}: {report}", file.display()).as_bytes(), true)?;
            Ok(report.is_fixpoint())
        }
        Err(error) => failed(file, error),
    }
}

fn failed(file: &Path, error: Error) -> Result<bool> {
    io::write(
        io::STREAM,
        format!("{0}: error: {1}\n", file.display(), error.in_file(&file.to_string_lossy())).as_bytes(),
        true,
    )?;
    Ok(false)
}
