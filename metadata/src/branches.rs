//! Branch hints: branch weights, and the control mask of a selection.

use crate::error::Result;
use crate::kernel::read_word;
use crate::node::Node;
use crate::tuple::{Named, Tuple};

/// `!prof !{!"branch_weights", i32 ..., i32 ...}`: the weights of the successors (S2-148).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchWeights {
    /// True if the weights come from `__builtin_expect`: `!{!"branch_weights", !"expected", ...}`.
    pub expected: bool,
    /// The weights, one for each successor.
    pub weights: Vec<u32>,
}

impl BranchWeights {
    /// Returns the weights of an `OpBranchConditional`: for true and for false. SPIR-V does not allow both to be 0.
    pub fn pair(&self) -> Option<(u32, u32)> {
        match self.weights[..] {
            [0, 0] => None,
            [yes, no] => Some((yes, no)),
            _ => None,
        }
    }

    /// Parses the node of a `!prof`; `None` if it is a profile of another sort, such as `!"function_entry_count"`.
    pub fn read_prof<V>(node: &Node<V>) -> Result<Option<Self>> {
        match node.operands()?.optional(Node::as_string)? {
            Some("branch_weights") => Self::read(node).map(Some),
            _ => Ok(None),
        }
    }
}

impl Named for BranchWeights {
    const NAME: &'static str = "prof";
}

impl<V> Tuple<V> for BranchWeights {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        operands.read("branch_weights", |node| match node {
            Node::String(text) if text == "branch_weights" => Ok(()),
            other => Err(other.not("\"branch_weights\"")),
        })?;
        let mut expected = false;
        let weights = operands.rest(|node| match node {
            Node::String(text) if text == "expected" => {
                expected = true;
                Ok(None)
            }
            _ => node.as_word().map(Some),
        })?;
        Ok(BranchWeights { expected, weights: weights.into_iter().flatten().collect() })
    }

    fn write(&self) -> Node<V> {
        let mut nodes = vec![Node::string("branch_weights")];
        nodes.extend(self.expected.then(|| Node::string("expected")));
        nodes.extend(self.weights.iter().copied().map(Node::word));
        Node::List(nodes)
    }
}

/// `!spirv.SelectionControl !{i32 mask}` at the branch or switch that ends a selection header (S2-153). LLVM IR has no
/// standard form for it; the name follows that of the loop controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectionControl(
    /// The mask of `OpSelectionMerge`: [`spirv::SelectionControl`] and bits that have no name.
    pub u32,
);

impl Named for SelectionControl {
    const NAME: &'static str = "spirv.SelectionControl";
}

impl<V> Tuple<V> for SelectionControl {
    fn read(node: &Node<V>) -> Result<Self> {
        read_word(node).map(SelectionControl)
    }

    fn write(&self) -> Node<V> {
        Node::words(&[self.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Plain = Node<()>;

    #[test]
    fn s2_148_branch_weights() {
        let mut nodes = vec![Plain::string("branch_weights"), Node::word(2000), Node::word(1)];
        let mut weights = BranchWeights { expected: false, weights: vec![2000, 1] };
        assert_eq!(weights.pair(), Some((2000, 1)));
        assert_eq!(weights.write(), Node::List(nodes.clone()));
        assert_eq!(BranchWeights::read(&Node::List(nodes.clone())), Ok(weights.clone()));
        nodes.insert(1, Node::string("expected"));
        weights.expected = true;
        assert_eq!(weights.write(), Node::List(nodes.clone()));
        assert_eq!(BranchWeights::read_prof(&Node::List(nodes)), Ok(Some(weights)));
    }

    #[test]
    fn s2_148_only_a_pair_with_some_weight_goes_to_spirv() {
        let pair = |weights: &[u32]| BranchWeights { expected: false, weights: weights.to_vec() }.pair();
        assert_eq!(pair(&[1, 0]), Some((1, 0)));
        assert_eq!(pair(&[0, 0]), None);
        assert_eq!(pair(&[1, 2, 3]), None);
        let count = Plain::List(vec![Node::string("function_entry_count"), Node::long(7)]);
        assert_eq!(BranchWeights::read_prof(&count), Ok(None));
        assert!(BranchWeights::read(&count).is_err());
    }

    #[test]
    fn s2_153_selection_control() {
        assert_eq!(Tuple::<()>::write(&SelectionControl(2)), Node::words(&[2]));
        assert_eq!(SelectionControl::read(&Plain::words(&[2])), Ok(SelectionControl(2)));
    }
}
