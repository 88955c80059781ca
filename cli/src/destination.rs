//! The rules for the path of an output: it never overwrites its input, and a default name never overwrites a file that
//! somebody may need.

use super::identity::Identity;
use super::io;
use super::kinds::{Kind, LOOKED_AT};
use super::options::Translate;
use llvm_spirv::error::{Code, Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Returns an error if the output would overwrite a file that must be kept.
pub fn check(input: &Path, output: &Path, arguments: &Translate) -> Result<()> {
    if io::is_stream(output) {
        return Ok(());
    }
    spare_input(input, output)?;
    if arguments.output.is_some() || arguments.force {
        return Ok(());
    }
    match existing(output) {
        Some(kind) => may_replace(kind, input, output, arguments),
        None => Ok(()),
    }
}

/// Returns an error if the output is the input.
pub fn spare_input(input: &Path, output: &Path) -> Result<()> {
    if io::is_stream(output) || !is_input(input, output) {
        return Ok(());
    }
    let lost = format!("the output {} is the input, which would be lost", output.display());
    Err(Error::of(Code::Overwrites, lost).hint("-o NAME writes another file"))
}

/// Returns whether the two names refer to the same file.
fn is_input(input: &Path, output: &Path) -> bool {
    let input = if io::is_stream(input) { Identity::of_standard_input() } else { Identity::of_file(input) };
    input.is_some_and(|input| Identity::of_file(output) == Some(input))
}

/// Returns the kind of the existing file; `None` if there is none, or if it is empty.
fn existing(output: &Path) -> Option<Kind> {
    let mut start = Vec::new();
    let file = File::open(output).ok().filter(|file| file.metadata().is_ok_and(|file| file.is_file()))?;
    file.take(LOOKED_AT as u64).read_to_end(&mut start).ok()?;
    Some(Kind::of(&start)).filter(|kind| *kind != Kind::Empty)
}

fn may_replace(kind: Kind, input: &Path, output: &Path, arguments: &Translate) -> Result<()> {
    let made = match (arguments.reverse, arguments.text) {
        (false, false) => Kind::Spirv,
        (false, true) => Kind::SpirvAssembly,
        (true, false) => Kind::Bitcode,
        (true, true) => Kind::Assembly,
    };
    let name = output.display();
    let why = if kind != made {
        format!("{name} exists and is {}; {} would replace it", kind.name(), made.name())
    } else if arguments.reverse && are_neighbours(input, output) {
        format!("{name} exists, and {} may have been made from it", input.display())
    } else {
        return Ok(());
    };
    Err(Error::of(Code::Overwrites, why).hint("-o NAME writes another file, --force replaces this one"))
}

/// Returns whether both files are in the same folder.
fn are_neighbours(input: &Path, output: &Path) -> bool {
    let folder = |file: &Path| {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::canonicalize(folder).ok()
    };
    folder(input) == folder(output)
}
