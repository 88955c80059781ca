//! Declares the functions of `shim.cpp` beside this file.

use super::node::Fields;
use llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use std::ffi::{c_char, c_uint, c_void};

/// A record in the layout of C++.
#[repr(C)]
pub struct RawRecord {
    pub kind: c_uint,
    pub count: c_uint,
    pub variable: LLVMMetadataRef,
    pub expression: LLVMMetadataRef,
    pub location: LLVMMetadataRef,
    pub value: LLVMValueRef,
}

/// A part of a value in the layout of C++.
#[repr(C)]
pub struct RawPart {
    pub value: LLVMValueRef,
    pub offset: u64,
    pub size: u64,
}

unsafe extern "C" {
    pub fn spirv_debug_is_in_metadata(value: LLVMValueRef) -> bool;
    pub fn spirv_debug_split(value: LLVMValueRef, parts: *const RawPart, count: usize) -> usize;
    pub fn spirv_debug_read(from: LLVMMetadataRef, to: &mut Fields<'_>) -> c_uint;
    pub fn spirv_debug_scope(from: LLVMMetadataRef) -> LLVMMetadataRef;
    pub fn spirv_debug_make(
        context: LLVMContextRef,
        kind: c_uint,
        storage: c_uint,
        from: &Fields<'_>,
    ) -> LLVMMetadataRef;
    pub fn spirv_debug_link(to: LLVMMetadataRef, link: c_uint, value: LLVMMetadataRef) -> bool;
    pub fn spirv_debug_expression(from: LLVMMetadataRef, words: &mut *const u64) -> usize;
    pub fn spirv_debug_make_expression(context: LLVMContextRef, words: *const u64, count: usize) -> LLVMMetadataRef;
    pub fn spirv_debug_subprogram(function: LLVMValueRef) -> LLVMMetadataRef;
    pub fn spirv_debug_set_subprogram(function: LLVMValueRef, to: LLVMMetadataRef);
    pub fn spirv_debug_of_global(global: LLVMValueRef, to: *mut LLVMMetadataRef, room: usize) -> usize;
    pub fn spirv_debug_add_to_global(global: LLVMValueRef, expression: LLVMMetadataRef);
    pub fn spirv_debug_next_record(inst: LLVMValueRef, previous: *const c_void, to: &mut RawRecord) -> *const c_void;
    pub fn spirv_debug_insert_record(
        builder: LLVMBuilderRef,
        kind: c_uint,
        value: LLVMValueRef,
        variable: LLVMMetadataRef,
        expression: LLVMMetadataRef,
        location: LLVMMetadataRef,
        killed: LLVMTypeRef,
    );
    pub fn spirv_debug_set_location(builder: LLVMBuilderRef, location: LLVMMetadataRef);
    pub fn spirv_debug_verify(module: LLVMModuleRef, dropped: &mut *mut c_char, message: &mut *mut c_char) -> bool;
    pub fn spirv_debug_flag(
        module: LLVMModuleRef,
        behaviour: c_uint,
        name: *const c_char,
        length: usize,
        value: c_uint,
    );
    pub fn spirv_debug_list(
        module: LLVMModuleRef,
        behaviour: c_uint,
        name: *const c_char,
        length: usize,
        list: LLVMMetadataRef,
    );
    pub fn spirv_debug_is_temporary(node: LLVMMetadataRef) -> bool;
    pub fn spirv_debug_unify(node: LLVMMetadataRef) -> LLVMMetadataRef;
    pub fn spirv_debug_resolve(node: LLVMMetadataRef);
    /// Of `shim.cpp` one folder above.
    pub fn llvmspirv_number_flag(module: LLVMModuleRef, name: *const c_char, length: usize, value: &mut u64) -> bool;
}
