//! Ids: below the bound, defined once, defined at all, and naming the kind of thing that is asked for.
//!
//! In: the definitions and uses of ids in the order of the module. Out: the table of definitions. A use that precedes
//! its definition is kept and checked at the end. Serves section 2.16 (universal validation rules) and 2.17.

use super::rules::{self, Rule};
use super::{operands, row};
use crate::binary::Id;
use crate::binary::definitions::Definitions;
use crate::binary::grammar;
use crate::binary::instruction::Instruction;
use crate::binary::read::Words;
use crate::error::{Error, Result};
use ::spirv::Op;

/// The class of entity that an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::binary) enum Class {
    Undefined,
    /// An id without a definition so far, used as an operand that accepts any class.
    Awaited,
    Type,
    /// The type of numbers, or void.
    NumberType,
    PointerType,
    FunctionType,
    Value,
    Function,
    Label,
    String,
    ExtSet,
    Group,
    Other,
}

const fn bit(class: Class) -> u16 {
    1 << class as u16
}

/// The classes of types.
const TYPES: u16 = bit(Class::Type) | bit(Class::NumberType) | bit(Class::PointerType) | bit(Class::FunctionType);

/// The class of entity that an operand requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::binary) enum Expect {
    /// No id.
    Nothing,
    /// Anything, defined anywhere.
    Any,
    /// Anything, defined before its use.
    Before,
    /// Anything but a label.
    NotLabel,
    /// A type; a pointer type only, if it is defined after its use.
    Type,
    /// A type of numbers or void, defined before its use.
    Number,
    /// A type, wherever it is defined.
    Pointee,
    FunctionType,
    Function,
    String,
    ExtSet,
    Group,
}

impl Class {
    fn is_defined(self) -> bool {
        !matches!(self, Self::Undefined | Self::Awaited)
    }
}

impl Expect {
    /// Returns a bit for each class that the operand accepts; those of undefined ids are set only where no
    /// id is needed.
    pub(super) const fn classes(self) -> u16 {
        const ALL: u16 = !(bit(Class::Undefined) | bit(Class::Awaited));
        match self {
            Self::Nothing => u16::MAX,
            Self::Any | Self::Before => ALL,
            Self::NotLabel => ALL & !bit(Class::Label),
            Self::Type | Self::Pointee => TYPES,
            Self::Number => bit(Class::NumberType),
            Self::FunctionType => bit(Class::FunctionType),
            Self::Function => bit(Class::Function),
            Self::String => bit(Class::String),
            Self::ExtSet => bit(Class::ExtSet),
            Self::Group => bit(Class::Group),
        }
    }

    #[inline]
    fn accepts(self, class: Class) -> bool {
        self.classes() & bit(class) != 0
    }

    fn accepts_later(self, class: Class) -> bool {
        match self {
            Self::Type => class == Class::PointerType,
            Self::Before | Self::Number => false,
            _ => self.accepts(class),
        }
    }

    fn rule(self) -> &'static Rule {
        match self {
            Self::Type | Self::Pointee => &rules::TYPE_ID,
            Self::Number => &rules::NUMBER_TYPE,
            Self::Before => &rules::DEFINED_BEFORE,
            Self::NotLabel => &rules::NOT_A_LABEL,
            _ => &rules::KIND_OF_ID,
        }
    }
}

/// Returns the class of the result of an opcode.
pub(super) const fn class_of(info: &grammar::Info) -> Class {
    match info.op {
        Op::TypePointer | Op::TypeUntypedPointerKHR => Class::PointerType,
        Op::TypeVoid | Op::TypeInt | Op::TypeFloat => Class::NumberType,
        Op::TypeFunction => Class::FunctionType,
        Op::Function => Class::Function,
        Op::Label => Class::Label,
        Op::String => Class::String,
        Op::ExtInstImport => Class::ExtSet,
        Op::DecorationGroup => Class::Group,
        _ if info.declares_type() => Class::Type,
        _ if info.has_type => Class::Value,
        _ => Class::Other,
    }
}

