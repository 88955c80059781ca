//! The items of modules: their instructions, and the values of their operands with the parameters.

use super::Said;
use llvm_spirv::binary::Words;
use llvm_spirv::binary::grammar::{self, Category, Kind, Operand};

struct Reader<'s> {
    said: &'s mut Said,
    rest: Vec<u32>,
}

impl Reader<'_> {
    fn operands(&mut self, operands: &[Operand]) {
        for operand in operands {
            let mut count = match operand {
                Operand::One(_) => 1,
                Operand::Optional(_) => usize::from(!self.rest.is_empty()),
                Operand::Many(_) => self.rest.len(),
            };
            while count > 0 && !self.rest.is_empty() {
                self.operand(operand.kind());
                count -= 1;
            }
        }
    }

    fn operand(&mut self, kind: Kind) {
        let info = kind.info();
        match info.category {
            Category::Enum | Category::Mask => {
                let value = self.rest.remove(0);
                for row in grammar::enumerants(kind, value) {
                    let ids = row.parameters.iter().any(|parameter| parameter.kind().info().category == Category::Id);
                    let before = self.rest.clone();
                    self.operands(row.parameters);
                    let words = before.get(..before.len() - self.rest.len()).unwrap_or_default();
                    let words = if ids { Vec::new() } else { words.to_vec() };
                    self.said.entry((info.name, row.name)).or_default().insert(words);
                }
            }
            Category::Literal if matches!(kind, Kind::LiteralString) => {
                let end = self.rest.iter().position(|word| word.to_le_bytes().contains(&0)).unwrap_or_default();
                self.rest.drain(..=end);
            }
            Category::Literal if !matches!(kind, Kind::LiteralInteger) => self.rest.clear(),
            Category::Composite => drop(self.rest.drain(..self.rest.len().min(2))),
            _ => drop(self.rest.remove(0)),
        }
    }
}

/// Returns the items of a module.
pub(super) fn said(spirv: &[u8]) -> Said {
    let mut said = Said::new();
    for instruction in Words::read(spirv).unwrap().instructions() {
        said.entry(("instruction", instruction.name())).or_default().insert(Vec::new());
        let mut reader = Reader { said: &mut said, rest: instruction.operands().to_vec() };
        reader.operands(instruction.info().operands);
    }
    said
}
