//! Positions in the source: the `OpLine` that applies to the instruction at an offset. Serves section 3.52.3 ("OpLine",
//! "OpNoLine").
//!
//! The lookup scans the module, which only happens when an error is reported.

use super::Id;
use super::check::functions::is_terminator;
use super::instruction::Instruction;
use super::read::Words;
use crate::error::place::Source;
use ::spirv::Op;

/// The position in the source of the instruction at a word offset: that of the last `OpLine` before it, which holds
/// until `OpNoLine`, or the end of a block or function.
pub fn source(words: &Words<'_>, offset: usize) -> Option<Source> {
    let (file, line, column) = line(words, offset)?;
    let file = words.instructions().find(|i| i.opcode() == Op::String && i.result_id() == Some(file))?;
    let (file, _) = file.string(0).ok()?;
    Some(Source { file, directory: String::new(), line, column })
}

fn line(words: &Words<'_>, offset: usize) -> Option<(Id, u32, u32)> {
    let mut line = None;
    for inst in words.instructions().take_while(|inst| inst.offset() < offset) {
        match inst.opcode() {
            Op::Line => line = read(inst),
            Op::NoLine | Op::FunctionEnd => line = None,
            op if is_terminator(op) => line = None,
            _ => {}
        }
    }
    line
}

fn read(inst: Instruction<'_>) -> Option<(Id, u32, u32)> {
    Some((inst.operand(0).ok()?, inst.operand(1).ok()?, inst.operand(2).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    #[test]
    fn lines_hold_until_they_are_ended() {
        let module = Bytes::library(9)
            .text(Op::String, &[8], "a.cl")
            .op(Op::Line, &[8, 3, 7])
            .op(Op::TypeVoid, &[1])
            .op(Op::NoLine, &[])
            .op(Op::TypeBool, &[2]);
        module.module(|spv| {
            let at = |op| spv.words().instructions().find(|i| i.opcode() == op).map_or(0, |i| i.offset());
            let place = source(spv.words(), at(Op::TypeVoid)).unwrap();
            assert_eq!(place.to_string(), "a.cl:3:7");
            assert_eq!(source(spv.words(), at(Op::TypeBool)), None);
        });
    }
}
