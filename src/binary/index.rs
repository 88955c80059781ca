//! Words to a module: one pass that checks each instruction and puts it where it belongs.
//!
//! In: [`Words`]. Out: a [`Module`], or the first rule that is broken. Serves section 2.4 (logical layout) and the part
//! of section 2.16 (validation rules) that `check` lists.

use super::check::functions::Functions;
use super::check::ids::Ids;
use super::check::layout::{self, LogicalSection};
use super::check::{operands, row, rules};
use super::decorations::Decorations;
use super::instruction::Instruction;
use super::module::{ExtInstSet, Module, Parts};
use super::names::Names;
use super::read::Words;
use crate::error::{Code, Collected, Error, Result};
use ::spirv::{AddressingModel, Capability, MemoryModel, Op, StorageClass};
use std::ops::Range;

/// Indexes the words of a module.
pub(super) fn index<'w>(words: &'w Words<'w>, error_limit: usize) -> Result<Module<'w>> {
    let mut indexer = Indexer::new(words, error_limit);
    for instruction in words.instructions() {
        if let Err(error) = indexer.add(&instruction) {
            indexer.errors.add(error)?;
            break;
        }
    }
    indexer.errors.finish()?;
    indexer.finish()
}

struct Indexer<'w> {
    words: &'w Words<'w>,
    section: LogicalSection,
    ids: Ids<'w>,
    functions: Functions<'w>,
    parts: Parts<'w>,
    first_global: Option<usize>,
    names: Names,
    decorations: Decorations,
    warnings: Vec<String>,
    errors: Collected<()>,
}

impl<'w> Indexer<'w> {
    fn new(words: &'w Words<'w>, error_limit: usize) -> Self {
        Self {
            words,
            section: LogicalSection::Capabilities,
            ids: Ids::new(words),
            functions: Functions::new(words),
            parts: Parts::default(),
            first_global: None,
            names: Names::new(words.bound()),
            decorations: Decorations::default(),
            warnings: Vec::new(),
            errors: Collected::new(error_limit),
        }
    }

    #[inline]
    fn add(&mut self, instruction: &Instruction<'w>) -> Result<()> {
        let row = row::of(instruction);
        self.section = layout::check(instruction, row, self.section)?;
        if let Err(error) = operands::check(instruction, row, &mut self.ids) {
            // Where the next instruction begins is known, whatever is wrong with this one.
            self.errors.add(error)?;
        }
        if let Some(id) = instruction.result_id() {
            self.ids.define(instruction, row.class, id)?;
        }
        match self.section {
            LogicalSection::Functions => self.functions.add(instruction, row, &self.ids),
            LogicalSection::Globals if instruction.opcode() != Op::String => self.global(*instruction),
            _ => self.front(*instruction),
        }
    }

