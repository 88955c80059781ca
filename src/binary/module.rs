//! A module by its parts: the instructions of each section, and the properties of each id.
//!
//! In: [`Words`], through `index`, which checks while it sorts. Out: instructions, names, decorations and functions, in
//! the order of the binary; lookups by id take constant time. Serves section 2.4 (logical layout).

use super::Id;
use super::decorations::{DecorationView, Decorations};
use super::definitions::Definitions;
use super::grammar;
use super::header::Header;
use super::index;
use super::instruction::{Instruction, Instructions};
use super::lines;
use super::names::Names;
use super::operands;
use super::read::Words;
use crate::error::Result;
use crate::options::Options;
use ::spirv::{AddressingModel, Capability, Decoration, MemoryModel, Op};
use std::ops::Range;

/// An indexed module. Its instructions borrow the words, not the module.
#[derive(Debug)]
pub struct Module<'w> {
    pub(super) words: &'w Words<'w>,
    pub(super) parts: Parts<'w>,
    pub(super) names: Names,
    pub(super) decorations: Decorations,
    pub(super) definitions: Definitions<'w>,
    pub(super) functions: Vec<FunctionRange<'w>>,
    pub(super) parameters: Vec<Instruction<'w>>,
    pub(super) blocks: Vec<Block<'w>>,
    pub(super) remarks: Vec<Instruction<'w>>,
    pub(super) warnings: Vec<String>,
}

/// The sections before the functions.
#[derive(Debug, Default)]
pub(super) struct Parts<'w> {
    pub capabilities: Vec<Capability>,
    pub extensions: Vec<String>,
    pub ext_inst_sets: Vec<ExtInstSet>,
    pub memory_model: Option<(AddressingModel, MemoryModel)>,
    pub entry_points: Vec<Instruction<'w>>,
    pub execution_modes: Vec<Instruction<'w>>,
    pub sources: Vec<Instruction<'w>>,
    pub source_extensions: Vec<Instruction<'w>>,
    pub module_processed: Vec<Instruction<'w>>,
    /// The range of section 9, in words.
    pub globals: Range<usize>,
    /// True if one of the types is an `OpTypeUntypedPointerKHR`.
    pub has_untyped_pointers: bool,
    /// The first `OpLine`.
    pub first_line: Option<Instruction<'w>>,
}

/// An import of an extended instruction set.
#[derive(Clone, Debug)]
pub struct ExtInstSet {
    /// The id by which `OpExtInst` names the set.
    pub id: Id,
    /// The name of the set.
    pub name: String,
}

/// A function: a declaration if it has no blocks.
#[derive(Clone, Copy, Debug)]
pub struct Function<'m> {
    /// The `OpFunction`.
    pub instruction: Instruction<'m>,
    /// Each `OpFunctionParameter`.
    pub parameters: &'m [Instruction<'m>],
    /// The blocks.
    pub blocks: &'m [Block<'m>],
}

impl Function<'_> {
    /// The id of the function.
    pub fn id(&self) -> Id {
        self.instruction.result_id().unwrap_or_default()
    }

    /// Returns whether the function has no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// A function as ranges of the module's lists of parameters and blocks.
#[derive(Clone, Debug)]
pub(super) struct FunctionRange<'w> {
    pub instruction: Instruction<'w>,
    pub parameters: Range<usize>,
    pub blocks: Range<usize>,
}

/// A block of a function.
#[derive(Clone, Debug)]
pub struct Block<'w> {
    /// The id of the `OpLabel`.
    pub label: Id,
    body: Instructions<'w>,
}

impl<'w> Block<'w> {
    pub(super) fn new(words: &'w Words<'w>, label: Instruction<'w>, terminator: Instruction<'w>) -> Self {
        let begin = label.offset() + label.words().len();
        let body = words.slice(begin, terminator.offset() + terminator.words().len());
        Self { label: label.result_id().unwrap_or_default(), body }
    }

    /// The instructions after the label, up to and including the terminator.
    pub fn instructions(&self) -> Instructions<'w> {
        self.body.clone()
    }
}

