//! Modules of cases, translated to SPIR-V and back, run, and compared with the words computed by the host.

use super::{LANES, expected, module};
use crate::child::{self, watch};
use crate::gpu::{self, Gpu};
use crate::interpret;
use crate::setup;
use crate::variants::{self, Level};
use std::fs;
use std::io::{self, Error, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workgroups: each invocation is one.
const GROUPS: [u32; 3] = [LANES as u32, 1, 1];
/// The error about a driver whose result differs from that of the host for the same module.
const DRIVER: &str = "the device alone has another result";

/// A failing case, or several cases of which one fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The numbers of the cases.
    pub cases: Vec<u64>,
    /// The way of translation and the fault.
    pub text: String,
}

/// A module in a file.
struct File {
    cases: Vec<u64>,
    way: String,
    path: PathBuf,
}

/// Translates a module to SPIR-V in three ways, each of which must be valid: unchanged; after a round trip to LLVM IR;
/// and one of the two through a level of LLVM's optimiser.
fn ways(text: &str, level: Level, is_there: bool) -> Result<Vec<(String, Vec<u8>)>, String> {
    let named = |way: String, result: Result<Vec<u8>, String>| match result {
        Ok(bytes) => match variants::validate(&bytes) {
            Ok(()) => Ok((way, bytes)),
            Err(error) => Err(format!("{way}: invalid: {error}")),
        },
        Err(error) => Err(format!("{way}: refused: {error}")),
    };
    let plain = named("plain".to_owned(), variants::back(text.as_bytes(), Level::Plain))?;
    let bitcode = variants::bitcode(&plain.1).map_err(|error| format!("back: refused: {error}"))?;
    let back = named("back".to_owned(), variants::back(&bitcode, Level::Plain))?;
    if level == Level::Plain {
        return Ok(vec![plain, back]);
    }
    let optimised = match is_there {
        true => named(level.name().to_owned(), variants::back(text.as_bytes(), level))?,
        false => named(format!("back {}", level.name()), variants::back(&bitcode, level))?,
    };
    Ok(vec![plain, back, optimised])
}

/// Interprets a module on the host; returns its cases whose results differ from the expected words.
fn interpreted(way: &str, bytes: &[u8], cases: &[u64], words: &[u8]) -> Result<Vec<u64>, String> {
    let found = setup::zeroed(bytes, words.len(), GROUPS).and_then(|setup| interpret::run(bytes, &setup));
    let found = found.map_err(|error| format!("{way}: interpreted: {error}"))?;
    let [(_, found)] = found.as_slice() else { return Err(format!("{way}: no buffer, or several")) };
    let lanes = found.chunks(4 * LANES).zip(words.chunks(4 * LANES)).zip(cases);
    Ok(lanes.filter(|((a, b), _)| a != b).map(|(_, case)| *case).collect())
}

/// A search for cases that fail.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The program that runs modules on the device when it is called with `--child`.
    pub this: &'a Path,
    /// A folder for modules.
    pub folder: &'a Path,
    /// The seed of the cases.
    pub seed: u64,
    /// The interval of modules that are run on the device as well; none if it is 0.
    pub device: u64,
}

/// The cases that share a module, the number of the module, and its level of optimisation.
pub type Shared = (Vec<u64>, u64, Level);

