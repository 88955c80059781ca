//! The instructions of a module: views of its words, by the grammar.

use super::Result;
use spirv::grammar::{self, Info};
use spirv::{MAGIC_NUMBER, Op};

/// The words before the instructions.
const HEADER: usize = 5;

/// The words of a module.
#[derive(Debug)]
pub struct Words(Vec<u32>);

impl Words {
    /// Reads a module whose words begin with the low-order byte.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let words = llvm_spirv_testing::words(bytes);
        match words.first() {
            Some(&MAGIC_NUMBER) if words.len() >= HEADER => Ok(Self(words)),
            _ => Err("no module of SPIR-V".to_owned()),
        }
    }

    /// Returns the number above all ids.
    pub fn bound(&self) -> usize {
        self.0.get(3).map_or(0, |bound| *bound as usize)
    }

    /// Returns all instructions.
    pub fn instructions(&self) -> Result<Vec<Instruction<'_>>> {
        let (mut rest, mut instructions) = (self.0.get(HEADER..).unwrap_or_default(), Vec::new());
        while let Some(first) = rest.first() {
            let (words, after) =
                rest.split_at_checked((*first >> 16) as usize).ok_or("an instruction without its end")?;
            let info = grammar::info(*first as u16).ok_or("an unknown opcode")?;
            if words.is_empty() {
                return Err("an instruction without words".to_owned());
            }
            instructions.push(Instruction { words, info });
            rest = after;
        }
        Ok(instructions)
    }
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'w> {
    words: &'w [u32],
    info: &'static Info,
}

impl<'w> Instruction<'w> {
    /// Returns the opcode.
    pub fn opcode(self) -> Op {
        self.info.op
    }

    /// Returns the id of the type of its result.
    pub fn result_type(self) -> Option<u32> {
        self.info.has_type.then(|| self.words.get(1).copied()).flatten()
    }

    /// Returns the id of its result.
    pub fn result_id(self) -> Option<u32> {
        self.info.has_result.then(|| self.words.get(1 + usize::from(self.info.has_type)).copied()).flatten()
    }

    /// Returns the operands after result type and result id.
    pub fn in_operands(self) -> &'w [u32] {
        let before = 1 + usize::from(self.info.has_type) + usize::from(self.info.has_result);
        self.words.get(before..).unwrap_or_default()
    }

    /// Returns one of these operands.
    pub fn operand(self, index: usize) -> Result<u32> {
        let operand = self.in_operands().get(index).copied();
        operand.ok_or_else(|| format!("{} without operand {}", self.info.name, index + 1))
    }
}
