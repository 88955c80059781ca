//! Upgrades arguments of intrinsics: arguments that became attributes are removed, and arguments that were added since get their default.
//!
//! As in LLVM, the new calls keep only arguments and locations; those that copy memory keep their attributes, too.
//! Source: `UpgradeIntrinsicFunction` and `UpgradeIntrinsicCall` of `llvm/lib/IR/AutoUpgrade.cpp`.

use crate::sorting::Sorting;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::compact;
use super::masked::number;
use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
use crate::constants::ConstantKind;
use crate::global::GlobalKind;
use crate::instruction::Opcode;
use crate::module::Module;
use crate::types::TypeKind;

/// The change of an intrinsic's arguments.
#[derive(Clone, Copy)]
enum Change {
    /// The alignment at [`ALIGNMENT`] became an attribute of this number of leading arguments.
    Aligned(u32),
    /// This number of `false` is appended.
    False(usize),
    /// A null pointer is appended.
    Null,
}

/// The index of the alignment, behind addresses and length.
const ALIGNMENT: usize = 3;

/// Intrinsics, their former number of arguments, and the change; comments name the release that made it.
const ROWS: [(&str, usize, Change); 9] = [
    ("memcpy", 5, Change::Aligned(2)),   // 7
    ("memmove", 5, Change::Aligned(2)),  // 7
    ("memset", 5, Change::Aligned(1)),   // 7
    ("objectsize", 2, Change::False(2)), // 5
    ("objectsize", 3, Change::False(1)), // 9
    ("ctlz", 1, Change::False(1)),       // 3.1
    ("cttz", 1, Change::False(1)),       // 3.1
    ("ptr.annotation", 4, Change::Null), // 12
    ("var.annotation", 4, Change::Null), // 12
];

/// Functions of old forms by value: the number of the global, and the change.
type Old = HashMap<u32, (usize, Change), FxBuildHasher>;

/// Upgrades the functions and all their calls. A function with an invalid alignment in a call stays, and the verifier rejects it.
pub(super) fn upgrade(m: &mut Module) {
    let mut old: Old = (0..m.globals.len()).filter_map(|i| old_form(m, i)).collect();
    if old.is_empty() {
        return;
    }
    for row in m.instructions.iter().filter(|row| row.opcode == Opcode::Call) {
        let words = m.operands(row);
        let Some(callee) = words.get(3).filter(|callee| old.contains_key(callee)) else { continue };
        let align = words.get(4 + ALIGNMENT).and_then(|&value| number(m, value));
        let is_alignment = align.is_some_and(|align| align == 0 || align.is_power_of_two());
        if matches!(old.get(callee), Some((_, Change::Aligned(_)))) && !is_alignment {
            old.remove(callee);
        }
    }
    let mut numbers: Vec<(usize, u32)> = old.iter().map(|(value, (number, _))| (*number, *value)).collect();
    numbers.sort_unstable();
    let types = numbers.into_iter().filter_map(|(global, value)| {
        let (_, change) = *old.get(&value)?;
        Some((value, (declare(m, global, change)?, change)))
    });
    let changed: HashMap<u32, (u32, Change), FxBuildHasher> = types.collect();
    let mut marked = vec![false; m.instructions.len()];
    for (i, mark) in marked.iter_mut().enumerate() {
        let row = m.instructions.get(i).filter(|row| row.opcode == Opcode::Call);
        let callee = row.and_then(|row| m.operands(row).get(3));
        if let Some(&(ty, change)) = callee.and_then(|callee| changed.get(callee)) {
            *mark = call(m, i, ty, change).is_some();
        }
    }
    compact::strip(m, &marked);
}

fn old_form(m: &Module, number: usize) -> Option<(u32, (usize, Change))> {
    let global = m.globals.get(number).filter(|g| g.kind == GlobalKind::Function && g.body.is_none())?;
    let base = crate::intrinsics::base(m.text(global.name))?;
    let count = m.types.parts(global.ty).len().checked_sub(1)?;
    let &(_, _, change) = ROWS.iter().find(|row| (row.0, row.1) == (base, count))?;
    Some((global.value, (number, change)))
}

