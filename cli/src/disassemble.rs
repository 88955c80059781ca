//! `dis`: a SPIR-V module as text, as `spirv-dis` writes it.

use super::diagnostics::Format;
use super::options::Colour;
use super::{destination, first_contact, io};
use clap::Args;
use llvm_spirv::binary::header;
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv::{DisassemblyOptions, disassemble_with};
use std::path::PathBuf;

/// The arguments of the verb.
#[derive(Args, Debug)]
pub struct Disassemble {
    /// A SPIR-V binary, or SPIR-V assembly, which becomes one first; `-` is the standard input
    #[arg(value_name = "IN", default_value = io::STREAM)]
    input: PathBuf,
    /// Where to write
    #[arg(short, value_name = "OUT", default_value = io::STREAM)]
    output: PathBuf,
    /// Ids by their numbers, not by names
    #[arg(long)]
    raw_id: bool,
    /// Leave out the blanks that align instructions
    #[arg(long)]
    no_indent: bool,
    /// Indent blocks as structured control flow nests them
    #[arg(long)]
    nested_indent: bool,
    /// Leave out the comments that say what the header has
    #[arg(long)]
    no_header: bool,
    /// Say at which byte each instruction begins
    #[arg(long)]
    offsets: bool,
    /// Add comments: decorations, the parts of the module, functions
    #[arg(long)]
    comment: bool,
    /// Say in comments what mangled names mean
    #[arg(long)]
    demangle: bool,
    /// Whether there are colours: where it goes to a terminal and NO_COLOR is not set, always, or never
    #[arg(long, value_enum, value_name = "auto|always|never", num_args = 0..=1, require_equals = true,
          default_value_t, default_missing_value = "always", hide_possible_values = true, overrides_with = "no_color")]
    color: Colour,
    /// No colours
    #[arg(long, overrides_with = "color")]
    no_color: bool,
    /// Format of errors: sentences, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    diagnostics: Format,
}

impl Disassemble {
    /// Returns the format of errors.
    pub fn diagnostics(&self) -> Format {
        self.diagnostics
    }

    fn style(&self) -> DisassemblyOptions {
        let is_stream = io::is_stream(&self.output);
        DisassemblyOptions {
            friendly_names: !self.raw_id,
            header: !self.no_header,
            indent: !self.no_indent,
            nested_indent: self.nested_indent,
            comments: self.comment,
            offsets: self.offsets,
            demangle: self.demangle,
            color: !self.no_color && is_stream && self.color.is_wanted(),
        }
    }
}

/// Reads, disassembles and writes.
///
/// # Errors
/// A file that cannot be read or written, or that is no SPIR-V module.
pub fn run(arguments: &Disassemble) -> Result<bool> {
    destination::spare_input(&arguments.input, &arguments.output)?;
    let bytes = first_contact::read_for(Some("dis"), &arguments.input)?;
    if !header::is_spirv(&bytes) {
        let wrong = Error::of(Code::OtherInput, "the input is LLVM IR, not a SPIR-V binary");
        return Err(wrong.hint("llvm-spirv-rs -S translates it to SPIR-V and writes that as text"));
    }
    let shown = disassemble_with(&bytes, arguments.style())?;
    io::write(&arguments.output, shown.as_bytes(), true).map(|()| true)
}
