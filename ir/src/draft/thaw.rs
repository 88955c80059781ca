//! Makes a draft of a module.

use crate::sorting::Sorting;
use std::cell::{Cell, OnceCell, RefCell};

use super::column::Column;
use super::side::{self, Side};
use super::texts::Texts;
use super::{ARGUMENT, BlockLink, Draft, FunctionLink, Head, Link, Lists};
use crate::instruction::{Opcode, Slot};
use crate::layout::{DataLayout, Sizes};
use crate::module::{Body, LOCAL, LocalRow, Module, NONE, Parameters, within};
use crate::types::TypeKind;

impl Draft {
    /// Returns the draft of a module.
    pub fn thaw(mut module: Module) -> Draft {
        let bodies: Vec<_> = module.globals.iter_mut().map(|global| global.body.take()).collect();
        let head = Head {
            source_filename: module.source_filename,
            data_layout: module.data_layout,
            triple: module.triple,
            assembly: module.assembly,
            producer: std::mem::take(&mut module.producer),
            size: module.size,
        };
        let lists = Lists {
            comdats: std::mem::take(&mut module.comdats),
            named_nodes: std::mem::take(&mut module.named_nodes),
            kinds: std::mem::take(&mut module.kinds),
            bundle_tags: std::mem::take(&mut module.bundle_tags),
            sync_scopes: std::mem::take(&mut module.sync_scopes),
        };
        let layout = String::from_utf8_lossy(module.text(module.data_layout));
        let layout = DataLayout::parse(&layout).unwrap_or_default();
        let void = module.types.simple(TypeKind::Void, 0);
        place_rows(&mut module, void);
        let count = module.instructions.len();
        let strings_as_read = lay_out_strings(&mut module);
        match module.locations.is_empty() {
            // Memory that the system has cleared is not touched before it is written.
            true => module.locations = vec![0; count],
            false => module.locations.resize(count, 0),
        }
        let draft = Draft {
            head: RefCell::new(head),
            lists: RefCell::new(lists),
            texts: Texts::new(std::mem::take(&mut module.bytes)),
            types: RefCell::new(std::mem::take(&mut module.types)),
            void,
            constants: RefCell::new(std::mem::take(&mut module.constants)),
            attributes: RefCell::new(std::mem::take(&mut module.attributes)),
            known_attributes: RefCell::default(),
            metadata: RefCell::new(std::mem::take(&mut module.metadata)),
            globals: RefCell::new(std::mem::take(&mut module.globals)),
            functions: Column::of(vec![FunctionLink::default(); bodies.len()]),
            blocks: Column::of(vec![BlockLink::default(); module.blocks.len()]),
            rows: Column::of(std::mem::take(&mut module.instructions)),
            links: Column::of(vec![Link::default(); count]),
            operands: Column::of(std::mem::take(&mut module.operands)),
            locals: Column::of(std::mem::take(&mut module.locals)),
            locations: Column::of(std::mem::take(&mut module.locations)),
            side: RefCell::new(Side::default()),
            uses: OnceCell::new(),
            read_uses: Default::default(),
            wrapped: RefCell::default(),
            capacities: RefCell::default(),
            nodes: RefCell::default(),
            strings_as_read,
            strings: RefCell::default(),
            names: RefCell::default(),
            sizes: RefCell::new((layout, Sizes::default())),
            expressions: Cell::default(),
            lent: RefCell::default(),
            order: RefCell::default(),
        };
        for (number, body) in bodies.iter().enumerate() {
            if let Some(body) = body {
                draft.take_body(&module, number as u32, body);
            }
        }
        module.parameters.iter().for_each(|declared| draft.take_parameters(declared));
        draft.take_side(&module, &bodies);
        draft.count_blocks_of_constants(|function, block| {
            let body = bodies.get(function as usize).and_then(Option::as_ref);
            body.map_or(NONE, |body| body.blocks.start + block)
        });
        draft
    }

    /// Links the blocks and instructions of a function, and converts block numbers in operands to those of the draft.
    fn take_body(&self, module: &Module, function: u32, body: &Body) {
        let blocks = body.blocks.clone();
        let is_argument = |local: &u32| self.locals.get(*local).instruction == NONE;
        let arguments = body.locals.clone().take_while(is_argument).count();
        for local in body.locals.start..body.locals.start + arguments as u32 {
            self.locals.change(local, |row| row.instruction = ARGUMENT | function);
        }
        self.functions.set(
            function,
            FunctionLink {
                first: if blocks.is_empty() { NONE } else { blocks.start },
                last: blocks.clone().last().unwrap_or(NONE),
                arguments: body.locals.start,
                count: arguments as u32,
            },
        );
        for block in blocks.clone() {
            let Some(row) = module.blocks.get(block as usize) else { continue };
            let is_empty = row.first >= row.end;
            let link = BlockLink {
                previous: if block == blocks.start { NONE } else { block - 1 },
                next: if block + 1 == blocks.end { NONE } else { block + 1 },
                first: if is_empty { NONE } else { row.first },
                last: if is_empty { NONE } else { row.end - 1 },
                function,
            };
            self.blocks.set(block, link);
            for number in row.first..row.end {
                let previous = if number == row.first { NONE } else { number - 1 };
                let next = if number + 1 == row.end { NONE } else { number + 1 };
                self.links.set(number, Link { previous, next, block });
                self.move_blocks(number, |block| blocks.start + block);
            }
        }
    }

