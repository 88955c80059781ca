//! Upgrades lifetime markers: LLVM 22 removed the size argument, and permits them on variables only.
//!
//! LLVM first adds an unused declaration overloaded on the integer type of the size, then the called ones in the order of the calls.
//! Source: `UpgradeIntrinsicFunction1` and `UpgradeIntrinsicCall` of `llvm/lib/IR/AutoUpgrade.cpp`.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::compact;
use super::masked::number;
use crate::constants::Constant;
use crate::global::GlobalKind;
use crate::instruction::{Opcode, Row};
use crate::module::{LOCAL, Module, NONE};
use crate::types::TypeKind;

const NAMES: [&str; 2] = ["lifetime.start", "lifetime.end"];

/// Functions by name: the type, and the value.
pub(super) type Functions = HashMap<Vec<u8>, (u32, u32), FxBuildHasher>;

/// The name, without `llvm.`, of a lifetime with a size that a function is.
pub(super) fn with_size(m: &Module, global: usize) -> Option<&'static str> {
    let global = m.globals.get(global).filter(|g| g.kind == GlobalKind::Function && g.body.is_none())?;
    let base = crate::intrinsics::base(m.text(global.name))?;
    // The result, the size, and the address.
    NAMES.into_iter().find(|name| *name == base && m.types.parts(global.ty).len() == 3)
}

/// Adds the unused declaration that LLVM makes first, which is overloaded on the integer type of the size.
pub(super) fn leftover(m: &mut Module, old: usize, base: &str, known: &mut HashMap<Vec<u8>, usize, FxBuildHasher>) {
    let Some(&[result, size, _]) = m.globals.get(old).map(|g| m.types.parts(g.ty)) else { return };
    let bits = m.types.bits(size).unwrap_or(64);
    let name = format!("llvm.{base}.i{bits}");
    if !known.contains_key(name.as_bytes()) {
        let number = m.globals.len();
        add(m, old, name.as_bytes(), &[result, size]);
        m.globals.last_mut().into_iter().for_each(|added| added.attributes = 0);
        known.insert(name.into_bytes(), number);
    }
}

/// Declares a function like another one, with a new name and type; returns the type and the value.
pub(super) fn add(m: &mut Module, like: usize, name: &[u8], parts: &[u32]) -> Option<(u32, u32)> {
    let mut new = m.globals.get(like)?.clone();
    let row = *m.constants.get(new.value)?;
    new.name = m.add_text(name);
    new.kind = GlobalKind::Function;
    new.ty = m.types.composed(TypeKind::Function, 0, parts);
    new.value = m.constants.rows.len() as u32;
    m.constants.rows.push(Constant { data: m.globals.len() as u64, ..row });
    let made = (new.ty, new.value);
    m.globals.push(new);
    Some(made)
}

/// Upgrades the calls, and removes the functions with a size.
pub(super) fn upgrade(m: &mut Module) {
    let old: HashMap<u32, (usize, &'static str), FxBuildHasher> =
        (0..m.globals.len()).filter_map(|i| Some((m.globals.get(i)?.value, (i, with_size(m, i)?)))).collect();
    if old.is_empty() {
        return;
    }
    let mut functions = known(m, &NAMES, 1);
    let mut marked = vec![false; m.instructions.len()];
    let mut made = marked.clone();
    for (i, (mark, made)) in marked.iter_mut().zip(&mut made).enumerate() {
        let Some(row) = m.instructions.get(i).filter(|row| row.opcode == Opcode::Call) else { continue };
        let callee = m.operands(row).get(3).and_then(|callee| old.get(callee));
        if let Some(&(global, base)) = callee {
            *mark = shortened(m, i, global, base, &mut functions).is_none();
            *made = true;
        }
    }
    // LLVM's new calls keep only the location.
    compact::strip(m, &made);
    if marked.contains(&true) {
        compact::remove(m, &marked);
    }
    for (global, _) in old.into_values() {
        if let Some(global) = m.globals.get_mut(global) {
            global.kind = GlobalKind::Removed;
        }
    }
}

/// Returns the declared intrinsics with these names, without `llvm.` and types, and this number of parameters.
pub(super) fn known(m: &Module, names: &[&str], parameters: usize) -> Functions {
    let functions = m.globals.iter().filter(|g| g.kind == GlobalKind::Function && g.body.is_none());
    let wanted = functions.filter(|g| {
        let base = crate::intrinsics::base(m.text(g.name));
        base.is_some_and(|base| names.contains(&base)) && m.types.parts(g.ty).len() == 1 + parameters
    });
    wanted.map(|g| (m.text(g.name).to_vec(), (g.ty, g.value))).collect()
}

/// Replaces a call by one of the variable alone. `None` for a call on something other than a variable, which is removed.
fn shortened(m: &mut Module, i: usize, global: usize, base: &str, functions: &mut Functions) -> Option<()> {
    let &[_, _, _, _, _, address] = m.operands(m.instructions.get(i)?) else { return None };
    let mut source = address;
    while let Some(inner) = source_of(m, source) {
        source = inner;
    }
    defined_by(m, source).filter(|row| row.opcode == Opcode::Alloca)?;
    let (pointer, space) = (m.type_of(source), m.types.get(m.type_of(source))?.number);
    let name = format!("llvm.{base}.p{space}");
    let (ty, callee) = match functions.get(name.as_bytes()) {
        Some(known) => *known,
        None => {
            let &result = m.types.parts(m.globals.get(global)?.ty).first()?;
            let made = add(m, global, name.as_bytes(), &[result, pointer])?;
            functions.insert(name.into_bytes(), made);
            made
        }
    };
    let start = m.operands.len() as u32;
    m.operands.extend([0, 0, ty, callee, source]);
    let row = m.instructions.get_mut(i)?;
    (row.operands, row.count, row.flags) = (start, 5, 0);
    Some(())
}

fn defined_by(m: &Module, value: u32) -> Option<&Row> {
    if value & LOCAL == 0 {
        return None;
    }
    let number = m.locals.get((value & !LOCAL) as usize)?.instruction;
    m.instructions.get(number as usize).filter(|_| number != NONE)
}

/// Returns the source pointer of a cast or a zero offset, if an earlier instruction defines the pointer; that bounds the search.
fn source_of(m: &Module, value: u32) -> Option<u32> {
    let row = defined_by(m, value)?;
    let (inner, indices) = match (row.opcode, m.operands(row)) {
        (Opcode::BitCast | Opcode::AddrSpaceCast, &[inner]) => (inner, [].as_slice()),
        (Opcode::GetElementPtr, &[_, inner, ref indices @ ..]) => (inner, indices),
        _ => return None,
    };
    let before = defined_by(m, inner)?.result;
    (indices.iter().all(|&index| number(m, index) == Some(0)) && before < row.result).then_some(inner)
}
