//! Blocks that end in a call which ends the invocation (`OpKill` and others, SPIR-V 3.42.17).
//!
//! In: functions where instructions follow such a call; if the callee is `noreturn`, LLVM treats them as dead. Out: the
//! same functions, where `unreachable` follows the call.

use crate::concepts::shaders::terminators;
use crate::error::Result;
use crate::llvm::{Block, Module, Opcode, Value};

/// Terminates blocks right after the calls that end the invocation.
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

/// Returns the instruction after the first such call in a block, unless it is `unreachable`.
fn dead<'m>(block: Block<'m>, ends: &[Value<'m>]) -> Option<Value<'m>> {
    let end = block.instructions().find(|inst| is_end(*inst, ends))?;
    end.next_instruction().filter(|next| !next.is_op(Opcode::Unreachable))
}
