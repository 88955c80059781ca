//! `--explain`: the instructions that need each capability, each extension and the version, as text or as JSON.
//!
//! In: the facts about a module, which may have been refused. Out: the missing requirements, then each declaration with
//! the first instruction that needs it, the number of those that do, and the LLVM instruction and the line of the
//! source behind it.

use super::diagnostics;
use super::inspection::json::construct as construct_object;
use llvm_spirv::binary::explain::{Asker, Explanation, Reason};
use llvm_spirv::error::Error;
use llvm_spirv::error::Place;
use llvm_spirv::inspect::Construct;
use serde_json::{Value, json};

/// The facts that `--explain` shows of a module.
#[derive(Debug, Default)]
pub struct Explained<'e> {
    /// The name of its file.
    pub file: &'e str,
    /// The reasons of the module's declarations; none if it cannot be translated at all.
    pub explanation: Option<Explanation>,
    /// The selections and loops of its functions.
    pub constructs: Vec<Construct>,
    /// The requirements that the options do not allow.
    pub missing: &'e [Error],
    /// The first other error.
    pub rest: Option<&'e Error>,
}

/// Returns the text: a line for each declaration, followed by the lines of its reason.
pub fn text(explained: &Explained<'_>) -> String {
    let mut text: String = explained.missing.iter().map(missing_text).collect();
    let Some(explanation) = &explained.explanation else { return text };
    text.push_str(&format!("version {}\n", explanation.version));
    let nobody = "no instruction needs a version as high as this";
    text.push_str(&because(explanation.version_asked_by.as_ref(), explanation.version_count, nobody));
    for (what, reasons) in [("capability", &explanation.capabilities), ("extension", &explanation.extensions)] {
        for Reason { name, asked_by, count } in reasons {
            text.push_str(&format!("{what} {name}\n"));
            text.push_str(&because(asked_by.as_ref(), *count, "no instruction needs it"));
        }
    }
    text.extend(explained.constructs.iter().map(construct));
    text
}

/// Returns the lines of a selection or loop: its header and function, then its blocks and its end.
fn construct(one: &Construct) -> String {
    let labels = |all: &[u32]| all.iter().map(|label| format!(" %{label}")).collect::<String>();
    let function = match &one.function_name {
        Some(name) => llvm_spirv::error::escaped(name).to_string(),
        None => format!("%{}", one.function),
    };
    let target = one.continue_target.map_or_else(String::new, |target| {
        format!("; continue target %{target}, blocks behind it:{}", labels(&one.continue_blocks))
    });
    let outer = one.outer.map_or_else(String::new, |outer| format!("; within %{outer}"));
    let (kind, header, blocks) = (one.kind.name(), one.header, labels(&one.blocks));
    format!("{kind} %{header} (function {function})\n    blocks:{blocks}{target}; merge %{}{outer}\n", one.merge)
}

/// Returns the lines for a requirement that the options do not allow: its name, the instruction that needs it, and the
/// flag that allows it.
fn missing_text(need: &Error) -> String {
    let flag = need.help().unwrap_or_default();
    let (place, count) = (need.place(), counted(need.count()));
    format!("missing: {} ({place}; {count})\n    allow it with {flag}\n", need.message())
}

/// Returns the lines that show the first instruction that needs something.
pub fn because(asker: Option<&Asker>, count: usize, nobody: &str) -> String {
    let Some(asker) = asker else { return format!("    {nobody}\n") };
    let operand = asker.operand.map_or_else(String::new, |name| format!("{name} in "));
    let function = asker.function.as_ref().map_or_else(String::new, |name| format!(", function {name}"));
    let origin = asker.origin.as_ref().map_or_else(String::new, |place| format!("    from {}\n", origin_text(place)));
    let count = counted(count);
    format!("    {operand}{} (word {}{function}; {count})\n{origin}", asker.instruction, asker.word)
}

fn counted(count: usize) -> String {
    if count > 1 { format!("the first of {count}") } else { "the only one".to_owned() }
}

/// Returns the LLVM instruction, or else the function, and the position in the source.
fn origin_text(place: &Place) -> String {
    let function = place.function.as_ref().map(|name| format!("function {}", llvm_spirv::error::escaped(name)));
    let source = place.source.as_ref().map(ToString::to_string);
    let instruction = place.instruction.as_ref().map(|text| format!("`{text}`"));
    let parts: Vec<_> = [instruction, function, source].into_iter().flatten().collect();
    parts.join(", ")
}

/// Returns the explanation as one JSON object.
pub fn json(explained: &Explained<'_>) -> Value {
    let explanation = explained.explanation.as_ref();
    let list = |of: fn(&Explanation) -> &Vec<Reason>| explanation.map(|e| of(e).iter().map(reason).collect::<Vec<_>>());
    json!({
        "file": explained.file,
        "missing": explained.missing.iter().map(diagnostics::error_object).collect::<Vec<_>>(),
        "errors": explained.rest.map_or_else(Vec::new, errors),
        "version": explanation.map(version),
        "capabilities": list(|e| &e.capabilities),
        "extensions": list(|e| &e.extensions),
        "constructs": explained.constructs.iter().map(construct_object).collect::<Vec<_>>(),
    })
}

/// Returns the errors that are not about a missing requirement.
fn errors(rest: &Error) -> Vec<Value> {
    rest.all().filter(|error| !error.is_need()).map(diagnostics::error_object).collect()
}

fn version(explanation: &Explanation) -> Value {
    json!({
        "name": explanation.version.to_string(),
        "asked_by": explanation.version_asked_by.as_ref().map(asker),
        "count": explanation.version_count,
    })
}

/// Returns a declaration, and the first instruction that needs it.
pub fn reason(reason: &Reason) -> Value {
    json!({ "name": reason.name, "asked_by": reason.asked_by.as_ref().map(asker), "count": reason.count })
}

fn asker(asker: &Asker) -> Value {
    json!({
        "instruction": asker.instruction,
        "operand": asker.operand,
        "function": asker.function,
        "word": asker.word,
        "origin": asker.origin.as_ref().map(origin),
    })
}

/// Returns the LLVM instruction, its function and its position in the source.
fn origin(place: &Place) -> Value {
    json!({
        "instruction": place.instruction,
        "function": place.function,
        "source": place.source.as_ref().map(diagnostics::source),
    })
}