/// A use that stands before its definition.
#[derive(Clone, Copy, Debug)]
struct Forward {
    id: Id,
    offset: u32,
    expect: Expect,
}

/// The ids of a module: their definitions, and information about their uses.
#[derive(Debug)]
pub(in crate::binary) struct Ids<'w> {
    pub definitions: Definitions<'w>,
    pub uses: Uses,
}

/// The kinds of the ids so far, and the uses that still wait for a definition.
#[derive(Debug)]
pub(in crate::binary) struct Uses {
    classes: Vec<Class>,
    forward: Vec<Forward>,
    /// The number of ids that are [`Class::Awaited`]. Their uses are not listed: names and decorations precede the
    /// definitions of all their targets, and such a list would be one of the largest tables of a translation.
    awaited: usize,
    /// True if awaited uses are listed, too, because one of them is known to be wrong.
    lists_all: bool,
}

impl Uses {
    /// Returns the class of an id, as known so far.
    pub fn class(&self, id: Id) -> Class {
        self.classes.get(id as usize).copied().unwrap_or(Class::Undefined)
    }

    /// Returns whether an id is of one of these classes, a bit for each, so far.
    #[inline]
    pub fn is_one_of(&self, id: Id, classes: u16) -> bool {
        classes & bit(self.class(id)) != 0
    }

    /// Checks that `instruction` may use an id, whose definition may still be to come.
    #[inline]
    pub fn check(&mut self, at: &Instruction<'_>, id: Id, expect: Expect, definitions: &Definitions<'_>) -> Result<()> {
        match self.is_one_of(id, expect.classes()) {
            true => Ok(()),
            false => self.check_unexpected(at, id, expect, definitions),
        }
    }

    /// Checks a use of an id that does not name, so far, what is expected.
    #[inline(never)]
    fn check_unexpected(
        &mut self,
        at: &Instruction<'_>,
        id: Id,
        expect: Expect,
        definitions: &Definitions<'_>,
    ) -> Result<()> {
        match self.classes.get(id as usize) {
            None => Err(out_of_bounds(at, id)),
            Some(class) if !class.is_defined() => self.forward(at, id, expect),
            Some(_) => Err(at.place(unexpected(id, expect, definitions))),
        }
    }

    fn forward(&mut self, instruction: &Instruction<'_>, id: Id, expect: Expect) -> Result<()> {
        if id == 0 {
            return Err(out_of_bounds(instruction, id));
        }
        if expect == Expect::Any && !self.lists_all {
            self.wait_for(id);
        } else {
            self.forward.push(Forward { id, offset: instruction.offset() as u32, expect });
        }
        Ok(())
    }

    fn wait_for(&mut self, id: Id) {
        if let Some(slot @ Class::Undefined) = self.classes.get_mut(id as usize) {
            *slot = Class::Awaited;
            self.awaited += 1;
        }
    }
}

impl<'w> Ids<'w> {
    pub fn new(words: &'w Words<'w>) -> Self {
        let bound = words.bound() as usize;
        let classes = vec![Class::Undefined; bound];
        let uses = Uses { classes, forward: Vec::new(), awaited: 0, lists_all: false };
        Self { definitions: Definitions::new(words), uses }
    }

    /// Records that the instruction defines its result id, of this class.
    #[inline]
    pub fn define(&mut self, instruction: &Instruction<'w>, class: Class, id: Id) -> Result<()> {
        match self.uses.classes.get_mut(id as usize) {
            Some(slot) if !slot.is_defined() && id != 0 => {
                self.uses.awaited -= usize::from(*slot == Class::Awaited);
                *slot = class;
            }
            Some(_) if id != 0 => return Err(self.defined_twice(instruction, id)),
            _ => return Err(out_of_bounds(instruction, id)),
        }
        self.definitions.place(id, instruction.offset());
        if class == Class::ExtSet {
            self.definitions.import(id, *instruction);
        }
        Ok(())
    }

