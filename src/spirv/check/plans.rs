//! Which words of an instruction are ids, told by their places alone: most opcodes need no walk along the grammar.
//!
//! In: an instruction. Out: its plan, if its words are as many and of the kinds that the plan says; else none, and the walk
//! (`super::super::operands`) finds out what they are, or what is wrong with them.

use crate::spirv::grammar::{self, Info, Kind, Operand, by_opcode};
use crate::spirv::instruction::Instruction;
use ::spirv::MemoryAccess;

/// The words of an opcode after the first one.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many there are always.
    fixed: u8,
    /// Which of those are ids that the instruction uses, lowest bit first.
    used: u16,
    /// How many result type and result id are.
    head: u8,
    /// Is there a result type?
    has_type: bool,
    /// What may follow.
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
    Ids,
    Literals,
    Access,
}

impl Plan {
    /// The places of the ids that every such instruction uses, among all words after the first.
    #[inline]
    pub fn used(self) -> Places {
        Places(self.used)
    }

    /// The ids behind those, with their places.
    #[inline]
    pub fn more(self, words: &[u32]) -> impl Iterator<Item = (usize, u32)> {
        let more = match self.tail {
            Tail::Id | Tail::Ids => words.get(usize::from(self.fixed)..).unwrap_or_default(),
            Tail::Nothing | Tail::Literals | Tail::Access => &[],
        };
        (usize::from(self.fixed)..).zip(more.iter().copied())
    }

    /// The place among the operands after result type and result id; `None` for the result type.
    #[inline]
    pub fn place(self, index: usize) -> Option<usize> {
        if index == 0 && self.has_type { None } else { index.checked_sub(usize::from(self.head)) }
    }

    #[inline]
    fn fits(self, words: &[u32]) -> bool {
        let Some(rest) = words.get(usize::from(self.fixed)..) else { return false };
        match self.tail {
            Tail::Nothing => rest.is_empty(),
            Tail::Id => rest.len() <= 1,
            Tail::Ids | Tail::Literals => true,
            Tail::Access => is_plain_access(rest),
        }
    }
}

/// Are these memory operands that name no id?
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

/// The plan that the instruction keeps to.
#[inline]
pub fn of(instruction: Instruction<'_>) -> Option<Plan> {
    let plan = PLANS.get(usize::from(instruction.opcode_number())).copied().flatten()?;
    plan.fits(instruction.operands()).then_some(plan)
}

/// The plans by opcode, as a table that the compiler fills.
static PLANS: [Option<Plan>; grammar::OPCODES] = by_opcode!(None, |info| plan_of(info));

/// How many words have a bit in a plan.
const MOST: usize = 16;

const fn plan_of(info: &Info) -> Option<Plan> {
    let head = info.has_type as u8 + info.has_result as u8;
    let mut plan = Plan { fixed: 0, used: 0, head, has_type: info.has_type, tail: Tail::Nothing };
    let mut at = 0;
    while at < info.operands.len() {
        let is_last = at + 1 == info.operands.len();
        match info.operands[at] {
            Operand::One(kind) if at < MOST => match use_of(kind) {
                Some(is_used) => {
                    plan.used |= (is_used as u16) << at;
                    plan.fixed += 1;
                }
                None => return None,
            },
            Operand::Optional(Kind::MemoryAccess) if is_last => plan.tail = Tail::Access,
            Operand::Optional(Kind::IdRef) if is_last => plan.tail = Tail::Id,
            Operand::Many(Kind::IdRef) if is_last => plan.tail = Tail::Ids,
            Operand::Many(Kind::LiteralInteger) if is_last => plan.tail = Tail::Literals,
            _ => return None,
        }
        at += 1;
    }
    Some(plan)
}

/// Is an operand of this kind an id that is used? Of a kind that may take more than one word, nothing is known.
const fn use_of(kind: Kind) -> Option<bool> {
    match kind {
        Kind::IdResultType | Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics => Some(true),
        Kind::IdResult | Kind::LiteralInteger | Kind::LiteralFloat | Kind::StorageClass => Some(false),
        _ => None,
    }
}
