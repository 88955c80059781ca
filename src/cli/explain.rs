//! `--explain`: which instruction asked for each capability, extension and for the version, in words or as JSON.

use super::diagnostics;
use crate::error::Error;
use crate::spirv::explain::{Asker, Explanation, Reason};
use serde_json::{Value, json};

/// What the options do not allow: what, for whom, and the flag that allows it.
pub fn missing_text(missing: &[Error]) -> String {
    let lines = missing.iter().map(|need| {
        let flag = need.help().unwrap_or_default();
        format!("missing: {} ({})\n    allow it with {flag}\n", need.message(), need.place())
    });
    lines.collect()
}

/// What is missing, then a line a declaration: what, and in the next line for whom.
pub fn text(explanation: &Explanation, missing: &[Error]) -> String {
    let mut text = missing_text(missing);
    text.push_str(&format!("version {}", explanation.version));
    text.push_str(&because(explanation.version_asked_by.as_ref(), "no instruction needs a version as high as this"));
    for (what, reasons) in [("capability", &explanation.capabilities), ("extension", &explanation.extensions)] {
        for Reason { name, asked_by } in reasons {
            text.push_str(&format!("{what} {name}"));
            text.push_str(&because(asked_by.as_ref(), "no instruction needs it"));
        }
    }
    text
}

fn because(asker: Option<&Asker>, nobody: &str) -> String {
    let Some(asker) = asker else { return format!("\n    {nobody}\n") };
    let operand = asker.operand.map_or_else(String::new, |name| format!("{name} in "));
    let function = asker.function.as_ref().map_or_else(String::new, |name| format!(", function {name}"));
    format!("\n    {operand}{} (word {}{function})\n", asker.instruction, asker.word)
}

/// One JSON object.
pub fn json(explanation: &Explanation, missing: &[Error]) -> String {
    let reasons = |reasons: &[Reason]| -> Vec<Value> {
        let reason = |r: &Reason| json!({ "name": r.name, "asked_by": r.asked_by.as_ref().map(asker) });
        reasons.iter().map(reason).collect()
    };
    let object = json!({
        "missing": missing.iter().map(diagnostics::error_object).collect::<Vec<_>>(),
        "version": { "name": explanation.version.to_string(),
                     "asked_by": explanation.version_asked_by.as_ref().map(asker) },
        "capabilities": reasons(&explanation.capabilities),
        "extensions": reasons(&explanation.extensions),
    });
    format!("{object:#}\n")
}

fn asker(asker: &Asker) -> Value {
    json!({
        "instruction": asker.instruction,
        "operand": asker.operand,
        "function": asker.function,
        "word": asker.word,
    })
}