    /// Checks the uses that preceded their definitions, after the last instruction.
    pub fn finish(self, words: &'w Words<'w>) -> Result<Definitions<'w>> {
        if self.uses.awaited != 0 {
            return Self::listing_all(words)?.finish(words);
        }
        for forward in &self.uses.forward {
            let class = self.uses.class(forward.id);
            if !class.is_defined() || !forward.expect.accepts_later(class) {
                return Err(self.bad_forward(class, words, *forward));
            }
        }
        Ok(self.definitions)
    }

    /// Checks the whole module again with all uses listed, to find the use that is wrong.
    #[cold]
    fn listing_all(words: &'w Words<'w>) -> Result<Self> {
        let mut ids = Self::new(words);
        ids.uses.lists_all = true;
        for instruction in words.instructions() {
            let row = row::of(&instruction);
            operands::check(&instruction, row, &mut ids)?;
            instruction.result_id().map_or(Ok(()), |id| ids.define(&instruction, row.class, id))?;
        }
        Ok(ids)
    }

    #[cold]
    fn bad_forward(&self, class: Class, words: &Words<'_>, forward: Forward) -> Error {
        let error = match class {
            Class::Undefined | Class::Awaited => {
                rules::DEFINED.broken(format_args!("%{} is defined nowhere", forward.id))
            }
            _ => unexpected(forward.id, forward.expect, &self.definitions),
        };
        let error = error.at_id(forward.id);
        match words.at(forward.offset as usize) {
            Some(instruction) => instruction.place(error),
            None => error,
        }
    }

    #[cold]
    fn defined_twice(&self, instruction: &Instruction<'w>, id: Id) -> Error {
        let found = format!("%{id} is already defined at word {}", self.definitions.offset(id));
        instruction.breaks(&rules::DEFINED_ONCE, found)
    }
}

#[cold]
fn unexpected(id: Id, expect: Expect, definitions: &Definitions<'_>) -> Error {
    let (name, place) =
        definitions.get(id).map_or(("nothing", 0), |definition| (definition.name(), definition.offset()));
    expect.rule().broken(format_args!("%{id} is defined by {name} at word {place}")).at_id(id)
}

