//! Upgrades calls of debug intrinsics to debug records (LLVM 19).
//!
//! Source: `UpgradeIntrinsicCall` of `llvm/lib/IR/AutoUpgrade.cpp`.

use super::compact;
use super::records::{Form, Records};
use crate::global::GlobalKind;
use crate::instruction::Opcode;
use crate::module::Module;

/// Names of functions, or their beginnings, and the form of their calls.
const RULES: [(&str, Form); 6] = [
    ("llvm.dbg.value", Form::Value),
    ("llvm.dbg.declare", Form::Declare),
    ("llvm.dbg.assign", Form::Assign),
    ("llvm.dbg.label", Form::Label),
    ("llvm.dbg.addr", Form::Address),
    ("llvm.stackprotectorcheck", Form::Nothing),
];

/// Upgrades all calls of a module.
pub(super) fn upgrade(m: &mut Module) {
    let rules: Vec<Option<Form>> = (0..m.globals.len()).map(|i| rule(m, i)).collect();
    if rules.iter().all(Option::is_none) {
        return;
    }
    let mut marked = vec![false; m.instructions.len()];
    let mut records = Records::default();
    let mut any = false;
    for i in 0..m.instructions.len() {
        let Some(row) = m.instructions.get(i).filter(|row| row.opcode == Opcode::Call) else { continue };
        let words = m.operands(row);
        let callee =
            words.get(3).and_then(|&v| m.constants.get(v)).filter(|c| c.kind == crate::constants::ConstantKind::Global);
        let Some(rule) = callee.and_then(|c| rules.get(c.data as usize).copied().flatten()) else { continue };
        let gone = records.take(m, i, rule).is_some();
        if let Some(flag) = marked.get_mut(i).filter(|_| gone) {
            *flag = true;
            any = true;
        }
    }
    records.add(m);
    if any {
        compact::remove(m, &marked);
    }
    for (i, rule) in rules.iter().enumerate() {
        if let (Some(global), Some(_)) = (m.globals.get_mut(i), rule) {
            global.kind = GlobalKind::Removed;
        }
    }
}

fn rule(m: &Module, global: usize) -> Option<Form> {
    let global = m.globals.get(global).filter(|g| g.kind == GlobalKind::Function && g.body.is_none())?;
    let name = m.text(global.name);
    RULES.iter().find(|(start, _)| name.starts_with(start.as_bytes())).map(|row| row.1)
}
