//! Names and comments use the terms of the glossary (LLVM's, SPIR-V's and Rust's), and doc comments are statements.
//!
//! The lines of the sources are scanned: words as a whole, and the words of names such as `is_truth` or `NearMap` too.

use crate::support::root;
use std::path::{Path, PathBuf};

/// The folders whose files are scanned.
const FOLDERS: &[&str] = &[
    "src",
    "cli/src",
    "capi/src",
    "grammar/src",
    "grammar/generator",
    "mangling",
    "metadata/src",
    "ir",
    "python/src",
    "python/package",
    "python/tests",
    "roundtrip/src",
    "run",
    "examples",
    "tests/damage",
    "tests/differential",
    "tests/benches",
    "tests/fuzz/fuzz_targets",
    "tests/support",
    "tests/validator",
    "tests/vulkan",
    "scripts",
    "tests/suite",
    "tests/runtime",
    "docs",
];

/// The folders whose file names are scanned.
const NAMED: &[&str] =
    &["src", "cli/src", "roundtrip/src", "tests/differential", "tests/filetests", "tests/suite", "roundtrip-corpus"];

/// A word of the glossary that had a private meaning.
struct Word {
    word: &'static str,
    /// The terms to use for it.
    term: &'static str,
    /// The folder in which the private meaning is the likely one; empty for all.
    within: &'static str,
    /// The paths where the word has its usual meaning, each with that meaning.
    except: &'static [(&'static str, &'static str)],
}

const fn banned(word: &'static str, term: &'static str) -> Word {
    Word { word, term, within: "", except: &[] }
}

const fn banned_in(within: &'static str, word: &'static str, term: &'static str) -> Word {
    Word { word, term, within, except: &[] }
}

const PRIVATE: &[Word] = &[
    banned("arrows", "imports"),
    banned("blamed", "at fault"),
    banned("bury", "erase"),
    banned("buried", "erased"),
    banned("dropin", "Khronos mode"),
    banned("drop-in", "Khronos mode"),
    Word {
        word: "guarded",
        term: "isolated",
        within: "",
        except: &[("ir/src/verify/attributes/texts.rs", "an attribute of LLVM: guarded-control-stack")],
    },
    banned("heap of its own", "allocator"),
    banned("idle", "stripped metadata, unused"),
    banned("judge", "oracle, reference"),
    banned("judges", "oracles"),
    banned("lap", "round trip"),
    banned("laps", "round trips"),
    banned("nearmap", "locality-preserving hash"),
    banned("peer", "the Khronos translator"),
    banned("plans", "operand layout"),
    banned("rooms", "modules, allocations"),
    banned("settle", "sort topologically"),
    banned("settled", "sorted, stable"),
    banned("settles", "sorts, is stable"),
    banned("truth", "boolean"),
    banned("truths", "booleans"),
    banned_in("src/legalize", "form", "action of legalization"),
    banned_in("src/legalize", "forms", "actions of legalization"),
    banned_in("src/legalize", "held", "promoted, expanded"),
    Word {
        word: "odd",
        term: "illegal type",
        within: "",
        except: &[
            ("docs/reference/differential.md", "odd numbers"),
            ("grammar/src/generated/", "the rounding mode of an enumerant"),
            ("roundtrip-corpus/sorting/odd_even_merge", "the algorithm's name"),
            ("src/concepts/khronos/intrinsics/reductions.rs", "an odd number of components"),
            ("src/legalize/types/bfloats.rs", "the rounding mode"),
            ("src/locality.rs", "an odd number"),
        ],
    },
    Word {
        word: "targetenv",
        term: "builtin spelling, environment",
        within: "",
        except: &[("tests/validator/", "the name in SPIRV-Tools")],
    },
    Word { word: "spread", term: "splat", within: "src", except: &[("src/locality.rs", "the values of a hash")] },
];

/// The first words of doc comments that are questions.
const QUESTIONS: &[&str] = &[
    "Am", "Are", "Can", "Could", "Did", "Do", "Had", "Have", "Is", "May", "Must", "Should", "Was", "Were", "Will",
    "Would",
];

/// The openings of doc comments that leave the reader to guess the item: a clause in place of a noun, or a reference to
/// the item before.
const RIDDLES: &[&str] =
    &["How ", "The same ", "The same,", "The same:", "Those ", "What ", "Which ", "Who ", "Whose ", "Why "];

/// The openings of doc comments that name neither the item nor the work of the code.
const WEAK: &[&str] = &["Has ", "Lets ", "Of ", "Says ", "Tells "];

/// The number of doc comments that still begin with a weak opening. It only falls.
const MOST_WEAK: usize = 16;

