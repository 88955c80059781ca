//! Values that depend on specialization constants, as instructions that could stand in a function.
//!
//! In: words. Out: the specialization constants that can be set, and the composites and operations made of them, in the
//! order of the module; an `OpSpecConstantOp` is the instruction that it names. Serves section 2.9 of the
//! specification.

use super::specialize;
use crate::binary::{Id, Instruction, Op, Words, header, write};
use crate::error::Result;
use rustc_hash::FxHashSet;

/// Returns the words of a module that contains only these values.
pub fn dependents(words: &Words<'_>) -> Result<Words<'static>> {
    let ids = specialize::spec_ids(words);
    let mut out: Vec<u32> = words.words().iter().take(header::WORDS).copied().collect();
    let mut known: FxHashSet<Id> = FxHashSet::default();
    let before_functions = words.instructions().take_while(|i| i.opcode() != Op::Function && !ids.is_empty());
    for (id, inst) in before_functions.filter_map(|inst| Some((inst.result_id()?, inst))) {
        if is_dependent(inst, &known) || is_scalar(inst) && ids.contains_key(&id) {
            known.insert(id);
            append(&mut out, inst)?;
        }
    }
    Words::of_any(out)
}

fn is_scalar(inst: Instruction<'_>) -> bool {
    matches!(inst.opcode(), Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse)
}

/// Returns whether the instruction is made of dependent constants. A literal that happens to equal such an id is
/// harmless.
fn is_dependent(inst: Instruction<'_>, known: &FxHashSet<Id>) -> bool {
    let operands = match inst.opcode() {
        // A composite of such constants is one, whatever it is called.
        Op::SpecConstantComposite | Op::ConstantComposite => inst.in_operands(),
        Op::SpecConstantOp => inst.in_operands().get(1..).unwrap_or_default(),
        _ => return false,
    };
    operands.iter().any(|operand| known.contains(operand))
}

fn append(out: &mut Vec<u32>, inst: Instruction<'_>) -> Result<()> {
    match (inst.opcode(), inst.operands()) {
        (Op::SpecConstantOp, [ty, id, op, operands @ ..]) => {
            let Some(op) = Op::from_u32(*op) else { return Err(inst.error(format!("{op} is no opcode"))) };
            write::instruction(out, op, &[&[*ty, *id], operands].concat())
        }
        (Op::ConstantComposite, operands) => write::instruction(out, Op::SpecConstantComposite, operands),
        _ => {
            out.extend_from_slice(inst.words());
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::{Decoration, testing::Bytes};

    #[test]
    fn s2_135_s2_136_operations_on_what_can_be_set() {
        let words = Bytes::library(20)
            .op(Op::Decorate, &[5, Decoration::SpecId as u32, 100])
            .op(Op::TypeInt, &[1, 32, 0])
            .op(Op::SpecConstant, &[1, 5, 7])
            .op(Op::SpecConstant, &[1, 6, 7])
            .op(Op::SpecConstantOp, &[1, 8, Op::IAdd as u32, 6, 6])
            .op(Op::SpecConstantOp, &[1, 9, Op::IMul as u32, 5, 6])
            .words();
        let found = dependents(&words).map(|words| words.words().get(header::WORDS..).unwrap_or_default().to_vec());
        let add = [4 << 16 | Op::SpecConstant as u32, 1, 5, 7, 5 << 16 | Op::IMul as u32, 1, 9, 5, 6];
        assert_eq!(found.unwrap_or_default(), add);
    }
}
