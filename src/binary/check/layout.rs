//! The logical layout: which section of a module each opcode belongs to, and that the sections stand in order.
//!
//! In: instructions in the order of the module. Out: an error that names both sections where one is out of place.
//! Serves section 2.4 (logical layout of a module).

use super::row::Row;
use super::rules;
use crate::binary::grammar;
use crate::binary::instruction::Instruction;
use crate::error::Result;
use ::spirv::Op;

/// The sections, in the order in which they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogicalSection {
    /// `OpCapability`.
    Capabilities,
    /// `OpExtension`.
    Extensions,
    /// `OpExtInstImport`.
    Imports,
    /// `OpMemoryModel`.
    MemoryModel,
    /// `OpEntryPoint`.
    EntryPoints,
    /// `OpExecutionMode`, `OpExecutionModeId`.
    ExecutionModes,
    /// `OpString`, `OpSource` and its relatives.
    Sources,
    /// `OpName`, `OpMemberName`.
    Names,
    /// `OpModuleProcessed`.
    Processed,
    /// Decorations.
    Annotations,
    /// Types, constants, module-scope variables.
    Globals,
    /// Functions, with and without a body.
    Functions,
}

/// The places where an opcode may stand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// In one section.
    In(LogicalSection),
    /// Among the types and constants, or in a block.
    GlobalOrBlock,
    /// From the names to the types: the extension for aliasing does not say where, and producers differ.
    NamesToGlobals,
    /// Any section.
    Anywhere,
}

impl LogicalSection {
    /// Returns the section's number in the list of section 2.4, and its contents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Capabilities => "section 1 (capabilities)",
            Self::Extensions => "section 2 (extensions)",
            Self::Imports => "section 3 (imports of extended instruction sets)",
            Self::MemoryModel => "section 4 (memory model)",
            Self::EntryPoints => "section 5 (entry points)",
            Self::ExecutionModes => "section 6 (execution modes)",
            Self::Sources => "section 7.1 (strings and sources)",
            Self::Names => "section 7.2 (names)",
            Self::Processed => "section 7.3 (processing of the module)",
            Self::Annotations => "section 8 (annotations)",
            Self::Globals => "section 9 (types, constants, variables)",
            Self::Functions => "sections 10 and 11 (functions)",
        }
    }
}

impl Place {
    /// Returns the first and the last section in which the opcode may stand. A place without an end lasts until the
    /// final section.
    pub(super) const fn sections(self) -> [LogicalSection; 2] {
        match self {
            Self::In(section) => [section, section],
            Self::GlobalOrBlock => [LogicalSection::Globals, LogicalSection::Functions],
            Self::NamesToGlobals => [LogicalSection::Names, LogicalSection::Functions],
            Self::Anywhere => [LogicalSection::Capabilities, LogicalSection::Functions],
        }
    }
}

/// Returns the place where an instruction may stand, in a form that the compiler can evaluate.
pub(super) const fn place_of(info: &grammar::Info) -> Place {
    use LogicalSection::*;
    match info.op {
        Op::Capability | Op::ConditionalCapabilityINTEL => Place::In(Capabilities),
        Op::Extension | Op::ConditionalExtensionINTEL => Place::In(Extensions),
        Op::ExtInstImport => Place::In(Imports),
        Op::MemoryModel | Op::SamplerImageAddressingModeNV => Place::In(MemoryModel),
        Op::EntryPoint | Op::ConditionalEntryPointINTEL => Place::In(EntryPoints),
        Op::ExecutionMode | Op::ExecutionModeId => Place::In(ExecutionModes),
        Op::String | Op::Source | Op::SourceExtension | Op::SourceContinued => Place::In(Sources),
        Op::Name | Op::MemberName => Place::In(Names),
        Op::ModuleProcessed => Place::In(Processed),
        Op::Decorate | Op::DecorateId | Op::DecorateString | Op::MemberDecorate | Op::MemberDecorateString => {
            Place::In(Annotations)
        }
        Op::DecorationGroup | Op::GroupDecorate | Op::GroupMemberDecorate => Place::In(Annotations),
        Op::AsmTargetINTEL | Op::AsmINTEL => Place::In(Globals),
        Op::AliasDomainDeclINTEL | Op::AliasScopeDeclINTEL | Op::AliasScopeListDeclINTEL => Place::NamesToGlobals,
        Op::Variable | Op::UntypedVariableKHR | Op::Undef | Op::PoisonKHR => Place::GlobalOrBlock,
        Op::ExtInst | Op::ExtInstWithForwardRefsKHR | Op::Line | Op::NoLine | Op::Nop => Place::Anywhere,
        _ if info.declares_type() || info.declares_constant() => Place::In(Globals),
        _ => Place::In(Functions),
    }
}

