//! Variables in loops: each round has memory of its own, and SPIR-V has variables at the beginning of a function alone.
//!
//! In: a function with an `alloca` in a loop. Out: the same function, where a pointer to it may be used in a later round with an array at
//! the beginning of the function, of which each round takes the next element. All other variables are at the beginning, too.

use super::beside::is_kept;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Value};

/// The limit on the bytes that all rounds of a variable have together.
const MOST_BYTES: u64 = 1 << 16;
/// The limit on the variables whose rounds are counted: each count looks at the whole function.
const MOST_COUNTED: usize = 64;

/// Replaces the variables of a function whose addresses may be used in later rounds.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    // A later round may use what a phi or memory keeps.
    let is_phi = |user: Value<'m>| user.is_op(Opcode::Phi);
    let kept: Vec<_> =
        function.repeated_variables().into_iter().filter(|variable| is_kept(*variable, is_phi)).collect();
    if kept.len() > MOST_COUNTED {
        return Err(Error::of(
            Code::Limit,
            format!("more than {MOST_COUNTED} allocas in loops whose addresses are kept"),
        )
        .hint("use arrays with an element for each round"));
    }
    kept.into_iter().try_for_each(|variable| {
        replace(place, function, variable).map_err(|error| error.at_instruction(|| variable.print()))
    })?;
    gather(place, function)
}

/// Moves the variables of fixed size to the beginning of a function.
fn gather<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let Some(first) = function.entry_block().and_then(|block| block.first_instruction()) else { return Ok(()) };
    let later = function.blocks().skip(1).flat_map(|block| block.instructions());
    for variable in later.filter(|inst| inst.is_op(Opcode::Alloca)).collect::<Vec<_>>() {
        let count = variable.operand(0).filter(|count| count.is_constant());
        let (Some(count), Some(ty)) = (count, variable.allocated_type()) else { continue };
        place.builder.position_before(first)?;
        let moved = place.builder.array_alloca(ty, count, None)?;
        moved.set_alignment(variable.alignment().max(1))?;
        moved.set_name(variable.name());
        variable.replace_uses(moved)?;
        variable.erase()?;
    }
    Ok(())
}

fn replace<'m>(place: &Place<'m>, function: Value<'m>, variable: Value<'m>) -> Result<()> {
    let (context, layout) = (place.context, place.module.layout());
    let ty = variable.allocated_type().ok_or_else(|| Error::internal("a variable without a type"))?;
    let count = variable.operand(0).and_then(Value::int_value).filter(|count| *count > 0).unwrap_or(1);
    let size = layout.abi_size(ty).and_then(|size| size.checked_mul(count)).unwrap_or(u64::MAX).max(1);
    let size = size.checked_next_multiple_of(variable.alignment().max(1).into()).unwrap_or(u64::MAX);
    let rounds = variable.most_executions().filter(|rounds| size.saturating_mul(*rounds) <= MOST_BYTES);
    let rounds = rounds.ok_or_else(|| {
        Error::of(Code::Instruction, "an alloca in a loop of unknown length, whose address may outlive the round")
            .hint("use an array with an element for each round")
    })?;
    let first = function.entry_block().and_then(|block| block.first_instruction());
    let first = first.ok_or_else(|| Error::internal("a function without instructions"))?;
    place.builder.position_before(first)?;
    let whole = context.array_type(ty, count)?;
    let element = if layout.abi_size(whole) == Some(size) {
        whole
    } else {
        let padding = context.array_type(context.int_type(8)?, size - layout.abi_size(whole).unwrap_or(0))?;
        context.struct_type(&[whole, padding], true)?
    };
    let memory = place.builder.alloca(context.array_type(element, rounds)?, None)?;
    memory.set_alignment(variable.alignment().max(1))?;
    memory.set_name(variable.name());
    let word = context.int_type(32)?;
    let counter = place.builder.alloca(word, None)?;
    place.builder.store(context.const_int(word, 0)?, counter)?;
    let emit = Emit { context, builder: Builder::new(place.module) };
    emit.builder.position_before(variable)?;
    let round = emit.builder.load(word, counter)?;
    let next = emit.with(Opcode::Add, round, 1)?;
    emit.builder.store(next, counter)?;
    let own = emit.builder.gep(element, memory, &[round], false)?;
    variable.replace_uses(own)?;
    variable.erase()
}
