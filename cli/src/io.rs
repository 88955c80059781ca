//! Files, standard streams and the terminal.

use super::output;
use llvm_spirv::error::{Code, Error, Result};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The standard input or output, as a file name.
pub const STREAM: &str = "-";

/// True if the standard output was closed when the program began. Rust has put `/dev/null` in its place since.
static IS_OUTPUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Makes every write to the standard output an error.
pub fn output_is_closed() {
    IS_OUTPUT_CLOSED.store(true, Ordering::Relaxed);
}

/// Returns whether this is the name of the standard input or output.
pub fn is_stream(name: &Path) -> bool {
    name.as_os_str() == STREAM
}

/// Returns the name of the input in messages.
pub fn shown(input: &Path) -> Cow<'_, str> {
    if is_stream(input) { "standard input".into() } else { input.to_string_lossy() }
}

/// Reads a file or the standard input.
pub fn read(name: impl AsRef<Path>) -> Result<Vec<u8>> {
    let name = name.as_ref();
    if !is_stream(name) {
        return std::fs::read(name)
            .map_err(|e| Error::of(Code::Unreadable, format!("cannot read {}: {e}", name.display())));
    }
    let mut bytes = Vec::new();
    let outcome = std::io::stdin().lock().read_to_end(&mut bytes);
    outcome.map_err(|e| Error::of(Code::Unreadable, format!("cannot read the standard input: {e}")))?;
    Ok(bytes)
}

/// Writes a file or the standard output.
pub fn write(name: impl AsRef<Path>, bytes: &[u8], is_text: bool) -> Result<()> {
    write_parts(name, &[bytes.into()], is_text)
}

/// The consecutive parts of a file.
pub type Parts<'p> = [Cow<'p, [u8]>];

/// Writes a file that consists of parts, like [`write`] does a whole one.
pub fn write_parts(name: impl AsRef<Path>, parts: &Parts<'_>, is_text: bool) -> Result<()> {
    let name = name.as_ref();
    if !is_stream(name) {
        return output::write(name, parts).map_err(|e| unwritten(name, &e));
    }
    if IS_OUTPUT_CLOSED.load(Ordering::Relaxed) {
        return Err(Error::of(Code::Unwritable, "cannot write the standard output: it is closed")
            .hint("-o FILE writes to a file"));
    }
    let mut out = std::io::stdout().lock();
    if !is_text && out.is_terminal() {
        return Err(Error::of(Code::CommandLine, "the output is binary and would go to a terminal")
            .hint("-o FILE writes it to a file, -S writes text"));
    }
    match output::put(&mut out, parts) {
        // Whoever reads has seen enough: `| head` is no error.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(|e| Error::of(Code::Unwritable, format!("cannot write the standard output: {e}"))),
    }
}

fn unwritten(name: &Path, error: &std::io::Error) -> Error {
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let told = Error::of(Code::Unwritable, format!("cannot write {}: {error}", name.display()));
    match folder {
        Some(folder) => told.hint(format!("the folder {} does not exist", folder.display())),
        None => told,
    }
}

/// Writes the output of another process to the standard error.
pub fn pass_on(said: &[u8]) {
    // As in `say`.
    let _ = std::io::stderr().write_all(said);
}

/// Writes a line to the standard error.
pub fn say(text: &str) {
    let is_kept = SAID.with_borrow_mut(|said| said.as_mut().map(|said| said.extend([text, "\n"].concat().bytes())));
    if is_kept.is_none() {
        // A closed standard error cannot take a report of that.
        let _ = writeln!(std::io::stderr(), "{text}");
    }
}

thread_local! {
    /// The messages of this thread, if they are kept back.
    static SAID: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Returns the result of the work, and the messages of this thread, which are kept back.
pub fn kept<T>(work: impl FnOnce() -> T) -> (T, Vec<u8>) {
    SAID.set(Some(Vec::new()));
    let given = work();
    (given, SAID.take().unwrap_or_default())
}
