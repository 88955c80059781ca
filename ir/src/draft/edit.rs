//! Placing, moving and erasing instructions and blocks.

use super::{ARGUMENT, Block, BlockLink, Draft, Function, FunctionLink, Link, Result, Value, need};
use crate::constants::{Constant, ConstantKind};
use crate::instruction::{Opcode, Row, Slot};
use crate::module::{LOCAL, LocalRow, NONE};
use crate::types::TypeKind;

impl Draft {
    /// Adds an instruction that is not yet in a block, and returns its number and its local; `ty` is the type of its result, `void`
    /// for none.
    #[inline(always)]
    pub(super) fn add_instruction(&self, row: Row, words: &[u32], ty: u32) -> (u32, u32) {
        let operands = self.operands.extend(words.iter().copied());
        let number = self.rows.len();
        let result = self.locals.push(LocalRow { ty, instruction: number });
        self.rows.push(Row { operands, count: words.len() as u32, result, ..row });
        // The links begin as the defaults.
        self.links.reach(number + 1);
        if self.uses.get().is_some() {
            self.add_uses(number);
        }
        (number, result)
    }

    /// Sets the debug location of an instruction: a node, plus one; zero is none.
    #[inline]
    pub(super) fn set_location(&self, instruction: u32, location: u32) {
        if location != 0 || instruction < self.locations.len() {
            self.locations.put(instruction, location);
        }
    }

    /// Places an instruction before another of `block`, or at its end.
    #[inline(always)]
    pub(super) fn place(&self, instruction: u32, block: u32, before: u32) {
        match before {
            NONE => self.place_last(instruction, block),
            _ => self.place_before(instruction, block, before),
        }
    }

    fn place_before(&self, instruction: u32, block: u32, before: u32) {
        let previous = self.links.get(before).previous;
        self.links.set(instruction, Link { previous, next: before, block });
        self.tie(block, previous, instruction);
        self.tie(block, instruction, before);
        // The records before an instruction move in front of the inserted one.
        self.move_records([before, instruction], block);
    }

    /// Places an instruction at the end of a block.
    #[inline(always)]
    fn place_last(&self, instruction: u32, block: u32) {
        let Some(cell) = self.blocks.cell(block) else { return };
        let link = cell.get();
        let first = if link.last == NONE { instruction } else { link.first };
        cell.set(BlockLink { first, last: instruction, ..link });
        self.links.set(instruction, Link { previous: link.last, next: NONE, block });
        self.links.change(link.last, |last| last.next = instruction);
        if self.has_records() {
            self.move_records([NONE, instruction], block);
        }
    }

    /// Links two instructions of a block as neighbours; [`NONE`] stands for the start or end of the block.
    #[inline]
    fn tie(&self, block: u32, left: u32, right: u32) {
        match left {
            NONE => self.blocks.change(block, |link| link.first = right),
            _ => self.links.change(left, |link| link.next = right),
        }
        match right {
            NONE => self.blocks.change(block, |link| link.last = left),
            _ => self.links.change(right, |link| link.previous = left),
        }
    }

    /// Removes an instruction from its block; the records before it move to the next instruction.
    pub(super) fn take_out(&self, instruction: u32) {
        let Link { previous, next, block } = self.links.get(instruction);
        if block == NONE {
            return;
        }
        self.end_read_uses();
        self.tie(block, previous, next);
        self.links.set(instruction, Link::default());
        self.move_records([instruction, next], block);
    }

    /// Erases an instruction, which must be unused.
    fn erase_instruction(&self, instruction: u32) {
        self.forget_value(LOCAL | self.rows.get(instruction).result);
        self.value(LOCAL | self.rows.get(instruction).result).set_name(b"");
        self.take_out(instruction);
        self.remove_uses(instruction);
        self.rows.change(instruction, |row| row.count = 0);
        let mut side = self.side.borrow_mut();
        side.attachments.remove(&instruction);
        side.bundles.remove(&instruction);
        drop(side);
        self.set_location(instruction, 0);
    }

    /// Replaces a value that is about to be erased by poison in debug records and metadata.
    fn forget_value(&self, value: u32) {
        let is_named = self.is_recorded(value) || self.wrapped(value).is_some();
        if is_named {
            let poison = self.poison(self.type_of(value));
            self.replace_in_metadata(value, poison);
        }
    }

    /// Replaces a global that is about to be removed by poison in debug records and lists of values. [`forget_removed`] handles nodes.
    ///
    /// [`forget_removed`]: crate::metadata::forget_removed
    pub(super) fn forget_global(&self, value: u32) {
        let lists = self.wrapped(value).map(|node| (node, self.lists_with(node)));
        let listed = lists.filter(|(_, lists)| !lists.is_empty());
        if listed.is_none() && !self.is_recorded(value) {
            return;
        }
        let poison = self.poison(self.type_of(value));
        self.replace_recorded(value, poison);
        if let (Some((node, lists)), Ok(new)) = (listed, self.md_value(self.value(poison))) {
            self.replace_in_lists(&lists, node, new.number);
        }
    }

