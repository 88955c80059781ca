//! `vec_type_hint`: the type that a kernel computes with.

use crate::error::Result;
use crate::node::Node;
use crate::tuple::{Named, Tuple};

/// `!{<4 x float> undef, i32 signed}`: the type of the value is the hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VecTypeHint<V> {
    /// Some value of the type, `undef` or `poison`.
    pub ty: V,
    /// True if an integer type is signed.
    pub signed: bool,
}

impl<V> Named for VecTypeHint<V> {
    const NAME: &'static str = "vec_type_hint";
}

impl<V: Clone> Tuple<V> for VecTypeHint<V> {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let ty = operands.read("a value of the type", Node::as_value)?.clone();
        let signed = operands.optional(Node::as_word)?.unwrap_or(1) != 0;
        operands.end()?;
        Ok(VecTypeHint { ty, signed })
    }

    fn write(&self) -> Node<V> {
        Node::List(vec![Node::Value(self.ty.clone()), Node::word(self.signed.into())])
    }
}

/// The component type in the literal of the execution mode `VecTypeHint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum HintScalar {
    /// `i8`.
    I8 = 0,
    /// `i16`.
    I16 = 1,
    /// `i32`.
    I32 = 2,
    /// `i64`.
    I64 = 3,
    /// `half`.
    Half = 4,
    /// `float`.
    Float = 5,
    /// `double`.
    Double = 6,
}

impl HintScalar {
    /// The component types, by number.
    pub const ALL: [Self; 7] = [Self::I8, Self::I16, Self::I32, Self::I64, Self::Half, Self::Float, Self::Double];
}

/// The literal of the execution mode `VecTypeHint`: the number of components above a 16-bit component type. It does not
/// encode the signedness of [`VecTypeHint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintType {
    /// The number of components: 2, 3, 4, 8 or 16; 0 for a scalar.
    pub components: u16,
    /// The component type.
    pub scalar: HintScalar,
}

impl HintType {
    /// Decodes the literal; `None` if the component type is unknown.
    pub fn from_word(word: u32) -> Option<Self> {
        let scalar = *HintScalar::ALL.get((word & 0xffff) as usize)?;
        Some(HintType { components: (word >> 16) as u16, scalar })
    }

    /// Returns the literal.
    pub fn word(self) -> u32 {
        u32::from(self.components) << 16 | self.scalar as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vec_type_hint_both_ways() {
        let hint = VecTypeHint { ty: "<4 x float> poison", signed: true };
        let node = Node::List(vec![Node::Value("<4 x float> poison"), Node::word(1)]);
        assert_eq!(hint.write(), node);
        assert_eq!(VecTypeHint::read(&node), Ok(hint));
        assert!(VecTypeHint::read(&Node::<()>::words(&[5])).is_err());
    }

    #[test]
    fn s3_65_literal_of_the_execution_mode() {
        let float4 = HintType { components: 4, scalar: HintScalar::Float };
        assert_eq!(float4.word(), 262149);
        assert_eq!(HintType::from_word(262149), Some(float4));
        assert_eq!(HintType::from_word(6), Some(HintType { components: 0, scalar: HintScalar::Double }));
        assert_eq!(HintType::from_word(7), None);
        for (number, scalar) in HintScalar::ALL.into_iter().enumerate() {
            assert_eq!(scalar as usize, number);
        }
    }
}
