//! The rows of the checks: properties of each opcode, computed by the compiler and looked up once for each instruction.
//!
//! In: an instruction. Out: where it may stand, what its result is, and what its operands must name.

use super::functions::{Part, part_of};
use super::ids::{Class, Expect, class_of};
use super::layout::{LogicalSection, Place, place_of};
use super::operand_layout::{self, OperandLayout};
use crate::binary::grammar::{self, by_row};
use crate::binary::instruction::Instruction;
use ::spirv::Op;

/// The classes of the ids among the operands of an opcode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    /// The position of the operand with a special class, counted after result type and result id.
    pub place: u8,
    /// The class of the operand at `place`.
    pub special: Expect,
    /// The class of all other operands.
    pub others: Expect,
}

const fn all(others: Expect) -> Role {
    Role { place: 0, special: others, others }
}

const fn at(place: u8, special: Expect, others: Expect) -> Role {
    Role { place, special, others }
}

/// The properties of an opcode.
#[derive(Clone, Copy, Debug)]
pub(in crate::binary) struct Row {
    /// The first and the last section in which it may stand.
    pub(super) sections: [LogicalSection; 2],
    /// The class of its result.
    pub(in crate::binary) class: Class,
    /// The part that it plays in its function.
    pub(super) part: Part,
    pub(super) role: Role,
    /// The positions of its ids, if they are fixed.
    pub(super) layout: Option<OperandLayout>,
    /// The required class of each fixed word that is an id; [`Expect::Nothing`] for the other fixed words.
    pub(super) expects: [Expect; operand_layout::MOST],
    /// The classes that `expects` accepts, a bit for each.
    pub(super) accepted: [u16; operand_layout::MOST],
    /// The classes that the ids after the fixed words may have.
    pub(super) accepted_more: u16,
}

/// The row of opcodes that the grammar lacks.
const UNKNOWN: Row = Row {
    sections: Place::Anywhere.sections(),
    class: Class::Other,
    part: Part::Other,
    role: all(Expect::Any),
    layout: None,
    expects: [Expect::Any; operand_layout::MOST],
    accepted: [u16::MAX; operand_layout::MOST],
    accepted_more: u16::MAX,
};

/// The rows of all opcodes, by the numbers of their rows in the grammar.
static ROWS: [Row; grammar::ROWS.len() + 1] = by_row!(UNKNOWN, |info| row_of(info));

/// Returns the row of an opcode.
#[inline]
pub(in crate::binary) fn of(instruction: &Instruction<'_>) -> &'static Row {
    ROWS.get(grammar::row_number(instruction.opcode_number())).unwrap_or(&UNKNOWN)
}

const fn row_of(info: &grammar::Info) -> Row {
    let role = role_of(info);
    let head = info.has_type as usize + info.has_result as usize;
    let mut expects = [role.others; operand_layout::MOST];
    if info.has_type {
        expects[0] = Expect::Type;
    }
    let special = head + role.place as usize;
    if special < operand_layout::MOST {
        expects[special] = role.special;
    }
    // One that stands out must be among the words that have a place.
    let layout = match operand_layout::of(info) {
        Some(layout) if role.special as u8 == role.others as u8 || special < layout.fixed() => Some(layout),
        _ => None,
    };
    if let Some(layout) = layout {
        let mut place = 0;
        while place < operand_layout::MOST {
            if !layout.uses(place) {
                expects[place] = Expect::Nothing;
            }
            place += 1;
        }
    }
    let mut accepted = [0; operand_layout::MOST];
    let mut place = 0;
    while place < operand_layout::MOST {
        accepted[place] = expects[place].classes();
        place += 1;
    }
    let sections = place_of(info).sections();
    let accepted_more = role.others.classes();
    Row { sections, class: class_of(info), part: part_of(info.op), role, layout, expects, accepted, accepted_more }
}

const fn role_of(info: &grammar::Info) -> Role {
    use Expect::*;
    match info.op {
        Op::TypeForwardPointer => all(Any),
        Op::AliasDomainDeclINTEL | Op::AliasScopeDeclINTEL | Op::AliasScopeListDeclINTEL => all(Any),
        Op::TypeImage | Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV | Op::TypeVectorIdEXT => {
            at(0, Number, Before)
        }
        Op::TypeTensorLayoutNV | Op::TypeTensorViewNV => all(Before),
        Op::TypePointer => at(1, Pointee, Any),
        Op::TypeStruct | Op::TypeFunction | Op::TypeStructContinuedINTEL => all(Type),
        Op::Function => at(1, FunctionType, Any),
        Op::EntryPoint => at(1, Function, Any),
        Op::ExecutionMode | Op::ExecutionModeId => at(0, Function, Any),
        Op::ConstantFunctionPointerINTEL => all(Function),
        Op::FunctionCall => at(0, Function, NotLabel),
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR => at(0, ExtSet, Any),
        Op::Line => at(0, String, Any),
        Op::Source => at(2, String, Any),
        Op::GroupDecorate | Op::GroupMemberDecorate => at(0, Group, Any),
        Op::Branch | Op::BranchConditional | Op::Switch | Op::Phi | Op::SelectionMerge | Op::LoopMerge => all(Any),
        _ if info.declares_type() => at(0, Type, Before),
        _ => match place_of(info) {
            Place::In(LogicalSection::Globals) | Place::GlobalOrBlock => all(Before),
            Place::In(LogicalSection::Functions) => all(NotLabel),
            _ => all(Any),
        },
    }
}
