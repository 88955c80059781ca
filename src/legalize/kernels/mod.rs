//! Kernels and ordinary functions as compute shaders: the interface of each is made of descriptors and push constants
//! (S4-76 to S4-81).
//!
//! In: a module with physical addressing for a Vulkan environment, or functions with the attribute
//! `"spirv.local_size"`. Out: a module with logical addressing as [shaders](crate::concepts::shaders) have it, whose
//! entry points have no parameters. Pointers lead to blocks of words or numbers, scalar and vector parameters are
//! members of a block of push constants, and OpenCL's work-item queries use builtin variables. All calls are inlined.
//! Pointers stay as LLVM's passes leave them; the access chains are rebuilt later (`legalize::logical::chains`).
//!
//! `prepare` leaves the entry points alone; `rounds` makes arrays of variables in loops; `descriptors`, `images` and `constants` make the variables of their parameters;
//! `spaces` leads pointers into the address spaces of shaders; `bytes` has them count in bytes and `wholes` takes structures apart, so that the data layout can
//! change; `addresses` makes numbers of pointers where buffers have no bindings; `stored` makes offsets of those that variables hold; `aligned` divides the bytes that only the host knows; `elements` chooses what the blocks are made of; `copied` divides copies by `units`; `work_items` and `functions` replace builtins, `globals` are what a module has
//! besides. Behind the passes for logical addressing, `vectors` marks vectors that are built at once. `host` is what the host is told, and what it says besides arguments.

mod addresses;
mod aligned;
mod beside;
mod booleans;
mod bytes;
mod casts;
mod comparisons;
mod constants;
mod contents;
mod copied;
mod descriptors;
mod elements;
mod entry;
mod functions;
mod globals;
mod host;
mod images;
mod kinds;
mod memory;
mod merge;
mod metadata;
mod nulls;
mod numbers;
mod offsets;
mod passed;
mod places;
mod prepare;
mod rounds;
mod spaces;
mod stored;
mod tables;
mod units;
pub mod vectors;
mod wholes;
mod work_items;

use crate::conventions::calling::SPIR_KERNEL;
use crate::environment::Api;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{AttributePlace, Builder, Module, Value};
use crate::options::{Buffers, Options, Version};
use crate::target::Target;

/// Converts the entry points of a module to shaders: kernels and functions with the attribute, if the module has physical
/// addressing and the environment is Vulkan; only functions with the attribute, if it has logical addressing. Returns
/// whether there were any.
pub fn run<'m>(module: &'m Module<'m>, options: &Options, target: &Target<'_>) -> Result<bool> {
    let Some(models) = target.models else { return Ok(false) };
    let is_physical = !target.is_logical();
    let is_vulkan = options.environment.api() == Api::Vulkan;
    let is_entry = |function: &Value<'m>| !function.is_declaration() && (is_marked(*function) || is_kernel(*function));
    if is_physical && !is_vulkan || !is_physical && !module.functions().any(|f| !f.is_declaration() && is_marked(f)) {
        return Ok(false);
    }
    let context = module.context();
    let place = Place { module, context: &context, builder: Builder::new(module) };
    if module.has_no_data_layout() {
        module.set_data_layout(models.layout)?;
    }
    if options.buffers == Buffers::Addresses {
        addresses::check(module)?;
    }
    if is_physical {
        metadata::read(&place)?;
    }
    if is_physical && !module.functions().any(|f| is_entry(&f)) && module.functions().any(|f| !f.is_declaration()) {
        return Err(Error::of(Code::Environment, "a module without kernels, of which Vulkan runs nothing")
            .hint("a kernel becomes a shader, and so does a function with the attribute \"spirv.local_size\""));
    }
    let entries = chosen(options, module.functions().filter(is_entry).collect())?;
    prepare::run(&place, &entries)?;
    tables::flatten(&place)?;
    if let (Some((_, name)), [entry]) = (&options.entry_point, entries.as_slice()) {
        entry.set_name(name);
    }
    // Modes with constants are of Vulkan 1.3; the constant that came before is one for all entry points.
    let is_shared = is_vulkan && options.environment.version() < Version::V1_6 && work_items::are_unknown(&entries)?;
    let places = places::Places::of(options, &entries)?;
    let plan = host::Plan::of(module, options, &entries, (places, is_shared))?;
    let free = descriptors::free_set(&entries, &plan)?;
    let (mut variables, data) = globals::replace(&place, &plan, free)?;
    let behind = variables.iter().map(|variable| variable.parameter.set.saturating_add(1)).fold(free, u32::max);
    let printed = options.printf_buffer.map(functions::Printed::of);
    let (mut shaders, mut layouts) = (Vec::new(), Layouts::new(&place));
    for function in entries {
        let name = function.name().to_owned();
        let shader = entry::shader(&place, &mut layouts, (&plan, printed.as_ref()), function);
        shaders.push(shader.map_err(|error| located(error, &name))?);
    }
    let buffer = printed.as_ref().map(|printed| printed.buffer(&plan.places, behind)).transpose()?.flatten();
    let buffer = buffer.inspect(|buffer| variables.push(buffer.clone()));
    let printed = printed.as_ref().zip(buffer.as_ref());
    entry::finish(&place, options, shaders, variables, (&plan, data.as_ref(), printed))?;
    Ok(true)
}

/// Returns the entry point that the options select; all entry points if they select none.
fn chosen<'m>(options: &Options, mut entries: Vec<Value<'m>>) -> Result<Vec<Value<'m>>> {
    let Some((wanted, _)) = &options.entry_point else { return Ok(entries) };
    let names: Vec<_> = entries.iter().map(|entry| entry.name().to_owned()).collect();
    entries.retain(|entry| entry.name() == wanted);
    if entries.is_empty() {
        let error = Error::of(Code::CommandLine, format!("the kernel {wanted}, which the module does not have"));
        return Err(error.hint(format!("it has {}", names.join(", "))));
    }
    Ok(entries)
}

fn located(error: Error, name: &str) -> Error {
    error.in_function(name)
}

fn is_marked(function: Value<'_>) -> bool {
    function.string_attribute(AttributePlace::Function, metadata::LOCAL_SIZE).is_some()
}

fn is_kernel(function: Value<'_>) -> bool {
    function.call_conv() == SPIR_KERNEL
}
