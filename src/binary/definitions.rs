//! Definitions of ids, and the types that determine literals and extended instructions.
//!
//! In: instructions in the order of the module. Out: for an id its instruction, in constant time.

use super::Id;
use super::check::operand_layout::{self, OperandLayout};
use super::grammar::{self, ExtSet};
use super::instruction::Instruction;
use super::operands::Context;
use super::read::Words;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// The definitions of a module so far.
#[derive(Debug)]
pub struct Definitions<'w> {
    words: &'w Words<'w>,
    /// For each id the word offset of its instruction; 0, which is in the header, where there is none.
    offsets: Vec<u32>,
    imports: Imports,
}

impl<'w> Definitions<'w> {
    /// No definitions yet; the bound has been checked when the header was read.
    pub fn new(words: &'w Words<'w>) -> Self {
        let bound = words.bound() as usize;
        Self { words, offsets: vec![0; bound], imports: Imports::default() }
    }

    /// Notes that `instruction` defines `id`; an id out of bounds is ignored.
    pub fn add(&mut self, id: Id, instruction: Instruction<'_>) {
        self.place(id, instruction.offset());
        if instruction.opcode() == Op::ExtInstImport {
            self.import(id, instruction);
        }
    }

    /// Notes that `id` is defined at this word. For the name of an extended instruction set, [`import`](Self::import) follows.
    #[inline]
    pub(super) fn place(&mut self, id: Id, offset: usize) {
        if let Some(slot) = self.offsets.get_mut(id as usize) {
            *slot = offset as u32;
        }
    }

    /// Notes that an `OpExtInstImport` names a set `id`.
    pub(super) fn import(&mut self, id: Id, instruction: Instruction<'_>) {
        let name = instruction.string(0).map(|(name, _)| name).unwrap_or_default();
        let fallback = grammar::is_non_semantic(&name).then_some(&NON_SEMANTIC);
        self.imports.add(id, grammar::ext_set(&name).or(fallback));
    }

    /// The instruction that defines an id.
    #[inline]
    pub fn get(&self, id: Id) -> Option<Instruction<'w>> {
        match self.offset(id) {
            0 => None,
            offset => self.words.at(offset as usize),
        }
    }

    /// The offset of the instruction that defines an id, or 0.
    #[inline]
    pub fn offset(&self, id: Id) -> u32 {
        self.offsets.get(id as usize).copied().unwrap_or_default()
    }

    /// Returns the operand layout of an extended instruction, for the words after its number.
    #[inline]
    pub fn extended_layout(&self, instruction: Instruction<'_>) -> Option<OperandLayout> {
        let (Op::ExtInst | Op::ExtInstWithForwardRefsKHR, [set, number, ..]) =
            (instruction.opcode(), instruction.in_operands())
        else {
            return None;
        };
        self.imports.get(*set)?.layouts.get(*number as usize).copied().flatten()
    }

    /// Returns whether the instructions of a set only annotate, or the set is not known.
    #[inline]
    pub fn annotates(&self, set: Id) -> bool {
        self.imports.get(set).is_none_or(|import| import.annotates)
    }

    /// Returns the integer or floating-point type with this id.
    pub fn number(&self, id: Id) -> Option<Number> {
        let number_type = self.get(id)?;
        let form = match (number_type.opcode(), number_type.in_operands()) {
            (Op::TypeInt, [_, 0]) => Form::Unsigned,
            (Op::TypeInt, _) => Form::Signed,
            (Op::TypeFloat, [_]) => Form::Float,
            (Op::TypeFloat, [_, encoding, ..]) => Form::Encoded(*encoding),
            (Op::TypeFloat, []) => return None,
            _ => return None,
        };
        Some(Number { form, width: *number_type.in_operands().first()? })
    }

    /// The type of the value with this id.
    pub fn type_of(&self, id: Id) -> Option<Id> {
        self.get(id)?.result_type()
    }
}

/// The format of literals of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub form: Form,
    /// The width in bits.
    pub width: u32,
}

/// The forms of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Unsigned,
    Signed,
    /// IEEE 754.
    Float,
    /// Another encoding, defined by an extension, by the number of `FPEncoding`.
    Encoded(u32),
}

/// The sets that a module imports. Most extended instructions belong to one of the first few.
#[derive(Debug, Default)]
struct Imports {
    all: Vec<Import>,
    /// The indices of the sets after the first few, by id.
    places: FxHashMap<Id, usize>,
}

/// A set that a module imports.
#[derive(Debug)]
struct Import {
    id: Id,
    /// The grammar, if it is known.
    set: Option<&'static ExtSet>,
    /// True if its instructions only annotate, or the set is unknown.
    annotates: bool,
    /// The operand layouts of its instructions by number; empty for a set that is not among the first few.
    layouts: Vec<Option<OperandLayout>>,
}

impl Imports {
    const FEW: usize = 4;

    fn add(&mut self, id: Id, set: Option<&'static ExtSet>) {
        let annotates = set.is_none_or(|set| set.name.contains("DebugInfo") || set.name.starts_with("NonS"));
        let is_one_of_few = self.all.len() < Self::FEW;
        let layouts = set.filter(|_| is_one_of_few).map(operand_layout::of_set).unwrap_or_default();
        if !is_one_of_few {
            self.places.insert(id, self.all.len());
        }
        self.all.push(Import { id, set, annotates, layouts });
    }

    #[inline]
    fn get(&self, id: Id) -> Option<&Import> {
        let is_it = |import: &&Import| import.id == id;
        self.all.iter().take(Self::FEW).find(is_it).or_else(|| self.all.get(*self.places.get(&id)?))
    }
}

/// Stands for the NonSemantic sets that the grammar does not list: all their operands are ids.
static NON_SEMANTIC: ExtSet = ExtSet { name: "NonSemantic.", instructions: &[] };

/// Returns the number of words of a literal; a literal of less than a word is extended to one.
fn words_of(width: u32) -> usize {
    width.div_ceil(32).max(1) as usize
}

impl Context for Definitions<'_> {
    fn literal_words(&self, number_type: Id) -> Option<usize> {
        self.number(number_type).map(|number| words_of(number.width))
    }

    fn selector_words(&self, selector: Id) -> Option<usize> {
        let number = self.number(self.type_of(selector)?)?;
        matches!(number.form, Form::Unsigned | Form::Signed).then(|| words_of(number.width))
    }

    fn ext_set(&self, id: Id) -> Option<&'static ExtSet> {
        self.imports.get(id)?.set
    }
}
