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

/// The names of tests in a file: of functions below `#[test]` in Rust, elsewhere of the file itself and on its COVERS lines.
fn names(path: &Path, text: &str) -> Vec<String> {
    if path.extension().is_some_and(|e| e == "rs") {
        return test_functions(text);
    }
    let covers = text.lines().map(str::trim).filter(|line| line.contains("COVERS:"));
    covers.map(str::to_owned).chain(path.file_name().map(|name| name.to_string_lossy().into_owned())).collect()
}

/// The lines of Rust that begin a function behind the attribute `#[test]`, whatever attributes and comments stand between.
fn test_functions(text: &str) -> Vec<String> {
    let (mut found, mut is_test) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        match line {
            "#[test]" => is_test = true,
            _ if line.starts_with("#[ignore") => is_test = false,
            _ if line.starts_with("#[") || line.starts_with("//") => {}
            _ => {
                found.extend((is_test && line.starts_with("fn ")).then(|| line.to_owned()));
                is_test = false;
            }
        }
    }
    found
}

fn files(open: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = entry.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
            let in_folder = |name: &str| entry.starts_with(root().join("tests").join(name));
            match ending.as_str() {
                _ if entry.is_dir() => open.push(entry),
                "rs" => found.push(entry),
                "ll" | "spvasm" | "cl" if in_folder("filetests") => found.push(entry),
                _ => {}
            }
        }
    }
    found
}

type Coverage = BTreeMap<(u32, u32), BTreeSet<String>>;

/// For each id, the files with a test named after it.
fn coverage() -> Coverage {
    let mut coverage = Coverage::new();
    for file in files(&mut FOLDERS.map(|folder| root().join(folder)).to_vec()) {
        let shown = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        for id in names(&file, &text).iter().flat_map(|name| ids(name)) {
            coverage.entry(id).or_default().insert(shown.clone());
        }
    }
    coverage
}

/// Prints the table; returns the items without a test that belong to no later issue.
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

/// The numbers of a document have no holes: what is out of reach is in the list, with the issue that it belongs to.
#[test]
fn the_list_is_complete() {
    let numbers: BTreeSet<_> = items().iter().map(|item| number(&item.id).unwrap()).collect();
    for (document, items) in [(0, 1..=43), (2, 0..=188), (3, 1..=101)] {
        let missing: Vec<_> = items.filter(|item| !numbers.contains(&(document, *item))).collect();
        assert!(missing.is_empty(), "S{document}: {missing:?}");
    }
}

#[test]
fn only_tests_count() {
    let text = "fn s0_01_helper() {}\n#[test]\n#[cfg(unix)]\n// s0_04\nfn s0_02_test() {\n  fn s0_03_inner() {}\n}\n\
                #[test]\n#[ignore]\nfn s0_07_ignored() {}\n";
    assert_eq!(names(Path::new("s0_05.rs"), text), ["fn s0_02_test() {"]);
    assert_eq!(names(Path::new("s0_05.ll"), "; COVERS: s0_06\n; s0_07\n"), ["; COVERS: s0_06", "s0_05.ll"]);
}

#[test]
fn ranges_name_all_in_between() {
    assert_eq!(ids("fn s0_17_to_s0_19_and_s3_101()"), [(0, 17), (0, 18), (0, 19), (3, 101)]);
    assert_eq!(ids("COVERS: s2_19 s2_20"), [(2, 19), (2, 20)]);
    assert_eq!(ids("fn is2_19(s2: u8, s3_ab: u8)"), []);
}
