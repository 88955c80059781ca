//! A module in which specialization constants have their values and are plain constants.
//!
//! In: words. Out: words in which each has the value of the default or of an override,
//! and `SpecId` is gone; operations stay. Serves sections 2.9 and 3.3.7 of the specification.

use crate::binary::{Decoration, Id, Instruction, Op, Words, header};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Returns the `SpecId` of each constant that has one.
pub fn spec_ids(words: &Words<'_>) -> FxHashMap<Id, u32> {
    words.instructions().take_while(|i| i.opcode() != Op::Function).filter_map(spec_id).collect()
}

fn spec_id(instruction: Instruction<'_>) -> Option<(Id, u32)> {
    match (instruction.opcode(), instruction.operands()) {
        (Op::Decorate, [id, kind, number]) if *kind == Decoration::SpecId as u32 => Some((*id, *number)),
        _ => None,
    }
}

/// Returns the module with plain constants: overrides by `SpecId`, defaults elsewhere.
pub fn specialize(words: &Words<'_>, overrides: &BTreeMap<u32, u64>) -> Vec<u32> {
    let ids = spec_ids(words);
    let mut out = Vec::with_capacity(words.words().len());
    out.extend(words.words().iter().take(header::WORDS));
    for instruction in words.instructions().filter(|instruction| spec_id(*instruction).is_none()) {
        let value = instruction.result_id().and_then(|id| overrides.get(ids.get(&id)?)).copied();
        plain(&mut out, instruction, value);
    }
    out
}

/// Appends an instruction, a specialization constant as a plain one.
fn plain(out: &mut Vec<u32>, instruction: Instruction<'_>, value: Option<u64>) {
    let chosen =
        |default: bool| if value.map_or(default, |value| value != 0) { Op::ConstantTrue } else { Op::ConstantFalse };
    let opcode = match instruction.opcode() {
        Op::SpecConstantTrue => chosen(true),
        Op::SpecConstantFalse => chosen(false),
        Op::SpecConstant => Op::Constant,
        Op::SpecConstantComposite => Op::ConstantComposite,
        Op::SpecConstantCompositeContinuedINTEL => Op::ConstantCompositeContinuedINTEL,
        _ => return out.extend_from_slice(instruction.words()),
    };
    let start = out.len();
    out.extend_from_slice(instruction.words());
    let Some([first, operands @ ..]) = out.get_mut(start..) else { return };
    *first = *first & 0xFFFF_0000 | opcode as u32;
    if let (Op::Constant, Some(value), Some(literal)) = (opcode, value, operands.get_mut(2..)) {
        literal.iter_mut().zip([value as u32, (value >> 32) as u32]).for_each(|(word, new)| *word = new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    fn module() -> Words<'static> {
        Bytes::library(20)
            .op(Op::Decorate, &[5, Decoration::SpecId as u32, 100])
            .op(Op::Decorate, &[6, Decoration::SpecId as u32, 101])
            .op(Op::TypeInt, &[1, 64, 0])
            .op(Op::TypeBool, &[2])
            .op(Op::SpecConstant, &[1, 5, 7, 0])
            .op(Op::SpecConstantFalse, &[2, 6])
            .words()
    }

    #[test]
    fn s3_specialization_constants_take_values() {
        let plain = specialize(&module(), &BTreeMap::from([(100, 1 << 32 | 2), (101, 1)]));
        let tail = [5 << 16 | Op::Constant as u32, 1, 5, 2, 1, 3 << 16 | Op::ConstantTrue as u32, 2, 6];
        assert!(plain.ends_with(&tail), "{plain:?}");
        assert!(spec_ids(&Words::of(plain).unwrap_or(module())).is_empty());
    }
}
