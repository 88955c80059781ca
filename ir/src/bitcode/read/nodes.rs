//! Upgrades records of debug information of older versions to the layout of LLVM 22.

use crate::metadata::{ALL_SUBPROGRAM_FLAGS, NodeKind};

/// The bit of a word that holds a number where LLVM 21 and later have a reference to a constant.
pub(crate) const RAW: u64 = 1 << 63;

/// The key of a location: line, column, scope, place of the call, whether it is implicit, group and rank.
pub(super) type Location = [u64; 7];

/// Returns the key of a location that is not distinct.
pub(super) fn location_key(words: &[u64]) -> Option<Location> {
    let (&flags, rest) = words.split_first()?;
    (flags & 1 == 0).then_some(*rest.first_chunk::<7>()?)
}

/// Returns the places of sizes and offsets in a node's words, and the bit of the first word that marks them as references, as since LLVM 21.
pub(crate) fn sizes(kind: NodeKind) -> (u64, &'static [usize]) {
    match kind {
        NodeKind::BasicType | NodeKind::FixedPointType => (2, &[3]),
        NodeKind::StringType => (2, &[6]),
        NodeKind::DerivedType => (2, &[7, 9]),
        NodeKind::CompositeType => (4, &[7, 9]),
        NodeKind::SubrangeType => (2, &[5]),
        _ => (0, &[]),
    }
}

/// Upgrades the words of a record to those of LLVM 22.
pub(super) fn upgrade(kind: NodeKind, words: &mut Vec<u64>) -> Result<(), &'static str> {
    let Some(&flags) = words.first() else { return Err("a node that is empty") };
    match kind {
        NodeKind::Location => location(words)?,
        NodeKind::Subrange => subrange(flags, words),
        NodeKind::Enumerator => enumerator(flags, words),
        NodeKind::CompileUnit if words.len() <= 16 => {
            // LLVM 4 added the flag that inlining is described, which it was before.
            words.resize(16, 0);
            words.push(1);
        }
        NodeKind::Subprogram => subprogram(flags, words),
        NodeKind::Namespace => namespace(words),
        NodeKind::Module if words.len() == 6 => words.insert(1, 0),
        NodeKind::TemplateValue if words.len() == 5 => words.insert(4, 0),
        NodeKind::GlobalVariable => global_variable(flags, words)?,
        NodeKind::Expression => expression(flags, words),
        // LLVM 12 added the location of a string.
        NodeKind::StringType if words.len() == 8 => words.insert(5, 0),
        NodeKind::LocalVariable if flags & 2 == 0 && words.len() > 8 => {
            // Files older than LLVM 4 have a tag first.
            words.remove(1);
        }
        NodeKind::CompositeType if words.len() < 25 => {
            // LLVM 21 added the kind of an enumeration, which this type has not.
            words.resize(24, 0);
            words.push(u32::MAX as u64);
        }
        NodeKind::Label if words.len() < 7 => {
            // LLVM 21 added a column, and the suspension point of a coroutine, which no older node has.
            words.resize(6, 0);
            words.push(u64::MAX);
        }
        NodeKind::MacroFile if words.len() < 5 => return Err("a node that is too short"),
        _ => {}
    }
    if words.len() < kind.record_length() {
        words.resize(kind.record_length(), 0);
    }
    let (bit, places) = sizes(kind);
    if flags & bit == 0 {
        for &place in places {
            if let Some(word) = words.get_mut(place).filter(|word| **word != 0) {
                *word |= RAW;
            }
        }
    }
    Ok(())
}

/// Upgrades a location, whose scope is the number of a node, without one added as in other references.
fn location(words: &mut Vec<u64>) -> Result<(), &'static str> {
    words.resize(8, 0);
    if let Some(scope) = words.get_mut(3) {
        *scope = scope.saturating_add(1);
    }
    Ok(())
}

/// Upgrades a subrange. Version 0 has numbers for count and lower bound, version 1 (LLVM 7) a reference and a number, version 2 (LLVM
/// 11) references.
fn subrange(flags: u64, words: &mut Vec<u64>) {
    let version = flags >> 1;
    words.resize(5, 0);
    if version < 2 {
        for (place, is_number) in [(1, version == 0), (2, true)] {
            if let Some(word) = words.get_mut(place).filter(|_| is_number) {
                let value = if place == 2 { super::signed(*word) } else { *word as i64 };
                *word = if place == 1 && value == -1 { 0 } else { value as u64 & (RAW - 1) | RAW };
            }
        }
    }
}

