//! Handles: pointers (null is `None`), `Copy`, valid as long as the module that they came from (`'m`).

use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMMetadataRef, LLVMTypeRef, LLVMValueRef};
use std::marker::PhantomData;
use std::ptr::NonNull;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident($raw:ty, $pointee:ty)) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name<'m>(NonNull<$pointee>, PhantomData<&'m ()>);

        impl $name<'_> {
            /// Takes a pointer that LLVM returned; `None` for null.
            ///
            /// Kept inside `llvm/`: the caller vouches that the pointer is live for `'m`.
            pub(super) fn from_raw(raw: $raw) -> Option<Self> {
                NonNull::new(raw).map(|p| Self(p, PhantomData))
            }

            /// The pointer for a call into LLVM.
            pub(super) fn raw(self) -> $raw {
                self.0.as_ptr()
            }
        }
    };
}

handle!(
    /// A value: constant, global, function, argument or instruction.
    Value(LLVMValueRef, llvm_sys::LLVMValue)
);
handle!(
    /// A type.
    Type(LLVMTypeRef, llvm_sys::LLVMType)
);
handle!(
    /// A basic block.
    Block(LLVMBasicBlockRef, llvm_sys::LLVMBasicBlock)
);
handle!(
    /// A metadata node, string or value wrapped as metadata.
    Metadata(LLVMMetadataRef, llvm_sys::LLVMOpaqueMetadata)
);
