//! Files, standard streams and the terminal. A file is written whole or not at all.

use crate::error::{Error, Result};
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Read, Write};
use std::path::Path;

/// The standard input or output, as a file name.
pub const STREAM: &str = "-";

/// Is this the name of the standard input or output?
pub fn is_stream(name: &Path) -> bool {
    name.as_os_str() == STREAM
}

/// Reads a file or the standard input.
pub fn read(name: impl AsRef<Path>) -> Result<Vec<u8>> {
    let name = name.as_ref();
    if !is_stream(name) {
        return std::fs::read(name).map_err(|e| Error::io(format!("cannot read {}: {e}", name.display())));
    }
    let mut bytes = Vec::new();
    let outcome = std::io::stdin().lock().read_to_end(&mut bytes);
    outcome.map_err(|e| Error::io(format!("cannot read the standard input: {e}")))?;
    Ok(bytes)
}

/// Writes a file or the standard output.
pub fn write(name: impl AsRef<Path>, bytes: &[u8], is_text: bool) -> Result<()> {
    write_parts(name, &[bytes.into()], is_text)
}

/// Parts of a file, one behind the other.
pub type Parts<'p> = [Cow<'p, [u8]>];

/// The same for a file in parts.
pub fn write_parts(name: impl AsRef<Path>, parts: &Parts<'_>, is_text: bool) -> Result<()> {
    let name = name.as_ref();
    if !is_stream(name) {
        return write_file(name, parts).map_err(|e| Error::io(format!("cannot write {}: {e}", name.display())));
    }
    let mut out = std::io::stdout().lock();
    if !is_text && out.is_terminal() {
        return Err(Error::io("the output is binary and would go to a terminal")
            .hint("-o FILE writes it to a file, -S writes text"));
    }
    match put(&mut out, parts) {
        // Whoever reads has seen enough: `| head` is no error.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(|e| Error::io(format!("cannot write the standard output: {e}"))),
    }
}

/// Through a neighbour that is renamed when it is complete; devices and the like are written in place.
fn write_file(path: &Path, parts: &Parts<'_>) -> std::io::Result<()> {
    if path.exists() && !path.is_file() {
        return put(File::create(path)?, parts);
    }
    let part = path.with_file_name(format!(
        ".{}.{}.part",
        path.file_name().unwrap_or_default().to_string_lossy(),
        std::process::id()
    ));
    let written = File::create(&part).and_then(|file| put(file, parts)).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // Nothing half-written stays; that it may never have been there is no further error.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Small parts go together, large ones as they are.
fn put(to: impl Write, parts: &Parts<'_>) -> std::io::Result<()> {
    let mut out = BufWriter::new(to);
    parts.iter().try_for_each(|part| out.write_all(part))?;
    out.flush()
}

/// Says on the standard error what a process said on its own.
pub fn pass_on(said: &[u8]) {
    // As in `say`.
    let _ = std::io::stderr().write_all(said);
}

/// Says something on the standard error.
pub fn say(text: &str) {
    // Nobody is left to tell where the standard error is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}
