//! Operand layouts: which words of an instruction are ids, by their places alone. Most opcodes need no walk along the
//! grammar.
//!
//! In: a row of the grammar, of an opcode or of an extended set. Out: its layout, if there can be one. Where the words
//! of an instruction do not fit the layout, the walk (`super::super::operands`) determines their kinds or reports the
//! error.

use crate::binary::grammar::{ExtInst, ExtSet, Info, Kind, Operand};
use ::spirv::MemoryAccess;

/// The words of an opcode after the first one.
#[derive(Clone, Copy, Debug)]
pub struct OperandLayout {
    /// The number of words that are always present.
    fixed: u8,
    /// The words among the fixed ones that are ids used by the instruction, lowest bit first.
    used: u16,
    /// The optional words that may follow.
    tail: Tail,
}

/// Places of words, lowest bit first.
#[derive(Clone, Copy, Debug)]
pub struct Places(u16);

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        let bits = self.0;
        self.0 &= bits.wrapping_sub(1);
        (bits != 0).then_some(place)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    Nothing,
    /// At most one id.
    Id,
    /// At most one literal.
    Literal,
    Ids,
    /// Ids, two at a time.
    PairsOfIds,
    Literals,
    Access,
}

impl OperandLayout {
    /// The places of the ids that every such instruction uses, among all words after the first.
    #[inline]
    pub fn used(self) -> Places {
        Places(self.used)
    }

    /// Returns whether the word at a place is an id that every such instruction uses.
    pub const fn uses(self, place: usize) -> bool {
        place < MOST && self.used >> place & 1 == 1
    }

    /// Returns the ids among the optional words after the fixed ones.
    #[inline]
    pub fn more(self, words: &[u32]) -> &[u32] {
        match self.tail {
            Tail::Id | Tail::Ids | Tail::PairsOfIds => words.get(usize::from(self.fixed)..).unwrap_or_default(),
            Tail::Nothing | Tail::Literal | Tail::Literals | Tail::Access => &[],
        }
    }

    /// Returns the number of words that are always present.
    pub const fn fixed(self) -> usize {
        self.fixed as usize
    }

    /// Returns whether these words are as many as the layout allows, and memory operands among them name no id.
    #[inline]
    pub fn fits(self, words: &[u32]) -> bool {
        let Some(rest) = words.get(usize::from(self.fixed)..) else { return false };
        match self.tail {
            Tail::Nothing => rest.is_empty(),
            Tail::Id | Tail::Literal => rest.len() <= 1,
            Tail::Ids | Tail::Literals => true,
            Tail::PairsOfIds => rest.len().is_multiple_of(2),
            Tail::Access => is_plain_access(rest),
        }
    }
}

/// Returns whether these memory operands name no id.
fn is_plain_access(words: &[u32]) -> bool {
    const FLAGS: u32 = MemoryAccess::VOLATILE.union(MemoryAccess::NONTEMPORAL).bits();
    const ALIGNED: u32 = MemoryAccess::ALIGNED.bits();
    match *words {
        [] => true,
        [mask] => mask & !FLAGS == 0,
        [mask, _] => mask & !FLAGS == ALIGNED,
        _ => false,
    }
}

/// The largest number of words that a layout can describe: one bit each.
pub const MOST: usize = 16;

/// Returns the operand layout of an opcode, at compile time.
pub const fn of(info: &Info) -> Option<OperandLayout> {
    of_operands(info.operands)
}

/// Returns the operand layouts of the instructions of an extended set, by number. A layout describes the words after
/// the number.
pub fn of_set(set: &ExtSet) -> Vec<Option<OperandLayout>> {
    let mut layouts = vec![None; set.instructions.last().map_or(0, |row| row.number as usize + 1)];
    for row in set.instructions {
        if let Some(layout) = layouts.get_mut(row.number as usize) {
            *layout = of_operands(row.operands).filter(|_| !has_other_layouts(row));
        }
    }
    layouts
}

/// Returns whether the Khronos translator writes the instruction with another layout of the same number of words.
fn has_other_layouts(row: &ExtInst) -> bool {
    ["DebugModuleINTEL", "DebugTypeTemplateTemplateParameter", "DebugTypeTemplateParameterPack"].contains(&row.name)
}

const fn of_operands(operands: &[Operand]) -> Option<OperandLayout> {
    let mut layout = OperandLayout { fixed: 0, used: 0, tail: Tail::Nothing };
    let mut at = 0;
    while at < operands.len() {
        let is_last = at + 1 == operands.len();
        match operands[at] {
            Operand::One(kind) if at < MOST => match use_of(kind) {
                Some(is_used) => {
                    layout.used |= (is_used as u16) << at;
                    layout.fixed += 1;
                }
                None => return None,
            },
            Operand::Optional(Kind::MemoryAccess) if is_last => layout.tail = Tail::Access,
            Operand::Optional(Kind::IdRef) if is_last => layout.tail = Tail::Id,
            Operand::Optional(Kind::LiteralInteger) if is_last => layout.tail = Tail::Literal,
            Operand::Many(Kind::IdRef) if is_last => layout.tail = Tail::Ids,
            Operand::Many(Kind::PairIdRefIdRef) if is_last => layout.tail = Tail::PairsOfIds,
            Operand::Many(Kind::LiteralInteger) if is_last => layout.tail = Tail::Literals,
            _ => return None,
        }
        at += 1;
    }
    Some(layout)
}

/// Returns whether an operand of this kind is an id that is used, or `None` for a kind that may take more than one
/// word.
const fn use_of(kind: Kind) -> Option<bool> {
    use Kind::*;
    match kind {
        IdResultType | IdRef | IdScope | IdMemorySemantics => Some(true),
        IdResult | LiteralInteger | LiteralFloat | StorageClass | SourceLanguage => Some(false),
        FunctionControl | SelectionControl => Some(false),
        OpenCLDebugInfo100DebugBaseTypeAttributeEncoding
        | OpenCLDebugInfo100DebugCompositeType
        | OpenCLDebugInfo100DebugImportedEntity
        | OpenCLDebugInfo100DebugInfoFlags
        | OpenCLDebugInfo100DebugOperation
        | OpenCLDebugInfo100DebugTypeQualifier => Some(false),
        _ => None,
    }
}
