//! The parts that few instructions and locals have: names, attachments, debug records, bundles.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::module::{Attachment, BlockOrder, Bundle, DebugRecord, Text};

type Map<T> = HashMap<u32, T, FxBuildHasher>;

/// Tables by the number of what has them.
#[derive(Default)]
pub(super) struct Side {
    /// By local, as far as any has one; an empty text is none.
    local_names: Vec<Text>,
    pub(super) block_names: Map<Text>,
    /// By instruction, in the order of their kinds.
    pub(super) attachments: Map<Vec<Attachment>>,
    /// In the order of globals and of kinds.
    pub(super) global_attachments: Vec<Attachment>,
    /// By the instruction that they stand before.
    pub(super) records: Map<Vec<DebugRecord>>,
    /// The operand bundles of each call.
    pub(super) bundles: Map<Vec<Bundle>>,
    /// The use-list orders of blocks of each function, as they were read: with the function's own numbers of blocks.
    pub(super) block_orders: Map<Vec<BlockOrder>>,
}

/// Adds to the list of a number.
pub(super) fn add<T>(map: &mut Map<Vec<T>>, to: u32, item: T) {
    map.entry(to).or_default().push(item);
}

impl Side {
    /// Returns the name of a local; an empty text for none.
    #[inline]
    pub(super) fn local_name(&self, local: u32) -> Text {
        self.local_names.get(local as usize).copied().unwrap_or_default()
    }

    /// Names a local; an empty text takes its name away.
    pub(super) fn name_local(&mut self, local: u32, name: Text) {
        let at = local as usize;
        if at >= self.local_names.len() && !name.is_empty() {
            self.local_names.resize(at + 1, Text::default());
        }
        if let Some(slot) = self.local_names.get_mut(at) {
            *slot = name;
        }
    }

    /// Returns where the nodes of a kind that are attached to a global stand.
    pub(super) fn of_global(&self, to: u32, kind: u32) -> std::ops::Range<usize> {
        let all = &self.global_attachments;
        let start = all.partition_point(|attachment| (attachment.to, attachment.kind) < (to, kind));
        let rest = all.get(start..).unwrap_or(&[]);
        start..start + rest.partition_point(|attachment| (attachment.to, attachment.kind) == (to, kind))
    }

    /// Returns what is attached to a global.
    pub(super) fn all_of_global(&self, to: u32) -> &[Attachment] {
        let all = &self.global_attachments;
        let start = all.partition_point(|attachment| attachment.to < to);
        let rest = all.get(start..).unwrap_or(&[]);
        rest.get(..rest.partition_point(|attachment| attachment.to == to)).unwrap_or(&[])
    }
}

impl super::Draft {
    /// Gives an instruction the attachments and bundles of another.
    pub(super) fn copy_side(&self, from: u32, to: u32) {
        let mut side = self.side.borrow_mut();
        if let Some(list) = side.attachments.get(&from).cloned() {
            side.attachments.insert(to, list.into_iter().map(|a| Attachment { to, ..a }).collect());
        }
        let Some(list) = side.bundles.get(&from).cloned() else { return };
        drop(side);
        let copy = |bundle: Bundle| {
            let words: Vec<u32> =
                self.operands.range(bundle.operands, bundle.count).iter().map(std::cell::Cell::get).collect();
            Bundle { call: to, operands: self.operands.extend(words.into_iter()), ..bundle }
        };
        // The words of the bundles are listed with the others.
        self.remove_uses(to);
        let list = list.into_iter().map(copy).collect();
        self.side.borrow_mut().bundles.insert(to, list);
        self.add_uses(to);
    }
}
