//! The requirements with a test named after them: `tests/requirements.txt` beside the tests of the workspace. `make
//! requirements` prints the table.
//!
//! It is a separate test binary, since it makes cargo build all others.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// An item of the list.
struct Item {
    id: String,
    /// The issue of an item that is deferred.
    later: Option<u32>,
    title: String,
}

fn items() -> Vec<Item> {
    let list = std::fs::read_to_string(root().join("tests/requirements.txt")).unwrap();
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let item = |line: &str| {
        let (id, rest) = line.split_once(' ').unwrap();
        let later = rest.split_once(' ').and_then(|(number, title)| Some((number.parse().ok()?, title)));
        let (later, title) = later.map_or((None, rest), |(number, title)| (Some(number), title));
        Item { id: id.to_owned(), later, title: title.to_owned() }
    };
    lines.map(item).collect()
}

/// The number of the document about debug information, whose items are like `d_07`.
const DEBUG_INFO: u32 = 10;

/// Parses an id such as `s0_07` into a document and a number.
fn number(id: &str) -> Option<(u32, u32)> {
    let (document, number) = id.split_once('_')?;
    let digits = document.len() <= 2 && number.len() >= 2 && number.bytes().all(|b| b.is_ascii_digit());
    let document = match document.strip_prefix('s') {
        Some(document) => document.parse().ok().filter(|document| *document < DEBUG_INFO)?,
        None => (document == "d").then_some(DEBUG_INFO)?,
    };
    digits.then(|| Some((document, number.parse().ok()?)))?
}

/// Returns the ids in a name or text; `s0_17_to_s0_29` stands for the whole range.
fn ids(text: &str) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    for (at, pair) in words.windows(2).enumerate() {
        let Some(id) = number(&format!("{}_{}", pair[0], pair[1])) else { continue };
        let is_range = at > 0 && words[at - 1] == "to";
        match found.last().copied().filter(|last| is_range && last.0 == id.0) {
            Some(last) => found.extend((last.1 + 1..=id.1).map(|number| (id.0, number))),
            None => found.push(id),
        }
    }
    found
}

/// Returns the names of the tests in the workspace: those that the test binaries list, without ignored ones.
fn tests() -> BTreeSet<String> {
    let (mut all, ignored) = (listed(&[]), listed(&["--ignored"]));
    all.retain(|name| !ignored.contains(name));
    all
}

/// Returns the lists of the workspace's test binaries, which cargo builds if necessary.
fn listed(flags: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--offline", "--quiet", "--profile", &profile()]);
    // As the Makefile has them: with these, other packages would be built with other features, and anew.
    command.args(["--workspace", "--exclude", "llvm-spirv-benches", "--exclude", "llvm-spirv-python", "--tests"]);
    command.args(["--", "--list", "--format", "terse"]).args(flags).current_dir(root());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    tests_in(&String::from_utf8(output.stdout).unwrap())
}

/// Returns the profile of this binary, from the name of the folder above `deps`.
fn profile() -> String {
    let folder = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().file_name().unwrap().to_owned();
    match folder.to_str().unwrap() {
        "debug" => "dev".to_owned(),
        name => name.to_owned(),
    }
}

/// Returns the names in the list of a test binary, whose lines are like `module::name: test`.
fn tests_in(list: &str) -> BTreeSet<String> {
    list.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Returns the files below `tests/filetests` that are tests.
fn file_tests() -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![root().join("tests/filetests")]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default();
            match ending {
                _ if entry.is_dir() => open.push(entry),
                "ll" | "spvasm" | "cl" => found.push(entry),
                _ => {}
            }
        }
    }
    found
}

/// Returns the ids that a file test names: in its own name and on its COVERS lines.
fn ids_of_file(path: &Path, text: &str) -> Vec<(u32, u32)> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let covers = text.lines().filter(|line| line.contains("COVERS:"));
    covers.flat_map(ids).chain(ids(&name)).collect()
}

