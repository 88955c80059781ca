//! The conventions for kernels in LLVM IR, and for entry points in SPIR-V.

use crate::binary::Id;
use crate::conventions::calling::{SPIR_KERNEL, is_defined};
use crate::conventions::nodes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Value};
use crate::state::{Forward, Reverse};
use llvm_spirv_mangling as mangling;
use llvm_spirv_metadata::kernel::Kernel;
use llvm_spirv_metadata::{ArgInfo, EntryPoint};

// --- LLVM to SPIR-V ---

/// The names of the attachments that are read. `kernel_arg_addr_space` is not among them: the types have the address spaces.
pub const ATTACHMENTS: &[&str] = &[
    "kernel_arg_type",
    "kernel_arg_type_qual",
    "kernel_arg_base_type",
    "kernel_arg_name",
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "intel_reqd_sub_group_size",
    "reqd_sub_group_size",
];

/// Returns a kernel's metadata, and warnings about malformed attachments: those that only describe arguments are
/// ignored, as the code does not depend on them.
pub fn kernel_metadata<'m>(function: Value<'m>) -> Result<(Kernel<Metadata<'m>>, Vec<String>)> {
    let (mut kernel, mut ignored) = (Kernel::default(), Vec::new());
    for name in ATTACHMENTS {
        let Some(node) = function.function_metadata(*name) else { continue };
        match kernel.set(name, &nodes::read(node)) {
            Err(e) if name.starts_with("kernel_arg_") => ignored.push(format!("metadata !{name} is ignored: {e}")),
            read => drop(read.map_err(|e| Error::of(Code::Metadata, format!("metadata !{name}: {e}")))?),
        }
    }
    Ok((kernel, ignored))
}

/// Returns the pointee of a pointer argument as the kernel's metadata has it.
pub fn pointee_by_metadata(function: Value<'_>, index: u32) -> Option<mangling::Type> {
    let (kernel, _) = kernel_metadata(function).ok()?;
    // clang spells a vector in the base type as an attribute; the type as written has its name.
    let lists = [kernel.args.base_type, kernel.args.ty];
    lists.iter().flatten().find_map(|types| {
        let pointee = types.get(index as usize)?.strip_suffix('*')?;
        mangling::Type::from_spelling(pointee.trim())
    })
}

/// Returns whether the function is a kernel that the module itself calls. SPIR-V forbids calls of entry points.
pub fn is_called_kernel(function: Value<'_>) -> bool {
    let is_kernel = function.call_conv() == SPIR_KERNEL && is_defined(function);
    is_kernel && function.uses().any(|user| user.called_function() == Some(function))
}

/// The qualifiers of the parameters of a kernel that is an entry point itself.
pub fn type_qualifiers(function: Value<'_>) -> Vec<String> {
    const NAME: &str = "kernel_arg_type_qual";
    let is_kernel = function.call_conv() == SPIR_KERNEL && !is_called_kernel(function);
    let node = if is_kernel { function.function_metadata(NAME) } else { None };
    let mut args = ArgInfo::default();
    // What is wrong with it is told where all of them are read.
    node.map(|node| args.set::<Metadata<'_>>(NAME, &nodes::read(node)));
    args.type_qual.unwrap_or_default()
}

/// Returns the name to write for a kernel: its own if an entry point has that name, else the name of its first entry point.
pub fn shown_name<'m>(f: &Forward<'m>, function: Value<'m>) -> Result<String> {
    let own = function.name();
    let mut names = nodes::all::<EntryPoint<Metadata<'_>>>(f)?;
    names.retain(|entry| entry.function.as_value() == Some(function));
    let first = names.first().map_or(own, |entry| entry.name.as_str());
    Ok(if names.iter().any(|entry| entry.name == own) { own } else { first }.to_owned())
}

// --- SPIR-V to LLVM ---

/// The name of the first entry point that a function is.
pub fn reverse_name(r: &Reverse<'_>, function: Id) -> Result<Option<String>> {
    match r.entry_points.get(&function).and_then(|entry_points| entry_points.first()) {
        Some(first) => Ok(Some(first.string(2)?.0)),
        None => Ok(None),
    }
}
