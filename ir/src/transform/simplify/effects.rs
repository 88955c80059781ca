//! Effects of instructions on memory, and on where control goes.

use crate::attributes::FUNCTION;
use crate::draft::Value;
use crate::instruction::{Opcode, Ordering, flag};

/// The bits of effects on memory that are writes.
const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// Intrinsics that are said to write only so that they stay where they are.
const MARKERS: &[&str] = &["assume", "sideeffect", "experimental.noalias.scope.decl", "pseudoprobe", "donothing"];

/// True for a load or store that is volatile, or of an order that others see.
pub(super) fn is_ordered(access: Value<'_>) -> bool {
    let at = if access.opcode() == Some(Opcode::Store) { 3 } else { 2 };
    let ordered = access.word(at).is_some_and(|order| order > Ordering::Unordered as u32);
    ordered || access.flags() & flag::VOLATILE != 0
}

/// True where an instruction may change memory.
pub(super) fn writes(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(Store | Fence | CmpXchg | AtomicRmw | VaArg | CatchPad | CatchRet) => true,
        Some(Load) => is_ordered(instruction),
        Some(Call | Invoke | CallBr) => instruction.memory_effects() & WRITES != 0,
        _ => false,
    }
}

/// True where an instruction may look at memory.
pub(super) fn reads(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(Load | Fence | CmpXchg | AtomicRmw | VaArg | CatchPad | CatchRet) => true,
        Some(Store) => is_ordered(instruction),
        Some(Call | Invoke | CallBr) => instruction.memory_effects() & !WRITES != 0,
        _ => false,
    }
}

/// True for a call that only says something, and changes nothing that a load sees.
pub(super) fn is_marker(instruction: Value<'_>) -> bool {
    instruction.called_intrinsic().is_some_and(|name| MARKERS.contains(&name))
}

/// True for a call whose result is that of any other with the same arguments, as long as memory is the same.
pub(super) fn is_repeatable_call(call: Value<'_>) -> bool {
    let plain = call.opcode() == Some(Opcode::Call) && call.flags() & flag::MUSTTAIL == 0 && call.bundles().is_empty();
    let fixed = !call.call_has(FUNCTION, "returns_twice");
    let data = call.ty().fits(crate::draft::Role::Data);
    plain && fixed && data && !writes(call)
}

/// True for an instruction that only computes from its operands.
pub(super) fn is_pure(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(GetElementPtr | ICmp | FCmp | Select | Freeze | FNeg) => true,
        Some(ExtractElement | InsertElement | ShuffleVector | ExtractValue | InsertValue) => true,
        Some(opcode) if opcode.is_binary() || opcode.is_cast() => true,
        Some(Call) => is_repeatable_call(instruction) && !reads(instruction),
        _ => false,
    }
}
