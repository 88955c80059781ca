//! The identity of files: tells whether two names are one file.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The identity of a file, independent of its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// The device and the inode number on it.
    Number(u64, u64),
    /// A file that does not exist yet: its folder without links, and its name.
    Name(PathBuf),
}

impl Identity {
    /// Returns the identity of the file with this name, or of the one that would be created there.
    pub fn of(path: &Path) -> Self {
        Self::of_file(path).unwrap_or_else(|| Self::Name(resolved(path)))
    }

    /// Returns the identity of the file with this name; `None` if there is none, or if it is not a regular file.
    pub fn of_file(path: &Path) -> Option<Self> {
        let file = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
        Some(number(&file).unwrap_or_else(|| Self::Name(resolved(path))))
    }

    /// Returns the identity of the file that the standard input comes from, if it is a file.
    #[cfg(unix)]
    pub fn of_standard_input() -> Option<Self> {
        use std::os::fd::AsFd;
        let input = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        let file = std::fs::File::from(input).metadata().ok()?;
        number(&file).filter(|_| file.is_file())
    }

    /// Returns `None`: the file behind the standard input is not known here.
    #[cfg(not(unix))]
    pub fn of_standard_input() -> Option<Self> {
        None
    }
}

#[cfg(unix)]
fn number(file: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Number(file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<Identity> {
    None
}

fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = std::fs::canonicalize(path) {
        return path;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (std::fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    }
}
