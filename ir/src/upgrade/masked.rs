//! Masked loads and stores: up to LLVM 21 the alignment is an argument; now it is an attribute of the address.
//!
//! LLVM declares such a function anew, at the end of the module, and makes new calls, which keep nothing but arguments, locations and
//! whether they are tail calls.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::attributes::{Attribute, AttributeKind, FIRST_PARAMETER};
use crate::constants::ConstantKind;
use crate::global::GlobalKind;
use crate::instruction::flag;
use crate::module::Module;
use crate::types::TypeKind;

/// Intrinsics, and the place of the alignment, behind the address, among the arguments.
const ROWS: [(&str, usize); 4] = [("masked.load", 1), ("masked.gather", 1), ("masked.store", 2), ("masked.scatter", 2)];

/// A function whose calls are upgraded: its type now, and the place of the alignment.
type Changed = (u32, usize);

/// Upgrades the functions and all calls of them.
pub(super) fn upgrade(m: &mut Module) {
    let mut changed: HashMap<u32, Changed, FxBuildHasher> = HashMap::default();
    for i in 0..m.globals.len() {
        changed.extend(declare(m, i));
    }
    if changed.is_empty() {
        return;
    }
    for i in 0..m.instructions.len() {
        let Some(row) = m.instructions.get(i).filter(|row| row.opcode.is_call()) else { continue };
        let callee = m.operands(row).get(row.opcode.first_argument() - 1);
        if let Some(&change) = callee.and_then(|callee| changed.get(callee)) {
            call(m, i, change);
        }
    }
}

/// Declares a function anew, if it is one of those; returns its value.
fn declare(m: &mut Module, old: usize) -> Option<(u32, Changed)> {
    let global = m.globals.get(old).filter(|g| g.kind == GlobalKind::Function && g.body.is_none())?;
    let base = crate::intrinsics::base(m.text(global.name))?;
    let at = ROWS.iter().find(|row| row.0 == base)?.1;
    let mut parts = m.types.parts(global.ty).to_vec();
    if m.types.kind(*parts.get(1 + at)?) != TypeKind::Integer {
        return None;
    }
    let mut new = global.clone();
    parts.remove(1 + at);
    new.ty = m.types.composed(TypeKind::Function, 0, &parts);
    let (value, ty, number) = (new.value, new.ty, m.globals.len() as u64);
    // The value stays, and is another global.
    m.constants.rows.get_mut(value as usize)?.data = number;
    m.globals.get_mut(old)?.kind = GlobalKind::Removed;
    m.globals.push(new);
    Some((value, (ty, at)))
}

/// Makes a call one without the alignment.
fn call(m: &mut Module, i: usize, (ty, at): Changed) -> Option<()> {
    let row = *m.instructions.get(i)?;
    let first = row.opcode.first_argument();
    let mut words = m.operands(&row).to_vec();
    let align = words.get(first + at).and_then(|&value| m.constants.get(value));
    let align = align.filter(|c| c.kind == ConstantKind::Integer).map_or(0, |c| c.data);
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

/// The list, plus one, in which a parameter has an alignment; zero where it has none.
fn aligned(m: &mut Module, owner: u32, align: u64) -> u32 {
    let Some(kind) = AttributeKind::named("align").filter(|_| align > 0) else { return 0 };
    let set = m.attributes.intern([Attribute::Number(kind, align)].into());
    m.attributes.lists.push([(owner, set)].into());
    m.attributes.lists.len() as u32
}
