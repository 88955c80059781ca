//! Operands: as many as the grammar says, strings that are text, and ids that name what the instruction asks for.
//!
//! In: one instruction and the ids so far. Out: nothing, or the rule that it breaks. What an operand must name is a table
//! by opcode: an expectation for one place, and one for all others.

use super::ids::{Expect, Ids};
use super::layout::{Place, Section, place_of, starts_with};
use crate::error::Result;
use crate::spirv::grammar::{self, Kind};
use crate::spirv::instruction::Instruction;
use crate::spirv::operands::{Part, walk};
use crate::spirv::strings;
use ::spirv::Op;

/// What the ids among the operands of an opcode must name.
#[derive(Clone, Copy, Debug)]
struct Role {
    /// The place of the one that stands out, counted in operands after result type and result id.
    place: u8,
    /// What that one must name.
    special: Expect,
    /// What all others must name.
    others: Expect,
}

const fn all(others: Expect) -> Role {
    Role { place: 0, special: others, others }
}

const fn at(place: u8, special: Expect, others: Expect) -> Role {
    Role { place, special, others }
}

/// The expectations of each opcode, as a table that the compiler fills.
static ROLES: [Role; grammar::OPCODES] = {
    let mut roles = [all(Expect::Any); grammar::OPCODES];
    let mut row = 0;
    while row < grammar::ROWS.len() {
        let info = &grammar::ROWS[row];
        roles[info.op as usize] = role_of(info.op, info.name);
        row += 1;
    }
    roles
};

const fn role_of(op: Op, name: &str) -> Role {
    use Expect::*;
    match op {
        Op::TypeForwardPointer => all(Any),
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
        _ if starts_with(name, "OpType") => at(0, Type, Before),
        _ => match place_of(op, name) {
            Place::In(Section::Globals) | Place::GlobalOrBlock => all(Before),
            Place::In(Section::Functions) => all(NotLabel),
            _ => all(Any),
        },
    }
}

/// Checks the operands of one instruction.
#[inline]
pub(in crate::spirv) fn check<'w>(instruction: Instruction<'w>, ids: &mut Ids<'w>) -> Result<()> {
    let role = ROLES.get(usize::from(instruction.opcode_number())).copied().unwrap_or(all(Expect::Any));
    let Ids { definitions, uses } = ids;
    let mut place = 0;
    walk(instruction, definitions, |part: Part<'w>| {
        let expect = match part.kind {
            Some(Kind::IdResultType) => return uses.check(instruction, part.word(), Expect::Type, definitions),
            Some(Kind::IdResult) => return Ok(()),
            _ if place == role.place => role.special,
            _ => role.others,
        };
        place = place.saturating_add(1);
        match part.kind {
            Some(Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics) => {
                uses.check(instruction, part.word(), expect, definitions)
            }
            Some(Kind::LiteralString) => strings::check(part.words).map_err(|rule| instruction.breaks(rule, "")),
            _ => Ok(()),
        }
    })
}
