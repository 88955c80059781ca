//! Meaningless scopes of debug information, which producers write: scopes of another function than that of the code,
//! and scopes without code.

use crate::keys::{Body, View};
use llvm_spirv::binary::{Id, Instruction, Op};
use rustc_hash::FxHashSet;

/// The limit on the depth of scopes.
const MOST: usize = 1 << 12;

/// The lexical scopes: the name of the instruction, and the index of the parent operand after the set and the number.
const AROUND: [(&str, usize); 2] = [("DebugLexicalBlock", 3), ("DebugLexicalBlockDiscriminator", 2)];

/// The operand indices of the scope and of the next location in `DebugInlinedAt`.
const INLINED: [usize; 2] = [1, 2];

/// The instructions that may be between a scope without code and the next one.
const LINES: [&str; 2] = ["DebugLine", "DebugNoLine"];

/// The records of variables.
const RECORDS: [&str; 2] = ["DebugDeclare", "DebugValue"];

/// The operand index of the scope in `DebugLocalVariable`.
const VARIABLE_PARENT: usize = 5;

/// Returns the result ids of the meaningless scopes in the code of a function.
pub(super) fn meaningless(view: &View<'_, '_>, body: &Body<'_>) -> FxHashSet<Option<Id>> {
    let mut found = elsewhere(view, body);
    found.extend(of_no_code(view, body));
    found
}

/// Returns the result ids of scopes followed only by lines and by records for variables of other functions.
fn of_no_code(view: &View<'_, '_>, body: &Body<'_>) -> Vec<Option<Id>> {
    let (mut found, mut open) = (Vec::new(), None::<Instruction<'_>>);
    for instruction in &body.code {
        let name = debug_name(view, *instruction).unwrap_or_default();
        let is_stray = |scope| RECORDS.contains(&name.as_str()) && !is_of(view, *instruction, scope);
        match name.as_str() {
            "DebugScope" => found.extend(open.replace(*instruction).map(|scope| scope.result_id())),
            "DebugNoScope" => found.extend(open.take().map(|scope| scope.result_id())),
            name if LINES.contains(&name) || open.is_some_and(is_stray) => {}
            _ => open = None,
        }
    }
    found
}

/// Returns whether a record is for a variable of the function that contains a scope.
fn is_of(view: &View<'_, '_>, record: Instruction<'_>, scope: Instruction<'_>) -> bool {
    let variable = part(record, 0).and_then(|id| view.module.definition(id));
    let around = variable.and_then(|variable| part(variable, VARIABLE_PARENT)).and_then(|id| function(view, id));
    around.is_some() && around == part(scope, 0).and_then(|id| function(view, id))
}

/// Returns the `DebugFunction` around a scope, ignoring inlining.
fn function(view: &View<'_, '_>, scope: Id) -> Option<Id> {
    let mut scope = scope;
    for _ in 0..MOST {
        let node = view.module.definition(scope)?;
        if named(view, node, "DebugFunction") {
            return Some(scope);
        }
        let row = AROUND.iter().find(|row| named(view, node, row.0))?;
        scope = part(node, row.1)?;
    }
    None
}

/// Returns the result ids of scopes of other functions, in a function that has a description.
fn elsewhere(view: &View<'_, '_>, body: &Body<'_>) -> FxHashSet<Option<Id>> {
    let is = |instruction: &&Instruction<'_>, name: &str| named(view, **instruction, name);
    let own = body.code.iter().find(|instruction| is(instruction, "DebugFunctionDefinition"));
    let Some(own) = own.and_then(|definition| part(*definition, 0)) else { return FxHashSet::default() };
    let scopes = body.code.iter().filter(|instruction| is(instruction, "DebugScope"));
    let others = scopes.filter(|scope| outermost(view, **scope).is_some_and(|function| function != own));
    others.map(|scope| scope.result_id()).collect()
}

/// Returns the function that contains a scope, or into which it was inlined.
fn outermost(view: &View<'_, '_>, scope: Instruction<'_>) -> Option<Id> {
    let (mut around, mut place) = (part(scope, 0)?, part(scope, 1));
    for _ in 0..MOST {
        if let Some(inlined) = place {
            let inlined = view.module.definition(inlined)?;
            (around, place) = (part(inlined, INLINED[0])?, part(inlined, INLINED[1]));
            continue;
        }
        return function(view, around);
    }
    None
}

/// Returns an operand after the set and the number.
fn part(instruction: Instruction<'_>, at: usize) -> Option<u32> {
    instruction.in_operands().get(at + 2).copied()
}

/// Returns whether an instruction is a debug instruction with this name.
fn named(view: &View<'_, '_>, instruction: Instruction<'_>, name: &str) -> bool {
    debug_name(view, instruction).is_some_and(|own| own == name)
}

/// Returns the name of an extended instruction in its set.
fn debug_name(view: &View<'_, '_>, instruction: Instruction<'_>) -> Option<String> {
    let name = (instruction.opcode() == Op::ExtInst).then(|| super::name(view, instruction))?;
    name.rsplit_once(' ').map(|(_, last)| last.to_owned())
}
