//! LLVM's tools, and the files of this tree.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]
#![allow(dead_code, reason = "each test uses some of it")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The time limit of a tool.
const LONGEST: Duration = Duration::from_secs(10);

/// Returns the output of a tool of LLVM 22 for `input`, or `None` if it rejects the input.
pub fn tool(name: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut child = Command::new(format!("{name}-22"))
        .args(arguments)
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{name}-22 of LLVM 22 is needed: {error}"));
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let reader = std::thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).map(|_| output)
    });
    // LLVM's tools do not terminate on some inputs of this tree.
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if start.elapsed() > LONGEST {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let _ = writer.join();
    let output = reader.join().unwrap().unwrap();
    status.is_some_and(|status| status.success()).then_some(output)
}

/// Returns assembly as bitcode, if LLVM accepts it.
pub fn assembled(text: &[u8]) -> Option<Vec<u8>> {
    tool("llvm-as", &["-o", "-", "-"], text)
}

/// Returns the assembly that LLVM prints of bitcode.
pub fn disassembled(bitcode: &[u8]) -> Option<String> {
    tool("llvm-dis", &["-o", "-", "-"], bitcode).map(|text| String::from_utf8_lossy(&text).into_owned())
}

/// Returns the assembly that this crate prints of bitcode.
pub fn printed(bitcode: &[u8]) -> String {
    let module = llvm_ir::read(bitcode).unwrap_or_else(|error| panic!("{error}"));
    let options = llvm_ir::PrintOptions { module_id: "<stdin>".to_owned(), ..Default::default() };
    String::from_utf8_lossy(&llvm_ir::print(&module, &options).unwrap()).into_owned()
}

/// Returns the assembly that this crate prints for assembly.
pub fn reprinted(text: &[u8]) -> String {
    let module = llvm_ir::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let options = llvm_ir::PrintOptions { module_id: "<stdin>".to_owned(), ..Default::default() };
    String::from_utf8_lossy(&llvm_ir::print(&module, &options).unwrap()).into_owned()
}

/// Returns the files below a folder of the tree with an extension, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The first lines that differ.
pub fn difference(want: &str, got: &str) -> String {
    let lines = want.lines().zip(got.lines()).enumerate().find(|(_, (want, got))| want != got);
    match lines {
        Some((i, (want, got))) => format!("line {}:\n  want {want}\n  got  {got}", i + 1),
        None => format!("{} lines, {} wanted", got.lines().count(), want.lines().count()),
    }
}

/// Returns every twelfth file of this tree, or all if `LLVM_IR_ALL_FILES` is set, as LLVM's tools are started for each.
pub fn some_of_the_tree() -> Vec<PathBuf> {
    let mut list = files("tests/filetests", "ll");
    list.extend(files("roundtrip-corpus", "ll"));
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 12 };
    list.into_iter().step_by(step).collect()
}

/// Compares the assembly that LLVM prints for each file with the text that `made` returns for its bitcode; returns the number of
/// files that LLVM accepts.
pub fn compare(list: &[PathBuf], made: impl Fn(&[u8]) -> String + Sync) -> usize {
    let (next, equal) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(bitcode) = assembled(&std::fs::read(path).unwrap()) else { continue };
                    let want = disassembled(&bitcode).unwrap();
                    let got = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| made(&bitcode)))
                        .unwrap_or_else(|_| "a panic".to_owned());
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
