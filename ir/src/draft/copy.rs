//! Copies instructions, and moves ranges of them with their debug records: the building blocks of transformations.

use std::cell::Cell;

use super::{Block, Draft, Metadata, Result, Value, need};
use crate::constants::ConstantKind;
use crate::instruction::{Opcode, Ordering, Predicate, Row, Slot};
use crate::metadata::NodeKind;
use crate::module::{DebugRecord, LOCAL, METADATA, NONE};
use crate::types::TypeKind;

/// A function that returns the replacement of a value.
pub(crate) type Map<'a, 'd> = &'a mut dyn FnMut(Value<'d>) -> Value<'d>;

impl<'d> Value<'d> {
    /// Copies an instruction to the end of a block, possibly in another function, with its operands, flags, location, metadata and
    /// bundles, but without its name and debug records. A phi is copied without its incoming values.
    pub(crate) fn copy_to_end(self, block: Block<'d>) -> Result<Value<'d>> {
        let draft = self.draft;
        let (Some(row), Some(old)) = (self.row(), self.instruction()) else {
            return Err(super::Refused::new("only instructions are copied"));
        };
        need(block.function().is_some(), "an instruction is copied into a block")?;
        let words = if row.opcode == Opcode::Phi { &[][..] } else { draft.words(&row) };
        let words: Vec<u32> = words.iter().map(Cell::get).collect();
        let (new, _) = draft.add_instruction(row, &words, self.ty().number);
        draft.place(new, block.number, NONE);
        draft.set_location(new, draft.locations.get(old));
        draft.copy_side(old, new);
        draft.result(new).ok_or_else(|| super::Refused::new("no copy was made"))
    }

    /// Replaces the values among the operands of an instruction and of its bundles by other values of the same types.
    pub(crate) fn map_values(self, map: Map<'_, 'd>) {
        let draft = self.draft;
        let (Some(instruction), Some(row)) = (self.instruction(), self.row()) else { return };
        let mut places: Vec<u32> = (0..row.count as usize)
            .filter(|&i| draft.slot(&row, i) == Some(Slot::Value))
            .map(|i| row.operands + i as u32)
            .collect();
        for bundle in draft.side.borrow().bundles.get(&instruction).into_iter().flatten() {
            places.extend(bundle.operands..bundle.operands + bundle.count);
        }
        for place in places {
            let old = draft.operands.get(place);
            let new = draft.mapped(old, map);
            if new != old {
                draft.set_place(instruction, place, new);
            }
        }
    }

    /// Replaces the successors of a terminator.
    pub(crate) fn map_successors(self, map: &dyn Fn(Block<'d>) -> Block<'d>) {
        let draft = self.draft;
        let (Some(instruction), Some(row)) = (self.instruction(), self.row()) else { return };
        for i in 0..row.count as usize {
            let word = draft.words(&row).get(i).map_or(NONE, Cell::get);
            if draft.slot(&row, i) == Some(Slot::Block) && word != NONE {
                let to = map(Block { draft, number: word }).number;
                if to != word {
                    draft.set_word(instruction, i, to);
                }
            }
        }
    }

    /// Copies the debug records before an instruction to the end of those before another.
    pub(crate) fn copy_records(self, to: Value<'d>) {
        let draft = self.draft;
        let (Some(from), Some(before)) = (self.instruction(), to.instruction()) else { return };
        let list = draft.side.borrow().records.at(from).to_vec();
        for record in list {
            let words = draft.operands.range(record.operands, record.count).iter().map(Cell::get);
            draft.add_record(draft.record(before, record.kind, words));
        }
    }

    /// Replaces the values in the debug records before an instruction.
    pub(crate) fn map_records(self, map: Map<'_, 'd>) {
        self.change_records(&mut |draft, _, word| draft.mapped(word, map));
    }

    /// Changes the locations of the debug records before an instruction.
    pub(crate) fn map_record_locations(self, map: &mut dyn FnMut(Metadata<'d>) -> Metadata<'d>) {
        self.change_records(&mut |draft, is_last, word| match is_last {
            true => METADATA | map(draft.metadata(word & !METADATA)).number,
            false => word,
        });
    }

    fn change_records(self, change: &mut dyn FnMut(&'d Draft, bool, u32) -> u32) {
        let draft = self.draft;
        let Some(before) = self.instruction() else { return };
        let list = draft.side.borrow().records.at(before).to_vec();
        for record in list {
            let mut changed = false;
            for place in record.operands..record.operands + record.count {
                let old = draft.operands.get(place);
                let new = change(draft, place + 1 == record.operands + record.count, old);
                if new != old {
                    draft.operands.set(place, new);
                    changed = true;
                }
            }
            if let Some(uses) = draft.uses.get().filter(|_| changed) {
                draft.note_record(uses, &record);
            }
        }
    }

    /// Returns the operand bundles of a call: the tag and the values of each.
    pub fn bundles(self) -> Vec<(&'d [u8], Vec<Value<'d>>)> {
        let draft = self.draft;
        let (side, lists) = (draft.side.borrow(), draft.lists.borrow());
        let list = self.instruction().and_then(|call| side.bundles.get(&call));
        let values =
            |start, count| draft.operands.range(start, count).iter().map(|cell| draft.value(cell.get())).collect();
        let tag = |tag: u32| lists.bundle_tags.get(tag as usize).map_or(&[][..], |text| draft.texts.get(*text));
        list.into_iter().flatten().map(|bundle| (tag(bundle.tag), values(bundle.operands, bundle.count))).collect()
    }

    /// Returns the replacement of metadata that wraps a local, or of a list of values with locals; `None` if nothing changes.
    fn mapped_node(self, map: Map<'_, 'd>) -> Option<u32> {
        let draft = self.draft;
        let node = self.as_metadata()?;
        match node.kind() {
            NodeKind::Value => {
                let old = node.value().filter(|value| value.is_local())?;
                let new = map(old);
                let node = (new != old).then(|| draft.md_value(new).ok()).flatten();
                node.map(|node| node.number)
            }
            NodeKind::ArgList => {
                let old: Vec<_> = (0..node.operand_count()).filter_map(|i| node.operand(i)?.value()).collect();
                let new: Vec<_> = old.iter().map(|v| if v.is_local() { map(*v) } else { *v }).collect();
                let list = (old != new).then(|| draft.md_arguments(&new).ok()).flatten();
                list.map(|list| list.number)
            }
            _ => None,
        }
    }
}

impl Draft {
    /// Returns the replacement of an operand word that is a value.
    fn mapped<'d>(&'d self, word: u32, map: Map<'_, 'd>) -> u32 {
        match word {
            NONE => word,
            _ if word & METADATA != 0 && word & LOCAL == 0 => {
                self.value(word).mapped_node(map).map_or(word, |node| METADATA | node)
            }
            _ => map(self.value(word)).number,
        }
    }

    /// Moves an instruction with the records before it in front of another, or to the end of a block. The records of `before` stay in
    /// front of the moved ones.
    fn move_whole(&self, instruction: u32, block: u32, before: u32) {
        let this = self.value(LOCAL | self.rows.get(instruction).result);
        let records = this.take_records();
        self.take_out(instruction);
        self.place(instruction, block, before);
        this.put_records(records);
    }
}

impl<'d> Value<'d> {
    /// Moves an instruction in front of another and of the records before that; the records before the moved instruction stay where they are.
    pub(crate) fn move_in_front(self, other: Value<'d>) -> Result<()> {
        let records = other.take_records();
        self.move_before(other)?;
        other.put_records(records);
        Ok(())
    }

    /// Turns a terminator into an unconditional branch to a block; its location and the records before it stay.
    pub(crate) fn make_jump(self, to: Block<'d>) -> Result<()> {
        let draft = self.draft;
        let row = self.row().filter(|row| row.opcode.is_terminator());
        let (Some(row), Some(instruction)) = (row, self.instruction()) else {
            return need(false, "only terminators become jumps");
        };
        draft.remove_uses(instruction);
        let operands = draft.operands.extend([to.number].into_iter());
        draft.capacities.borrow_mut().remove(&instruction);
        draft.rows.set(instruction, Row { opcode: Opcode::Br, sub: 0, flags: 0, operands, count: 1, ..row });
        draft.add_uses(instruction);
        draft.side.borrow_mut().attachments.remove(&instruction);
        Ok(())
    }

    /// Replaces the callee of a call by a function, with that function's type; the arguments stay as they are.
    pub(crate) fn set_called(self, function: super::Function<'d>) -> Result<()> {
        let Some(instruction) = self.instruction().filter(|_| self.opcode() == Some(Opcode::Call)) else {
            return need(false, "only calls call functions");
        };
        self.draft.set_word(instruction, 2, function.ty().number);
        self.draft.set_word(instruction, 3, function.value().number);
        Ok(())
    }

    /// Replaces the `i`th argument of a call, even by a value of another type.
    pub(crate) fn set_argument(self, i: usize, value: Value<'d>) -> Result<()> {
        let Some(instruction) = self.instruction().filter(|_| self.opcode() == Some(Opcode::Call)) else {
            return need(false, "only calls have arguments");
        };
        self.draft.set_word(instruction, 4 + i, value.number);
        Ok(())
    }

    /// Replaces an operand of an instruction, as numbered by [`Value::operands`], even by a value of another type.
    pub(crate) fn set_any_operand(self, i: usize, value: Value<'d>) -> Result<()> {
        let (Some(instruction), Some(row)) = (self.instruction(), self.row()) else {
            return need(false, "only instructions have operands that change");
        };
        let place = (0..row.count as usize).filter(|&at| is_value(self.draft, &row, at)).nth(i);
        let Some(at) = place else { return need(false, "there is no such operand") };
        self.draft.set_word(instruction, at, value.number);
        Ok(())
    }

    /// Appends arguments to a `call` of a variadic function.
    pub(crate) fn append_arguments(self, more: &[Value<'d>]) -> Result<()> {
        let Some(instruction) = self.instruction().filter(|_| self.opcode() == Some(Opcode::Call)) else {
            return need(false, "only calls get more arguments");
        };
        need(self.call_type().is_some_and(|ty| ty.size() != 0), "only variadic functions take more arguments")?;
        let words: Vec<u32> = more.iter().map(|value| value.number).collect();
        self.draft.append_words(instruction, &words);
        Ok(())
    }

    /// Clears and sets flags in the row of an instruction, including those of calls and memory accesses.
    pub(crate) fn change_flags(self, clear: u16, set: u16) {
        if let Some(instruction) = self.instruction() {
            self.draft.rows.change(instruction, |row| row.flags = row.flags & !clear | set);
        }
    }

    /// Returns the type of the function that a call calls.
    pub fn call_type(self) -> Option<super::Type<'d>> {
        let row = self.row().filter(|row| row.opcode.is_call())?;
        let number = self.draft.words(&row).get(2)?.get();
        Some(super::Type { draft: self.draft, number })
    }

    /// Returns the type that an `alloca` allocates, or the source element type of a `getelementptr`, which may be a constant.
    pub fn named_type(self) -> Option<super::Type<'d>> {
        if self.constant_opcode() == Some(Opcode::GetElementPtr) {
            let constant = self.draft.constant(self.number)?;
            let number = self.draft.constants.borrow().words(&constant).first().copied()?;
            return Some(super::Type { draft: self.draft, number });
        }
        let row = self.row().filter(|row| matches!(row.opcode, Opcode::Alloca | Opcode::GetElementPtr))?;
        let number = self.draft.words(&row).first()?.get();
        Some(super::Type { draft: self.draft, number })
    }

    /// Returns whether the value is a load or store with an order stronger than `unordered`.
    pub fn is_ordered(self) -> bool {
        let at = match self.opcode() {
            Some(Opcode::Load) => 2,
            Some(Opcode::Store) => 3,
            _ => return false,
        };
        let word = self.row().and_then(|row| self.draft.words(&row).get(at).map(Cell::get));
        word.is_some_and(|order| order > Ordering::Unordered as u32)
    }

    /// True for a load or store that is atomic.
    pub fn is_atomic(self) -> bool {
        let at = if self.opcode() == Some(Opcode::Store) { 3 } else { 2 };
        let word = self.row().and_then(|row| self.draft.words(&row).get(at).map(Cell::get));
        word.is_some_and(|order| order != Ordering::NotAtomic as u32)
    }

    /// Returns the predicate of a comparison.
    pub fn predicate(self) -> Option<Predicate> {
        let row = self.row().filter(|row| matches!(row.opcode, Opcode::ICmp | Opcode::FCmp))?;
        Predicate::from_number(row.sub.into())
    }

    /// Returns the indices of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let skipped = match self.opcode() {
            Some(Opcode::ExtractValue) => 1,
            Some(Opcode::InsertValue) => 2,
            _ => return Vec::new(),
        };
        let words = self.row().map_or(&[][..], |row| self.draft.words(&row));
        words.iter().skip(skipped).map(Cell::get).collect()
    }

