//! The data layout of a module: sizes, alignments, offsets.

use super::Type;
use llvm_ir::draft::Draft;
use llvm_ir::layout::Size;

/// The data layout of a module, with queries.
#[derive(Clone, Copy)]
pub struct DataLayout<'m>(pub(super) &'m Draft);

impl std::fmt::Debug for DataLayout<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DataLayout")
    }
}

impl DataLayout<'_> {
    /// Bytes of a pointer into this address space.
    pub fn pointer_size(self, address_space: u32) -> u32 {
        self.0.pointer_bits(address_space).div_ceil(8) as u32
    }

    /// Bytes that a store writes.
    pub fn store_size(self, ty: Type<'_>) -> Option<u64> {
        ty.0.layout_size().map(Size::store)
    }

    /// Bytes from one array element to the next.
    pub fn abi_size(self, ty: Type<'_>) -> Option<u64> {
        ty.0.layout_size().map(Size::allocated)
    }

    /// Returns the ABI alignment in bytes.
    pub fn abi_alignment(self, ty: Type<'_>) -> Option<u32> {
        ty.0.layout_size().map(|size| size.abi as u32)
    }

    /// Returns the preferred alignment in bytes.
    pub fn preferred_alignment(self, ty: Type<'_>) -> Option<u32> {
        ty.0.layout_size().map(|size| size.best as u32)
    }

    /// The offset of a struct's field, in bytes.
    pub fn element_offset(self, ty: Type<'_>, index: u32) -> Option<u64> {
        if index < ty.field_count() { ty.0.layout_offset(index as usize) } else { None }
    }
}
