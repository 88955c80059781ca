//! Downgrades calls of intrinsics that are too new, or have a new signature.

use rustc_hash::FxHashMap;

use super::{Fate, Outcome, Row, Rules, What, attribute, instructions};
use crate::attributes::{Attribute, FIRST_PARAMETER, FUNCTION};
use crate::global::{Global, GlobalKind};
use crate::instruction::{self, Opcode};
use crate::module::{Module, NONE};
use crate::types::TypeKind;

/// The change to all calls of one function.
#[derive(Clone, Copy)]
struct Change {
    row: &'static Row,
    /// The former type of the function, with the extra argument.
    ty: u32,
    /// The type of the extra argument.
    argument: u32,
}

/// Lowers calls of intrinsics.
pub(super) fn downgrade(m: &mut Module, rules: &Rules) -> Outcome<()> {
    let changes = changes(m, rules);
    if changes.is_empty() {
        return Ok(());
    }
    for number in instructions::all(m) {
        let Some(row) = m.instructions.get(number as usize).copied().filter(|row| row.opcode.is_call()) else {
            continue;
        };
        let words = m.operands(&row);
        let callee = words.get(row.opcode.first_argument() - 1).copied().unwrap_or(NONE);
        let global = m.constants.get(callee).filter(|_| m.global_of(callee).is_some()).map_or(NONE, |c| c.data as u32);
        let Some(&change) = changes.get(&global) else { continue };
        let new = match change.row.fate {
            Fate::Argument(at) => with_argument(m, &row, change, at as usize),
            Fate::Lower(_) => identity(m, &row),
            _ => return rules.refusal(change.row, ""),
        };
        if let (Some(new), Some(slot)) = (new, m.instructions.get_mut(number as usize)) {
            *slot = new;
        }
    }
    Ok(())
}

/// Returns the row of an intrinsic, and the place in its name where the types begin.
fn find(rules: &Rules, name: &str) -> Option<(&'static Row, usize)> {
    let rest = name.strip_prefix("llvm.")?;
    let mut end = rest.len();
    loop {
        let base = rest.get(..end)?;
        if let Some(row) = rules.find(|what| matches!(what, What::Intrinsic(name) if *name == base)) {
            return Some((row, name.len() - rest.len() + end));
        }
        end = base.rfind('.')?;
    }
}

/// Returns the former name of an intrinsic, in whose current name the types begin at `end`.
fn renamed(fate: Fate, name: &str, end: usize) -> Option<String> {
    let (base, types) = name.split_at_checked(end)?;
    match fate {
        Fate::Rename(new) => Some(format!("llvm.{new}{types}")),
        Fate::Overloads(count) => {
            let place = types.match_indices('.').nth(count as usize).map_or(types.len(), |(place, _)| place);
            let (kept, others) = types.split_at_checked(place)?;
            others.split('.').skip(1).all(|ty| ty == "p0").then(|| format!("{base}{kept}"))
        }
        _ => None,
    }
}

/// Renames intrinsics and restores their old types; returns the changes to calls, by the function's number.
fn changes(m: &mut Module, rules: &Rules) -> FxHashMap<u32, Change> {
    let mut changes = FxHashMap::default();
    for i in 0..m.globals.len() {
        let Some(global) = m.globals.get(i).filter(|g| g.kind == GlobalKind::Function && g.body.is_none()) else {
            continue;
        };
        let mut name = String::from_utf8_lossy(m.text(global.name)).into_owned();
        let mut found = find(rules, &name);
        while let Some((row, end)) = found
            && let Some(new) = renamed(row.fate, &name, end)
        {
            if new == name {
                found = None;
                break;
            }
            name = new;
            let text = m.add_text(name.as_bytes());
            if let Some(global) = m.globals.get_mut(i) {
                global.name = text;
            }
            found = find(rules, &name);
        }
        let Some((row, _)) = found else { continue };
        let mut change = Change { row, ty: NONE, argument: NONE };
        if let Fate::Argument(at) = row.fate {
            match retyped(m, i, at as usize) {
                Some((ty, argument)) => (change.ty, change.argument) = (ty, argument),
                None => {
                    remove_leftover(m, i);
                    continue;
                }
            }
        }
        changes.insert(i as u32, change);
    }
    changes
}

