//! Inferred pointees, and the equalities between them.

use crate::llvm::{Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The index of a node in [`Nodes`].
pub type NodeId = usize;

/// The limit on levels of pointers to pointers that are followed.
const MAX_DEPTH: usize = 64;

/// The pointee of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'m> {
    /// Unknown so far.
    Open,
    /// Equal to the pointee of another node.
    Same(NodeId),
    /// A byte; also the default for an unknown pointee.
    Byte,
    /// A type other than a pointer.
    Type(Type<'m>),
    /// A pointer: its address space and pointee.
    Pointer(u32, NodeId),
    /// An array: its length and element.
    Array(u64, NodeId),
}

/// The list of all nodes.
#[derive(Debug, Default)]
pub struct Nodes<'m>(Vec<Node<'m>>);

impl<'m> Nodes<'m> {
    /// Adds a node.
    pub fn add(&mut self, node: Node<'m>) -> NodeId {
        self.0.push(node);
        self.0.len() - 1
    }

    /// Adds a node for a type; the pointees of pointers in it are open.
    pub fn of(&mut self, ty: Type<'m>) -> NodeId {
        let node = match ty {
            ty if ty.is_pointer() => Node::Pointer(ty.address_space(), self.add(Node::Open)),
            ty if ty.is_int_of(8) => Node::Byte,
            ty => Node::Type(ty),
        };
        self.add(node)
    }

    /// Returns the content of a node, or of the node to which it is equal.
    pub fn get(&self, id: NodeId) -> Node<'m> {
        self.0.get(self.leader(id)).copied().unwrap_or(Node::Open)
    }

    /// Returns the representative of a node.
    pub fn leader(&self, mut id: NodeId) -> NodeId {
        // A node is only ever made the same as one that is not the same as it: this ends.
        while let Some(Node::Same(next)) = self.0.get(id) {
            id = *next;
        }
        id
    }

    /// Makes two nodes equal; returns false if their contents conflict.
    pub fn unify(&mut self, a: NodeId, b: NodeId) -> bool {
        let (mut a, mut b) = (self.shorten(a), self.shorten(b));
        for _ in 0..MAX_DEPTH {
            match (self.get(a), self.get(b)) {
                _ if a == b => return true,
                (Node::Open, _) => return self.bind(a, b),
                (_, Node::Open) => return self.bind(b, a),
                (Node::Pointer(space, to), Node::Pointer(other, also)) if space == other => {
                    (a, b) = (self.shorten(to), self.shorten(also));
                }
                (Node::Array(count, element), Node::Array(other, also)) if count == other => {
                    (a, b) = (self.shorten(element), self.shorten(also));
                }
                (one, other) => return one == other,
            }
        }
        false
    }

    /// Returns the pointee of a node that is a pointer in an address space; an open node becomes one.
    pub fn pointer_in(&mut self, id: NodeId, space: u32) -> Option<NodeId> {
        match self.get(id) {
            Node::Pointer(found, to) => (found == space).then_some(to),
            Node::Open => {
                let to = self.add(Node::Open);
                let pointer = self.add(Node::Pointer(space, to));
                self.bind(self.leader(id), pointer).then_some(to)
            }
            _ => None,
        }
    }

    /// Returns the representative of a node, with path compression.
    fn shorten(&mut self, id: NodeId) -> NodeId {
        let leader = self.leader(id);
        let mut at = id;
        while let Some(node @ Node::Same(_)) = self.0.get_mut(at) {
            let Node::Same(next) = std::mem::replace(node, Node::Same(leader)) else { break };
            if next == leader {
                break;
            }
            at = next;
        }
        leader
    }

    /// Binds an open node to another representative, unless that would create a cycle.
    fn bind(&mut self, open: NodeId, to: NodeId) -> bool {
        let mut at = to;
        for _ in 0..MAX_DEPTH {
            match self.get(at) {
                _ if at == open => return false,
                Node::Pointer(_, next) | Node::Array(_, next) => at = self.leader(next),
                _ => {
                    if let Some(node) = self.0.get_mut(open) {
                        *node = Node::Same(to);
                    }
                    return true;
                }
            }
        }
        false
    }
}

/// The pointees of the pointers of a module.
#[derive(Debug)]
pub struct Inferred<'m> {
    /// The pointees, and the equalities between them.
    pub nodes: Nodes<'m>,
    /// The node of each pointer.
    pub pointees: FxHashMap<Value<'m>, NodeId>,
    /// The node of each function that returns a pointer.
    pub results: FxHashMap<Value<'m>, NodeId>,
    /// The element types of `getelementptr`s over pointers.
    pub stepped: FxHashMap<Value<'m>, NodeId>,
    /// The values whose pointee is being inferred.
    pub visiting: FxHashSet<Value<'m>>,
    /// The node of a byte.
    pub byte: NodeId,
}
