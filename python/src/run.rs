//! `llvm_spirv.run`: runs a kernel in this process, on the memory of arrays.

use crate::input::with_module;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::options::Options;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use spirv_runner::form::{Checks, Kernel, Numbers, Param};
use spirv_runner::numbers::NumberType;
use spirv_runner::{Argument, Grid, Program};

/// An argument: its kind, its type of numbers as NumPy names it, and its bytes or text.
type Given<'py> = (String, String, Bound<'py, PyAny>);

/// An argument in a form that does not need the interpreter.
enum Taken {
    Number(String),
    Local(u64),
    Value(Option<Numbers>, Vec<u8>),
    Buffer(Option<Numbers>, Vec<u8>),
}

/// A kernel on arguments, which it changes; the seconds that it took.
#[pyfunction]
pub fn run(
    module: &Bound<'_, PyAny>,
    kernel: String,
    arguments: Vec<Given<'_>>,
    sizes: (Vec<u64>, Option<Vec<u64>>),
    sub_group: u32,
    threads: usize,
) -> PyResult<f64> {
    let py = module.py();
    let taken = arguments.iter().map(taken).collect::<PyResult<Vec<_>>>()?;
    let grid = |kernel: &Kernel| grid(kernel, &sizes, sub_group, threads);
    let work = |module: &[u8], _: &str| {
        let names = [kernel.clone()];
        let program = Program::of(module, &Options::default(), Checks::default(), Some(&names))?;
        let facts = program.kernels().iter().find(|known| known.name == kernel);
        let facts = facts.ok_or_else(|| unknown(&program, &kernel))?;
        let mut arguments = fitted(facts, taken)?;
        let took = spirv_runner::launch(&program, &kernel, &grid(facts)?, &mut arguments)?;
        Ok((took, arguments))
    };
    let (took, changed) = with_module(module, work)?;
    for ((kind, _, data), argument) in arguments.iter().zip(changed) {
        if let Argument::Buffer(bytes) = argument
            && kind == "buffer"
        {
            let buffer = PyBuffer::<u8>::get(data)?;
            if !buffer.readonly() {
                buffer.copy_from_slice(py, &bytes)?;
            }
        }
    }
    Ok(took.as_secs_f64())
}

fn taken((kind, ty, data): &Given<'_>) -> PyResult<Taken> {
    let numbers = || NumberType::of_array(ty).map(|ty| ty.numbers(1));
    Ok(match kind.as_str() {
        "number" => Taken::Number(data.extract()?),
        "local" => Taken::Local(data.extract::<String>()?.parse().unwrap_or_default()),
        "value" => Taken::Value(numbers(), data.extract()?),
        _ => Taken::Buffer(numbers(), PyBuffer::<u8>::get(data)?.to_vec(data.py())?),
    })
}

fn unknown(program: &Program, kernel: &str) -> Error {
    let names: Vec<_> = program.kernels().iter().map(|kernel| kernel.name.as_str()).collect();
    Error::of(Code::Launch, format!("the module has no kernel `{kernel}`")).hint(format!("it has {}", names.join(", ")))
}

/// Returns the arguments in the form of the kernel's parameters.
fn fitted(kernel: &Kernel, taken: Vec<Taken>) -> Result<Vec<Argument>> {
    let mut params = kernel.params.iter();
    taken.into_iter().enumerate().map(|(number, taken)| argument(number, taken, params.next())).collect()
}

fn argument(number: usize, taken: Taken, param: Option<&Param>) -> Result<Argument> {
    let wanted = param.and_then(Param::numbers);
    Ok(match taken {
        Taken::Local(size) => Argument::Local(size),
        Taken::Number(text) => {
            let bytes = wanted.and_then(NumberType::of).and_then(|ty| (ty.read)(&text));
            let named = param.map_or_else(|| "missing".to_owned(), ToString::to_string);
            Argument::Value(bytes.ok_or_else(|| {
                let sentence = format!("argument {number} is {named}, and the number {text} is given for it");
                Error::of(Code::Argument, sentence).hint("a number of NumPy's types says its size")
            })?)
        }
        Taken::Value(given, bytes) => {
            check(number, given, wanted, false)?;
            Argument::Value(bytes)
        }
        Taken::Buffer(given, bytes) => {
            check(number, given, wanted, true)?;
            // Vectors and structures are arrays, too.
            if matches!(param, Some(Param::Value(..))) { Argument::Value(bytes) } else { Argument::Buffer(bytes) }
        }
    })
}

/// Rejects numbers of another type than the parameter's; a buffer of bytes is accepted for any type.
fn check(number: usize, given: Option<Numbers>, wanted: Option<Numbers>, is_buffer: bool) -> Result<()> {
    let (Some(given), Some(wanted)) = (given, wanted) else { return Ok(()) };
    if given.is_like(wanted) || is_buffer && (wanted.bits == 8 || given.bits == 8) {
        return Ok(());
    }
    let of = if is_buffer { "a buffer of " } else { "" };
    Err(Error::of(Code::Argument, format!("argument {number} is {of}{wanted}, and {given} is given for it")))
}

fn grid(kernel: &Kernel, sizes: &(Vec<u64>, Option<Vec<u64>>), sub_group: u32, threads: usize) -> Result<Grid> {
    let filled = |sizes: &[u64]| [0, 1, 2].map(|dimension| sizes.get(dimension).copied().unwrap_or(1));
    let (given, local) = sizes;
    let dimensions = u32::try_from(given.len()).unwrap_or(u32::MAX);
    if kernel.is_shader {
        let error = Error::of(Code::Launch, format!("`{}` is a shader, and kernels are run here", kernel.name));
        return Err(error.hint("the program runs it: llvm-spirv-rs run"));
    }
    let global = filled(given);
    let local = local.as_deref().map(filled).or(kernel.required_size).unwrap_or_else(|| Grid::dividing(global));
    Ok(Grid { dimensions, global, local, sub_group, threads, ..Grid::line(1, 1) })
}
