//! Words to a module: one pass that checks each instruction and puts it where it belongs.
//!
//! In: [`Words`]. Out: a [`Module`], or the first rule that is broken. Serves section 2.4 (logical layout) and the part of
//! section 2.16 (validation rules) that `check` lists.

use super::check::functions::Functions;
use super::check::ids::Ids;
use super::check::layout::{self, Section};
use super::check::{operands, rules};
use super::decorations::Decorations;
use super::grammar;
use super::instruction::Instruction;
use super::module::{ExtInstSet, Module, Parts};
use super::names::Names;
use super::read::Words;
use crate::error::Result;
use ::spirv::{AddressingModel, Capability, MemoryModel, Op, StorageClass};

/// Indexes the words of a module.
pub(super) fn index(words: &Words) -> Result<Module<'_>> {
    let mut indexer = Indexer::new(words);
    words.instructions().try_for_each(|instruction| indexer.add(instruction))?;
    indexer.finish()
}

struct Indexer<'w> {
    words: &'w Words,
    section: Section,
    ids: Ids<'w>,
    functions: Functions<'w>,
    parts: Parts<'w>,
    names: Names,
    decorations: Decorations,
    warnings: Vec<String>,
}

impl<'w> Indexer<'w> {
    fn new(words: &'w Words) -> Self {
        Self {
            words,
            section: Section::Capabilities,
            ids: Ids::new(words),
            functions: Functions::new(words),
            parts: Parts::default(),
            names: Names::default(),
            decorations: Decorations::default(),
            warnings: Vec::new(),
        }
    }

    #[inline]
    fn add(&mut self, instruction: Instruction<'w>) -> Result<()> {
        self.section = layout::check(instruction, self.section)?;
        operands::check(instruction, &mut self.ids)?;
        if let Some(id) = instruction.result_id() {
            self.ids.define(instruction, id)?;
        }
        match self.section {
            Section::Functions => self.functions.add(instruction, &self.ids),
            Section::Globals => self.global(instruction),
            _ => self.front(instruction),
        }
    }

    /// Sections 1 to 8.
    fn front(&mut self, instruction: Instruction<'w>) -> Result<()> {
        match instruction.opcode() {
            Op::Capability => self.parts.capabilities.push(capability(instruction)?),
            Op::Extension => self.parts.extensions.push(instruction.string(0)?.0),
            Op::ExtInstImport => self.parts.ext_inst_sets.push(import(instruction)?),
            Op::MemoryModel => self.memory_model(instruction)?,
            Op::EntryPoint => self.parts.entry_points.push(instruction),
            Op::ExecutionMode | Op::ExecutionModeId => self.parts.execution_modes.push(instruction),
            Op::Source | Op::SourceContinued => self.parts.sources.push(instruction),
            Op::SourceExtension => self.parts.source_extensions.push(instruction),
            Op::ModuleProcessed => self.parts.module_processed.push(instruction),
            Op::Name | Op::MemberName | Op::String => self.names.add(instruction)?,
            _ => self.decorations.add(instruction),
        }
        Ok(())
    }

    fn memory_model(&mut self, instruction: Instruction<'w>) -> Result<()> {
        if self.parts.memory_model.is_some() {
            return Err(instruction.breaks(&rules::MEMORY_MODEL, "this is the second one"));
        }
        let (addressing, memory) = (instruction.operand(0)?, instruction.operand(1)?);
        let addressing = AddressingModel::from_u32(addressing)
            .ok_or_else(|| instruction.unsupported(format!("addressing model {addressing}")))?;
        let memory =
            MemoryModel::from_u32(memory).ok_or_else(|| instruction.unsupported(format!("memory model {memory}")))?;
        self.parts.memory_model = Some((addressing, memory));
        Ok(())
    }

    fn global(&mut self, instruction: Instruction<'w>) -> Result<()> {
        let is_variable = matches!(instruction.opcode(), Op::Variable | Op::UntypedVariableKHR);
        if is_variable && instruction.operand(0)? == StorageClass::Function as u32 {
            return Err(instruction.breaks(&rules::GLOBAL_VARIABLE, ""));
        }
        self.parts.globals.push(instruction);
        Ok(())
    }

    fn finish(mut self) -> Result<Module<'w>> {
        self.functions.finish()?;
        self.check_front()?;
        self.decorations.finish(self.words.header().bound);
        self.warn();
        Ok(Module {
            words: self.words,
            parts: self.parts,
            names: self.names,
            decorations: self.decorations,
            definitions: self.ids.finish(self.words)?,
            functions: self.functions.functions,
            parameters: self.functions.parameters,
            blocks: self.functions.blocks,
            warnings: self.warnings,
        })
    }

    /// What a module cannot do without.
    fn check_front(&self) -> Result<()> {
        if self.parts.capabilities.is_empty() {
            return Err(rules::CAPABILITY.broken("there is no OpCapability"));
        }
        match self.parts.memory_model {
            Some(_) => Ok(()),
            None => Err(rules::MEMORY_MODEL.broken("there is none")),
        }
    }

    fn warn(&mut self) {
        if let Some(function) = self.functions.late_declaration {
            let id = function.result_id().unwrap_or_default();
            self.warnings.push(format!("the declaration of function %{id} comes after a definition [S0-29]"));
        }
    }
}

fn capability(instruction: Instruction<'_>) -> Result<Capability> {
    let value = instruction.operand(0)?;
    Capability::from_u32(value).ok_or_else(|| {
        let hint = "it may belong to a newer version of SPIR-V or to an extension";
        instruction.unsupported(format!("capability {value} is not known")).hint(hint)
    })
}

fn import(instruction: Instruction<'_>) -> Result<ExtInstSet> {
    let (name, _) = instruction.string(0)?;
    let id = instruction.result_id().unwrap_or_default();
    Ok(ExtInstSet { id, grammar: grammar::ext_set(&name), name })
}
