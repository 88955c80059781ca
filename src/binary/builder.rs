//! A SPIR-V module under construction: fresh ids, one buffer a section, unique types and constants.
//!
//! In: opcodes and operand words, in any order of sections. Out: the words of a module in the order that section 2.4
//! (logical layout) of the specification asks for, with the capabilities that the emitted opcodes need.

mod breach;
mod capabilities;
mod known;

use super::check;
use super::file::Binary;
use super::grammar;
use super::long;
use super::write;
use crate::environment::Environment;
use crate::error::{Code, Error, Result};
use crate::options::Version;
use ::spirv::{AddressingModel, Capability, Decoration, ExecutionMode, ExecutionModel, MemoryModel, Op};
pub use breach::Breach;
use known::Known;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// An id; 0 is none.
pub type Id = u32;

/// The generator word of what this program writes: no registered tool id, version 1.
const GENERATOR: u32 = 1;

/// The number of words in front of the operands of an instruction with a type.
const HEAD: usize = 3;

/// Opcodes and capabilities fit into 13 bits with room to spare; used for bitmaps of them.
const NUMBERS: usize = 1 << 13;

/// The module-level sections that are filled directly, in the order of the logical layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `OpEntryPoint`.
    EntryPoints,
    /// `OpExecutionMode` and `OpExecutionModeId`.
    ExecutionModes,
    /// `OpString`, `OpSource`, `OpSourceExtension`.
    Sources,
    /// `OpName`, `OpMemberName`.
    Names,
    /// `OpModuleProcessed`.
    Processed,
    /// The decorations.
    Annotations,
    /// Domains and scopes of aliases.
    Aliases,
    /// Types, constants and module-scope variables.
    Globals,
    /// Debug information outside of functions.
    Debug,
    /// Functions without a body.
    Declarations,
    /// Functions with a body.
    Definitions,
    /// Non-semantic extended instructions between and after the functions.
    Remarks,
}

const SECTIONS: usize = Section::Remarks as usize + 1;

/// The module under construction.
#[derive(Debug)]
pub struct Builder {
    bound: u32,
    generator: u32,
    version: Version,
    capabilities: BTreeSet<u32>,
    /// A filter in front of the declared capabilities, tested for every instruction: numbers with equal lowest bits
    /// share a bit.
    maybe_declared: Box<[u64; NUMBERS / 64]>,
    extensions: BTreeSet<String>,
    ext_inst_sets: BTreeMap<String, Id>,
    memory_model: (AddressingModel, MemoryModel),
    sections: [Vec<u32>; SECTIONS],
    /// Types and constants that are declared at most once.
    unique: Known,
    /// Types and constants of more words than an instruction can have: opcode, type and operands.
    unique_long: FxHashMap<Box<[u32]>, Id>,
    strings: FxHashMap<String, Id>,
    annotated: Known,
    opcodes: Box<[u64; NUMBERS / 64]>,
    splits_long: bool,
    environment: Option<Box<Environment>>,
    /// The opcodes that the environment forbids.
    forbidden: Box<[u64; NUMBERS / 64]>,
    breaches: Vec<Breach>,
}

impl Builder {
    /// Creates an empty module.
    pub fn new(addressing: AddressingModel, memory: MemoryModel) -> Self {
        Self {
            bound: 1,
            generator: GENERATOR,
            version: Version::V1_0,
            capabilities: BTreeSet::new(),
            maybe_declared: Box::new([0; NUMBERS / 64]),
            extensions: BTreeSet::new(),
            ext_inst_sets: BTreeMap::new(),
            memory_model: (addressing, memory),
            sections: Default::default(),
            unique: Known::default(),
            unique_long: FxHashMap::default(),
            strings: FxHashMap::default(),
            annotated: Known::default(),
            opcodes: Box::new([0; NUMBERS / 64]),
            splits_long: false,
            environment: None,
            forbidden: Box::new([0; NUMBERS / 64]),
            breaches: Vec::new(),
        }
    }

    /// Records, from now on, each instruction and declaration that the environment forbids.
    pub fn limit_to(&mut self, environment: &Environment) {
        if !environment.is_limited() {
            return;
        }
        for info in grammar::instructions() {
            let enabling = info.requires.capabilities;
            if !enabling.is_empty() && !enabling.iter().any(|capability| environment.allows_capability(*capability)) {
                let number = info.op as usize % NUMBERS;
                self.forbidden[number / 64] |= 1 << (number % 64);
            }
        }
        self.environment = Some(Box::new(environment.clone()));
    }