impl<'w> Module<'w> {
    /// Indexes the words of a module and checks the rules in [`super::check::rules`].
    pub fn index(words: &'w Words<'w>) -> Result<Self> {
        Self::index_up_to(words, Options::ERROR_LIMIT)
    }

    /// Indexes as [`Self::index`] does, and gives up after `error_limit` errors; 0 means no limit.
    pub fn index_up_to(words: &'w Words<'w>, error_limit: usize) -> Result<Self> {
        index::index(words, error_limit).map_err(|errors| {
            errors.each(|error| {
                let word = error.place().word;
                error.in_source(|| lines::source(words, word?))
            })
        })
    }

    /// The words that the module was made from.
    pub fn words(&self) -> &'w Words<'w> {
        self.words
    }

    /// The header.
    pub fn header(&self) -> &'w Header {
        self.words.header()
    }

    /// Returns the bound: every id is below it; at most [`super::header::MAX_BOUND`].
    pub fn bound(&self) -> u32 {
        self.header().bound
    }

    /// Returns the number of words.
    pub fn word_count(&self) -> usize {
        self.words.words().len()
    }

    /// Returns the warnings of the words and of the module: unusual but accepted content.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.words.warnings.iter().chain(&self.warnings).map(String::as_str)
    }

    /// Returns the capabilities that `OpCapability` declares.
    pub fn capabilities(&self) -> &[Capability] {
        &self.parts.capabilities
    }

    /// Returns whether this capability is declared.
    pub fn has_capability(&self, capability: Capability) -> bool {
        self.parts.capabilities.contains(&capability)
    }

    /// Returns the extensions that `OpExtension` declares.
    pub fn extensions(&self) -> &[String] {
        &self.parts.extensions
    }

    /// Returns the sets that `OpExtInstImport` imports.
    pub fn ext_inst_sets(&self) -> &[ExtInstSet] {
        &self.parts.ext_inst_sets
    }

    /// The extended instruction set that was imported under this id.
    pub fn ext_inst_set(&self, id: Id) -> Option<&ExtInstSet> {
        self.parts.ext_inst_sets.iter().find(|set| set.id == id)
    }

    /// Returns the models of `OpMemoryModel`.
    pub fn memory_model(&self) -> (AddressingModel, MemoryModel) {
        self.parts.memory_model.unwrap_or((AddressingModel::Logical, MemoryModel::Simple))
    }

    /// Each `OpEntryPoint`.
    pub fn entry_points(&self) -> &[Instruction<'w>] {
        &self.parts.entry_points
    }

    /// Each `OpExecutionMode` and `OpExecutionModeId`.
    pub fn execution_modes(&self) -> &[Instruction<'w>] {
        &self.parts.execution_modes
    }

    /// Each `OpSource` and `OpSourceContinued`.
    pub fn sources(&self) -> &[Instruction<'w>] {
        &self.parts.sources
    }

    /// Each `OpSourceExtension`.
    pub fn source_extensions(&self) -> &[Instruction<'w>] {
        &self.parts.source_extensions
    }

    /// Each `OpModuleProcessed`.
    pub fn module_processed(&self) -> &[Instruction<'w>] {
        &self.parts.module_processed
    }

    /// The text of an `OpString`.
    pub fn string(&self, id: Id) -> Option<&str> {
        self.names.string(id)
    }

    /// Returns the name that `OpName` gives an id.
    pub fn name(&self, id: Id) -> Option<&str> {
        self.names.name(id)
    }

    /// Returns the name that `OpMemberName` gives a member of a structure type.
    pub fn member_name(&self, id: Id, member: u32) -> Option<&str> {
        self.names.member_name(id, member)
    }

    /// The decorations of an id, in the order of the module, those of its groups included.
    pub fn decorations(&self, id: Id) -> impl Iterator<Item = DecorationView<'w>> {
        self.decorations.of(self.words, id)
    }

    /// Returns whether neither the id nor a member of it is decorated.
    #[inline]
    pub fn is_plain(&self, id: Id) -> bool {
        self.decorations.is_plain(id)
    }

    /// Returns whether a decoration has ids for operands.
    pub fn decorates_by_id(&self) -> bool {
        self.decorations.has_ids()
    }

    /// Returns whether the module has no decoration of this kind.
    #[inline]
    pub fn lacks(&self, kind: Decoration) -> bool {
        self.decorations.lacks(kind)
    }

    /// The operands of the first decoration of this kind.
    #[inline]
    pub fn decoration(&self, id: Id, kind: Decoration) -> Option<&'w [u32]> {
        if self.lacks(kind) || self.decorations.is_plain(id) { None } else { self.find_decoration(id, kind) }
    }

    fn find_decoration(&self, id: Id, kind: Decoration) -> Option<&'w [u32]> {
        self.decorations(id).find(|view| view.kind == Some(kind)).map(|view| view.operands)
    }

    /// The decorations of an id that are of this kind.
    pub fn decorations_of(&self, id: Id, kind: Decoration) -> impl Iterator<Item = DecorationView<'w>> {
        let are_any = !self.lacks(kind) && !self.decorations.is_plain(id);
        let all = are_any.then(|| self.decorations(id)).into_iter().flatten();
        all.filter(move |view| view.kind == Some(kind))
    }

    /// The decorations of a member of a structure type, in the order of the module, those of its groups included.
    pub fn member_decorations(&self, id: Id, member: u32) -> impl Iterator<Item = DecorationView<'w>> {
        self.decorations.of_member(self.words, id, member)
    }

    /// The instruction that defines an id.
    #[inline]
    pub fn definition(&self, id: Id) -> Option<Instruction<'w>> {
        self.definitions.get(id)
    }

    /// Calls `visit` for each id that an instruction names, those of its result included.
    pub fn visit_ids(&self, inst: Instruction<'_>, mut visit: impl FnMut(Id)) -> Result<()> {
        operands::walk(inst, &self.definitions, |part| {
            let is_id = part.kind.is_some_and(|kind| kind.info().category == grammar::Category::Id);
            if is_id {
                visit(part.word());
            }
            Ok(())
        })
    }

    /// Calls `visit` for each operand that an instruction has by the grammar, those of its result included.
    ///
    /// # Errors If the words do not match the operands in the grammar.
    #[cfg(feature = "internals")]
    pub fn visit_operands<'i>(
        &self,
        instruction: Instruction<'i>,
        mut visit: impl FnMut(operands::Part<'i>),
    ) -> Result<()> {
        operands::walk(instruction, &self.definitions, |part| {
            visit(part);
            Ok(())
        })
    }

    /// Returns the instructions of section 9, in order: types, constants, variables, `OpUndef`, and others allowed
    /// among them.
    pub fn globals(&self) -> impl Iterator<Item = Instruction<'w>> + use<'w> {
        let Range { start, end } = self.parts.globals;
        self.words.slice(start, end).filter(|inst| inst.opcode() != Op::String)
    }

    /// Returns whether the module has untyped pointers.
    pub fn has_untyped_pointers(&self) -> bool {
        self.parts.has_untyped_pointers
    }

    /// Returns the first `OpLine`.
    pub fn first_line(&self) -> Option<Instruction<'w>> {
        self.parts.first_line
    }

    /// Returns the extended instructions between and after functions.
    pub fn remarks(&self) -> &[Instruction<'w>] {
        &self.remarks
    }

    /// The functions, in order.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function<'_>> {
        self.functions.iter().map(|range| self.function(range))
    }

    /// Returns the function with an id.
    pub fn function_of(&self, id: Id) -> Option<Function<'_>> {
        let offset = self.definition(id)?.offset();
        let place = self.functions.binary_search_by_key(&offset, |range| range.instruction.offset()).ok()?;
        self.functions.get(place).map(|range| self.function(range))
    }

    fn function(&self, range: &FunctionRange<'w>) -> Function<'_> {
        Function {
            instruction: range.instruction,
            parameters: self.parameters.get(range.parameters.clone()).unwrap_or_default(),
            blocks: self.blocks.get(range.blocks.clone()).unwrap_or_default(),
        }
    }
}