/// Removes an unused declaration of a lifetime intrinsic with only a size, left by an upgrade: older LLVM would give it attributes
/// that do not fit.
fn remove_leftover(m: &mut Module, number: usize) {
    let Some(ty) = m.globals.get(number).map(|g| g.ty) else { return };
    if let &[_, only] = m.types.parts(ty)
        && m.types.kind(only) == TypeKind::Integer
        && let Some(global) = m.globals.get_mut(number)
    {
        global.kind = GlobalKind::Removed;
    }
}

/// Restores the former argument of a function at `at`; returns the new type and that of the argument, or `None` if it has the argument already.
fn retyped(m: &mut Module, number: usize, at: usize) -> Option<(u32, u32)> {
    let global: &Global = m.globals.get(number)?;
    let (old, list) = (global.ty, global.attributes);
    let mut parts = m.types.parts(old).to_vec();
    // The argument of a lifetime is a size, that of the other intrinsics an alignment in front of the mask.
    let is_size = at == 0;
    let is_pointer = |ty: &u32| m.types.kind(*ty) == TypeKind::Pointer;
    let is_new = if is_size {
        parts.len() == 2 && parts.last().is_some_and(is_pointer)
    } else {
        m.types.is_vector(*parts.get(1 + at)?)
    };
    if !is_new {
        return None;
    }
    let argument = m.types.simple(TypeKind::Integer, if is_size { 64 } else { 32 });
    parts.insert(1 + at, argument);
    let ty = m.types.composed(TypeKind::Function, 0, &parts);
    let immediate = Attribute::Flag(attribute("immarg")?);
    let set = m.attributes.intern([immediate].into());
    let list = moved(m, list, at, Some(set));
    let global = m.globals.get_mut(number)?;
    (global.ty, global.attributes) = (ty, list);
    Some((ty, argument))
}

/// Returns the attribute list (its number, plus one) after a parameter with the attributes `set` is inserted at `at`.
fn moved(m: &mut Module, list: u32, at: usize, set: Option<u32>) -> u32 {
    let place = FIRST_PARAMETER + at as u32;
    let align = attribute("align");
    let mut new: Vec<(u32, u32)> = m.attributes.list(list).to_vec();
    for (owner, set) in &mut new {
        if at > 0 && owner.checked_add(1) == Some(place) {
            // The alignment becomes the argument.
            let rest = m.attributes.set(*set).iter().filter(|a| a.kind() != align).cloned().collect();
            *set = m.attributes.intern(rest);
        }
        if *owner >= place && *owner != FUNCTION {
            *owner += 1;
        }
    }
    new.extend(set.map(|set| (place, set)));
    if new.is_empty() {
        return 0;
    }
    new.sort_unstable();
    m.attributes.lists.push(new.into());
    m.attributes.lists.len() as u32
}

fn with_argument(m: &mut Module, row: &instruction::Row, change: Change, at: usize) -> Option<instruction::Row> {
    let mut words = m.operands(row).to_vec();
    let first = row.opcode.first_argument();
    let list = *words.first()?;
    let number = if at == 0 { u64::MAX } else { alignment(m, list, FIRST_PARAMETER + at as u32 - 1) };
    let value = m.integer(change.argument, &[number])?;
    if first + at > words.len() {
        return None;
    }
    words.insert(first + at, value);
    *words.first_mut()? = moved(m, list, at, None);
    *words.get_mut(2)? = change.ty;
    let start = m.operands.len() as u32;
    m.operands.extend_from_slice(&words);
    Some(instruction::Row { operands: start, count: words.len() as u32, ..*row })
}

/// Returns the alignment of a parameter in a list.
fn alignment(m: &Module, list: u32, owner: u32) -> u64 {
    let align = attribute("align");
    let set = m.attributes.of(list, owner).map_or(&[][..], |set| m.attributes.set(set));
    set.iter()
        .find_map(|a| match a {
            Attribute::Number(kind, number) if Some(*kind) == align => Some(*number),
            _ => None,
        })
        .unwrap_or(1)
}

/// Replaces a call that returns its argument by a bitcast to the same type.
fn identity(m: &Module, row: &instruction::Row) -> Option<instruction::Row> {
    let first = row.opcode.first_argument() as u32;
    (row.opcode == Opcode::Call && row.count == first + 1 && m.types.kind(row.ty) == TypeKind::Pointer).then_some(
        instruction::Row { opcode: Opcode::BitCast, flags: 0, operands: row.operands + first, count: 1, ..*row },
    )
}
