//! Batches of random functions, each checked in a separate process; failures are minimised and printed.

use crate::check::{self, Kind, Mode};
use crate::extensions::{self, Choice};
use crate::generate::{self, Only};
use crate::jit::Oracle;
use crate::minimise;
use crate::program::{self, Chunk};
use clap::ValueEnum;
use llvm_spirv_testing::watch;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The settings of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of the first function.
    pub first: u64,
    /// The number of functions.
    pub functions: u64,
    /// The number of seconds after which no new batch is started.
    pub seconds: Option<u64>,
    /// The number of functions in a module.
    pub batch: u64,
    /// The restrictions on steps.
    pub only: Only,
    /// The choice of extensions.
    pub extensions: Choice,
    /// True for Khronos mode.
    pub is_khronos: bool,
    /// True if failures are minimised.
    pub minimise: bool,
    /// The number of failures that end the search.
    pub failures: usize,
}

/// A function that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its name.
    pub name: String,
    /// The kind of failure.
    pub kind: Kind,
    /// The message of the checking process.
    pub message: String,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The number of functions that were checked.
    pub functions: u64,
    /// The failures.
    pub failures: Vec<Failure>,
    /// The number of functions that fail by a fault of LLVM's code generator.
    pub overruled: u64,
}

/// The time without a step after which a batch is considered to hang: it takes a second or two, and a few times that on a busy
/// machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Searches; passes each failure, and occasional progress messages, to `say`.
pub fn search(program: &Path, settings: &Settings, mut say: impl FnMut(&str)) -> Summary {
    let started = Instant::now();
    let mut summary = Summary::default();
    let end = settings.first.saturating_add(settings.functions);
    let mut next = settings.first;
    let mut told = 0;
    while next < end && summary.failures.len() < settings.failures {
        if settings.seconds.is_some_and(|seconds| started.elapsed().as_secs() >= seconds) {
            break;
        }
        let count = settings.batch.min(end - next);
        let trees: Vec<_> =
            (next..next + count).map(|number| generate::function(settings.seed, number, &settings.only)).collect();
        let chunks: Vec<_> = trees.iter().map(generate::Function::chunk).collect();
        let extensions = settings.extensions.of_batch(settings.seed, next);
        let mode = Mode { extensions, is_khronos: settings.is_khronos };
        for failure in check(program, &chunks, &mode) {
            say(&format!("seed {} {}: {}: {}", settings.seed, failure.name, failure.kind, failure.message));
            if failure.kind == Kind::Oracle {
                summary.overruled += 1;
                continue;
            }
            if let Some(tree) = trees.iter().find(|tree| tree.name() == failure.name).filter(|_| settings.minimise) {
                say(&smallest(program, tree, &mode, failure.kind));
            } else if !mode.extensions.is_none() {
                say(&format!("with --extensions={}", mode.extensions));
            }
            summary.failures.push(failure);
        }
        next += count;
        summary.functions += count;
        if started.elapsed().as_secs() / 60 > told {
            told = started.elapsed().as_secs() / 60;
            let (functions, failures) = (summary.functions, summary.failures.len());
            say(&format!("{functions} functions, {failures} failures, {told} minutes"));
        }
    }
    summary
}

/// Returns the smallest function that fails in the same way, with the fewest extensions, as a file.
fn smallest(program: &Path, tree: &generate::Function, mode: &Mode, kind: Kind) -> String {
    let chunk = tree.chunk();
    let with = |extensions: &_| Mode { extensions: Clone::clone(extensions), ..*mode };
    let extensions = extensions::fewest(&mode.extensions, |fewer| fails_alike(program, &chunk, &with(fewer), kind));
    let mode = with(&extensions);
    let small = minimise::minimise(tree, |tree| fails_alike(program, &tree.chunk(), &mode, kind));
    extensions::line(&extensions) + &program::module([&small.chunk()])
}

/// Returns whether the function still fails in that way.
fn fails_alike(program: &Path, chunk: &Chunk, mode: &Mode, kind: Kind) -> bool {
    check(program, std::slice::from_ref(chunk), mode).iter().any(|failure| failure.kind == kind)
}

/// Checks functions; failures are checked again with the other oracles.
pub fn check(program: &Path, chunks: &[Chunk], mode: &Mode) -> Vec<Failure> {
    let of = |oracle| check::Settings { oracle, mode: mode.clone() };
    let mut failures = judged_once(program, chunks, &of(Oracle::First));
    for failure in failures.iter_mut().filter(|failure| failure.kind.is_of_oracle()) {
        let Some(chunk) = chunks.iter().find(|chunk| chunk.name == failure.name) else { continue };
        let passes = |oracle| attempt(program, std::slice::from_ref(chunk), &of(oracle)) == (Vec::new(), None);
        if [Oracle::Second, Oracle::Third].into_iter().any(passes) {
            failure.message = format!("{}: {}", failure.kind, failure.message);
            failure.kind = Kind::Oracle;
        }
    }
    failures
}

/// Checks functions together; if the process crashes, each separately.
fn judged_once(program: &Path, chunks: &[Chunk], settings: &check::Settings) -> Vec<Failure> {
    let (mut failures, end) = attempt(program, chunks, settings);
    let Some(message) = end else { return failures };
    if let [chunk] = chunks {
        let kind = if message.contains("before") { Kind::Original } else { Kind::Crash };
        failures.push(Failure { name: chunk.name.clone(), kind, message });
        return failures;
    }
    let (first, second) = chunks.split_at(chunks.len() / 2);
    [first, second].into_iter().flat_map(|half| judged_once(program, half, settings)).collect()
}

/// Returns the failures, and the message of a process that crashed.
fn attempt(program: &Path, chunks: &[Chunk], settings: &check::Settings) -> (Vec<Failure>, Option<String>) {
    let (mut failures, mut step, mut is_done) = (Vec::new(), String::new(), false);
    let end = watch(command(program, settings), &program::write(chunks), PATIENCE, |line| {
        failures.extend(failure(line));
        if line.starts_with("step ") {
            line.clone_into(&mut step);
        }
        is_done = line == "done";
        Ok(())
    });
    match end {
        Ok(_) if is_done => (failures, None),
        Ok(end) => (failures, Some(format!("ends in {step}: {}", end.how(&end.said.trim().replace('\n', " | "))))),
        Err(error) => (Vec::new(), Some(error.to_string())),
    }
}

fn failure(line: &str) -> Option<Failure> {
    let (name, rest) = line.strip_prefix("fail ")?.split_once(' ')?;
    let (kind, message) = rest.split_once(' ')?;
    Some(Failure { name: name.into(), kind: Kind::named(kind)?, message: message.into() })
}

/// Returns the command of the checking process.
fn command(program: &Path, settings: &check::Settings) -> Command {
    let mut command = Command::new(program);
    let oracle = settings.oracle.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    command
        .args(["--check", "--oracle", &oracle, &format!("--extensions={}", settings.mode.extensions)])
        .args(settings.mode.is_khronos.then_some("--khronos"));
    command
}
