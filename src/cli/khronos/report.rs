//! `--spirv-print-report`: what a module declares about itself.

use super::failure::{Failure, MAGIC};
use crate::spirv::grammar::{self, Kind};
use crate::spirv::{Instruction, Op, Words, header, internal_text};

/// The report.
pub fn report(bytes: &[u8]) -> Result<String, Failure> {
    if !header::is_spirv(bytes) {
        return Err(invalid(&MAGIC.sentence()));
    }
    let words = Words::read_any(bytes).map_err(|error| invalid(&error.to_string()))?;
    let front: Vec<_> =
        words.instructions().take_while(|i| !matches!(i.opcode(), Op::EntryPoint | Op::Function)).collect();
    let model = front.iter().find(|i| i.opcode() == Op::MemoryModel).copied();
    let model = model.ok_or_else(|| invalid("UnspecifiedMemoryModel: Unspecified Memory Model."))?;
    let (major, minor) = words.header().version;
    let mut text = format!(
        "SPIR-V module report:\n Version: {major}.{minor}\n Memory model: {}\n Addressing model: {}\n",
        name(Kind::MemoryModel, model, 1),
        name(Kind::AddressingModel, model, 0)
    );
    let capability =
        |i: &Instruction<'_>| internal_text::capability_name(i.operands().first().copied().unwrap_or_default());
    let capabilities = of(&front, Op::Capability).filter_map(|i| capability(&i).map(|name| name.into_owned()));
    list(&mut text, "capabilities", "Capability", capabilities.collect());
    list(&mut text, "extensions", "Extension", strings(&front, Op::Extension));
    list(&mut text, "extended instruction sets", "Extended Instruction Set", strings(&front, Op::ExtInstImport));
    Ok(text)
}

fn invalid(reason: &str) -> Failure {
    Failure::tool(format!("Invalid SPIR-V binary: \"{reason}\""))
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

fn list(text: &mut String, many: &str, one: &str, items: Vec<String>) {
    text.push_str(&format!(" Number of {many}: {}\n", items.len()));
    for item in items {
        text.push_str(&format!("  {one}: {item}\n"));
    }
}