    /// Returns `poison` of a type.
    pub(super) fn poison(&self, ty: u32) -> u32 {
        let constant = Constant { data: 0, ty, count: 0, kind: ConstantKind::Poison, sub: 0, flags: 0 };
        self.constants.borrow_mut().intern(constant, 0)
    }

    #[inline]
    pub(super) fn void(&self) -> u32 {
        self.void
    }

    /// Places a block behind another of the same function, or first.
    fn place_block(&self, block: u32, function: u32, behind: u32) {
        if self.blocks.get(block).function != function {
            self.end_read_uses();
        }
        let next = if behind == NONE { self.functions.get(function).first } else { self.blocks.get(behind).next };
        self.blocks.change(block, |link| *link = BlockLink { previous: behind, next, function, ..*link });
        self.tie_blocks(function, behind, block);
        self.tie_blocks(function, block, next);
    }

    fn tie_blocks(&self, function: u32, left: u32, right: u32) {
        match left {
            NONE => self.functions.change(function, |link| link.first = right),
            _ => self.blocks.change(left, |link| link.next = right),
        }
        match right {
            NONE => self.functions.change(function, |link| link.last = left),
            _ => self.blocks.change(right, |link| link.previous = left),
        }
        // The use-list orders were those of the blocks that were read.
        let orders = &mut self.side.borrow_mut().block_orders;
        if !orders.is_empty() {
            orders.remove(&function);
        }
    }
}

impl<'d> Function<'d> {
    /// Appends a block. The first block turns the function into a definition, whose arguments are values from then on.
    pub fn append_block(self, name: &[u8]) -> Block<'d> {
        let draft = self.draft;
        self.give_arguments();
        let number = draft.blocks.push(BlockLink::default());
        draft.place_block(number, self.number, self.link().last);
        let block = Block { draft, number };
        if !name.is_empty() {
            block.set_name(name);
        }
        block
    }

    /// Makes locals of the parameters, unless they are locals already.
    pub(super) fn give_arguments(self) {
        let draft = self.draft;
        let link = self.link();
        if link.arguments != NONE {
            return;
        }
        draft.functions.reach(self.number + 1);
        let parameters: Vec<u32> = draft.types.borrow().parts(self.ty().number).iter().skip(1).copied().collect();
        let arguments = draft.locals.len();
        for ty in &parameters {
            draft.locals.push(LocalRow { ty: *ty, instruction: ARGUMENT | self.number });
        }
        draft.functions.set(self.number, FunctionLink { arguments, count: parameters.len() as u32, ..link });
    }
}

impl<'d> Block<'d> {
    /// Sets the name of the block; an empty name removes it. A number is appended to a name that the function already uses.
    pub fn set_name(self, name: &[u8]) {
        let Some(function) = self.function() else { return };
        let name = self.draft.take_local_name(function.number, self.name(), name);
        let text = self.draft.texts.add(&name);
        let names = &mut self.draft.side.borrow_mut().block_names;
        if name.is_empty() {
            names.remove(&self.number)
        } else {
            names.insert(self.number, text)
        };
    }

