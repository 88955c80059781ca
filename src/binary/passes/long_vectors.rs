//! Vectors whose number of components is the id of a constant (`OpTypeVectorIdEXT` of `SPV_EXT_long_vector`).
//!
//! In: words. Out: words in which each such type is an `OpTypeVector` of that number. A module with cooperative vectors,
//! which the same instruction declares, stays as it is, and so does one without the extension's capability.

use crate::binary::{Capability, Id, Instruction, Op, Words, header};
use crate::error::Result;
use rustc_hash::FxHashMap;

/// Returns the words of a module with plain vectors; `None` if the module has only plain vectors already.
pub fn plain(words: &Words<'_>) -> Result<Option<Vec<u32>>> {
    if !declares(words, Capability::LongVectorEXT) || declares(words, Capability::CooperativeVectorNV) {
        return Ok(None);
    }
    let (mut constants, mut types, mut start) = (FxHashMap::<Id, u32>::default(), Vec::new(), header::WORDS);
    for inst in words.instructions().take_while(|inst| inst.opcode() != Op::Function) {
        match (inst.opcode(), inst.operands()) {
            (Op::Constant, [_, id, number]) => drop(constants.insert(*id, *number)),
            (Op::TypeVectorIdEXT, [_, _, count]) => types.push((start, number(inst, constants.get(count))?)),
            _ => {}
        }
        start += inst.words().len();
    }
    Ok((!types.is_empty()).then(|| with_numbers(words.words(), &types)))
}

fn declares(words: &Words<'_>, capability: Capability) -> bool {
    let mut declared = words.instructions().take_while(|inst| inst.opcode() == Op::Capability);
    declared.any(|inst| inst.operands() == [capability as u32])
}

fn number(ty: Instruction<'_>, constant: Option<&u32>) -> Result<u32> {
    constant.copied().ok_or_else(|| ty.unsupported("a vector whose number of components can be set"))
}

/// Returns the words with these numbers of components for the vector types at these offsets.
fn with_numbers(words: &[u32], types: &[(usize, u32)]) -> Vec<u32> {
    const LENGTH: usize = 4;
    let mut plain = words.to_vec();
    for (start, number) in types {
        if let Some([first, _, _, count]) = plain.get_mut(*start..).and_then(|rest| rest.first_chunk_mut::<LENGTH>()) {
            *first = (LENGTH as u32) << 16 | Op::TypeVector as u32;
            *count = *number;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    fn module(capabilities: &[Capability]) -> Words<'static> {
        let mut bytes = Bytes::new(5);
        for capability in capabilities {
            bytes = bytes.op(Op::Capability, &[*capability as u32]);
        }
        bytes = bytes.op(Op::TypeInt, &[1, 32, 0]).op(Op::Constant, &[1, 2, 7]);
        bytes.op(Op::TypeFloat, &[3, 32]).op(Op::TypeVectorIdEXT, &[4, 3, 2]).words()
    }

    #[test]
    fn a_number_takes_the_place_of_the_constant() {
        let words = plain(&module(&[Capability::LongVectorEXT])).unwrap().unwrap();
        assert_eq!(words.last_chunk(), Some(&[4 << 16 | Op::TypeVector as u32, 4, 3, 7]));
    }

    #[test]
    fn cooperative_vectors_stay() {
        let both = [Capability::LongVectorEXT, Capability::CooperativeVectorNV];
        assert_eq!(plain(&module(&both)).unwrap(), None);
        assert_eq!(plain(&module(&both[1..])).unwrap(), None);
    }
}
