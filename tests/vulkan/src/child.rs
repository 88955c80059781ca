//! Runs of modules, each unchanged and after each way to LLVM IR and back, in separate processes: a crash or an endless
//! loop in the driver is the result of one module, and the next process continues with the following one.
//!
//! A process prints `at NUMBER LEVEL` before it begins a run, and `result NUMBER LEVEL KIND TEXT` after it.

use crate::compare::{Verdict, compare};
use crate::gpu::{self, Dump, Gpu};
use crate::interpret::{self, Buffer};
use crate::setup::{self, Setup};
use crate::variants::{self, Level};
use crate::{Fault, needs};
use llvm_spirv::inspect::Inspection;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

/// The driver that runs on the processor; if it is missing, the loader chooses one.
const DRIVER: &str = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";
/// The time without output after which a process counts as hung.
const SILENCE: Duration = Duration::from_secs(120);

/// The outcome of a module on a way to LLVM IR and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The results are the same, bit for bit.
    Same,
    /// The results are the same within the tolerance.
    Close,
    /// The results differ.
    Differs,
    /// The module is no longer valid.
    Invalid,
    /// The module is not translated.
    Refused,
    /// The module no longer runs: the driver fails, crashes or does not end.
    Fails,
    /// The original module cannot be run.
    NotRunnable,
}

/// The kinds by name.
pub const KINDS: &[(&str, Kind)] = &[
    ("same", Kind::Same),
    ("close", Kind::Close),
    ("differs", Kind::Differs),
    ("invalid", Kind::Invalid),
    ("refused", Kind::Refused),
    ("fails", Kind::Fails),
    ("not-runnable", Kind::NotRunnable),
];

impl Kind {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// The result of a module on a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of the module.
    pub module: usize,
    /// The way to LLVM IR and back.
    pub level: Level,
    /// The kind of the outcome.
    pub kind: Kind,
    /// The details of the outcome.
    pub text: String,
}

/// A module that was run unchanged.
struct Original {
    setup: Setup,
    dumps: Vec<Dump>,
}

