//! Declares the functions of `shim.cpp` beside this file. Null, where a value is returned, says: the operands do not
//! fit.

use llvm_sys::LLVMOpcode;
use llvm_sys::prelude::{
    LLVMBuilderRef, LLVMContextRef, LLVMMetadataRef, LLVMModuleRef, LLVMTypeRef as Ty, LLVMValueRef as Val,
};
use std::ffi::{c_char, c_int, c_uint};

/// The use that a type is wanted for.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum Role {
    /// A value that an instruction may yield: no void, label, metadata, token, function.
    Data,
    /// A value of a type of known size: may be loaded, stored, allocated.
    Sized,
    /// Element of a vector.
    VectorElement,
    /// Element of an array.
    ArrayElement,
    /// Member of a struct, content of a global variable.
    Member,
    /// The result type of a function.
    Returned,
    /// The type of a parameter.
    Parameter,
    /// A type with a `zeroinitializer`.
    Zero,
}

unsafe extern "C" {
    pub fn spirv_type_is(ty: Ty, role: Role) -> bool;
    pub fn spirv_set_body(ty: Ty, members: *const Ty, n: c_uint, packed: bool) -> bool;
    pub fn spirv_target_type(
        context: LLVMContextRef,
        name: *const c_char,
        len: usize,
        types: *const Ty,
        ntypes: usize,
        ints: *const u32,
        nints: usize,
    ) -> Ty;
    pub fn spirv_set_data_layout(module: LLVMModuleRef, text: *const c_char, len: usize) -> *mut c_char;
    pub fn spirv_program_space(module: LLVMModuleRef) -> c_uint;
    pub fn spirv_add_function(module: LLVMModuleRef, ty: Ty, space: c_uint, name: *const c_char, len: usize) -> Val;
    pub fn spirv_intrinsic(module: LLVMModuleRef, ty: Ty, name: *const c_char, len: usize) -> Val;
    pub fn spirv_move_function(function: Val, other: Val) -> bool;
    pub fn spirv_made() -> u64;
    pub fn spirv_copy(builder: LLVMBuilderRef, instruction: Val) -> Val;
    pub fn spirv_set_name(value: Val, name: *const c_char, len: usize);

    pub fn spirv_binary(b: LLVMBuilderRef, op: LLVMOpcode, l: Val, r: Val) -> Val;
    pub fn spirv_fneg(b: LLVMBuilderRef, v: Val) -> Val;
    pub fn spirv_compare(b: LLVMBuilderRef, float: bool, predicate: c_uint, l: Val, r: Val) -> Val;
    pub fn spirv_cast(b: LLVMBuilderRef, op: LLVMOpcode, v: Val, ty: Ty) -> Val;
    pub fn spirv_select(b: LLVMBuilderRef, c: Val, l: Val, r: Val) -> Val;
    pub fn spirv_gep(b: LLVMBuilderRef, source: Ty, base: Val, i: *const Val, n: c_uint, flags: c_uint) -> Val;
    pub fn spirv_extract_element(b: LLVMBuilderRef, v: Val, i: Val) -> Val;
    pub fn spirv_insert_element(b: LLVMBuilderRef, v: Val, e: Val, i: Val) -> Val;
    pub fn spirv_shuffle(b: LLVMBuilderRef, l: Val, r: Val, mask: *const c_int, n: usize) -> Val;
    pub fn spirv_extract_value(b: LLVMBuilderRef, v: Val, i: *const u32, n: usize) -> Val;
    pub fn spirv_insert_value(b: LLVMBuilderRef, v: Val, e: Val, i: *const u32, n: usize) -> Val;
    pub fn spirv_load(b: LLVMBuilderRef, ty: Ty, pointer: Val, alignment: u32, is_volatile: bool) -> Val;
    pub fn spirv_store(b: LLVMBuilderRef, v: Val, pointer: Val, alignment: u32, is_volatile: bool) -> Val;
    pub fn spirv_alloca(b: LLVMBuilderRef, ty: Ty, address_space: c_uint, count: Val) -> Val;
    pub fn spirv_call(b: LLVMBuilderRef, ty: Ty, callee: Val, args: *const Val, n: c_uint, bad: *mut c_uint) -> Val;

    pub fn spirv_const_binary(op: LLVMOpcode, l: Val, r: Val) -> Val;
    pub fn spirv_const_cast(op: LLVMOpcode, v: Val, ty: Ty) -> Val;
    pub fn spirv_const_compare(float: bool, predicate: c_uint, l: Val, r: Val) -> Val;
    pub fn spirv_const_gep(source: Ty, base: Val, i: *const Val, n: c_uint, flags: c_uint) -> Val;

    pub fn spirv_md_distinct(context: LLVMContextRef, ops: *const LLVMMetadataRef, n: usize) -> LLVMMetadataRef;
    pub fn spirv_md_replace_operand(node: LLVMMetadataRef, index: c_uint, new: LLVMMetadataRef);
    pub fn spirv_set_metadata(instruction: Val, kind: c_uint, node: LLVMMetadataRef);
    pub fn spirv_drop_named_metadata(m: LLVMModuleRef, name: *const c_char, len: usize);
    pub fn spirv_add_named_metadata(m: LLVMModuleRef, name: *const c_char, len: usize, node: LLVMMetadataRef) -> bool;

    pub fn spirv_add_attribute(v: Val, place: c_uint, name: *const c_char, len: usize, n: u64, ty: Ty) -> c_uint;
    pub fn spirv_takes_attribute(v: Val, place: c_uint, kind: c_uint) -> bool;
    pub fn spirv_add_variable_attribute(
        v: Val,
        key: *const c_char,
        key_len: usize,
        text: *const c_char,
        text_len: usize,
    );
    pub fn spirv_add_string_attribute(
        v: Val,
        place: c_uint,
        key: *const c_char,
        key_len: usize,
        text: *const c_char,
        text_len: usize,
    ) -> c_uint;
}
