//! Instructions that compute for nothing, and blocks that nothing leads to.

use crate::attributes::FUNCTION;
use crate::constants::ConstantKind;
use crate::draft::{Block, Result, Value, ValueKind};
use crate::instruction::{Opcode, flag};

/// The bits of effects on memory that are writes.
const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// Intrinsics that say something of their operand and do nothing where it is no value.
const MARKERS: [&str; 3] = ["lifetime.start", "lifetime.end", "invariant.start"];

/// True for an instruction that nothing uses and that does nothing but compute.
pub fn is_dead(instruction: Value<'_>) -> bool {
    instruction.users().next().is_none() && is_needless(instruction)
}

/// True for an instruction that does nothing where nothing uses it.
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

/// Erases instructions that are dead, and those whose last use that was, and so on.
///
/// # Errors
/// None that instructions of one draft bring about.
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

/// Erases blocks of a function that no other blocks go to; they may go to each other.
///
/// # Errors
/// A block that another goes to.
pub fn erase_blocks(blocks: &[Block<'_>]) -> Result<()> {
    for block in blocks {
        if let Some(first) = block.first() {
            first.end_block()?;
        }
    }
    blocks.iter().try_for_each(|block| block.erase())
}
