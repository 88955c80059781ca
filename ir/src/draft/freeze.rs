//! Creates a module from a draft: linked lists become ranges, in order, and locals and blocks are renumbered.

use std::cell::Cell;

use super::side::Side;
use super::thaw::is_local;
use super::{Draft, FunctionLink};
use crate::instruction::{Row, Slot};
use crate::metadata::{NodeKind, forget_removed};
use crate::module::{Attachment, BlockRow, Body, Bundle, DebugRecord, LOCAL, LocalRow, Module, NONE, Name, Parameters};

/// New numbers by old numbers; [`NONE`] for erased items.
struct Numbers {
    /// The new numbers of locals, in the module.
    locals: Vec<u32>,
    /// The new numbers of blocks, in their functions.
    blocks: Vec<u32>,
    /// Set for instructions with attachments, records or bundles; ends with the last of these.
    is_attended: Vec<bool>,
}

#[inline(always)]
fn renumbered(numbers: &[u32], old: u32) -> u32 {
    numbers.get(old as usize).copied().unwrap_or(NONE)
}

impl Numbers {
    #[inline(always)]
    fn value(&self, value: u32) -> u32 {
        if is_local(value) && value != NONE { LOCAL | renumbered(&self.locals, value & !LOCAL) } else { value }
    }
}

impl Draft {
    /// Converts the draft into a module.
    pub fn freeze(self) -> Module {
        let module = Module {
            types: self.types.take(),
            constants: self.constants.take(),
            attributes: self.attributes.take(),
            metadata: self.metadata.take(),
            globals: self.globals.take(),
            ..Module::default()
        };
        self.lay_out(module)
    }

    /// Returns a module with the current contents of the draft, which stays usable.
    pub fn snapshot(&self) -> Module {
        let module = Module {
            types: self.types.borrow().clone(),
            constants: self.constants.borrow().clone(),
            attributes: self.attributes.borrow().clone(),
            metadata: self.metadata.borrow().clone(),
            globals: self.globals.borrow().clone(),
            ..Module::default()
        };
        self.lay_out(module)
    }

    /// Fills in everything but the tables, which the module has from the draft already.
    fn lay_out(&self, mut module: Module) -> Module {
        let (head, lists, side) = (self.head.borrow(), self.lists.borrow(), self.side.borrow());
        module.source_filename = head.source_filename;
        module.data_layout = head.data_layout;
        module.triple = head.triple;
        module.assembly = head.assembly;
        module.producer.clone_from(&head.producer);
        module.size = head.size;
        module.comdats.clone_from(&lists.comdats);
        module.named_nodes.clone_from(&lists.named_nodes);
        module.kinds.clone_from(&lists.kinds);
        module.bundle_tags.clone_from(&lists.bundle_tags);
        module.sync_scopes.clone_from(&lists.sync_scopes);
        module.bytes = self.texts.bytes();
        module.global_attachments.clone_from(&side.global_attachments);
        let has_body = |function: &u32| self.functions.get(*function).first != NONE;
        let (functions, declarations): (Vec<u32>, Vec<u32>) =
            self.ordered(&module.globals).into_iter().partition(has_body);
        let void = self.void;
        let numbers = self.number(functions.iter().chain(&declarations), void);
        module.instructions.reserve(self.rows.len() as usize);
        module.operands.reserve(self.operands.len() as usize);
        module.locals.reserve(self.locals.len() as usize);
        for &function in &functions {
            let body = self.lay_out_body(&mut module, &side, &numbers, (function, void));
            if let Some(global) = module.globals.get_mut(function as usize) {
                global.body = Some(body);
            }
        }
        for function in declarations {
            self.lay_out_parameters(&mut module, &side, function);
        }
        self.name_current_nodes(&mut module);
        forget_removed(&mut module);
        renumber_nodes(&mut module, &numbers);
        renumber_block_addresses(&mut module, &numbers);
        self.arrange(&mut module);
        module
    }