/// Checks that the last section for `instruction` is not over yet, and gives the section that the module is in now.
#[inline]
pub(in crate::binary) fn check(
    instruction: &Instruction<'_>,
    row: &Row,
    current: LogicalSection,
) -> Result<LogicalSection> {
    let [first, last] = row.sections;
    let section = current.max(first);
    if section <= last { Ok(section) } else { late(instruction, last, current) }
}

/// Accepts an `OpString` after its section, up to the types, where modules of the Khronos suite have it; rejects
/// anything else.
#[cold]
fn late(instruction: &Instruction<'_>, section: LogicalSection, current: LogicalSection) -> Result<LogicalSection> {
    let harmless = instruction.opcode() == Op::String && current <= LogicalSection::Globals;
    if harmless { Ok(current) } else { Err(out_of_order(instruction, section, current)) }
}

fn out_of_order(
    instruction: &Instruction<'_>,
    section: LogicalSection,
    current: LogicalSection,
) -> crate::error::Error {
    let found = format!("{} belongs to {} but comes after {}", instruction.name(), section.name(), current.name());
    instruction.breaks(&rules::LAYOUT, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    fn sections(op: Op) -> [LogicalSection; 2] {
        place_of(grammar::info_or_unknown(op as u16)).sections()
    }

    /// An instruction of each section, in order.
    const IN_ORDER: &[(Op, &[u32])] = &[
        (Op::Capability, &[6]),
        (Op::Extension, &[0]),
        (Op::ExtInstImport, &[1, 0]),
        (Op::MemoryModel, &[2, 2]),
        (Op::EntryPoint, &[6, 2, 0]),
        (Op::ExecutionMode, &[2, 31]),
        (Op::Source, &[3, 0]),
        (Op::Name, &[2, 0]),
        (Op::ModuleProcessed, &[0]),
        (Op::Decorate, &[2, 22]),
        (Op::TypeVoid, &[3]),
    ];

    #[test]
    fn s0_17_to_s0_28_sections_in_order() {
        for (index, (late, _)) in IN_ORDER.iter().enumerate().skip(1) {
            for (early, operands) in IN_ORDER.iter().take(index) {
                let start = IN_ORDER.iter().take(index + 1).fold(Bytes::new(9), |bytes, (op, o)| bytes.op(*op, o));
                let error = start.op(*early, operands).breaks(&rules::LAYOUT);
                let [[early, _], [late, _]] = [early, late].map(|op| sections(*op));
                assert!(error.message().contains(early.name()) && error.message().contains(late.name()), "{error}");
            }
        }
    }

    #[test]
    fn s0_23_late_strings_are_read() {
        let module = Bytes::library(9).op(Op::TypeVoid, &[1]).text(Op::String, &[2], "late");
        assert_eq!(module.module(|module| module.string(2).map(str::to_owned)), Some("late".to_owned()));
        Bytes::library(9).function().end().text(Op::String, &[8], "too late").breaks(&rules::LAYOUT);
    }

    #[test]
    fn lines_and_annotations_of_extended_sets_stand_anywhere() {
        let module = Bytes::library(9).function().end();
        assert_eq!(module.op(Op::NoLine, &[]).error().message(), "no error");
        let alias = Bytes::library(9).op(Op::AliasScopeDeclINTEL, &[1, 2]).text(Op::MemberName, &[3, 0], "m");
        let alias = alias.op(Op::AliasDomainDeclINTEL, &[2]).op(Op::TypeVoid, &[3]);
        assert_eq!(alias.error().message(), "no error");
        assert_eq!(sections(Op::ExtInst), [LogicalSection::Capabilities, LogicalSection::Functions]);
        assert_eq!(sections(Op::TypeCooperativeMatrixKHR), [LogicalSection::Globals; 2]);
        assert_eq!(sections(Op::SpecConstantOp), [LogicalSection::Globals; 2]);
        assert_eq!(sections(Op::IAdd), [LogicalSection::Functions; 2]);
    }
}
