//! Functions that LLVM's C API lacks (`shim.cpp`), and one of its functions that `llvm-sys` declares too narrowly.
//!
//! `build.rs` compiles `shim.cpp`; a crate that includes this folder by path and fails to link needs
//! `build = ".../build.rs"` too.

pub(super) use super::text::text;
use llvm_sys::prelude::{
    LLVMAttributeRef, LLVMBasicBlockRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMNamedMDNodeRef,
    LLVMTypeRef, LLVMValueRef,
};
use std::ffi::{c_char, c_int, c_void};

unsafe extern "C" {
    pub(super) fn llvmspirv_opcode(value: LLVMValueRef) -> u32;
    pub(super) fn llvmspirv_names_made_constants(function: LLVMValueRef) -> bool;
    pub(super) fn llvmspirv_metadata_string(metadata: LLVMMetadataRef, length: &mut usize) -> *const c_char;
    pub(super) fn llvmspirv_metadata_value(metadata: LLVMMetadataRef) -> LLVMValueRef;
    pub(super) fn llvmspirv_metadata_operand_count(metadata: LLVMMetadataRef) -> u32;
    pub(super) fn llvmspirv_metadata_operand(metadata: LLVMMetadataRef, index: u32) -> LLVMMetadataRef;
    pub(super) fn llvmspirv_metadata_is_distinct(metadata: LLVMMetadataRef) -> bool;
    pub(super) fn llvmspirv_dispose_module(module: LLVMModuleRef);
    pub(super) fn llvmspirv_named_metadata_count(node: LLVMNamedMDNodeRef) -> u32;
    pub(super) fn llvmspirv_named_metadata_operand(node: LLVMNamedMDNodeRef, index: u32) -> LLVMMetadataRef;
    pub(super) fn llvmspirv_value_metadata(value: LLVMValueRef, kind: u32) -> LLVMMetadataRef;
    pub(super) fn llvmspirv_has_metadata(value: LLVMValueRef) -> bool;
    pub(super) fn llvmspirv_is_scalable(ty: LLVMTypeRef) -> bool;
    pub(super) fn llvmspirv_int_words(value: LLVMValueRef, count: &mut usize) -> *const u64;
    pub(super) fn llvmspirv_float_bits(value: LLVMValueRef, words: &mut [u64; 2]) -> u32;
    pub(super) fn llvmspirv_facts(instruction: LLVMValueRef) -> u32;
    pub(super) fn llvmspirv_plain_access(value: LLVMValueRef) -> u64;
    pub(super) fn llvmspirv_repeated_allocas(function: LLVMValueRef, to: *mut LLVMValueRef, room: usize) -> usize;
    pub(super) fn llvmspirv_blocks_follow(function: LLVMValueRef) -> c_int;
    pub(super) fn llvmspirv_scattered_allocas(function: LLVMValueRef, to: *mut LLVMValueRef, room: usize) -> usize;
    pub(super) fn llvmspirv_most_executions(instruction: LLVMValueRef) -> u64;
    pub(super) fn llvmspirv_alignment(value: LLVMValueRef) -> u64;
    pub(super) fn llvmspirv_operand(value: LLVMValueRef, index: u32) -> LLVMValueRef;
    pub(super) fn llvmspirv_name(value: LLVMValueRef, length: &mut usize) -> *const c_char;
    pub(super) fn llvmspirv_sync_scope_name(context: LLVMContextRef, id: u32, length: &mut usize) -> *const c_char;
    pub(super) fn llvmspirv_attribute_name(kind: u32, length: &mut usize) -> *const c_char;
    pub(super) fn llvmspirv_metadata_kind_name(context: LLVMContextRef, kind: u32, length: &mut usize)
    -> *const c_char;
    pub(super) fn llvmspirv_attribute_text(function: LLVMValueRef, name: *const c_char, length: usize) -> *mut c_char;
    pub(super) fn llvmspirv_variable_attributes(variable: LLVMValueRef, out: *mut LLVMAttributeRef) -> usize;
    pub(super) fn llvmspirv_readers_leave_debug_info();
    pub(super) fn llvmspirv_take_body(new: LLVMValueRef, old: LLVMValueRef, places: *const u32, same_result: bool);
    pub(super) fn llvmspirv_move_to_end(function: LLVMValueRef);
    pub(super) fn llvmspirv_take_call_attributes(
        new: LLVMValueRef,
        old: LLVMValueRef,
        places: *const u32,
        same_result: bool,
    );
    pub(super) fn llvmspirv_infer_address_spaces(function: LLVMValueRef, flat: u32);
    pub(super) fn llvmspirv_promote_variables(function: LLVMValueRef);
    pub(super) fn llvmspirv_split_variables(function: LLVMValueRef);
    #[cfg(feature = "internals")]
    pub(super) fn llvmspirv_take_vectors_apart(function: LLVMValueRef);
    #[cfg(feature = "internals")]
    pub(super) fn llvmspirv_expand_uses(global: LLVMValueRef);
    pub(super) fn llvmspirv_split_block(instruction: LLVMValueRef) -> LLVMBasicBlockRef;
    pub(super) fn llvmspirv_simplify(function: LLVMValueRef);
    pub(super) fn llvmspirv_inline(call: LLVMValueRef) -> bool;
    pub(super) fn llvmspirv_variable_attribute(
        variable: LLVMValueRef,
        key: *const c_char,
        key_length: usize,
        length: &mut usize,
    ) -> *const c_char;
    pub(super) fn llvmspirv_take_variable(new: LLVMValueRef, old: LLVMValueRef);
    pub(super) fn llvmspirv_take_metadata(new: LLVMValueRef, old: LLVMValueRef);
    pub(super) fn llvmspirv_write_bitcode(
        module: LLVMModuleRef,
        to: *mut c_void,
        take: extern "C" fn(to: *mut c_void, bytes: *const c_char, length: usize),
    );
    pub(super) fn llvmspirv_end_block(instruction: LLVMValueRef);
    pub(super) fn llvmspirv_keep_debug_flags(module: LLVMModuleRef);
    /// Of `debug/guard.cpp`.
    pub(super) fn llvmspirv_misleads_verifier(module: LLVMModuleRef) -> bool;
    pub(super) fn llvmspirv_upgrade_debug_info(module: LLVMModuleRef, message: &mut *mut c_char) -> i32;

    /// `llvm-sys` takes the size by value, yet LLVM writes it.
    #[link_name = "LLVMGetRawDataValues"]
    pub(super) fn raw_data_values(value: LLVMValueRef, size: &mut usize) -> *const c_char;
}

/// The bytes that LLVM returned as pointer and length; empty for null.
///
/// # Safety
/// `start` is null or points to `length` bytes that live for `'m`.
pub(super) unsafe fn bytes<'m>(start: *const c_char, length: usize) -> &'m [u8] {
    if start.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: not null; the caller vouches for the rest.
    unsafe { std::slice::from_raw_parts(start.cast(), length) }
}

/// A C string that LLVM owns, as text; empty for null.
///
/// # Safety
/// `start` is null or points to a NUL-terminated string that lives for `'m`.
pub(super) unsafe fn c_text<'m>(start: *const c_char) -> &'m str {
    if start.is_null() {
        return "";
    }
    // SAFETY: not null; the caller vouches for the rest.
    text(unsafe { std::ffi::CStr::from_ptr(start) }.to_bytes())
}
