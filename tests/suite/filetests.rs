//! File tests: a file in `tests/filetests/<concept>/` states in its comments how to run it; the expected output is in
//! files beside it. `tests/filetests/README.md` has the keys; `BLESS=1 cargo test` rewrites the expected output,
//! `ONLY=part` runs the files with a part of a path.

mod case;
mod difference;
mod pipeline;
mod shown;

use crate::support::{check_all, is_blessed, root};
use case::{Case, Run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns the files below `folder`, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if entry.is_dir() { open.push(entry) } else { found.push(entry) }
        }
    }
    found.sort();
    found
}

/// Compares an output with the expected file, or writes that file if blessed.
fn compare(expected: &Path, found: &str) -> Result<(), String> {
    if is_blessed(expected) {
        std::fs::write(expected, found).unwrap();
        return Ok(());
    }
    let text = std::fs::read_to_string(expected);
    let text = text.map_err(|_| format!("{} is missing; what came out is\n{found}", expected.display()))?;
    difference::show(&text, found).map_or(Ok(()), Err)
}

fn check(case: &Case, run: &Run) -> Result<(), String> {
    compare(&run.expected, &pipeline::run(case, run)?)
}

#[test]
fn each_file_gives_what_stands_beside_it() {
    let folder = root().join("tests/filetests");
    let all = files(&folder);
    let (beside, inputs): (Vec<_>, Vec<_>) = all
        .into_iter()
        .filter(|f| f.extension().is_none_or(|e| e != "md"))
        .partition(|f| f.to_string_lossy().ends_with(".expected"));
    let cases: Vec<Case> =
        inputs.iter().map(|file| Case::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))).collect();
    let runs: Vec<(&Case, &Run)> = cases.iter().flat_map(|case| case.runs.iter().map(move |run| (case, run))).collect();
    let wanted: BTreeSet<&PathBuf> = runs.iter().map(|(_, run)| &run.expected).collect();
    assert_eq!(wanted.len(), runs.len(), "two files differ in their ending only, and would have one expectation");
    let asked = std::env::var("ONLY").unwrap_or_default();
    let some: Vec<_> = runs.iter().filter(|(case, _)| case.path.to_string_lossy().contains(&asked)).copied().collect();
    check_all("file tests", &some, |(case, run)| {
        let name = case.path.strip_prefix(&folder).unwrap_or(&case.path).display();
        check(case, run).map_err(|e| format!("--- {name}: {}\n{e}", run.line))
    });
    let valid = cases.iter().flat_map(|case| case.not_given().into_iter().map(|text| (&case.path, text)));
    let valid: Vec<_> = valid.filter(|_| asked.is_empty()).collect();
    assert!(valid.is_empty(), "SPIRV-Tools does not say this of them, take the lines out: {valid:#?}");
    let stale: Vec<_> = beside.iter().filter(|file| !wanted.contains(file)).collect();
    assert!(stale.is_empty(), "no run gives these any more: {stale:?}");
}
