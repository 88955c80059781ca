//! Launches the kernel, then writes, prints and compares.

use crate::bindings;
use crate::pointers::Named;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::options::Options;
use llvm_spirv::{binary, llvm_to_spirv};
use llvm_spirv_cli::launch::{Expected, Launch};
use llvm_spirv_cli::{first_contact, io, specialization};
use spirv_runner::arguments::{self, Given, Target};
use spirv_runner::form::{Checks, Kernel, Stage};
use spirv_runner::numbers::NumberType;
use spirv_runner::program::Names;
use spirv_runner::{Argument, Grid, Program, launch_with, program, time};
use std::path::Path;
use std::process::ExitCode;

/// The number of values per line of `--print`.
const A_LINE: usize = 8;

/// Runs all launches in this process: the module is compiled once.
pub fn run(launches: &[Launch]) -> Result<ExitCode> {
    let Some((first, input)) = launches.first().and_then(|first| Some((first, first.input.as_deref()?))) else {
        return Err(arguments::wrong("nothing is to be done"));
    };
    let in_file = |error: Error| error.in_file(&input.to_string_lossy());
    let (spirv, options) = module(first, input).map_err(in_file)?;
    let checks = if first.check { Checks::Reported } else { Checks::Silent };
    let names = names(first, input);
    if matches!(names, Names::Document(..)) && checks == Checks::Reported {
        return Err(arguments::wrong("--check is for launches, and with --cpu-abi=mlir the host launches"));
    }
    if let Some(file) = &first.emit {
        let form = emitted(&spirv, &options, (checks, &names), first).map_err(in_file)?;
        io::write(file, &form, first.text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(host) = &first.host {
        let form = program::cpu_form(&spirv, &options, checks, &names).map_err(in_file)?;
        let result = program::run_host(&form, &io::read(host)?);
        let result = result.map_err(|error| error.in_file(&host.to_string_lossy()))?;
        return Ok(ExitCode::from(result.to_le_bytes()[0]));
    }
    if matches!(names, Names::Document(..)) {
        return Err(arguments::wrong("--cpu-abi=mlir is of what --emit-cpu writes or --host calls"));
    }
    // All of the module is compiled only for who does not say what of it is wanted.
    let kernels: Option<Vec<_>> = launches.iter().map(|launch| launch.kernel.clone()).collect();
    let kernels = kernels.filter(|_| launches.iter().all(|launch| launch.seed.is_none()));
    let program = Program::of(&spirv, &options, checks, kernels.as_deref()).map_err(in_file)?;
    launches.iter().try_for_each(|launch| run_one(launch, &program))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the SPIR-V module in a file, or the translation of the file, and the settings for it.
fn module(launch: &Launch, input: &Path) -> Result<(Vec<u8>, Options)> {
    let bytes = first_contact::read_for(Some("run"), input)?;
    let mut options = launch.options();
    let spirv = if binary::header::is_spirv(&bytes) { bytes } else { llvm_to_spirv(&bytes, &options)?.bytes };
    options.spec_constants = specialization::values(&launch.spec_constants, &spirv, launch.diagnostics)?;
    Ok((spirv, options))
}

/// Returns the names of functions and buffers: those of the document contain a module name, by default that of the
/// file.
fn names(launch: &Launch, input: &Path) -> Names {
    let document = launch.cpu_abi.as_ref().or(launch.host.is_some().then_some(const { &String::new() }));
    let Some(module) = document else { return Names::Own };
    let stem = input.file_stem().unwrap_or_default().to_string_lossy();
    let word = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let module = if module.is_empty() { stem.chars().map(word).collect() } else { module.clone() };
    Names::Document(module, launch.sub_group.unwrap_or(SUB_GROUP))
}

/// The default size of subgroups.
const SUB_GROUP: u32 = 8;

/// Returns the cpu form, with a warning for each kernel that is left out.
fn emitted(spirv: &[u8], options: &Options, (checks, names): (Checks, &Names), launch: &Launch) -> Result<Vec<u8>> {
    let form = if launch.text { program::cpu_text } else { program::cpu_form }(spirv, options, checks, names)?;
    for (kernel, error) in &form.left_out {
        launch.diagnostics.warning(None, &format!("the kernel `{kernel}` is left out: {error}"));
    }
    Ok(form.bytes)
}

fn run_one(launch: &Launch, program: &Program) -> Result<()> {
    let name = kernel(launch, program)?;
    let facts = program.kernels().iter().find(|kernel| kernel.name == name);
    let grid = grid(launch, facts);
    let mut named = match facts {
        Some(shader) if shader.is_shader => bindings::given(launch, shader, grid.global)?,
        facts => of_kernel(launch, facts)?,
    };
    named.add_buffers(launch)?;
    let addresses = named.addresses(launch)?;
    let (mut arguments, targets): (Vec<_>, Vec<_>) = named.given.into_iter().map(parted).unzip();
    launch_with(program, &name, &grid, &mut arguments, &addresses)?;
    let outcome = Outcome { names: named.names, arguments, targets };
    outcome.write()?;
    outcome.print(launch)?;
    outcome.compare(launch)?;
    if let Some(best) = time(program, &name, &grid, (&outcome.arguments, &addresses), launch.times.unwrap_or(0))? {
        println!("time: {:.3} ms", best.as_secs_f64() * 1e3);
    }
    Ok(())
}

/// Returns the arguments of a kernel, by number.
fn of_kernel(launch: &Launch, facts: Option<&Kernel>) -> Result<Named> {
    let mut named = Named::default();
    for (number, text) in launch.arguments.iter().enumerate() {
        let mut given = arguments::parse(text)?;
        if let Some((kernel, param)) = facts.and_then(|kernel| Some((kernel, kernel.params.get(number)?))) {
            given.check(param, &format!("argument {number} of `{}`", kernel.name))?;
            given.set_type(param.numbers());
        }
        named.names.push(number.to_string());
        named.given.push(given);
    }
    Ok(named)
}

/// The results of a launch.
struct Outcome {
    /// The names of the arguments in messages: `2`, `0:1` for set 0, binding 1, or the name of a buffer.
    names: Vec<String>,
    arguments: Vec<Argument>,
    targets: Vec<(Vec<Target>, bool)>,
}

fn parted(given: Given) -> (Argument, (Vec<Target>, bool)) {
    (given.argument, (given.files, given.is_output))
}

fn kernel(launch: &Launch, program: &Program) -> Result<String> {
    // What others enqueue is not meant.
    let kernels: Vec<_> = program.kernels().iter().filter(|kernel| !kernel.is_enqueued).collect();
    match (&launch.kernel, kernels.as_slice()) {
        (Some(name), _) => Ok(name.clone()),
        (None, [only]) => Ok(only.name.clone()),
        (None, []) => {
            Err(Error::of(Code::Launch, "the module has no kernel and no entry point of a stage that runs here"))
        }
        (None, kernels) => {
            let names: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            let error = Error::of(Code::Launch, format!("the module has {} kernels", kernels.len()));
            Err(error.hint(format!("--kernel chooses one of {}", names.join(", "))))
        }
    }
}

/// Returns the grid; the group size is that of the command line, the one that the kernel requires, or the largest up to
/// 16 that divides the grid.
fn grid(launch: &Launch, facts: Option<&Kernel>) -> Grid {
    let sizes = |given: &Option<llvm_spirv_cli::launch::Sizes>, fill| given.as_ref().map(|sizes| sizes.filled(fill));
    let mut grid = Grid {
        dimensions: launch.global.as_ref().map_or(1, |sizes| sizes.count()),
        global: sizes(&launch.global, 1).unwrap_or([1; 3]),
        offset: sizes(&launch.offset, 0).unwrap_or([0; 3]),
        sub_group: launch.sub_group.unwrap_or(SUB_GROUP),
        seed: launch.seed,
        threads: launch.threads.unwrap_or(0),
        ..Grid::line(1, 1)
    };
    let local = sizes(&launch.local, 1);
    let required = facts.and_then(|kernel| kernel.required_size);
    match facts.filter(|kernel| kernel.is_shader) {
        Some(shader) if shader.stage == Stage::Fragment => (grid.local, grid.sub_group) = ([2, 2, 1], 4),
        Some(Kernel { stage: Stage::Compute, required_size: Some(size), .. }) => {
            let groups = sizes(&launch.groups, 1).unwrap_or([1; 3]);
            (grid.local, grid.dimensions) = (*size, 3);
            grid.global = [0, 1, 2].map(|d| groups[d].saturating_mul(size[d]));
        }
        _ => grid.local = local.or(required).unwrap_or_else(|| Grid::dividing(grid.global)),
    }
    grid
}

/// The bytes of a buffer or image.
fn content(argument: &Argument, number: usize) -> Option<&[u8]> {
    match argument {
        Argument::Buffer(bytes) | Argument::Beside(bytes) => Some(bytes),
        Argument::Image(image) | Argument::Sampled(image, _) => Some(&image.data),
        Argument::Pipe(pipe) => Some(&pipe.packets),
        Argument::Array(all) => content(all.get(number)?, 0),
        Argument::Buffers(buffers) => buffers.get(number).map(Vec::as_slice),
        _ => None,
    }
}

impl Outcome {
    fn write(&self) -> Result<()> {
        for (argument, (targets, _)) in self.arguments.iter().zip(&self.targets) {
            for target in targets {
                target.write(content(argument, target.number).unwrap_or_default())?;
            }
        }
        Ok(())
    }

    fn print(&self, launch: &Launch) -> Result<()> {
        for printed in &launch.print {
            let ty = number_type("--print", &printed.ty)?;
            let all = self.names.iter().zip(&self.arguments).zip(&self.targets);
            for ((name, argument), _) in all.filter(|(_, (_, is_output))| *is_output) {
                let values = values(ty, content(argument, 0).unwrap_or_default());
                println!("{} {name}:", kind(name));
                for line in values.get(..values.len().min(printed.count)).unwrap_or_default().chunks(A_LINE) {
                    println!("  {}", line.join(" "));
                }
            }
        }
        Ok(())
    }

    fn compare(&self, launch: &Launch) -> Result<()> {
        launch.expect.iter().try_for_each(|expected| self.compare_one(expected, launch.tolerance.unwrap_or(0.0)))
    }

    fn compare_one(&self, expected: &Expected, tolerance: f64) -> Result<()> {
        let Expected { which, ty, values: wanted } = expected;
        let ty = number_type("--expect", ty)?;
        let place = self.names.iter().position(|name| name == which);
        let bytes = place.and_then(|place| content(self.arguments.get(place)?, 0));
        let kind = kind(which);
        let found = values(ty, bytes.ok_or_else(|| Error::of(Code::Launch, format!("{kind} {which} is no buffer")))?);
        for (at, wanted) in wanted.iter().enumerate() {
            let differs = |text: String| Err(Error::of(Code::Expectation, format!("{kind} {which}{text}")));
            let Some(found) = found.get(at) else { return differs(format!(" has no element {at}")) };
            // As the type has it: a half is not a tenth.
            let nearest = (ty.read)(wanted).and_then(|bytes| (ty.show)(&bytes));
            if !is_near(found, nearest.as_ref().unwrap_or(wanted), tolerance) {
                return differs(format!(", element {at} is {found}, not {wanted}"));
            }
        }
        Ok(())
    }
}

/// Returns the kind of argument that a name refers to: `2`, `0:1`, `nodes`.
fn kind(name: &str) -> &'static str {
    match name.chars().next() {
        Some('0'..='9') if name.contains(':') => "binding",
        Some('0'..='9') => "argument",
        _ => "buffer",
    }
}

fn number_type(option: &str, name: &str) -> Result<&'static NumberType> {
    let wrong = || arguments::wrong(format!("{option}: `{name}` is no type of numbers")).hint(NumberType::names());
    NumberType::named(name).ok_or_else(wrong)
}

/// Returns bytes as numbers in text form.
fn values(ty: &NumberType, bytes: &[u8]) -> Vec<String> {
    bytes.chunks_exact(ty.size).filter_map(ty.show).collect()
}

fn is_near(found: &str, wanted: &str, tolerance: f64) -> bool {
    if let (Ok(found), Ok(wanted)) = (found.parse::<i128>(), wanted.parse::<i128>()) {
        return found == wanted;
    }
    match (found.parse::<f64>(), wanted.parse::<f64>()) {
        (Ok(found), Ok(wanted)) => {
            (found.is_nan() && wanted.is_nan()) || found == wanted || (found - wanted).abs() <= tolerance
        }
        _ => false,
    }
}
