//! The names in MLIR's document on the SPIR-V dialect, by which a host that is linked with a kernel accesses it.
//!
//! ```text
//! SPIR-V, module `foo`                            LLVM IR
//! entry point `bar`                               void @__spv__foo_bar()
//! variable `arg`, set 0, binding 1                @__spv__foo_arg_descriptor_set0_binding1, a buffer
//! the size of one that ends in an open array      @__spv__foo_arg_descriptor_set0_binding1_size, of the host
//! variable `push` of push constants               @__spv__foo_push_push_constant
//! (the document has one work-group)               @__spv__foo_bar_num_workgroups, three numbers, 1 at first
//! ```
//!
//! The host copies to the buffers, calls, and copies back. One launch runs at a time, as the buffers are global.

use super::Form;
use super::facts::{Kernel, Param};
use super::shell::quoted;
use super::template;
use super::variables::Variable;
use crate::abi::{Item, SLOT};
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::Context;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The prefix of all names of the document.
const PREFIX: &str = "__spv__";

/// The template of the launch function that the document defines.
pub const LAUNCH: &str = include_str!("document.ll");

/// The limit on the bytes of one kind of memory, which is a global variable.
const MOST_BYTES: u64 = 1 << 31;

/// Converts a form to the document's names, for a module of this name.
pub fn named<'c>(form: &Form<'_>, module: &str, sub_group: u32, context: &'c Context) -> Result<Form<'c>> {
    let module = prefixed(module);
    let mut text = format!("source_filename = {}\n", quoted(&module));
    for line in form.module.print().lines().filter(|line| !line.starts_with("source_filename")) {
        let _ = writeln!(text, "{line}");
    }
    for (name, buffer) in buffers(form, &module)? {
        text.push_str(&buffer.text(&name));
    }
    for kernel in &form.kernels {
        text.push_str(&launch(form, kernel, &module, sub_group)?);
    }
    let made = context.parse(text.as_bytes(), &module)?;
    made.verify()?;
    let (kernels, left_out) = (form.kernels.clone(), form.left_out.clone());
    Ok(Form {
        address_bytes: form.address_bytes,
        module: made,
        kernels,
        left_out,
        local_size: form.local_size,
        locals: form.locals.clone(),
        sources: form.sources.clone(),
        variables: form.variables.clone(),
    })
}

fn prefixed(name: &str) -> String {
    if name.starts_with(PREFIX) { name.to_owned() } else { format!("{PREFIX}{name}") }
}

/// Returns the name for a kernel or a variable of a module, unless the name has the prefix already.
fn of_module(module: &str, name: &str) -> String {
    match name.starts_with(PREFIX) {
        true => name.to_owned(),
        false if name.is_empty() => module.to_owned(),
        false => format!("{module}_{name}"),
    }
}

/// A global that stands for a buffer.
struct Buffer<'f> {
    size: u64,
    variable: &'f Variable,
}

impl Buffer<'_> {
    /// Returns the declaration of the buffer. The size of an open array is known to the host, which owns it.
    fn text(&self, name: &str) -> String {
        let (name, size, ty) = (quoted(name), quoted(&format!("{name}_size")), &self.variable.ty);
        match self.variable.is_open {
            true => format!("@{name} = external global {ty}\n@{size} = external global i64\n"),
            false => format!("@{name} = global {ty} zeroinitializer, align 16\n"),
        }
    }
}

/// Returns the globals for all buffers; unnamed variables with the same binding share one.
fn buffers<'f>(form: &'f Form<'_>, module: &str) -> Result<BTreeMap<String, Buffer<'f>>> {
    let mut buffers: BTreeMap<String, Buffer<'f>> = BTreeMap::new();
    for kernel in form.kernels.iter().take(1) {
        for (param, variable) in kernel.params.iter().zip(&form.variables) {
            let (name, size) = (buffer(param, variable, module)?, size(param));
            if buffers.get(&name).is_none_or(|other| other.size < size) {
                buffers.insert(name, Buffer { size, variable });
            }
        }
    }
    Ok(buffers)
}

fn size(param: &Param) -> u64 {
    match param {
        Param::Binding(binding) => binding.size,
        Param::Push(size, _) => *size,
        _ => 0,
    }
}

