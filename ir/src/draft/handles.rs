//! Handles of a draft: functions, blocks, values and types, each the draft and a number.
//!
//! Handles are `Copy`; two are equal if their numbers are. A handle of an erased item is empty: it has no operands, no neighbours and no users.

use std::cell::Cell;

use super::{ARGUMENT, Draft, FunctionLink};
use crate::constants::{Constant, ConstantKind};
use crate::global::{Global, GlobalKind};
use crate::handles::handle;
use crate::instruction::{Opcode, Row, Slot};
use crate::module::{LOCAL, METADATA, NONE};
use crate::types::TypeKind;

handle! {
    /// A function, by the number of its global.
    Function of draft: Draft
}
handle! {
    /// A block.
    Block of draft: Draft
}
handle! {
    /// A value: an argument, an instruction (with or without a result), a constant, a global, or metadata in a call.
    Value of draft: Draft
}
handle! {
    /// A type.
    Type of draft: Draft
}
handle! {
    /// Metadata: a string, a value or a node.
    Metadata of draft: Draft
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A parameter of a function with a body.
    Argument,
    /// An instruction.
    Instruction(Opcode),
    /// A variable, function, alias or ifunc.
    Global(GlobalKind),
    /// A constant other than a global.
    Constant(ConstantKind),
    /// Metadata that is an argument of a call.
    Metadata,
}

impl Draft {
    /// Returns the functions, including declarations, in order; functions added during the iteration are left out.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> {
        self.function_numbers().into_iter().map(|number| Function { draft: self, number })
    }

    /// Returns the globals of a kind, in order, as values.
    pub fn values_of(&self, kind: GlobalKind) -> impl Iterator<Item = Value<'_>> {
        self.globals_of(kind).filter_map(|number| self.global_value(number))
    }

    /// Returns the numbers of the globals of a kind, including those added during the iteration.
    pub(super) fn globals_of(&self, kind: GlobalKind) -> impl Iterator<Item = u32> {
        let end = || self.globals.borrow().len() as u32;
        let numbers = (0..).take_while(move |number| *number < end());
        numbers.filter(move |&number| self.globals.borrow().get(number as usize).is_some_and(|g| g.kind == kind))
    }

    pub(super) fn global_value(&self, number: u32) -> Option<Value<'_>> {
        let number = self.globals.borrow().get(number as usize)?.value;
        Some(Value { draft: self, number })
    }

    #[inline]
    pub(super) fn constant(&self, value: u32) -> Option<Constant> {
        self.constants.borrow().get(value).copied()
    }

    #[inline(always)]
    pub(super) fn type_of(&self, value: u32) -> u32 {
        match value {
            _ if value & LOCAL != 0 => self.locals.get(value & !LOCAL).ty,
            _ => self.type_of_other(value),
        }
    }

    fn type_of_other(&self, value: u32) -> u32 {
        match value & METADATA {
            0 => self.constant(value).map_or(NONE, |c| c.ty),
            _ => self.types.borrow_mut().simple(TypeKind::Metadata, 0),
        }
    }

    #[inline]
    pub(super) fn value(&self, number: u32) -> Value<'_> {
        Value { draft: self, number }
    }

    #[inline]
    pub(super) fn words(&self, row: &Row) -> &[Cell<u32>] {
        self.operands.range(row.operands, row.count)
    }

    /// Returns the kind of the `i`th word of an instruction's operands.
    #[inline]
    pub(super) fn slot(&self, row: &Row, i: usize) -> Option<Slot> {
        // Only the layout of a `callbr` depends on its words.
        if row.opcode == Opcode::CallBr { self.slot_of_callbr(row, i) } else { row.opcode.layout().slot(i) }
    }

    fn slot_of_callbr(&self, row: &Row, i: usize) -> Option<Slot> {
        let words: Vec<u32> = self.words(row).iter().map(Cell::get).collect();
        row.opcode.slot(&words, i)
    }
}

impl<'d> Function<'d> {
    #[inline]
    pub(super) fn link(self) -> FunctionLink {
        self.draft.functions.get(self.number)
    }

