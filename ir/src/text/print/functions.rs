//! Prints functions and their blocks.

use super::{Printer, names};
use crate::attributes::{FIRST_PARAMETER, FUNCTION, RESULT};
use crate::global::Global;
use crate::instruction::{Row, Slot};
use crate::module::{Attachment, BlockOrder, Body, Bundle, DebugRecord, LOCAL, NONE, within};
use crate::sorting::Sorting;
use crate::text::labels::Labels;
use crate::text::tables::CONVENTIONS;

/// The column of the comment that lists the predecessors of a block.
const COMMENT_COLUMN: usize = 50;

/// The items of a body that are still to be printed.
pub(super) struct Rest<'m> {
    pub(super) attachments: &'m [Attachment],
    pub(super) records: &'m [DebugRecord],
    pub(super) bundles: &'m [Bundle],
}

impl<'m> Printer<'m> {
    /// Prints a calling convention, unless it is C's.
    pub(super) fn convention(&mut self, number: u32) {
        if number == 0 {
            return;
        }
        match CONVENTIONS.binary_search_by_key(&number, |row| row.0).ok().and_then(|i| CONVENTIONS.get(i)) {
            Some((_, word)) => self.put(word),
            None => {
                self.put("cc");
                self.put_number(number as u64);
            }
        }
    }

    pub(super) fn function(&mut self, number: u32, function: &'m Global) {
        let m = self.m;
        let set = m.attributes.of(function.attributes, FUNCTION);
        if let Some(set) = set {
            self.attribute_comment(set);
        }
        let name = m.text(function.name);
        if crate::intrinsics::is_intrinsic(name) && crate::intrinsics::base(name).is_none() {
            self.put("; Unknown intrinsic\n");
        }
        self.slots.function(m, number, function);
        self.in_variadic = m.types.get(function.ty).is_some_and(|row| row.number != 0);
        match &function.body {
            Some(body) => {
                self.labels = Labels::of(m, body);
                self.put("define ");
            }
            None => {
                self.put("declare");
                self.attached(number, " ");
                self.put(" ");
            }
        }
        self.head(number, function);
        if function.unnamed_addr != 0 {
            self.put(" ");
            self.put(Self::unnamed_addr(function));
        }
        if function.space != 0 || self.program_space != 0 {
            self.put(" addrspace(");
            self.put_number(function.space as u64);
            self.put(")");
        }
        if let Some(set) = set {
            self.put(" #");
            self.put_number(self.slots.group_of(set) as u64);
        }
        self.places(function);
        self.tail(function);
        match &function.body {
            None => self.put("\n"),
            Some(body) => {
                self.attached(number, " ");
                self.put(" {");
                self.body(body);
                self.put("}\n");
            }
        }
    }

