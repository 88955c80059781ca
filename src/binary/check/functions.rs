//! Functions and their blocks: what may stand where between `OpFunction` and `OpFunctionEnd`.
//!
//! In: the instructions of sections 10 and 11, in order. Out: flat lists of functions, parameters and blocks.
//! Serves section 2.4 (function declarations and definitions) and 2.16 (rules for blocks, variables and `OpPhi`).

use super::ids::{Class, Ids};
use super::row::Row;
use super::rules::{self, Rule};
use crate::binary::Id;
use crate::binary::instruction::Instruction;
use crate::binary::module::{Block, FunctionRange};
use crate::binary::operands::Context;
use crate::binary::read::Words;
use crate::error::Result;
use ::spirv::{Op, StorageClass};

/// The position of the next instruction in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// After `OpFunctionEnd`, or before the first function.
    Outside,
    /// After `OpFunction`: parameters, or the first block, or the end.
    Head,
    /// In a block.
    Block,
    /// After a terminator.
    AfterBlock,
}

/// The instructions that may still follow in the current block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The first block, where only variables have been seen.
    Variables,
    /// Another block, where only `OpPhi` has been seen.
    Phis,
    /// After the variables and phis of the block.
    Body,
}

/// The part that an instruction plays in its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Function,
    Parameter,
    End,
    Label,
    Line,
    /// No part: it may stand anywhere.
    Nothing,
    Extended,
    Variable,
    Phi,
    /// Names labels in front of a branch.
    Merge,
    /// Ends a block, and names labels.
    Branch,
    /// Ends a block and names none.
    Terminator,
    Other,
}

/// Returns the part that instructions of an opcode play.
pub(super) const fn part_of(op: Op) -> Part {
    match op {
        Op::Function => Part::Function,
        Op::FunctionParameter => Part::Parameter,
        Op::FunctionEnd => Part::End,
        Op::Label => Part::Label,
        Op::Line => Part::Line,
        Op::NoLine | Op::Nop => Part::Nothing,
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR => Part::Extended,
        Op::Variable | Op::UntypedVariableKHR => Part::Variable,
        Op::Phi => Part::Phi,
        Op::SelectionMerge | Op::LoopMerge => Part::Merge,
        Op::Branch | Op::BranchConditional | Op::Switch => Part::Branch,
        Op::Return | Op::ReturnValue | Op::Kill | Op::Unreachable | Op::AbortKHR => Part::Terminator,
        Op::TerminateInvocation | Op::IgnoreIntersectionKHR | Op::TerminateRayKHR | Op::EmitMeshTasksEXT => {
            Part::Terminator
        }
        _ => Part::Other,
    }
}

/// Returns whether the opcode ends a block.
#[inline]
pub(in crate::binary) fn is_terminator(op: Op) -> bool {
    matches!(part_of(op), Part::Branch | Part::Terminator)
}

/// Checks the functions of a module, instruction by instruction.
#[derive(Debug)]
pub(in crate::binary) struct Functions<'w> {
    words: &'w Words<'w>,
    state: State,
    stage: Stage,
    pub functions: Vec<FunctionRange<'w>>,
    pub parameters: Vec<Instruction<'w>>,
    pub blocks: Vec<Block<'w>>,
    /// Extended instructions outside of functions.
    pub remarks: Vec<Instruction<'w>>,
    current: Option<Current<'w>>,
    /// The labels that the current function names, each with the instruction that names it.
    labels: Vec<(Id, Instruction<'w>)>,
    definition_seen: bool,
    /// The first `OpLine` in functions or between them.
    pub first_line: Option<Instruction<'w>>,
    /// The first declaration that follows a definition.
    pub late_declaration: Option<Instruction<'w>>,
}

/// The function that is being read.
#[derive(Clone, Copy, Debug)]
struct Current<'w> {
    instruction: Instruction<'w>,
    parameters: usize,
    blocks: usize,
    /// The `OpLabel` of the current block.
    label: Option<Instruction<'w>>,
}

impl<'w> Functions<'w> {
    pub fn new(words: &'w Words<'w>) -> Self {
        Self {
            words,
            state: State::Outside,
            stage: Stage::Body,
            functions: Vec::new(),
            parameters: Vec::new(),
            blocks: Vec::new(),
            remarks: Vec::new(),
            current: None,
            labels: Vec::new(),
            definition_seen: false,
            first_line: None,
            late_declaration: None,
        }
    }

