//! The forms of SPIR-V that a random kernel takes, and the runner for each of them.

use super::kernel::{ITEMS, Kernel};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv_testing::with;
use spirv_runner::form::{Checks, Param};
use spirv_runner::{Argument, Effort, Grid, Program, launch};

/// The form of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A kernel, without extensions.
    Kernel,
    /// A kernel, with all extensions.
    Extended,
    /// A compute shader.
    Vulkan,
}

/// The forms.
pub const FORMS: [Form; 3] = [Form::Kernel, Form::Extended, Form::Vulkan];

impl Form {
    fn options(self) -> Options {
        match self {
            Self::Kernel => Options::default(),
            Self::Extended => with(Options::default(), |options| options.extensions = Extensions::all()),
            Self::Vulkan => with(Options::default(), |options| {
                options.environment = "vulkan1.3".parse().unwrap_or_default();
            }),
        }
    }

    /// Returns the number of `count` kernels that a module may hold: shaders of one module would share binding numbers,
    /// so each is in a separate module.
    pub fn in_module(self, count: usize) -> usize {
        if self == Self::Vulkan { 1 } else { count.max(1) }
    }

    /// Translates a module to this form, and prepares it to run.
    ///
    /// # Errors
    ///
    /// Errors of the translator, the validator or the runner.
    pub fn program(self, text: &str, names: &[String]) -> Result<Program, String> {
        let spirv = llvm_to_spirv(text.as_bytes(), &self.options()).map_err(|error| error.to_string())?.bytes;
        // SPIRV-Tools does not know all extensions.
        if self != Self::Extended {
            llvm_spirv_validator::validate(&spirv).map_err(|complaint| complaint.whole)?;
        }
        let how = (Checks::default(), Effort::Least);
        Program::compiled(&spirv, &Options::default(), how, Some(names)).map_err(|error| error.to_string())
    }
}

/// Runs a kernel for all work-items; returns the resulting buffers.
///
/// # Errors
///
/// Errors of the runner.
pub fn run(program: &Program, kernel: &Kernel) -> Result<Vec<Vec<u8>>, String> {
    let name = &kernel.name;
    let facts = program.kernels().iter().find(|facts| facts.name == *name).ok_or("the kernel is not there")?;
    let mut arguments: Vec<_> = if facts.is_shader {
        facts.params.iter().map(|param| bound(param, kernel)).collect()
    } else {
        let buffers = kernel.buffers.iter().cloned().map(Argument::Buffer);
        buffers.chain(kernel.arguments.iter().map(|parameter| Argument::Value(parameter.bytes.clone()))).collect()
    };
    let grid = Grid { threads: 1, ..Grid::line(ITEMS as u64, 1) };
    launch(program, name, &grid, &mut arguments).map_err(|error| error.to_string())?;
    let mut after = kernel.buffers.clone();
    for (at, argument) in arguments.into_iter().enumerate() {
        let number = if facts.is_shader { facts.params.get(at).and_then(buffer) } else { Some(at) };
        match (number.and_then(|number| after.get_mut(number)), argument) {
            (Some(place), Argument::Buffer(bytes)) => *place = bytes,
            (Some(place), Argument::Buffers(mut bytes)) => *place = bytes.pop().unwrap_or_default(),
            _ => {}
        }
    }
    Ok(after)
}

/// Returns the argument for a shader's parameter.
fn bound(param: &Param, kernel: &Kernel) -> Argument {
    match param {
        Param::Binding(binding) if binding.is_uniform => Argument::Buffers(vec![kernel.block(binding.size as usize)]),
        Param::Push(size, _) => Argument::Push(kernel.block(*size as usize)),
        _ => match buffer(param).and_then(|number| kernel.buffers.get(number)) {
            Some(bytes) => Argument::Buffers(vec![bytes.clone()]),
            None => Argument::Nothing,
        },
    }
}

/// Returns the number of the buffer for a shader's parameter.
fn buffer(param: &Param) -> Option<usize> {
    match param {
        Param::Binding(binding) if !binding.is_uniform => Some(binding.binding as usize),
        _ => None,
    }
}