    /// Returns the bits of a constant integer of at most 64 bits.
    pub fn as_integer(self) -> Option<u64> {
        let constant = self.draft.constant(self.number).filter(|c| c.kind == ConstantKind::Integer)?;
        (self.is_constant() && self.ty().kind() == TypeKind::Integer).then_some(constant.data)
    }

    /// Removes the debug records before an instruction, and returns them.
    pub(crate) fn take_records(self) -> Records {
        Records(self.instruction().map_or_else(Vec::new, |at| self.draft.side.borrow_mut().records.take(at)))
    }

    /// Inserts removed debug records before an instruction, behind those already there.
    pub(crate) fn put_records(self, records: Records) {
        let Some(before) = self.instruction().filter(|_| !records.0.is_empty()) else { return };
        for record in &records.0 {
            // The instruction after a record is the word in front of the record's own words.
            self.draft.operands.set(record.operands - 1, before);
        }
        let mut side = self.draft.side.borrow_mut();
        let records = records.0.into_iter().map(|record| DebugRecord { before, ..record });
        side.records.add(records, before);
    }
}

/// Returns whether an operand word is a value.
fn is_value(draft: &Draft, row: &Row, at: usize) -> bool {
    let word = draft.words(row).get(at).map_or(NONE, Cell::get);
    draft.slot(row, at) == Some(Slot::Value) && word != NONE
}

