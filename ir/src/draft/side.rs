//! The parts that few instructions and locals have: names, attachments, debug records, bundles.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::placed::Placed;
use crate::module::{Attachment, BlockOrder, Bundle, Text};

type Map<T> = HashMap<u32, T, FxBuildHasher>;

/// Tables by number of the owner.
#[derive(Default)]
pub(super) struct Side {
    /// The names of locals, up to the last local with a name; an empty text is none.
    local_names: Vec<Text>,
    pub(super) block_names: Map<Text>,
    /// The attachments of each instruction, sorted by kind.
    pub(super) attachments: Map<Vec<Attachment>>,
    /// The attachments of globals, sorted by global and kind.
    pub(super) global_attachments: Vec<Attachment>,
    /// The debug records.
    pub(super) records: Placed,
    /// The operand bundles of each call.
    pub(super) bundles: Map<Vec<Bundle>>,
    /// The use-list orders of blocks in each function, as read; blocks are numbered within the function.
    pub(super) block_orders: Map<Vec<BlockOrder>>,
}

/// Appends to the list of a number.
pub(super) fn add<T>(map: &mut Map<Vec<T>>, to: u32, item: T) {
    map.entry(to).or_default().push(item);
}

impl Side {
    /// Returns which instructions, up to the last such, have attachments, records or bundles.
    pub(super) fn attended(&self) -> Vec<bool> {
        let all = || self.attachments.keys().chain(self.bundles.keys()).copied().chain(self.records.instructions());
        let all = || all().map(|number| number as usize);
        let mut attended = vec![false; all().max().map_or(0, |last| last + 1)];
        for number in all() {
            if let Some(slot) = attended.get_mut(number) {
                *slot = true;
            }
        }
        attended
    }

    /// Returns the name of a local; an empty text if it has none.
    #[inline]
    pub(super) fn local_name(&self, local: u32) -> Text {
        self.local_names.get(local as usize).copied().unwrap_or_default()
    }

    /// Returns whether any local has, or once had, a name.
    pub(super) fn has_local_names(&self) -> bool {
        !self.local_names.is_empty()
    }

    /// Sets the name of a local; an empty text removes it.
    pub(super) fn name_local(&mut self, local: u32, name: Text) {
        let at = local as usize;
        if at >= self.local_names.len() && !name.is_empty() {
            self.local_names.resize(at + 1, Text::default());
        }
        if let Some(slot) = self.local_names.get_mut(at) {
            *slot = name;
        }
    }

    /// Returns the range of a global's attachments of a kind.
    pub(super) fn of_global(&self, to: u32, kind: u32) -> std::ops::Range<usize> {
        let all = &self.global_attachments;
        let start = all.partition_point(|attachment| (attachment.to, attachment.kind) < (to, kind));
        let rest = all.get(start..).unwrap_or(&[]);
        start..start + rest.partition_point(|attachment| (attachment.to, attachment.kind) == (to, kind))
    }

    /// Returns the attachments of a global.
    pub(super) fn all_of_global(&self, to: u32) -> &[Attachment] {
        let all = &self.global_attachments;
        let start = all.partition_point(|attachment| attachment.to < to);
        let rest = all.get(start..).unwrap_or(&[]);
        rest.get(..rest.partition_point(|attachment| attachment.to == to)).unwrap_or(&[])
    }
}

impl super::Draft {
    /// Copies the attachments and bundles of an instruction to another.
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