/// Runs a module unchanged, twice: both runs must give the same.
fn original(gpu: &Gpu, bytes: &[u8]) -> Result<Original, Fault> {
    let failed = |error: String| Fault::Lacks(error);
    let inspection = Inspection::of(bytes).map_err(|error| failed(error.to_string()))?;
    needs::check(&inspection, &gpu.features)?;
    let setup = setup::of(&inspection)?;
    variants::validate(bytes).map_err(|error| failed(format!("invalid at first: {}", first_line(&error))))?;
    let dumps = gpu::run(gpu, &setup, bytes)?;
    match compare(&dumps, &gpu::run(gpu, &setup, bytes)?) {
        Verdict::Same => Ok(Original { setup, dumps }),
        _ => Err(Fault::Lacks("it computes something else each time".to_owned())),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns the module after a round trip through a level, or its outcome if it is refused or not valid.
fn valid_back(bitcode: &Result<Vec<u8>, String>, level: Level) -> Result<Vec<u8>, (Kind, String)> {
    let bitcode = bitcode.as_ref().map_err(|error| (Kind::Refused, error.clone()))?;
    let back = variants::back(bitcode, level).map_err(|error| (Kind::Refused, error))?;
    variants::validate(&back).map_err(|error| (Kind::Invalid, error))?;
    Ok(back)
}

/// Makes a round trip of a module, runs the result, and compares.
fn check(gpu: &Gpu, original: &Original, bitcode: &Result<Vec<u8>, String>, level: Level) -> (Kind, String) {
    let back = match valid_back(bitcode, level) {
        Ok(back) => back,
        Err(fate) => return fate,
    };
    match gpu::run(gpu, &original.setup, &back) {
        Err(fault) => (Kind::Fails, fault.to_string()),
        Ok(dumps) => match compare(&original.dumps, &dumps) {
            Verdict::Same => (Kind::Same, String::new()),
            Verdict::Close(count, units) => (Kind::Close, format!("{count} numbers, up to {units} units")),
            Verdict::Differs(text) => (Kind::Differs, text),
        },
    }
}

/// Interprets a module on the host, unchanged and after each way to LLVM IR and back.
pub fn interpreted(module: usize, bytes: &[u8], levels: &[Level]) -> Vec<Outcome> {
    let outcome = |level: Level, (kind, text)| Outcome { module, level, kind, text };
    let ready = || -> Result<_, String> {
        let mut setup = setup::of(&Inspection::of(bytes).map_err(|error| error.to_string())?).map_err(text)?;
        setup.groups = [2, 1, 1];
        let left = interpret::run(bytes, &setup)?;
        Ok((setup, left))
    };
    let (setup, left) = match ready() {
        Ok(ready) => ready,
        Err(text) => return levels.iter().map(|level| outcome(*level, (Kind::NotRunnable, text.clone()))).collect(),
    };
    let bitcode = variants::bitcode(bytes);
    let check = |level: Level| {
        let back = match valid_back(&bitcode, level) {
            Ok(back) => back,
            Err(fate) => return fate,
        };
        match interpret::run(&back, &setup) {
            Err(error) => (Kind::Fails, error),
            Ok(found) => interpreted_difference(&left, &found),
        }
    };
    levels.iter().map(|level| outcome(*level, check(*level))).collect()
}

fn interpreted_difference(left: &[Buffer], found: &[Buffer]) -> (Kind, String) {
    // A variable that nothing uses may be gone.
    let differs = |(place, bytes): &&Buffer| found.iter().any(|(other, found)| other == place && found != bytes);
    match left.iter().find(differs) {
        None => (Kind::Same, String::new()),
        Some(((set, binding), _)) => (Kind::Differs, format!("interpreted: buffer {set}.{binding}")),
    }
}

fn text(fault: Fault) -> String {
    fault.to_string()
}

/// Runs the modules with numbers, in this process. The first one begins at a level, since the driver did not survive
/// the earlier ones.
///
/// # Errors
///
/// The errors of the output.
pub fn run(files: &[(usize, PathBuf)], levels: &[Level], from: Option<Level>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let gpu = Gpu::open();
    for (position, (number, file)) in files.iter().enumerate() {
        let from = from.filter(|_| position == 0);
        writeln!(out, "at {number} original")?;
        out.flush()?;
        let bytes = fs::read(file)?;
        let original = gpu.as_ref().map_err(Clone::clone).and_then(|gpu| Ok((gpu, original(gpu, &bytes)?)));
        let bitcode = variants::bitcode(&bytes);
        for level in levels.iter().filter(|level| from.is_none_or(|from| **level >= from)) {
            writeln!(out, "at {number} {}", level.name())?;
            out.flush()?;
            let (kind, text) = match &original {
                Ok((gpu, original)) => check(gpu, original, &bitcode, *level),
                Err(Fault::Lacks(text)) => (Kind::NotRunnable, text.clone()),
                Err(Fault::Failed(text)) => (Kind::NotRunnable, format!("the driver fails at first: {text}")),
            };
            // The driver goes on with what did not end: whatever came next would wait for it.
            if text.contains(gpu::ENDLESS) {
                return Err(io::Error::other(text));
            }
            writeln!(out, "result {number} {} {} {}", level.name(), kind.name(), text.trim().replace('\n', " / "))?;
        }
    }
    out.flush()
}

/// Runs the modules of a batch, in several processes if necessary.
///
/// # Errors
///
/// If a process cannot be started.
pub fn batch(this: &Path, files: &[(usize, PathBuf)], levels: &[Level]) -> io::Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    let (mut rest, mut from) = (files, None);
    while let Some((first, _)) = rest.first() {
        let (stopped, how) = process(this, rest, levels, from, &mut outcomes)?;
        let Some((number, level)) = stopped else { return Ok(outcomes) };
        let remaining = match level {
            // Not even the first run ended.
            None => levels,
            Some(level) => levels.split_at(levels.iter().position(|known| *known == level).unwrap_or_default()).1,
        };
        let (kind, ended) = match level {
            None => (Kind::NotRunnable, remaining.len()),
            Some(_) => (Kind::Fails, 1),
        };
        let outcome = |level: &Level| Outcome { module: number, level: *level, kind, text: how.clone() };
        outcomes.extend(remaining.iter().take(ended).map(outcome));
        from = remaining.get(ended).copied();
        let position = rest.iter().position(|(known, _)| *known == number).unwrap_or_default();
        debug_assert!(number >= *first);
        rest = rest.get(position + usize::from(from.is_none())..).unwrap_or_default();
    }
    Ok(outcomes)
}

/// The module and level that a process had begun when it ended before its time.
type Stopped = Option<(usize, Option<Level>)>;

fn process(
    this: &Path,
    files: &[(usize, PathBuf)],
    levels: &[Level],
    from: Option<Level>,
    outcomes: &mut Vec<Outcome>,
) -> io::Result<(Stopped, String)> {
    let mut begun = None;
    let (command, list) = start(this, files, levels, from);
    let ended = watch(command, &list, |line| match line.split_once(' ') {
        Some(("at", rest)) => begun = beginning(rest),
        Some(("result", rest)) => outcomes.extend(outcome(rest)),
        _ => {}
    })?;
    match ended {
        None => Ok((None, String::new())),
        Some(how) if begun.is_none() => Err(io::Error::other(how)),
        Some(how) => Ok((begun, how)),
    }
}

/// Runs a process with an input, and passes on its lines as they come. Returns its end, if it was premature.
///
/// # Errors
///
/// If it cannot be started.
pub fn watch(command: Command, input: &str, mut on_line: impl FnMut(&str)) -> io::Result<Option<String>> {
    let pass = |line: &str| {
        on_line(line);
        Ok(())
    };
    let end = llvm_spirv_testing::watch(command, input, SILENCE, pass)?;
    Ok((!end.status.success()).then(|| end.how(end.said.lines().last().unwrap_or_default())))
}

fn beginning(text: &str) -> Stopped {
    let (number, level) = text.split_once(' ')?;
    Some((number.parse().ok()?, Level::named(level)))
}

fn outcome(text: &str) -> Option<Outcome> {
    let mut fields = text.splitn(4, ' ');
    let module = fields.next()?.parse().ok()?;
    let level = Level::named(fields.next()?)?;
    let name = fields.next()?;
    let kind = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)?;
    Some(Outcome { module, level, kind, text: fields.next().unwrap_or_default().to_owned() })
}

