//! `as`: SPIR-V assembly to a SPIR-V binary, without other programs.

use super::diagnostics::Format;
use super::{assembly, destination, first_contact, io};
use clap::Args;
use llvm_spirv::AssemblyOptions;
use llvm_spirv::error::Result;
use llvm_spirv::options::Version;
use std::path::PathBuf;

/// The arguments of the verb.
#[derive(Args, Debug)]
pub struct Assemble {
    /// SPIR-V assembly, as spirv-as reads it; `-` is the standard input
    #[arg(value_name = "IN", default_value = io::STREAM)]
    input: PathBuf,
    /// Where to write
    #[arg(short, value_name = "OUT", default_value = io::STREAM)]
    output: PathBuf,
    /// The environment whose version of SPIR-V the header has: spv1.0 to spv1.6, vulkan1.0 to vulkan1.4, opencl1.2 to
    /// opencl2.2, opengl4.0 to opengl4.5 [default: the version that the comments at the beginning have, else spv1.6]
    #[arg(long, value_name = "NAME", value_parser = version)]
    target_env: Option<Version>,
    /// Ids whose names are numbers keep these numbers
    #[arg(long)]
    preserve_numeric_ids: bool,
    /// Take generator and bound from the comments at the beginning, too, as disassemblers write them
    #[arg(long)]
    preserve_header: bool,
    /// Format of errors: sentences, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    diagnostics: Format,
}

impl Assemble {
    /// Returns the format of errors.
    pub fn diagnostics(&self) -> Format {
        self.diagnostics
    }
}

/// The environments of `spirv-as` and the minor version of SPIR-V that each has.
const ENVIRONMENTS: &[(&str, u8)] = &[
    ("spv1.0", 0),
    ("spv1.1", 1),
    ("spv1.2", 2),
    ("spv1.3", 3),
    ("spv1.4", 4),
    ("spv1.5", 5),
    ("spv1.6", 6),
    ("vulkan1.0", 0),
    ("vulkan1.1", 3),
    ("vulkan1.1spv1.4", 4),
    ("vulkan1.2", 5),
    ("vulkan1.3", 6),
    ("vulkan1.4", 6),
    ("opencl1.2", 0),
    ("opencl1.2embedded", 0),
    ("opencl2.0", 0),
    ("opencl2.0embedded", 0),
    ("opencl2.1", 0),
    ("opencl2.1embedded", 0),
    ("opencl2.2", 2),
    ("opencl2.2embedded", 2),
    ("opengl4.0", 0),
    ("opengl4.1", 0),
    ("opengl4.2", 0),
    ("opengl4.3", 0),
    ("opengl4.5", 0),
];

/// Returns the SPIR-V version of an environment.
fn version(name: &str) -> Result<Version, String> {
    let row = ENVIRONMENTS.iter().find(|row| row.0 == name);
    row.map(|row| Version::new(1, row.1)).ok_or_else(|| {
        let names: Vec<_> = ENVIRONMENTS.iter().map(|row| row.0).collect();
        format!("the environments are {}", names.join(", "))
    })
}

/// Reads, assembles and writes.
///
/// # Errors
/// A file that cannot be read or written, or text that is not SPIR-V assembly.
pub fn run(arguments: &Assemble) -> Result<bool> {
    destination::spare_input(&arguments.input, &arguments.output)?;
    let text = first_contact::read_text(&arguments.input)?;
    let options = AssemblyOptions {
        version: arguments.target_env,
        keep_numbers: arguments.preserve_numeric_ids,
        keep_header: arguments.preserve_header,
    };
    let bytes = assembly::assembled(&text, &arguments.input, options)?;
    io::write(&arguments.output, &bytes, false).map(|()| true)
}
