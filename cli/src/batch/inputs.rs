//! The files of a batch: the named files, and the modules in the named folders; each with its path below the output
//! folder.

use crate::options::Translate;
use llvm_ir::sorting::Sorting;
use llvm_spirv::error::{Code, Error, Result};
use std::path::{Component, Path, PathBuf};

/// The endings of LLVM modules to look for in folders.
const OF_LLVM: [&str; 2] = ["bc", "ll"];
const OF_SPIRV: [&str; 2] = ["spv", "spvasm"];

/// A file to translate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file.
    pub file: PathBuf,
    /// The path of its output below the output folder, with the ending of the input.
    pub place: PathBuf,
}

/// Returns the files of a run, in the order of the arguments; those of a folder by name.
pub fn all(arguments: &Translate) -> Result<Vec<Input>> {
    let (folders, files): (Vec<&PathBuf>, Vec<&PathBuf>) = arguments.inputs.iter().partition(|input| input.is_dir());
    let root = common_folder(&files);
    if folders.is_empty() {
        return Ok(files.into_iter().map(|file| Input { file: file.clone(), place: below(&root, file) }).collect());
    }
    let endings = if arguments.reverse { OF_SPIRV } else { OF_LLVM };
    let mut all = Vec::new();
    for input in &arguments.inputs {
        match input.is_dir() {
            true => all.extend(of_folder(input, endings)?),
            false => all.push(Input { file: input.clone(), place: below(&root, input) }),
        }
    }
    Ok(all)
}

/// Returns the modules of a folder and of the folders in it; links to folders are not followed.
fn of_folder(folder: &Path, endings: [&str; 2]) -> Result<Vec<Input>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(here) = folders.pop() {
        let unread = |error| Error::of(Code::Unreadable, format!("cannot read the folder {}: {error}", here.display()));
        for entry in std::fs::read_dir(&here).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let path = entry.path();
            if entry.file_type().map_err(unread)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
                files.push(Input { place: below(folder, &path), file: path });
            }
        }
    }
    files.arrange_by(|a, b| a.file.cmp(&b.file));
    match files.is_empty() {
        true => Err(Error::of(Code::CommandLine, format!("there is no module in the folder {}", folder.display()))
            .hint(format!("looked for are files that end in .{} or .{}", endings[0], endings[1]))),
        false => Ok(files),
    }
}

/// Returns the deepest folder that contains all files.
fn common_folder(files: &[&PathBuf]) -> PathBuf {
    let mut folders = files.iter().filter_map(|file| file.parent());
    let first: Vec<Component<'_>> = folders.next().into_iter().flat_map(Path::components).collect();
    let shared = |shared: usize, folder: &Path| {
        let same = folder.components().zip(&first).take_while(|(a, b)| a == *b).count();
        shared.min(same)
    };
    let shared = folders.fold(first.len(), shared);
    first.iter().take(shared).collect()
}

/// Returns the path of a file relative to a folder that contains it. Parent components and roots are left out, so that
/// no output leaves its folder.
fn below(folder: &Path, file: &Path) -> PathBuf {
    let rest = file.strip_prefix(folder).unwrap_or(file);
    rest.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_the_folders_that_they_do_not_share() {
        let places = |files: &[&str]| {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            let files: Vec<&PathBuf> = files.iter().collect();
            let root = common_folder(&files);
            files.iter().map(|file| below(&root, file).display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(places(&["a.ll", "b.ll"]), ["a.ll", "b.ll"]);
        assert_eq!(places(&["x/a.ll", "x/b.ll"]), ["a.ll", "b.ll"]);
        assert_eq!(places(&["x/y/a.ll", "x/z/a.ll"]), ["y/a.ll", "z/a.ll"]);
        assert_eq!(places(&["/t/x/a.ll", "/t/b.ll"]), ["x/a.ll", "b.ll"]);
        assert_eq!(places(&["../a.ll", "b.ll"]), ["a.ll", "b.ll"]);
        assert_eq!(places(&["../x/a.ll", "../y/b.ll"]), ["x/a.ll", "y/b.ll"]);
    }
}