/// Debug records that are detached from any instruction.
pub(crate) struct Records(Vec<DebugRecord>);

impl<'d> Block<'d> {
    /// Moves all instructions of another block of the function, with their debug records, before an instruction of this block, or to its end.
    pub(crate) fn take_instructions(self, from: Block<'d>, before: Option<Value<'d>>) -> Result<()> {
        let same = self.function().is_some() && self.function() == from.function() && self != from;
        need(same, "instructions move between two blocks of a function")?;
        let at = before.and_then(Value::instruction).unwrap_or(NONE);
        let all: Vec<u32> = from.instructions().filter_map(Value::instruction).collect();
        all.into_iter().for_each(|instruction| self.draft.move_whole(instruction, self.number, at));
        Ok(())
    }

    /// Renames this block to another in the phis of successors.
    pub(crate) fn rename_in_phis(self, to: Block<'d>, successors: impl Iterator<Item = Block<'d>>) {
        successors.for_each(|successor| successor.rename_predecessor(self, to));
    }

    /// Merges the only successor into this block, and removes it; the successor must have no other predecessor and no phis.
    pub(crate) fn absorb(self, next: Block<'d>) -> Result<()> {
        let jump = self.terminator().filter(|last| last.row().is_some_and(|row| row.count == 1));
        let fits = next != self && self.successors().eq([next]);
        let Some(jump) = jump.filter(|_| fits) else { return need(false, "a block goes on to the next alone") };
        next.rename_in_phis(self, next.successors().collect::<Vec<_>>().into_iter());
        // Records before the jump go in front of what follows.
        let records = jump.take_records();
        let first = next.first();
        jump.erase()?;
        self.take_instructions(next, None)?;
        if let Some(first) = first {
            let behind = first.take_records();
            first.put_records(records);
            first.put_records(behind);
        }
        next.erase()
    }
}

