//! The pages of the documentation: paths that they name exist, links lead to a heading, and the pages that sources name
//! exist.

use crate::support::{root, run};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders whose sources name pages of `docs/`.
const SOURCES: &[&str] = &[
    "src",
    "cli",
    "capi",
    "grammar",
    "mangling",
    "metadata",
    "ir",
    "python",
    "roundtrip",
    "run",
    "examples",
    "scripts",
    "tests",
    ".github",
];

/// The folders other than `docs/` whose `README.md` is a page.
const BESIDE: &[&str] = &[
    "tests/runtime",
    "tests/outside",
    "tests/filetests",
    "tests/fuzz",
    "tests/vulkan",
    "roundtrip-corpus",
    "ir",
    "roundtrip",
];

/// Returns the files below a folder whose names have one of the endings, without the products of a build.
fn below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_made = ["target", "corpus", "artifacts", "node_modules"].iter().any(|made| path.ends_with(made));
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            match path.is_dir() {
                true if !is_made => open.push(path),
                false if endings.contains(&ending) => found.push(path),
                _ => (),
            }
        }
    }
    found.sort();
    found
}

/// Returns the pages of `docs/`.
pub fn pages() -> Vec<PathBuf> {
    below(&root().join("docs"), &["md"])
}

/// Returns all pages: those of `docs/`, those at the top of the project, and those of [`BESIDE`].
fn all_pages() -> Vec<PathBuf> {
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].map(|name| root().join(name));
    let beside = BESIDE.iter().map(|folder| root().join(folder).join("README.md"));
    pages().into_iter().chain(top).chain(beside).collect()
}

/// Returns the path of a file from the root of the project.
fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Returns the lines of a page that are not in a block of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the targets of a page's links, without those of the web.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = prose(page).flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    targets.filter(|target| !target.contains(':'))
}

/// Returns the texts between backquotes in a line or a cell of a table.
pub fn ticked(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Returns the paths between backquotes whose first part is a folder of the project, without the products of a build.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let is_path = move |text: &&str| {
        let (folder, rest) = text.split_once('/').unwrap_or_default();
        !folder.is_empty() && !rest.is_empty() && text.chars().all(is_plain) && root().join(folder).is_dir()
    };
    let is_made = |text: &&str| {
        ["target/", "tests/fuzz/artifacts/", "tests/fuzz/corpus/"].iter().any(|made| text.starts_with(made))
    };
    prose(page).flat_map(ticked).filter(is_path).filter(move |text| !is_made(text))
}

/// Returns the anchor that GitHub and mdBook give a heading.
fn anchor(heading: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    heading.trim().to_lowercase().chars().filter(is_kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the anchors of a page; the second of two equal headings gets `-1`.
fn anchors(page: &str) -> Vec<String> {
    let mut counts = BTreeMap::<String, usize>::new();
    let headings = prose(page).filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#')));
    let numbered = headings.map(|heading| {
        let count = counts.entry(heading.clone()).or_default();
        *count += 1;
        if *count == 1 { heading } else { format!("{heading}-{}", *count - 1) }
    });
    numbered.collect()
}

/// Returns the paths of pages that a line of source names: `docs/` and the path characters that follow.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let texts = line.split(move |c: char| !is_path(c)).map(|text| text.trim_start_matches(['.', '/']));
    let texts = texts.filter(|text| text.starts_with("docs/")).map(|text| text.trim_end_matches(['.', '/']));
    texts.filter(|text| text.ends_with(".md") || text.ends_with(".txt"))
}

#[test]
fn names_of_paths_on_pages_exist() {
    let (mut gone, mut count) = (Vec::new(), 0);
    for page in all_pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let beside = page.parent().unwrap();
        let files = links(&text).filter_map(|link| link.split('#').next()).filter(|link| !link.is_empty());
        let paths =
            files.map(|link| (link, beside.join(link))).chain(quoted(&text).map(|path| (path, root().join(path))));
        for (text, path) in paths {
            count += 1;
            // A module is named without its ending, too; the page of a crate names files from its own folder.
            let is_there =
                [path.clone(), path.with_extension("rs"), beside.join(text)].iter().any(|path| path.exists());
            if !is_there {
                gone.push(format!("{}: {text}", name(&page)));
            }
        }
    }
    assert!(gone.is_empty(), "{}", gone.join("\n"));
    assert!(count >= 300, "only {count} paths were found");
}

#[test]
fn names_of_headings_in_links_exist() {
    let mut gone = Vec::new();
    for page in all_pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for (file, heading) in links(&text).filter_map(|link| link.split_once('#')) {
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            if !anchors(&std::fs::read_to_string(target).unwrap_or_default()).iter().any(|anchor| anchor == heading) {
                gone.push(format!("{}: {file}#{heading}", name(&page)));
            }
        }
    }
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

#[test]
fn names_of_pages_in_sources_exist() {
    let endings = ["rs", "py", "pyi", "sh", "h", "mjs", "js", "toml", "yml", "md", "txt", "in"];
    let mut files: Vec<_> = SOURCES.iter().flat_map(|folder| below(&root().join(folder), &endings)).collect();
    files.extend(["Makefile", "Cargo.toml"].map(|name| root().join(name)));
    let (mut gone, mut count) = (Vec::new(), 0);
    for file in files.iter().filter(|file| !file.ends_with("suite/pages.rs") && !file.ends_with("suite/words.rs")) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for page in text.lines().filter(|line| !line.contains("://")).flat_map(named) {
            count += 1;
            if !root().join(page).exists() {
                gone.push(format!("{}: {page}", name(file)));
            }
        }
    }
    assert!(gone.is_empty(), "{}", gone.join("\n"));
    assert!(count >= 40, "only {count} names were found");
}

