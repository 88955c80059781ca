//! `--skip-existing`: a record of the inputs from which the outputs of a folder were made.
//!
//! The file `.llvm-spirv-rs` in the output folder has a line for each output: the digest of the input with the options
//! and the version, the digest of the output, and the path below the folder. A line is added as soon as its output is
//! written, so that an interrupted run can be continued; the last line about an output counts. A run that ends rewrites
//! them in order.

use crate::io;
use crate::options::Translate;
use crate::{VERSION, written};
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::options::Options;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The name of the manifest file.
const NAME: &str = ".llvm-spirv-rs";

/// The digest of an output's input with options and version, and the digest of the output.
type Digests = (String, String);

/// The outputs of a folder.
pub struct Manifest {
    path: PathBuf,
    /// The options and the version, as bytes for comparison.
    settings: Vec<u8>,
    known: Mutex<(BTreeMap<String, Digests>, File)>,
}

impl Manifest {
    /// Reads the manifest of a folder; it is empty if there is none.
    pub fn open(folder: &Path, arguments: &Translate) -> Result<Self> {
        let path = folder.join(NAME);
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        let known = known.lines().filter_map(line).collect();
        let unwritable = |error| Error::of(Code::Unwritable, format!("cannot write {}: {error}", path.display()));
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(unwritable)?;
        Ok(Self { settings: settings(arguments), known: Mutex::new((known, file)), path })
    }

    /// Returns the digest of an input with everything else on which its output depends.
    pub fn key(&self, input: &[u8]) -> String {
        written::digest(&[self.settings.as_slice().into(), input.into()])
    }

    /// Returns the digest of an output that was made with this key, if its bytes are still unchanged.
    pub fn find(&self, key: &str, place: &Path, output: &Path) -> Option<String> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let made = known.0.get(&*place.to_string_lossy()).filter(|(of, _)| of == key)?.1.clone();
        drop(known);
        let bytes = std::fs::read(output).ok()?;
        (written::digest(&[bytes.into()]) == made).then_some(made)
    }

    /// Records an output that was written.
    pub fn add(&self, key: String, place: &Path, output: String) {
        let place = place.to_string_lossy().into_owned();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // A line that cannot be written is one file that is translated again.
        let _ = writeln!(known.1, "{key} {output} {place}");
        known.0.insert(place, (key, output));
    }

    /// Writes one line for each output, in the order of their paths.
    pub fn finish(self) -> Result<()> {
        let (known, _) = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let lines: String = known.iter().map(|(place, (key, output))| format!("{key} {output} {place}\n")).collect();
        io::write(self.path, lines.as_bytes(), true)
    }
}

/// Returns the parts of a line, or nothing if it is incomplete.
fn line(line: &str) -> Option<(String, Digests)> {
    let mut parts = line.splitn(3, ' ');
    let (key, output, place) = (parts.next()?, parts.next()?, parts.next()?);
    let is_digest = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_digest(key) && is_digest(output)).then(|| (place.to_owned(), (key.to_owned(), output.to_owned())))
}

/// Returns the version and the options of a run as bytes.
fn settings(arguments: &Translate) -> Vec<u8> {
    let options = Options { pass_observer: None, ..arguments.options() };
    let (text, reverse, constants) = (arguments.text, arguments.reverse, &arguments.spec_constants);
    format!("{VERSION}\n{options:?}\n{text} {reverse} {constants:?}\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_cut_off_are_left_out() {
        let (key, output) = ("a".repeat(64), "0".repeat(64));
        let whole = line(&format!("{key} {output} x y.spv"));
        assert_eq!(whole, Some(("x y.spv".to_owned(), (key.clone(), output))));
        assert_eq!(line(&format!("{key} 00 x.spv")), None);
        assert_eq!(line(&key), None);
    }
}
