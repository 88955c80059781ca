//! The assembly that is printed is that of `llvm-dis`, byte for byte: over all assembly of this tree, and over modules of this
//! folder that have what it lacks.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, difference, disassembled, files, printed};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Compares all files that LLVM takes; returns how many those are.
fn compare(list: &[std::path::PathBuf]) -> usize {
    let (next, equal) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(bitcode) = assembled(&std::fs::read(path).unwrap()) else { continue };
                    let want = disassembled(&bitcode).unwrap();
                    let got = std::panic::catch_unwind(|| printed(&bitcode)).unwrap_or_else(|_| "a panic".to_owned());
                    if want == got {
                        equal.fetch_add(1, Ordering::Relaxed);
                    } else {
                        wrong.lock().unwrap().push(format!("{}: {}", path.display(), difference(&want, &got)));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} files differ:\n{}", wrong.len(), wrong.join("\n"));
    equal.into_inner()
}

#[test]
fn modules_of_this_folder() {
    let list = files("ir/tests/modules", "ll");
    assert_eq!(compare(&list), list.len());
}

/// One file of twelve, or all where `LLVM_IR_ALL_FILES` is set: LLVM's tools are started twice for each.
#[test]
fn files_of_the_tree() {
    let mut list = files("tests/filetests", "ll");
    list.extend(files("roundtrip-corpus", "ll"));
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 12 };
    let some: Vec<_> = list.into_iter().step_by(step).collect();
    assert!(compare(&some) > some.len() / 2);
}
