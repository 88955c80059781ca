//! The layout of types in memory, by the data layout of OpenCL's 64-bit targets, and their significant bits.

use crate::types::Ty;
use llvm_spirv_testing::Random;

/// A number or vector in a type.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The byte offset.
    pub offset: usize,
    /// The indices of the leaf, each with the number of elements if it is into an array.
    pub path: Vec<(u32, Option<u32>)>,
    /// Its type.
    pub ty: Ty,
}

/// Returns the alignment of the type in bytes.
pub fn alignment(ty: &Ty) -> usize {
    match ty {
        Ty::Int(width) => (stored(*width as usize)).next_power_of_two().min(8),
        Ty::Vector(lanes, element) => stored((*lanes * element.bits()) as usize).next_power_of_two(),
        Ty::Array(_, element) => alignment(element),
        Ty::Struct(members) => members.iter().map(alignment).max().unwrap_or(1),
        _ => stored(ty.bits() as usize),
    }
}

/// Returns the bytes from one element of an array to the next.
pub fn size(ty: &Ty) -> usize {
    match ty {
        Ty::Array(count, element) => *count as usize * size(element),
        Ty::Struct(members) => end(members).next_multiple_of(alignment(ty)),
        _ => stored((ty.bits() * ty.lanes()) as usize).next_multiple_of(alignment(ty)),
    }
}

fn stored(bits: usize) -> usize {
    bits.div_ceil(8)
}

/// Returns the size of these members without trailing padding.
fn end(members: &[Ty]) -> usize {
    members.iter().fold(0, |at, member| at.next_multiple_of(alignment(member)) + size(member))
}

/// Returns all numbers and vectors of a type.
pub fn leaves(ty: &Ty) -> Vec<Leaf> {
    let under = |offset: usize, index: (u32, Option<u32>), part: &Ty| {
        leaves(part).into_iter().map(move |mut leaf| {
            leaf.offset += offset;
            leaf.path.insert(0, index);
            leaf
        })
    };
    match ty {
        Ty::Array(count, element) => {
            let all = 0..*count;
            all.flat_map(|index| under(index as usize * size(element), (index, Some(*count)), element)).collect()
        }
        Ty::Struct(members) => {
            let places = (0..members.len()).map(|index| (index, end(&members[..index])));
            let members =
                places.map(|(index, end)| (index, end.next_multiple_of(alignment(&members[index])), &members[index]));
            members.flat_map(|(index, offset, member)| under(offset, (index as u32, None), member)).collect()
        }
        _ => vec![Leaf { offset: 0, path: Vec::new(), ty: ty.clone() }],
    }
}

/// Returns a mask with ones for the bits of values, and zeros for padding.
pub fn mask(ty: &Ty) -> Vec<u8> {
    let mut mask = vec![0; size(ty)];
    for leaf in leaves(ty) {
        let bits = (leaf.ty.bits() * leaf.ty.lanes()) as usize;
        (0..bits).for_each(|bit| mask[leaf.offset + bit / 8] |= 1 << (bit % 8));
    }
    mask
}

/// Returns random contents for a type, often small numbers. Padding is random, too, but unused bits of a number are
/// zeros, as in LLVM.
pub fn fill(random: &mut Random, ty: &Ty) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..size(ty)).map(|_| random.number() as u8).collect();
    for leaf in leaves(ty) {
        let bits = (leaf.ty.bits() * leaf.ty.lanes()) as usize;
        let place = &mut bytes[leaf.offset..leaf.offset + stored(bits)];
        if leaf.ty.is_float() {
            let lane = (leaf.ty.bits() / 8) as usize;
            place.chunks_mut(lane).for_each(|lane| float(random, leaf.ty.scalar(), lane));
        } else if !bits.is_multiple_of(8)
            && let Some(last) = place.last_mut()
        {
            *last &= 0xFF >> (8 - bits % 8);
        }
    }
    bytes
}

/// Replaces random bits by a small number, most of the time.
fn float(random: &mut Random, ty: &Ty, lane: &mut [u8]) {
    if random.one_in(4) {
        return;
    }
    let number = (random.below(513) as f32 - 256.0) / 8.0;
    let bits = match ty {
        Ty::Half => u64::from(half(number)),
        Ty::BFloat => u64::from(number.to_bits() >> 16),
        Ty::Float => u64::from(number.to_bits()),
        _ => f64::from(number).to_bits(),
    };
    lane.copy_from_slice(&bits.to_le_bytes()[..lane.len()]);
}

/// Returns the bits of a small number as a half: one of at most eleven bits, from 1/8 on.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    if number == 0.0 { sign } else { sign | ((bits >> 13) as u16).wrapping_sub(112 << 10) & 0x7FFF }
}

#[cfg(test)]
mod tests {
    use super::{alignment, half, leaves, mask, size};
    use crate::types::Ty;

    #[test]
    fn types_lie_where_llvm_has_them() {
        let vector = Ty::Vector(3, Box::new(Ty::BFloat));
        let inner = Ty::Struct(vec![Ty::Int(24), Ty::Int(1), Ty::Half]);
        let outer = Ty::Struct(vec![Ty::Int(3), Ty::Array(2, Box::new(inner.clone())), vector.clone(), Ty::Int(70)]);
        assert_eq!([&vector, &inner, &outer].map(|ty| (size(ty), alignment(ty))), [(8, 8), (8, 4), (48, 8)]);
        let places: Vec<_> = leaves(&outer).iter().map(|leaf| leaf.offset).collect();
        assert_eq!(places, [0, 4, 8, 10, 12, 16, 18, 24, 32]);
        assert_eq!(mask(&inner), [0xFF, 0xFF, 0xFF, 0, 1, 0, 0xFF, 0xFF]);
    }

    #[test]
    fn halves_of_small_numbers() {
        assert_eq!([0.0, 1.0, -2.0, 0.125, -32.0].map(half), [0, 0x3C00, 0xC000, 0x3000, 0xD000]);
    }
}
