//! The attributes that LLVM's verifier accepts in one place, by the type there and the other attributes.
//!
//! The types come from [`fits_attribute`](Value::fits_attribute). Incompatible attributes are in no table of LLVM's but
//! in `verifyParameterAttrs` and `verifyFunctionAttrs` of its verifier, and are listed here again; a test compares
//! both.

use crate::llvm::{AttributeKind as K, AttributePlace, Module, Type, TypeKind, Value, call_conv};

/// Groups of mutually exclusive attributes of a function, parameter or result.
const EXCLUSIVE: &[&[K]] = &[
    &[K::ZeroExt, K::SignExt],
    &[K::ByVal, K::StructRet, K::ByRef, K::InAlloca, K::Preallocated],
    &[K::InReg, K::ByVal],
    &[K::InReg, K::ByRef],
    &[K::InReg, K::InAlloca],
    &[K::InReg, K::Preallocated],
    &[K::ReadNone, K::ReadOnly, K::WriteOnly],
    &[K::Writable, K::ReadNone],
    &[K::Writable, K::ReadOnly],
    &[K::InAlloca, K::ReadOnly],
    &[K::StructRet, K::Returned],
    &[K::AlwaysInline, K::NoInline],
    &[K::OptNone, K::OptSize],
    &[K::OptNone, K::MinSize],
];

/// The limit for the size of a value that a function passes by value, in bytes.
const MOST_BYTES: u64 = 1 << 32;

impl<'m> Value<'m> {
    /// Returns whether a function or call may have the attribute in this place, in addition to its present ones.
    pub fn takes_attribute(self, place: AttributePlace, kind: K) -> bool {
        let excludes = |other: &K| *other != kind && self.has_attribute(place, *other);
        let excluded = EXCLUSIVE.iter().filter(|group| group.contains(&kind)).any(|group| group.iter().any(excludes));
        self.fits_attribute(place, kind)
            && !excluded
            && match kind {
                K::StructRet => self.takes_struct_return(place),
                K::OptNone => self.has_attribute(place, K::NoInline),
                _ => true,
            }
    }

    /// Returns whether a parameter may be `sret`: the first or second one of a function that returns void, is not a
    /// kernel and has no other such parameter.
    fn takes_struct_return(self, place: AttributePlace) -> bool {
        let result = self.function_type().and_then(Type::function_return);
        let others = [AttributePlace::Param(0), AttributePlace::Param(1)];
        others.contains(&place)
            && others.into_iter().all(|other| other == place || !self.has_attribute(other, K::StructRet))
            && result.is_some_and(|result| result.kind() == TypeKind::Void)
            && self.call_conv() != call_conv::SPIR_KERNEL
    }
}

impl Module<'_> {
    /// Returns whether a value of this type may be passed by value (`byval`).
    pub fn passes_by_value(&self, ty: Type<'_>) -> bool {
        self.layout().abi_size(ty).is_some_and(|size| size < MOST_BYTES)
    }
}
