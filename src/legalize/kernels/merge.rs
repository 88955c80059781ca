//! Variables between which a pointer is chosen: they become parts of one variable, so that an index is chosen instead.

use super::spaces;
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::chains::is_choice_of_pointers;
use crate::llvm::{Linkage, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The alignment of each part of a joined variable.
const ALIGNMENT: u64 = 16;

/// Joins the variables in function and workgroup memory between which phis and selects choose.
pub fn variables<'m>(place: &Place<'m>, functions: &[Value<'m>]) -> Result<()> {
    let is_local = |global: &Value<'m>| global.ty().address_space() == spaces::LOCAL;
    let sized =
        |global: &Value<'m>| global.value_type().and_then(|ty| place.module.layout().abi_size(ty)).unwrap_or(0) > 0;
    let globals: Vec<_> = place.module.globals().filter(is_local).filter(sized).collect();
    for set in sets(&globals) {
        join(place, &set, None)?;
    }
    for function in functions {
        let all = function.blocks().flat_map(|block| block.instructions());
        let allocated: Vec<_> = all.filter(|inst| inst.allocated_type().is_some()).collect();
        for set in sets(&allocated) {
            // Those that were joined are gone.
            join(place, &set, function.entry_block().and_then(|block| block.first_instruction()))?;
        }
    }
    Ok(())
}

/// Returns the sets of two or more variables between which pointers are chosen.
fn sets<'m>(variables: &[Value<'m>]) -> Vec<Vec<Value<'m>>> {
    let mut set_of: Vec<usize> = (0..variables.len()).collect();
    let mut chosen: FxHashMap<Value<'m>, usize> = FxHashMap::default();
    for (number, variable) in variables.iter().enumerate() {
        for choice in choices(*variable) {
            let other = *chosen.entry(choice).or_insert(number);
            let (from, to) = (set_of[number], set_of[other]);
            set_of.iter_mut().filter(|set| **set == from).for_each(|set| *set = to);
        }
    }
    let members = |set: usize| {
        let members = variables.iter().enumerate().filter(|(number, _)| set_of[*number] == set);
        members.map(|(_, variable)| *variable).collect::<Vec<_>>()
    };
    (0..variables.len()).map(members).filter(|members| members.len() > 1).collect()
}

/// Returns the phis and selects that pointers into a variable reach.
fn choices(variable: Value<'_>) -> Vec<Value<'_>> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![variable], Vec::new());
    while let Some(pointer) = work.pop() {
        for user in pointer.uses() {
            let is_choice = is_choice_of_pointers(user);
            if (is_choice || user.any_opcode() == Some(Opcode::GetElementPtr)) && seen.insert(user) {
                work.push(user);
                found.extend(is_choice.then_some(user));
            }
        }
    }
    found
}

/// Joins variables into one: a local variable in front of the instruction `first`, or a variable of the module without
/// it.
fn join<'m>(place: &Place<'m>, variables: &[Value<'m>], first: Option<Value<'m>>) -> Result<()> {
    let layout = place.module.layout();
    let (mut offsets, mut end) = (Vec::new(), 0u64);
    for variable in variables {
        let ty = variable.allocated_type().or(variable.value_type());
        let size = ty.and_then(|ty| layout.abi_size(ty)).ok_or_else(|| Error::internal("a variable without a size"))?;
        offsets.push(end);
        end = (end + size).next_multiple_of(ALIGNMENT);
    }
    let byte = place.context.int_type(8)?;
    let ty = place.context.array_type(byte, end)?;
    let whole = match first {
        Some(first) => {
            place.builder.position_before(first)?;
            place.builder.alloca(ty, None)?
        }
        None => place.module.add_global("", ty, spaces::LOCAL)?,
    };
    if first.is_none() {
        whole.set_linkage(Linkage::External)?;
    }
    whole.set_name(&variables.iter().map(|variable| variable.name()).collect::<Vec<_>>().join("."));
    let mut parts = Vec::new();
    for offset in offsets {
        let offset = place.context.const_int(place.context.int_type(32)?, offset)?;
        parts.push(match first {
            Some(_) => place.builder.gep(byte, whole, &[offset], false)?,
            None => place.context.const_gep(byte, whole, &[offset], false)?,
        });
    }
    // The first of them may be where the others were made.
    for (variable, part) in variables.iter().zip(parts) {
        variable.replace_uses(part)?;
        if variable.is_instruction() { variable.erase()? } else { variable.delete_global()? }
    }
    Ok(())
}
