//! The data layout of a module: sizes and alignments. `None` for types without a fixed size.

use super::{Type, shim};
use llvm_sys::core::LLVMTypeIsSized;
use llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMOffsetOfElement, LLVMPointerSizeForAS, LLVMPreferredAlignmentOfType,
    LLVMStoreSizeOfType, LLVMTargetDataRef,
};
use std::marker::PhantomData;

/// Sizes and alignments as a module lays its types out.
#[derive(Clone, Copy, Debug)]
pub struct DataLayout<'m>(LLVMTargetDataRef, PhantomData<&'m ()>);

macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident: $out:ty = $get:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(self, ty: Type<'_>) -> Option<$out> {
            // SAFETY: a live layout and a type with a fixed size.
            has_fixed_size(ty).then(|| unsafe { $get(self.0, ty.raw()) })
        }
    )*};
}

impl<'m> DataLayout<'m> {
    /// `raw` belongs to a module that is live for `'m`.
    pub(super) fn new(raw: LLVMTargetDataRef) -> Self {
        Self(raw, PhantomData)
    }

    /// Bytes of a pointer into this address space.
    pub fn pointer_size(self, address_space: u32) -> u32 {
        // SAFETY: a live layout; address spaces that it does not mention are as address space 0.
        unsafe { LLVMPointerSizeForAS(self.0, address_space) }
    }

    queries! {
        /// Bytes that a store writes.
        store_size: u64 = LLVMStoreSizeOfType;
        /// Bytes from one array element to the next.
        abi_size: u64 = LLVMABISizeOfType;
        /// The alignment that the ABI asks for, in bytes.
        abi_alignment: u32 = LLVMABIAlignmentOfType;
        /// The alignment that is best, in bytes.
        preferred_alignment: u32 = LLVMPreferredAlignmentOfType;
    }

    /// The offset of a struct's field, in bytes.
    pub fn element_offset(self, ty: Type<'_>, index: u32) -> Option<u64> {
        let fits = index < ty.field_count() && has_fixed_size(ty);
        // SAFETY: a live layout, a struct with a fixed size, and an index below its count of fields.
        fits.then(|| unsafe { LLVMOffsetOfElement(self.0, ty.raw(), index) })
    }
}

/// Returns whether the type is sized and is no scalable vector, nor contains one.
fn has_fixed_size(ty: Type<'_>) -> bool {
    // SAFETY: a live type. LLVM remembers both answers of a struct, however often its type is asked.
    unsafe { LLVMTypeIsSized(ty.raw()) != 0 && !shim::llvmspirv_is_scalable(ty.raw()) }
}