/// Returns the source files and documents below a folder, without what cargo builds.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.ends_with("target") || path.ends_with("suite/words.rs") => (),
            _ if path.is_dir() => found.extend(files(&path)),
            Some("rs" | "md" | "py" | "sh") => found.push(path),
            _ => (),
        }
    }
    found
}

/// Returns each line of the sources with its file, relative to the root, and its number.
fn lines() -> Vec<(String, usize, String)> {
    let mut found = Vec::new();
    for path in FOLDERS.iter().flat_map(|folder| files(&root().join(folder))) {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        found.extend(text.lines().enumerate().map(|(index, line)| (name.clone(), index + 1, line.to_owned())));
    }
    assert!(found.len() > 10_000, "{} lines", found.len());
    found
}

/// Returns whether a line has a word in small letters as a whole, or as one of the words of a name in snake case.
fn has_word(line: &str, word: &str) -> bool {
    let is_end = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    line.match_indices(word).any(|(start, _)| {
        is_end(line[..start].chars().next_back()) && is_end(line[start + word.len()..].chars().next())
    })
}

/// Returns the text of a line of a doc comment.
fn doc_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
}

/// Returns the private word that a line of a file has.
fn private_word(file: &str, line: &str) -> Option<&'static Word> {
    let lower = line.to_lowercase();
    PRIVATE.iter().find(|word| {
        file.starts_with(word.within)
            && has_word(&lower, word.word)
            && !word.except.iter().any(|(path, _)| file.starts_with(path))
    })
}

#[test]
fn no_word_has_a_private_meaning() {
    let mut found = Vec::new();
    for (file, number, line) in lines() {
        if let Some(word) = private_word(&file, &line) {
            found.push(format!("{file}:{number}: say {} for {}: {}", word.term, word.word, line.trim()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns the paths of all files below a folder, relative to the root.
fn paths(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(paths(&path)),
            false => found.push(path.strip_prefix(root()).unwrap().display().to_string()),
        }
    }
    found
}

#[test]
fn no_file_is_named_after_a_private_word() {
    let mut found = Vec::new();
    for path in NAMED.iter().flat_map(|folder| paths(&root().join(folder))) {
        let name = path.rsplit('/').next().unwrap_or_default();
        if let Some(word) = private_word(&path, name) {
            found.push(format!("{path}: say {} for {}", word.term, word.word));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn private_words_are_found() {
    for (file, line) in [
        ("src/a.rs", "struct TargetEnv;"),
        ("src/a.rs", "fn is_blamed()"),
        ("src/legalize/a.rs", "let held = 1;"),
        ("tests/filetests/a.ll", "odd_width.ll"),
        ("docs/a.md", "Two laps later."),
    ] {
        assert!(private_word(file, line).is_some(), "{file}: {line}");
    }
    for (file, line) in [
        ("src/a.rs", "a lock that is held"),
        ("src/a.rs", "overlap"),
        ("src/legalize/types/bfloats.rs", "rounded to odd"),
        ("tests/validator/src/lib.rs", "TargetEnv"),
    ] {
        assert!(private_word(file, line).is_none(), "{file}: {line}");
    }
}

#[test]
fn doc_comments_begin_with_what_the_item_is() {
    let (mut found, mut is_inside) = (Vec::new(), false);
    for (file, number, line) in lines() {
        let Some(text) = doc_text(&line) else {
            is_inside = false;
            continue;
        };
        let is_riddle = !is_inside && RIDDLES.iter().any(|opening| text.starts_with(opening));
        is_inside = true;
        if is_riddle {
            found.push(format!("{file}:{number}: state what the item is or returns: {text}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn few_doc_comments_have_weak_openings() {
    let (mut found, mut is_inside) = (Vec::new(), false);
    for (file, number, line) in lines() {
        let text = doc_text(&line);
        found.extend(text.filter(|text| !is_inside && WEAK.iter().any(|opening| text.starts_with(opening))).map(
            |text| format!("{file}:{number}: begin with a noun, or with Returns, Emits, Replaces and the like: {text}"),
        ));
        is_inside = text.is_some();
    }
    assert!(found.len() <= MOST_WEAK, "{} of at most {MOST_WEAK}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn doc_comments_are_no_questions() {
    let mut found = Vec::new();
    // Examples are code, in which a question mark is an operator.
    let mut is_example = false;
    for (file, number, line) in lines() {
        let Some(text) = doc_text(&line) else {
            is_example = false;
            continue;
        };
        is_example ^= text.starts_with("```");
        let first = text.split(' ').next().unwrap_or_default();
        let is_question = text.ends_with('?') || text.contains("? ") || QUESTIONS.contains(&first);
        if is_question && !is_example {
            found.push(format!("{file}:{number}: state what the item is or returns: {text}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
