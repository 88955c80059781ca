//! Two laps over each file, and what they changed.

use super::io;
use super::options::Files;
use crate::error::Result;
use crate::roundtrip;

/// Runs them; true where every file reached its fixpoint.
pub fn run(files: &Files) -> Result<bool> {
    let mut good = true;
    for file in &files.files {
        let text = match report(file, files) {
            Ok(report) => {
                good &= report.is_fixpoint();
                format!("{file}: {report}")
            }
            Err(error) => {
                good = false;
                format!("{file}: error: {}\n", error.in_file(file))
            }
        };
        io::write(io::STREAM, text.as_bytes(), true)?;
    }
    Ok(good)
}

fn report(file: &str, files: &Files) -> Result<roundtrip::Report> {
    let bytes = io::read(file)?;
    roundtrip::laps(&bytes, &files.options())?.report()
}
