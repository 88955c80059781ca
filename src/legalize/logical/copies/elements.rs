//! The array elements that a copy of a computed length consists of.

use crate::legalize::logical::chains::address::Address;
use crate::llvm::{Type, layout::DataLayout};

/// The depth to which the types of objects are examined.
const MAX_NESTING: u32 = 64;

/// Returns the size of the elements that a copy from an address on consists of, if the length is a multiple of
/// `divisor`: the elements of the outermost suitable array, if they are composites.
pub fn size_of(layout: DataLayout<'_>, address: &Address<'_>, divisor: u64) -> Option<u64> {
    let root = address.root;
    let mut ty = root.allocated_type().or_else(|| root.value_type())?;
    let mut offset = u64::try_from(address.offset).ok()?;
    for _ in 0..MAX_NESTING {
        match ty.element() {
            Some(element) if ty.is_array() => {
                let size = layout.abi_size(element).filter(|size| *size > 0)?;
                if divisor.is_multiple_of(size) && offset.is_multiple_of(size) {
                    return is_composite(element).then_some(size);
                }
                (ty, offset) = (element, offset % size);
            }
            _ => {
                let mut starts =
                    (0..ty.field_count()).rev().filter_map(|index| Some((index, layout.element_offset(ty, index)?)));
                let (index, start) = starts.find(|(_, start)| *start <= offset)?;
                (ty, offset) = (ty.field(index)?, offset - start);
            }
        }
    }
    None
}

fn is_composite(ty: Type<'_>) -> bool {
    ty.is_struct() || ty.is_array() || ty.is_vector()
}