    /// Takes the next instruction of the section.
    #[inline]
    pub fn add(&mut self, instruction: &Instruction<'w>, row: &Row, ids: &Ids<'w>) -> Result<()> {
        match row.part {
            Part::Function => self.begin(*instruction),
            Part::Parameter => self.parameter(*instruction),
            Part::End => self.end(*instruction, ids),
            Part::Label => self.label(*instruction),
            Part::Line => {
                self.first_line.get_or_insert(*instruction);
                Ok(())
            }
            Part::Nothing => Ok(()),
            Part::Extended if self.is_annotation(instruction, ids) => {
                self.remarks.extend((self.state == State::Outside).then_some(*instruction));
                Ok(())
            }
            _ if self.state != State::Block => self.outside_block(instruction),
            part => self.in_block(instruction, part, ids),
        }
    }

    /// Returns whether an extended instruction only annotates, so that it may stand between functions and before
    /// variables and `OpPhi`.
    fn is_annotation(&self, instruction: &Instruction<'w>, ids: &Ids<'w>) -> bool {
        let set = instruction.in_operands().first().copied().unwrap_or_default();
        ids.definitions.annotates(set)
    }

    fn begin(&mut self, instruction: Instruction<'w>) -> Result<()> {
        if self.state != State::Outside {
            return Err(instruction.breaks(&rules::NESTED, ""));
        }
        self.state = State::Head;
        let (parameters, blocks) = (self.parameters.len(), self.blocks.len());
        self.current = Some(Current { instruction, parameters, blocks, label: None });
        Ok(())
    }

    fn parameter(&mut self, instruction: Instruction<'w>) -> Result<()> {
        self.require(self.state == State::Head, instruction, &rules::FUNCTION_PARTS)?;
        self.parameters.push(instruction);
        Ok(())
    }

    fn label(&mut self, instruction: Instruction<'w>) -> Result<()> {
        self.require(self.state != State::Block, instruction, &rules::TERMINATOR)?;
        self.require(self.state != State::Outside, instruction, &rules::IN_BLOCK)?;
        self.stage = if self.state == State::Head { Stage::Variables } else { Stage::Phis };
        self.state = State::Block;
        if let Some(current) = &mut self.current {
            current.label = Some(instruction);
        }
        Ok(())
    }

    fn require(&self, holds: bool, instruction: Instruction<'w>, rule: &Rule) -> Result<()> {
        if holds { Ok(()) } else { Err(instruction.breaks(rule, "")) }
    }

    #[cold]
    fn outside_block(&self, instruction: &Instruction<'w>) -> Result<()> {
        let found = match self.state {
            State::Outside => format!("{} stands outside of functions", instruction.name()),
            State::Head => format!("{} stands before the first OpLabel", instruction.name()),
            _ => format!("{} stands after the terminator of its block", instruction.name()),
        };
        Err(instruction.breaks(&rules::IN_BLOCK, found))
    }

    #[inline]
    fn in_block(&mut self, instruction: &Instruction<'w>, part: Part, ids: &Ids<'w>) -> Result<()> {
        match part {
            Part::Variable => return self.variable(*instruction),
            Part::Phi => self.phi(*instruction)?,
            _ => self.stage = Stage::Body,
        }
        if let Part::Phi | Part::Merge | Part::Branch = part {
            self.note_labels(*instruction, ids);
        }
        if let Part::Branch | Part::Terminator = part { self.end_block(*instruction) } else { Ok(()) }
    }

    fn variable(&self, instruction: Instruction<'w>) -> Result<()> {
        let class = instruction.in_operands().first().copied();
        let is_function = class == Some(StorageClass::Function as u32);
        self.require(is_function, instruction, &rules::LOCAL_VARIABLE)?;
        self.require(self.stage == Stage::Variables, instruction, &rules::VARIABLES_FIRST)
    }

    fn phi(&self, instruction: Instruction<'w>) -> Result<()> {
        let first_block = self.current.is_some_and(|current| current.blocks == self.blocks.len());
        self.require(!first_block, instruction, &rules::PHI_FIRST_BLOCK)?;
        self.require(self.stage == Stage::Phis, instruction, &rules::PHI_FIRST)
    }

