//! Modules of cases, taken to SPIR-V and back, run, and compared with the host's words.

use super::{LANES, expected, module};
use crate::child::{self, watch};
use crate::gpu::{self, Gpu};
use crate::layout::{Kind, Leaf};
use crate::setup::{self, Block, Thing};
use crate::variants::{self, Level};
use llvm_spirv::inspect::Inspection;
use std::fs;
use std::io::{self, Error, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A case that fails, or several of which one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The numbers of the cases.
    pub cases: Vec<u64>,
    /// The way and the fault.
    pub text: String,
}

/// A module in a file.
struct File {
    cases: Vec<u64>,
    way: String,
    path: PathBuf,
}

/// Takes a module to SPIR-V on all ways, each of which must be valid: as it is, through a level of LLVM's optimiser, and
/// what came out as it is back to LLVM IR, and through the level. Returns those that are run: two of them, in turns.
fn ways(text: &str, level: Level, is_even: bool) -> Result<Vec<(String, Vec<u8>)>, String> {
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
    let there = named(level.name().to_owned(), variants::back(text.as_bytes(), level))?;
    let again = named(format!("back {}", level.name()), variants::back(&bitcode, level))?;
    Ok(if is_even { vec![plain, again] } else { vec![there, back] })
}

/// Runs modules of cases, each as it is and through a level; returns the failures.
///
/// # Errors
/// Where files cannot be written, or a process cannot be started.
pub fn batch(this: &Path, folder: &Path, seed: u64, modules: &[(Vec<u64>, Level)]) -> io::Result<Vec<Failure>> {
    let (mut failures, mut files) = (Vec::new(), Vec::new());
    for (cases, level) in modules {
        // Of the cases of one module, the same ways are run by themselves.
        let is_even = cases.first().is_none_or(|first| (first / 20).is_multiple_of(2));
        match ways(&module(seed, cases), *level, is_even) {
            Ok(found) => {
                for (way, bytes) in found {
                    let first = cases.first().copied().unwrap_or_default();
                    let path = folder.join(format!("{first}.{}.{}.spv", cases.len(), way.replace(' ', "")));
                    fs::write(&path, bytes)?;
                    let words: Vec<u8> = expected(seed, cases).into_iter().flat_map(u32::to_le_bytes).collect();
                    fs::write(path.with_extension("words"), words)?;
                    files.push(File { cases: cases.clone(), way, path });
                }
            }
            Err(text) => match cases.as_slice() {
                [_] => failures.push(Failure { cases: cases.clone(), text }),
                _ => failures.extend(alone(this, folder, seed, (cases, *level), &text)?),
            },
        }
    }
    let mut rest: &[File] = &files;
    while !rest.is_empty() {
        let done = process(this, rest, &mut failures)?;
        rest = rest.get(done..).unwrap_or_default();
    }
    for file in &files {
        fs::remove_file(&file.path)?;
        fs::remove_file(file.path.with_extension("words"))?;
    }
    Ok(failures)
}

/// Looks for the cases of a module that fail each by itself.
fn alone(
    this: &Path,
    folder: &Path,
    seed: u64,
    (cases, level): (&[u64], Level),
    text: &str,
) -> io::Result<Vec<Failure>> {
    let single: Vec<_> = cases.iter().map(|case| (vec![*case], level)).collect();
    let found = batch(this, folder, seed, &single)?;
    Ok(match found.is_empty() {
        true => vec![Failure { cases: cases.to_vec(), text: text.to_owned() }],
        false => found,
    })
}

/// Runs files in a process; returns how many came to an end, with the one that the process did not survive.
fn process(this: &Path, files: &[File], failures: &mut Vec<Failure>) -> io::Result<usize> {
    let mut command = Command::new(this);
    command.arg("--child").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
            failures.push(Failure { cases, text: format!("{}: another result than the host's", file.way) });
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

/// Runs modules in this process, and prints what is wrong with each.
///
/// # Errors
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
    let inspection = Inspection::of(bytes).map_err(|error| error.to_string())?;
    let mut setup = setup::of(&inspection).map_err(|fault| fault.to_string())?;
    setup.groups = [LANES as u32, 1, 1];
    for slot in &mut setup.slots {
        let leaves = (0..size / 4).map(|word| Leaf { offset: word * 4, kind: Kind::Unsigned(4) }).collect();
        slot.thing = Thing::Storage(Block { leaves, bytes: vec![0; size] });
    }
    let dumps = gpu::run(gpu, &setup, bytes).map_err(|fault| fault.to_string())?;
    dumps.into_iter().next().map(|dump| dump.bytes).ok_or_else(|| "no buffer".to_owned())
}
