//! Debug information (`OpenCL.DebugInfo.100`, `NonSemantic.Shader.DebugInfo.100` and its successors, `SPIRV.debug`,
//! `DebugInfo`), and `OpLine` and `OpNoLine`.
//!
//! In LLVM IR: the nodes of debug information, the locations of instructions, and the records of variables. One table,
//! [`rows`], has the instructions of each set; the drivers of both directions only name instructions that refer to
//! others. Lost: the properties that `docs/guide/debug-info.md` lists; each loss is counted in a warning.

mod bit_fields;
mod codes;
#[cfg(feature = "internals")]
pub mod exact;
mod expressions;
pub mod forward;
mod indexes;
mod paths;
mod reached;
pub mod reverse;
mod rows;
mod unit_lines;

use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::Set;
use rows::number;
use rustc_hash::FxHashMap;

/// The name of the type that stands for an unknown type.
const UNKNOWN_TYPE: &str = "SPIRV unknown type";
/// The producer of a unit for a module that only has lines.
const LINES_PRODUCER: &str = "SPIR-V lines";
/// The prefix of the sentence about the producer of a unit.
const PRODUCER_LINE: &str = "Debug info producer: ";
/// The prefix of the sentence about the checksum of a file.
const CHECKSUM_LINE: &str = "Debug info checksum: ";

/// The module flag for language numbers that the sets do not know.
const LANGUAGE_FLAG: &str = "Source Lang Literal";

/// Returns whether the node of a type is not the one for unknown types.
fn is_known_type(node: &Node<'_>) -> bool {
    node.class != Class::BasicType || node.bytes(Link::Name) != UNKNOWN_TYPE.as_bytes()
}

/// Returns whether a node describes a function definition.
fn is_definition(node: &Node<'_>) -> bool {
    node.number(Number::FunctionFlags) & codes::function_flag::DEFINITION != 0
}

/// Returns whether a node is an array that represents a vector.
fn is_vector(node: &Node<'_>) -> bool {
    node.number(Number::Tag) == rows::tag::ARRAY && node.number(Number::Flags) & codes::llvm_flag::VECTOR != 0
}

/// Returns whether a node is a vector of vectors, which represents a matrix.
fn is_matrix(node: &Node<'_>) -> bool {
    is_vector(node) && node.link(Link::Base).is_some_and(|base| is_vector(&base.debug_node()))
}

/// Returns whether the nodes of a class are scopes within a function, or that function.
fn is_local_scope(class: Class) -> bool {
    matches!(class, Class::Function | Class::Block | Class::BlockFile)
}

/// The limit on the number of typedefs and qualifiers that are skipped around a type.
const MOST_NAMES: usize = 64;

/// Returns the type behind typedefs and qualifiers.
fn plain_type<'m>(ty: Option<Metadata<'m>>) -> Option<Node<'m>> {
    let mut node = ty?.debug_node();
    for _ in 0..MOST_NAMES {
        let is_name = node.class == Class::DerivedType
            && node.number(Number::Size) == 0
            && node.number(Number::Tag) != rows::tag::POINTER_TO_MEMBER;
        match node.link(Link::Base).filter(|_| is_name) {
            Some(base) => node = base.debug_node(),
            None => break,
        }
    }
    Some(node)
}

/// Returns whether the underlying type of an enumeration is a signed integer of at most 32 bits.
fn is_signed_word(ty: Option<Metadata<'_>>) -> bool {
    plain_type(ty).is_some_and(|node| is_signed(&node) && node.number(Number::Size) <= 32)
}

/// The number of elements in a range, by its count or by its bounds.
fn count_of(range: &Node<'_>) -> Option<u64> {
    let number = |link| range.link(link).and_then(Metadata::as_value)?.int_value();
    let upper = || number(Link::Upper)?.checked_sub(number(Link::Lower).unwrap_or(0))?.checked_add(1);
    number(Link::Count).or_else(upper)
}

/// Returns whether the values of a basic type have a sign.
fn is_signed(ty: &Node<'_>) -> bool {
    matches!(ty.number(Number::Encoding), 5 | 6)
}

/// Returns whether the nodes of a class are types.
fn is_type(class: Class) -> bool {
    use Class::{BasicType, CompositeType, DerivedType, FunctionType, StringType};
    matches!(class, BasicType | StringType | DerivedType | CompositeType | FunctionType)
}

/// Returns whether an instruction of a set is a type, or a member of one.
fn is_type_instruction(set: Set, number: u32) -> bool {
    number == number::TYPE_COOPERATIVE_MATRIX || rows::by_number(set, number).is_some_and(|row| is_type(row.class))
}

/// The limit on the number of scopes that are followed from a node to its unit.
const MOST_SCOPES: usize = 64;

/// Returns the index of the unit that contains a node; the first one if it is unknown.
fn unit_of<'m>(node: Metadata<'m>, units: &FxHashMap<Metadata<'m>, usize>) -> usize {
    let mut next = Some(node);
    let mut steps = 0;
    while let Some(scope) = next {
        if let Some(place) = units.get(&scope) {
            return *place;
        }
        let fields = scope.debug_node();
        next = match fields.class {
            Class::GlobalExpression => fields.link(Link::Variable),
            Class::Function => fields.link(Link::Unit).or(fields.link(Link::Scope)),
            _ => fields.link(Link::Scope),
        };
        steps += 1;
        if steps > MOST_SCOPES {
            break;
        }
    }
    0
}
