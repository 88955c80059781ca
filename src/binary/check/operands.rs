//! Operands: as many as the grammar says, strings that are text, and ids that name what the instruction asks for.
//!
//! In: one instruction and the ids so far. Out: nothing, or the rule that it breaks. What an operand must name
//! stands in its opcode's row: an expectation for one place, and one for all others.

use super::ids::{Expect, Ids};
use super::operand_layout::OperandLayout;
use super::row::{self, Role, Row};
use crate::binary::grammar::Kind;
use crate::binary::instruction::Instruction;
use crate::binary::operands::{Part, walk};
use crate::binary::strings;
use crate::error::Result;
use ::spirv::{Decoration, Op};

/// Checks the operands of one instruction.
#[inline(always)]
pub(in crate::binary) fn check<'w>(instruction: &Instruction<'w>, row: &Row, ids: &mut Ids<'w>) -> Result<()> {
    let words = instruction.operands();
    match row.layout {
        Some(layout) if layout.fits(words) => {
            let mut fixed = words.iter().zip(&row.accepted).take(layout.fixed());
            let mut more = layout.more(words).iter();
            match fixed.all(|(word, accepted)| ids.uses.is_one_of(*word, *accepted))
                && more.all(|word| ids.uses.is_one_of(*word, row.accepted_more))
            {
                true => Ok(()),
                false => check_placed(instruction, row, layout, ids),
            }
        }
        _ => check_unplaced(instruction, row.role, ids),
    }
}

/// Checks an instruction that fits the layout of its opcode, and names an id that is not defined yet, or of a wrong class.
#[inline(never)]
fn check_placed<'w>(
    instruction: &Instruction<'w>,
    row: &Row,
    layout: OperandLayout,
    Ids { definitions, uses }: &mut Ids<'w>,
) -> Result<()> {
    let words = instruction.operands();
    for (word, expect) in words.iter().zip(&row.expects).take(layout.fixed()) {
        if *expect != Expect::Nothing {
            uses.check(instruction, *word, *expect, definitions)?;
        }
    }
    layout.more(words).iter().try_for_each(|word| uses.check(instruction, *word, row.role.others, definitions))
}

/// Checks an instruction whose opcode has no layout, or another one.
#[inline(never)]
fn check_unplaced<'w>(instruction: &Instruction<'w>, role: Role, ids: &mut Ids<'w>) -> Result<()> {
    match (instruction.opcode(), instruction.operands()) {
        // Most decorations.
        (Op::Decorate, [target, ALIGNMENT, _]) => {
            return ids.uses.check(instruction, *target, Expect::Any, &ids.definitions);
        }
        (Op::Name, [target, name @ ..]) if strings::is_plain(name) => {
            return ids.uses.check(instruction, *target, Expect::Any, &ids.definitions);
        }
        (Op::String, [_, text @ ..]) if strings::is_plain(text) => return Ok(()),
        _ => {}
    }
    match ids.definitions.extended_layout(*instruction) {
        Some(layout) if layout.fits(instruction.operands().get(EXTENDED..).unwrap_or_default()) => {
            check_extended(instruction, layout, role, ids)
        }
        _ => check_all(instruction, role, ids),
    }
}

/// The decoration of nearly all variables, which has one literal.
const ALIGNMENT: u32 = Decoration::Alignment as u32;

/// The number of words in front of the operands of an extended instruction: result type, result id, set and number.
const EXTENDED: usize = 4;

/// Checks an extended instruction that fits the layout of its number.
#[inline]
fn check_extended<'w>(
    instruction: &Instruction<'w>,
    layout: OperandLayout,
    role: Role,
    ids: &mut Ids<'w>,
) -> Result<()> {
    let Ids { definitions, uses } = ids;
    let [result_type, _, set, _, words @ ..] = instruction.operands() else { return Ok(()) };
    uses.check(instruction, *result_type, Expect::Type, definitions)?;
    uses.check(instruction, *set, role.special, definitions)?;
    let mut check = |word: &u32| uses.check(instruction, *word, role.others, definitions);
    layout.used().filter_map(|index| words.get(index)).try_for_each(&mut check)?;
    layout.more(words).iter().try_for_each(check)
}

/// Returns whether the instruction's opcode has an operand layout that its words fit.
#[inline]
pub(in crate::binary) fn has_layout(instruction: Instruction<'_>) -> bool {
    row::of(&instruction).layout.is_some_and(|layout| layout.fits(instruction.operands()))
}

