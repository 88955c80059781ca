//! Writes files as a whole or not at all.
//!
//! In: a path and the content. Out: the file. The content goes to a temporary file beside it with an unpredictable
//! name, which replaces the file when it is complete. Files that cannot be replaced so are overwritten in place:
//! devices, a file with several names (hard links) or of another owner, one in a folder that is not writable, and one
//! that is a mount point.

use super::io::Parts;
use crate::process::signals;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{BufWriter, Error, Result, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The mask for permissions of a new file; bits outside of it are not copied from an existing file.
#[cfg(unix)]
const MODE: u32 = 0o777;

/// Writes a file.
pub fn write(path: &Path, parts: &Parts<'_>) -> Result<()> {
    let existing = std::fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|file| !file.is_file()) || is_descriptor(path) {
        return in_place(path, parts);
    }
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|file| file.is_symlink());
    if is_link && existing.is_none() {
        return in_place(path, parts);
    }
    let path = if is_link { target(path)? } else { path.to_owned() };
    let written = signals::undisturbed(|| beside(&path, existing.as_ref(), parts));
    match (written, existing) {
        (Err(Unwritten::NotHere(_)), Some(_)) => in_place(&path, parts),
        (Err(Unwritten::NotHere(error) | Unwritten::Failed(error)), _) => Err(error),
        (Ok(()), _) => Ok(()),
    }
}

/// Returns the file that a link points to; the link is kept. Opens the link first, since the system may forbid to
/// follow it in a folder that everybody may write to.
fn target(link: &Path) -> Result<PathBuf> {
    OpenOptions::new().write(true).open(link)?;
    std::fs::canonicalize(link)
}

/// The reason why the new file was not written.
enum Unwritten {
    /// The new file cannot replace the existing one.
    NotHere(Error),
    /// The new file could not be written.
    Failed(Error),
}

/// Returns whether the path names an open file, such as `/dev/stdout`.
fn is_descriptor(path: &Path) -> bool {
    let is_of_system =
        |path: &Path| path.starts_with("/proc") || path.starts_with("/dev") && !path.starts_with("/dev/shm");
    std::path::absolute(path).is_ok_and(|path| is_of_system(&path))
}

/// Writes a temporary file beside the path and moves it there.
fn beside(path: &Path, existing: Option<&Metadata>, parts: &Parts<'_>) -> std::result::Result<(), Unwritten> {
    let part = neighbour(path, existing).map_err(Unwritten::NotHere)?;
    if let Some(existing) = existing {
        take_after(part.as_file(), existing).map_err(Unwritten::NotHere)?;
    }
    put(part.as_file(), parts).map_err(Unwritten::Failed)?;
    part.persist(path).map(drop).map_err(|refused| Unwritten::NotHere(refused.error))
}

/// Creates an empty temporary file in the same folder.
fn neighbour(path: &Path, existing: Option<&Metadata>) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names = tempfile::Builder::new();
    names.prefix(".llvm-spirv-").suffix(".part").rand_bytes(12);
    names.make_in(folder, |path| make(path, existing))
}

/// Creates a new file that is not readable for anyone who may not read the file that it replaces.
#[cfg(unix)]
fn make(path: &Path, existing: Option<&Metadata>) -> Result<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    let mode = existing.map_or(0o666, |existing| existing.mode() & MODE);
    OpenOptions::new().write(true).create_new(true).mode(mode).open(path)
}

#[cfg(not(unix))]
fn make(path: &Path, _: Option<&Metadata>) -> Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Gives a new file the mode of the one that it replaces; an error if it cannot replace that.
#[cfg(unix)]
fn take_after(part: &File, existing: &Metadata) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let made = part.metadata()?;
    let same_owner = (made.uid(), made.gid()) == (existing.uid(), existing.gid());
    match same_owner && existing.nlink() == 1 {
        true => part.set_permissions(std::fs::Permissions::from_mode(existing.mode() & MODE)),
        false => Err(std::io::ErrorKind::PermissionDenied.into()),
    }
}

#[cfg(not(unix))]
fn take_after(_: &File, _: &Metadata) -> Result<()> {
    Ok(())
}

/// Overwrites the file at the path, or creates the target of a dangling link.
fn in_place(path: &Path, parts: &Parts<'_>) -> Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).truncate(true).create(!path.exists());
    put(options.open(path)?, parts)
}

/// Writes the parts: small ones through a buffer, large ones directly.
pub fn put(to: impl Write, parts: &Parts<'_>) -> Result<()> {
    let mut out = BufWriter::new(to);
    parts.iter().try_for_each(|part| out.write_all(part))?;
    out.flush()
}