/// Replaces the declaration of a function; returns the new type.
fn declare(m: &mut Module, number: usize, change: Change) -> Option<u32> {
    let mut new = m.globals.get(number)?.clone();
    let mut parts = m.types.parts(new.ty).to_vec();
    match change {
        Change::Aligned(_) => drop(parts.remove(1 + ALIGNMENT)),
        Change::False(count) => parts.extend(std::iter::repeat_n(m.types.simple(TypeKind::Integer, 1), count)),
        Change::Null => parts.push(m.types.simple(TypeKind::Pointer, 0)),
    }
    new.ty = m.types.composed(TypeKind::Function, 0, &parts);
    let ty = new.ty;
    let name = crate::intrinsics::full_name(&m.types, &|text| m.text(text), m.text(new.name), ty);
    if let Some(name) = name.filter(|name| name != m.text(new.name)) {
        new.name = m.add_text(&name);
    }
    // The value stays, but stands for the new global.
    m.constants.rows.get_mut(new.value as usize)?.data = m.globals.len() as u64;
    m.globals.get_mut(number)?.kind = GlobalKind::Removed;
    m.globals.push(new);
    Some(ty)
}

/// Converts a call to the new form.
fn call(m: &mut Module, i: usize, ty: u32, change: Change) -> Option<()> {
    let mut words = m.operands(m.instructions.get(i)?).to_vec();
    let list = words.first().copied()?;
    let list = match change {
        Change::Aligned(count) => {
            let at = Some(4 + ALIGNMENT).filter(|at| *at < words.len())?;
            let align = number(m, words.remove(at))?;
            aligned(m, list, count, align)
        }
        Change::False(count) => {
            let ty = m.types.simple(TypeKind::Integer, 1);
            words.extend(std::iter::repeat_n(m.tables().integer(ty, &[0])?, count));
            0
        }
        Change::Null => {
            let ty = m.types.simple(TypeKind::Pointer, 0);
            words.push(m.simple_constant(ConstantKind::Null, ty));
            0
        }
    };
    *words.first_mut()? = list;
    *words.get_mut(2)? = ty;
    let start = m.operands.len() as u32;
    m.operands.extend_from_slice(&words);
    let row = m.instructions.get_mut(i)?;
    (row.operands, row.count, row.flags) = (start, words.len() as u32, 0);
    Some(())
}

/// Returns the attribute list, plus one, without the alignment argument, and with the alignment on the leading arguments.
fn aligned(m: &mut Module, list: u32, count: u32, align: u64) -> u32 {
    let gone = FIRST_PARAMETER + ALIGNMENT as u32;
    let kind = AttributeKind::named("align");
    let mut sets: Vec<(u32, Vec<Attribute>)> = Vec::new();
    for &(owner, set) in m.attributes.list(list).iter().filter(|(owner, _)| *owner != gone) {
        let after = owner == gone + 1;
        sets.push((if after { gone } else { owner }, m.attributes.set(set).to_vec()));
    }
    for owner in FIRST_PARAMETER..FIRST_PARAMETER + count {
        let at = sets.iter().position(|set| set.0 == owner).unwrap_or_else(|| {
            sets.push((owner, Vec::new()));
            sets.len() - 1
        });
        let Some((_, set)) = sets.get_mut(at) else { continue };
        set.retain(|attribute| attribute.kind() != kind);
        set.extend(kind.filter(|_| align > 0).map(|kind| Attribute::Number(kind, align)));
    }
    sets.retain(|(_, set)| !set.is_empty());
    sets.arrange_by_key(|(owner, _)| *owner);
    if sets.is_empty() {
        return 0;
    }
    let sets: Vec<(u32, u32)> = sets.into_iter().map(|(owner, set)| (owner, m.intern_attributes(set))).collect();
    m.attributes.lists.push(sets.into());
    m.attributes.lists.len() as u32
}
