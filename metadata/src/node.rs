//! The metadata tree to which every convention is written and from which it is read, and a cursor over the operands of
//! a node.

use crate::error::{Error, ErrorKind, Result};

/// A metadata operand. `V` is the caller's handle for operands that are not plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Node<V> {
    /// `null`: an operand that was deleted or omitted.
    Null,
    /// `!"text"`.
    String(String),
    /// `i32 7`: an integer constant. `value` has no bits set above `bits`.
    Int {
        /// The width of the integer type.
        bits: u32,
        /// Its bits.
        value: u64,
    },
    /// Any other constant: a function, a global variable, `<4 x float> undef`.
    Value(V),
    /// A node with an identity, whose operands are not examined: `distinct !{}` as an access group, a `!DILocation` in
    /// a loop.
    Distinct(V),
    /// `!{...}`, a uniqued tuple.
    List(Vec<Node<V>>),
}

impl<V> Node<V> {
    /// `i32 word`.
    pub fn word(word: u32) -> Self {
        Node::Int { bits: 32, value: word.into() }
    }

    /// `i16 half`.
    pub fn half(half: u16) -> Self {
        Node::Int { bits: 16, value: half.into() }
    }

    /// `i64 value`.
    pub fn long(value: u64) -> Self {
        Node::Int { bits: 64, value }
    }

    /// `!"text"`.
    pub fn string(text: impl Into<String>) -> Self {
        Node::String(text.into())
    }

    /// `!{i32 ..., i32 ...}`.
    pub fn words(words: &[u32]) -> Self {
        Node::List(words.iter().copied().map(Node::word).collect())
    }

    /// `!{!"...", !"..."}`.
    pub fn strings<S: AsRef<str>>(texts: &[S]) -> Self {
        Node::List(texts.iter().map(|text| Node::string(text.as_ref())).collect())
    }

    /// Returns the kind of node, for messages.
    pub fn sort(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::String(_) => "a string",
            Node::Int { .. } => "an integer",
            Node::Value(_) => "a value",
            Node::Distinct(_) => "a distinct node",
            Node::List(_) => "a list",
        }
    }

    /// Returns a cursor over the operands of a list.
    pub fn operands(&self) -> Result<Operands<'_, V>> {
        match self {
            Node::List(nodes) => Ok(Operands { nodes, index: 0 }),
            other => Err(other.not("a list")),
        }
    }

    /// Returns an integer of at most `bits` bits.
    pub fn as_int(&self, bits: u32) -> Result<u64> {
        match *self {
            Node::Int { value, .. } if bits >= 64 || value >> bits == 0 => Ok(value),
            Node::Int { value, .. } => Err(Error::new(ErrorKind::TooLarge { value, bits })),
            _ => Err(self.not("an integer")),
        }
    }

    /// Returns an integer of at most 32 bits.
    pub fn as_word(&self) -> Result<u32> {
        self.as_int(32).map(|value| value as u32)
    }

    /// Returns a string.
    pub fn as_string(&self) -> Result<&str> {
        match self {
            Node::String(text) => Ok(text),
            other => Err(other.not("a string")),
        }
    }

    /// Returns a value.
    pub fn as_value(&self) -> Result<&V> {
        match self {
            Node::Value(value) => Ok(value),
            other => Err(other.not("a value")),
        }
    }

    /// Returns the error that another kind of node was expected.
    pub(crate) fn not(&self, expected: &'static str) -> Error {
        Error::new(ErrorKind::Expected { expected, found: self.sort() })
    }
}

/// A cursor over the operands of a node; an error carries the index of its operand.
#[derive(Debug)]
pub struct Operands<'a, V> {
    nodes: &'a [Node<V>],
    index: usize,
}

impl<'a, V> Operands<'a, V> {
    /// Reads the next operand with `read`; `what` is its name if it is missing.
    pub fn read<T>(&mut self, what: &'static str, read: impl FnOnce(&'a Node<V>) -> Result<T>) -> Result<T> {
        let index = self.index;
        let node = self.nodes.get(index).ok_or_else(|| Error::new(ErrorKind::Missing(what)).within(index))?;
        self.index += 1;
        read(node).map_err(|error| error.within(index))
    }

    /// Reads the next operand unless it is missing or `null`.
    pub fn optional<T>(&mut self, read: impl FnOnce(&'a Node<V>) -> Result<T>) -> Result<Option<T>> {
        match self.nodes.get(self.index) {
            None => Ok(None),
            Some(Node::Null) => {
                self.index += 1;
                Ok(None)
            }
            Some(_) => self.read("", read).map(Some),
        }
    }

    /// Reads all remaining operands.
    pub fn rest<T>(&mut self, mut read: impl FnMut(&'a Node<V>) -> Result<T>) -> Result<Vec<T>> {
        let mut all = Vec::with_capacity(self.nodes.len() - self.index);
        while self.index < self.nodes.len() {
            all.push(self.read("", &mut read)?);
        }
        Ok(all)
    }

    /// Fails if operands are left.
    pub fn end(&self) -> Result<()> {
        match self.index < self.nodes.len() {
            true => Err(Error::new(ErrorKind::Unexpected).within(self.index)),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Plain = Node<()>;

    #[test]
    fn integers_keep_to_their_field() {
        assert_eq!(Plain::long(7).as_word(), Ok(7));
        assert_eq!(Plain::long(u64::MAX).as_int(64), Ok(u64::MAX));
        assert_eq!(
            Plain::long(1 << 32).as_word().map_err(|e| e.to_string()),
            Err("4294967296 does not fit 32 bits".into())
        );
        assert!(Plain::Null.as_word().is_err());
    }

    #[test]
    fn operands_name_what_is_missing_and_what_is_too_much() {
        let node = Plain::words(&[1, 2]);
        let mut operands = node.operands().unwrap();
        assert_eq!(operands.read("a", Node::as_word), Ok(1));
        assert_eq!(operands.end().unwrap_err().to_string(), "operand 1: one operand too many");
        assert_eq!(operands.rest(Node::as_word), Ok(vec![2]));
        assert_eq!(operands.optional(Node::as_word), Ok(None));
        assert_eq!(operands.read("a name", Node::as_string).unwrap_err().to_string(), "operand 2: a name is missing");
    }
}
