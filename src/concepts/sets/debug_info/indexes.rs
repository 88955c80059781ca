//! Parts of variables: the indexes in records of the sets, which are those of an access chain, and the bits of LLVM's fragments.

use super::rows::tag;
use super::{codes, count_of, is_matrix, is_vector, plain_type};
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};

/// The limit on the number of types that are examined for one part, as a type may contain others many times.
const MOST_STEPS: u32 = 1 << 12;
/// The limit on the nesting of types that are examined for a size, as an invalid type may contain itself.
const MOST_DEPTH: u32 = 64;

/// The bits of a part of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The offset of the first bit.
    pub offset: u64,
    /// The number of bits.
    pub size: u64,
}

/// Returns the bits of the part that indexes select in a type; none if there is no such part or its size is unknown.
pub fn bits(ty: Option<Metadata<'_>>, indexes: &[u64]) -> Option<Bits> {
    let mut part = Part::of(ty)?;
    let mut offset = 0u64;
    let mut steps = MOST_STEPS;
    for index in indexes {
        let (within, inner) = part.child(*index, &mut steps)?;
        offset = offset.checked_add(within)?;
        part = inner;
    }
    let size = part.size(&mut steps, MOST_DEPTH).filter(|size| *size != 0)?;
    offset.checked_add(size).map(|_| Bits { offset, size })
}

/// Returns the indexes of the part of a type with these bits, or with all bits if none are given: the outermost such
/// part that has no more than `levels` nested aggregates, as many as the value.
pub fn path(ty: Option<Metadata<'_>>, bits: Option<Bits>, levels: usize) -> Option<Vec<u64>> {
    let mut part = Part::of(ty)?;
    let mut steps = MOST_STEPS;
    let mut size = part.size(&mut steps, MOST_DEPTH)?;
    let Bits { mut offset, size: whole } = bits.unwrap_or(Bits { offset: 0, size });
    let mut path = Vec::new();
    while (offset, size) != (0, whole) || part.levels(whole, &mut steps) > levels {
        let (index, within, inner) = part.child_at(offset, &mut steps)?;
        path.push(index);
        offset = offset.checked_sub(within)?;
        part = inner;
        size = part.size(&mut steps, MOST_DEPTH)?;
    }
    Some(path)
}

/// Returns the size of a variable of this type by LLVM's rules, which a fragment must fit into; none if LLVM does not know it.
pub fn known_size(ty: Option<Metadata<'_>>) -> Option<u64> {
    let mut next = ty?;
    for _ in 0..MOST_DEPTH {
        let node = next.debug_node();
        match (node.number(Number::Size), node.class) {
            (0, Class::DerivedType) => next = node.link(Link::Base)?,
            (size, _) => return Some(size).filter(|size| *size != 0),
        }
    }
    None
}

/// A type, or the remaining dimensions of an array.
struct Part<'m> {
    ty: Node<'m>,
    /// The number of dimensions that indexes have chosen in.
    chosen: usize,
}

impl<'m> Part<'m> {
    fn of(ty: Option<Metadata<'m>>) -> Option<Self> {
        plain_type(ty).map(|ty| Self { ty, chosen: 0 })
    }

    fn is_array(&self) -> bool {
        self.ty.class == Class::CompositeType && self.ty.number(Number::Tag) == tag::ARRAY
    }

    fn is_structure(&self) -> bool {
        self.ty.class == Class::CompositeType
            && [tag::STRUCTURE, tag::CLASS, tag::UNION].contains(&self.ty.number(Number::Tag))
    }

    /// Returns whether the type is a structure, an array or a matrix: the value of a matrix is an array of its lines.
    fn is_aggregate(&self) -> bool {
        self.is_structure() || self.is_array() && (!is_vector(&self.ty) || is_matrix(&self.ty))
    }

    /// Returns the number of nested aggregates that all have this size.
    fn levels(&self, size: u64, steps: &mut u32) -> usize {
        if !self.is_aggregate() {
            return 0;
        }
        let first = self.child_at(0, steps).map(|(_, _, part)| part);
        let inner = first.filter(|part| part.size(steps, MOST_DEPTH) == Some(size));
        1 + inner.map_or(0, |part| part.levels(size, steps))
    }

