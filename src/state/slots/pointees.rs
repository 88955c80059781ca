//! Inferred pointees, and the equalities between them.

use crate::llvm::{Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The place of a node among [`Nodes`].
pub type NodeId = usize;

/// Pointers to pointers to pointers, this often, are as deep as anybody looks.
const MAX_DEPTH: usize = 64;

/// The pointee of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'m> {
    /// Nobody said so yet.
    Open,
    /// The pointee that another node has.
    Same(NodeId),
    /// A byte, also for a pointee about which nothing is known.
    Byte,
    /// A type that is no pointer.
    Type(Type<'m>),
    /// A pointer: its address space, and what that points to.
    Pointer(u32, NodeId),
    /// An array: its length, and what its elements are.
    Array(u64, NodeId),
}

/// All nodes.
#[derive(Debug, Default)]
pub struct Nodes<'m>(Vec<Node<'m>>);

impl<'m> Nodes<'m> {
    /// A new node.
    pub fn add(&mut self, node: Node<'m>) -> NodeId {
        self.0.push(node);
        self.0.len() - 1
    }

    /// A new node for a type; what pointers in it point to is open.
    pub fn of(&mut self, ty: Type<'m>) -> NodeId {
        let node = match ty {
            ty if ty.is_pointer() => Node::Pointer(ty.address_space(), self.add(Node::Open)),
            ty if ty.is_int_of(8) => Node::Byte,
            ty => Node::Type(ty),
        };
        self.add(node)
    }

    /// Returns the content of a node, or of the one that it is equal to.
    pub fn get(&self, id: NodeId) -> Node<'m> {
        self.0.get(self.leader(id)).copied().unwrap_or(Node::Open)
    }

    /// The node that speaks for this one.
    pub fn leader(&self, mut id: NodeId) -> NodeId {
        // A node is only ever made the same as one that is not the same as it: this ends.
        while let Some(Node::Same(next)) = self.0.get(id) {
            id = *next;
        }
        id
    }

    /// Makes both the same, if what they say allows it.
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

    /// The pointer that a node says it is, in an address space; an open one becomes so.
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

    /// The leader; the way to it is short from now on.
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

    /// Binds an open leader to another leader, unless that one points to it.
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
    /// For each pointer.
    pub pointees: FxHashMap<Value<'m>, NodeId>,
    /// For each function that returns a pointer.
    pub results: FxHashMap<Value<'m>, NodeId>,
    /// The element types of `getelementptr`s over pointers.
    pub stepped: FxHashMap<Value<'m>, NodeId>,
    /// Values whose pointee is being looked for.
    pub visiting: FxHashSet<Value<'m>>,
    /// The node of a byte.
    pub byte: NodeId,
}