    /// Records the labels that the instruction names: their definitions may follow later.
    fn note_labels(&mut self, instruction: Instruction<'w>, ids: &Ids<'w>) {
        match (instruction.opcode(), instruction.in_operands()) {
            (Op::Branch | Op::SelectionMerge, [label, ..]) => self.labels.push((*label, instruction)),
            (Op::LoopMerge, [merge, target, ..]) | (Op::BranchConditional, [_, merge, target, ..]) => {
                self.labels.extend([(*merge, instruction), (*target, instruction)]);
            }
            (Op::Phi, pairs) => self.note_each(instruction, pairs, 2),
            (Op::Switch, [selector, default, cases @ ..]) => {
                self.labels.push((*default, instruction));
                let literal = ids.definitions.selector_words(*selector).unwrap_or(1);
                self.note_each(instruction, cases, literal.saturating_add(1));
            }
            _ => {}
        }
    }

    /// Records the labels among an instruction's words, which are the last words of groups of `size` words.
    fn note_each(&mut self, instruction: Instruction<'w>, words: &[u32], size: usize) {
        let labels = words.chunks_exact(size).filter_map(|group| group.last());
        self.labels.extend(labels.map(|label| (*label, instruction)));
    }

    fn end_block(&mut self, terminator: Instruction<'w>) -> Result<()> {
        self.state = State::AfterBlock;
        if let Some(label) = self.current.and_then(|current| current.label) {
            self.blocks.push(Block::new(self.words, label, terminator));
        }
        Ok(())
    }

    fn end(&mut self, instruction: Instruction<'w>, ids: &Ids<'w>) -> Result<()> {
        self.require(self.state != State::Block, instruction, &rules::TERMINATOR)?;
        let current = self.current.take().ok_or_else(|| instruction.breaks(&rules::FUNCTION_PARTS, ""))?;
        self.state = State::Outside;
        self.check_labels(current.instruction, instruction, ids)?;
        let range = FunctionRange {
            instruction: current.instruction,
            parameters: current.parameters..self.parameters.len(),
            blocks: current.blocks..self.blocks.len(),
        };
        check_parameters(&range, ids)?;
        self.note_order(&range);
        self.functions.push(range);
        Ok(())
    }

    fn check_labels(&mut self, begin: Instruction<'w>, end: Instruction<'w>, ids: &Ids<'w>) -> Result<()> {
        for (label, user) in self.labels.drain(..) {
            let place = ids.definitions.offset(label) as usize;
            let own = place > begin.offset() && place < end.offset();
            if !own || ids.uses.class(label) != Class::Label {
                return Err(user.breaks(&rules::LABEL, format_args!("%{label} is none")));
            }
        }
        Ok(())
    }

    fn note_order(&mut self, function: &FunctionRange<'w>) {
        if !function.blocks.is_empty() {
            self.definition_seen = true;
        } else if self.definition_seen {
            self.late_declaration.get_or_insert(function.instruction);
        }
    }

    /// Checks, after the last instruction of the module, that no function is unfinished.
    pub fn finish(&self) -> Result<()> {
        match self.current {
            Some(current) => Err(current.instruction.breaks(&rules::FUNCTION_END, "")),
            None => Ok(()),
        }
    }
}