/// Checks the operands of an instruction whose layout depends on the values of earlier operands.
fn check_all<'w>(instruction: &Instruction<'w>, role: Role, ids: &mut Ids<'w>) -> Result<()> {
    let Ids { definitions, uses } = ids;
    let mut place = 0;
    walk(*instruction, definitions, |part: Part<'w>| {
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

#[cfg(test)]
mod tests {
    use crate::binary::Op;
    use crate::binary::check::rules;
    use crate::binary::testing::Bytes;

    #[test]
    fn s0_15_operand_counts() {
        let error = Bytes::library(3).op(Op::TypeInt, &[1, 32]).breaks(&rules::TOO_FEW);
        assert!(error.message().starts_with("OpTypeInt lacks an operand (LiteralInteger)"), "{error}");
        Bytes::library(3).op(Op::TypeInt, &[]).breaks(&rules::TOO_FEW);
        Bytes::library(3).op(Op::Name, &[1]).breaks(&rules::TOO_FEW);
        let error = Bytes::library(3).op(Op::TypeVoid, &[1, 2, 3]).breaks(&rules::TOO_MANY);
        assert!(error.message().starts_with("OpTypeVoid has 2 words too many"), "{error}");
    }

    #[test]
    fn s0_15_pairs_are_whole() {
        let phi = |operands: &[u32]| {
            let module = Bytes::library(20).op(Op::TypeBool, &[6]).op(Op::ConstantTrue, &[6, 7]).function();
            module.op(Op::Branch, &[8]).op(Op::Label, &[8]).op(Op::Phi, operands).end()
        };
        assert_eq!(phi(&[6, 9, 7, 4]).error().message(), "no error");
        phi(&[6, 9, 7]).breaks(&rules::TOO_FEW);
        phi(&[6, 9, 7, 4, 7]).breaks(&rules::TOO_FEW);
    }

    #[test]
    fn s0_16_parameters_follow_their_enumerant() {
        let body = |operands: &[u32]| Bytes::library(9).function().op(Op::Store, operands).end();
        body(&[3, 3, 2]).breaks(&rules::TOO_FEW);
        body(&[3, 3, 4, 4]).breaks(&rules::TOO_MANY);
        assert_eq!(body(&[3, 3, 2 | 4, 16]).error().message(), "no error");
        Bytes::library(9).op(Op::Decorate, &[1, 44]).breaks(&rules::TOO_FEW);
    }

    #[test]
    fn s0_12_unknown_enumerants_stay_numbers() {
        let module = Bytes::library(9).op(Op::Decorate, &[1, 0x7777_7777, 5, 6]).op(Op::TypeVoid, &[1]);
        assert_eq!(module.error().message(), "no error");
        let module = Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::TypePointer, &[2, 0x7777, 1]);
        assert_eq!(module.error().message(), "no error");
    }

    #[test]
    fn s0_11_strings() {
        Bytes::library(3).op(Op::Name, &[1, 0x6161_6161]).breaks(&rules::STRING_END);
        Bytes::library(3).op(Op::Name, &[1, 0x0000_FFFE]).breaks(&rules::STRING_UTF8);
        Bytes::library(3).op(Op::SourceExtension, &[0xFF]).breaks(&rules::STRING_UTF8);
    }

    #[test]
    fn s0_11_literals_are_as_wide_as_their_type() {
        let long = || Bytes::library(9).op(Op::TypeInt, &[1, 64, 0]);
        long().op(Op::Constant, &[1, 2, 7]).breaks(&rules::TOO_FEW);
        long().op(Op::Constant, &[1, 2, 7, 7, 7]).breaks(&rules::TOO_MANY);
        assert_eq!(long().op(Op::Constant, &[1, 2, 7, 7]).error().message(), "no error");
        Bytes::library(9).op(Op::TypeBool, &[1]).op(Op::Constant, &[1, 2, 7]).breaks(&rules::LITERAL_WIDTH);
        let wide = Bytes::library(9).op(Op::TypeInt, &[1, u32::MAX, 0]);
        wide.op(Op::Constant, &[1, 2, 7]).breaks(&rules::TOO_FEW);
    }

    #[test]
    fn s0_11_cases_are_as_wide_as_the_selector() {
        let switch = |operands: &[u32]| {
            let module = Bytes::library(9).op(Op::TypeInt, &[7, 64, 0]).op(Op::Constant, &[7, 8, 1, 0]);
            module.function().op(Op::Switch, operands).op(Op::Label, &[5]).end()
        };
        assert_eq!(switch(&[8, 5, 1, 0, 5]).error().message(), "no error");
        switch(&[8, 5, 1, 5]).breaks(&rules::TOO_FEW);
        switch(&[3, 5, 1, 5]).breaks(&rules::LITERAL_WIDTH);
        switch(&[8, 5, 1, 0, 7]).breaks(&rules::LABEL);
        switch(&[8, 7, 1, 0, 5]).breaks(&rules::LABEL);
    }

    #[test]
    fn operands_of_extended_instructions() {
        let call = |set: &str, operands: &[u32]| {
            let head = Bytes::new(9).op(Op::Capability, &[6]).text(Op::ExtInstImport, &[5], set);
            head.op(Op::MemoryModel, &[2, 2]).function().op(Op::ExtInst, operands).end()
        };
        assert_eq!(call("OpenCL.std", &[1, 6, 5, 61, 3]).error().message(), "no error");
        call("OpenCL.std", &[1, 6, 5, 61]).breaks(&rules::TOO_FEW);
        call("OpenCL.std", &[1, 6, 5, 61, 3, 3]).breaks(&rules::TOO_MANY);
        call("NonSemantic.New", &[1, 6, 5, 61, 999]).breaks(&rules::BOUND);
        assert_eq!(call("Vendor.New", &[1, 6, 5, 61, 999]).error().message(), "no error");
    }

    #[test]
    fn operands_of_spec_constant_operations() {
        let add = |operands: &[u32]| {
            let module = Bytes::library(9).op(Op::TypeInt, &[1, 32, 0]).op(Op::Constant, &[1, 2, 7]);
            module.op(Op::SpecConstantOp, operands)
        };
        assert_eq!(add(&[1, 3, Op::IAdd as u32, 2, 2]).error().message(), "no error");
        add(&[1, 3, Op::IAdd as u32, 2]).breaks(&rules::TOO_FEW);
        add(&[1, 3, Op::IAdd as u32, 2, 2, 2]).breaks(&rules::TOO_MANY);
        assert_eq!(add(&[1, 3, 0x1_0000, 2, 2]).error().message(), "no error");
        add(&[1, 3, Op::ExtInst as u32, 2, 2]).breaks(&rules::OPERATION);
        add(&[1, 3, Op::SpecConstantOp as u32, 2]).breaks(&rules::OPERATION);
        let nested = vec![Op::SpecConstantOp as u32; 60_000];
        add(&[&[1, 3], nested.as_slice()].concat()).breaks(&rules::OPERATION);
    }
}
