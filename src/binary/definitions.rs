//! Definitions of ids, and the types that determine literals and extended instructions.
//!
//! In: instructions in the order of the module. Out: for an id its instruction, in constant time.

use super::Id;
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
    ext_sets: FxHashMap<Id, Option<&'static ExtSet>>,
}

impl<'w> Definitions<'w> {
    /// No definitions yet; the bound has been checked when the header was read.
    pub fn new(words: &'w Words<'w>) -> Self {
        let bound = words.bound() as usize;
        Self { words, offsets: vec![0; bound], ext_sets: FxHashMap::default() }
    }

    /// Notes that `instruction` defines `id`; an id out of bounds is ignored.
    #[inline]
    pub fn add(&mut self, id: Id, instruction: Instruction<'_>) {
        if let Some(offset) = self.offsets.get_mut(id as usize) {
            *offset = instruction.offset() as u32;
        }
        if instruction.opcode_number() == Op::ExtInstImport as u16 {
            let name = instruction.string(0).map(|(name, _)| name).unwrap_or_default();
            let fallback = grammar::is_non_semantic(&name).then_some(&NON_SEMANTIC);
            self.ext_sets.insert(id, grammar::ext_set(&name).or(fallback));
        }
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

    /// Returns the integer or floating-point type with this id.
    pub fn number(&self, id: Id) -> Option<Number> {
        let number_type = self.get(id)?;
        let form = match (number_type.opcode(), number_type.in_operands()) {
            (Op::TypeInt, [_, 0]) => Form::Unsigned,
            (Op::TypeInt, _) => Form::Signed,
            (Op::TypeFloat, [_]) => Form::Float,
            (Op::TypeFloat, _) => Form::OtherFloat,
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
    /// In bits.
    pub width: u32,
}

/// The forms of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Unsigned,
    Signed,
    /// IEEE 754.
    Float,
    /// Another encoding, which an extension brings.
    OtherFloat,
}

/// Stands for the NonSemantic sets that the grammar does not list: all their operands are ids.
static NON_SEMANTIC: ExtSet = ExtSet { name: "NonSemantic.", instructions: &[] };

/// Literals take whole words; those of less than a word are extended to one.
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
        self.ext_sets.get(&id).copied().flatten()
    }
}
