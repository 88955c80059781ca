//! Kernels whose arguments, buffers and structures hold `half`, `bfloat` and integers of any width: LLVM's code, the kernel
//! form and the Vulkan form write the same values.
//!
//! ```text
//! random -> kernel -> text -+-> jit                                  -+
//!                           +-> SPIR-V -> runner                     -+-> compare, but for padding
//!                           +-> SPIR-V for Vulkan, valid -> runner   -+
//! ```

mod kernel;
mod layout;

use crate::jit::{Jit, Oracle};
use crate::program::HEADER;
use crate::random::Random;
use kernel::{ARGUMENTS, ITEMS, Kernel};
use llvm_spirv::cpu::{Checks, Param};
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{Extensions, Options};
use spirv_runner::{Argument, Grid, Program, launch};

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

/// All forms.
pub const FORMS: [Form; 3] = [Form::Kernel, Form::Extended, Form::Vulkan];

impl Form {
    fn options(self) -> Options {
        match self {
            Self::Kernel => Options::default(),
            Self::Extended => Options { extensions: Extensions::all(), ..Options::default() },
            Self::Vulkan => Options { environment: "vulkan1.3".parse().unwrap_or_default(), ..Options::default() },
        }
    }
}

const BUILTIN: &str = "declare spir_func i64 @_Z13get_global_idj(i32)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
";

/// Kernels that share a module.
#[derive(Debug)]
pub struct Batch(Vec<Kernel>);

impl Batch {
    /// The kernels from `first` on.
    pub fn new(seed: u64, first: u64, count: u64) -> Self {
        Self((first..first + count).map(|number| Kernel::random(seed, number)).collect())
    }

    /// The module that is translated.
    pub fn text(&self) -> String {
        text(&self.0)
    }

    fn reference(&self) -> String {
        self.0.iter().fold(format!("{HEADER}{BUILTIN}"), |text, kernel| text + &kernel.reference())
    }

    /// Runs all kernels in some forms; returns what is wrong, each with the name of a kernel, or of all of them.
    pub fn check(&self, forms: &[Form]) -> Vec<String> {
        let jit = match Jit::new(&self.reference(), Oracle::First) {
            Ok(jit) => jit,
            Err(message) => return vec![format!("original: {message}")],
        };
        let inputs: Vec<_> = self.0.iter().map(Input::new).collect();
        let before: Vec<_> = self.0.iter().zip(&inputs).map(|(kernel, input)| input.by_llvm(&jit, kernel)).collect();
        let run = |form: &Form| {
            // Shaders of one module share the numbers of their bindings: each is in one of its own.
            let size = if *form == Form::Vulkan { 1 } else { self.0.len().max(1) };
            let parts = self.0.chunks(size).zip(inputs.chunks(size)).zip(before.chunks(size));
            parts.flat_map(|((kernels, inputs), before)| in_form(*form, kernels, inputs, before)).collect::<Vec<_>>()
        };
        forms.iter().flat_map(run).collect()
    }
}

/// Runs kernels in a form; returns what is wrong.
fn in_form(form: Form, kernels: &[Kernel], inputs: &[Input], before: &[Result<Vec<u8>, String>]) -> Vec<String> {
    let names: Vec<_> = kernels.iter().map(Kernel::name).collect();
    let program = match program(&text(kernels), &names, form) {
        Ok(program) => program,
        Err(message) => return vec![format!("{form:?}: {}: {message}", names.join(", "))],
    };
    let one = |((kernel, input), before): ((&Kernel, &Input), &Result<Vec<u8>, String>)| {
        let after = input.by_runner(&program, kernel);
        let fault = match (before, after) {
            (Ok(before), Ok(after)) => difference(kernel, before, &after)?,
            (Err(message), _) => message.clone(),
            (_, Err(message)) => message,
        };
        Some(format!("{form:?}: {}: {fault}", kernel.name()))
    };
    kernels.iter().zip(inputs).zip(before).filter_map(one).collect()
}

/// Returns the module of some kernels.
fn text(kernels: &[Kernel]) -> String {
    kernels.iter().fold(format!("{HEADER}{BUILTIN}"), |text, kernel| text + &kernel.translated())
}

fn program(text: &str, names: &[String], form: Form) -> Result<Program, String> {
    let spirv = llvm_to_spirv(text.as_bytes(), &form.options()).map_err(|error| error.to_string())?.bytes;
    // SPIRV-Tools does not know all extensions.
    if form != Form::Extended {
        llvm_spirv_validator::validate(&spirv).map_err(|complaint| complaint.whole)?;
    }
    Program::of(&spirv, &Options::default(), Checks::default(), Some(names)).map_err(|error| error.to_string())
}

/// The bytes that a kernel reads.
struct Input {
    arguments: Vec<Vec<u8>>,
    buffer: Vec<u8>,
}

