//! The helpers that the tests share: the corpus, clang, the validator, work on all cores.

use llvm_spirv::options::{Moment, Options, PassObserver};
use llvm_spirv_roundtrip::RoundTrips;
pub use llvm_spirv_validator as spirv_tools;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// Returns the root of the project.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns a folder for the files that the tests make.
pub fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns all programs of the corpus, by path.
pub fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join("roundtrip-corpus")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if entry.is_dir() && entry.ends_with("fuzz/corpus") {
                // What the fuzzers made of these.
            } else if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|e| e == "cl") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// Returns all SPIR-V assembly of the tree, by path.
pub fn spirv_texts() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<_> = ["roundtrip-corpus", "tests"].map(|folder| root().join(folder)).into();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() && entry.ends_with("fuzz/corpus") {
                // What the fuzzers made of these.
            } else if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == "spvasm") {
                found.push(entry);
            }
        }
    }
    found.sort();
    found
}

/// Returns a command that runs the program.
pub fn tool() -> Command {
    Command::new(env!("CARGO_BIN_EXE_llvm-spirv-rs"))
}

/// Returns a command that runs the program under a limit of the shell's `ulimit`.
pub fn limited(limit: &str) -> Command {
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_llvm-spirv-rs");
    shell.arg("-c").arg(format!("ulimit {limit} && exec \"$0\" \"$@\"")).arg(program);
    shell
}

/// Returns whether `BLESS` asks that this file be rewritten: `1` means all, anything else the files with that text in
/// their path.
///
/// # Panics
///
/// If the value selects nothing: then a test that rewrites would pass whatever the output.
pub fn is_blessed(expected: &Path) -> bool {
    std::env::var_os("BLESS").is_some_and(|value| blesses(&value.to_string_lossy(), expected).unwrap())
}

fn blesses(value: &str, expected: &Path) -> Result<bool, String> {
    match value {
        "1" => Ok(true),
        part if part.contains(|c: char| c.is_ascii_alphabetic()) => Ok(expected.to_string_lossy().contains(part)),
        _ => Err(format!("BLESS=\"{value}\": neither 1 nor a part of a path")),
    }
}

/// Returns the number in an environment variable, or the other number if it is not set.
///
/// # Panics
///
/// If the value is not a number, or 0: then nothing would be tested.
pub fn count_of(variable: &str, otherwise: u64) -> u64 {
    std::env::var_os(variable).map_or(otherwise, |value| count(variable, &value.to_string_lossy()).unwrap())
}

fn count(variable: &str, value: &str) -> Result<u64, String> {
    value.parse().ok().filter(|count| *count > 0).ok_or(format!("{variable}=\"{value}\": no number above 0"))
}

#[test]
fn settings_that_would_test_nothing_are_errors() {
    let path = Path::new("tests/filetests/module/s0_37.ll.expected");
    assert_eq!(
        [blesses("1", path), blesses("module/", path), blesses("loops/", path)],
        [Ok(true), Ok(true), Ok(false)]
    );
    assert!(["", "0", "/", "2"].into_iter().all(|value| blesses(value, path).is_err()));
    assert_eq!(count("N", "7"), Ok(7));
    assert!(["", "0", "-1", "many"].into_iter().all(|value| count("N", value).is_err()));
}

/// Returns clang's bitcode for a program.
pub fn compile(source: &Path, target: &str, level: &str) -> Result<Vec<u8>, String> {
    compile_with(source, target, level, &[])
}

/// Returns clang's bitcode for a program, with further flags. What one test has asked for is kept for the others: half of what they
/// ask for is the same.
pub fn compile_with(source: &Path, target: &str, level: &str, flags: &[&str]) -> Result<Vec<u8>, String> {
    type Kept = HashMap<Vec<OsString>, Arc<OnceLock<Result<Vec<u8>, String>>>>;
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    let text = std::fs::read_to_string(source).unwrap();
    let options = text.lines().next().and_then(|line| line.strip_prefix("// options:")).unwrap_or_default();
    let mut command = Command::new("clang-22");
    command.args(["-target", target, "-cl-std=CL3.0"]).args(options.split_whitespace()).args(flags);
    command.arg(format!("-{level}")).args(["-Xclang", "-finclude-default-header", "-emit-llvm", "-c", "-o", "-"]);
    command.arg(source);
    let key = command.get_args().map(OsString::from).chain([OsString::from(&text)]).collect();
    let kept = Arc::clone(KEPT.lock().unwrap().entry(key).or_default());
    kept.get_or_init(|| run(&mut command, b"")).clone()
}

/// Returns the error of SPIRV-Tools about a module, if any.
pub fn validate(bytes: &[u8]) -> Result<(), String> {
    spirv_tools::validate(bytes).map_err(|complaint| complaint.whole)
}

/// Fails for changes of two round trips that are not documented, or any change of the second one.
pub fn check_report(trips: &RoundTrips) -> Result<(), String> {
    let mut report = trips.report(3).map_err(|e| e.to_string())?;
    let is_good = report.is_fixpoint() && report.undocumented().next().is_none();
    report.findings.retain(|finding| finding.row.is_none());
    if is_good { Ok(()) } else { Err(format!("changed by a round trip: {report}")) }
}

/// Runs a command; returns its standard output, or its standard error if it fails.
pub fn run(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    use std::io::Write;
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{command:?}: {e}"))?;
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Checks every item on all cores; panics with all failures, and prints the number of items that passed.
pub fn check_all<T: Sync>(what: &str, items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let cores = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(failure) = check(item) {
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    println!("{what}: {} of {} good", items.len() - failures.len(), items.len());
    assert!(failures.is_empty(), "{what}: {} of {} failed:\n{}", failures.len(), items.len(), failures.join("\n"));
}

/// The errors of LLVM's verifier about passes that break a module.
#[derive(Default)]
pub struct Watch(Arc<Mutex<Broken>>);

#[derive(Default)]
struct Broken {
    was_broken: bool,
    complaints: Vec<String>,
}

impl Watch {
    /// Returns options under which LLVM's verifier checks the module after each pass.
    pub fn over(&self, options: &Options) -> Options {
        let broken = self.0.clone();
        let observer = PassObserver::new(move |event| {
            let mut broken = broken.lock().unwrap();
            let complaint = event.complaint();
            match event.moment {
                Moment::Before => broken.was_broken = complaint.is_some(),
                Moment::After if broken.was_broken => {}
                Moment::After => {
                    broken.complaints.extend(complaint.map(|complaint| format!("{}: {complaint}", event.pass)));
                }
            }
        });
        Options { pass_observer: Some(observer), ..options.clone() }
    }

    /// Returns an error if a pass broke a module that was valid before it.
    pub fn check(&self) -> Result<(), String> {
        let broken = self.0.lock().unwrap();
        if broken.complaints.is_empty() { Ok(()) } else { Err(format!("broken by {}", broken.complaints.join("\n"))) }
    }
}
