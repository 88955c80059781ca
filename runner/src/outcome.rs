//! Launches the kernel, then writes, prints and compares.

use crate::command::Command;
use llvm_spirv::options::Options;
use spirv_runner::arguments::{self, Given};
use spirv_runner::{Argument, Grid, Program, Result, launch, program};
use std::process::ExitCode;

/// The most values that one line of `--print` has.
const A_LINE: usize = 8;

/// Does all of it in this process: the module is compiled once.
pub fn run(commands: &[Command]) -> Result<ExitCode> {
    let first = commands.first().ok_or("nothing is to be done")?;
    let shown = first.input.display();
    let bytes = std::fs::read(&first.input).map_err(|error| format!("{shown}: {error}"))?;
    let options = options(first)?;
    if let Some(file) = &first.emit {
        let (bitcode, ..) = program::cpu_form(&bytes, &options).map_err(|error| format!("{shown}: {error}"))?;
        std::fs::write(file, bitcode).map_err(|error| format!("{}: {error}", file.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let program = Program::new(&bytes, &options).map_err(|error| format!("{shown}: {error}"))?;
    commands.iter().try_for_each(|command| run_one(command, &program))?;
    Ok(ExitCode::SUCCESS)
}

fn run_one(command: &Command, program: &Program) -> Result<()> {
    let given = command.arguments.iter().map(|text| arguments::parse(text)).collect::<Result<Vec<_>>>()?;
    let name = kernel(command, program)?;
    let grid = grid(command, program, &name);
    let (mut arguments, targets): (Vec<_>, Vec<_>) = given.into_iter().map(parted).unzip();
    launch(program, &name, &grid, &mut arguments)?;
    write(&arguments, &targets)?;
    print(command, &arguments, &targets)?;
    compare(command, &arguments)
}

type Target = (Option<(std::path::PathBuf, Vec<u8>)>, bool);

fn parted(given: Given) -> (Argument, Target) {
    (given.argument, (given.file, given.is_output))
}

fn options(command: &Command) -> Result<Options> {
    let mut options = Options::default();
    for text in &command.spec_constants {
        let (id, value) = text.split_once(':').ok_or_else(|| format!("`{text}` is not ID:VALUE"))?;
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
    match (&command.kernel, program.kernels()) {
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
    if !command.has_local {
        let kernel = program.kernels().iter().find(|kernel| kernel.name == name);
        let divided = grid.global.map(|size| (1..=16).rev().find(|divisor| size % divisor == 0).unwrap_or(1));
        grid.local = kernel.and_then(|kernel| kernel.required_size).unwrap_or(divided);
    }
    grid
}

/// The bytes of a buffer or image.
fn content(argument: &Argument) -> Option<&[u8]> {
    match argument {
        Argument::Buffer(bytes) => Some(bytes),
        Argument::Image(image) => Some(&image.data),
        _ => None,
    }
}

fn write(arguments: &[Argument], targets: &[Target]) -> Result<()> {
    for (argument, (file, _)) in arguments.iter().zip(targets) {
        if let (Some((path, header)), Some(bytes)) = (file, content(argument)) {
            let content = [header.as_slice(), bytes].concat();
            std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

fn print(command: &Command, arguments: &[Argument], targets: &[Target]) -> Result<()> {
    for (ty, count) in &command.print {
        for (index, (argument, _)) in
            arguments.iter().zip(targets).enumerate().filter(|(_, (_, (_, is_output)))| *is_output)
        {
            let values = values(ty, content(argument).unwrap_or_default())?;
            println!("argument {index}:");
            for line in values.get(..values.len().min(*count)).unwrap_or_default().chunks(A_LINE) {
                println!("  {}", line.join(" "));
            }
        }
    }
    Ok(())
}

/// The numbers that bytes are, as text.
fn values(ty: &str, bytes: &[u8]) -> Result<Vec<String>> {
    macro_rules! texts {
        ($ty:ty) => {{
            let parts = bytes.chunks_exact(size_of::<$ty>());
            parts.filter_map(|part| part.try_into().ok()).map(|part| <$ty>::from_le_bytes(part).to_string()).collect()
        }};
    }
    Ok(match ty {
        "i8" => texts!(i8),
        "i16" => texts!(i16),
        "i32" => texts!(i32),
        "i64" => texts!(i64),
        "u8" => texts!(u8),
        "u16" => texts!(u16),
        "u32" => texts!(u32),
        "u64" => texts!(u64),
        "f32" => texts!(f32),
        "f64" => texts!(f64),
        _ => return Err(format!("`{ty}` is no type of numbers")),
    })
}

fn compare(command: &Command, arguments: &[Argument]) -> Result<()> {
    for (index, ty, wanted) in &command.expect {
        let bytes = arguments.get(*index).and_then(content).ok_or_else(|| format!("argument {index} is no buffer"))?;
        let found = values(ty, bytes)?;
        for (at, wanted) in wanted.split(',').enumerate() {
            let found = found.get(at).ok_or_else(|| format!("argument {index} has no element {at}"))?;
            if !is_near(found, wanted, command.tolerance) {
                return Err(format!("argument {index}, element {at} is {found}, not {wanted}"));
            }
        }
    }
    Ok(())
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
