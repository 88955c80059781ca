//! `--spirv-print-report`: the declarations of a module about itself, in the words of the Khronos translator, or as
//! JSON.
//!
//! In: words, of any opcodes. Out: version, models and the names at the front. Serves sections 2.3 and 2.4.

use crate::khronos::internal_text;
use llvm_spirv::binary::grammar::{self, Kind};
use llvm_spirv::binary::{Instruction, Op, Words};
use serde_json::{Value, json};

/// The front of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Major and minor version.
    pub version: (u8, u8),
    /// The name of the memory model.
    pub memory_model: &'static str,
    /// The name of the addressing model.
    pub addressing_model: &'static str,
    /// The capabilities that `OpCapability` declares; numbers without a name are left out.
    pub capabilities: Vec<String>,
    /// The extensions that `OpExtension` declares.
    pub extensions: Vec<String>,
    /// The extended instruction sets that `OpExtInstImport` imports.
    pub ext_inst_sets: Vec<String>,
}

impl Report {
    /// Returns the report of a module, or nothing if the module has no memory model.
    pub fn new(words: &Words<'_>) -> Option<Self> {
        let is_front = |i: &Instruction<'_>| !matches!(i.opcode(), Op::EntryPoint | Op::Function);
        let front: Vec<_> = words.instructions().take_while(is_front).collect();
        let model = front.iter().copied().find(|i| i.opcode() == Op::MemoryModel)?;
        let capability =
            |i: Instruction<'_>| internal_text::capability_name(i.operands().first().copied().unwrap_or_default());
        let capabilities = of(&front, Op::Capability).filter_map(|i| capability(i).map(|name| name.into_owned()));
        Some(Self {
            version: words.header().version,
            memory_model: name(Kind::MemoryModel, model, 1),
            addressing_model: name(Kind::AddressingModel, model, 0),
            capabilities: capabilities.collect(),
            extensions: strings(&front, Op::Extension),
            ext_inst_sets: strings(&front, Op::ExtInstImport),
        })
    }
}

fn name(kind: Kind, model: Instruction<'_>, index: usize) -> &'static str {
    let number = model.operands().get(index).copied().unwrap_or_default();
    grammar::enumerant(kind, number).map_or("Unknown", |row| row.name)
}

fn of<'a, 'w>(front: &'a [Instruction<'w>], opcode: Op) -> impl Iterator<Item = Instruction<'w>> + use<'a, 'w> {
    front.iter().copied().filter(move |instruction| instruction.opcode() == opcode)
}

fn strings(front: &[Instruction<'_>], opcode: Op) -> Vec<String> {
    of(front, opcode).filter_map(|instruction| Some(instruction.string(0).ok()?.0)).collect()
}

/// Returns the report as text.
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

/// Returns the report as one JSON object.
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
