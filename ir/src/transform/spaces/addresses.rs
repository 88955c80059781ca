//! Collects the flat addresses in a function.

use rustc_hash::FxHashSet;

use super::{Flat, opcode, space_of};
use crate::draft::Value;
use crate::instruction::Opcode;

/// Intrinsics, and which of their arguments are pointers whose space may change.
pub(super) const POINTERS: [(&str, &[usize]); 13] = [
    ("memcpy", &[0, 1]),
    ("memcpy.inline", &[0, 1]),
    ("memmove", &[0, 1]),
    ("memset", &[0]),
    ("memset.inline", &[0]),
    ("ptrmask", &[0]),
    ("objectsize", &[0]),
    ("is.constant", &[0]),
    ("masked.load", &[0]),
    ("masked.gather", &[0]),
    ("prefetch", &[0]),
    ("masked.store", &[1]),
    ("masked.scatter", &[1]),
];

/// Returns the arguments of a call that are pointers whose address space may change.
pub(super) fn pointer_arguments(call: Value<'_>) -> &'static [usize] {
    let name = call.called_intrinsic();
    POINTERS.iter().find(|(of, _)| Some(*of) == name).map_or(&[], |(_, places)| places)
}

/// Returns whether a value computes an address from another one.
pub(super) fn is_address(flat: Flat<'_>, value: Value<'_>) -> bool {
    use Opcode::*;
    match opcode(value) {
        Some(Phi | Select | BitCast | AddrSpaceCast | GetElementPtr) => space_of(value).is_some(),
        Some(IntToPtr) => same_address(flat, value).is_some(),
        _ => false,
    }
}

/// Returns the pointer whose integer value an `inttoptr` converts back, in the same address space and without loss.
pub(super) fn same_address<'d>(flat: Flat<'d>, pointer: Value<'d>) -> Option<Value<'d>> {
    let number = pointer.operands().next().filter(|number| opcode(*number) == Some(Opcode::PtrToInt))?;
    let from = number.operands().next()?;
    let bits = flat.draft.pointer_bits(space_of(from)?);
    (from.ty() == pointer.ty() && number.ty().scalar().size() == bits).then_some(from)
}

/// Returns the pointers from which an address is computed.
pub(super) fn sources<'d>(flat: Flat<'d>, address: Value<'d>) -> Vec<Value<'d>> {
    use Opcode::*;
    match opcode(address) {
        Some(Phi) => address.incoming().map(|(value, _)| value).collect(),
        Some(Select) => address.operands().skip(1).collect(),
        Some(BitCast | AddrSpaceCast | GetElementPtr) => address.operands().take(1).collect(),
        Some(IntToPtr) => same_address(flat, address).into_iter().collect(),
        _ => Vec::new(),
    }
}

struct Walk<'d> {
    flat: Flat<'d>,
    seen: FxHashSet<Value<'d>>,
    /// Addresses on the stack, and whether their sources were pushed.
    open: Vec<(Value<'d>, bool)>,
}

/// Returns the addresses in the flat space, each behind its sources, except in cycles.
pub(super) fn of(flat: Flat<'_>) -> Vec<Value<'_>> {
    let mut walk = Walk { flat, seen: FxHashSet::default(), open: Vec::new() };
    for instruction in flat.function.instructions() {
        walk.begin(instruction);
    }
    let mut found = Vec::new();
    while let Some((address, is_left)) = walk.open.pop() {
        if is_left {
            found.extend(Some(address).filter(|address| flat.is_flat(*address)));
            continue;
        }
        walk.open.push((address, true));
        sources(flat, address).into_iter().for_each(|source| walk.add(source));
    }
    found
}

impl<'d> Walk<'d> {
    /// Adds the pointer operands of an instruction that profit from a specific address space.
    fn begin(&mut self, instruction: Value<'d>) {
        use Opcode::*;
        let operands = || instruction.operands().filter(|value| space_of(*value).is_some());
        match instruction.opcode() {
            Some(GetElementPtr | Load | AtomicRmw | CmpXchg | AddrSpaceCast) => {
                instruction.operands().take(1).for_each(|pointer| self.add(pointer));
            }
            Some(Store) => instruction.operands().skip(1).take(1).for_each(|pointer| self.add(pointer)),
            Some(ICmp | Ret) => operands().for_each(|pointer| self.add(pointer)),
            Some(IntToPtr) => same_address(self.flat, instruction).into_iter().for_each(|pointer| self.add(pointer)),
            Some(Call) if instruction.called_intrinsic() == Some("fake.use") => {
                operands().for_each(|pointer| self.add(pointer));
            }
            Some(Call) => {
                let arguments: Vec<_> = instruction.call_arguments().collect();
                for place in pointer_arguments(instruction) {
                    let pointer = arguments.get(*place).filter(|pointer| space_of(**pointer).is_some());
                    pointer.into_iter().for_each(|pointer| self.add(*pointer));
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, value: Value<'d>) {
        if value.is_constant() {
            return self.add_constant(value);
        }
        if self.flat.is_flat(value) && is_address(self.flat, value) && self.seen.insert(value) {
            self.open.push((value, false));
            let constants: Vec<_> = match value.opcode() {
                Some(Opcode::Phi) => value.incoming().map(|(value, _)| value).collect(),
                _ => value.operands().collect(),
            };
            constants.into_iter().filter(|value| value.is_constant()).for_each(|value| self.add_constant(value));
        }
    }

    fn add_constant(&mut self, value: Value<'d>) {
        if value.constant_opcode().is_some() && is_address(self.flat, value) && self.seen.insert(value) {
            self.open.push((value, false));
        }
    }
}