    /// Adds an instruction of sections 1 to 8.
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
            Op::Line => self.line(instruction),
            Op::Name | Op::MemberName | Op::String => self.names.add(instruction)?,
            _ => self.decorations.add(instruction),
        }
        Ok(())
    }

    /// Records an `OpLine` outside of functions.
    fn line(&mut self, instruction: Instruction<'w>) {
        self.parts.first_line.get_or_insert(instruction);
    }

    fn memory_model(&mut self, instruction: Instruction<'w>) -> Result<()> {
        if self.parts.memory_model.is_some() {
            return Err(instruction.breaks(&rules::MEMORY_MODEL, "this is the second one"));
        }
        let (addressing, memory) = (instruction.operand(0)?, instruction.operand(1)?);
        let addressing = AddressingModel::from_u32(addressing)
            .ok_or_else(|| instruction.place(Error::of(Code::Model, format!("addressing model {addressing}"))))?;
        let memory = MemoryModel::from_u32(memory)
            .ok_or_else(|| instruction.place(Error::of(Code::Model, format!("memory model {memory}"))))?;
        self.parts.memory_model = Some((addressing, memory));
        Ok(())
    }

    fn global(&mut self, instruction: Instruction<'w>) -> Result<()> {
        let is_variable = matches!(instruction.opcode(), Op::Variable | Op::UntypedVariableKHR);
        if is_variable && instruction.operand(0)? == StorageClass::Function as u32 {
            return Err(instruction.breaks(&rules::GLOBAL_VARIABLE, ""));
        }
        self.parts.has_untyped_pointers |= instruction.opcode() == Op::TypeUntypedPointerKHR;
        if instruction.opcode() == Op::Line {
            self.line(instruction);
        }
        self.first_global.get_or_insert(instruction.offset());
        Ok(())
    }

    fn finish(mut self) -> Result<Module<'w>> {
        self.functions.finish()?;
        self.check_front()?;
        self.decorations.finish(self.words.bound());
        self.check_groups()?;
        self.warn();
        self.parts.globals = self.globals();
        self.parts.first_line = self.parts.first_line.or(self.functions.first_line);
        Ok(Module {
            words: self.words,
            parts: self.parts,
            names: self.names,
            decorations: self.decorations,
            definitions: self.ids.finish(self.words)?,
            functions: self.functions.functions,
            parameters: self.functions.parameters,
            blocks: self.functions.blocks,
            remarks: self.functions.remarks,
            warnings: self.warnings,
        })
    }

    /// Returns the range of section 9, in words: up to the first function.
    fn globals(&self) -> Range<usize> {
        let all = self.words.words().len();
        let end = self.functions.functions.first().map_or(all, |function| function.instruction.offset());
        self.first_global.unwrap_or(end)..end
    }

    /// Rejects a module whose decoration groups expand to more decorations than memory should hold.
    fn check_groups(&self) -> Result<()> {
        const TIMES: usize = 16;
        let (said, words) = (self.decorations.of_groups(self.words), self.words.words().len());
        if said <= TIMES * words {
            return Ok(());
        }
        Err(Error::of(
            Code::Growth,
            format!("decoration groups that say {said} decorations in a module of {words} words"),
        ))
    }

    /// Checks the declarations that a module must have.
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
        let linkage = self.parts.capabilities.contains(&Capability::Linkage);
        if self.parts.entry_points.is_empty() && !linkage {
            self.warnings.push("there is no OpEntryPoint, and Linkage is not declared".to_owned());
        }
        if let Some(function) = self.functions.late_declaration {
            let id = function.result_id().unwrap_or_default();
            self.warnings.push(format!("the declaration of function %{id} comes after a definition"));
        }
    }
}

fn capability(instruction: Instruction<'_>) -> Result<Capability> {
    let value = instruction.operand(0)?;
    Capability::from_u32(value).ok_or_else(|| {
        let hint = "it may belong to a newer version of SPIR-V or to an extension";
        instruction.place(Error::of(Code::UnknownCapability, format!("capability {value} is not known"))).hint(hint)
    })
}

