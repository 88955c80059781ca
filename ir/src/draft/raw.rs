//! Conversions between handles and numbers, and access to the columns behind handles, for callers with tables by number or an
//! interface of their own.

use std::cell::Cell;

use super::{Block, Draft, Function, Metadata, Result, Type, Value, need};
use crate::constants::{Constant, ConstantKind, element_bits};
use crate::instruction::{Row, Slot};
use crate::module::{Attachment, DebugKind, DebugRecord, LOCAL, METADATA, NONE, Text};
use crate::types::TypeRow;

impl Draft {
    /// Returns the value of a number that this draft gave.
    #[inline]
    pub fn value_at(&self, number: u32) -> Value<'_> {
        Value { draft: self, number }
    }

    /// Returns an operand word of an instruction whose row is already known.
    #[inline]
    pub fn word_of(&self, row: &Row, i: u32) -> Option<u32> {
        (i < row.count).then(|| self.operands.get(row.operands + i))
    }

    /// Returns the type of a number that this draft gave.
    #[inline]
    pub fn type_at(&self, number: u32) -> Type<'_> {
        Type { draft: self, number }
    }

    /// Returns the number of types; the numbers of types are below it.
    pub fn type_count(&self) -> u32 {
        self.types.borrow().rows.len() as u32
    }

    /// Returns the block with a number of this draft.
    #[inline]
    pub fn block_at(&self, number: u32) -> Block<'_> {
        Block { draft: self, number }
    }

    /// Returns the metadata of a number that this draft gave.
    #[inline]
    pub fn metadata_at(&self, number: u32) -> Metadata<'_> {
        Metadata { draft: self, number }
    }

    /// Returns the bytes of a text.
    #[inline]
    pub fn text(&self, text: Text) -> &[u8] {
        self.texts.get(text)
    }

    /// Adds a text.
    pub fn add_text(&self, bytes: &[u8]) -> Text {
        self.texts.add(bytes)
    }

    /// Returns the name of the source file.
    pub fn source_filename(&self) -> &[u8] {
        let text = self.head.borrow().source_filename;
        self.texts.get(text)
    }

    /// Sets the name of the source file.
    pub fn set_source_filename(&self, name: &[u8]) {
        self.head.borrow_mut().source_filename = self.texts.add(name);
    }

    /// Returns false if the name is that of an intrinsic that has another type.
    pub fn is_name_of(&self, name: &[u8], ty: Type<'_>) -> bool {
        self.fits_intrinsic(name, ty)
    }

    /// Returns the module-level inline assembly.
    pub fn assembly(&self) -> &[u8] {
        let text = self.head.borrow().assembly;
        self.texts.get(text)
    }

    /// Returns whether the module has a constant expression, used or not. Each constant is examined once.
    #[inline]
    pub fn has_expressions(&self) -> bool {
        let (seen, found) = self.expressions.get();
        found || (seen as usize) < self.constants.borrow().rows.len() && self.look_for_expressions(seen)
    }

    fn look_for_expressions(&self, seen: u32) -> bool {
        let constants = self.constants.borrow();
        let is_expression = |row: &Constant| matches!(row.kind, ConstantKind::Expression | ConstantKind::Gep);
        let found = constants.rows.iter().skip(seen as usize).any(is_expression);
        self.expressions.set((constants.rows.len() as u32, found));
        found
    }

    /// Returns whether any argument or instruction has, or once had, a name.
    pub fn has_local_names(&self) -> bool {
        self.side.borrow().has_local_names()
    }

    /// Returns whether any instruction has, or once had, attached metadata other than a location.
    pub fn has_attachments(&self) -> bool {
        !self.side.borrow().attachments.is_empty()
    }

    /// Returns whether the module has a constant of a kind, used or not. Examines all constants each time.
    pub fn has_constant_of(&self, is_kind: impl Fn(ConstantKind) -> bool) -> bool {
        self.constants.borrow().rows.iter().any(|row| is_kind(row.kind))
    }

    /// Returns the name of a scope of synchronisation, by the number in atomic instructions.
    pub fn sync_scope_name(&self, number: u32) -> &[u8] {
        let text = self.lists.borrow().sync_scopes.get(number as usize).copied().unwrap_or_default();
        self.texts.get(text)
    }

    /// Returns the selection kind of a comdat by its number, as in bitcode.
    pub fn comdat_selection(&self, number: u32) -> Option<u32> {
        self.lists.borrow().comdats.get(number as usize).map(|comdat| comdat.selection)
    }

    /// Returns the width in bits of pointers to an address space in the data layout.
    pub fn pointer_bits(&self, space: u32) -> u64 {
        self.sizes.borrow().0.pointer_bits(space)
    }

    /// Returns the address space of functions in the data layout.
    pub fn program_space(&self) -> u32 {
        self.sizes.borrow().0.program_space()
    }
}

