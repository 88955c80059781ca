//! Calls of intrinsics that are gone: of debug information, which LLVM 19 made records, and of lifetimes with a size, which LLVM 22
//! left out.
//!
//! Source: `UpgradeIntrinsicCall` of `llvm/lib/IR/AutoUpgrade.cpp`.

use super::compact;
use crate::global::GlobalKind;
use crate::instruction::{Opcode, flag};
use crate::module::{DebugKind, DebugRecord, LOCAL, METADATA, Module, NONE};

/// The rule by which a call is upgraded.
#[derive(Clone, Copy)]
enum Rule {
    Debug(DebugKind),
    Lifetime,
}

/// Names of functions, or what they begin with, and what becomes of their calls.
const RULES: [(&str, Rule); 6] = [
    ("llvm.dbg.value", Rule::Debug(DebugKind::Value)),
    ("llvm.dbg.declare", Rule::Debug(DebugKind::Declare)),
    ("llvm.dbg.assign", Rule::Debug(DebugKind::Assign)),
    ("llvm.dbg.label", Rule::Debug(DebugKind::Label)),
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
    let mut records = Vec::new();
    let mut any = false;
    for i in 0..m.instructions.len() {
        let Some(row) = m.instructions.get(i).filter(|row| row.opcode == Opcode::Call) else { continue };
        let words = m.operands(row);
        let callee =
            words.get(3).and_then(|&v| m.constants.get(v)).filter(|c| c.kind == crate::constants::ConstantKind::Global);
        let Some(rule) = callee.and_then(|c| rules.get(c.data as usize).copied().flatten()) else { continue };
        let gone = match rule {
            Rule::Debug(kind) => record(m, i, kind).map(|record| records.push(record)).is_some(),
            Rule::Lifetime => !shortened(m, i),
        };
        if let Some(flag) = marked.get_mut(i).filter(|_| gone) {
            *flag = true;
            any = true;
        }
    }
    add_records(m, records);
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

/// The record of a call, whose words are added to the operands.
fn record(m: &mut Module, i: usize, kind: DebugKind) -> Option<DebugRecord> {
    let location = METADATA | m.locations.get(i)?.checked_sub(1)?;
    let row = m.instructions.get(i)?;
    let arguments = m.operands(row).get(4..)?;
    if arguments.iter().any(|&word| word & METADATA == 0 || word & LOCAL != 0) {
        return None;
    }
    let mut words = arguments.to_vec();
    let wanted = match kind {
        DebugKind::Label => 1,
        DebugKind::Assign => 6,
        _ => 3,
    };
    if words.len() != wanted {
        return None;
    }
    words.push(location);
    let start = m.operands.len() as u32;
    m.operands.extend(&words);
    Some(DebugRecord { before: i as u32, kind, operands: start, count: words.len() as u32 })
}

/// Puts records among those that there are, in the order of the instructions.
fn add_records(m: &mut Module, records: Vec<DebugRecord>) {
    if records.is_empty() {
        return;
    }
    let mut ends = Vec::new();
    for global in m.globals.iter().filter(|g| g.body.is_some()) {
        if let Some(body) = &global.body {
            ends.push((body.instructions.start, body.instructions.end));
        }
    }
    m.records.extend(records);
    m.records.sort_by_key(|record| record.before);
    let all: Vec<u32> = m.records.iter().map(|record| record.before).collect();
    let at = |number: u32| all.partition_point(|&before| before < number) as u32;
    for body in m.globals.iter_mut().filter_map(|g| g.body.as_mut()) {
        body.records = at(body.instructions.start)..at(body.instructions.end);
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
