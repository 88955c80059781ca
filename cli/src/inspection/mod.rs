//! `inspect`: the interface of a module, as tables or as JSON.
//!
//! In: a SPIR-V binary, or LLVM IR, which is translated first. Out: entry points, descriptors, push constants,
//! specialization constants, types with their layout, and the reasons of each capability.

pub mod json;
mod tables;

use super::options::Inspected;
use super::{first_contact, io};
use llvm_spirv::binary;
use llvm_spirv::error::Result;
use llvm_spirv::inspect::Inspection;

/// Prints the facts about the file; returns whether it could.
///
/// # Errors
///
/// If the file cannot be read or is no valid module.
pub fn run(arguments: &Inspected) -> Result<bool> {
    let name = io::shown(&arguments.file);
    let bytes = first_contact::read(&arguments.file).map_err(|error| error.in_file(&name))?;
    let inspection = inspected(&bytes, arguments).map_err(|error| error.in_file(&name))?;
    let text = match arguments.json {
        true => format!("{:#}\n", json::object(&inspection, &name)),
        false => tables::text(&inspection),
    };
    io::write(io::STREAM, text.as_bytes(), true).map(|()| true)
}

fn inspected(bytes: &[u8], arguments: &Inspected) -> Result<Inspection> {
    if binary::header::is_spirv(bytes) {
        return Inspection::of(bytes);
    }
    let (output, explanation) = llvm_spirv::explain(bytes, &arguments.options())?;
    output.warnings.iter().for_each(|warning| arguments.diagnostics().warning(None, warning));
    // It knows the instructions of LLVM IR behind those of SPIR-V.
    Ok(Inspection { explanation, ..Inspection::of(&output.bytes)? })
}
