//! Labels of a function's locals and blocks: names, or numbers.

use crate::module::{Body, Module, Text, within};
use crate::types::TypeKind;

/// A name, or a number.
#[derive(Clone, Copy)]
pub(in crate::text) enum Label {
    Name(Text),
    Number(u32),
}

/// The labels of locals (counted from the function's first) and of blocks.
#[derive(Default)]
pub(in crate::text) struct Labels {
    first: u32,
    locals: Vec<Label>,
    blocks: Vec<Label>,
}

impl Labels {
    /// Collects the labels of a function, and numbers unnamed items: arguments, then each block before its instructions.
    pub(in crate::text) fn of(m: &Module, body: &Body) -> Labels {
        let none = Label::Number(u32::MAX);
        let mut labels = Labels {
            first: body.locals.start,
            locals: vec![none; body.locals.len()],
            blocks: vec![none; body.blocks.len()],
        };
        for name in within(&m.local_names, &body.local_names).iter().filter(|n| !n.text.is_empty()) {
            if let Some(label) = name.of.checked_sub(labels.first).and_then(|i| labels.locals.get_mut(i as usize)) {
                *label = Label::Name(name.text);
            }
        }
        for name in within(&m.block_names, &body.block_names).iter().filter(|n| !n.text.is_empty()) {
            if let Some(label) = labels.blocks.get_mut(name.of as usize) {
                *label = Label::Name(name.text);
            }
        }
        labels.number(m, body);
        labels
    }

    fn number(&mut self, m: &Module, body: &Body) {
        let mut next = 0;
        let mut number = |label: &mut Label| {
            if let Label::Number(n) = label {
                *n = next;
                next += 1;
            }
        };
        let results: usize = within(&m.locals, &body.locals).iter().filter(|l| l.instruction != u32::MAX).count();
        let mut locals = self.locals.iter_mut();
        locals.by_ref().take(body.locals.len() - results).for_each(&mut number);
        for (block, label) in within(&m.blocks, &body.blocks).iter().zip(&mut self.blocks) {
            number(label);
            let rows = within(&m.instructions, &(block.first..block.end));
            let count = rows.iter().filter(|row| row.result != u32::MAX).count();
            locals.by_ref().take(count).for_each(&mut number);
        }
        debug_assert!(within(&m.locals, &body.locals).iter().all(|l| m.types.kind(l.ty) != TypeKind::Void));
    }

    /// The label of a local of this function.
    pub(in crate::text) fn local(&self, local: u32) -> Option<Label> {
        self.locals.get(local.checked_sub(self.first)? as usize).copied()
    }

    /// The label of a block.
    pub(in crate::text) fn block(&self, block: u32) -> Option<Label> {
        self.blocks.get(block as usize).copied()
    }
}
