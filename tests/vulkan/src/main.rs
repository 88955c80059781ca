//! Runs shaders before and after a translation to LLVM IR and back.
//!
//! ```text
//! compare /tmp/shaders --levels plain,O2 --list
//! compare /tmp/shaders/scan.comp.spv --show --groups 1,1,1                 unchanged
//! compare /tmp/shaders/scan.comp.spv --show --groups 1,1,1 --levels plain  after a round trip
//! compare saxpy.spv --kernel saxpy --groups 4 --constant 0=64 --bind 0:0=x.bin --bind 0:1=y.bin --push 0000003f
//! ```
#![allow(clippy::print_stdout)]

use clap::Parser;
use llvm_spirv::inspect::Inspection;
use llvm_spirv_testing::in_steps;
use llvm_spirv_vulkan::child::{self, KINDS, Kind, Outcome};
use llvm_spirv_vulkan::gpu::{self, Gpu};
use llvm_spirv_vulkan::variants::{self, LEVELS, Level};
use llvm_spirv_vulkan::{dumps, kernel, needs, setup, work};
use std::collections::BTreeMap;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The number of modules in a process.
const BATCH: u64 = 20;

/// Runs shaders on Vulkan before and after a translation to LLVM IR and back
#[derive(Debug, Parser)]
struct Arguments {
    /// Modules, and folders of them
    paths: Vec<PathBuf>,
    /// Ways to LLVM IR and back: plain, O1, O2, O3, Os
    #[arg(long, value_delimiter = ',', default_value = "plain,O1,O2,O3,Os")]
    levels: Vec<String>,
    /// Only modules with this in their names
    #[arg(long)]
    only: Option<String>,
    /// Number of processes at a time
    #[arg(long, short, default_value_t = 1)]
    jobs: usize,
    /// Print each result that is not the same
    #[arg(long)]
    list: bool,
    /// Run one module, and print all resources before and after that, in hexadecimal numbers
    #[arg(long)]
    show: bool,
    /// The numbers of workgroups, for `--show`
    #[arg(long, value_delimiter = ',', default_value = "2,2,1")]
    groups: Vec<u32>,
    /// Push constants in hexadecimal numbers, for `--show`
    #[arg(long, default_value = "")]
    push: String,
    /// Run an entry point of one module with buffers from files, which get what it leaves in them
    #[arg(long)]
    kernel: Option<String>,
    /// Buffers for `--kernel`, `SET:BINDING=FILE`
    #[arg(long)]
    bind: Vec<String>,
    /// Buffers for `--kernel` whose addresses are push constants, `OFFSET=FILE`; one file is one buffer
    #[arg(long)]
    address: Vec<String>,
    /// Images for `--kernel`, `SET:BINDING=FORMAT,DIMENSIONS,SIZE,KIND,FILE`: 0:1=Rgba8ui,2D,8x4,storage,texels; or sampled
    #[arg(long)]
    image: Vec<String>,
    /// Samplers for `--kernel`, `SET:BINDING=NUMBER`, the number being that of OpenCL C
    #[arg(long)]
    sampler: Vec<String>,
    /// Specialization constants for `--kernel`, `NUMBER=VALUE`
    #[arg(long)]
    constant: Vec<String>,
    /// Runs `--kernel` again so many times, and prints the least time
    #[arg(long, default_value_t = 0)]
    time: u32,
    /// Run the modules that the standard input lists, in this process; what the program itself calls
    #[arg(long, hide = true)]
    child: bool,
    /// The first level of the first module, for `--child`
    #[arg(long, hide = true)]
    from: Option<String>,
}

