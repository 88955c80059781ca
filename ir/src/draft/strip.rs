//! Strips debug information from a module, as LLVM's `StripDebugInfo` does.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Draft, Metadata};
use crate::metadata::NodeKind;
use crate::module::Attachment;

/// The metadata kind of debug locations, `dbg`.
const DBG: u32 = 0;
const LOOP: &[u8] = b"llvm.loop";
/// The metadata kinds that are debug information, or refer to it.
const OF_DEBUG: [&[u8]; 2] = [b"heapallocsite", b"DIAssignID"];

impl Draft {
    /// Removes all debug information: named lists, locations, records and attachments. Returns whether there was any.
    pub fn strip_debug_info(&self) -> bool {
        let changed = self.drop_debug_lists();
        let changed = self.drop_locations() | changed;
        self.strip_attachments();
        let side = &mut *self.side.borrow_mut();
        side.records.clear();
        let count = side.global_attachments.len();
        side.global_attachments.retain(|attachment| attachment.kind != DBG);
        changed | (side.global_attachments.len() != count)
    }

    fn drop_debug_lists(&self) -> bool {
        let mut lists = self.lists.borrow_mut();
        let count = lists.named_nodes.len();
        lists.named_nodes.retain(|list| {
            let name = self.texts.get(list.name);
            !name.starts_with(b"llvm.dbg.") && name != b"llvm.gcov"
        });
        lists.named_nodes.len() != count
    }

    fn drop_locations(&self) -> bool {
        let mut changed = false;
        for instruction in 0..self.locations.len() {
            changed |= self.locations.get(instruction) != 0;
            self.locations.set(instruction, 0);
        }
        changed
    }

    /// Removes locations from loop metadata, and attachments that are debug information.
    fn strip_attachments(&self) {
        let number = |name: &[u8]| self.known_metadata_kind(name);
        let of_debug = OF_DEBUG.map(number);
        let all = std::mem::take(&mut self.side.borrow_mut().attachments);
        // In the order of instructions, which determines the order of new nodes.
        let mut all: Vec<(u32, Vec<Attachment>)> = all.into_iter().collect();
        all.sort_unstable_by_key(|(instruction, _)| *instruction);
        let mut loops = HashMap::<u32, Kept<'_>, FxBuildHasher>::default();
        for (instruction, list) in all {
            let stripped = list.into_iter().filter_map(|attachment| {
                if of_debug.contains(&Some(attachment.kind)) {
                    return None;
                }
                if Some(attachment.kind) != number(LOOP) {
                    return Some(attachment);
                }
                let node = self.metadata(attachment.node);
                let kept = loops.entry(node.number).or_insert_with(|| without_places(node)).as_ref();
                let Some(kept) = kept else { return Some(attachment) };
                let node = (!kept.is_empty()).then(|| self.md_loop(kept))?;
                Some(Attachment { node: node.number, ..attachment })
            });
            let stripped: Vec<Attachment> = stripped.collect();
            if !stripped.is_empty() {
                self.side.borrow_mut().attachments.insert(instruction, stripped);
            }
        }
    }

    /// Returns a new node whose first operand is itself, as loops, access groups and the like have for their identity.
    pub fn md_loop<'d>(&'d self, operands: &[Option<Metadata<'d>>]) -> Metadata<'d> {
        let all: Vec<_> = std::iter::once(None).chain(operands.iter().copied()).collect();
        let node = self.md_distinct(&all);
        // A new distinct node has a first operand.
        let _ = node.set_reference(1, Some(node));
        node
    }
}

/// The remaining operands of a loop without its first one; `None` if all remain.
type Kept<'d> = Option<Vec<Option<Metadata<'d>>>>;

/// Returns the operands of a loop, without itself and without those that lead to a debug location. Compilers make locations direct
/// operands, so that nothing else is removed with them.
fn without_places(node: Metadata<'_>) -> Kept<'_> {
    let all = node.operands();
    let kept: Vec<_> = all.iter().skip(1).copied().filter(|operand| !leads_to_place(*operand)).collect();
    (kept.len() + 1 != all.len()).then_some(kept)
}

/// Returns whether a node leads to a debug location, or to a null operand.
fn leads_to_place(from: Option<Metadata<'_>>) -> bool {
    let mut waiting = vec![from];
    let mut seen = FxHashSet::default();
    while let Some(next) = waiting.pop() {
        match next {
            Some(node) if node.kind() != NodeKind::Location => {
                if node.kind().has_fields() && seen.insert(node.number) {
                    waiting.extend(node.operands());
                }
            }
            _ => return true,
        }
    }
    false
}
