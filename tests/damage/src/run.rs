//! Runs processes over ranges of mutants, and classifies their reports.

use crate::{Arguments, Kind, child, seeds};
use llvm_spirv_testing::{in_steps, watch};
use std::io::Result;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;
use std::{fs, io};

/// The limit on the processor time of a translation in milliseconds.
const TIME: u32 = 2_000;
/// The limit on resident memory in KiB.
const MEMORY: u64 = 1 << 20;
/// The limit on memory relative to the input: a base in KiB, minus the memory of the program at rest, and a factor of
/// its size.
const BASE: u64 = (64 - 12) << 10;
const TIMES: u64 = 40;
/// The limit in KiB on memory that all mutants of a process leave behind, in addition to that of the largest one, which
/// the heap keeps.
const KEPT: u64 = 16 << 10;
/// The time without output after which a process is considered to hang.
const SILENCE: Duration = Duration::from_secs(60);

/// The results of all mutants of a kind.
#[derive(Debug, Default)]
pub struct Summary {
    pub translated: u64,
    pub refused: u64,
    pub findings: u64,
    /// The longest time in milliseconds.
    pub slowest: u32,
    /// The most memory in KiB.
    pub largest: u64,
    /// The most memory in KiB that a process has kept.
    pub kept: u64,
}

/// The report of a process on one mutant.
struct Report {
    number: u64,
    time: u32,
    memory: u64,
    size: u64,
    complaint: String,
}

impl Report {
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.strip_prefix("end ")?.splitn(5, ' ');
        let mut number = || fields.next()?.parse::<u64>().ok();
        let (this, time, memory, size) = (number()?, number()?, number()?, number()?);
        let complaint = fields.next().unwrap_or_default().to_owned();
        Some(Self { number: this, time: u32::try_from(time).unwrap_or(u32::MAX), memory, size, complaint })
    }

    /// Returns the fault of a mutant, if there is one.
    fn finding(&self) -> Option<String> {
        let bound = BASE + TIMES * self.size / 1024;
        match () {
            () if self.complaint.starts_with("internal error") => Some(self.complaint.clone()),
            () if self.time > TIME => Some(format!("took {} ms", self.time)),
            () if self.memory > MEMORY => Some(format!("took {} MiB", self.memory >> 10)),
            () if self.memory > bound => Some(format!(
                "took {} MiB for {} KiB, more than {} MiB",
                self.memory >> 10,
                self.size >> 10,
                bound >> 10
            )),
            () => None,
        }
    }
}

/// The state at the end of a process.
enum End {
    /// After the last mutant, with this many KiB kept.
    Done(u64),
    /// During a mutant.
    In(u64, String),
    /// Before the first mutant.
    Early(String),
}

/// Runs this number of mutants of a kind.
pub fn run(kind: Kind, count: u64, arguments: &Arguments) -> Result<Summary> {
    let end = arguments.first.saturating_add(count);
    let summary = Mutex::new(Summary::default());
    let jobs = arguments.jobs.unwrap_or_else(seeds::cores);
    in_steps((arguments.first, end), arguments.batch.max(1), jobs, |from, to| {
        range(kind, from, to, arguments, &summary).map(|()| Vec::<()>::new())
    })?;
    summary.into_inner().map_err(|_| io::Error::other("a thread died"))
}

/// Runs all mutants of a range, in as many processes as needed.
fn range(kind: Kind, mut from: u64, to: u64, arguments: &Arguments, summary: &Mutex<Summary>) -> Result<()> {
    while from < to {
        let end = process(kind, from, to, arguments, |report| record(kind, &report, arguments, summary))?;
        match end {
            End::Done(kept) => return keep(from, to, kept, summary),
            End::In(number, how) => {
                tell(kind, number, &how, arguments, summary)?;
                from = number + 1;
            }
            End::Early(how) => {
                println!("mutants {from} to {to}: {how}");
                return summary
                    .lock()
                    .map(|mut summary| summary.findings += 1)
                    .map_err(|_| io::Error::other("a thread died"));
            }
        }
    }
    Ok(())
}

