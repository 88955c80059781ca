//! Frames: modules in which an instruction is replaced by another one, or to which instructions are added.

use crate::opcodes::assemble;
use crate::support::root;
use llvm_spirv::binary::grammar::Enumerant;
use llvm_spirv::binary::{Op, Words};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the modules that are made from the table.
pub(super) const VERSION: u32 = 0x1_0600;

/// A module to which instructions are added, and names of ids.
pub(super) struct Frame {
    pub(super) words: Vec<u32>,
    pub(super) names: BTreeMap<String, u32>,
    pub(super) bound: u32,
}

impl Frame {
    pub(super) fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(root().join("tests/grammar").join(name)).unwrap();
        let spirv = assemble(&text, "spv1.5").unwrap();
        let words = Words::read(&spirv).unwrap();
        let names = words.instructions().filter(|inst| inst.opcode() == Op::Name);
        let names = names.map(|inst| (string(&inst.operands()[1..]), inst.operands()[0])).collect();
        Self { names, words: words.words().to_vec(), bound: words.words()[3] }
    }

    pub(super) fn id(&self, name: &str) -> u32 {
        self.names.get(name).copied().unwrap_or_default()
    }

    /// Returns the module with an instruction in place of the first one with this opcode.
    pub(super) fn replaced(&self, rows: &[&Enumerant], op: Op, inst: &[u32]) -> Vec<u8> {
        let with = self.with(rows, op, &[inst.to_vec()], None);
        let words = Words::read(&with).unwrap();
        let mut out = words.words()[..5].to_vec();
        let mut is_gone = false;
        for other in words.instructions() {
            let is_old = other.opcode() == op && [&[0], other.operands()].concat()[1..] != inst[1..];
            if !is_old || std::mem::replace(&mut is_gone, true) {
                out.extend(made(other.opcode(), other.operands()));
            }
        }
        bytes(&out)
    }

    /// Returns the module with the capabilities and extensions of enumerants, and with instructions inserted in front
    /// of the first one with this opcode; optionally with another execution model.
    pub(super) fn with(&self, rows: &[&Enumerant], before: Op, added: &[Vec<u32>], model: Option<u32>) -> Vec<u8> {
        let spirv = bytes(&self.words);
        let words = Words::read(&spirv).unwrap();
        let mut out = self.words[..5].to_vec();
        (out[1], out[3]) = (VERSION, self.bound + 16);
        for capability in rows.iter().filter_map(|row| row.requires.capabilities.first()) {
            out.extend(made(Op::Capability, &[*capability as u32]));
        }
        let (mut is_extended, mut is_added) = (false, false);
        for inst in words.instructions() {
            if inst.opcode() != Op::Capability && !std::mem::replace(&mut is_extended, true) {
                let extensions: BTreeSet<_> = rows.iter().filter_map(|row| row.requires.extensions.first()).collect();
                extensions.iter().for_each(|extension| out.extend(made(Op::Extension, &text(extension))));
            }
            if inst.opcode() == before && !std::mem::replace(&mut is_added, true) {
                added.iter().for_each(|inst| out.extend(inst));
            }
            let mut operands = inst.operands().to_vec();
            if let (Op::EntryPoint, Some(model), Some(word)) = (inst.opcode(), model, operands.first_mut()) {
                *word = model;
            }
            out.extend(made(inst.opcode(), &operands));
        }
        bytes(&out)
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    String::from_utf8(bytes.collect()).unwrap()
}

pub(super) fn text(words: &str) -> Vec<u32> {
    let mut bytes = words.as_bytes().to_vec();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    bytes.chunks(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

pub(super) fn made(op: Op, operands: &[u32]) -> Vec<u32> {
    [&[(operands.len() as u32 + 1) << 16 | op as u32], operands].concat()
}