    /// Returns the name; empty for a block that has none.
    pub fn name(self) -> &'d [u8] {
        let text = self.draft.side.borrow().block_names.get(&self.number).copied();
        text.map_or(&[], |text| self.draft.texts.get(text))
    }

    /// Moves the block behind another of its function.
    ///
    /// # Errors
    /// Blocks of two functions.
    pub fn move_behind(self, other: Block<'d>) -> Result<()> {
        let BlockLink { previous, next, function, .. } = self.link();
        need(function != NONE && other.link().function == function, "a block moves within its function")?;
        if self != other {
            self.draft.tie_blocks(function, previous, next);
            self.draft.place_block(self.number, function, other.number);
        }
        Ok(())
    }

    /// Moves the block before all others of its function.
    ///
    /// # Errors
    /// A block that was erased.
    pub(super) fn move_to_front(self) -> Result<()> {
        let BlockLink { previous, next, function, .. } = self.link();
        need(function != NONE, "the block was erased before")?;
        self.draft.tie_blocks(function, previous, next);
        self.draft.place_block(self.number, function, NONE);
        Ok(())
    }

    /// Erases the block with its instructions. Values of it that are used elsewhere become poison there, and phis lose the block.
    ///
    /// # Errors
    /// A block that another block branches to.
    pub fn erase(self) -> Result<()> {
        let draft = self.draft;
        let BlockLink { previous, next, function, .. } = self.link();
        need(function != NONE, "the block was erased before")?;
        need(self.users().all(|user| user.block() == Some(self)), "a block that others go to cannot be erased")?;
        let successors: Vec<_> = self.successors().collect();
        for successor in successors {
            successor.forget_predecessor(self);
            // A phi without values is invalid.
            if successor.first().is_some_and(|phi| phi.opcode() == Some(Opcode::Phi) && phi.incoming().next().is_none())
            {
                successor.simplify_phis()?;
            }
        }
        while let Some(last) = self.last() {
            last.replace_uses(draft.value(draft.poison(last.ty().number)))?;
            last.erase()?;
        }
        self.set_name(b"");
        draft.tie_blocks(function, previous, next);
        draft.blocks.set(self.number, BlockLink::default());
        Ok(())
    }

    /// Removes one incoming value of a predecessor from each phi of the block.
    pub fn forget_predecessor(self, from: Block<'d>) {
        for phi in self.instructions().take_while(|i| i.opcode() == Some(Opcode::Phi)) {
            let place = phi.incoming().position(|(_, block)| block == from);
            if let (Some(place), Some(instruction), Some(row)) = (place, phi.instruction(), phi.row()) {
                let mut words: Vec<u32> = self.draft.words(&row).iter().map(std::cell::Cell::get).collect();
                words.drain(place * 2..place * 2 + 2);
                self.draft.set_words(instruction, &words);
            }
        }
    }

    /// Renames the block `from` in the phis at the start.
    pub(super) fn rename_predecessor(self, from: Block<'d>, to: Block<'d>) {
        let draft = self.draft;
        for phi in self.instructions().take_while(|i| i.opcode() == Some(Opcode::Phi)) {
            let words = phi.row().map_or(&[][..], |row| draft.words(&row));
            for word in words.iter().skip(1).step_by(2).filter(|word| word.get() == from.number) {
                word.set(to.number);
            }
        }
    }
}

impl<'d> Value<'d> {
    /// Sets the name of an argument, an instruction or a global; an empty name removes it. A number is appended to a name in use. An
    /// instruction that has no result, or is in no block, gets no name.
    pub fn set_name(self, name: &[u8]) {
        if self.is_constant() {
            return self.set_global_name(name);
        }
        let function = match self.instruction() {
            Some(_) => self.block().and_then(Block::function),
            None => self.draft.function_of_argument(self.number & !LOCAL),
        };
        let Some(function) = function.filter(|_| self.ty().kind() != TypeKind::Void) else { return };
        let name = self.draft.take_local_name(function.number, self.name(), name);
        let text = self.draft.texts.add(&name);
        self.draft.side.borrow_mut().name_local(self.number & !LOCAL, text);
    }

    /// Moves an instruction before another.
    ///
    /// # Errors
    /// A value that is not an instruction in a block.
    pub fn move_before(self, other: Value<'d>) -> Result<()> {
        let place = other.block().zip(other.instruction());
        let (Some(this), Some((block, before))) = (self.instruction(), place) else {
            return need(false, "an instruction moves before another that stands in a block");
        };
        if self != other {
            self.draft.take_out(this);
            self.draft.place(this, block.number, before);
        }
        Ok(())
    }

    /// Moves an instruction to the end of a block.
    ///
    /// # Errors
    /// A value that is not an instruction.
    pub fn move_to_end(self, block: Block<'d>) -> Result<()> {
        need(self.instruction().is_some() && block.link().function != NONE, "an instruction moves into a block")?;
        let this = self.instruction().unwrap_or(NONE);
        self.draft.take_out(this);
        self.draft.place(this, block.number, NONE);
        Ok(())
    }

    /// Erases an instruction; debug records that refer to it refer to poison afterwards.
    ///
    /// # Errors
    /// An instruction that is used, a value that is not an instruction.
    pub fn erase(self) -> Result<()> {
        let Some(instruction) = self.instruction().filter(|_| self.block().is_some()) else {
            return need(false, "only instructions in a block are erased");
        };
        need(self.users().next().is_none(), "an instruction that is used cannot be erased")?;
        self.draft.erase_instruction(instruction);
        Ok(())
    }

    /// Replaces the `i`th value operand of an instruction, as numbered by [`Value::operands`].
    ///
    /// # Errors
    /// No such operand, or a value of another type.
    pub fn set_operand(self, i: usize, value: Value<'d>) -> Result<()> {
        let draft = self.draft;
        let Some(row) = self.row() else {
            return need(false, "only instructions have operands that change");
        };
        let mut places = (0..row.count as usize).filter(|&at| {
            let word = draft.words(&row).get(at).map_or(NONE, std::cell::Cell::get);
            draft.slot(&row, at) == Some(Slot::Value) && word != NONE
        });
        let Some(at) = places.nth(i) else { return need(false, "there is no such operand") };
        self.set_value_word(at, value)
    }

