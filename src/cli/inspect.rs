//! `--explain` and `--spirv-print-report`: what is to be known of a SPIR-V module, or of the one that LLVM IR becomes.

use super::diagnostics::Format;
use super::options::Translate;
use super::{explain, io, report};
use crate::error::{Code, Error, Result};
use crate::spirv::report::Report;
use crate::spirv::{self, Words};

/// Prints what a module that cannot be translated at all needs and the options do not allow.
pub fn print_missing(missing: &[Error], arguments: &Translate) -> Result<()> {
    let text = match arguments.explain {
        Some(Format::Text) => explain::missing_text(missing),
        _ => return Ok(()),
    };
    io::write(io::STREAM, text.as_bytes(), true)
}

/// Prints what the flags ask for, of a SPIR-V binary, and what of it the options do not allow.
pub fn print(binary: &[u8], missing: &[Error], arguments: &Translate) -> Result<()> {
    let words = Words::read(binary)?;
    let mut text = String::new();
    if let Some(format) = arguments.spirv_print_report {
        let report =
            Report::new(&words).ok_or_else(|| Error::of(Code::MemoryModel, "the module has no OpMemoryModel"))?;
        text.push_str(&match format {
            Format::Text => report::text(&report),
            Format::Json => report::json(&report),
        });
    }
    if let Some(format) = arguments.explain {
        let explanation = spirv::explain::explain(&words)?;
        text.push_str(&match format {
            Format::Text => explain::text(&explanation, missing),
            Format::Json => explain::json(&explanation, missing),
        });
    }
    io::write(io::STREAM, text.as_bytes(), true)
}
