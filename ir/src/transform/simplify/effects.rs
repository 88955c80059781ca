//! Effects of instructions on memory and on control flow.

use crate::attributes::FUNCTION;
use crate::draft::Value;
use crate::instruction::{Opcode, Ordering, flag};

/// The write bits of memory effects.
const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// Intrinsics that are declared as writing memory only to keep them in place.
const MARKERS: &[&str] = &["assume", "sideeffect", "experimental.noalias.scope.decl", "pseudoprobe", "donothing"];

/// Returns whether a load or store is volatile, or has an order stronger than `unordered`.
pub(super) fn is_ordered(access: Value<'_>) -> bool {
    let at = if access.opcode() == Some(Opcode::Store) { 3 } else { 2 };
    let ordered = access.word(at).is_some_and(|order| order > Ordering::Unordered as u32);
    ordered || access.flags() & flag::VOLATILE != 0
}

/// Returns whether an instruction may write memory.
pub(super) fn writes(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(Store | Fence | CmpXchg | AtomicRmw | VaArg | CatchPad | CatchRet) => true,
        Some(Load) => is_ordered(instruction),
        Some(Call | Invoke | CallBr) => instruction.memory_effects() & WRITES != 0,
        _ => false,
    }
}

/// Returns whether an instruction may read memory.
pub(super) fn reads(instruction: Value<'_>) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Some(Load | Fence | CmpXchg | AtomicRmw | VaArg | CatchPad | CatchRet) => true,
        Some(Store) => is_ordered(instruction),
        Some(Call | Invoke | CallBr) => instruction.memory_effects() & !WRITES != 0,
        _ => false,
    }
}

/// Returns whether a call is a marker that has no effect on loads.
pub(super) fn is_marker(instruction: Value<'_>) -> bool {
    instruction.called_intrinsic().is_some_and(|name| MARKERS.contains(&name))
}

/// Returns whether a call returns the same value as another one with equal arguments in the same memory state.
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
