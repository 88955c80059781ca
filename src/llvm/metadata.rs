//! Metadata: nodes, strings, values; and what is attached to instructions, functions and globals.

use super::raw::Numbered as _;
use super::shim;
use super::{Metadata, MetadataKind, Value};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetMetadataKind, LLVMInstructionGetDebugLoc};
use llvm_sys::prelude::LLVMValueMetadataEntry;

/// A kind of attachment: by its number (cheap), or by its name.
pub trait AttachmentKind {
    /// The number, as the context of `value` counts.
    fn id(&self, value: Value<'_>) -> u32;
}

impl AttachmentKind for u32 {
    fn id(&self, _: Value<'_>) -> u32 {
        *self
    }
}

impl AttachmentKind for &str {
    fn id(&self, value: Value<'_>) -> u32 {
        let length = u32::try_from(self.len()).unwrap_or(0);
        // SAFETY: a live context; pointer and length of one string.
        unsafe { LLVMGetMDKindIDInContext(value.context_raw(), self.as_ptr().cast(), length) }
    }
}

impl<'m> Metadata<'m> {
    /// Returns the kind of metadata.
    pub fn kind(self) -> MetadataKind {
        // SAFETY: live metadata; LLVM 22 has no kind beyond the enum.
        MetadataKind::from_raw(unsafe { LLVMGetMetadataKind(self.raw()) })
    }

    /// The string that it is; the part before the first fault, if it is not UTF-8.
    pub fn as_string(self) -> Option<&'m str> {
        self.as_bytes().map(shim::text)
    }

    /// The string that it is, as bytes.
    pub fn as_bytes(self) -> Option<&'m [u8]> {
        let mut length = 0;
        // SAFETY: live metadata; null if it is no string, else a text of the context's.
        unsafe {
            let start = shim::llvmspirv_metadata_string(self.raw(), &mut length);
            (!start.is_null()).then(|| shim::bytes(start, length))
        }
    }

    /// The value that it wraps.
    pub fn as_value(self) -> Option<Value<'m>> {
        // SAFETY: live metadata; null if it wraps no value.
        Value::from_raw(unsafe { shim::llvmspirv_metadata_value(self.raw()) })
    }

    /// Returns whether it is a `distinct` node, which is not merged with equal nodes.
    pub fn is_distinct(self) -> bool {
        // SAFETY: live metadata.
        unsafe { shim::llvmspirv_metadata_is_distinct(self.raw()) }
    }

    /// Returns the number of operands of a node; 0 for strings and values.
    pub fn operand_count(self) -> u32 {
        // SAFETY: live metadata.
        unsafe { shim::llvmspirv_metadata_operand_count(self.raw()) }
    }

    /// An operand of a node; also `None` where that is null.
    pub fn operand(self, index: u32) -> Option<Metadata<'m>> {
        // SAFETY: a node if the count is not 0, and an index below the count.
        (index < self.operand_count())
            .then(|| unsafe { shim::llvmspirv_metadata_operand(self.raw(), index) })
            .and_then(Metadata::from_raw)
    }

    /// The operands of a node, with `None` for null.
    pub fn operands(self) -> Vec<Option<Metadata<'m>>> {
        // SAFETY: a node if the count is not 0, and an index below the count.
        (0..self.operand_count())
            .map(|i| Metadata::from_raw(unsafe { shim::llvmspirv_metadata_operand(self.raw(), i) }))
            .collect()
    }
}

impl<'m> Value<'m> {
    /// Returns the node attached to an instruction, function or variable under this kind: a number or a name.
    pub fn metadata(self, kind: impl AttachmentKind) -> Option<Metadata<'m>> {
        // SAFETY: a live value of any kind; null where nothing is attached.
        Metadata::from_raw(unsafe { shim::llvmspirv_value_metadata(self.raw(), kind.id(self)) })
    }

    /// Returns the node attached to a function, as [`metadata`](Self::metadata) does.
    pub fn function_metadata(self, kind: impl AttachmentKind) -> Option<Metadata<'m>> {
        self.metadata(kind)
    }

    /// Returns whether metadata other than a debug location is attached.
    pub fn has_metadata(self) -> bool {
        // SAFETY: a live value of any kind.
        unsafe { shim::llvmspirv_has_metadata(self.raw()) }
    }

    /// All that is attached to an instruction, function or variable, by kind, but for an instruction's debug location.
    pub fn all_metadata(self) -> Vec<(u32, Metadata<'m>)> {
        if !self.has_metadata() {
            return Vec::new();
        }
        let mut count = 0;
        // SAFETY: an instruction or global object, since it has metadata; the entries are freed after the copy.
        unsafe {
            let entries = if self.is_instruction() {
                LLVMInstructionGetAllMetadataOtherThanDebugLoc(self.raw(), &raw mut count)
            } else {
                LLVMGlobalCopyAllMetadata(self.raw(), &raw mut count)
            };
            let all = copy(entries, count, self.is_instruction());
            LLVMDisposeValueMetadataEntries(entries);
            all
        }
    }

    /// Returns the name of a kind of attachment, in the context of this value.
    pub fn metadata_kind_name(self, kind: u32) -> Option<&'m str> {
        let mut length = 0;
        // SAFETY: a live context; null, or a name of the context's.
        let start = unsafe { shim::llvmspirv_metadata_kind_name(self.context_raw(), kind, &mut length) };
        // SAFETY: pointer and length belong together.
        (!start.is_null()).then(|| shim::text(unsafe { shim::bytes(start, length) }))
    }

    /// The debug location of an instruction.
    pub fn debug_location(self) -> Option<Metadata<'m>> {
        // SAFETY: an instruction; null where it has none.
        self.is_instruction().then(|| unsafe { LLVMInstructionGetDebugLoc(self.raw()) }).and_then(Metadata::from_raw)
    }
}

/// Copies the entries; those of an instruction without its debug location (kind 0).
///
/// # Safety
/// `entries` has `count` entries, whose metadata lives for `'m`.
unsafe fn copy<'m>(
    entries: *mut LLVMValueMetadataEntry,
    count: usize,
    is_instruction: bool,
) -> Vec<(u32, Metadata<'m>)> {
    (0..u32::try_from(count).unwrap_or(0))
        .filter_map(|i| {
            // SAFETY: an index below the count.
            let (kind, raw) = unsafe {
                (LLVMValueMetadataEntriesGetKind(entries, i), LLVMValueMetadataEntriesGetMetadata(entries, i))
            };
            Some((kind, Metadata::from_raw(raw)?)).filter(|_| kind != 0 || !is_instruction)
        })
        .collect()
}