/// The name of the global for a buffer.
fn buffer(param: &Param, variable: &Variable, module: &str) -> Result<String> {
    let name = of_module(module, &variable.name);
    match param {
        Param::Binding(binding) if binding.object.is_none() && binding.count == 1 => {
            Ok(format!("{name}_descriptor_set{}_binding{}", binding.set, binding.binding))
        }
        Param::Push(..) => Ok(format!("{name}_push_constant")),
        Param::Binding(binding) => Err(errors::unsupported(format!(
            "set {}, binding {}, which is no buffer or several, by the names of the document",
            binding.set, binding.binding
        ))),
        _ => Err(errors::unsupported("a kernel with parameters, by the names of the document")),
    }
}

/// The function that the host calls.
fn launch(form: &Form<'_>, kernel: &Kernel, module: &str, sub_group: u32) -> Result<String> {
    let Some(local) = kernel.required_size.filter(|_| kernel.is_shader) else {
        return Err(errors::unsupported(format!(
            "`{}`, which is no shader, by the names of the document",
            kernel.name
        )));
    };
    let name = of_module(module, &kernel.name);
    let (mut tables, mut slots, mut sizes) = (String::new(), Vec::new(), String::new());
    for (index, (param, variable)) in kernel.params.iter().zip(&form.variables).enumerate() {
        let (buffer, table) = (buffer(param, variable, module)?, quoted(&format!("{}.table{index}", kernel.name)));
        let _ = writeln!(
            tables,
            "@{table} = internal global {{ ptr, i64 }} {{ ptr @{}, i64 {} }}",
            quoted(&buffer),
            size(param)
        );
        if variable.is_open {
            let from = quoted(&format!("{buffer}_size"));
            let _ = writeln!(sizes, "  %s{index} = load i64, ptr @{from}");
            let _ = writeln!(sizes, "  store i64 %s{index}, ptr getelementptr (i8, ptr @{table}, i64 8)");
        }
        slots.push(format!("ptr @{table}"));
    }
    let memories = memories(form, kernel, local)?;
    let quote = |end: &str| quoted(&format!("{}.{end}", kernel.name));
    let parts = [
        ("launch", quoted(&name)),
        ("num", quoted(&format!("{name}_num_workgroups"))),
        ("group", quote("group")),
        ("context", quote("context")),
        ("args", quote("args")),
        ("memory", quote("memory")),
        ("failed", quote("failed")),
        ("tables", tables),
        ("sizes", sizes),
        ("slots", slots.join(", ")),
        ("count", slots.len().to_string()),
        ("sub", sub_group.to_string()),
        ("local", format!("[i64 {}, i64 {}, i64 {}]", local[0], local[1], local[2])),
        ("x", local[0].to_string()),
        ("y", local[1].to_string()),
        ("z", local[2].to_string()),
    ];
    let parts: BTreeMap<_, _> = parts.into_iter().chain(memories).collect();
    Ok(template::filled(&template::with_layouts(LAUNCH), |name| parts.get(name).map(String::as_str)))
}

/// The bytes of a work-group's memory: variables, slots, work-items, frames.
fn memories(form: &Form<'_>, kernel: &Kernel, local: [u64; 3]) -> Result<[(&'static str, String); 4]> {
    let large = || errors::unsupported(format!("the entry point `{}`, whose workgroups are that large", kernel.name));
    let items = local.iter().try_fold(1_u64, |product, n| product.checked_mul(*n));
    let room = |each: u64| {
        let bytes =
            items.and_then(|items| items.checked_mul(each.next_multiple_of(8))).filter(|bytes| *bytes < MOST_BYTES);
        bytes.map(|bytes| bytes.next_multiple_of(128).to_string()).ok_or_else(large)
    };
    let frame = kernel.frame_size.checked_next_multiple_of(128).ok_or_else(large)?;
    let locals = form.local_size.next_multiple_of(128).to_string();
    Ok([
        ("locals", locals),
        ("values", room(SLOT)?),
        ("records", room(size_of::<Item>() as u64)?),
        ("frames", room(frame)?),
    ])
}