    /// Returns the function as a value.
    pub fn value(self) -> Value<'d> {
        self.draft.global_value(self.number).unwrap_or(Value { draft: self.draft, number: NONE })
    }

    /// Returns the type of the function: its result and its parameters.
    #[inline]
    pub fn ty(self) -> Type<'d> {
        let number = self.draft.globals.borrow().get(self.number as usize).map_or(NONE, |g| g.ty);
        Type { draft: self.draft, number }
    }

    /// Returns whether the function has no body.
    #[inline]
    pub fn is_declaration(self) -> bool {
        self.link().first == NONE
    }

    /// Returns the blocks, in order. Blocks may be added and moved during the iteration, but the current block must not be erased.
    #[inline]
    pub fn blocks(self) -> impl Iterator<Item = Block<'d>> + Clone {
        let draft = self.draft;
        draft.block_numbers(self.link()).map(move |number| Block { draft, number })
    }

    /// Returns the first block.
    #[inline]
    pub fn entry(self) -> Option<Block<'d>> {
        self.draft.block(self.link().first)
    }

    /// Returns the arguments; empty for a declaration that never had a body.
    pub fn arguments(self) -> impl DoubleEndedIterator<Item = Value<'d>> + ExactSizeIterator + Clone {
        let (draft, link) = (self.draft, self.link());
        (0..link.count).map(move |i| draft.value(LOCAL | (link.arguments + i)))
    }

    /// Returns the instructions of all blocks, in order.
    #[inline]
    pub fn instructions(self) -> impl Iterator<Item = Value<'d>> + Clone {
        self.blocks().flat_map(Block::instructions)
    }
}

impl Draft {
    /// Returns the function of an argument.
    pub(super) fn function_of_argument(&self, local: u32) -> Option<Function<'_>> {
        let owner = self.locals.get(local).instruction;
        (owner & ARGUMENT != 0 && owner != NONE).then_some(Function { draft: self, number: owner & !ARGUMENT })
    }

    #[inline]
    pub(super) fn block(&self, number: u32) -> Option<Block<'_>> {
        (number != NONE).then_some(Block { draft: self, number })
    }

    #[inline]
    pub(super) fn result(&self, instruction: u32) -> Option<Value<'_>> {
        (instruction != NONE).then(|| self.value(LOCAL | self.rows.get(instruction).result))
    }
}

impl<'d> Block<'d> {
    #[inline]
    pub(super) fn link(self) -> super::BlockLink {
        self.draft.blocks.get(self.number)
    }

    /// Returns the function, unless the block was erased.
    #[inline]
    pub fn function(self) -> Option<Function<'d>> {
        let number = self.link().function;
        (number != NONE).then_some(Function { draft: self.draft, number })
    }

    /// Returns the block after this one.
    #[inline]
    pub fn next(self) -> Option<Block<'d>> {
        self.draft.block(self.link().next)
    }

    /// Returns the block before this one.
    #[inline]
    pub fn previous(self) -> Option<Block<'d>> {
        self.draft.block(self.link().previous)
    }

    /// Returns the first instruction.
    #[inline]
    pub fn first(self) -> Option<Value<'d>> {
        self.draft.result(self.link().first)
    }

    /// Returns the last instruction.
    #[inline]
    pub fn last(self) -> Option<Value<'d>> {
        self.draft.result(self.link().last)
    }

    /// Returns the terminator, if the block has one.
    #[inline]
    pub fn terminator(self) -> Option<Value<'d>> {
        self.last().filter(|last| last.opcode().is_some_and(Opcode::is_terminator))
    }

    /// Returns the instructions, in order. Instructions may be added and moved during the iteration, but the current one must not be erased.
    #[inline]
    pub fn instructions(self) -> impl Iterator<Item = Value<'d>> + Clone {
        let draft = self.draft;
        draft.instruction_numbers(self.number).filter_map(move |number| draft.result(number))
    }

    /// Returns the instructions with their columns, in order, for loops that would look up the columns of each handle anyway.
    #[inline]
    pub fn rows(self) -> impl Iterator<Item = (Value<'d>, Row)> + Clone {
        let draft = self.draft;
        draft.instruction_numbers(self.number).map(move |number| {
            let row = draft.rows.get(number);
            (draft.value(LOCAL | row.result), row)
        })
    }

    /// Returns the successors of the block, each as often as the terminator names it.
    pub fn successors(self) -> impl Iterator<Item = Block<'d>> {
        self.terminator().into_iter().flat_map(Value::successors)
    }
}