    /// Numbers locals and blocks in the order of the module.
    fn number<'a>(&self, functions: impl Iterator<Item = &'a u32>, void: u32) -> Numbers {
        let mut numbers = Numbers {
            locals: vec![NONE; self.locals.len() as usize],
            blocks: vec![NONE; self.blocks.len() as usize],
            is_attended: self.side.borrow().attended(),
        };
        let mut next = 0;
        let mut give = |local: u32| {
            if let Some(slot) = numbers.locals.get_mut(local as usize) {
                *slot = next;
                next += 1;
            }
        };
        for &function in functions {
            let link = self.functions.get(function);
            (link.arguments..link.arguments + link.count).for_each(&mut give);
            for (i, block) in self.block_numbers(link).enumerate() {
                if let Some(slot) = numbers.blocks.get_mut(block as usize) {
                    *slot = i as u32;
                }
                for instruction in self.instruction_numbers(block) {
                    let local = self.rows.get(instruction).result;
                    if self.locals.get(local).ty != void {
                        give(local);
                    }
                }
            }
        }
        numbers
    }

    fn lay_out_body(&self, m: &mut Module, side: &Side, numbers: &Numbers, (function, void): (u32, u32)) -> Body {
        let mut body = Body::begin(m);
        self.lay_out_arguments(m, side, function);
        let link = self.functions.get(function);
        for (i, block) in self.block_numbers(link).enumerate() {
            if let Some(&text) = side.block_names.get(&block) {
                m.block_names.push(Name { of: i as u32, text });
            }
            let first = m.instructions.len() as u32;
            for instruction in self.instruction_numbers(block) {
                self.lay_out_instruction(m, side, numbers, (instruction, void));
            }
            m.blocks.push(BlockRow { first, end: m.instructions.len() as u32 });
        }
        m.block_orders.extend(side.block_orders.get(&function).into_iter().flatten().cloned());
        body.end(m);
        body
    }

    fn lay_out_arguments(&self, m: &mut Module, side: &Side, function: u32) {
        let link = self.functions.get(function);
        for local in link.arguments..link.arguments + link.count {
            m.locals.push(LocalRow { ty: self.locals.get(local).ty, instruction: NONE });
            name_local(m, side, local);
        }
    }

    /// Writes the parameters of a function without a body. If its body was moved to another function, instructions there may still use them.
    fn lay_out_parameters(&self, m: &mut Module, side: &Side, function: u32) {
        if self.functions.get(function).arguments != NONE {
            m.parameters.push(Parameters { function, first: m.locals.len() as u32 });
            self.lay_out_arguments(m, side, function);
        }
    }

    #[inline]
    fn lay_out_instruction(&self, m: &mut Module, side: &Side, numbers: &Numbers, (instruction, void): (u32, u32)) {
        let number = m.instructions.len() as u32;
        let row = self.rows.get(instruction);
        let operands = m.operands.len() as u32;
        self.lay_out_operands(m, numbers, &row);
        let local = self.locals.get(row.result);
        let mut result = NONE;
        if local.ty != void {
            result = m.locals.len() as u32;
            m.locals.push(LocalRow { ty: local.ty, instruction: number });
            name_local(m, side, row.result);
        }
        m.instructions.push(Row { operands, result, ..row });
        if instruction < self.locations.len() {
            let location = self.locations.get(instruction);
            if location != 0 {
                m.locations.resize(number as usize, 0);
                m.locations.push(location);
            }
        }
        if numbers.is_attended.get(instruction as usize) == Some(&true) {
            self.lay_out_side(m, side, numbers, (instruction, number));
        }
    }

    fn lay_out_side(&self, m: &mut Module, side: &Side, numbers: &Numbers, (instruction, number): (u32, u32)) {
        for attachment in side.attachments.get(&instruction).into_iter().flatten() {
            m.attachments.push(Attachment { to: number, ..*attachment });
        }
        for record in side.records.at(instruction) {
            let operands = self.lay_out_values(m, numbers, record.operands, record.count);
            m.records.push(DebugRecord { before: number, operands, ..*record });
        }
        for bundle in side.bundles.get(&instruction).into_iter().flatten() {
            let operands = self.lay_out_values(m, numbers, bundle.operands, bundle.count);
            m.bundles.push(Bundle { call: number, operands, ..*bundle });
        }
    }

    #[inline]
    fn lay_out_operands(&self, m: &mut Module, numbers: &Numbers, row: &Row) {
        let cells = self.operands.range(row.operands, row.count);
        if let Some(values) = row.opcode.values(cells.len()) {
            let word = |(i, cell): (usize, &Cell<u32>)| match values.contains(&i) {
                true => numbers.value(cell.get()),
                false => cell.get(),
            };
            m.operands.extend(cells.iter().enumerate().map(word));
            return;
        }
        let word = |(i, cell): (usize, &Cell<u32>)| match (self.slot(row, i), cell.get()) {
            (_, NONE) => NONE,
            (Some(Slot::Value), word) => numbers.value(word),
            (Some(Slot::Block), word) => renumbered(&numbers.blocks, word),
            (_, word) => word,
        };
        m.operands.extend(cells.iter().enumerate().map(word));
    }

    fn lay_out_values(&self, m: &mut Module, numbers: &Numbers, start: u32, count: u32) -> u32 {
        let at = m.operands.len() as u32;
        let cells = self.operands.range(start, count);
        m.operands.extend(cells.iter().map(|cell| numbers.value(cell.get())));
        at
    }

    /// Returns the numbers of a function's blocks, in order.
    #[inline]
    pub(super) fn block_numbers(&self, link: FunctionLink) -> impl Iterator<Item = u32> + Clone {
        walk(link.first, |block| self.blocks.get(block).next)
    }

    /// Returns the numbers of a block's instructions, in order.
    #[inline]
    pub(super) fn instruction_numbers(&self, block: u32) -> impl Iterator<Item = u32> + Clone {
        walk(self.blocks.get(block).first, |instruction| self.links.get(instruction).next)
    }
}

/// Returns `first` and the numbers after it, up to [`NONE`].
#[inline]
fn walk(first: u32, next: impl Fn(u32) -> u32 + Clone) -> impl Iterator<Item = u32> + Clone {
    let some = |number: u32| (number != NONE).then_some(number);
    std::iter::successors(some(first), move |&number| some(next(number)))
}

/// Gives the newest local of a module its name in the draft.
#[inline]
fn name_local(m: &mut Module, side: &Side, local: u32) {
    let text = side.local_name(local);
    if !text.is_empty() {
        m.local_names.push(Name { of: m.locals.len() as u32 - 1, text });
    }
}

/// Renumbers the locals that metadata wraps.
fn renumber_nodes(m: &mut Module, numbers: &Numbers) {
    for node in m.metadata.nodes.iter().filter(|node| node.kind == NodeKind::Value) {
        if let Some(word) = m.metadata.words.get_mut(node.start as usize + 1) {
            *word = numbers.value(*word as u32) as u64;
        }
    }
}

fn renumber_block_addresses(m: &mut Module, numbers: &Numbers) {
    let rows = 0..m.constants.rows.len() as u32;
    let places: Vec<_> = rows.filter_map(|i| m.constants.block_address(i)).collect();
    for &(_, block, at) in &places {
        if let Some(word) = m.constants.words.get_mut(at) {
            *word = renumbered(&numbers.blocks, block);
        }
    }
    if !places.is_empty() {
        m.constants.rehash();
    }
}
