//! Types: what kind, how wide, made of what.

use super::create::show::show;
use super::diagnostics::take_message;
use super::getters::getters;
use super::raw::Numbered as _;
use super::shim::c_text;
use super::{Type, TypeKind};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use std::fmt;

/// Text of more parts is not put into messages: types and constants are shared, and may unfold into more than memory
/// holds.
pub(super) const PARTS_IN_MESSAGES: u32 = 10_000;

impl<'m> Type<'m> {
    /// Takes a pointer of LLVM's that cannot be null.
    ///
    /// # Safety
    /// `raw` is a live type, not null.
    pub(super) unsafe fn from_live(raw: LLVMTypeRef) -> Self {
        // SAFETY: not null, says the caller.
        unsafe { Self::from_raw(raw).unwrap_unchecked() }
    }

    /// Returns the kind of type.
    pub fn kind(self) -> TypeKind {
        // SAFETY: a live type.
        TypeKind::from_raw(unsafe { LLVMGetTypeKind(self.raw()) })
    }

    getters! {
        /// Bits of an integer; 0 for other types.
        int_width: u32 = is_int, LLVMGetIntTypeWidth, |width| width, else 0;
        /// The address space of a pointer; 0 for other types.
        address_space: u32 = is_pointer, LLVMGetPointerAddressSpace, |space| space, else 0;
        /// Returns the number of fields of a struct; 0 for other types.
        field_count: u32 = is_struct, LLVMCountStructElementTypes, |count| count, else 0;
        /// Returns whether it is a packed struct: one without padding.
        is_packed: bool = is_struct, LLVMIsPackedStruct, |is| is != 0, else false;
        /// Returns whether it is a struct without a body.
        is_opaque: bool = is_struct, LLVMIsOpaqueStruct, |is| is != 0, else false;
        /// Returns whether it is a literal struct, such as `{ i32, ptr }`.
        is_literal_struct: bool = is_struct, LLVMIsLiteralStruct, |is| is != 0, else false;
        /// Returns the result type of a function type.
        function_return: Option<Type<'m>> = is_function, LLVMGetReturnType, |raw| Type::from_raw(raw), else None;
        /// Returns the number of parameters of a function type.
        param_count: u32 = is_function, LLVMCountParamTypes, |count| count, else 0;
        /// Returns whether a function of this type is variadic.
        is_vararg: bool = is_function, LLVMIsFunctionVarArg, |is| is != 0, else false;
        /// Returns the number of type parameters of a target extension type.
        target_type_count: u32 = is_target, LLVMGetTargetExtTypeNumTypeParams, |count| count, else 0;
        /// Returns the number of integer parameters of a target extension type.
        target_int_count: u32 = is_target, LLVMGetTargetExtTypeNumIntParams, |count| count, else 0;
    }

    /// The integer with as many bits as a number has; none of other types.
    pub fn bits(self) -> Option<Type<'m>> {
        match self.float_width() {
            0 => Some(self).filter(|ty| ty.is_int()),
            // SAFETY: a live type, whose context is live; the width is one that LLVM has.
            width => Some(unsafe { Self::from_live(LLVMIntTypeInContext(LLVMGetTypeContext(self.raw()), width)) }),
        }
    }

    /// The element's type of an array or vector.
    pub fn element(self) -> Option<Type<'m>> {
        if !self.is_array() && !self.is_vector() {
            return None;
        }
        // SAFETY: an array or vector.
        Type::from_raw(unsafe { LLVMGetElementType(self.raw()) })
    }

    /// The element's type of a vector, or the type itself.
    pub fn scalar(self) -> Type<'m> {
        if self.is_vector() { self.element().unwrap_or(self) } else { self }
    }

    /// Returns the number of elements of an array or vector (of a scalable vector: the least); 0 for other types.
    pub fn count(self) -> u64 {
        match self.kind() {
            // SAFETY: an array.
            TypeKind::Array => unsafe { LLVMGetArrayLength2(self.raw()) },
            TypeKind::Vector | TypeKind::ScalableVector => {
                // SAFETY: a vector.
                u64::from(unsafe { LLVMGetVectorSize(self.raw()) })
            }
            _ => 0,
        }
    }

    /// The type of a struct's field.
    pub fn field(self, index: u32) -> Option<Type<'m>> {
        // SAFETY: only called on a struct, with an index below its count of fields.
        (index < self.field_count())
            .then(|| unsafe { LLVMStructGetTypeAtIndex(self.raw(), index) })
            .and_then(Type::from_raw)
    }

    /// The name of a struct that has one.
    pub fn struct_name(self) -> Option<&'m str> {
        if !self.is_struct() || self.is_literal_struct() {
            return None;
        }
        // SAFETY: a struct; null where it has no name, else a string of the context's.
        Some(unsafe { c_text(LLVMGetStructName(self.raw())) }).filter(|name| !name.is_empty())
    }

    /// The types of a function's parameters.
    pub fn function_params(self) -> Vec<Type<'m>> {
        let mut all = vec![std::ptr::null_mut(); self.param_count() as usize];
        if !all.is_empty() {
            // SAFETY: a function's type; as many places as it has parameters.
            unsafe { LLVMGetParamTypes(self.raw(), all.as_mut_ptr()) }
        }
        all.into_iter().filter_map(Type::from_raw).collect()
    }

    /// The name of a target extension type.
    pub fn target_name(self) -> Option<&'m str> {
        // SAFETY: a target extension type; its name is a string of the context's.
        self.is_target().then(|| unsafe { c_text(LLVMGetTargetExtTypeName(self.raw())) })
    }

    /// The type parameters of a target extension type.
    pub fn target_types(self) -> Vec<Type<'m>> {
        let count = self.target_type_count();
        // SAFETY: a target extension type if the count is not 0; an index below the count.
        (0..count).filter_map(|i| Type::from_raw(unsafe { LLVMGetTargetExtTypeTypeParam(self.raw(), i) })).collect()
    }

    /// The integer parameters of a target extension type.
    pub fn target_ints(self) -> Vec<u32> {
        let count = self.target_int_count();
        // SAFETY: a target extension type if the count is not 0; an index below the count.
        (0..count).map(|i| unsafe { LLVMGetTargetExtTypeIntParam(self.raw(), i) }).collect()
    }

    /// The type as assembly; cut where it is long.
    pub fn print(self) -> String {
        if !self.spend_parts(&mut PARTS_IN_MESSAGES.clone()) {
            return show(self);
        }
        // SAFETY: a live type; the text is handed over.
        unsafe { take_message(LLVMPrintTypeToString(self.raw())) }
    }
}

impl Type<'_> {
    /// Subtracts the number of parts of the type's text from `left`, and returns whether `left` sufficed.
    pub(super) fn spend_parts(self, left: &mut u32) -> bool {
        let mut open = vec![self];
        while let Some(ty) = open.pop() {
            match left.checked_sub(1) {
                Some(rest) => *left = rest,
                None => return false,
            }
            match ty.struct_name() {
                Some(_) => {}
                None if ty.is_struct() => open.extend(ty.fields().take(*left as usize + 1)),
                None => open.extend(ty.element().into_iter().chain(ty.target_types())),
            }
        }
        true
    }
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print())
    }
}
