//! Local variables in loops. In LLVM IR each execution of an `alloca` has memory of its own, until the function
//! returns; SPIR-V has variables only at the start of a function, one for all iterations.
//!
//! If no iteration uses the address of an earlier one ([`outlives`]), one variable is enough. Otherwise the memory is
//! an `OpVariableLengthArrayINTEL` where that is allowed, or an array with an element for each iteration if LLVM knows
//! their maximum number; otherwise it is an error.

use super::outlives::outlives;
use crate::binary::builder::Id;
use crate::binary::write;
use crate::concepts::base::{constants, pointers, types};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, Value};
use crate::state::hooks::any;
use crate::state::{Forward, Operand};
use ::spirv::{Decoration, MemoryAccess, Op, StorageClass};
use std::rc::Rc;

/// The limit on the number of bytes of one variable for all iterations.
const MOST_BYTES: u64 = 1 << 16;

/// The limit on the number of variables of a function for which LLVM computes the number of iterations: each
/// computation analyses the whole function.
const MOST_COUNTED: usize = 64;

/// Returns whether each execution of an `alloca` needs memory of its own, different from that of earlier ones.
pub fn need_own_memory<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    if inst.parent_block().is_none_or(|block| block.is_entry()) {
        return Ok(false);
    }
    let Some(function) = inst.parent_function() else { return Ok(false) };
    if f.body.memory.repeated.is_none() {
        f.body.memory.repeated = Some(Rc::new(function.repeated_variables().into_iter().collect()));
    }
    if !f.body.memory.repeated.as_ref().is_some_and(|repeated| repeated.contains(&inst)) {
        return Ok(false);
    }
    outlives(f, inst)
}

/// `alloca` of `count` elements whose executions need memory of their own.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, allocated: Type<'m>, count: Value<'m>) -> Result<()> {
    let class = pointers::storage_class(f, inst.ty().address_space())?;
    if any!(f.hooks.forward_alloca, f, inst, allocated, count) {
        return Ok(());
    }
    let bytes =
        f.module.layout().abi_size(allocated).zip(count.int_value()).and_then(|(size, n)| size.checked_mul(n.max(1)));
    let fits = |rounds: &u64| {
        let element = bytes.map(|bytes| bytes.max(1).checked_next_multiple_of(inst.alignment().max(1).into()));
        element.flatten().and_then(|bytes| bytes.checked_mul(*rounds)).is_some_and(|all| all <= MOST_BYTES)
    };
    f.body.memory.repeated_counted += 1;
    let is_plain = class == StorageClass::Function && f.body.memory.repeated_counted <= MOST_COUNTED;
    let rounds = if is_plain { inst.most_executions().filter(fits) } else { None };
    match (rounds, count.int_value()) {
        (Some(rounds), Some(count)) => forward_elements(f, inst, allocated, count, rounds),
        _ => Err(Error::needs_extension(
            "an alloca in a loop whose address may outlive the round",
            super::VARIABLE_LENGTH,
        )),
    }
}

/// Emits an array with an element for each iteration, and a variable that counts the iterations.
fn forward_elements<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    allocated: Type<'m>,
    count: u64,
    rounds: u64,
) -> Result<()> {
    let (element, is_padded, pointee) = element(f, inst, allocated, count)?;
    let array = types::array_of(f, element, rounds)?;
    let memory = super::temporary(f, array)?;
    f.spv.decorate(memory.id, Decoration::Alignment, &[inst.alignment()])?;
    let round = next_round(f)?;
    let zero = constants::word(f, 0)?;
    let ty = pointers::pointer_type(f, StorageClass::Function, pointee)?;
    let mut operands = vec![memory.id, zero, round];
    operands.extend(is_padded.then_some(zero));
    f.define(inst, Op::InBoundsPtrAccessChain, ty, &operands).map(drop)
}

/// Returns the type of an array element, whether it is a structure with padding up to the alignment, and the variable's type.
fn element<'m>(f: &mut Forward<'m>, inst: Value<'m>, allocated: Type<'m>, count: u64) -> Result<(Id, bool, Id)> {
    let no_size = || Error::of(Code::IllegalType, format!("a variable of type {allocated}"));
    let one = f.module.layout().abi_size(allocated).ok_or_else(no_size)?;
    let bytes = one.checked_mul(count.max(1)).ok_or_else(no_size)?;
    let mut pointee = types::pointee(f, allocated)?;
    if count != 1 {
        pointee = types::array_of(f, pointee, count.max(1))?;
    }
    let padded = bytes.checked_next_multiple_of(inst.alignment().max(1).into()).ok_or_else(no_size)?;
    if padded == bytes {
        return Ok((pointee, false, pointee));
    }
    let byte = types::int(f, 8)?;
    let padding = types::array_of(f, byte, padded - bytes)?;
    Ok((f.spv.unique_type(Op::TypeStruct, &[pointee, padding])?, true, pointee))
}

/// Emits the number of the current iteration, counted in a variable that is 0 at the start of the function.
fn next_round(f: &mut Forward<'_>) -> Result<Id> {
    let word = types::int(f, 32)?;
    let Operand { id: counter, .. } = super::temporary(f, word)?;
    let access = [MemoryAccess::ALIGNED.bits(), 4];
    f.spv.decorate(counter, Decoration::Alignment, &[4])?;
    let (zero, one) = (constants::word(f, 0)?, constants::word(f, 1)?);
    f.spv.note(Op::Store);
    write::instruction(&mut f.body.first_stores, Op::Store, &[counter, zero, access[0], access[1]])?;
    let round = f.emit_value(Op::Load, word, &[counter, access[0], access[1]])?.id;
    let next = f.emit_value(Op::IAdd, word, &[round, one])?.id;
    f.emit(Op::Store, &[counter, next, access[0], access[1]])?;
    Ok(round)
}
