//! Calls of intrinsics that are gone: of debug information, which LLVM 19 made records, and of lifetimes with a size, which LLVM 22
//! left out.
//!
//! Source: `UpgradeIntrinsicCall` of `llvm/lib/IR/AutoUpgrade.cpp`.

use super::compact;
use super::records::{Form, Records};
use crate::global::GlobalKind;
use crate::instruction::{Opcode, flag};
use crate::module::{LOCAL, Module, NONE};

/// The rule by which a call is upgraded.
#[derive(Clone, Copy)]
enum Rule {
    Debug(Form),
    Lifetime,
}

/// Names of functions, or what they begin with, and what becomes of their calls.
const RULES: [(&str, Rule); 7] = [
    ("llvm.dbg.value", Rule::Debug(Form::Value)),
    ("llvm.dbg.declare", Rule::Debug(Form::Declare)),
    ("llvm.dbg.assign", Rule::Debug(Form::Assign)),
    ("llvm.dbg.label", Rule::Debug(Form::Label)),
    ("llvm.dbg.addr", Rule::Debug(Form::Address)),
    ("llvm.lifetime.start", Rule::Lifetime),
    ("llvm.lifetime.end", Rule::Lifetime),
];

/// Upgrades all calls of a module.
pub(super) fn upgrade(m: &mut Module) {
    let rules: Vec<Option<Rule>> = (0..m.globals.len()).map(|i| rule(m, i)).collect();
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
        let gone = match rule {
            Rule::Debug(form) => records.take(m, i, form).is_some(),
            Rule::Lifetime => !shortened(m, i),
        };
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
        if let (Some(global), Some(Rule::Debug(_))) = (m.globals.get_mut(i), rule) {
            global.kind = GlobalKind::Removed;
        }
    }
}

fn rule(m: &Module, global: usize) -> Option<Rule> {
    let global = m.globals.get(global).filter(|g| g.kind == GlobalKind::Function && g.body.is_none())?;
    let name = m.text(global.name);
    let (_, rule) = RULES.iter().find(|(start, _)| name.starts_with(start.as_bytes()))?;
    match rule {
        // The size, and the address; the result stands first.
        Rule::Lifetime if m.types.parts(global.ty).len() != 3 => None,
        _ => Some(*rule),
    }
}

/// Makes a call one of the address alone. One of what is no `alloca` goes.
fn shortened(m: &mut Module, i: usize) -> bool {
    let Some(row) = m.instructions.get(i).copied() else { return true };
    let &[_, _, ty, callee, _, address] = m.operands(&row) else { return true };
    let mut source = address;
    while let Some(inner) = source_of(m, source) {
        source = inner;
    }
    let is_alloca = defined_by(m, source).is_some_and(|row| row.opcode == Opcode::Alloca);
    let space = m.types.get(m.type_of(source)).map_or(0, |row| row.number);
    if !is_alloca || space != m.types.get(m.type_of(address)).map_or(0, |row| row.number) {
        return is_alloca;
    }
    let start = m.operands.len() as u32;
    m.operands.extend([0, 0, ty, callee, source]);
    if let Some(row) = m.instructions.get_mut(i) {
        (row.operands, row.count, row.flags) = (start, 5, row.flags & !(flag::TAIL | flag::MUSTTAIL | flag::NOTAIL));
    }
    true
}

fn defined_by(m: &Module, value: u32) -> Option<&crate::instruction::Row> {
    if value & LOCAL == 0 {
        return None;
    }
    let number = m.locals.get((value & !LOCAL) as usize)?.instruction;
    m.instructions.get(number as usize).filter(|_| number != NONE)
}

/// Returns the operand of a cast of a pointer: an instruction before it, so that the way back ends.
fn source_of(m: &Module, value: u32) -> Option<u32> {
    let row = defined_by(m, value).filter(|row| matches!(row.opcode, Opcode::BitCast | Opcode::AddrSpaceCast))?;
    let inner = *m.operands(row).first()?;
    let before = defined_by(m, inner)?.result;
    (before < row.result).then_some(inner)
}
