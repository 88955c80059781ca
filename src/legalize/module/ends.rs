//! Blocks that end in a call which ends the invocation (`OpKill` and others, SPIR-V 3.42.17).
//!
//! In: functions where anything may follow such a call: LLVM takes what does for dead if the function is `noreturn`.
//! Out: the same functions, where `unreachable` follows it.

use crate::concepts::shaders::terminators;
use crate::error::Result;
use crate::llvm::{Block, Module, Opcode, Value};

/// Ends the blocks of a module behind such calls.
pub fn run(module: &Module<'_>) -> Result<()> {
    let ends: Vec<_> = module.functions().filter(|function| terminators::ends_invocation(*function)).collect();
    let calls = ends.iter().flat_map(|function| function.uses()).filter(|user| is_end(*user, &ends));
    for block in calls.filter_map(Value::parent_block).collect::<Vec<_>>() {
        if let Some(dead) = dead(block, &ends) {
            dead.end_block()?;
        }
    }
    Ok(())
}

fn is_end<'m>(inst: Value<'m>, ends: &[Value<'m>]) -> bool {
    inst.is_op(Opcode::Call) && inst.called_function().is_some_and(|callee| ends.contains(&callee))
}

/// Returns what follows the first of the calls in a block, unless that is `unreachable`.
fn dead<'m>(block: Block<'m>, ends: &[Value<'m>]) -> Option<Value<'m>> {
    let end = block.instructions().find(|inst| is_end(*inst, ends))?;
    end.next_instruction().filter(|next| !next.is_op(Opcode::Unreachable))
}
