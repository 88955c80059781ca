//! Bit-fields in the sets without a flag for them: members whose size differs from that of their type.

use super::plain_type;
use super::rows::tag;
use crate::llvm::debug::{Class, Link, Node, Number};

/// DWARF's encodings of floating-point numbers: complex and real.
const NOT_INTEGERS: [u64; 2] = [3, 4];

/// Returns the offset of a bit-field's storage unit, the member's offset rounded down to a multiple of its type's size;
/// none for other members.
pub fn storage(node: &Node<'_>) -> Option<u64> {
    let is_member = node.class == Class::DerivedType && node.number(Number::Tag) == tag::MEMBER;
    let is_static = node.number(Number::Flags) & super::codes::llvm_flag::STATIC != 0;
    let ty = plain_type(node.link(Link::Base)).filter(|ty| is_member && !is_static && is_integer(ty))?;
    let (size, whole) = (node.number(Number::Size), ty.number(Number::Size));
    let offset = node.number(Number::Offset);
    (size != 0 && size != whole).then(|| offset.checked_rem(whole)).flatten().map(|within| offset - within)
}

/// Returns whether the values of a type are integers, booleans or enumerators.
fn is_integer(ty: &Node<'_>) -> bool {
    match ty.class {
        Class::BasicType => !NOT_INTEGERS.contains(&ty.number(Number::Encoding)),
        Class::CompositeType => ty.number(Number::Tag) == tag::ENUMERATION,
        _ => false,
    }
}