fn import(instruction: Instruction<'_>) -> Result<ExtInstSet> {
    let (name, _) = instruction.string(0)?;
    let id = instruction.result_id().unwrap_or_default();
    Ok(ExtInstSet { id, name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    /// A legal module with something in every section.
    fn full() -> Bytes {
        Bytes::new(20)
            .op(Op::Capability, &[4])
            .op(Op::Capability, &[6])
            .text(Op::Extension, &[], "SPV_KHR_no_integer_wrap_decoration")
            .text(Op::ExtInstImport, &[10], "OpenCL.std")
            .op(Op::MemoryModel, &[1, 2])
            .text(Op::EntryPoint, &[6, 3], "main")
            .op(Op::ExecutionMode, &[3, 17, 1, 1, 1])
            .text(Op::String, &[11], "a.cl")
            .op(Op::Source, &[3, 102_000, 11])
            .text(Op::SourceExtension, &[], "cl_khr_fp16")
            .text(Op::Name, &[3], "main")
            .text(Op::ModuleProcessed, &[], "by hand")
            .op(Op::Decorate, &[3, 22])
            .function()
            .end()
    }

    #[test]
    fn s0_02_and_s0_17_to_s0_29_every_section() {
        full().module(|module| {
            assert_eq!(module.capabilities(), [Capability::Addresses, Capability::Kernel]);
            assert!(module.has_capability(Capability::Kernel) && !module.has_capability(Capability::Shader));
            assert_eq!(module.extensions(), ["SPV_KHR_no_integer_wrap_decoration"]);
            assert_eq!(module.ext_inst_set(10).map(|set| set.name.as_str()), Some("OpenCL.std"));
            assert_eq!(module.memory_model(), (AddressingModel::Physical32, MemoryModel::OpenCL));
            assert_eq!((module.entry_points().len(), module.execution_modes().len()), (1, 1));
            assert_eq!((module.sources().len(), module.source_extensions().len()), (1, 1));
            assert_eq!(module.module_processed().first().and_then(|i| i.string(0).ok()), Some(("by hand".into(), 2)));
            assert_eq!((module.string(11), module.name(3)), (Some("a.cl"), Some("main")));
            assert_eq!(module.globals().map(|i| i.opcode()).collect::<Vec<_>>(), [Op::TypeVoid, Op::TypeFunction]);
            assert_eq!(module.definition(2).map(|i| i.opcode()), Some(Op::TypeFunction));
            assert_eq!((module.definition(19), module.definition(0), module.definition(99)), (None, None, None));
            assert_eq!(module.warnings().count(), 0);
        });
    }

    #[test]
    fn s0_28_to_s0_31_functions_and_blocks() {
        let module = Bytes::library(9)
            .op(Op::TypeVoid, &[1])
            .op(Op::TypeFunction, &[2, 1])
            .op(Op::TypePointer, &[7, 7, 2])
            .op(Op::TypeFunction, &[8, 1, 7])
            .op(Op::Function, &[1, 3, 0, 2])
            .op(Op::Label, &[4])
            .op(Op::Nop, &[])
            .end()
            .op(Op::Function, &[1, 5, 0, 8])
            .op(Op::FunctionParameter, &[7, 6])
            .op(Op::FunctionEnd, &[]);
        module.module(|module| {
            let functions: Vec<_> = module.functions().collect();
            let [defined, declared] = functions.as_slice() else { unreachable!("there are two") };
            assert!(declared.is_declaration() && !defined.is_declaration());
            assert_eq!((defined.id(), declared.id(), declared.parameters.len()), (3, 5, 1));
            let [block] = defined.blocks else { unreachable!("there is one") };
            let body: Vec<_> = block.instructions().map(Instruction::opcode).collect();
            assert_eq!((block.label, body), (4, vec![Op::Nop, Op::Return]));
            assert_eq!(block.instructions().last().map(Instruction::opcode), Some(Op::Return));
            assert!(module.warnings().any(|warning| warning.contains("function %5")));
        });
    }

    #[test]
    fn s0_17_capabilities_are_declared() {
        Bytes::new(1).op(Op::MemoryModel, &[2, 2]).breaks(&rules::CAPABILITY);
        let unknown = Bytes::new(1).op(Op::Capability, &[0xFFFF]).op(Op::MemoryModel, &[2, 2]).error();
        assert_eq!(unknown.kind(), crate::error::Kind::Unsupported);
    }

    #[test]
    fn s0_20_one_memory_model() {
        Bytes::new(1).op(Op::Capability, &[6]).breaks(&rules::MEMORY_MODEL);
        let error = Bytes::library(1).op(Op::MemoryModel, &[2, 2]).breaks(&rules::MEMORY_MODEL);
        assert_eq!(error.place().word, Some(10));
        let unknown = Bytes::new(1).op(Op::Capability, &[6]).op(Op::MemoryModel, &[77, 2]).error();
        assert_eq!(unknown.kind(), crate::error::Kind::Unsupported);
    }

    #[test]
    fn s0_21_entry_points_or_linkage() {
        let module = Bytes::new(9).op(Op::Capability, &[6]).op(Op::MemoryModel, &[2, 2]);
        assert!(module.module(|module| module.warnings().any(|warning| warning.contains("no OpEntryPoint"))));
        assert_eq!(Bytes::library(9).module(|module| module.warnings().count()), 0);
    }

    #[test]
    fn s0_27_global_variables() {
        let module = Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::TypePointer, &[2, 7, 1]);
        module.op(Op::Variable, &[2, 3, 7]).breaks(&rules::GLOBAL_VARIABLE);
    }
}