fn main() -> ExitCode {
    work::exit(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool> {
    let levels = Level::all_named(&arguments.levels)?;
    if arguments.child {
        let files = child::listed(std::io::stdin().lock())?;
        return child::run(&files, &levels, arguments.from.as_deref().and_then(Level::named)).map(|()| true);
    }
    if let (true, [file]) = (arguments.show, arguments.paths.as_slice()) {
        return shown(file, &levels, arguments).map(|text| print!("{text}")).map(|()| true);
    }
    if let (Some(kernel), [file]) = (&arguments.kernel, arguments.paths.as_slice()) {
        let groups = [0, 1, 2].map(|index| arguments.groups.get(index).copied().unwrap_or(1));
        let push = dumps::bytes_of(&arguments.push);
        let run = kernel::Run { entry: kernel, groups, push, times: arguments.time };
        let (buffers, images, samplers) = (&arguments.bind, &arguments.image, &arguments.sampler);
        let addresses = &arguments.address;
        let things = kernel::Things { buffers, addresses, images, samplers, constants: &arguments.constant };
        let least = run.with(file, things)?;
        least.iter().for_each(|least| println!("time: {:.3} ms", least.as_secs_f64() * 1e3));
        return Ok(true);
    }
    let mut files = Vec::new();
    arguments.paths.iter().try_for_each(|path| collect(path, &mut files))?;
    files.retain(|file| arguments.only.as_ref().is_none_or(|only| file.to_string_lossy().contains(only)));
    if files.is_empty() {
        return Err(Error::other("no modules"));
    }
    let outcomes = all(&files, &levels, arguments.jobs)?;
    if arguments.list {
        for outcome in outcomes.iter().filter(|outcome| outcome.kind != Kind::Same) {
            let name = files.get(outcome.module).map(|file| file.display().to_string()).unwrap_or_default();
            println!("{name}: {}: {}: {}", outcome.level.name(), outcome.kind.name(), outcome.text);
        }
    }
    print!("{}", table(&files, &outcomes, &levels));
    let is_good = |kind| matches!(kind, Kind::Same | Kind::Close | Kind::NotRunnable);
    Ok(outcomes.iter().all(|outcome| is_good(outcome.kind)))
}

/// Returns a line for each resource, with `before` or `after`, its name and its bytes; a line for each address in one,
/// with its target; and a line for each image, with its size and format.
fn shown(file: &Path, levels: &[Level], arguments: &Arguments) -> Result<String> {
    let failed = |error: &dyn std::fmt::Display| Error::other(error.to_string());
    let bytes = std::fs::read(file)?;
    let inspection = Inspection::of(&bytes).map_err(|error| failed(&error))?;
    let gpu = Gpu::open().map_err(|fault| failed(&fault))?;
    needs::check(&inspection, &gpu.features).map_err(|fault| failed(&fault))?;
    let mut setup = setup::of(&inspection).map_err(|fault| failed(&fault))?;
    if let [x, y, z] = arguments.groups.as_slice() {
        setup.groups = [*x, *y, *z];
    }
    for (place, byte) in setup.push.bytes.iter_mut().zip(dumps::bytes_of(&arguments.push)) {
        *place = byte;
    }
    let bytes = match levels {
        [level] => {
            variants::bitcode(&bytes).and_then(|bitcode| variants::back(&bitcode, *level)).map_err(Error::other)?
        }
        _ => bytes,
    };
    let blocks = setup.blocks().map(|(name, block)| dumps::line(false, &name, &block.bytes));
    let blocks: String = blocks.collect();
    let pointers = setup.addresses().map(|(name, offset, pointee)| dumps::about(&format!("{name}+{offset}"), &pointee));
    let pointers = pointers.collect::<String>();
    let shapes = gpu::shapes(&setup).into_iter().map(|(name, shape)| dumps::about(&name, &shape));
    let shapes = shapes.collect::<String>();
    let [before, after] = gpu::shown(&gpu, &setup, &bytes).map_err(|fault| failed(&fault))?;
    let images = before.iter().filter(|dump| matches!(dump.contents, gpu::Contents::Texels(_)));
    let images: String = images.map(|dump| dumps::line(false, &dump.name, &dump.bytes)).collect();
    let after = after.iter().map(|dump| dumps::line(true, &dump.name, &dump.bytes));
    Ok([blocks, images, pointers, shapes, after.collect()].concat())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        let mut entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        entries.sort();
        entries.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "spv"));
        return entries.iter().try_for_each(|path| collect(path, files));
    }
    files.push(path.to_owned());
    Ok(())
}

fn all(files: &[PathBuf], levels: &[Level], jobs: usize) -> Result<Vec<Outcome>> {
    let this = std::env::current_exe()?;
    let numbered: Vec<_> = files.iter().cloned().enumerate().collect();
    let end = numbered.len() as u64;
    let mut outcomes = in_steps((0, end), BATCH, jobs, |from, to| {
        child::batch(&this, numbered.get(from as usize..to as usize).unwrap_or_default(), levels)
    })?;
    outcomes.sort_by_key(|outcome| (outcome.module, outcome.level));
    Ok(outcomes)
}

/// Returns the numbers of results by kind, level and ending of the file, and the reasons why modules are not run.
fn table(files: &[PathBuf], outcomes: &[Outcome], levels: &[Level]) -> String {
    let stage = |outcome: &Outcome| {
        let file = files.get(outcome.module).and_then(|file| file.file_stem());
        let stem = file.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        stem.rsplit('.').next().unwrap_or_default().to_owned()
    };
    let mut counts: BTreeMap<(String, Level, Kind), usize> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in outcomes {
        *counts.entry((stage(outcome), outcome.level, outcome.kind)).or_default() += 1;
        if outcome.kind == Kind::NotRunnable && levels.first() == Some(&outcome.level) {
            *reasons.entry(&outcome.text).or_default() += 1;
        }
    }
    let mut stages: Vec<_> = counts.keys().map(|(stage, ..)| stage.clone()).collect();
    stages.dedup();
    let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
    let mut text = format!("| stage | level | {} |\n|{}\n", names.join(" | "), " --- |".repeat(names.len() + 2));
    for stage in stages {
        for (name, level) in LEVELS.iter().filter(|(_, level)| levels.contains(level)) {
            let count =
                |kind: &Kind| counts.get(&(stage.clone(), *level, *kind)).copied().unwrap_or_default().to_string();
            let cells: Vec<_> = KINDS.iter().map(|(_, kind)| count(kind)).collect();
            text += &format!("| {stage} | {name} | {} |\n", cells.join(" | "));
        }
    }
    for (reason, count) in reasons {
        text += &format!("not run: {count}: {reason}\n");
    }
    text
}
