//! The places of the numbers in a block, and a pattern for their contents.

use crate::{Result, lacks};
use llvm_spirv::inspect::{Form, Inspection, Member};

/// The limit on the numbers of a block, and on its bytes.
const MOST: usize = 1 << 18;
/// The limit on the elements of an open array.
const OPEN: usize = 1024;
/// The limit on the bytes of an open array, unless one element is larger.
const OPEN_BYTES: usize = 1 << 16;

/// A kind of number, with its size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A floating-point number.
    Float(usize),
    /// A signed integer.
    Signed(usize),
    /// An unsigned integer.
    Unsigned(usize),
    /// A physical pointer, to a type with this id.
    Address(u32),
}

impl Kind {
    /// Returns the kind of a scalar type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "float" => Self::Float(4),
            "double" => Self::Float(8),
            "float16_t" => Self::Float(2),
            "int" => Self::Signed(4),
            "uint" => Self::Unsigned(4),
            "int8_t" => Self::Signed(1),
            "uint8_t" => Self::Unsigned(1),
            "int16_t" => Self::Signed(2),
            "uint16_t" => Self::Unsigned(2),
            "int64_t" => Self::Signed(8),
            "uint64_t" => Self::Unsigned(8),
            _ => return None,
        })
    }

    /// Returns the size in bytes.
    pub fn size(self) -> usize {
        match self {
            Self::Float(size) | Self::Signed(size) | Self::Unsigned(size) => size,
            Self::Address(_) => 8,
        }
    }
}

/// A number within a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The offset in bytes.
    pub offset: usize,
    /// The kind of number.
    pub kind: Kind,
}

/// The distance of the columns or rows of a matrix, with true for rows.
type Order = Option<(usize, bool)>;

/// A traversal that collects the numbers of a block, in the order of the type.
#[derive(Debug)]
struct Walk<'i> {
    inspection: &'i Inspection,
    leaves: Vec<Leaf>,
}

/// Returns the numbers of a value of a type, and its size in bytes.
///
/// # Errors If it has no explicit layout, or is too large.
pub fn leaves(inspection: &Inspection, ty: u32) -> Result<(Vec<Leaf>, usize)> {
    let mut walk = Walk { inspection, leaves: Vec::new() };
    walk.value(ty, 0, None)?;
    let end = walk.leaves.iter().map(|leaf| leaf.offset + leaf.kind.size()).max().unwrap_or_default();
    Ok((walk.leaves, end.next_multiple_of(16).max(16)))
}