    /// Returns a new id.
    pub fn fresh(&mut self) -> Id {
        let id = self.bound;
        self.bound += 1;
        id
    }

    /// Takes back the id that was allocated last, which must be unused.
    pub fn forget(&mut self, id: Id) {
        if id + 1 == self.bound {
            self.bound = id;
        }
    }

    /// Returns the bound: the next id to be allocated.
    pub fn bound(&self) -> Id {
        self.bound
    }

    /// Declares a capability.
    pub fn require(&mut self, capability: Capability) {
        let number = capability as usize % NUMBERS;
        self.maybe_declared[number / 64] |= 1 << (number % 64);
        let is_new = self.capabilities.insert(capability as u32);
        let is_forbidden = |environment: &Environment| !environment.allows_capability(capability);
        if is_new && self.environment.as_deref().is_some_and(is_forbidden) {
            self.breaches.push(Breach::Capability(capability));
        }
    }

    /// Returns the capabilities that are declared so far.
    pub fn capabilities(&self) -> impl Iterator<Item = u32> {
        self.capabilities.iter().copied()
    }

    /// Returns whether the extension is declared already.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(name)
    }

    /// Returns whether the capability is declared already.
    pub fn has(&self, capability: Capability) -> bool {
        let number = capability as usize % NUMBERS;
        self.maybe_declared[number / 64] >> (number % 64) & 1 == 1 && self.capabilities.contains(&(capability as u32))
    }

    /// Declares an extension; records a breach if the environment does not allow it.
    pub fn require_extension(&mut self, name: &str) {
        if self.extensions.contains(name) {
            return;
        }
        self.extensions.insert(name.to_owned());
        if self.environment.as_deref().is_some_and(|environment| !environment.allows_extension(name)) {
            self.breaches.push(Breach::Extension(name.to_owned()));
        }
    }

    /// Raises the version to at least `version`.
    pub fn require_version(&mut self, version: Version) {
        self.version = self.version.max(version);
    }

    /// Returns the lowest version that the instructions emitted so far need.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Names another tool as the one that made the module: word 2 of the header.
    pub fn set_generator(&mut self, word: u32) {
        self.generator = word;
    }

    /// Replaces addressing and memory model.
    pub fn set_memory_model(&mut self, addressing: AddressingModel, memory: MemoryModel) {
        self.memory_model = (addressing, memory);
    }

    /// The memory model.
    pub fn memory_model(&self) -> MemoryModel {
        self.memory_model.1
    }

    /// The addressing model.
    pub fn addressing_model(&self) -> AddressingModel {
        self.memory_model.0
    }

    /// The id of an extended instruction set, imported on first use.
    pub fn ext_inst_set(&mut self, name: &str) -> Id {
        if let Some(id) = self.ext_inst_sets.get(name) {
            return *id;
        }
        let id = self.fresh();
        self.ext_inst_sets.insert(name.to_owned(), id);
        id
    }

    /// Records that an opcode is used, from which its capabilities are inferred.
    pub fn note(&mut self, op: Op) {
        let number = op as usize % NUMBERS;
        self.opcodes[number / 64] |= 1 << (number % 64);
        if self.forbidden[number / 64] >> (number % 64) & 1 == 1 {
            self.breaches.push(Breach::Opcode(op));
        }
    }

    /// Appends an instruction to a section; `operands` include result type and result id.
    pub fn emit(&mut self, section: Section, op: Op, operands: &[u32]) -> Result<()> {
        self.note(op);
        write::instruction(&mut self.sections[section as usize], op, operands)
    }

    /// Appends an instruction with a result to a section: its type, its id and its first operand, and the other operands.
    pub fn emit_value_of(&mut self, section: Section, op: Op, head: [u32; 3], operands: &[u32]) -> Result<()> {
        self.note(op);
        write::value(&mut self.sections[section as usize], op, head, operands)
    }

    /// Appends a whole buffer of finished instructions to a section.
    pub fn append(&mut self, section: Section, words: &[u32]) {
        self.sections[section as usize].extend_from_slice(words);
    }

    /// Reserves memory for `count` variables with their initialisers, decorations and names, by the number of words
    /// that these take in most modules. Reallocating a section again and again costs more than writing it.
    pub fn expect_variables(&mut self, count: usize) {
        for (section, words) in [(Section::Globals, 14), (Section::Annotations, 12), (Section::Names, 6)] {
            self.sections[section as usize].reserve(count.saturating_mul(words));
        }
    }

    /// Returns the id of a type without a result type (`OpType...`), declared once for the same operands.
    pub fn unique_type(&mut self, op: Op, operands: &[u32]) -> Result<Id> {
        self.unique(op, None, operands)
    }

    /// Returns the id of a constant or other global with a result type, declared once for the same operands.
    pub fn unique_constant(&mut self, op: Op, ty: Id, operands: &[u32]) -> Result<Id> {
        self.unique(op, Some(ty), operands)
    }

    fn unique(&mut self, op: Op, ty: Option<Id>, operands: &[u32]) -> Result<Id> {
        if self.splits_long && operands.len() + HEAD > write::MAX_WORD_COUNT {
            return self.unique_long(op, ty, operands);
        }
        let hash = known::hash(op as u32, ty.unwrap_or(0), operands);
        let globals = &self.sections[Section::Globals as usize];
        let id_at = |start| start + 1 + usize::from(ty.is_some());
        let is_same = |start: usize| {
            let end = id_at(start) + 1 + operands.len();
            let head = ((end - start) << 16) as u32 | op as u32;
            globals.get(start) == Some(&head)
                && ty.is_none_or(|ty| globals.get(start + 1) == Some(&ty))
                && globals.get(id_at(start) + 1..end).is_some_and(|words| words.iter().eq(operands))
        };
        if let Some(start) = self.unique.find(hash, is_same) {
            return globals.get(id_at(start)).copied().ok_or_else(|| Error::internal("a section has become shorter"));
        }
        let start = globals.len();
        let id = self.global(op, ty, operands)?;
        self.unique.insert(hash, start);
        Ok(id)
    }

    /// Returns the id of a declaration whose operands need continuation instructions in its section.
    fn unique_long(&mut self, op: Op, ty: Option<Id>, operands: &[u32]) -> Result<Id> {
        let key: Box<[u32]> = [op as u32, ty.unwrap_or(0)].iter().chain(operands).copied().collect();
        if let Some(id) = self.unique_long.get(&key) {
            return Ok(*id);
        }
        let id = self.global(op, ty, operands)?;
        self.unique_long.insert(key, id);
        Ok(id)
    }

    /// Emits a type, constant or variable under a new id, even if an identical one exists.
    pub fn global(&mut self, op: Op, ty: Option<Id>, operands: &[u32]) -> Result<Id> {
        let id = self.fresh();
        self.global_as(id, op, ty, operands)?;
        Ok(id)
    }

    /// Emits a global as [`Self::global`] does, under an id that was allocated before.
    pub fn global_as(&mut self, id: Id, op: Op, ty: Option<Id>, operands: &[u32]) -> Result<()> {
        self.note(op);
        let out = &mut self.sections[Section::Globals as usize];
        let start = write::begin(out);
        out.extend(ty);
        out.push(id);
        out.extend_from_slice(operands);
        let continuation = long::continuation(op).filter(|_| self.splits_long);
        match continuation.filter(|_| out.len() - start > write::MAX_WORD_COUNT) {
            Some(continuation) => {
                long::end(out, start, op, continuation)?;
                self.note(continuation);
                Ok(())
            }
            None => write::end(out, start, op).map_err(|error| error.at_id(id)),
        }
    }

    /// Allows composites with more operands than one instruction holds, as `SPV_INTEL_long_composites` defines them.
    pub fn split_long(&mut self) {
        self.splits_long = true;
    }

    /// Emits `OpName`; empty names are left out.
    pub fn name(&mut self, id: Id, name: &str) -> Result<()> {
        if name.is_empty() {
            return Ok(());
        }
        self.with_string(Section::Names, Op::Name, &[id], name, &[])
    }

    /// Emits `OpDecorate`, once for the same operands.
    pub fn decorate(&mut self, id: Id, decoration: Decoration, operands: &[u32]) -> Result<()> {
        self.emit_once(Op::Decorate, &[id, decoration as u32], operands)
    }

    /// Emits `OpDecorateId`, once for the same operands.
    pub fn decorate_id(&mut self, id: Id, decoration: u32, operands: &[Id]) -> Result<()> {
        self.emit_once(Op::DecorateId, &[id, decoration], operands)
    }

    /// Emits `OpMemberDecorate`, once for the same operands.
    pub fn member_decorate(&mut self, id: Id, member: u32, decoration: Decoration, operands: &[u32]) -> Result<()> {
        self.emit_once(Op::MemberDecorate, &[id, member, decoration as u32], operands)
    }

    /// Appends an annotation unless the module already has it.
    fn emit_once(&mut self, op: Op, head: &[u32], tail: &[u32]) -> Result<()> {
        self.note(op);
        let out = &mut self.sections[Section::Annotations as usize];
        let start = write::begin(out);
        out.extend_from_slice(head);
        out.extend_from_slice(tail);
        write::end(out, start, op)?;
        let new = out.get(start..).unwrap_or_default();
        let [first, id, rest @ ..] = new else { return Err(Error::internal("an annotation of nothing")) };
        let hash = known::hash_of_annotation(*first, *id, rest);
        let is_same = |at: usize| at.checked_add(new.len()).and_then(|end| out.get(at..end)) == Some(new);
        match self.annotated.find(hash, is_same) {
            Some(_) => out.truncate(start),
            None => self.annotated.insert(hash, start),
        }
        Ok(())
    }

    /// Emits `OpDecorate LinkageAttributes`.
    pub fn decorate_linkage(&mut self, id: Id, name: &str, linkage: ::spirv::LinkageType) -> Result<()> {
        self.require(Capability::Linkage);
        let head = [id, Decoration::LinkageAttributes as u32];
        self.with_string(Section::Annotations, Op::Decorate, &head, name, &[linkage as u32])
    }

    /// Returns the id of the `OpString` with this text, declared on first use.
    pub fn string(&mut self, text: &str) -> Result<Id> {
        if let Some(id) = self.strings.get(text) {
            return Ok(*id);
        }
        let id = self.fresh();
        self.strings.insert(text.to_owned(), id);
        self.with_string(Section::Sources, Op::String, &[id], text, &[])?;
        Ok(id)
    }

    /// Emits `OpEntryPoint`.
    pub fn entry_point(&mut self, model: ExecutionModel, function: Id, name: &str, interface: &[Id]) -> Result<()> {
        self.with_string(Section::EntryPoints, Op::EntryPoint, &[model as u32, function], name, interface)
    }

    /// Emits `OpExecutionMode`.
    pub fn execution_mode(&mut self, function: Id, mode: ExecutionMode, operands: &[u32]) -> Result<()> {
        let mut words = vec![function, mode as u32];
        words.extend_from_slice(operands);
        self.emit(Section::ExecutionModes, Op::ExecutionMode, &words)
    }

    /// Emits an instruction whose operands are words, then a string, then words.
    pub fn with_string(&mut self, section: Section, op: Op, head: &[u32], text: &str, tail: &[u32]) -> Result<()> {
        self.note(op);
        let out = &mut self.sections[section as usize];
        let start = write::begin(out);
        out.extend_from_slice(head);
        write::string(out, text);
        out.extend_from_slice(tail);
        write::end(out, start, op)
    }

    /// Checks that the version needed is not above `max_version`.
    pub fn check_version(&self, max_version: Version) -> Result<()> {
        match self.version > max_version {
            true => Err(Error::needs_version("the module", self.version, max_version)),
            false => Ok(()),
        }
    }

    /// Returns the finished module. Fails where the version needed is above `max_version`.
    pub fn finish(mut self, max_version: Version) -> Result<Binary> {
        self.infer_capabilities();
        // What metadata of the input says as it is: the net under whoever wrote it.
        for section in [Section::ExecutionModes, Section::Annotations] {
            check::operand_counts(&self.sections[section as usize])
                .map_err(|error| error.within(Code::Metadata, "metadata of the module"))?;
        }
        self.check_version(max_version)?;
        let mut front = vec![::spirv::MAGIC_NUMBER, self.version.word(), self.generator, self.bound, 0];
        self.write_front(&mut front)?;
        Ok(Binary::new(front, self.sections))
    }

    fn write_front(&self, out: &mut Vec<u32>) -> Result<()> {
        for capability in &self.capabilities {
            write::instruction(out, Op::Capability, &[*capability])?;
        }
        for extension in &self.extensions {
            let start = write::begin(out);
            write::string(out, extension);
            write::end(out, start, Op::Extension)?;
        }
        for (name, id) in &self.ext_inst_sets {
            let start = write::begin(out);
            out.push(*id);
            write::string(out, name);
            write::end(out, start, Op::ExtInstImport)?;
        }
        let (addressing, memory) = self.memory_model;
        write::instruction(out, Op::MemoryModel, &[addressing as u32, memory as u32])
    }
}
