//! Literal operands.

use crate::error::Result;
use crate::node::Node;

/// A literal operand: of a decoration, or of an execution mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `i32 7`.
    Int(u32),
    /// `!"text"`.
    String(String),
}

impl Operand {
    /// Reads a metadata operand.
    pub fn read<V>(node: &Node<V>) -> Result<Self> {
        match node {
            Node::Int { .. } => node.as_word().map(Operand::Int),
            Node::String(text) => Ok(Operand::String(text.clone())),
            other => Err(other.not("an integer or a string")),
        }
    }

    /// Returns the metadata operand.
    pub fn write<V>(&self) -> Node<V> {
        match self {
            Operand::Int(word) => Node::word(*word),
            Operand::String(text) => Node::string(text),
        }
    }

    /// Returns the integer; `None` for a string.
    pub fn int(&self) -> Option<u32> {
        match self {
            Operand::Int(word) => Some(*word),
            Operand::String(_) => None,
        }
    }

    /// Returns the string; `None` for an integer.
    pub fn string(&self) -> Option<&str> {
        match self {
            Operand::Int(_) => None,
            Operand::String(text) => Some(text),
        }
    }
}

impl From<u32> for Operand {
    fn from(word: u32) -> Self {
        Operand::Int(word)
    }
}

impl From<&str> for Operand {
    fn from(text: &str) -> Self {
        Operand::String(text.to_owned())
    }
}
