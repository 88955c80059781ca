//! The cpu form: plain LLVM IR in address space 0, in which a function runs one work-group of a kernel.
//!
//! In: friendly IR of kernels for `spir64`. Out: a module that any target of LLVM with 64-bit pointers compiles, and
//! what a host must know of each kernel.
//!
//! ```text
//! friendly IR -> survey -> flatten (text) + shells + builtins -> inline -> suspend -> cpu form
//! ```
//!
//! For a kernel `k` there is `i32 @k.step(ptr %context, ptr %item)`, which runs a work-item up to its next barrier, and
//! `void @k.group(ptr %context, i64 %x, i64 %y, i64 %z)`, which runs the work-items of a group. Nothing is global: threads
//! run groups side by side. `shell.rs` says what context and item hold.

mod bounds;
mod builtins;
mod flatten;
mod inline;
mod order;
mod shader;
mod shell;
mod survey;
mod suspend;

use crate::binary::passes::specialize;
use crate::binary::{Words, header};
use crate::error::{Error, Result};
use crate::llvm::{Context, Module};
use crate::options::Options;
use crate::{llvm_to_spirv, reverse};

/// What becomes of accesses outside of an argument's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// Those of shaders do nothing, those of kernels anything.
    #[default]
    Silent,
    /// They do nothing, and the host's `spirv_outside` is told.
    Reported,
}

/// Says what a host must know of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// The name of the entry point.
    pub name: String,
    /// The parameters.
    pub params: Vec<Param>,
    /// The bytes that each work-item needs for what it keeps over barriers.
    pub frame_size: u64,
    /// The words at a frame's beginning that order the work-items of a sub-group that wait; 0 where they wait together.
    pub key_words: u64,
    /// The size that all work-groups must have, where the kernel names one.
    pub required_size: Option<[u64; 3]>,
    /// Whether it has barriers: its work-items take turns.
    pub suspends: bool,
    /// Whether it is a compute shader: its parameters are what the host binds.
    pub is_shader: bool,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A value of so many bytes.
    Value(u64),
    /// A pointer to global or constant memory.
    Pointer,
    /// A pointer to local memory.
    Local,
    /// An opaque object, by the name of its type: `spirv.Image`.
    Object(String),
    /// A descriptor of a shader.
    Binding(Binding),
    /// The push constants of a shader, of so many bytes.
    Push(u64),
}

/// A descriptor, or an array of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// The number of the set.
    pub set: u32,
    /// The number of the binding.
    pub binding: u32,
    /// The number of descriptors; 0 for an array of any length.
    pub count: u64,
    /// The least bytes of a buffer: without elements of the open array at its end.
    pub size: u64,
    /// The name of the type where it is no buffer: `spirv.Image`.
    pub object: Option<String>,
    /// Whether it is a uniform buffer.
    pub is_uniform: bool,
}

/// A module in cpu form.
#[derive(Debug)]
pub struct Form<'c> {
    /// The module.
    pub module: Module<'c>,
    /// Its kernels.
    pub kernels: Vec<Kernel>,
    /// The kernels that it lacks, and why.
    pub left_out: Vec<(String, Error)>,
    /// The bytes of its variables in local memory, together.
    pub local_size: u64,
}

/// Makes the cpu form of a SPIR-V binary, or of LLVM IR, which is translated to SPIR-V first.
///
/// All specialization constants have their values in it, so that sizes that are computed of them are known.
pub fn of_bytes<'c>(bytes: &[u8], options: &Options, checks: Checks, context: &'c Context) -> Result<Form<'c>> {
    let made = if header::is_spirv(bytes) { None } else { Some(llvm_to_spirv(bytes, options)?.bytes) };
    let words = Words::read(made.as_deref().unwrap_or(bytes))?;
    let words = Words::of(specialize::specialize(&words, &options.spec_constants))?;
    let own = Context::new();
    let module = reverse::translate(&words, options, &own)?.module;
    form(&module, checks, context)
}

/// Makes the cpu form of a module of friendly IR, in a context of its own.
pub fn form<'c>(module: &Module<'_>, checks: Checks, context: &'c Context) -> Result<Form<'c>> {
    if module.layout().pointer_size(1) != 8 && !shader::is_shader(module) {
        return Err(Error::unsupported("the cpu form is made of modules with 64-bit pointers"));
    }
    let mut survey = survey::survey(module)?;
    let mut text = flatten::flatten(&module.print(), if survey.is_shader { shader::VECTORS } else { "" });
    text.push_str(shell::PRELUDE);
    let mut definitions = builtins::Definitions::default();
    let mut lacking = Vec::new();
    for function in module
        .functions()
        .filter(|f| f.entry_block().is_none() && f.intrinsic_id() == 0 && f.is_used() && !order::is_mark(*f))
    {
        if let Err(error) = definitions.define(function, &survey) {
            definitions.declare_as_is(function);
            lacking.push((function.name().to_owned(), error));
        }
    }
    let mut left_out = survey.without(module, lacking);
    text.push_str(&definitions.text());
    for kernel in &survey.kernels {
        text.push_str(&shell::functions(kernel)?);
    }
    let made = context.parse(text.as_bytes(), "cpu")?;
    let locals = shell::locals(&made)?;
    let mut kernels = Vec::new();
    for entry in &survey.kernels {
        let mut kernel = entry.facts.clone();
        match finished(&made, context, &survey, &locals, (entry, checks), &mut kernel) {
            Ok(()) => kernels.push(kernel),
            Err(error) => {
                shell::drop_functions(&made, &kernel.name)?;
                left_out.push((kernel.name, error));
            }
        }
    }
    if kernels.is_empty() && !left_out.is_empty() {
        return Err(left_out.swap_remove(0).1);
    }
    inline::drop_inlined(&made, &survey)?;
    if survey.is_shader {
        shader::drop_globals(&made)?;
    }
    made.verify()?;
    let local_size = locals.last().map_or(0, |local| local.end);
    Ok(Form { module: made, kernels, left_out, local_size })
}

/// Makes the step of a kernel.
fn finished<'m>(
    made: &'m Module<'_>,
    context: &'m Context,
    survey: &survey::Survey,
    locals: &[shell::Local<'m>],
    (entry, checks): (&survey::Entry, Checks),
    kernel: &mut Kernel,
) -> Result<()> {
    let step = shell::step(made, &kernel.name)?;
    inline::inline(step, survey)?;
    shell::place_locals(made, step, locals)?;
    let site = shader::Made { module: made, context };
    let roots = if survey.is_shader {
        shader::lower(made, context, step, &survey.resources)?
    } else if checks == Checks::Reported {
        bounds::of_kernel(site, step, entry)?
    } else {
        bounds::Roots::default()
    };
    bounds::guard(site, step, &roots, checks)?;
    if survey.is_shader {
        step.split_variables()?;
    }
    let frames = suspend::split(made, context, step)?;
    (kernel.frame_size, kernel.key_words) = (frames.size, frames.keys);
    Ok(())
}
