//! The variables of a function that its intrinsics take: small moves of memory go through one, and instructions leave a second
//! result in one. They stand in front of all instructions, where they are when they come back.

use super::{floats, memory, rows};
use crate::binary::Id;
use crate::concepts::instructions::memory::temporary;
use crate::error::Result;
use crate::llvm::{Block, Value};
use crate::state::{Forward, Operand, Role};
use ::spirv::Decoration;

/// Notes the functions with calls that need a variable.
pub fn find(f: &mut Forward<'_>) {
    let may_take = |intrinsic: &Value<'_>| intrinsic.intrinsic_name().and_then(rows::role).is_some_and(takes);
    let calls = f.module.functions().filter(may_take).flat_map(Value::uses);
    f.with_variables.extend(calls.filter_map(Value::parent_function));
}

/// Returns whether calls of intrinsics of a role may take a variable.
fn takes(role: Role) -> bool {
    matches!(role, Role::Move | Role::SecondResult)
}

/// Declares the variables that the calls in these blocks of a function take.
pub fn declare<'m>(f: &mut Forward<'m>, function: Value<'m>, blocks: &[Block<'m>]) -> Result<()> {
    if !f.with_variables.contains(&function) {
        return Ok(());
    }
    for call in blocks.iter().flat_map(|block| block.instructions()) {
        let variable = match rows::role_of_call(call) {
            Some(Role::Move) => memory::variable_of_move(f, call),
            Some(Role::SecondResult) => floats::variable_of_result(f, call).map(Some),
            _ => Ok(None),
        };
        // A call that is wrong is refused at its own place.
        if let Ok(Some(wanted)) = variable {
            let variable = made(f, wanted)?;
            f.body.memory.taken.insert(call, variable);
        }
    }
    Ok(())
}

/// The pointee of a variable, and its alignment in bytes.
pub type Wanted = (Id, u32);

/// Returns the variable declared for a call.
pub fn taken<'m>(f: &mut Forward<'m>, call: Value<'m>, wanted: Wanted) -> Result<Operand> {
    f.body.memory.taken.get(&call).copied().map_or_else(|| made(f, wanted), Ok)
}

fn made(f: &mut Forward<'_>, (pointee, align): Wanted) -> Result<Operand> {
    let variable = temporary(f, pointee)?;
    f.spv.decorate(variable.id, Decoration::Alignment, &[align])?;
    Ok(variable)
}
