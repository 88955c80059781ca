//! Levels of aggregates that SPIR-V does not have: the array of columns in a matrix, elements with padding, and the
//! padding itself.
//!
//! In: functions of a module with logical addressing, in which LLVM's passes split and rebuild aggregates level by
//! level. Out: the same functions, where the indices of `insertvalue` and `extractvalue` lead to columns and to
//! elements without their padding, and where padding is poison.

use crate::conventions::notes;
use crate::conventions::structs::Table;
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Builder, Module, Opcode, Type, Value};
use rustc_hash::FxHashSet;

/// The number of instructions that are examined at most to find a part of an aggregate.
const LOOK_THROUGH: usize = 256;

/// Rewrites the functions of a module with logical addressing; the table describes its structures.
pub fn run<'m>(module: &'m Module<'m>, table: &Table<'m>) -> Result<()> {
    let context = module.context();
    let emit = Emit { context: &context, builder: Builder::new(module) };
    let all: Vec<_> =
        module.functions().flat_map(|function| function.blocks()).flat_map(|block| block.instructions()).collect();
    let mut replaced = Vec::new();
    for inst in all {
        let value = match inst.opcode() {
            Some(Opcode::InsertValue) => insert(&emit, table, inst),
            Some(Opcode::ExtractValue) => extract(&emit, table, inst),
            _ => continue,
        };
        let value = value.map_err(|e| e.at_instruction(|| inst.print()).in_source(|| inst.source()))?;
        if let Some(value) = value {
            inst.replace_uses(value)?;
            replaced.push(inst);
        }
    }
    erase(replaced)
}

/// Returns whether indices lead to padding: to a struct element that is no member, or behind an array element.
fn is_padding<'m>(table: &Table<'m>, mut ty: Type<'m>, indices: &[u32]) -> bool {
    for index in indices {
        let row = table.get(&ty).filter(|_| !notes::is_any_matrix(ty));
        let is_member = row.is_none_or(|row| row.members.iter().any(|member| member.element == *index));
        if !is_member || notes::is_padded(ty) && *index != 0 {
            return true;
        }
        let Some(inner) = (if ty.is_struct() { ty.field(*index) } else { ty.element() }) else { return false };
        ty = inner;
    }
    false
}

/// Returns the indices of the parts below the given indices, if these lead to a level that SPIR-V does not have.
fn below<'m>(mut ty: Type<'m>, indices: &[u32]) -> Option<Vec<Vec<u32>>> {
    let mut is_lines = false;
    for index in indices {
        is_lines = notes::is_any_matrix(ty);
        ty = if ty.is_struct() { ty.field(*index)? } else { ty.element()? };
    }
    match () {
        () if is_lines => {
            let padding = if notes::is_padded(ty.element()?) { vec![0] } else { Vec::new() };
            let count = u32::try_from(ty.count()).ok()?;
            Some((0..count).map(|line| [vec![line], padding.clone()].concat()).collect())
        }
        () if notes::is_padded(ty) => Some(vec![vec![0]]),
        () => None,
    }
}

fn child(inst: Value<'_>, index: u32) -> Result<Value<'_>> {
    inst.operand(index).ok_or_else(|| Error::internal("an instruction without an operand"))
}

fn insert<'m>(emit: &Emit<'m>, table: &Table<'m>, inst: Value<'m>) -> Result<Option<Value<'m>>> {
    let (whole, object) = (child(inst, 0)?, child(inst, 1)?);
    if is_padding(table, whole.ty(), &inst.indices()) {
        return Ok(Some(whole));
    }
    let Some(parts) = below(whole.ty(), &inst.indices()) else { return Ok(None) };
    emit.builder.position_before(inst)?;
    let mut value = whole;
    for part in parts {
        let line = part_of(emit, object, &part)?;
        value = emit.builder.insert_value(value, line, &[&inst.indices()[..], &part].concat())?;
    }
    Ok(Some(value))
}

fn extract<'m>(emit: &Emit<'m>, table: &Table<'m>, inst: Value<'m>) -> Result<Option<Value<'m>>> {
    let whole = child(inst, 0)?;
    if whole.is_poison() || is_padding(table, whole.ty(), &inst.indices()) {
        return emit.context.poison(inst.ty()).map(Some);
    }
    let Some(parts) = below(whole.ty(), &inst.indices()) else { return Ok(None) };
    emit.builder.position_before(inst)?;
    let mut value = emit.context.poison(inst.ty())?;
    for part in parts {
        let line = emit.builder.extract_value(whole, &[&inst.indices()[..], &part].concat())?;
        value = emit.builder.insert_value(value, line, &part)?;
    }
    Ok(Some(value))
}

/// Returns a part of an aggregate: the value that was inserted last, if it is found, or else an `extractvalue`.
fn part_of<'m>(emit: &Emit<'m>, whole: Value<'m>, indices: &[u32]) -> Result<Value<'m>> {
    let mut at = whole;
    for _ in 0..LOOK_THROUGH {
        if !at.is_op(Opcode::InsertValue) {
            break;
        }
        if at.indices() == indices {
            return child(at, 1);
        }
        let overlaps = at.indices().starts_with(indices) || indices.starts_with(&at.indices());
        if overlaps {
            break;
        }
        at = child(at, 0)?;
    }
    if at.is_poison() || at.is_undef() {
        let ty =
            indices.iter().try_fold(at.ty(), |ty, index| if ty.is_struct() { ty.field(*index) } else { ty.element() });
        return emit.context.poison(ty.ok_or_else(|| Error::internal("a part of no aggregate"))?);
    }
    emit.builder.extract_value(at, indices)
}

/// Erases instructions without uses, and then the `insertvalue`s and `extractvalue`s that become unused.
fn erase(mut work: Vec<Value<'_>>) -> Result<()> {
    let mut erased = FxHashSet::default();
    while let Some(inst) = work.pop() {
        if erased.contains(&inst) || inst.is_used() {
            continue;
        }
        let is_composite =
            |value: &Value<'_>| matches!(value.opcode(), Some(Opcode::InsertValue | Opcode::ExtractValue));
        work.extend(inst.operand(0).filter(is_composite));
        work.extend(inst.operand(1).filter(is_composite));
        erased.insert(inst);
        inst.erase()?;
    }
    Ok(())
}