impl<'d> Value<'d> {
    /// Returns the kind of the value.
    #[inline]
    pub fn kind(self) -> ValueKind {
        if let Some(row) = self.row() {
            return ValueKind::Instruction(row.opcode);
        }
        if self.number & LOCAL != 0 {
            return ValueKind::Argument;
        }
        if self.number & METADATA != 0 {
            return ValueKind::Metadata;
        }
        match (self.draft.constant(self.number), self.with_global(|global| global.kind)) {
            (_, Some(kind)) => ValueKind::Global(kind),
            (constant, None) => ValueKind::Constant(constant.map_or(ConstantKind::Poison, |c| c.kind)),
        }
    }

    /// Returns the type.
    #[inline]
    pub fn ty(self) -> Type<'d> {
        Type { draft: self.draft, number: self.draft.type_of(self.number) }
    }

    /// Returns the number of the value's instruction, if it is one.
    #[inline]
    pub(super) fn instruction(self) -> Option<u32> {
        if self.number & LOCAL == 0 {
            return None;
        }
        let number = self.draft.locals.get(self.number & !LOCAL).instruction;
        (number & ARGUMENT == 0).then_some(number)
    }

    #[inline]
    pub(super) fn row(self) -> Option<Row> {
        self.instruction().map(|number| self.draft.rows.get(number))
    }

    /// Returns a copy of the columns of a global.
    pub fn global(self) -> Option<Global> {
        self.with_global(Clone::clone)
    }

    /// Applies a function to the columns of a global.
    #[inline]
    pub fn with_global<T>(self, find: impl FnOnce(&Global) -> T) -> Option<T> {
        if self.number & LOCAL != 0 {
            return None;
        }
        let constant = self.draft.constant(self.number).filter(|c| c.kind == ConstantKind::Global)?;
        self.draft.globals.borrow().get(constant.data as usize).map(find)
    }

    /// Returns the function, if the value is one.
    #[inline]
    pub fn function(self) -> Option<Function<'d>> {
        let constant = self.draft.constant(self.number).filter(|c| c.kind == ConstantKind::Global)?;
        let number = constant.data as u32;
        let kind = self.draft.globals.borrow().get(number as usize).map(|global| global.kind);
        (kind == Some(GlobalKind::Function)).then_some(Function { draft: self.draft, number })
    }

    /// Returns the opcode of an instruction.
    #[inline]
    pub fn opcode(self) -> Option<Opcode> {
        self.row().map(|row| row.opcode)
    }

    /// True for an argument or an instruction.
    #[inline]
    pub fn is_local(self) -> bool {
        self.number & LOCAL != 0
    }

    /// Returns whether the value is a constant; globals are constants.
    #[inline]
    pub fn is_constant(self) -> bool {
        self.number & (LOCAL | METADATA) == 0
    }

    /// Returns the flags of an instruction or of a constant expression: see [`flag`](crate::instruction::flag).
    #[inline]
    pub fn flags(self) -> u16 {
        match self.row() {
            Some(row) => row.flags,
            None => self.draft.constant(self.number).filter(|_| self.is_constant()).map_or(0, |c| c.flags),
        }
    }

    /// Returns the block of an instruction.
    #[inline]
    pub fn block(self) -> Option<Block<'d>> {
        self.draft.block(self.draft.links.get(self.instruction()?).block)
    }

    /// Returns the instruction after this one in its block.
    #[inline]
    pub fn next(self) -> Option<Value<'d>> {
        self.draft.result(self.draft.links.get(self.instruction()?).next)
    }

    /// Returns the instruction before this one in its block.
    #[inline]
    pub fn previous(self) -> Option<Value<'d>> {
        self.draft.result(self.draft.links.get(self.instruction()?).previous)
    }

    /// Returns the operands of an instruction or a constant that are values, in the order of their words: a callee stands before the arguments.
    pub fn operands(self) -> impl Iterator<Item = Value<'d>> {
        let draft = self.draft;
        let constant = if self.is_constant() { draft.constant(self.number) } else { None };
        let of_constant = constant.map_or(Vec::new(), |c| draft.constants.borrow().operands(&c).to_vec());
        let row = self.row();
        let count = row.map_or(0, |row| row.count as usize);
        let of_row = (0..count).filter_map(move |i| {
            let row = row?;
            if draft.slot(&row, i) != Some(Slot::Value) {
                return None;
            }
            draft.words(&row).get(i).map(Cell::get)
        });
        of_row.chain(of_constant).filter(|number| *number != NONE).map(move |number| draft.value(number))
    }

    /// Returns the successors that a terminator names, in its order.
    pub fn successors(self) -> impl Iterator<Item = Block<'d>> {
        let draft = self.draft;
        let row = self.row().filter(|row| row.opcode.is_terminator());
        let count = row.map_or(0, |row| row.count as usize);
        (0..count).filter_map(move |i| {
            let row = row?;
            if draft.slot(&row, i) != Some(Slot::Block) {
                return None;
            }
            draft.block(draft.words(&row).get(i).map(Cell::get)?)
        })
    }

    /// Returns the incoming values of a phi with their blocks.
    pub fn incoming(self) -> impl Iterator<Item = (Value<'d>, Block<'d>)> {
        let draft = self.draft;
        let row = self.row().filter(|row| row.opcode == Opcode::Phi);
        let words = row.map_or(&[][..], |row| draft.words(&row));
        words.chunks_exact(2).filter_map(move |pair| {
            let [value, block] = pair else { return None };
            Some((draft.value(value.get()), draft.block(block.get())?))
        })
    }

    /// Returns the name; empty for a value without one.
    #[inline]
    pub fn name(self) -> &'d [u8] {
        let draft = self.draft;
        let text = match self.number & LOCAL {
            0 => self.with_global(|global| global.name),
            _ => Some(draft.side.borrow().local_name(self.number & !LOCAL)),
        };
        text.map_or(&[], |text| draft.texts.get(text))
    }
}

