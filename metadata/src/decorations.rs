//! Decorations of instructions, global variables and parameters, as metadata (S3-77 to S3-84).

use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::operand::Operand;
use crate::tuple::{Named, Tuple};

/// A decoration-node: `!{i32 kind, operands...}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoration {
    /// The decoration: a [`spirv::Decoration`], or a number that has no name.
    pub kind: u32,
    /// The extra operands.
    pub operands: Vec<Operand>,
}

impl Decoration {
    /// Creates a decoration with operands.
    pub fn new(kind: u32, operands: impl IntoIterator<Item = Operand>) -> Self {
        Decoration { kind, operands: operands.into_iter().collect() }
    }

    /// Creates a decoration with integer operands.
    pub fn ints(kind: u32, operands: &[u32]) -> Self {
        Decoration::new(kind, operands.iter().copied().map(Operand::Int))
    }

    /// Parses the node.
    pub fn read<V>(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let kind = operands.read("the decoration", Node::as_word)?;
        Ok(Decoration { kind, operands: operands.rest(Operand::read)? })
    }

    /// Returns the node.
    pub fn write<V>(&self) -> Node<V> {
        let mut nodes = vec![Node::word(self.kind)];
        nodes.extend(self.operands.iter().map(Operand::write));
        Node::List(nodes)
    }
}

/// A decoration-list: on an instruction or a global variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decorations(
    /// The decorations, in order.
    pub Vec<Decoration>,
);

impl Named for Decorations {
    const NAME: &'static str = "spirv.Decorations";
}

impl<V> Tuple<V> for Decorations {
    fn read(node: &Node<V>) -> Result<Self> {
        node.operands()?.rest(Decoration::read).map(Decorations)
    }

    fn write(&self) -> Node<V> {
        Node::List(self.0.iter().map(Decoration::write).collect())
    }
}

/// The decoration-lists of a function, one for each parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterDecorations(
    /// The lists, in the order of the parameters.
    pub Vec<Decorations>,
);

impl ParameterDecorations {
    /// Parses the node of a function with `parameters` parameters, which must have as many lists (S3-81).
    pub fn read_for<V>(node: &Node<V>, parameters: usize) -> Result<Self> {
        let lists = Self::read(node)?;
        let found = lists.0.len();
        match found == parameters {
            true => Ok(lists),
            false => Err(Error::new(ErrorKind::Count { of: "decoration lists", expected: parameters, found })),
        }
    }
}

impl Named for ParameterDecorations {
    const NAME: &'static str = "spirv.ParameterDecorations";
}

impl<V> Tuple<V> for ParameterDecorations {
    fn read(node: &Node<V>) -> Result<Self> {
        node.operands()?.rest(Decorations::read).map(ParameterDecorations)
    }

    fn write(&self) -> Node<V> {
        Node::List(self.0.iter().map(Decorations::write).collect())
    }
}

/// The decorations of a member of a structure type: `!{%S poison, i32 member, !{decorations...}}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberDecorations<V> {
    /// A value of the type.
    pub value: V,
    /// The number of the member.
    pub member: u32,
    /// The decorations of the member.
    pub decorations: Decorations,
}

impl<V> Named for MemberDecorations<V> {
    const NAME: &'static str = "spirv.MemberDecorations";
}

impl<V: Clone> Tuple<V> for MemberDecorations<V> {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let value = operands.read("a value of the type", Node::as_value)?.clone();
        let member = operands.read("the member", Node::as_word)?;
        let decorations = operands.read("the decorations", Decorations::read)?;
        operands.end()?;
        Ok(MemberDecorations { value, member, decorations })
    }

    fn write(&self) -> Node<V> {
        Node::List(vec![Node::Value(self.value.clone()), Node::word(self.member), self.decorations.write()])
    }
}

/// `spirv.DecorationCacheControlINTEL`: decorations of pointer operands of an instruction, whose nodes end in the
/// number of the operand: `!{i32 6442, i32 level, i32 control, i32 operand}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheControls(
    /// The decorations with the number of their operand.
    pub Vec<(u32, Decoration)>,
);

impl Named for CacheControls {
    const NAME: &'static str = "spirv.DecorationCacheControlINTEL";
}

impl<V> Tuple<V> for CacheControls {
    fn read(node: &Node<V>) -> Result<Self> {
        let one = |node: &Node<V>| {
            let mut decoration = Decoration::read(node)?;
            match decoration.operands.pop() {
                Some(Operand::Int(operand)) => Ok((operand, decoration)),
                _ => Err(Error::new(ErrorKind::Missing("the number of the operand"))),
            }
        };
        node.operands()?.rest(one).map(CacheControls)
    }

    fn write(&self) -> Node<V> {
        let one = |(operand, decoration): &(u32, Decoration)| {
            let last = [Operand::Int(*operand)];
            Decoration::new(decoration.kind, decoration.operands.iter().cloned().chain(last)).write()
        };
        Node::List(self.0.iter().map(one).collect())
    }
}

#[cfg(test)]
#[path = "decorations_tests.rs"]
mod tests;