impl<'d> Value<'d> {
    /// Returns whether an instruction uses the value directly.
    pub fn has_uses(self) -> bool {
        self.users().next().is_some()
    }

    /// Returns the opcode of a constant expression.
    pub fn constant_opcode(self) -> Option<Opcode> {
        let constant = self.draft.constant(self.number).filter(|_| self.is_constant())?;
        match constant.kind {
            ConstantKind::Gep => Some(Opcode::GetElementPtr),
            ConstantKind::Expression => Opcode::from_number(constant.sub as u64),
            _ => None,
        }
    }
}

impl<'d> super::Function<'d> {
    /// Returns the last block.
    pub fn last_block(self) -> Option<Block<'d>> {
        self.draft.block(self.link().last)
    }

    /// Returns the personality function.
    pub fn personality(self) -> Option<Value<'d>> {
        let value = self.value().with_global(|global| global.personality)?;
        value.checked_sub(1).map(|number| self.draft.value(number))
    }

    /// Sets or removes the personality function.
    ///
    /// # Errors
    /// A value that is no constant.
    pub fn set_personality(self, personality: Option<Value<'d>>) -> Result<()> {
        need(personality.is_none_or(Value::is_constant), "a personality is a constant")?;
        if let Some(global) = self.draft.globals.borrow_mut().get_mut(self.number as usize) {
            global.personality = personality.map_or(0, |value| value.number + 1);
        }
        self.draft.note_global(self.number);
        Ok(())
    }
}

impl Draft {
    /// Returns the type of a number.
    pub fn type_of_number(&self, number: u32) -> Option<super::Type<'_>> {
        self.types.borrow().get(number).map(|_| super::Type { draft: self, number })
    }

    /// Returns the address space of `alloca` in the data layout.
    pub fn alloca_space(&self) -> u32 {
        self.sizes.borrow().0.alloca_space()
    }
}