fn check_parameters(function: &FunctionRange<'_>, ids: &Ids<'_>) -> Result<()> {
    let function_type = function.instruction.in_operands().get(1).and_then(|id| ids.definitions.get(*id));
    let expected = function_type.map_or(0, |instruction| instruction.in_operands().len().saturating_sub(1));
    let found = function.parameters.len();
    if found == expected {
        return Ok(());
    }
    let found = format!("the type has {expected} parameters, the function {found}");
    Err(function.instruction.breaks(&rules::PARAMETERS, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    /// Starts a function named by [`Bytes::function`]; `%7` is a pointer type of class Function.
    fn function() -> Bytes {
        Bytes::library(20).op(Op::TypeBool, &[6]).op(Op::TypePointer, &[7, 7, 6]).function()
    }

    #[test]
    fn s0_28_functions_have_their_parts_in_order() {
        function().op(Op::Function, &[1, 8, 0, 2]).breaks(&rules::NESTED);
        assert_eq!(function().op(Op::Return, &[]).breaks(&rules::FUNCTION_END).place().id, Some(3));
        function().end().op(Op::FunctionEnd, &[]).breaks(&rules::FUNCTION_PARTS);
        function().op(Op::FunctionParameter, &[7, 8]).end().breaks(&rules::FUNCTION_PARTS);
        let parameter = Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::FunctionParameter, &[1, 2]);
        parameter.breaks(&rules::FUNCTION_PARTS);
    }

    #[test]
    fn s0_28_and_s0_43_parameters_are_those_of_the_type() {
        let head = Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::TypeFunction, &[2, 1]);
        let error = head.op(Op::Function, &[1, 3, 0, 2]).op(Op::FunctionParameter, &[1, 4]);
        error.op(Op::FunctionEnd, &[]).breaks(&rules::PARAMETERS);
    }

    #[test]
    fn s0_29_declarations_after_definitions_are_a_warning() {
        let late = function().end().op(Op::Function, &[1, 8, 0, 2]).op(Op::FunctionEnd, &[]);
        assert_eq!(late.module(|module| module.warnings().count()), 1);
        let early = Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::TypeFunction, &[2, 1]);
        let early = early.op(Op::Function, &[1, 8, 0, 2]).op(Op::FunctionEnd, &[]);
        let early = early.op(Op::Function, &[1, 3, 0, 2]).op(Op::Label, &[4]).end();
        assert_eq!(early.module(|module| module.warnings().count()), 0);
    }

    #[test]
    fn s0_30_instructions_stand_in_blocks() {
        let error = Bytes::library(9).op(Op::Return, &[]).breaks(&rules::IN_BLOCK);
        assert!(error.message().starts_with("OpReturn stands outside of functions"), "{error}");
        Bytes::library(9).op(Op::Label, &[1]).breaks(&rules::IN_BLOCK);
        function().end().op(Op::Label, &[8]).breaks(&rules::IN_BLOCK);
        function().op(Op::Return, &[]).op(Op::Kill, &[]).breaks(&rules::IN_BLOCK);
        let head = Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::TypeFunction, &[2, 1]);
        head.op(Op::Function, &[1, 3, 0, 2]).op(Op::Return, &[]).breaks(&rules::IN_BLOCK);
    }

    #[test]
    fn s0_31_labels_belong_to_their_function() {
        function().op(Op::Branch, &[3]).op(Op::FunctionEnd, &[]).breaks(&rules::LABEL);
        function().op(Op::Branch, &[9]).op(Op::FunctionEnd, &[]).breaks(&rules::LABEL);
        let other = function().end().op(Op::Function, &[1, 8, 0, 2]).op(Op::Label, &[9]);
        other.op(Op::Branch, &[4]).op(Op::FunctionEnd, &[]).breaks(&rules::LABEL);
        function().op(Op::LoopMerge, &[4, 3, 0]).end().breaks(&rules::LABEL);
        function().op(Op::SelectionMerge, &[1, 0]).end().breaks(&rules::LABEL);
        let phi = function().op(Op::Branch, &[8]).op(Op::Label, &[8]);
        phi.op(Op::Phi, &[6, 9, 3, 3]).end().breaks(&rules::LABEL);
    }

    #[test]
    fn s0_32_blocks_end_with_a_terminator() {
        function().op(Op::FunctionEnd, &[]).breaks(&rules::TERMINATOR);
        function().op(Op::Label, &[8]).breaks(&rules::TERMINATOR);
        for op in [Op::Return, Op::Kill, Op::Unreachable, Op::TerminateInvocation] {
            assert_eq!(function().op(op, &[]).op(Op::FunctionEnd, &[]).error().message(), "no error");
        }
    }

    #[test]
    fn s0_33_and_s0_34_variables() {
        let variable = |bytes: Bytes| bytes.op(Op::Variable, &[7, 10, 7]);
        assert_eq!(variable(function().op(Op::NoLine, &[])).end().error().message(), "no error");
        function().op(Op::Variable, &[7, 10, 5]).end().breaks(&rules::LOCAL_VARIABLE);
        variable(function().op(Op::FNegate, &[6, 9, 3])).end().breaks(&rules::VARIABLES_FIRST);
        variable(function().op(Op::Branch, &[8]).op(Op::Label, &[8])).end().breaks(&rules::VARIABLES_FIRST);
    }

    #[test]
    fn s0_35_phis() {
        function().op(Op::Phi, &[6, 9]).end().breaks(&rules::PHI_FIRST_BLOCK);
        let second = || function().op(Op::Branch, &[8]).op(Op::Label, &[8]);
        second().op(Op::FNegate, &[6, 9, 3]).op(Op::Phi, &[6, 10]).end().breaks(&rules::PHI_FIRST);
        let two = second().op(Op::Phi, &[6, 9, 3, 4]).op(Op::NoLine, &[]).op(Op::Phi, &[6, 10, 3, 4]);
        assert_eq!(two.end().error().message(), "no error");
    }
}
