//! The order in which module-level instructions are translated: types and numbers immediately, then composites,
//! variables last.
//!
//! In: the instructions in the order of the module (section 2.4). Out: the same instructions, each still after its
//! operands. LLVM has a table for each kind of constant, one of variables and two of names. Together they exceed the
//! caches, one at a time they do not; and values created together are adjacent in memory, which also speeds up LLVM's
//! writer.

use crate::binary::{Id, Instruction, Module, Op, grammar};
use crate::error::Result;

/// The turn of an instruction: its operands have an earlier turn, or precede it in the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    AtOnce,
    Composites,
    Variables,
}

fn turn(op: Op) -> Turn {
    match op {
        Op::ConstantComposite | Op::SpecConstantComposite => Turn::Composites,
        // The last one may be a variable in LLVM.
        Op::Variable | Op::UntypedVariableKHR | Op::ConstantPipeStorage => Turn::Variables,
        _ => Turn::AtOnce,
    }
}

/// Translates all module-level instructions.
pub fn each<'m>(spv: &'m Module<'m>, mut make: impl FnMut(Instruction<'m>) -> Result<()>) -> Result<()> {
    let mut waiting = Waiting::new(spv);
    for inst in spv.globals() {
        if waiting.are_named_by(inst) {
            waiting.make(&mut make)?;
        }
        match turn(inst.opcode()) {
            Turn::AtOnce => make(inst)?,
            later => waiting.add(inst, later),
        }
    }
    waiting.make(&mut make)
}

/// The instructions that were seen but not translated yet.
struct Waiting<'m> {
    spv: &'m Module<'m>,
    /// The turn that each id waits for; [`Turn::AtOnce`] for those that do not wait.
    turns: Vec<Turn>,
    composites: Vec<Id>,
    variables: Vec<Id>,
}

impl<'m> Waiting<'m> {
    fn new(spv: &'m Module<'m>) -> Self {
        let turns = vec![Turn::AtOnce; spv.bound() as usize];
        Self { spv, turns, composites: Vec::new(), variables: Vec::new() }
    }

    fn add(&mut self, inst: Instruction<'m>, turn: Turn) {
        let Some(id) = inst.result_id() else { return };
        if let Some(slot) = self.turns.get_mut(id as usize) {
            *slot = turn;
        }
        if turn == Turn::Variables { &mut self.variables } else { &mut self.composites }.push(id);
    }

    /// Returns whether an operand of an instruction waits for a later turn than its own. Literals are taken for ids,
    /// which at worst ends the waiting too early.
    fn are_named_by(&self, inst: Instruction<'_>) -> bool {
        let turn_of_it = turn(inst.opcode());
        let waits = |id: &Id| self.turns.get(*id as usize).is_some_and(|turn| *turn > turn_of_it);
        turn_of_it != Turn::Variables && !is_number(inst.opcode()) && inst.in_operands().iter().any(waits)
    }

    fn make(&mut self, make: &mut impl FnMut(Instruction<'m>) -> Result<()>) -> Result<()> {
        for id in self.composites.drain(..).chain(self.variables.drain(..)) {
            if let Some(slot) = self.turns.get_mut(id as usize) {
                *slot = Turn::AtOnce;
            }
            self.spv.definition(id).map_or(Ok(()), &mut *make)?;
        }
        Ok(())
    }
}

/// Returns whether the instruction declares a type, a constant or an expression of constants.
pub fn is_outside_of_functions(op: Op) -> bool {
    let info = grammar::info_or_unknown(op as u16);
    info.declares_type() || info.declares_constant()
}

/// Returns whether the opcode is that of a constant that names no id but its type.
fn is_number(op: Op) -> bool {
    use Op::*;
    let is_constant = matches!(op, Constant | ConstantTrue | ConstantFalse | ConstantNull | Undef);
    is_constant || matches!(op, SpecConstant | SpecConstantTrue | SpecConstantFalse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::StorageClass;
    use crate::binary::testing::Bytes;

    const SPACE: u32 = StorageClass::CrossWorkgroup as u32;

    /// Returns the results in the order of translation, after checking that each comes after its operands.
    fn order(module: &Bytes) -> Vec<Id> {
        let mut order = Vec::new();
        let made = module.module(|spv| {
            each(spv, |inst| {
                order.extend(inst.result_id());
                spv.visit_ids(inst, |id| assert!(order.contains(&id), "{id}"))
            })
        });
        made.unwrap();
        order
    }

    /// `%1 = int`, `%2 = int*`, `%3 = { int*, int* }`, `%4 = { int*, int* }*`, `%5 = int 7`, `%6 = int* %5`.
    fn variable() -> Bytes {
        Bytes::library(20)
            .op(Op::TypeInt, &[1, 32, 0])
            .op(Op::TypePointer, &[2, SPACE, 1])
            .op(Op::TypeStruct, &[3, 2, 2])
            .op(Op::TypePointer, &[4, SPACE, 3])
            .op(Op::Constant, &[1, 5, 7])
            .op(Op::Variable, &[2, 6, SPACE, 5])
    }

    #[test]
    fn numbers_come_first_and_variables_last() {
        let module = variable()
            .op(Op::TypeVector, &[7, 1, 2])
            .op(Op::ConstantComposite, &[7, 8, 5, 5])
            .op(Op::TypePointer, &[9, SPACE, 7])
            .op(Op::Variable, &[9, 10, SPACE, 8])
            .op(Op::Constant, &[1, 11, 8])
            .op(Op::ConstantComposite, &[7, 12, 11, 5]);
        assert_eq!(order(&module), [1, 2, 3, 4, 5, 7, 9, 11, 8, 12, 6, 10]);
    }

    #[test]
    fn what_a_constant_names_is_made_before() {
        let module = variable()
            .op(Op::Constant, &[1, 7, 8])
            .op(Op::ConstantComposite, &[3, 8, 6, 6])
            .op(Op::Variable, &[4, 9, SPACE, 8])
            .op(Op::SpecConstantOp, &[2, 10, Op::CompositeExtract as u32, 8, 0])
            .op(Op::ConstantComposite, &[3, 11, 10, 6]);
        assert_eq!(order(&module), [1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11]);
    }
}
