//! Which requirements have a test named after them: `tests/requirements.txt` beside the tests of the whole project.
//! `make requirements` prints the table.

use crate::support::root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 4] = ["src", "mangling", "metadata", "tests"];

/// An item of the list.
struct Item {
    id: String,
    /// The issue that it belongs to, if it is a later one.
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

/// `s0_07` as a document and a number.
fn number(id: &str) -> Option<(u32, u32)> {
    let (document, number) = id.strip_prefix('s')?.split_once('_')?;
    let digits = document.len() == 1 && number.len() >= 2 && number.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| Some((document.parse().ok()?, number.parse().ok()?)))?
}

/// The ids in a name or text; `s0_17_to_s0_29` names all in between.
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

/// The names in a file that say what it tests: of functions in Rust, of the file itself, of a COVERS line.
fn names(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rust = path.extension().is_some_and(|e| e == "rs");
    let is_name = |line: &&str| if rust { line.starts_with("fn ") } else { line.contains("COVERS:") };
    let mut names: Vec<String> = text.lines().map(str::trim).filter(is_name).map(str::to_owned).collect();
    names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
    names
}

fn files(open: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
            match ending.as_str() {
                _ if entry.is_dir() => open.push(entry),
                "rs" | "ll" | "spvasm" | "cl" => found.push(entry),
                _ => {}
            }
        }
    }
    found
}

/// For each id, the files with a test named after it.
fn coverage() -> BTreeMap<(u32, u32), BTreeSet<String>> {
    let mut coverage: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for file in files(&mut FOLDERS.map(|folder| root().join(folder)).to_vec()) {
        let shown = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        for id in names(&file).iter().flat_map(|name| ids(name)) {
            coverage.entry(id).or_default().insert(shown.clone());
        }
    }
    coverage
}

#[test]
fn requirements_of_this_issue_have_tests() {
    let (items, coverage) = (items(), coverage());
    let mut gaps = Vec::new();
    for item in &items {
        let by = coverage.get(&number(&item.id).unwrap());
        let covered = by.map(|files| files.iter().cloned().collect::<Vec<_>>().join(", "));
        let gap = item.later.map_or("GAP".to_owned(), |issue| format!("gap, of issue {issue}"));
        println!("{:7} {:45} {}", item.id, item.title, covered.clone().unwrap_or(gap));
        gaps.extend((covered.is_none()).then_some(item));
    }
    let (later, now): (Vec<_>, Vec<_>) = gaps.into_iter().partition(|item| item.later.is_some());
    let list = |items: &[&Item]| items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>().join(" ");
    println!("{} items, {} with a test", items.len(), items.len() - now.len() - later.len());
    println!("gaps: {}\ngaps of later issues: {}", list(&now), list(&later));
    let of_s0: Vec<_> = now.iter().filter(|item| item.id.starts_with("s0_")).map(|item| item.id.as_str()).collect();
    assert!(of_s0.is_empty(), "no test is named after {of_s0:?}");
}

#[test]
fn ranges_name_all_in_between() {
    assert_eq!(ids("fn s0_17_to_s0_19_and_s3_101()"), [(0, 17), (0, 18), (0, 19), (3, 101)]);
    assert_eq!(ids("COVERS: s2_19 s2_20"), [(2, 19), (2, 20)]);
    assert_eq!(ids("fn is2_19(s2: u8, s3_ab: u8)"), []);
}
