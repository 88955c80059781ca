//! SPIR-V as lines, one for each instruction, and a copy in which the debug position of each instruction is the number
//! of its line.

use llvm_spirv::binary::text::Lines;
use llvm_spirv::binary::{Instruction, Op, Words, write};
use llvm_spirv::error::Result;
use std::collections::{BTreeMap, BTreeSet};

/// A module as lines of text.
#[derive(Debug)]
pub struct SpirvText<'w> {
    words: &'w Words<'w>,
    /// The lines, one for each instruction.
    pub lines: Vec<String>,
    /// The line in which the function begins, for each line of a function.
    functions: Vec<Option<usize>>,
    /// The extended sets of debug information.
    debug_sets: BTreeSet<u32>,
}

impl<'w> SpirvText<'w> {
    /// Writes the instructions of a module.
    pub fn new(words: &'w Words<'w>) -> Self {
        let mut shown = Lines::indented(words);
        let lines = words.instructions().map(|one| shown.line(one)).collect();
        let sets = words.instructions().filter(|one| one.opcode() == Op::ExtInstImport);
        let is_debug = |one: &Instruction<'_>| {
            one.string(0).is_ok_and(|(name, _)| name.contains("DebugInfo") || name.starts_with("SPIRV.debug"))
        };
        let debug_sets = sets.filter(is_debug).filter_map(Instruction::result_id).collect();
        let mut open = None;
        let functions = words.instructions().enumerate().map(|(line, one)| match one.opcode() {
            Op::Function => open.insert(line).checked_add(0),
            Op::FunctionEnd => open.take(),
            _ => open,
        });
        Self { words, lines, functions: functions.collect(), debug_sets }
    }

    /// Returns the lines of instructions by their offsets in words.
    pub fn by_word(&self) -> BTreeMap<usize, usize> {
        self.words.instructions().enumerate().map(|(line, one)| (one.offset(), line)).collect()
    }

    /// Returns the lines of functions and variables by their names.
    pub fn by_name(&self) -> BTreeMap<String, usize> {
        let named = self.words.instructions().filter(|one| one.opcode() == Op::Name);
        let names = named.filter_map(|one| Some((one.operand(0).ok()?, one.string(1).ok()?.0)));
        let names: BTreeMap<u32, String> = names.collect();
        let of = |(line, one): (usize, Instruction<'_>)| {
            let is_named = matches!(one.opcode(), Op::Function | Op::Variable);
            Some((names.get(&one.result_id().filter(|_| is_named)?)?.clone(), line))
        };
        self.words.instructions().enumerate().filter_map(of).collect()
    }

    /// Returns the line in which the function of a line begins.
    pub fn function(&self, line: usize) -> Option<usize> {
        self.functions.get(line).copied().flatten()
    }

    /// Returns whether an instruction is debug information.
    fn is_debug(&self, one: &Instruction<'_>) -> bool {
        match one.opcode() {
            Op::Line | Op::NoLine => true,
            Op::ExtInst => one.in_operands().first().is_some_and(|set| self.debug_sets.contains(set)),
            Op::ExtInstImport => one.result_id().is_some_and(|set| self.debug_sets.contains(&set)),
            _ => false,
        }
    }

    /// Returns the opcodes of the instructions of functions with their lines, without debug information.
    pub fn bodies(&self) -> Vec<(Op, usize)> {
        let mut is_open = false;
        let mut found = Vec::new();
        for (line, one) in self.words.instructions().enumerate() {
            is_open |= one.opcode() == Op::Function;
            if is_open && !self.is_debug(&one) {
                found.push((one.opcode(), line));
            }
            is_open &= one.opcode() != Op::FunctionEnd;
        }
        found
    }

    /// Returns the line of the debug position, for each instruction of functions without debug information.
    pub fn positions(&self) -> Vec<Option<usize>> {
        let (mut is_open, mut position) = (false, None);
        let mut found = Vec::new();
        for one in self.words.instructions() {
            is_open |= one.opcode() == Op::Function;
            match one.opcode() {
                Op::Line => position = one.operand(1).ok().and_then(|line| usize::try_from(line).ok()),
                Op::NoLine | Op::Function | Op::FunctionEnd | Op::Label => position = None,
                _ => {}
            }
            if is_open && !self.is_debug(&one) {
                found.push(position);
            }
            is_open &= one.opcode() != Op::FunctionEnd;
        }
        found
    }

    /// Returns the words of a module whose debug positions are the numbers of its lines, from 1, without other debug
    /// information.
    ///
    /// # Errors A module that is too long.
    pub fn marked(&self) -> Result<Vec<u32>> {
        let header = self.words.instructions().next().map_or(self.words.words().len(), Instruction::offset);
        let mut out = self.words.words().get(..header).unwrap_or_default().to_vec();
        let file = out.get(3).copied().unwrap_or_default();
        if let Some(bound) = out.get_mut(3) {
            *bound = bound.saturating_add(1);
        }
        let (mut is_open, mut has_file, mut is_merged) = (false, false, false);
        for (line, one) in self.words.instructions().enumerate().filter(|(_, one)| !self.is_debug(one)) {
            let op = one.opcode();
            if !has_file && !is_before_names(op) {
                has_file = true;
                let mut operands = vec![file];
                write::string(&mut operands, "marks");
                write::instruction(&mut out, Op::String, &operands)?;
            }
            let stands_alone = matches!(op, Op::Function | Op::FunctionParameter | Op::Label | Op::FunctionEnd);
            if is_open && !stands_alone && !is_merged {
                let line = u32::try_from(line + 1).unwrap_or(u32::MAX);
                write::instruction(&mut out, Op::Line, &[file, line, 0])?;
            }
            is_merged = matches!(op, Op::SelectionMerge | Op::LoopMerge);
            is_open = (is_open || op == Op::Function) && op != Op::FunctionEnd;
            out.extend_from_slice(one.words());
        }
        Ok(out)
    }
}

/// Returns whether instructions with this opcode come before all strings and names.
fn is_before_names(op: Op) -> bool {
    matches!(op, Op::Capability | Op::Extension | Op::ExtInstImport | Op::MemoryModel | Op::EntryPoint)
        || matches!(op, Op::ExecutionMode | Op::ExecutionModeId)
        || matches!(op, Op::ConditionalCapabilityINTEL | Op::ConditionalExtensionINTEL | Op::ConditionalEntryPointINTEL)
}