/// Upgrades an enumerator. LLVM 11 added its width, and values of any number of words.
fn enumerator(flags: u64, words: &mut Vec<u64>) {
    if flags & 4 == 0
        && let &[flags, value, name, ..] = words.as_slice()
    {
        *words = vec![flags | 4, 64, name, value];
    }
}

/// Upgrades a subprogram. LLVM 8 packed its properties into flags; unknown flags are cleared.
fn subprogram(flags: u64, words: &mut Vec<u64>) {
    if flags & 4 != 0 {
        words.iter_mut().skip(9).take(1).for_each(|packed| *packed &= ALL_SUBPROGRAM_FLAGS);
        return;
    }
    let at = |i: usize| words.get(i).copied().unwrap_or(0);
    let has_unit = flags & 2 != 0;
    // Between LLVM 3.7 and 3.9 there was a function, or nothing, in place of the unit.
    let offset = (words.len() >= 19) as usize;
    let bit = |i: usize, bit: u32| (at(i) != 0) as u64 * (1 << bit);
    let packed = at(11) & 3 | bit(7, 2) | bit(8, 3) | bit(14, 4);
    *words = vec![
        flags & 3 | 4 | (at(8) != 0) as u64,
        at(1),
        at(2),
        at(3),
        at(4),
        at(5),
        at(6),
        at(9),
        at(10),
        packed,
        at(12),
        at(13),
        if has_unit { at(15) } else { 0 },
        at(15 + offset),
        at(16 + offset),
        at(17 + offset),
        at(19),
        at(20),
    ];
}

/// Upgrades a namespace, which in older files has a file before the name and a line after it.
fn namespace(words: &mut Vec<u64>) {
    if words.len() == 5 {
        words.remove(2);
        words.pop();
    }
}

/// Upgrades a global variable. LLVM 5 took out the expression (version 1), and LLVM 8 added template parameters (version 2).
fn global_variable(flags: u64, words: &mut Vec<u64>) -> Result<(), &'static str> {
    match flags >> 1 {
        2 => {}
        1 => {
            let at = |i: usize| words.get(i).copied().unwrap_or(0);
            let (declaration, align) = (at(10), at(11));
            words.truncate(9);
            words.extend([declaration, 0, align, 0]);
        }
        _ => return Err("a global variable of debug information older than LLVM 5"),
    }
    Ok(())
}

const OP_BIT_PIECE: u64 = 0x9d;
const OP_FRAGMENT: u64 = 0x1000;
const OP_DEREF: u64 = 0x06;
const OP_CONSTU: u64 = 0x10;
const OP_MINUS: u64 = 0x1c;
const OP_PLUS: u64 = 0x22;
const OP_PLUS_UCONST: u64 = 0x23;

/// Upgrades an expression. Version 1 renamed pieces, version 2 moved dereferences, version 3 (LLVM 5) changed `plus` and `minus` with a number.
fn expression(flags: u64, words: &mut Vec<u64>) {
    let version = flags >> 1;
    let count = words.len();
    if version < 1
        && count >= 4
        && let Some(operator) = words.get_mut(count - 3).filter(|o| **o == OP_BIT_PIECE)
    {
        *operator = OP_FRAGMENT;
    }
    if version < 2 && words.get(1) == Some(&OP_DEREF) {
        let end = if count >= 4 && words.get(count - 3) == Some(&OP_FRAGMENT) { count - 3 } else { count };
        words.get_mut(1..end).unwrap_or(&mut []).rotate_left(1);
    }
    if version < 3 {
        plus_and_minus(words);
    }
}

fn plus_and_minus(words: &mut Vec<u64>) {
    let old = std::mem::take(words);
    let mut rest = old.iter().copied();
    words.extend(rest.next());
    while let Some(operator) = rest.next() {
        match operator {
            OP_PLUS => words.extend([OP_PLUS_UCONST, rest.next().unwrap_or(0)]),
            OP_MINUS => words.extend([OP_CONSTU, rest.next().unwrap_or(0), OP_MINUS]),
            _ => {
                words.push(operator);
                let more = crate::metadata::operator_arguments(operator);
                words.extend(rest.by_ref().take(more));
            }
        }
    }
}
