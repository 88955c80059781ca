//! Checks debug information: nodes by tables of their fields, records, and locations.

mod lists;
mod locations;
mod records;
mod rows;
mod special;

use super::fault::Rule;
use super::{Chapter, Place, Verifier};
use crate::metadata::NodeKind;

pub(super) const HERE: Chapter = Chapter::DebugInfo;

impl<'m> Verifier<'m> {
    /// Checks a node of debug information.
    pub(super) fn debug_node(&mut self, node: u32, kind: NodeKind) -> Rule {
        if matches!(kind, NodeKind::Tuple | NodeKind::String | NodeKind::Value | NodeKind::ArgList) {
            return Ok(());
        }
        self.fields(node, kind)?;
        self.tag_of(node, kind)?;
        self.special(node, kind)
    }

    /// Checks the debug information of the module as a whole.
    pub(super) fn debug_information(&mut self) {
        let m = self.m;
        let listed = m.named_nodes.iter().find(|list| self.has_debug && m.text(list.name) == b"llvm.dbg.cu");
        let listed: rustc_hash::FxHashSet<u32> =
            listed.map_or_else(Default::default, |list| list.nodes.iter().copied().collect());
        for unit in std::mem::take(&mut self.nodes.units) {
            let rule = HERE.require(listed.contains(&unit), "DICompileUnit not listed in llvm.dbg.cu");
            self.note(rule, |_| Place::Node(unit));
        }
    }
}
