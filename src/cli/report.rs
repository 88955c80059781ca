//! `--spirv-print-report`: what a module declares about itself, as the Khronos translator words it, or as JSON.

use crate::spirv::report::Report;
use serde_json::{Value, json};

/// The report in words.
pub fn text(report: &Report) -> String {
    let (major, minor) = report.version;
    let mut text = format!(
        "SPIR-V module report:\n Version: {major}.{minor}\n Memory model: {}\n Addressing model: {}\n",
        report.memory_model, report.addressing_model
    );
    list(&mut text, "capabilities", "Capability", &report.capabilities);
    list(&mut text, "extensions", "Extension", &report.extensions);
    list(&mut text, "extended instruction sets", "Extended Instruction Set", &report.ext_inst_sets);
    text
}

fn list(text: &mut String, many: &str, one: &str, items: &[String]) {
    text.push_str(&format!(" Number of {many}: {}\n", items.len()));
    for item in items {
        text.push_str(&format!("  {one}: {item}\n"));
    }
}

/// The report as one JSON object.
pub fn json(report: &Report, file: &str) -> Value {
    let (major, minor) = report.version;
    json!({
        "file": file,
        "version": format!("{major}.{minor}"),
        "memory_model": report.memory_model,
        "addressing_model": report.addressing_model,
        "capabilities": report.capabilities,
        "extensions": report.extensions,
        "extended_instruction_sets": report.ext_inst_sets,
    })
}