impl<'d> Type<'d> {
    /// Returns the kind of the type.
    #[inline]
    pub fn kind(self) -> TypeKind {
        self.draft.types.borrow().kind(self.number)
    }

    /// Returns the width of an integer, the length of an array or vector, the space of a pointer.
    #[inline]
    pub fn size(self) -> u64 {
        self.draft.types.borrow().get(self.number).map_or(0, |row| row.number)
    }

    /// Returns the parts of the type: elements, the result and the parameters.
    pub fn parts(self) -> Vec<Type<'d>> {
        let types = self.draft.types.borrow();
        types.parts(self.number).iter().map(|&number| Type { draft: self.draft, number }).collect()
    }

    /// Returns the `i`th part of the type.
    #[inline]
    pub fn part(self, i: usize) -> Option<Type<'d>> {
        let number = self.draft.types.borrow().parts(self.number).get(i).copied()?;
        Some(Type { draft: self.draft, number })
    }

    /// Returns the element of a vector, or the type itself.
    #[inline]
    pub fn scalar(self) -> Type<'d> {
        Type { draft: self.draft, number: self.draft.types.borrow().scalar(self.number) }
    }

    /// Returns the name of a structure or of a target extension type.
    #[inline]
    pub fn name(self) -> &'d [u8] {
        let name = self.draft.types.borrow().get(self.number).map(|row| row.name);
        name.map_or(&[], |name| self.draft.texts.get(name))
    }
}
