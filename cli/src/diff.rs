//! `diff`: the differences between two modules, in the form in which `roundtrip` shows the changes of a round trip.
//!
//! Instructions are paired by content: neither the numbers of ids nor the order of types makes a difference.

use super::diagnostics::Format;
use super::options::Colour;
use super::roundtrip::{CHANGED, FAILED, GOOD, finding};
use super::{first_contact, io};
use clap::Args;
use llvm_spirv::binary::header;
use llvm_spirv::error::Result;
use llvm_spirv::llvm_to_spirv;
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv_roundtrip::{Report, Style};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The arguments of the verb.
#[derive(Args, Debug)]
pub struct Diff {
    /// The module before: a SPIR-V binary or SPIR-V assembly; or LLVM IR, which is translated first
    #[arg(value_name = "A")]
    before: PathBuf,
    /// The module after
    #[arg(value_name = "B")]
    after: PathBuf,
    /// Number of examples of each difference
    #[arg(long, value_name = "N", default_value_t = 3)]
    examples: usize,
    /// Whether the report has colours: where it goes to a terminal and NO_COLOR is not set, always, or never
    #[arg(long, value_enum, value_name = "auto|always|never", default_value_t, hide_possible_values = true)]
    color: Colour,
    /// Format of the report and of errors: text, or a JSON object a line
    #[arg(long, value_enum, value_name = "text|json", default_value_t, hide_possible_values = true)]
    diagnostics: Format,
}

/// Compares two modules and returns the exit code: 2 if they differ.
pub fn run(diff: &Diff) -> u8 {
    let shown = report(diff).and_then(|report| {
        let text = shown(diff, &report);
        io::write(io::STREAM, text.as_bytes(), true).map(|()| if report.findings.is_empty() { GOOD } else { CHANGED })
    });
    shown.unwrap_or_else(|error| {
        diff.diagnostics.error(&error);
        FAILED
    })
}

fn report(diff: &Diff) -> Result<Report> {
    let [before, after] = [module(&diff.before)?, module(&diff.after)?];
    llvm_spirv_roundtrip::differences(&before, &after, diff.examples)
}

/// Returns the SPIR-V of a file.
fn module(file: &Path) -> Result<Vec<u8>> {
    let named = |error: llvm_spirv::error::Error| error.in_file(&file.to_string_lossy());
    let bytes = first_contact::read_for(Some("diff"), file).map_err(named)?;
    if header::is_spirv(&bytes) {
        return Ok(bytes);
    }
    let options = Options { extensions: Extensions::all(), ..Options::default() };
    llvm_to_spirv(&bytes, &options).map(|output| output.bytes).map_err(named)
}

fn shown(diff: &Diff, report: &Report) -> String {
    let [before, after] = [&diff.before, &diff.after].map(|file| file.to_string_lossy());
    match diff.diagnostics {
        Format::Text => {
            let style = Style { colour: diff.color.is_wanted(), detail: true };
            report.difference_text([&before, &after], style)
        }
        Format::Json => {
            let mut lines: Vec<_> = report.findings.iter().map(|found| finding(&after, found).to_string()).collect();
            let count: usize = report.findings.iter().map(|finding| finding.count).sum();
            lines.push(json!({ "before": before, "after": after, "differences": count }).to_string());
            lines.join("\n") + "\n"
        }
    }
}