impl<'d> Function<'d> {
    /// Returns the parameters as values, even of a declaration.
    pub fn parameters(self) -> impl DoubleEndedIterator<Item = Value<'d>> + ExactSizeIterator + Clone {
        self.give_arguments();
        self.arguments()
    }
}

impl<'d> Value<'d> {
    /// Returns the draft of the value.
    #[inline]
    pub fn draft(self) -> &'d Draft {
        self.draft
    }

    /// Returns the columns of an instruction.
    #[inline]
    pub fn instruction_row(self) -> Option<Row> {
        self.row()
    }

    /// Returns the columns of an instruction, and the words of its operands.
    #[inline]
    pub fn row_and_words(self) -> Option<(Row, &'d [Cell<u32>])> {
        let row = self.row()?;
        Some((row, self.draft.words(&row)))
    }

    /// Returns the `i`th word of the operands of an instruction.
    #[inline]
    pub fn word(self, i: usize) -> Option<u32> {
        let row = self.row()?;
        self.draft.words(&row).get(i).map(Cell::get)
    }

    /// Returns the words of the operands of an instruction.
    #[inline]
    pub fn words(self) -> &'d [Cell<u32>] {
        self.row().map_or(&[], |row| self.draft.words(&row))
    }

    /// Sets the `i`th operand word of an instruction, which must be a number or a type, and no value or block.
    pub fn set_number_word(self, i: usize, to: u32) {
        if let Some(instruction) = self.instruction() {
            self.draft.set_word(instruction, i, to);
        }
    }

    /// Changes the flags and the `sub` column of an instruction; other columns stay.
    pub fn change_row(self, change: impl FnOnce(&mut Row)) {
        let Some(instruction) = self.instruction() else { return };
        self.draft.rows.change(instruction, |row| {
            let mut new = *row;
            change(&mut new);
            (row.flags, row.sub) = (new.flags, new.sub);
        });
    }

    /// Returns the columns of a constant, globals included.
    #[inline]
    pub fn constant_row(self) -> Option<Constant> {
        self.draft.constant(self.number).filter(|_| self.number & (LOCAL | METADATA) == 0)
    }

    /// Returns the words of a constant; empty for kinds without words.
    pub fn constant_words(self) -> Vec<u32> {
        let constants = self.draft.constants.borrow();
        self.constant_row().map_or(Vec::new(), |row| constants.words(&row).to_vec())
    }

    /// Returns the `i`th word of a constant that has some.
    pub fn constant_word(self, i: usize) -> Option<u32> {
        let row = self.constant_row()?;
        self.draft.constants.borrow().words(&row).get(i).copied()
    }

    /// Returns the wide words of an integer or a floating-point number of more than 64 bits.
    pub fn wide_words(self) -> Vec<u64> {
        let constants = self.draft.constants.borrow();
        self.constant_row().map_or(Vec::new(), |row| constants.wide(&row).to_vec())
    }

    /// Returns the number of a constant's operands.
    pub fn part_count(self) -> usize {
        self.constant_row().map_or(0, |row| self.draft.constants.borrow().operands(&row).len())
    }

    /// Returns the `i`th operand of a constant.
    pub fn part(self, i: usize) -> Option<Value<'d>> {
        let row = self.constant_row()?;
        let part = self.draft.constants.borrow().operands(&row).get(i).copied()?;
        Some(self.draft.value(part))
    }

    /// Returns the indices of a constant's operands that are another constant.
    pub fn parts_that_are(self, other: Value<'d>) -> impl Iterator<Item = usize> {
        let part = move |i: &usize| self.part(*i).is_some_and(|part| part.number == other.number);
        (0..self.part_count()).filter(part)
    }

    /// Returns the bytes of an array or vector of numbers, each number in little-endian order.
    pub fn data_bytes(self) -> &'d [u8] {
        let Some(row) = self.constant_row() else { return &[] };
        let mut lent = self.draft.lent.borrow_mut();
        let text = *lent.entry(self.number).or_insert_with(|| {
            let constants = self.draft.constants.borrow();
            self.draft.texts.add(constants.data(&row, row.sub as usize))
        });
        self.draft.texts.get(text)
    }

    /// Returns the bits of an element of an array or vector of numbers that begins at byte `start` and has `size` bytes.
    pub fn data_element(self, start: usize, size: usize) -> Option<u64> {
        let constants = self.draft.constants.borrow();
        let row = self.constant_row()?;
        let bytes = constants.data(&row, row.sub as usize).get(start..start.checked_add(size)?)?;
        Some(element_bits(bytes))
    }

    /// Returns the bits of the elements of an array or vector of numbers; none for other values.
    pub fn data_elements(self) -> Vec<u64> {
        let constants = self.draft.constants.borrow();
        let Some(row) = self.constant_row() else { return Vec::new() };
        let size = row.sub as usize;
        constants.data(&row, size).chunks_exact(size.max(1)).map(element_bits).collect()
    }

    /// Returns the globals with this constant as initializer, aliasee and the like.
    pub fn global_users(self) -> Vec<Value<'d>> {
        let numbers = self.draft.globals_with(self.number);
        numbers.into_iter().filter_map(|number| self.draft.global_value(number)).collect()
    }

    /// Sets the `i`th operand word of an instruction, which must be a value, to another value of its type.
    ///
    /// # Errors
    /// A word that is no value, a value of another type.
    pub fn set_value_word(self, i: usize, value: Value<'d>) -> Result<()> {
        let (Some(instruction), Some(row)) = (self.instruction(), self.row()) else {
            return need(false, "only instructions have operands that change");
        };
        let old = self.word(i).filter(|_| self.draft.slot(&row, i) == Some(Slot::Value));
        let fits = old.is_some_and(|old| self.draft.type_of(old) == value.ty().number);
        need(fits, "an operand is replaced by one of its type")?;
        self.draft.set_word(instruction, i, value.number);
        Ok(())
    }

    /// True for a call with operand bundles.
    pub fn has_bundles(self) -> bool {
        let side = self.draft.side.borrow();
        !side.bundles.is_empty() && self.instruction().is_some_and(|call| side.bundles.contains_key(&call))
    }

    /// Returns the tags of the operand bundles of a call.
    pub fn bundle_tags(self) -> Vec<&'d [u8]> {
        let (draft, side) = (self.draft, self.draft.side.borrow());
        let bundles = self.instruction().and_then(|call| side.bundles.get(&call));
        let tag = |number: u32| draft.lists.borrow().bundle_tags.get(number as usize).copied().unwrap_or_default();
        bundles.into_iter().flatten().map(|bundle| draft.texts.get(tag(bundle.tag))).collect()
    }

    /// Returns whether a constant operand of an instruction satisfies a predicate.
    #[inline]
    pub fn has_constant(self, rule: impl Fn(Value<'d>, &Constant) -> bool) -> bool {
        let Some(row) = self.row() else { return false };
        let draft = self.draft;
        let (words, constants) = (draft.words(&row), draft.constants.borrow());
        let holds = |word: &Cell<u32>| {
            let number = word.get();
            number & (LOCAL | METADATA) == 0
                && constants.get(number).is_some_and(|constant| rule(draft.value(number), constant))
        };
        match row.opcode.values(words.len()) {
            Some(values) => words.get(values).unwrap_or(&[]).iter().any(holds),
            None => words.iter().enumerate().any(|(i, word)| draft.slot(&row, i) == Some(Slot::Value) && holds(word)),
        }
    }

    /// True for a value that has a name.
    #[inline]
    pub fn has_name(self) -> bool {
        match self.number & LOCAL {
            0 => !self.name().is_empty(),
            _ => !self.draft.side.borrow().local_name(self.number & !LOCAL).is_empty(),
        }
    }

    /// Returns false for an instruction or a global that certainly has no attached metadata and no location; a quick check.
    #[inline]
    pub fn may_have_metadata(self) -> bool {
        let draft = self.draft;
        match self.instruction() {
            Some(to) => draft.locations.get(to) != 0 || !draft.side.borrow().attachments.is_empty(),
            None => !draft.side.borrow().global_attachments.is_empty(),
        }
    }

    /// Returns the kinds of the debug records before an instruction, with the words of each: numbers of values and nodes.
    pub fn record_words(self) -> Vec<(DebugKind, &'d [Cell<u32>])> {
        let (draft, side) = (self.draft, self.draft.side.borrow());
        let records = self.instruction().map_or(&[][..], |before| side.records.at(before));
        let words = |record: &DebugRecord| draft.operands.range(record.operands, record.count);
        records.iter().map(|record| (record.kind, words(record))).collect()
    }

    /// Returns whether metadata other than a location is attached to an instruction, or any to a global.
    #[inline]
    pub fn has_attachments(self) -> bool {
        let side = self.draft.side.borrow();
        if self.is_local() && side.attachments.is_empty() {
            return false;
        }
        match self.instruction() {
            Some(to) => side.attachments.get(&to).is_some_and(|list| !list.is_empty()),
            None => self.global_number().is_some_and(|to| !side.all_of_global(to).is_empty()),
        }
    }

    /// Returns whether metadata of another kind is attached to an instruction, except its location, or to a global.
    pub fn has_other_attachments(self, kind: u32) -> bool {
        let side = self.draft.side.borrow();
        let list = match (self.instruction(), self.global_number()) {
            (Some(to), _) => side.attachments.get(&to).map_or(&[][..], |list| list),
            (None, Some(to)) => side.all_of_global(to),
            _ => &[],
        };
        list.iter().any(|attachment| attachment.kind != kind)
    }

    /// Returns the kinds and nodes of the metadata attached to an instruction, except its location, or to a global.
    pub fn attachments(self) -> Vec<(u32, Metadata<'d>)> {
        let (draft, side) = (self.draft, self.draft.side.borrow());
        let node = |attachment: &Attachment| (attachment.kind, draft.metadata(attachment.node));
        match (self.instruction(), self.global_number()) {
            (Some(to), _) => side.attachments.get(&to).into_iter().flatten().map(node).collect(),
            (None, Some(to)) => side.all_of_global(to).iter().map(node).collect(),
            _ => Vec::new(),
        }
    }
}

impl<'d> Metadata<'d> {
    /// Returns the draft of the metadata.
    #[inline]
    pub fn draft(self) -> &'d Draft {
        self.draft
    }
}

impl<'d> Type<'d> {
    /// Returns the draft of the type.
    #[inline]
    pub fn draft(self) -> &'d Draft {
        self.draft
    }

    /// Returns the columns of the type.
    #[inline]
    pub fn row(self) -> Option<TypeRow> {
        self.draft.types.borrow().get(self.number).copied()
    }

    /// Returns the integer parameters of a target extension type.
    pub fn target_numbers(self) -> Vec<u32> {
        let types = self.draft.types.borrow();
        let count = self.size() as usize;
        types.parts(self.number).get(count..).unwrap_or(&[]).to_vec()
    }

    /// Returns the number of parts of the type.
    #[inline]
    pub fn part_count(self) -> usize {
        self.draft.types.borrow().parts(self.number).len()
    }
}

impl<'d> Block<'d> {
    /// Returns the draft of the block.
    #[inline]
    pub fn draft(self) -> &'d Draft {
        self.draft
    }

    /// Returns whether the block is in a function.
    pub fn is_placed(self) -> bool {
        self.number != NONE && self.link().function != NONE
    }
}
