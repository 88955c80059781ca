//! The origins of pointers: addresses of buffers, or variables.

use super::is_address;
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::offsets::made_of;
use crate::llvm::{Opcode, Value};
use rustc_hash::FxHashSet;

/// The limit on the number of pointers in one chain of geps, casts, phis and selects.
const MAX_POINTERS: usize = 1 << 12;

/// Returns whether a pointer may lead to a buffer by address, rather than only to variables or null.
pub fn leads_to_number(pointer: Value<'_>) -> bool {
    let (mut seen, mut work) = (FxHashSet::default(), vec![pointer]);
    while let Some(pointer) = work.pop() {
        if seen.len() > MAX_POINTERS || !seen.insert(pointer) {
            continue;
        }
        match made_of(pointer) {
            Some(pointers) => work.extend(pointers),
            None if is_address(pointer.ty()) && !is_nothing(pointer) && !pointer.is_global_variable() => return true,
            None => {}
        }
    }
    false
}

/// Returns whether a value is null, undefined or poison.
fn is_nothing(value: Value<'_>) -> bool {
    value.is_null() || value.is_undef() || value.is_poison()
}

/// Returns the pointers in a function that lead to variables, or the error for a pointer that may also lead to a buffer
/// by address.
pub fn of_variables<'m>(function: Value<'m>) -> Result<FxHashSet<Value<'m>>> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    let is_step = |inst: &Value<'m>| is_address(inst.ty()) && made_of(*inst).is_some();
    let starts = |inst: &Value<'m>| made_of(*inst).is_some_and(|mut from| from.any(is_variable));
    let mut work: Vec<_> = all.iter().copied().filter(is_step).filter(starts).collect();
    let mut found = FxHashSet::default();
    while let Some(pointer) = work.pop() {
        if found.insert(pointer) {
            work.extend(pointer.uses().filter(|user| user.is_instruction() && is_step(user)));
        }
    }
    for inst in all.iter().filter(|inst| found.contains(*inst)) {
        let mut from = made_of(*inst).into_iter().flatten();
        if from.any(|from| !found.contains(&from) && !is_variable(from) && !is_nothing(from)) {
            return Err(Error::of(
                Code::AddressSpace,
                "a pointer that leads to a variable or to an address, as the program chooses",
            )
            .hint("write the access twice, once for each kind of memory")
            .at_instruction(|| inst.print())
            .in_source(|| inst.source()));
        }
    }
    Ok(found)
}

/// Returns whether a pointer is a variable, a constant address in one, or of an address space whose pointers are never
/// replaced by integers.
pub fn is_variable(mut pointer: Value<'_>) -> bool {
    while pointer.is_constant() && matches!(pointer.any_opcode(), Some(Opcode::GetElementPtr | Opcode::AddrSpaceCast)) {
        let Some(from) = pointer.operand(0) else { return false };
        pointer = from;
    }
    // Images and samplers are in constant memory.
    pointer.is_global_variable() || pointer.ty().scalar().is_pointer() && !is_address(pointer.ty())
}
