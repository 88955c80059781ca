//! The cpu form: plain LLVM IR in address space 0, in which a function runs one work-group of a kernel.
//!
//! In: friendly IR of kernels for `spir64`. Out: a module for any target of LLVM with 64-bit pointers, and the facts
//! that a host needs about each kernel. For `spir`, addresses in memory have 32 bits in the output, too: the host has
//! all memory below 4 GiB (`narrow.rs`).
//!
//! ```text
//! friendly IR -> survey -> flatten (text) + shells + builtins -> inline -> suspend -> lockstep -> cpu form
//! ```
//!
//! For a kernel `k` there is `i32 @k.step(ptr %context, ptr %item)`, which runs a work-item up to its next barrier, and
//! `void @k.group(ptr %context, i64 %x, i64 %y, i64 %z)`, which runs the work-items of a group. Nothing is global:
//! threads run groups side by side. `abi.rs` has the fields of context and item.

mod alike;
mod bounds;
mod builtins;
mod divisions;
mod document;
mod enqueued;
mod facts;
mod flatten;
mod indices;
mod inline;
mod lockstep;
mod made;
mod narrow;
mod numbers;
mod order;
mod recompute;
mod room;
mod roundings;
mod shader;
mod shared;
mod shell;
mod sources;
mod survey;
mod suspend;
mod template;
mod variables;
mod watch;

pub use bounds::{LOCALS, VARIABLE};
pub use document::named;
pub use facts::{Binding, Checks, Kernel, Param, Record, Stage};
pub use numbers::{Format, Numbers};
pub use sources::{Sources, line};

use llvm_spirv::binary::passes::specialize;
use llvm_spirv::binary::{Words, header};
use llvm_spirv::error::{Error, Result};
use llvm_spirv::llvm::{Builder, Context, Module};
use llvm_spirv::options::Options;
use llvm_spirv::{llvm_to_spirv, reverse};

/// A module in cpu form.
#[derive(Debug)]
pub struct Form<'c> {
    /// The module.
    pub module: Module<'c>,
    /// Its kernels.
    pub kernels: Vec<Kernel>,
    /// The bytes of an address in the module's memory.
    pub address_bytes: usize,
    /// The kernels that are left out, each with the reason.
    pub left_out: Vec<(String, Error)>,
    /// The total size of its variables in local memory, in bytes.
    pub local_size: u64,
    /// The names of these variables, with their first and end offsets.
    pub locals: Vec<(String, u64, u64)>,
    /// The source files, for positions in reports of checks.
    pub sources: Sources,
    /// The variables of shaders that the host binds.
    variables: Vec<variables::Variable>,
}

/// Makes the cpu form of a SPIR-V binary, or of LLVM IR, which is translated to SPIR-V first.
///
/// All specialization constants have their default or overridden values in it, so that sizes computed from them are
/// known.
pub fn of_bytes<'c>(bytes: &[u8], options: &Options, checks: Checks, context: &'c Context) -> Result<Form<'c>> {
    let made = if header::is_spirv(bytes) { None } else { Some(llvm_to_spirv(bytes, options)?.bytes) };
    let words = Words::read(made.as_deref().unwrap_or(bytes))?;
    let words = Words::of(specialize::specialize(&words, &options.spec_constants))?;
    let own = Context::new();
    let module = reverse::translate(&words, options, &own)?.module;
    form(&module, checks, context)
}

/// Removes the metadata for parallel accesses from a form. With it, LLVM 22 reorders accesses of one work-item when it
/// vectorises interleaved accesses, unless that is disabled (`-enable-interleaved-mem-accesses=false`).
pub fn unmark(form: &Form<'_>) -> Result<()> {
    let builder = Builder::new(&form.module);
    for region in form.module.functions().filter(|function| function.name().ends_with(".region")) {
        let instructions: Vec<_> = region.blocks().flat_map(|block| block.instructions()).collect();
        for call in
            instructions.into_iter().filter(|inst| inst.is_call() && inst.metadata("llvm.access.group").is_some())
        {
            let Some(callee) = call.called_function() else { continue };
            builder.position_before(call)?;
            call.replace_uses(builder.call(callee, &call.call_args().collect::<Vec<_>>())?)?;
            call.erase()?;
        }
    }
    Ok(())
}