type Coverage = BTreeMap<(u32, u32), BTreeSet<String>>;

/// Returns the tests that are named after each id.
fn coverage() -> Coverage {
    let mut coverage = Coverage::new();
    let mut add = |ids: Vec<_>, test: String| {
        ids.into_iter().for_each(|id| drop(coverage.entry(id).or_default().replace(test.clone())));
    };
    for test in tests() {
        add(ids(&test), test);
    }
    for file in file_tests() {
        let shown = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        add(ids_of_file(&file, &text), shown);
    }
    coverage
}

/// Prints the table; returns the items without a test that are not deferred.
fn gaps<'a>(items: &'a [Item], coverage: &Coverage) -> Vec<&'a str> {
    let (mut now, mut later) = (Vec::new(), Vec::new());
    for item in items {
        let by = coverage.get(&number(&item.id).unwrap());
        let covered = by.map(|files| files.iter().cloned().collect::<Vec<_>>().join(", "));
        let gap = item.later.map_or("GAP".to_owned(), |issue| format!("gap, of issue {issue}"));
        println!("{:7} {:45} {}", item.id, item.title, covered.as_ref().unwrap_or(&gap));
        let list = if item.later.is_some() { &mut later } else { &mut now };
        list.extend(covered.is_none().then_some(item.id.as_str()));
    }
    println!("{} items, {} with a test", items.len(), items.len() - now.len() - later.len());
    println!("gaps: {}\ngaps of later issues: {}", now.join(" "), later.join(" "));
    now
}

#[test]
fn requirements_of_this_issue_have_tests() {
    let (items, coverage) = (items(), coverage());
    let gaps = gaps(&items, &coverage);
    assert!(gaps.is_empty(), "no test is named after {gaps:?}");
    let known: BTreeSet<_> = items.iter().map(|item| number(&item.id).unwrap()).collect();
    let of_nothing: Vec<_> = coverage.iter().filter(|(id, _)| !known.contains(id)).collect();
    assert!(of_nothing.is_empty(), "tests are named after items that there are none of: {of_nothing:?}");
}

/// Checks that the numbers of a document have no gaps: deferred items are in the list, with their issue.
#[test]
fn the_list_is_complete() {
    let numbers: BTreeSet<_> = items().iter().map(|item| number(&item.id).unwrap()).collect();
    let mut documents = vec![(0, 1..=43), (1, 1..=8), (2, 0..=188), (3, 1..=101), (4, 1..=114)];
    // Its numbers are in groups.
    let groups = [1..=8, 10..=63, 95..=127, 130..=154, 200..=209, 300..=307, 320..=327];
    documents.extend(
        groups.into_iter().chain([330..=330, 351..=353, 402..=402, 420..=426]).map(|group| (DEBUG_INFO, group)),
    );
    for (document, items) in documents {
        let missing: Vec<_> = items.filter(|item| !numbers.contains(&(document, *item))).collect();
        assert!(missing.is_empty(), "S{document}: {missing:?}");
    }
}

#[test]
fn only_tests_count() {
    let list = "a::s0_01_test: test\nb: benchmark\n\nsrc/lib.rs - doc (line 3): test\n";
    assert_eq!(tests_in(list).len(), 2);
    assert_eq!(ids_of_file(Path::new("s0_05.ll"), "; COVERS: s0_06\n; s0_07\n"), [(0, 6), (0, 5)]);
}

#[test]
fn ranges_name_all_in_between() {
    assert_eq!(ids("tests::s0_17_to_s0_19_and_s3_101"), [(0, 17), (0, 18), (0, 19), (3, 101)]);
    assert_eq!(ids("COVERS: s2_19 s2_20"), [(2, 19), (2, 20)]);
    assert_eq!(ids("is2_19_s2: s3_ab image_2d_10 sd_12"), []);
    assert_eq!(ids("tests::d_140_paths d_01_to_d_03"), [(10, 140), (10, 1), (10, 2), (10, 3)]);
}
