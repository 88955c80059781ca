//! Upgrades `vector.splice`: up to LLVM 21 the sign of the offset selects the end from which it counts; now the name of the intrinsic does.
//!
//! Source: `UpgradeIntrinsicCall` of `llvm/lib/IR/AutoUpgrade.cpp`. LLVM drops the names of the results; here they stay.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::lifetimes::{Functions, add, known};
use super::masked::number;
use crate::global::GlobalKind;
use crate::instruction::Opcode;
use crate::module::Module;

/// Beginnings of the names of the old form.
const NAMES: [&[u8]; 2] = [b"llvm.vector.splice.", b"llvm.experimental.vector.splice."];

/// Upgrades the calls, and removes the functions. A function with a call whose offset is not constant stays, and the verifier rejects it.
pub(super) fn upgrade(m: &mut Module) {
    let old: HashMap<u32, usize, FxBuildHasher> =
        (0..m.globals.len()).filter(|i| is_old(m, *i)).filter_map(|i| Some((m.globals.get(i)?.value, i))).collect();
    if old.is_empty() {
        return;
    }
    let mut functions = known(m, &["vector.splice.left", "vector.splice.right"], 3);
    for i in 0..m.instructions.len() {
        let Some(row) = m.instructions.get(i).filter(|row| row.opcode == Opcode::Call) else { continue };
        if let Some(&global) = m.operands(row).get(3).and_then(|callee| old.get(callee)) {
            call(m, i, global, &mut functions);
        }
    }
    for global in old.into_values() {
        if let Some(global) = m.globals.get_mut(global) {
            global.kind = GlobalKind::Removed;
        }
    }
}

fn is_old(m: &Module, global: usize) -> bool {
    let function = m.globals.get(global).filter(|g| g.kind == GlobalKind::Function && g.body.is_none());
    function.is_some_and(|g| {
        let name = m.text(g.name);
        NAMES.iter().any(|start| name.starts_with(start)) && crate::intrinsics::base(name).is_none()
    })
}

/// Replaces a call by one of `vector.splice.left` or `vector.splice.right`, by the sign of its offset.
fn call(m: &mut Module, i: usize, global: usize, functions: &mut Functions) -> Option<()> {
    let &[_, _, ty, _, first, second, offset] = m.operands(m.instructions.get(i)?) else { return None };
    let by = number(m, offset)? as u32 as i32;
    let base = if by < 0 { "llvm.vector.splice.right" } else { "llvm.vector.splice.left" };
    let name = crate::intrinsics::full_name(&m.types, &|text| m.text(text), base.as_bytes(), ty)?;
    let (ty, callee) = match functions.get(&name) {
        Some(known) => *known,
        None => {
            let parts = m.types.parts(ty).to_vec();
            let made = add(m, global, &name, &parts)?;
            functions.insert(name, made);
            made
        }
    };
    let of_offset = m.type_of(offset);
    let offset = m.integer(of_offset, &[by.unsigned_abs().into()])?;
    let start = m.operands.len() as u32;
    m.operands.extend([0, 0, ty, callee, first, second, offset]);
    let row = m.instructions.get_mut(i)?;
    (row.operands, row.count, row.flags) = (start, 7, 0);
    Some(())
}