    /// Prints linkage, convention, result, name and parameters.
    fn head(&mut self, number: u32, function: &Global) {
        let m = self.m;
        self.prefix(function);
        self.convention(function.convention);
        self.put(if function.convention != 0 { " " } else { "" });
        if let Some(set) = m.attributes.of(function.attributes, RESULT) {
            self.attribute_set_then_space(set);
        }
        let (&result, parameters) = m.types.parts(function.ty).split_first().unwrap_or((&NONE, &[]));
        self.ty(result);
        self.put(" ");
        self.global_name(number);
        self.put("(");
        let first = function.body.as_ref().map(|body| body.locals.start);
        for (i, &parameter) in parameters.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.ty(parameter);
            self.attribute_set(m.attributes.of(function.attributes, FIRST_PARAMETER + i as u32));
            if let Some(first) = first {
                self.put(" ");
                self.value(LOCAL | (first + i as u32));
            }
        }
        if m.types.get(function.ty).is_some_and(|row| row.number != 0) {
            self.put(if parameters.is_empty() { "..." } else { ", ..." });
        }
        self.put(")");
    }

    fn attribute_set_then_space(&mut self, set: u32) {
        let start = self.out.len();
        self.attribute_set(Some(set));
        // The space stands in front of the first attribute, or at the end.
        self.out.get_mut(start..).unwrap_or(&mut []).rotate_left(1);
    }

    /// Prints alignment, garbage collector, prefix, prologue and personality.
    fn tail(&mut self, function: &Global) {
        if function.align > 0 {
            self.put(" align ");
            self.put_number(1 << (function.align - 1));
        }
        if !function.gc.is_empty() {
            self.put(" gc \"");
            self.out.extend_from_slice(self.m.text(function.gc));
            self.put("\"");
        }
        let parts =
            [(" prefix ", function.prefix), (" prologue ", function.prologue), (" personality ", function.personality)];
        for (word, value) in parts {
            if value > 0 {
                self.put(word);
                self.typed(value - 1);
            }
        }
    }

    fn body(&mut self, body: &Body) {
        let m = self.m;
        let mut rest = Rest {
            attachments: within(&m.attachments, &body.attachments),
            records: within(&m.records, &body.records),
            bundles: within(&m.bundles, &body.bundles),
        };
        let predecessors = Predecessors::of(self.m, body);
        for (i, block) in within(&m.blocks, &body.blocks).iter().enumerate() {
            if self.is_full() {
                return;
            }
            self.block_head(i as u32, &predecessors);
            for number in block.first..block.end {
                if let Some(row) = m.instructions.get(number as usize) {
                    self.instruction_line(number, row, &mut rest);
                }
            }
        }
    }

    fn block_head(&mut self, block: u32, predecessors: &Predecessors) {
        use crate::text::labels::Label;
        let label = self.labels.block(block);
        let start = self.out.len() + 1;
        match label {
            Some(Label::Name(name)) => {
                self.put("\n");
                names::name(&mut self.out, self.m.text(name));
                self.put(":");
            }
            _ if block > 0 => {
                self.put("\n");
                self.label(label);
                self.put(":");
            }
            _ => {}
        }
        if block > 0 {
            let column = self.out.len() - start;
            let spaces = COMMENT_COLUMN.saturating_sub(column).max(1);
            self.out.resize(self.out.len() + spaces, b' ');
            let list = predecessors.list(block);
            self.put(if list.is_empty() { "; No predecessors!" } else { "; preds = " });
            for (i, &predecessor) in list.iter().enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.block(predecessor);
            }
        }
        self.put("\n");
    }

    pub(super) fn instruction_line(&mut self, number: u32, row: &Row, rest: &mut Rest<'m>) {
        while let Some((record, more)) = rest.records.split_first().filter(|(r, _)| r.before <= number) {
            rest.records = more;
            self.debug_record(record);
        }
        self.put("  ");
        let mine = rest.bundles.iter().take_while(|b| b.call <= number).count();
        let (here, more) = rest.bundles.split_at_checked(mine).unwrap_or((&[], &[]));
        rest.bundles = more;
        self.instruction(row, here);
        if let Some(location) = self.m.locations.get(number as usize).and_then(|l| l.checked_sub(1)) {
            self.attachment(", ", 0, location);
        }
        while let Some((attachment, more)) = rest.attachments.split_first().filter(|(a, _)| a.to <= number) {
            rest.attachments = more;
            self.attachment(", ", attachment.kind, attachment.node);
        }
        self.put("\n");
    }
}

/// The predecessors of each block in LLVM's order: newest use of the block first.
struct Predecessors {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Predecessors {
    fn of(m: &crate::module::Module, body: &Body) -> Predecessors {
        let count = body.blocks.len();
        let mut starts = vec![0u32; count + 1];
        successors(m, body, |_, successor| {
            if let Some(n) = starts.get_mut(successor as usize + 1) {
                *n += 1;
            }
        });
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Filled from the end, so that the last use comes first.
        let mut next = starts.get(1..).unwrap_or(&[]).to_vec();
        let mut list = vec![0; sum as usize];
        successors(m, body, |block, successor| {
            if let Some(n) = next.get_mut(successor as usize)
                && let Some(slot) = list.get_mut(*n as usize - 1)
            {
                *n -= 1;
                *slot = block;
            }
        });
        let mut predecessors = Predecessors { starts, list };
        for order in within(&m.block_orders, &body.block_orders) {
            predecessors.reorder(order);
        }
        predecessors
    }

    fn range(&self, block: u32) -> std::ops::Range<usize> {
        let at = |i: usize| self.starts.get(i).copied().unwrap_or(0) as usize;
        at(block as usize)..at(block as usize + 1)
    }

    fn list(&self, block: u32) -> &[u32] {
        self.list.get(self.range(block)).unwrap_or(&[])
    }

    /// Applies a use-list order: moves use `i` of a block to place `places[i]`. A `blockaddress` is the oldest use, and so the last.
    fn reorder(&mut self, order: &BlockOrder) {
        let range = self.range(order.block);
        let Some(list) = self.list.get_mut(range) else { return };
        let uses = list.iter().copied().map(Some).chain(std::iter::once(None));
        let mut pairs: Vec<(u32, Option<u32>)> = order.places.iter().copied().zip(uses).collect();
        if pairs.len() != order.places.len() || pairs.len() < list.len() {
            return;
        }
        pairs.arrange_by_key(|(place, _)| *place);
        for (slot, block) in list.iter_mut().zip(pairs.into_iter().filter_map(|(_, block)| block)) {
            *slot = block;
        }
    }
}

/// Calls `f` with each block and each of its successors, in the order in which LLVM adds the uses.
fn successors(m: &crate::module::Module, body: &Body, mut f: impl FnMut(u32, u32)) {
    for (block, row) in within(&m.blocks, &body.blocks).iter().enumerate() {
        let Some(last) = row.end.checked_sub(1).and_then(|i| m.instructions.get(i as usize)) else { continue };
        let words = m.operands(last);
        for (i, &word) in words.iter().enumerate() {
            if last.opcode.slot(words, i) == Some(Slot::Block) {
                f(block as u32, word);
            }
        }
    }
}
