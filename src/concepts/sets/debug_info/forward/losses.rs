//! The losses in a module's debug information, counted once for each written instruction, however often it is built
//! until all nodes that it refers to are written.

use super::super::codes;
use super::Writer;
use crate::llvm::Metadata;
use crate::llvm::debug::{Node, Number};
use crate::state::slots::debug_info::Set;

/// The bits of [`Number::Unsaid`].
const UNSAID: [(u64, &str); 3] =
    [(1, "classes that hold virtual tables"), (2, "defaults of template parameters"), (4, "places of virtual methods")];

impl<'m> Writer<'_, 'm> {
    /// Notes a loss in the instruction that is being built.
    pub(super) fn lose(&mut self, what: &str) {
        self.losing.push((what.to_owned(), None));
    }

    /// Notes the numbers of a node that the set has no operand for.
    pub(super) fn lose_numbers(&mut self, node: &Node<'m>) {
        let exported = (Number::Exported, self.set() != Set::Shader200, "exported names of namespaces");
        for (number, is_lost, what) in [(Number::Align, true, "alignments"), exported] {
            if is_lost && node.number(number) != 0 {
                self.lose(what);
            }
        }
        for (_, what) in UNSAID.iter().filter(|row| node.number(Number::Unsaid) & row.0 != 0) {
            self.lose(what);
        }
        let is_lost = codes::has_lost_function_flag(node.number(Number::FunctionFlags));
        if is_lost || codes::has_lost_flag(node.number(Number::Flags)) {
            self.lose("flags");
        }
    }

    /// Notes that a node is dropped, to which several others may refer.
    pub(super) fn lose_node(&mut self, node: Metadata<'m>, what: &str) {
        self.losing.push((what.to_owned(), Some(node)));
    }

    /// Counts the losses of an instruction that is written.
    pub(super) fn count_losses(&mut self) {
        for (what, node) in std::mem::take(&mut self.losing) {
            if node.is_none_or(|node| self.d.lost_nodes.insert(node)) {
                *self.d.lost.entry(what).or_default() += 1;
            }
        }
    }
}
