//! `--explain` and `--spirv-print-report`: facts about a SPIR-V module, or about the one that LLVM IR becomes.

use super::diagnostics::Format;
use super::explain::{self, Explained};
use super::io;
use super::options::Translate;
use super::report::{self, Report};
use llvm_spirv::binary::Words;
use llvm_spirv::error::{Code, Error, Result};

/// Prints the facts that the flags ask for, from a SPIR-V binary, which is empty if it could not be made, and from the
/// explanation.
pub fn print(binary: &[u8], explained: &Explained<'_>, arguments: &Translate) -> Result<()> {
    let is_one_of_many = arguments.inputs.len() > 1;
    let mut text = String::new();
    if is_one_of_many && arguments.is_inspected_as_text() {
        text.push_str(&format!("{}:\n", llvm_spirv::error::escaped(explained.file)));
    }
    if let Some(format) = arguments.spirv_print_report.filter(|_| !binary.is_empty()) {
        let report = Report::new(&Words::read(binary)?);
        let report = report.ok_or_else(|| Error::of(Code::MemoryModel, "the module has no OpMemoryModel"))?;
        text.push_str(&match format {
            Format::Text => report::text(&report),
            Format::Json => shown(report::json(&report, explained.file), is_one_of_many),
        });
    }
    if let Some(format) = arguments.explain_format() {
        text.push_str(&match format {
            Format::Text => explain::text(explained),
            Format::Json => shown(explain::json(explained), is_one_of_many),
        });
    }
    io::write(io::STREAM, text.as_bytes(), true)
}

/// Returns the text of a JSON object; on one line if there are many.
fn shown(object: serde_json::Value, is_one_of_many: bool) -> String {
    if is_one_of_many { format!("{object}\n") } else { format!("{object:#}\n") }
}
