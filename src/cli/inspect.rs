//! `--explain` and `--spirv-print-report`: what is to be known of a SPIR-V module, or of the one that LLVM IR becomes.

use super::diagnostics::Format;
use super::options::Translate;
use super::{explain, io, report};
use crate::error::{Code, Error, Result};
use crate::spirv::report::Report;
use crate::spirv::{self, Words};

/// Prints what the flags ask for, of a SPIR-V binary.
pub fn print(binary: &[u8], arguments: &Translate) -> Result<()> {
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
            Format::Text => explain::text(&explanation),
            Format::Json => explain::json(&explanation),
        });
    }
    io::write(io::STREAM, text.as_bytes(), true)
}
