//! The commands in the README and the pages of the documentation, with their output.
//!
//! In: the blocks of ```` ```console ```` of each page. A line `$ command` is run in a separate folder for each page,
//! with the programs of this build in the PATH, and must print the lines below it; a line `...` stands for any lines.
//! `$ cat FILE` creates the file from the lines below it, if it does not exist yet. A command whose text has no line
//! that begins with `error` must succeed.
#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "a test")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the files that a page presupposes, by name.
fn given(page: &str) -> Vec<(&'static str, Vec<u8>)> {
    let floats = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let counted = |count: u16| floats(&(0..count).map(f32::from).collect::<Vec<_>>());
    match page {
        "docs/guide/run.md" => vec![
            ("x.bin", counted(1024)),
            ("y.bin", floats(&(0..1024u16).map(|_| 1.0).collect::<Vec<_>>())),
            ("in.bin", (0..256u32).flat_map(u32::to_le_bytes).collect()),
            ("shades.bin", floats(&[1., 2., 0., 0., 4., 2., 0., 0., 6., 3., 0., 0., 9., 3., 0., 0.])),
            ("a.bin", counted(64)),
        ],
        _ => Vec::new(),
    }
}

/// A command of a page, and its output there.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    line: usize,
    command: String,
    said: String,
}

/// Returns the commands of a page in order.
fn steps(page: &str) -> Vec<Step> {
    let (mut steps, mut is_open, mut continues) = (Vec::<Step>::new(), false, false);
    for (number, line) in (1..).zip(page.lines()) {
        if line.trim_start().starts_with("```") {
            is_open = line.trim() == "```console";
            continues = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_open) {
            steps.push(Step { line: number, command: command.to_owned(), said: String::new() });
            continues = command.ends_with('\\');
        } else if let Some(step) = steps.last_mut().filter(|_| is_open) {
            let text = if continues { &mut step.command } else { &mut step.said };
            if continues {
                text.push('\n');
                text.push_str(line);
                continues = line.ends_with('\\');
            } else {
                writeln!(text, "{line}").expect("a string takes it");
            }
        }
    }
    steps
}

/// Returns whether a text matches the expected one, in which a line `...` stands for any lines.
fn fits(said: &[&str], expected: &[&str]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((&"...", rest)) => (0..=said.len()).any(|skipped| fits(said.get(skipped..).unwrap_or_default(), rest)),
        Some((line, rest)) => said.split_first().is_some_and(|(first, left)| first == line && fits(left, rest)),
    }
}

/// Runs a command; returns an error if its output differs from that on the page.
fn run(step: &Step, folder: &Path, path: &str) -> Result<(), String> {
    if let Some(name) = step.command.strip_prefix("cat ").filter(|name| !folder.join(name).exists()) {
        return std::fs::write(folder.join(name), &step.said).map_err(|error| error.to_string());
    }
    let shell = Command::new("bash")
        .args(["-c", &format!("{} 2>&1", step.command)])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&shell.stdout).into_owned();
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let [found, expected] = [lines(&said), lines(&step.said)];
    let texts = [&found, &expected].map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
    let may_fail = expected.iter().any(|line| line.starts_with("error"));
    match (fits(&texts[0], &texts[1]), shell.status.success() || may_fail) {
        (true, true) => Ok(()),
        (true, false) => Err(format!("{}, which the page does not say", shell.status)),
        (false, _) => Err(format!("--- says\n{said}--- should say\n{}", step.said)),
    }
}

/// Returns the pages: the README and all in `docs/`.
fn pages(root: &Path) -> Vec<PathBuf> {
    let (mut pages, mut open) = (vec![root.join("README.md")], vec![root.join("docs")]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "md") {
                pages.push(entry);
            }
        }
    }
    pages.sort();
    pages
}

#[test]
fn commands_say_what_the_pages_show() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let programs = Path::new(env!("CARGO_BIN_EXE_spirv-runner")).parent().expect("a folder");
    assert!(programs.join("llvm-spirv-rs").exists(), "cargo build --package llvm-spirv-rs comes first");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").expect("a PATH"));
    let (mut wrong, mut count) = (String::new(), 0);
    for page in pages(root) {
        let name = page.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
        let folder = tempfile::tempdir().expect("a folder");
        for (file, content) in given(&name) {
            std::fs::write(folder.path().join(file), content).expect("it is written");
        }
        for step in steps(&std::fs::read_to_string(&page).expect("a page")) {
            count += 1;
            if let Err(error) = run(&step, folder.path(), &path) {
                writeln!(wrong, "{name}:{}: {}\n{error}", step.line, step.command).expect("a string takes it");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 20, "only {count} commands were found");
}

#[test]
fn commands_are_found_with_what_they_say() {
    let page = "text\n```console\n$ cat a\nb\n$ c \\\n    d\ne\n...\n```\n```sh\n$ no\n```\n";
    let step = |line, command: &str, said: &str| Step { line, command: command.to_owned(), said: said.to_owned() };
    assert_eq!(steps(page), [step(3, "cat a", "b\n"), step(5, "c \\\n    d", "e\n...\n")]);
    assert!(fits(&["a", "b", "c"], &["a", "...", "c"]) && fits(&["a"], &["...", "a", "..."]));
    assert!(!fits(&["a", "b"], &["a"]) && !fits(&["a"], &["...", "b"]) && !fits(&[], &["a"]));
}
