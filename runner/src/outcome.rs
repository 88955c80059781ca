//! Launches the kernel, then writes, prints and compares.

use crate::bindings;
use crate::command::Command;
use crate::pointers::Named;
use llvm_spirv::cpu::{Checks, Stage};
use llvm_spirv::options::Options;
use spirv_runner::arguments::{self, Given};
use spirv_runner::program::Names;
use spirv_runner::{Argument, Grid, Program, Result, launch_with, program, time};
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// The most values that one line of `--print` has.
const A_LINE: usize = 8;

/// Does all of it in this process: the module is compiled once.
pub fn run(commands: &[Command]) -> Result<ExitCode> {
    let first = commands.first().ok_or("nothing is to be done")?;
    let shown = first.input.display();
    let bytes = read(&first.input).map_err(|error| format!("{shown}: {error}"))?;
    let options = options(first)?;
    let checks = if first.checks { Checks::Reported } else { Checks::Silent };
    let names = names(first);
    if matches!(names, Names::Document(..)) && checks == Checks::Reported {
        return Err("--check is for launches, and with --cpu-abi=mlir the host launches".to_owned());
    }
    if let Some(file) = &first.emit {
        let form =
            emitted(&bytes, &options, (checks, &names), first.is_text).map_err(|error| format!("{shown}: {error}"))?;
        write(file, &form).map_err(|error| format!("{}: {error}", file.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(host) = &first.host {
        let form = program::cpu_form(&bytes, &options, checks, &names).map_err(|error| format!("{shown}: {error}"))?;
        let result = read(host).map_err(|error| error.to_string()).and_then(|host| program::run_host(&form, &host));
        let result = result.map_err(|error| format!("{}: {error}", host.display()))?;
        return Ok(ExitCode::from(result.to_le_bytes()[0]));
    }
    if matches!(names, Names::Document(..)) {
        return Err("--cpu-abi=mlir is of what --emit-cpu writes or --host calls".to_owned());
    }
    // All of the module is compiled only for who does not say what of it is wanted.
    let kernels: Option<Vec<_>> = commands.iter().map(|command| command.kernel.clone()).collect();
    let kernels = kernels.filter(|_| commands.iter().all(|command| command.grid.seed.is_none()));
    let program =
        Program::of(&bytes, &options, checks, kernels.as_deref()).map_err(|error| format!("{shown}: {error}"))?;
    commands.iter().try_for_each(|command| run_one(command, &program))?;
    Ok(ExitCode::SUCCESS)
}

/// The names that functions and buffers get: the document's are of a module, which is called as the file unless it has a name.
fn names(command: &Command) -> Names {
    let Some(module) = &command.document else { return Names::Own };
    let stem = command.input.file_stem().unwrap_or_default().to_string_lossy();
    let word = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let module = if module.is_empty() { stem.chars().map(word).collect() } else { module.clone() };
    Names::Document(module, command.grid.sub_group)
}

/// The name of the standard input and output.
const STREAM: &str = "-";

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match file.as_os_str() == STREAM {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => std::fs::read(file),
    }
}

fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if file.as_os_str() == STREAM { std::io::stdout().lock().write_all(bytes) } else { std::fs::write(file, bytes) }
}

/// The cpu form; the kernels that it lacks are warned of.
fn emitted(bytes: &[u8], options: &Options, (checks, names): (Checks, &Names), is_text: bool) -> Result<Vec<u8>> {
    let form = if is_text { program::cpu_text } else { program::cpu_form }(bytes, options, checks, names)?;
    for (kernel, error) in &form.left_out {
        eprintln!("warning: the kernel `{kernel}` is left out: {error}");
    }
    Ok(form.bytes)
}

fn run_one(command: &Command, program: &Program) -> Result<()> {
    let name = kernel(command, program)?;
    let facts = program.kernels().iter().find(|kernel| kernel.name == name);
    let mut named = match facts.filter(|kernel| kernel.is_shader) {
        Some(shader) => bindings::given(command, shader)?,
        None => {
            let given = command.arguments.iter().map(|text| arguments::parse(text)).collect::<Result<Vec<_>>>()?;
            Named { names: (0..given.len()).map(|index| index.to_string()).collect(), given }
        }
    };
    named.add_buffers(command)?;
    let (grid, addresses) = (grid(command, program, &name), named.addresses(command)?);
    let (mut arguments, targets): (Vec<_>, Vec<_>) = named.given.into_iter().map(parted).unzip();
    launch_with(program, &name, &grid, &mut arguments, &addresses)?;
    let outcome = Outcome { names: named.names, arguments, targets };
    outcome.write()?;
    outcome.print(command)?;
    outcome.compare(command)?;
    if let Some(best) = time(program, &name, &grid, (&outcome.arguments, &addresses), command.times)? {
        println!("time: {:.3} ms", best.as_secs_f64() * 1e3);
    }
    Ok(())
}

/// The results of a launch.
struct Outcome {
    /// Names of the arguments in messages: `2`, `0:1` for set 0, binding 1, or that of a buffer.
    names: Vec<String>,
    arguments: Vec<Argument>,
    targets: Vec<Target>,
}

type Target = (Vec<(usize, std::path::PathBuf, Vec<u8>)>, bool);

fn parted(given: Given) -> (Argument, Target) {
    (given.argument, (given.files, given.is_output))
}

fn options(command: &Command) -> Result<Options> {
    let mut options = Options::default();
    for text in &command.spec_constants {
        let parts = text.split_once('=').or_else(|| text.split_once(':'));
        let (id, value) = parts.ok_or_else(|| format!("`{text}` is not ID=VALUE"))?;
        let id = id.parse().map_err(|_| format!("`{id}` is no id of a constant"))?;
        let bits = bits(value).ok_or_else(|| format!("`{value}` is no value of a constant"))?;
        options.spec_constants.insert(id, bits);
    }
    Ok(options)
}

/// An integer, a boolean, or a float with a point, of 32 bits.
fn bits(text: &str) -> Option<u64> {
    match text {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    if let Ok(value) = text.parse::<i64>() {
        return Some(value.cast_unsigned());
    }
    text.parse::<u64>().ok().or_else(|| text.parse::<f32>().ok().map(|value| u64::from(value.to_bits())))
}

fn kernel(command: &Command, program: &Program) -> Result<String> {
    // What others enqueue is not meant.
    let kernels: Vec<_> = program.kernels().iter().filter(|kernel| !kernel.is_enqueued).collect();
    match (&command.kernel, kernels.as_slice()) {
        (Some(name), _) => Ok(name.clone()),
        (None, [only]) => Ok(only.name.clone()),
        (None, kernels) => {
            let names: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            Err(format!("--kernel chooses one of: {}", names.join(", ")))
        }
    }
}

/// Groups are as the command says, as the kernel requires, or as large as divides the grid, up to 16 in each dimension.
fn grid(command: &Command, program: &Program, name: &str) -> Grid {
    let mut grid = command.grid.clone();
    let shader = program.kernels().iter().find(|kernel| kernel.name == name && kernel.is_shader);
    if let Some(Stage::Fragment) = shader.map(|shader| shader.stage) {
        (grid.local, grid.sub_group) = ([2, 2, 1], 4);
    } else if let Some(size) = shader.filter(|shader| shader.stage == Stage::Compute).and_then(|s| s.required_size) {
        let groups = command.groups.unwrap_or([1; 3]);
        (grid.local, grid.dimensions) = (size, 3);
        grid.global = [0, 1, 2].map(|d| groups[d].saturating_mul(size[d]));
    } else if !command.has_local {
        let kernel = program.kernels().iter().find(|kernel| kernel.name == name);
        let required = kernel.and_then(|kernel| kernel.required_size);
        grid.local = required.unwrap_or_else(|| Grid::dividing(grid.global));
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
        for (argument, (files, _)) in self.arguments.iter().zip(&self.targets) {
            for (number, path, header) in files {
                let bytes = content(argument, *number).unwrap_or_default();
                let content = [header.as_slice(), bytes].concat();
                std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        Ok(())
    }

    fn print(&self, command: &Command) -> Result<()> {
        for (ty, count) in &command.print {
            let all = self.names.iter().zip(&self.arguments).zip(&self.targets);
            for ((name, argument), _) in all.filter(|(_, (_, is_output))| *is_output) {
                let values = values(ty, content(argument, 0).unwrap_or_default())?;
                println!("{} {name}:", kind(name));
                for line in values.get(..values.len().min(*count)).unwrap_or_default().chunks(A_LINE) {
                    println!("  {}", line.join(" "));
                }
            }
        }
        Ok(())
    }

    fn compare(&self, command: &Command) -> Result<()> {
        for (which, ty, wanted) in &command.expect {
            let place = self.names.iter().position(|name| name == which);
            let bytes = place.and_then(|place| content(self.arguments.get(place)?, 0));
            let found = values(ty, bytes.ok_or_else(|| format!("{} {which} is no buffer", kind(which)))?)?;
            for (at, wanted) in wanted.split(',').enumerate() {
                let found = found.get(at).ok_or_else(|| format!("{} {which} has no element {at}", kind(which)))?;
                if !is_near(found, wanted, command.tolerance) {
                    return Err(format!("{} {which}, element {at} is {found}, not {wanted}", kind(which)));
                }
            }
        }
        Ok(())
    }
}

/// The kind of thing that a name is of: `2`, `0:1`, `nodes`.
fn kind(name: &str) -> &'static str {
    match name.chars().next() {
        Some('0'..='9') if name.contains(':') => "binding",
        Some('0'..='9') => "argument",
        _ => "buffer",
    }
}

/// The numbers that bytes are, as text.
fn values(ty: &str, bytes: &[u8]) -> Result<Vec<String>> {
    let number = arguments::number_type(ty).ok_or_else(|| format!("`{ty}` is no type of numbers"))?;
    Ok(bytes.chunks_exact(number.size).filter_map(number.show).collect())
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