impl Search<'_> {
    /// Runs modules of cases; returns the failures.
    ///
    /// # Errors If files cannot be written, or a process cannot be started.
    pub fn batch(&self, modules: &[Shared]) -> io::Result<Vec<Failure>> {
        let (mut failures, mut files) = (Vec::new(), Vec::new());
        for shared in modules {
            match self.translated(shared, &mut failures) {
                Ok(found) => files.extend(self.files(shared, found)?),
                Err(text) => failures.extend(self.alone(shared, text)?),
            }
        }
        let mut rest: &[File] = &files;
        while !rest.is_empty() {
            let done = process(self.this, rest, &mut failures)?;
            rest = rest.get(done..).unwrap_or_default();
        }
        for file in &files {
            fs::remove_file(&file.path)?;
            fs::remove_file(file.path.with_extension("words"))?;
        }
        Ok(failures)
    }

    /// Translates a module in all ways, and interprets each on the host.
    fn translated(
        &self,
        (cases, number, level): &Shared,
        failures: &mut Vec<Failure>,
    ) -> Result<Vec<(String, Vec<u8>)>, String> {
        let words = self.words(cases);
        // Each level takes both turns.
        let mut ways = ways(&module(self.seed, cases), *level, (number / 4).is_multiple_of(2))?;
        let mut is_right = Vec::with_capacity(ways.len());
        for (way, bytes) in &ways {
            let wrong = interpreted(way, bytes, cases, &words)?;
            is_right.push(wrong.is_empty());
            let text = || format!("{way}: another result than the host's");
            failures.extend(wrong.into_iter().map(|case| Failure { cases: vec![case], text: text() }));
        }
        let mut is_right = is_right.into_iter();
        ways.retain(|_| is_right.next().unwrap_or_default());
        Ok(ways)
    }

    /// Returns the bytes of the words that the host computes.
    fn words(&self, cases: &[u64]) -> Vec<u8> {
        expected(self.seed, cases).into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Writes the modules for the device: the optimised one, and one of the others.
    fn files(&self, (cases, number, _): &Shared, ways: Vec<(String, Vec<u8>)>) -> io::Result<Vec<File>> {
        if self.device == 0 || !number.is_multiple_of(self.device) {
            return Ok(Vec::new());
        }
        let left_out = (ways.len() > 1).then(|| usize::from((number / self.device).is_multiple_of(2)));
        let words = self.words(cases);
        let mut files = Vec::new();
        for (way, bytes) in ways.iter().enumerate().filter(|(at, _)| Some(*at) != left_out).map(|(_, way)| way) {
            let path = self.folder.join(format!("{number}.{}.{}.spv", cases.len(), way.replace(' ', "")));
            fs::write(&path, bytes)?;
            fs::write(path.with_extension("words"), &words)?;
            files.push(File { cases: cases.clone(), way: way.clone(), path });
        }
        Ok(files)
    }

    /// Finds the cases of a module that fail in a module of their own.
    fn alone(&self, (cases, number, level): &Shared, text: String) -> io::Result<Vec<Failure>> {
        if cases.len() == 1 {
            return Ok(vec![Failure { cases: cases.clone(), text }]);
        }
        let single: Vec<_> = cases.iter().map(|case| (vec![*case], *number, *level)).collect();
        let found = self.batch(&single)?;
        Ok(if found.is_empty() { vec![Failure { cases: cases.clone(), text }] } else { found })
    }
}

/// Runs files in a process; returns the number that came to an end, including the one that the process did not survive.
fn process(this: &Path, files: &[File], failures: &mut Vec<Failure>) -> io::Result<usize> {
    let mut command = Command::new(this);
    command.arg("--child");
    child::settings(&mut command);
    // Most of the time goes into the driver's compiler.
    command.env("GALLIVM_PERF", "nopt");
    let list: String = files.iter().map(|file| format!("0 {}\n", file.path.display())).collect();
    let mut done = 0;
    let ended = watch(command, &list, |line| {
        let Some(file) = files.get(done) else { return };
        if let Some(text) = line.strip_prefix("wrong ") {
            let positions = text.split(' ').filter_map(|position| position.parse::<usize>().ok());
            let cases = positions.filter_map(|position| file.cases.get(position).copied()).collect();
            failures.push(Failure { cases, text: format!("{}: {DRIVER}", file.way) });
        } else if let Some(text) = line.strip_prefix("fault ") {
            failures.push(Failure { cases: file.cases.clone(), text: format!("{}: {text}", file.way) });
        } else if line == "end" {
            done += 1;
        }
    })?;
    match ended {
        None if done < files.len() => Err(Error::other("a process ended before its time")),
        None => Ok(done),
        Some(how) => {
            if let Some(file) = files.get(done) {
                failures.push(Failure { cases: file.cases.clone(), text: format!("{}: {how}", file.way) });
            }
            Ok(done + 1)
        }
    }
}

/// Runs modules in this process, and prints the fault of each.
///
/// # Errors
///
/// Those of files and of the output, and a shader that does not end.
pub fn run(files: &[(usize, PathBuf)]) -> io::Result<()> {
    let gpu = Gpu::open().map_err(|fault| Error::other(fault.to_string()))?;
    let mut out = io::stdout().lock();
    for (_, file) in files {
        let words = fs::read(file.with_extension("words"))?;
        match words_of(&gpu, &fs::read(file)?, words.len()) {
            Ok(found) => {
                let lanes = found.chunks(4 * LANES).zip(words.chunks(4 * LANES)).enumerate();
                let wrong: Vec<_> = lanes.filter(|(_, (a, b))| a != b).map(|(at, _)| at.to_string()).collect();
                if !wrong.is_empty() {
                    writeln!(out, "wrong {}", wrong.join(" "))?;
                }
            }
            // The driver goes on with what did not end: whatever came next would wait for it.
            Err(text) if text.contains(gpu::ENDLESS) => return Err(Error::other(text)),
            Err(text) => writeln!(out, "fault {}", text.replace('\n', " / "))?,
        }
        writeln!(out, "end")?;
        out.flush()?;
    }
    Ok(())
}

/// Returns the bytes that a module leaves in its buffer.
fn words_of(gpu: &Gpu, bytes: &[u8], size: usize) -> Result<Vec<u8>, String> {
    let dumps = gpu::run(gpu, &setup::zeroed(bytes, size, GROUPS)?, bytes).map_err(|fault| fault.to_string())?;
    dumps.into_iter().next().map(|dump| dump.bytes).ok_or_else(|| "no buffer".to_owned())
}
