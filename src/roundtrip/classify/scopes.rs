//! Scopes of debug information that are in another function than the code that they are said of: producers write them, and they mean nothing.

use crate::binary::{Id, Instruction};
use crate::roundtrip::keys::{Body, View};
use rustc_hash::FxHashSet;

/// The most scopes around another.
const MOST: usize = 1 << 12;

/// The scopes in others: the name of the instruction, and the place of the operand that is around it, behind the set and the number.
const AROUND: [(&str, usize); 2] = [("DebugLexicalBlock", 3), ("DebugLexicalBlockDiscriminator", 2)];

/// The places of the scope and of the next place in `DebugInlinedAt`.
const INLINED: [usize; 2] = [1, 2];

/// Returns the results of such scopes in the code of a function that has a description.
pub(super) fn elsewhere(view: &View<'_, '_>, body: &Body<'_>) -> FxHashSet<Option<Id>> {
    let is = |instruction: &&Instruction<'_>, name: &str| named(view, **instruction, name);
    let own = body.code.iter().find(|instruction| is(instruction, "DebugFunctionDefinition"));
    let Some(own) = own.and_then(|definition| part(*definition, 0)) else { return FxHashSet::default() };
    let scopes = body.code.iter().filter(|instruction| is(instruction, "DebugScope"));
    let others = scopes.filter(|scope| outermost(view, **scope).is_some_and(|function| function != own));
    others.map(|scope| scope.result_id()).collect()
}

/// Returns the function that a scope is in, or that it was inlined into.
fn outermost(view: &View<'_, '_>, scope: Instruction<'_>) -> Option<Id> {
    let (mut around, mut place) = (part(scope, 0)?, part(scope, 1));
    for _ in 0..MOST {
        if let Some(inlined) = place {
            let inlined = view.module.definition(inlined)?;
            (around, place) = (part(inlined, INLINED[0])?, part(inlined, INLINED[1]));
            continue;
        }
        let node = view.module.definition(around)?;
        if named(view, node, "DebugFunction") {
            return Some(around);
        }
        let row = AROUND.iter().find(|row| named(view, node, row.0))?;
        around = part(node, row.1)?;
    }
    None
}

/// Returns an operand behind the set and the number.
fn part(instruction: Instruction<'_>, at: usize) -> Option<u32> {
    instruction.in_operands().get(at + 2).copied()
}

/// Returns whether an instruction is of a set of debug information, by that name.
fn named(view: &View<'_, '_>, instruction: Instruction<'_>, name: &str) -> bool {
    instruction.opcode() == crate::binary::Op::ExtInst
        && super::name(view, instruction).rsplit_once(' ').is_some_and(|(_, last)| last == name)
}
