//! The common interface of the conventions: a name, and a node to read and write.

use crate::error::Result;
use crate::node::Node;

/// A convention with a name: of named metadata, of an attachment, or of a loop property.
pub trait Named {
    /// The name in LLVM IR, without `!`.
    const NAME: &'static str;
}

/// A convention that is represented by one node. Named metadata holds any number of them (S3-60).
pub trait Tuple<V>: Named + Sized {
    /// Reads a node.
    fn read(node: &Node<V>) -> Result<Self>;

    /// Returns the node.
    fn write(&self) -> Node<V>;

    /// Reads all operands of the named metadata.
    fn read_all(nodes: &[Node<V>]) -> Result<Vec<Self>> {
        nodes.iter().enumerate().map(|(index, node)| Self::read(node).map_err(|error| error.within(index))).collect()
    }
}