/// Checks that the book (`make book`) has the pages that its summary lists, and no others.
#[test]
fn names_of_all_pages_are_in_the_summary() {
    let summary = root().join("docs/SUMMARY.md");
    let text = std::fs::read_to_string(&summary).unwrap();
    let mut listed: Vec<_> = links(&text).map(|link| root().join("docs").join(link)).collect();
    listed.push(summary);
    listed.sort();
    assert_eq!(listed, pages());
}

/// Returns the names of the modules in a folder of the concepts, without `mod.rs`.
fn modules(folder: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join("src/concepts").join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| name != "mod").collect()
}

/// Returns the names between backquotes in a column of the table of chapters; each stands there once.
fn column(page: &str, column: usize) -> BTreeSet<String> {
    let cells = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").nth(column));
    let names: Vec<_> = cells.flat_map(ticked).map(str::to_owned).collect();
    let (count, set) = (names.len(), names.into_iter().collect::<BTreeSet<_>>());
    assert_eq!(count, set.len(), "a name of column {column} stands twice");
    set
}

#[test]
fn chapters_of_the_page_are_those_of_the_folders() {
    let page = std::fs::read_to_string(root().join("docs/reference/chapters.md")).unwrap();
    let shared = column(&page, 1);
    assert_eq!((column(&page, 2), column(&page, 3)), (modules("shaders"), modules("khronos")));
    for folder in ["instructions", "interface"] {
        let prefix = format!("{folder}/");
        let named: BTreeSet<_> =
            shared.iter().filter_map(|name| name.strip_prefix(&prefix)).map(str::to_owned).collect();
        assert_eq!(named, modules(folder));
    }
    for name in &shared {
        let path = root().join("src/concepts").join(name);
        assert!(path.is_dir() || path.with_extension("rs").is_file(), "{name}");
    }
}

/// Returns the diffs that a page shows, joined.
fn diffs(page: &str) -> String {
    page.split("```diff\n").skip(1).filter_map(|block| block.split("```").next()).collect()
}

/// Returns the error of `git apply` about a diff for the sources, which it does not change.
fn apply(diff: &str) -> Result<(), String> {
    let mut git = Command::new("git");
    // Sources without a history of their own may lie within another repository.
    let outside = root().canonicalize().unwrap().parent().unwrap().to_owned();
    git.args(["apply", "--check", "-"]).current_dir(root()).env("GIT_CEILING_DIRECTORIES", outside);
    run(&mut git, diff.as_bytes()).map(drop)
}

#[test]
fn additions_on_pages_apply_to_the_sources() {
    let is_addition = |page: &PathBuf| name(page).starts_with("docs/guide/add-");
    let pages: Vec<_> = pages().into_iter().filter(is_addition).collect();
    assert!(pages.len() >= 5, "{pages:?}");
    for page in &pages {
        let diff = diffs(&std::fs::read_to_string(page).unwrap());
        apply(&diff).unwrap_or_else(|complaint| panic!("{}: {complaint}", name(page)));
        assert!(diff.matches("\n+++ b/").count() >= 2, "{} has no source or no test", name(page));
        assert!(apply(&diff.replacen("\n ", "\n nowhere ", 1)).is_err(), "{} applies anywhere", name(page));
    }
}

/// The commands that README shows and [`run/tests/pages.rs`] does not run, each with the script that runs it, and
/// the line there.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("cargo install --locked --path cli", "tests/install/run.sh", "cargo install --quiet --locked --path cli"),
    ("make install PREFIX=$HOME/.local", "tests/install/run.sh", "scripts/install.sh /opt/llvm-spirv"),
    ("pip install ./python", "python/tests/run.sh", "./python"),
    ("make demo", "tests/install/run.sh", "scripts/demo.sh"),
    ("make test", ".ci/run", "make test"),
];

/// Returns the commands in the `sh` blocks of a page, without comments.
fn shell(page: &str) -> Vec<&str> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    blocks.flat_map(str::lines).filter_map(|line| line.split(" #").next()).map(str::trim).collect()
}

#[test]
fn commands_of_the_readme_are_run_by_scripts() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert_eq!(shell(&readme), ELSEWHERE.iter().map(|(command, ..)| *command).collect::<Vec<_>>());
    for (command, script, line) in ELSEWHERE {
        let text = std::fs::read_to_string(root().join(script)).unwrap();
        assert!(text.contains(line), "{script} does not run {command}");
    }
    let images = links(&readme).filter(|link| link.ends_with(".png"));
    let sizes: Vec<_> = images.map(|image| std::fs::metadata(root().join(image)).unwrap().len()).collect();
    assert!(matches!(sizes[..], [1..=153_600]) && readme.lines().count() < 200, "{sizes:?}");
}

#[test]
fn names_are_found_in_texts() {
    let page = "[a](b.md#c-d) `src/lib.rs` [w](https://x)\n```sh\n[no](no)\n```\n## C, `d`\n# A\n# A\n";
    assert_eq!(links(page).collect::<Vec<_>>(), ["b.md#c-d"]);
    assert_eq!(quoted(page).collect::<Vec<_>>(), ["src/lib.rs"]);
    assert_eq!(anchors(page), ["c-d", "a", "a-1"]);
    assert_eq!(
        named("as (docs/a/b.md). \"../../docs/c.txt\" docs/").collect::<Vec<_>>(),
        ["docs/a/b.md", "docs/c.txt"]
    );
}
