//! The rules for layouts of blocks that every Vulkan device accepts (Vulkan "Standard Buffer Layout" with relaxed
//! blocks): extended alignment for uniform blocks, base alignment for storage blocks.

use super::Layouts;
use crate::llvm::Type;

/// The size of a row of four words. A vector that fits into a row must not cross the end of one.
const ROW: u64 = 16;

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 64;

/// The layout rules for one storage class.
pub struct Rules<'a, 'p, 'm> {
    pub layouts: &'a Layouts<'p, 'm>,
    /// Set if arrays and structures are aligned to rows, as in uniform blocks.
    pub is_uniform: bool,
}

/// The structure of a type in memory.
enum Parts<'m> {
    /// A number, with its size.
    Number(u64),
    /// A vector, with the size and the number of its components.
    Vector(u64, u64),
    /// An array, with its element type, number of elements and stride.
    Array(Type<'m>, u64, u64),
    /// A structure, with its members and their offsets.
    Structure(Vec<(Type<'m>, u64)>),
}

impl<'m> Rules<'_, '_, 'm> {
    /// Returns whether a block with these contents complies with the rules.
    pub fn hold(&self, contents: Type<'m>) -> bool {
        self.holds(contents, 0, MAX_DEPTH).unwrap_or(false)
    }

    /// Returns the offsets of members in the standard layout.
    pub fn offsets(&self, members: &[Type<'m>]) -> Option<Vec<u64>> {
        self.placed(members, MAX_DEPTH).map(|(offsets, _)| offsets)
    }

    /// Returns the stride of an array in the standard layout.
    pub fn stride(&self, array: Type<'m>) -> Option<u64> {
        self.stride_to(array, MAX_DEPTH)
    }

    fn stride_to(&self, array: Type<'m>, depth: u32) -> Option<u64> {
        self.size(array.element()?, depth.checked_sub(1)?)?.checked_next_multiple_of(self.alignment(array, depth)?)
    }

    /// Returns the offsets of members in the standard layout, and the offset of the first byte behind the last one.
    fn placed(&self, members: &[Type<'m>], depth: u32) -> Option<(Vec<u64>, u64)> {
        let (mut offsets, mut end) = (Vec::with_capacity(members.len()), 0u64);
        for member in members {
            let offset = end.checked_next_multiple_of(self.alignment(*member, depth)?)?;
            offsets.push(offset);
            end = offset.checked_add(self.size(*member, depth)?)?;
        }
        Some((offsets, end))
    }

    /// Returns the size of a type in the standard layout.
    fn size(&self, ty: Type<'m>, depth: u32) -> Option<u64> {
        let inner = depth.checked_sub(1)?;
        match self.parts(ty)? {
            Parts::Number(size) => Some(size),
            Parts::Vector(size, count) => size.checked_mul(count),
            Parts::Array(_, count, _) => self.stride_to(ty, depth)?.checked_mul(count),
            Parts::Structure(members) => {
                let types: Vec<_> = members.into_iter().map(|member| member.0).collect();
                self.placed(&types, inner)?.1.checked_next_multiple_of(self.alignment(ty, depth)?)
            }
        }
    }

    fn parts(&self, ty: Type<'m>) -> Option<Parts<'m>> {
        if let Some((element, count, stride)) = self.layouts.strided_parts(ty) {
            return Some(Parts::Array(element, count, stride));
        }
        if let Some(element) = ty.element().filter(|_| ty.is_array()) {
            return Some(Parts::Array(element, ty.count(), self.layouts.size_of(element)?));
        }
        if ty.is_struct() {
            return Some(Parts::Structure(self.layouts.members(ty)));
        }
        let size = self.layouts.size_of(ty.scalar())?;
        Some(if ty.is_vector() { Parts::Vector(size, ty.count()) } else { Parts::Number(size) })
    }

    /// Returns the alignment of a type.
    fn alignment(&self, ty: Type<'m>, depth: u32) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        let alignment = match self.parts(ty)? {
            Parts::Number(size) => return Some(size.max(1)),
            Parts::Vector(size, count) => return size.checked_mul(count.next_power_of_two()),
            Parts::Array(element, ..) => self.alignment(element, depth)?,
            Parts::Structure(members) => {
                let all = members.iter().map(|member| self.alignment(member.0, depth));
                all.collect::<Option<Vec<_>>>()?.into_iter().max().unwrap_or(1)
            }
        };
        Some(if self.is_uniform { alignment.next_multiple_of(ROW) } else { alignment })
    }

    /// Returns the first offset behind a type at which another member may begin.
    fn end(&self, ty: Type<'m>, offset: u64, depth: u32) -> Option<u64> {
        match self.parts(ty)? {
            Parts::Number(size) => offset.checked_add(size),
            Parts::Vector(size, count) => offset.checked_add(size.checked_mul(count)?),
            Parts::Array(_, count, stride) => offset.checked_add(stride.checked_mul(count)?),
            Parts::Structure(members) => {
                let (last, at) = members.last()?;
                let end = self
                    .end(*last, *at, depth.checked_sub(1)?)?
                    .checked_next_multiple_of(self.alignment(ty, depth)?)?;
                offset.checked_add(end)
            }
        }
    }

    fn holds(&self, ty: Type<'m>, offset: u64, depth: u32) -> Option<bool> {
        let inner = depth.checked_sub(1)?;
        let is_aligned = offset.is_multiple_of(self.alignment(ty, depth)?);
        Some(match self.parts(ty)? {
            Parts::Number(_) => is_aligned,
            Parts::Vector(size, count) => {
                let bytes = size.checked_mul(count)?;
                let stays = if bytes <= ROW { offset % ROW + bytes <= ROW } else { offset.is_multiple_of(ROW) };
                stays && offset.is_multiple_of(size.max(1))
            }
            Parts::Array(element, _, stride) => {
                let is_spaced = stride.is_multiple_of(self.alignment(ty, depth)?);
                is_aligned && is_spaced && self.holds(element, 0, inner)?
            }
            Parts::Structure(members) => {
                let mut end = 0;
                for (member, at) in members {
                    if at < end || !self.holds(member, at, inner)? {
                        return Some(false);
                    }
                    end = self.end(member, at, inner)?;
                }
                is_aligned
            }
        })
    }
}