#[cold]
fn out_of_bounds(instruction: &Instruction<'_>, id: Id) -> Error {
    instruction.place(rules::BOUND.broken(format_args!("the id is {id}")).at_id(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::testing::Bytes;

    #[test]
    fn s0_07_ids_are_below_the_bound() {
        let error = Bytes::library(3).op(Op::TypeVoid, &[3]).breaks(&rules::BOUND);
        assert_eq!((error.place().word, error.place().id), (Some(10), Some(3)));
        assert_eq!(error.place().instruction.as_deref(), Some("OpTypeVoid"));
        Bytes::library(3).op(Op::TypeVoid, &[0]).breaks(&rules::BOUND);
        Bytes::library(3).op(Op::TypeVector, &[1, 0, 4]).breaks(&rules::BOUND);
        Bytes::library(3).op(Op::TypeVector, &[1, 3, 4]).breaks(&rules::BOUND);
        Bytes::library(3).op(Op::Decorate, &[u32::MAX, 22]).breaks(&rules::BOUND);
    }

    #[test]
    fn s0_02_ids_are_defined_once() {
        let module = Bytes::library(3).op(Op::TypeVoid, &[1]).op(Op::TypeBool, &[1]);
        assert!(module.breaks(&rules::DEFINED_ONCE).message().starts_with("%1 is already defined at word 10"));
    }

    #[test]
    fn s0_02_ids_are_defined() {
        let error = Bytes::library(9).op(Op::Decorate, &[8, 22]).breaks(&rules::DEFINED);
        assert_eq!((error.place().word, error.place().id), (Some(10), Some(8)));
        let error = Bytes::library(9).function().op(Op::FNegate, &[1, 5, 6]).end().breaks(&rules::DEFINED);
        assert_eq!(error.place().instruction.as_deref(), Some("OpFNegate"));
    }

    #[test]
    fn s0_02_constants_use_what_stands_before_them() {
        let early = Bytes::library(9).op(Op::TypeInt, &[1, 32, 0]).op(Op::TypeVector, &[2, 1, 2]);
        let early = early.op(Op::ConstantComposite, &[2, 3, 4, 4]).op(Op::Constant, &[1, 4, 0]);
        early.breaks(&rules::DEFINED_BEFORE);
    }

    #[test]
    fn s0_13_types_are_types() {
        let int = || Bytes::library(9).op(Op::TypeInt, &[1, 32, 0]).op(Op::Constant, &[1, 2, 4]);
        int().op(Op::TypeVector, &[3, 2, 4]).breaks(&rules::TYPE_ID);
        int().op(Op::ConstantNull, &[2, 3]).breaks(&rules::TYPE_ID);
        int().op(Op::TypeStruct, &[3, 3]).breaks(&rules::TYPE_ID);
        int().op(Op::TypeStruct, &[3, 4]).op(Op::TypeStruct, &[4, 3]).breaks(&rules::TYPE_ID);
        int().op(Op::TypeFunction, &[3, 1]).op(Op::Function, &[1, 4, 0, 1]).breaks(&rules::KIND_OF_ID);
        let recursive = int().op(Op::TypeForwardPointer, &[3, 7]).op(Op::TypeStruct, &[4, 3]);
        assert_eq!(recursive.op(Op::TypePointer, &[3, 7, 4]).error().message(), "no error");
    }

    #[test]
    fn s0_13_images_and_matrices_are_of_numbers() {
        let types = || Bytes::library(9).op(Op::TypeInt, &[1, 32, 0]).op(Op::Constant, &[1, 2, 3]);
        let image = [1, 0, 2, 0, 0, 2, 0];
        let sampling = |sampled| [[3, sampled].as_slice(), &image].concat();
        types().op(Op::TypeImage, &sampling(4)).op(Op::TypePointer, &[4, 0, 3]).breaks(&rules::NUMBER_TYPE);
        types().op(Op::TypePointer, &[4, 0, 3]).op(Op::TypeImage, &sampling(4)).breaks(&rules::NUMBER_TYPE);
        types().op(Op::TypeBool, &[4]).op(Op::TypeImage, &sampling(4)).breaks(&rules::NUMBER_TYPE);
        let matrix = Op::TypeCooperativeMatrixKHR;
        types().op(Op::TypePointer, &[4, 0, 3]).op(matrix, &[3, 4, 2, 2, 2, 2]).breaks(&rules::NUMBER_TYPE);
        assert_eq!(types().op(Op::TypeImage, &sampling(1)).error().message(), "no error");
    }

    #[test]
    fn s0_13_operands_name_what_is_asked_for() {
        let head = || Bytes::library(9).op(Op::TypeVoid, &[1]).op(Op::TypeFunction, &[2, 1]);
        head().op(Op::Line, &[1, 1, 1]).breaks(&rules::KIND_OF_ID);
        head().op(Op::ExtInst, &[1, 3, 1, 0]).breaks(&rules::KIND_OF_ID);
        Bytes::library(9).op(Op::ExecutionMode, &[1, 31]).op(Op::TypeVoid, &[1]).breaks(&rules::KIND_OF_ID);
        Bytes::library(9).op(Op::GroupDecorate, &[1]).op(Op::TypeVoid, &[1]).breaks(&rules::KIND_OF_ID);
        Bytes::library(9).function().op(Op::FunctionCall, &[1, 5, 4]).end().breaks(&rules::KIND_OF_ID);
        Bytes::library(9).function().op(Op::FNegate, &[1, 5, 4]).end().breaks(&rules::NOT_A_LABEL);
    }
}
