//! Dead instructions and unreachable blocks.

use crate::attributes::FUNCTION;
use crate::constants::ConstantKind;
use crate::draft::{Block, Result, Value, ValueKind};
use crate::instruction::{Opcode, flag};

/// The write bits of memory effects.
const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// Intrinsics that describe their operand, and have no effect if that is `undef`.
const MARKERS: [&str; 3] = ["lifetime.start", "lifetime.end", "invariant.start"];

/// Returns whether an instruction is unused and has no other effect.
pub fn is_dead(instruction: Value<'_>) -> bool {
    instruction.users().next().is_none() && is_needless(instruction)
}

/// Returns whether an instruction has no effect other than its result.
pub fn is_needless(instruction: Value<'_>) -> bool {
    use Opcode::*;
    let Some(opcode) = instruction.opcode() else { return false };
    match opcode {
        _ if opcode.is_terminator() => false,
        Store | Fence | CmpXchg | AtomicRmw | VaArg | LandingPad | CatchPad | CleanupPad => false,
        // The order of an atomic load, if any, is its third word; one that is `volatile` stays.
        Load => instruction.flags() & flag::VOLATILE == 0 && !instruction.is_ordered(),
        Call => is_needless_call(instruction),
        _ => true,
    }
}

fn is_needless_call(call: Value<'_>) -> bool {
    let argument = || call.call_arguments().next();
    match call.called_intrinsic() {
        Some("assume" | "experimental.guard") => {
            argument().is_some_and(|condition| condition.as_integer() == Some(1)) && call.bundles().is_empty()
        }
        Some("stacksave" | "launder.invariant.group") => true,
        Some(name) if MARKERS.contains(&name) => argument()
            .is_some_and(|of| matches!(of.kind(), ValueKind::Constant(ConstantKind::Undef | ConstantKind::Poison))),
        _ => {
            let promises = ["nounwind", "willreturn"];
            call.memory_effects() & WRITES == 0 && promises.iter().all(|name| call.call_has(FUNCTION, name))
        }
    }
}

/// Erases the dead instructions of a list, and instructions that die with them.
///
/// # Errors
/// None for instructions of one draft.
pub fn erase(dead: Vec<Value<'_>>) -> Result<bool> {
    let mut open = dead;
    let mut any = false;
    while let Some(instruction) = open.pop() {
        if instruction.block().is_none() || !is_dead(instruction) {
            continue;
        }
        let operands: Vec<_> = instruction.operands().filter(|operand| operand.opcode().is_some()).collect();
        instruction.erase()?;
        any = true;
        open.extend(operands);
    }
    Ok(any)
}

/// Erases blocks of a function that no other blocks branch to; they may branch to each other.
///
/// # Errors
/// A block that another block branches to.
pub fn erase_blocks(blocks: &[Block<'_>]) -> Result<()> {
    for block in blocks {
        if let Some(first) = block.first() {
            first.end_block()?;
        }
    }
    blocks.iter().try_for_each(|block| block.erase())
}
