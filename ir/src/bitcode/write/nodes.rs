//! Records of debug information from the words of a node, which are those of LLVM 22.

use crate::bitcode::RAW;
use crate::metadata::NodeKind;

/// The version bits of the first word, by kind of node: the bits of the word that stay, and those that are set.
const VERSIONS: &[(NodeKind, u64, u64)] = &[
    (NodeKind::Subprogram, 3, 4),
    (NodeKind::GlobalVariable, 1, 2 << 1),
    (NodeKind::LocalVariable, 1, 2),
    (NodeKind::Expression, 1, 3 << 1),
    (NodeKind::CompositeType, 1, 2),
    (NodeKind::SubroutineType, 1, 2),
    (NodeKind::BasicType, 1, 0),
    (NodeKind::FixedPointType, 1, 0),
    (NodeKind::StringType, 1, 0),
    (NodeKind::DerivedType, 1, 0),
    (NodeKind::SubrangeType, 1, 0),
    (NodeKind::Subrange, 1, 2 << 1),
];

/// Replaces the references in the words of a node by numbers of the file.
pub(super) fn refer(kind: NodeKind, words: &mut [u64], mut number: impl FnMut(u64) -> u64) {
    if kind == NodeKind::Generic {
        words.iter_mut().skip(3).for_each(|word| *word = number(*word));
    }
    let mut done = 0u64;
    for &place in kind.operands() {
        if let Some(word) = words.get_mut(place as usize).filter(|w| **w & RAW == 0 && done >> place & 1 == 0) {
            *word = number(*word);
        }
        done |= 1 << place;
    }
}

/// Finishes a record: sets the version in its first word, and encodes sizes, which are plain numbers before LLVM 21.
pub(super) fn finish(kind: NodeKind, words: &mut [u64], only_numbers: bool) {
    let (bit, places) = crate::bitcode::read::sizes(kind);
    let as_numbers = only_numbers || places.iter().any(|&place| words.get(place).is_some_and(|word| word & RAW != 0));
    if let Some(&(_, kept, set)) = VERSIONS.iter().find(|(k, ..)| *k == kind)
        && let Some(head) = words.first_mut()
    {
        *head = *head & kept | set | if as_numbers { 0 } else { bit };
    }
    match kind {
        NodeKind::Subrange => return subrange(words),
        // The scope is the number of a node, without one added.
        NodeKind::Location => words.iter_mut().skip(3).take(1).for_each(|scope| *scope = scope.saturating_sub(1)),
        _ => {}
    }
    for &place in places {
        if let Some(word) = words.get_mut(place) {
            *word &= !RAW;
        }
    }
}

/// Encodes a subrange: numbers for count and lower bound select version 0 or 1.
fn subrange(words: &mut [u64]) {
    let [head, count, lower, ..] = words else { return };
    let payload = |word: u64| ((word << 1) as i64) >> 1;
    if *lower & RAW == 0 && *count & RAW == 0 {
        return;
    }
    let version = (*count & RAW == 0 && *count != 0) as u64;
    *head = *head & 1 | version << 1;
    if version == 0 {
        *count = if *count == 0 { u64::MAX } else { *count & !RAW };
    }
    *lower = super::sink::zigzag(if *lower == 0 { 0 } else { payload(*lower) });
}