    /// Replaces the `i`th successor of the terminator; the caller updates the phis of both blocks.
    ///
    /// # Errors
    /// No such successor, or a block of another function.
    pub fn set_successor(self, i: usize, to: Block<'d>) -> Result<()> {
        let draft = self.draft;
        let function = self.block().and_then(Block::function);
        need(function.is_some() && to.function() == function, "a terminator goes to blocks of its function")?;
        let (Some(instruction), Some(row)) = (self.instruction(), self.row()) else { return Ok(()) };
        let blocks = |at: &usize| {
            let word = draft.words(&row).get(*at).map_or(NONE, std::cell::Cell::get);
            row.opcode.is_terminator() && draft.slot(&row, *at) == Some(Slot::Block) && word != NONE
        };
        let Some(at) = (0..row.count as usize).filter(blocks).nth(i) else {
            return need(false, "there is no such successor");
        };
        draft.set_word(instruction, at, to.number);
        draft.side.borrow_mut().block_orders.remove(&function.map_or(NONE, |f| f.number));
        Ok(())
    }

    /// Moves the instruction and all after it to a new block behind its block, which then branches to the new one.
    ///
    /// # Errors
    /// A phi, a landing pad, or a block without a terminator.
    pub fn split_block(self) -> Result<Block<'d>> {
        let draft = self.draft;
        let Some(block) = self.block().filter(|block| block.terminator().is_some()) else {
            return need(false, "blocks with a terminator are split").map(|()| Block { draft, number: NONE });
        };
        let stays =
            matches!(self.opcode(), Some(Opcode::Phi | Opcode::LandingPad | Opcode::CatchPad | Opcode::CleanupPad));
        need(!stays, "blocks are split behind their phis and pads")?;
        let number = draft.blocks.push(BlockLink::default());
        draft.place_block(number, block.link().function, block.number);
        let new = Block { draft, number };
        let successors: Vec<_> = block.successors().collect();
        successors.into_iter().for_each(|successor| successor.rename_predecessor(block, new));
        let moved: Vec<u32> = std::iter::successors(Some(self), |i| i.next()).filter_map(Value::instruction).collect();
        let first = moved.first().copied().unwrap_or(NONE);
        let last = block.link().last;
        draft.tie(block.number, draft.links.get(first).previous, NONE);
        draft.links.change(first, |link| link.previous = NONE);
        draft.blocks.change(number, |link| (link.first, link.last) = (first, last));
        moved.iter().for_each(|instruction| draft.links.change(*instruction, |link| link.block = number));
        let (br, _) = draft.add_instruction(Row { opcode: Opcode::Br, ..Row::default() }, &[number], draft.void());
        draft.place(br, block.number, NONE);
        Ok(new)
    }

    /// Ends the block before this instruction with `unreachable`, and erases the rest. Erased values that are used elsewhere become
    /// poison there. The phis of the successors lose the block, and are replaced by their value if only one is left. The debug
    /// records before this instruction then stand before the `unreachable`, which has its location.
    ///
    /// # Errors
    /// A value that is not an instruction in a block.
    pub fn end_block(self) -> Result<()> {
        let draft = self.draft;
        let (Some(block), Some(this)) = (self.block(), self.instruction()) else {
            return need(false, "a block ends before one of its instructions");
        };
        let successors: Vec<_> = block.successors().collect();
        let row = Row { opcode: Opcode::Unreachable, ..Row::default() };
        let (end, _) = draft.add_instruction(row, &[], draft.void());
        draft.place(end, block.number, this);
        draft.set_location(end, draft.locations.get(this));
        let doomed: Vec<_> = std::iter::successors(Some(self), |i| i.next()).collect();
        if let Some(end) = draft.result(end) {
            doomed.iter().for_each(|instruction| end.put_records(instruction.take_records()));
        }
        for successor in successors {
            successor.forget_predecessor(block);
            successor.simplify_phis()?;
        }
        for instruction in doomed.into_iter().rev().filter(|instruction| instruction.block().is_some()) {
            instruction.replace_uses(draft.value(draft.poison(instruction.ty().number)))?;
            instruction.erase()?;
        }
        Ok(())
    }
}

impl<'d> Block<'d> {
    /// Replaces phis with a single value by that value, and phis without values by poison.
    pub(super) fn simplify_phis(self) -> Result<()> {
        let phis: Vec<_> = self.instructions().take_while(|i| i.opcode() == Some(Opcode::Phi)).collect();
        for phi in phis {
            let mut values = phi.incoming().map(|(value, _)| value).filter(|value| *value != phi);
            let value = values.next().unwrap_or(self.draft.value(self.draft.poison(phi.ty().number)));
            if values.all(|other| other == value) {
                phi.replace_uses(value)?;
                phi.erase()?;
            }
        }
        Ok(())
    }
}
