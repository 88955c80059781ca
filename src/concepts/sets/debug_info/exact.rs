//! Detection of modules with debug information in the exact words of the sets, where the default writes stand-ins.

use super::rows::number;
use crate::binary::{Id, Instruction, Op, Words};
use crate::state::slots::debug_info::Set;
use rustc_hash::{FxHashMap, FxHashSet};

/// The instructions whose type operand is a basic type by default, with the index of that operand.
const OF_BASIC: [(u32, usize); 4] = [(POINTER, 0), (QUALIFIER, 0), (number::TYPE_VECTOR, 0), (TYPEDEF, 1)];
const POINTER: u32 = 3;
const QUALIFIER: u32 = 4;
const TYPEDEF: u32 = 7;
/// The number of operands of `DebugCompilationUnit` in the published grammar.
const OPERANDS_OF_UNIT: usize = 4;

/// Returns whether a module has words that are only written with the option for exact ones.
pub fn is_exact(words: &Words<'_>) -> bool {
    let (mut sets, mut basic) = (FxHashMap::default(), FxHashSet::default());
    for inst in words.instructions() {
        match (inst.opcode(), inst.in_operands()) {
            (Op::ExtInstImport, _) => {
                let set = inst.string(0).ok().and_then(|(name, _)| Set::of(&name));
                sets.extend(inst.result_id().zip(set));
            }
            (Op::ExtInst, [set, number::TYPE_BASIC, ..]) if sets.contains_key(set) => basic.extend(inst.result_id()),
            _ => {}
        }
    }
    !sets.is_empty() && words.instructions().any(|inst| has_exact_words(inst, &sets, &basic))
}

fn has_exact_words(inst: Instruction<'_>, sets: &FxHashMap<Id, Set>, basic: &FxHashSet<Id>) -> bool {
    let (Op::ExtInst, [id, which, operands @ ..]) = (inst.opcode(), inst.in_operands()) else { return false };
    let Some(set) = sets.get(id) else { return false };
    match *which {
        number::DISCRIMINATOR => true,
        number::TYPE_INHERITANCE => set.is_of_shaders(),
        number::UNIT => *set == Set::Shader200 && operands.len() > OPERANDS_OF_UNIT,
        which => {
            let place = OF_BASIC.iter().find(|row| row.0 == which).map(|row| row.1);
            place.and_then(|place| operands.get(place)).is_some_and(|base| !basic.contains(base))
        }
    }
}