/// Returns the command of a process that runs modules, and the list of them for its input.
fn start(this: &Path, files: &[(usize, PathBuf)], levels: &[Level], from: Option<Level>) -> (Command, String) {
    let mut command = Command::new(this);
    let names: Vec<_> = levels.iter().map(|level| level.name()).collect();
    command.args(["--child", "--levels", &names.join(",")]);
    if let Some(level) = from {
        command.args(["--from", level.name()]);
    }
    settings(&mut command);
    (command, files.iter().map(|(number, file)| format!("{number} {}\n", file.display())).collect())
}

/// Sets the environment that makes the driver deterministic: one thread, no cache.
pub fn settings(command: &mut Command) {
    command.env("LP_NUM_THREADS", "1").env("MESA_SHADER_CACHE_DISABLE", "true");
    if Path::new(DRIVER).exists() && std::env::var_os("VK_ICD_FILENAMES").is_none() {
        command.env("VK_ICD_FILENAMES", DRIVER);
    }
}

/// Reads the list of modules that a parent writes.
///
/// # Errors
/// The errors of the input.
pub fn listed(input: impl BufRead) -> io::Result<Vec<(usize, PathBuf)>> {
    let mut files = Vec::new();
    for line in input.lines() {
        let line = line?;
        let fields = line.split_once(' ').and_then(|(number, file)| Some((number.parse().ok()?, PathBuf::from(file))));
        files.extend(fields);
    }
    Ok(files)
}