/// Records the memory that a process has kept, which must not grow with the number of mutants.
fn keep(from: u64, to: u64, kept: u64, summary: &Mutex<Summary>) -> Result<()> {
    let mut summary = summary.lock().map_err(|_| io::Error::other("a thread died"))?;
    summary.kept = summary.kept.max(kept);
    if kept > KEPT.saturating_add(summary.largest) {
        println!("mutants {from} to {to}: {} MiB are kept", kept >> 10);
        summary.findings += 1;
    }
    Ok(())
}

/// Records a report; a mutant that costs too much in a shared process is run again alone.
fn record(kind: Kind, report: &Report, arguments: &Arguments, summary: &Mutex<Summary>) -> Result<()> {
    let mut finding = report.finding();
    if finding.is_some() {
        let end = process(kind, report.number, report.number + 1, arguments, |alone| {
            finding = alone.finding();
            Ok(())
        })?;
        if let End::In(_, how) = end {
            finding = Some(how);
        }
    } else if let Ok(mut summary) = summary.lock() {
        summary.slowest = summary.slowest.max(report.time);
        summary.largest = summary.largest.max(report.memory);
    }
    if let Ok(mut summary) = summary.lock() {
        *(if report.complaint.is_empty() { &mut summary.translated } else { &mut summary.refused }) += 1;
    }
    finding.map_or(Ok(()), |how| tell(kind, report.number, &how, arguments, summary))
}

/// Prints a finding, and saves the mutant.
fn tell(kind: Kind, number: u64, how: &str, arguments: &Arguments, summary: &Mutex<Summary>) -> Result<()> {
    let modules = seeds::read(kind, &arguments.folder, &arguments.only)?;
    let Some((name, mutant)) = child::mutant(kind, &modules, arguments.seed, number) else { return Ok(()) };
    let folder = arguments.folder.join("found");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{}-{number}.{}", arguments.seed, kind.ending()));
    fs::write(&file, mutant)?;
    println!("{} (of {name}): {how}", file.display());
    if let Ok(mut summary) = summary.lock() {
        summary.findings += 1;
    }
    Ok(())
}

/// Runs one process over a range; passes its reports to `each`.
fn process(
    kind: Kind,
    from: u64,
    to: u64,
    arguments: &Arguments,
    mut each: impl FnMut(Report) -> Result<()>,
) -> Result<End> {
    let (mut begun, mut kept) = (None, 0);
    let end = watch(command(kind, from, to, arguments)?, "", SILENCE, |line| {
        if let Some(kib) = line.strip_prefix("kept ") {
            kept = kib.split(' ').next().and_then(|kib| kib.parse().ok()).unwrap_or(0);
        } else if let Some(number) = line.strip_prefix("begin ") {
            begun = number.parse().ok();
        } else {
            begun = None;
            return Report::parse(line).map_or(Ok(()), &mut each);
        }
        Ok(())
    })?;
    let how = end.how(&end.said.lines().take(3).collect::<Vec<_>>().join(" / "));
    Ok(match begun {
        Some(number) => End::In(number, how),
        None if !end.status.success() || !end.said.is_empty() => End::Early(how),
        None => End::Done(kept),
    })
}

/// Returns the command of a process over a range.
fn command(kind: Kind, from: u64, to: u64, arguments: &Arguments) -> Result<Command> {
    let kind = match kind {
        Kind::Spirv => ["spirv", "--spirv"],
        Kind::Shaders => ["shaders", "--shaders"],
        Kind::Debug => ["debug", "--debug"],
        Kind::Assembly => ["assembly", "--assembly"],
        Kind::Bitcode => ["bitcode", "--bitcode"],
    };
    // No mutant is to take the machine along.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 8388608; ulimit -c 0; exec \"$0\" \"$@\""]).arg(std::env::current_exe()?);
    command.args(["--child", kind[0], kind[1], &(to - from).to_string(), "--first", &from.to_string()]);
    command.args(["--seed", &arguments.seed.to_string(), "--only", &arguments.only, "--folder"]);
    command.arg(&arguments.folder);
    Ok(command)
}