    /// Returns the numbers of elements in the remaining dimensions; 0 for an unknown one.
    fn counts(&self) -> Vec<u64> {
        let ranges = self.ty.entries(Link::Elements).into_iter().flatten().map(Metadata::debug_node);
        ranges.skip(self.chosen).map(|range| count_of(&range).unwrap_or(0)).collect()
    }

    /// Returns the element type of an array.
    fn element(&self) -> Option<Self> {
        match self.counts().len() {
            0 => None,
            1 => Self::of(self.ty.link(Link::Base)),
            _ => Some(Self { ty: self.ty.clone(), chosen: self.chosen + 1 }),
        }
    }

    /// Returns the members of a structure with their offsets; if none has an offset, they are laid out without padding.
    fn members(&self, steps: &mut u32, depth: u32) -> Option<Vec<(u64, Self)>> {
        let is_data = |node: &Node<'_>| {
            let is_static = node.number(Number::Flags) & codes::llvm_flag::STATIC != 0;
            matches!(node.number(Number::Tag), tag::MEMBER | tag::INHERITANCE) && !is_static
        };
        let members = self.ty.entries(Link::Elements).into_iter().flatten().map(Metadata::debug_node);
        let members: Vec<_> = members.filter(|node| node.class == Class::DerivedType && is_data(node)).collect();
        let has_offsets = members.iter().any(|member| member.number(Number::Offset) != 0);
        let mut behind = 0u64;
        let mut all = Vec::new();
        for member in members {
            *steps = steps.checked_sub(1)?;
            let part = Self::of(member.link(Link::Base))?;
            let offset = if has_offsets { member.number(Number::Offset) } else { behind };
            if !has_offsets && self.ty.number(Number::Tag) != tag::UNION {
                behind = behind.checked_add(part.size(steps, depth)?)?;
            }
            all.push((offset, part));
        }
        Some(all)
    }

    fn size(&self, steps: &mut u32, depth: u32) -> Option<u64> {
        *steps = steps.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        let known = self.ty.number(Number::Size);
        if self.is_array() {
            let one = Self::of(self.ty.link(Link::Base))?.size(steps, depth)?;
            return self.counts().into_iter().try_fold(one, u64::checked_mul);
        }
        if known != 0 || !self.is_structure() {
            return Some(known);
        }
        let mut ends = Vec::new();
        for (offset, part) in self.members(steps, depth)? {
            ends.push(offset.checked_add(part.size(steps, depth)?)?);
        }
        ends.into_iter().max()
    }

    /// Returns the part that an index selects, with its offset.
    fn child(&self, index: u64, steps: &mut u32) -> Option<(u64, Self)> {
        if self.is_structure() {
            return self.members(steps, MOST_DEPTH)?.into_iter().nth(usize::try_from(index).ok()?);
        }
        let element = self.element().filter(|_| self.is_array())?;
        let is_there = self.counts().first().is_some_and(|count| *count == 0 || index < *count);
        let offset = index.checked_mul(element.size(steps, MOST_DEPTH)?)?;
        is_there.then_some((offset, element))
    }

    /// The part that a bit is in, with its index and its offset.
    fn child_at(&self, bit: u64, steps: &mut u32) -> Option<(u64, u64, Self)> {
        if self.is_structure() {
            for (index, (offset, part)) in self.members(steps, MOST_DEPTH)?.into_iter().enumerate() {
                let size = part.size(steps, MOST_DEPTH)?;
                if bit.checked_sub(offset).is_some_and(|within| within < size) {
                    return Some((index as u64, offset, part));
                }
            }
            return None;
        }
        let element = self.element().filter(|_| self.is_array())?;
        let index = bit.checked_div(element.size(steps, MOST_DEPTH)?)?;
        let (offset, part) = self.child(index, steps)?;
        Some((index, offset, part))
    }
}