/// Makes the cpu form of a module of friendly IR, in its own context.
pub fn form<'c>(module: &Module<'_>, checks: Checks, context: &'c Context) -> Result<Form<'c>> {
    let mut survey = survey::survey(module)?;
    let mut text = flatten::flatten(&module.print(), if survey.is_shader { shader::VECTORS } else { "" });
    text.push_str(&shell::PRELUDE);
    // Addresses in the memory of shaders are of physical storage buffers.
    let is_narrow = !survey.is_shader && narrow::is_narrow(module);
    let address_bytes = if is_narrow { 4 } else { 8 };
    let mut definitions = builtins::Definitions::new(8 * address_bytes as u64, survey.has_quads());
    let mut lacking = if survey.is_shader { Vec::new() } else { survey::importing(module) };
    for function in module
        .functions()
        .filter(|f| f.entry_block().is_none() && f.intrinsic_id() == 0 && f.is_used() && !order::is_mark(*f))
    {
        if let Err(error) = definitions.define(function) {
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
    roundings::once(made::Made { module: &made, context })?;
    let sources = if checks == Checks::Reported { Sources::of(&made) } else { Sources::default() };
    if is_narrow {
        let lacking = narrow::narrow(module, made::Made { module: &made, context })?;
        let without = survey.without(module, lacking);
        without.iter().try_for_each(|(kernel, _)| shell::drop_functions(&made, kernel))?;
        left_out.extend(without);
    }
    let locals = shell::locals(&made)?;
    let mut kernels = Vec::new();
    for entry in &survey.kernels {
        let mut kernel = entry.facts.clone();
        match finished(&made, context, &survey, &locals, (entry, checks, &sources), &mut kernel) {
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
    let lacking = left_out.iter().map(|(name, _)| name.as_str());
    enqueued::point_to_groups(
        made::Made { module: &made, context },
        kernels.iter().map(|k| k.name.as_str()).chain(lacking),
    )?;
    inline::drop_inlined(&made, &survey)?;
    if survey.is_shader || checks != Checks::Reported {
        divisions::guard(made::Made { module: &made, context })?;
    }
    if checks == Checks::Reported {
        watch::watch(made::Made { module: &made, context }, &sources)?;
    }
    if survey.is_shader {
        shader::drop_globals(&made)?;
    }
    lockstep::hold(made::Made { module: &made, context })?;
    made.verify()?;
    let local_size = locals.iter().map(|local| local.end).max().unwrap_or(0);
    let locals = locals.iter().map(|local| (local.variable.name().to_owned(), local.begin, local.end)).collect();
    Ok(Form {
        module: made,
        kernels,
        address_bytes,
        left_out,
        local_size,
        locals,
        sources,
        variables: survey.variables,
    })
}

/// Completes the step of a kernel.
fn finished<'m>(
    made: &'m Module<'_>,
    context: &'m Context,
    survey: &survey::Survey,
    locals: &[shell::Local<'m>],
    (entry, checks, sources): (&facts::Entry, Checks, &Sources),
    kernel: &mut Kernel,
) -> Result<()> {
    let step = shell::step(made, &kernel.name)?;
    inline::inline(step, survey)?;
    let site = made::Made { module: made, context };
    let placed = shell::place_locals(site, step, locals)?;
    let mut helper = None;
    let mut roots = if survey.is_shader {
        let (roots, flag) = shader::lower(site, step, &survey.resources, &placed)?;
        helper = flag;
        roots
    } else if checks == Checks::Reported {
        bounds::of_kernel(site, step, entry)?
    } else {
        bounds::Roots::default()
    };
    if checks == Checks::Reported {
        bounds::add_locals(site, &placed, &mut roots)?;
    }
    bounds::guard(site, step, &roots, (checks, sources))?;
    if let Some(helper) = helper {
        shader::hide(site, step, helper)?;
    }
    if survey.is_shader {
        step.split_variables()?;
    }
    if checks != Checks::Reported && locals.iter().all(|local| local.end < indices::MOST_BYTES) {
        indices::extend(site, step)?;
    }
    let frames = suspend::split(made, context, step, checks == Checks::Reported)?;
    room::check(made, step)?;
    if checks != Checks::Reported {
        lockstep::replace(site, step, frames.lines.is_empty())?;
    }
    let shares = context.const_int(context.int_type(1)?, u64::from(shell::shares(step)))?;
    shell::record(made, &kernel.name, "shares", shares)?;
    (kernel.frame_size, kernel.key_words, kernel.lines) = (frames.size, frames.keys, frames.lines);
    Ok(())
}
