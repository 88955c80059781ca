//! Files for tests.

use std::path::Path;

/// Writes a file into a folder; returns its path, as the command line takes it.
pub fn written(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("it is written");
    path.display().to_string()
}