    /// Attaches the locals of a declaration's parameters to it.
    fn take_parameters(&self, declared: &Parameters) {
        let globals = self.globals.borrow();
        let Some(global) = globals.get(declared.function as usize) else { return };
        let count = self.types.borrow().parts(global.ty).len().saturating_sub(1) as u32;
        for local in declared.first..declared.first + count {
            self.locals.change(local, |row| row.instruction = ARGUMENT | declared.function);
        }
        let link = FunctionLink { arguments: declared.first, count, ..FunctionLink::default() };
        self.functions.set(declared.function, link);
    }

    /// Renumbers the blocks among the operands of an instruction.
    fn move_blocks(&self, instruction: u32, number: impl Fn(u32) -> u32) {
        let row = self.rows.get(instruction);
        if !row.opcode.is_terminator() && row.opcode != Opcode::Phi {
            return;
        }
        for (i, cell) in self.words(&row).iter().enumerate() {
            if self.slot(&row, i) == Some(Slot::Block) && cell.get() != NONE {
                cell.set(number(cell.get()));
            }
        }
    }

    fn take_side(&self, module: &Module, bodies: &[Option<Body>]) {
        let mut side = self.side.borrow_mut();
        for name in &module.local_names {
            side.name_local(name.of, name.text);
        }
        side.global_attachments.clone_from(&module.global_attachments);
        side.global_attachments.arrange_by_key(|attachment| (attachment.to, attachment.kind));
        for (number, body) in bodies.iter().enumerate() {
            let Some(body) = body else { continue };
            for attachment in within(&module.attachments, &body.attachments) {
                side::add(&mut side.attachments, attachment.to, *attachment);
            }
            for record in within(&module.records, &body.records) {
                let words = self.operands.range(record.operands, record.count).iter().map(Cell::get);
                side.records.push(self.record(record.before, record.kind, words));
            }
            for bundle in within(&module.bundles, &body.bundles) {
                side::add(&mut side.bundles, bundle.call, *bundle);
            }
            for name in within(&module.block_names, &body.block_names) {
                side.block_names.insert(body.blocks.start + name.of, name.text);
            }
            for order in within(&module.block_orders, &body.block_orders) {
                side::add(&mut side.block_orders, number as u32, order.clone());
            }
        }
    }

    /// Renumbers the blocks in `blockaddress` constants; `number` is called with the function's global and the old number.
    pub(super) fn count_blocks_of_constants(&self, number: impl Fn(u32, u32) -> u32) {
        let mut constants = self.constants.borrow_mut();
        let mut changed = false;
        for i in 0..constants.rows.len() as u32 {
            if let Some((function, block, at)) = constants.block_address(i) {
                changed = true;
                if let Some(word) = constants.words.get_mut(at) {
                    *word = number(function, block);
                }
            }
        }
        if changed {
            constants.rehash();
        }
    }
}

/// Appends the bytes of metadata strings to the texts, so that a string is a text without a search. Returns where they begin, and
/// the number of nodes they belong to: none if there is no room.
fn lay_out_strings(module: &mut Module) -> (u32, u32) {
    let (start, nodes) = (module.bytes.len(), module.metadata.nodes.len());
    if u32::try_from(start + module.metadata.bytes.len()).is_err() {
        return (0, 0);
    }
    module.bytes.extend_from_slice(&module.metadata.bytes);
    (start as u32, nodes as u32)
}

/// Gives each instruction its own operand words and a local, of type `void` if it has no result.
fn place_rows(module: &mut Module, void: u32) {
    let mut end = 0;
    for (number, row) in (0..).zip(&mut module.instructions) {
        if row.operands < end {
            let words = within(&module.operands, &(row.operands..row.operands.saturating_add(row.count))).to_vec();
            row.operands = module.operands.len() as u32;
            module.operands.extend(words);
        }
        end = row.operands.saturating_add(row.count);
        if row.result == NONE {
            row.result = module.locals.len() as u32;
            module.locals.push(LocalRow { ty: void, instruction: number });
        }
    }
}

/// True for the number of a local.
pub(super) fn is_local(value: u32) -> bool {
    value & LOCAL != 0
}