impl Walk<'_> {
    fn add(&mut self, offset: usize, kind: Kind) -> Result<()> {
        if self.leaves.len() >= MOST || offset >= MOST {
            return lacks("a block that is very large");
        }
        self.leaves.push(Leaf { offset, kind });
        Ok(())
    }

    /// Adds the numbers of a value. The ids of a type's parts precede its own, so the recursion ends.
    fn value(&mut self, ty: u32, at: usize, order: Order) -> Result<()> {
        let Some(known) = self.inspection.types.get(&ty) else {
            return lacks("a type that is declared behind its use");
        };
        match &known.form {
            Form::Scalar => match Kind::named(&known.name) {
                Some(kind) => self.add(at, kind),
                None => lacks(format!("numbers of type {} in memory", known.name)),
            },
            Form::Vector(part, count) => self.repeated(*part, *count as usize, at, self.size(*part)?, None),
            Form::Matrix(column, count) => self.matrix(*column, *count as usize, at, order),
            Form::Array { element, length, stride } => {
                let Some(stride) = stride.map(|stride| stride as usize) else {
                    return lacks("an array without a stride");
                };
                let open = OPEN.min(OPEN_BYTES / stride.max(1)).max(2);
                let count = length.map_or(Some(open as u64), |length| length.value);
                self.repeated(*element, count.unwrap_or(1) as usize, at, stride, order)
            }
            Form::Structure(members) => members.iter().try_for_each(|member| self.member(member, at)),
            Form::Pointer { pointee: Some(pointee), storage_class } if storage_class == "PhysicalStorageBuffer" => {
                self.add(at, Kind::Address(*pointee))
            }
            _ => lacks(format!("a value of type {} in memory", known.name)),
        }
    }

    fn repeated(&mut self, ty: u32, count: usize, at: usize, stride: usize, order: Order) -> Result<()> {
        (0..count.min(MOST)).try_for_each(|index| self.value(ty, at + index * stride, order))
    }

    fn member(&mut self, member: &Member, at: usize) -> Result<()> {
        let Some(offset) = member.offset else { return lacks("a member without an offset") };
        let order = member.matrix_stride.map(|stride| (stride as usize, member.is_row_major == Some(true)));
        self.value(member.ty, at + offset as usize, order)
    }

    fn matrix(&mut self, column: u32, count: usize, at: usize, order: Order) -> Result<()> {
        let Some(Form::Vector(part, rows)) = self.inspection.types.get(&column).map(|ty| ty.form.clone()) else {
            return lacks("a matrix without columns");
        };
        let (stride, by_rows) = order.unwrap_or((self.size(part)? * rows as usize, false));
        let (outer, inner) = if by_rows { (rows as usize, count) } else { (count, rows as usize) };
        let size = self.size(part)?;
        (0..outer).try_for_each(|index| self.repeated(part, inner, at + index * stride, size, None))
    }

    fn size(&self, ty: u32) -> Result<usize> {
        match self.inspection.types.get(&ty).and_then(|ty| ty.size) {
            Some(size) => Ok(size as usize),
            None => lacks("a type without a size"),
        }
    }
}

/// Returns a pseudo-random number, which is fixed for a position.
pub fn mixed(position: u64) -> u64 {
    let mut word = position.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^= word >> 29;
    word = word.wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 32
}

/// Returns a small multiple of an eighth, from -1 to 3.
pub fn small_float(position: u64) -> f32 {
    (mixed(position) % 33) as f32 / 8.0 - 1.0
}

/// Returns the bits of a half that is equal to a small multiple of 2^-8.
pub fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let exponent = (bits >> 23 & 0xFF) as i32 - 127 + 15;
    if exponent <= 0 { sign } else { sign | (exponent as u16) << 10 | (bits >> 13 & 0x3FF) as u16 }
}

/// Returns the bytes of the number at a position, in the size of its kind.
pub fn number(kind: Kind, position: u64) -> Vec<u8> {
    let small = mixed(position) % 16;
    match kind {
        Kind::Float(2) => half(small_float(position)).to_le_bytes().to_vec(),
        Kind::Float(8) => f64::from(small_float(position)).to_le_bytes().to_vec(),
        Kind::Float(_) => small_float(position).to_le_bytes().to_vec(),
        Kind::Signed(size) | Kind::Unsigned(size) => small.to_le_bytes()[..size].to_vec(),
        Kind::Address(_) => vec![0; 8],
    }
}

/// Returns bytes of a size, with numbers from the pattern.
pub fn filled(leaves: &[Leaf], size: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; size];
    for (position, leaf) in (0..).zip(leaves) {
        let number = number(leaf.kind, seed << 32 | position);
        if let Some(place) = bytes.get_mut(leaf.offset..leaf.offset + number.len()) {
            place.copy_from_slice(&number);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        assert_eq!([half(1.0), half(-0.125), half(0.0), half(2.75)], [0x3C00, 0xB000, 0, 0x4180]);
    }

    #[test]
    fn numbers_are_small_and_differ() {
        let floats: Vec<_> = (0..64).map(small_float).collect();
        assert!(floats.iter().all(|value| (-1.0..=3.0).contains(value)));
        assert!(floats.iter().any(|value| *value < 0.0) && floats.iter().any(|value| *value > 1.0));
        assert!((0..64).map(|at| number(Kind::Signed(4), at)).all(|bytes| bytes[0] < 16 && bytes[1..] == [0; 3]));
    }
}