impl Input {
    fn new(kernel: &Kernel) -> Self {
        let random = &mut Random::new(1, kernel.arguments.len() as u64);
        let arguments = kernel.arguments.iter().map(|argument| layout::fill(random, &argument.ty)).collect();
        let buffer = (0..ITEMS).flat_map(|_| layout::fill(random, &kernel.element)).collect();
        Self { arguments, buffer }
    }

    /// Returns all arguments, one behind the other.
    fn block(&self, kernel: &Kernel) -> Vec<u8> {
        let mut block = Vec::new();
        for (place, bytes) in kernel.places().into_iter().zip(&self.arguments) {
            block.resize(place, 0);
            block.extend(bytes);
        }
        block
    }

    fn by_llvm(&self, jit: &Jit, kernel: &Kernel) -> Result<Vec<u8>, String> {
        let mut bytes = self.block(kernel);
        bytes.resize(ARGUMENTS, 0);
        bytes.extend(&self.buffer);
        let (bytes, mut output) = (Aligned::new(&bytes), Aligned::new(&vec![0; ITEMS * layout::size(&kernel.result)]));
        jit.call(&kernel.name(), bytes.bytes(), output.bytes_mut())?;
        Ok(output.bytes().to_vec())
    }

    fn by_runner(&self, program: &Program, kernel: &Kernel) -> Result<Vec<u8>, String> {
        let name = kernel.name();
        let facts = program.kernels().iter().find(|facts| facts.name == name).ok_or("the kernel is not there")?;
        let room = vec![0; ITEMS * layout::size(&kernel.result)];
        let mut arguments: Vec<_> = if facts.is_shader {
            facts.params.iter().map(|param| self.bound(param, kernel, &room)).collect()
        } else {
            let buffers = [&self.buffer, &room].map(|bytes| Argument::Buffer(bytes.clone()));
            buffers.into_iter().chain(self.arguments.iter().cloned().map(Argument::Value)).collect()
        };
        let grid = Grid { threads: 1, ..Grid::line(ITEMS as u64, 1) };
        launch(program, &name, &grid, &mut arguments).map_err(|error| error.to_string())?;
        let is_output =
            |param: &Param| matches!(param, Param::Binding(binding) if binding.binding == 1 && !binding.is_uniform);
        let at = if facts.is_shader { facts.params.iter().position(is_output) } else { Some(1) };
        match at.and_then(|at| arguments.into_iter().nth(at)) {
            Some(Argument::Buffer(bytes)) => Ok(bytes),
            Some(Argument::Buffers(mut buffers)) => buffers.pop().ok_or_else(|| "no buffer".into()),
            _ => Err("nothing is written".into()),
        }
    }

    /// Returns what a shader's parameter is bound to.
    fn bound(&self, param: &Param, kernel: &Kernel, room: &[u8]) -> Argument {
        match param {
            Param::Binding(binding) if binding.is_uniform => Argument::Buffers(vec![self.padded(kernel, binding.size)]),
            Param::Binding(binding) if binding.binding == 0 => Argument::Buffers(vec![self.buffer.clone()]),
            Param::Binding(_) => Argument::Buffers(vec![room.to_vec()]),
            Param::Push(size, _) => Argument::Push(self.padded(kernel, *size)),
            _ => Argument::Nothing,
        }
    }

    fn padded(&self, kernel: &Kernel, size: u64) -> Vec<u8> {
        let mut bytes = self.block(kernel);
        bytes.resize(bytes.len().max(size as usize), 0);
        bytes
    }
}

/// Bytes at an address that all types have.
struct Aligned(Vec<u8>, usize, usize);

impl Aligned {
    fn new(bytes: &[u8]) -> Self {
        const MOST: usize = 128;
        let mut room = vec![0_u8; bytes.len() + MOST];
        let first = room.as_ptr().align_offset(MOST);
        room[first..first + bytes.len()].copy_from_slice(bytes);
        Self(room, first, bytes.len())
    }

    fn bytes(&self) -> &[u8] {
        &self.0[self.1..self.1 + self.2]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0[self.1..self.1 + self.2]
    }
}

/// Returns the first value that differs.
fn difference(kernel: &Kernel, before: &[u8], after: &[u8]) -> Option<String> {
    let (size, mask) = (layout::size(&kernel.result), layout::mask(&kernel.result));
    let differs = |at: &usize| (before[*at] ^ after[*at]) & mask[at % size] != 0;
    let at = (0..before.len()).find(differs)?;
    let leaf = layout::leaves(&kernel.result).into_iter().rfind(|leaf| leaf.offset <= at % size)?;
    let path: Vec<_> = leaf.path.iter().map(|(index, _)| index.to_string()).collect();
    let (item, ty) = (at / size, &leaf.ty);
    let text =
        format!("work-item {item}, {ty} {}: {:02x} by LLVM, {:02x} after", path.join("."), before[at], after[at]);
    Some(text)
}
