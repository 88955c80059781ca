//! Composites of more operands than an instruction can have (`SPV_INTEL_long_composites`).
//!
//! In a binary, such an instruction ends at the largest word count, and the following ones continue it. The reader
//! joins them into one whose length exceeds the word count's field: [`MARK`], the length, then the words.

use super::instruction::Instruction;
use super::read::Words;
use super::{Capability, Op, header, write};
use crate::error::Result;

/// The first word of a joined instruction; no other has a word count of 0, which `read` checks.
pub(super) const MARK: u32 = 0;

/// The number of words in front of a joined instruction.
pub(super) const MARK_WORDS: usize = 2;

const CONTINUED: &[(Op, Op)] = &[
    (Op::TypeStruct, Op::TypeStructContinuedINTEL),
    (Op::ConstantComposite, Op::ConstantCompositeContinuedINTEL),
    (Op::SpecConstantComposite, Op::SpecConstantCompositeContinuedINTEL),
    (Op::CompositeConstruct, Op::CompositeConstructContinuedINTEL),
];

/// Returns the opcode of the instruction that continues one of this opcode.
pub fn continuation(op: Op) -> Option<Op> {
    CONTINUED.iter().find(|row| row.0 == op).map(|row| row.1)
}

/// Returns whether the opcode continues another instruction.
pub fn is_continuation(op: Op) -> bool {
    CONTINUED.iter().any(|row| row.1 == op)
}

/// Completes the instruction that began at `start`, in as many parts as it takes.
pub fn end(out: &mut Vec<u32>, start: usize, op: Op, continuation: Op) -> Result<()> {
    let rest = out.split_off(out.len().min(start + write::MAX_WORD_COUNT));
    write::end(out, start, op)?;
    rest.chunks(write::MAX_WORD_COUNT - 1).try_for_each(|part| write::instruction(out, continuation, part))
}

/// Returns the words with each continued instruction joined into one, or `None` if the module can have none.
pub fn joined(words: &Words<'_>) -> Option<Vec<u32>> {
    let mut capabilities = words.instructions().take_while(|inst| inst.opcode() == Op::Capability);
    if !capabilities.any(|inst| inst.in_operands() == [Capability::LongCompositesINTEL as u32]) {
        return None;
    }
    let mut out: Vec<u32> = words.words().iter().take(header::WORDS).copied().collect();
    let mut instructions = words.instructions().peekable();
    while let Some(inst) = instructions.next() {
        let continues = |next: &Instruction<'_>| continuation(inst.opcode()) == Some(next.opcode());
        if !instructions.peek().is_some_and(continues) {
            out.extend_from_slice(inst.words());
            continue;
        }
        let start = out.len();
        out.extend([MARK, 0]);
        out.extend_from_slice(inst.words());
        while let Some(next) = instructions.next_if(continues) {
            out.extend_from_slice(next.operands());
        }
        let length = out.len() - start - MARK_WORDS;
        if let Some(word) = out.get_mut(start + 1) {
            *word = length as u32;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    #[test]
    fn parts_are_joined() {
        let module = Bytes::new(9)
            .op(Op::Capability, &[Capability::LongCompositesINTEL as u32])
            .op(Op::MemoryModel, &[1, 2])
            .op(Op::TypeInt, &[1, 8, 0])
            .op(Op::TypeStruct, &[2, 1, 1])
            .op(Op::TypeStructContinuedINTEL, &[1])
            .op(Op::TypeStructContinuedINTEL, &[1, 1])
            .op(Op::TypeVoid, &[3])
            .words();
        let joined = module.joined();
        let found: Vec<_> = joined.iter().flat_map(Words::instructions).skip(3).collect();
        let [long, void] = found.as_slice() else { unreachable!("there are two") };
        assert_eq!((long.opcode(), long.operands()), (Op::TypeStruct, &[2, 1, 1, 1, 1, 1][..]));
        assert_eq!((void.opcode(), void.result_id()), (Op::TypeVoid, Some(3)));
        assert!(Bytes::library(3).op(Op::TypeVoid, &[1]).words().joined().is_none());
    }

    #[test]
    fn parts_are_as_long_as_can_be() {
        let mut out = Vec::new();
        let start = write::begin(&mut out);
        out.extend(0..70_000);
        end(&mut out, start, Op::TypeStruct, Op::TypeStructContinuedINTEL).unwrap();
        assert_eq!(out.first(), Some(&(0xFFFF << 16 | Op::TypeStruct as u32)));
        assert_eq!(out.get(0xFFFF), Some(&(4467 << 16 | Op::TypeStructContinuedINTEL as u32)));
        assert_eq!((out.get(0xFFFF + 1), out.last()), (Some(&65_534), Some(&69_999)));
    }
}
