//! Upgrades masked loads and stores: up to LLVM 21 the alignment is an argument, now it is an attribute of the address.
//!
//! LLVM adds a new declaration at the end of the module, and makes new calls, which keep only arguments, locations and tail-call
//! markers. It trusts the alignments. Here a function stays unchanged if a call has no valid alignment, and the verifier rejects it.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
use crate::constants::ConstantKind;
use crate::global::GlobalKind;
use crate::instruction::flag;
use crate::module::Module;
use crate::types::TypeKind;

/// Intrinsics, the index of the alignment argument, behind the address, and whether zero is permitted.
const ROWS: [(&str, usize, bool); 4] =
    [("masked.load", 1, false), ("masked.gather", 1, true), ("masked.store", 2, false), ("masked.scatter", 2, true)];

/// The exponent of the largest alignment.
const MOST: u32 = 32;

/// A changed function: its new type, and the index of the alignment argument.
type Changed = (u32, usize);

/// Upgrades the functions and all their calls.
pub(super) fn upgrade(m: &mut Module) {
    let mut old: HashMap<u32, Old, FxBuildHasher> = (0..m.globals.len()).filter_map(|i| old_form(m, i)).collect();
    if old.is_empty() {
        return;
    }
    for row in m.instructions.iter().filter(|row| row.opcode.is_call()) {
        let first = row.opcode.first_argument();
        let words = m.operands(row);
        let Some(form) = words.get(first - 1).and_then(|callee| old.get(callee)) else { continue };
        let align = words.get(first + form.at).and_then(|&value| number(m, value));
        if !align.is_some_and(|align| form.takes(align)) {
            old.remove(words.get(first - 1).unwrap_or(&0));
        }
    }
    let mut forms: Vec<Old> = old.into_values().collect();
    forms.sort_unstable_by_key(|form| form.number);
    let changed: HashMap<u32, Changed, FxBuildHasher> = forms.iter().filter_map(|form| declare(m, form)).collect();
    for i in 0..m.instructions.len() {
        let Some(row) = m.instructions.get(i).filter(|row| row.opcode.is_call()) else { continue };
        let callee = m.operands(row).get(row.opcode.first_argument() - 1);
        if let Some(&change) = callee.and_then(|callee| changed.get(callee)) {
            call(m, i, change);
        }
    }
}

/// A function with an alignment parameter.
struct Old {
    /// The number of the global.
    number: usize,
    at: usize,
    takes_zero: bool,
}

impl Old {
    fn takes(&self, align: u64) -> bool {
        align == 0 && self.takes_zero || align.is_power_of_two() && align.trailing_zeros() <= MOST
    }
}

/// Returns the value of a function of the old form, with its description.
fn old_form(m: &Module, number: usize) -> Option<(u32, Old)> {
    let global = m.globals.get(number).filter(|g| g.kind == GlobalKind::Function && g.body.is_none())?;
    let base = crate::intrinsics::base(m.text(global.name))?;
    let &(_, at, takes_zero) = ROWS.iter().find(|row| row.0 == base)?;
    let parameter = *m.types.parts(global.ty).get(1 + at)?;
    (m.types.kind(parameter) == TypeKind::Integer).then_some((global.value, Old { number, at, takes_zero }))
}

/// Returns the value of an integer constant.
pub(super) fn number(m: &Module, value: u32) -> Option<u64> {
    let constant = m.constants.get(value)?;
    match constant.kind {
        ConstantKind::Integer => Some(constant.data),
        ConstantKind::Null => Some(0),
        _ => None,
    }
}

/// Replaces the declaration of a function; returns its value.
fn declare(m: &mut Module, old: &Old) -> Option<(u32, Changed)> {
    let (number, at) = (old.number, old.at);
    let mut new = m.globals.get(number)?.clone();
    let mut parts = m.types.parts(new.ty).to_vec();
    parts.remove(1 + at);
    new.ty = m.types.composed(TypeKind::Function, 0, &parts);
    let (value, ty) = (new.value, new.ty);
    // The value stays, but stands for the new global.
    m.constants.rows.get_mut(value as usize)?.data = m.globals.len() as u64;
    m.globals.get_mut(number)?.kind = GlobalKind::Removed;
    m.globals.push(new);
    Some((value, (ty, at)))
}

/// Removes the alignment from a call.
fn call(m: &mut Module, i: usize, (ty, at): Changed) -> Option<()> {
    let row = *m.instructions.get(i)?;
    let first = row.opcode.first_argument();
    let mut words = m.operands(&row).to_vec();
    let align = words.get(first + at).and_then(|&value| number(m, value)).unwrap_or(0);
    if first + at >= words.len() {
        return None;
    }
    words.remove(first + at);
    *words.first_mut()? = aligned(m, FIRST_PARAMETER + at as u32 - 1, align);
    *words.get_mut(2)? = ty;
    let start = m.operands.len() as u32;
    m.operands.extend_from_slice(&words);
    let row = m.instructions.get_mut(i)?;
    (row.operands, row.count) = (start, words.len() as u32);
    row.flags &= flag::TAIL | flag::MUSTTAIL | flag::NOTAIL;
    Some(())
}

/// Returns an attribute list, plus one, that gives a parameter an alignment; zero for no alignment.
fn aligned(m: &mut Module, owner: u32, align: u64) -> u32 {
    let Some(kind) = AttributeKind::named("align").filter(|_| align > 0) else { return 0 };
    let set = m.attributes.intern([Attribute::Number(kind, align)].into());
    m.attributes.lists.push([(owner, set)].into());
    m.attributes.lists.len() as u32
}
