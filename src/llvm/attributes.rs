//! Attributes of functions, their results and parameters, and of calls.

use super::attribute_kinds::{Attribute, AttributeKind, AttributePlace};
use super::diagnostics::take_message;
use super::{Type, Value, shim};
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMAttributeRef;
use std::ffi::c_char;
use std::sync::LazyLock;

impl AttributePlace {
    /// As LLVM numbers places.
    pub(super) fn index(self) -> u32 {
        match self {
            Self::Function => llvm_sys::LLVMAttributeFunctionIndex,
            Self::Return => llvm_sys::LLVMAttributeReturnIndex,
            // No function has so many parameters that the cap matters; LLVM finds nothing there.
            Self::Param(n) => n.saturating_add(1).min(u32::MAX - 1),
        }
    }
}

/// The numbers of [`AttributeKind`], which are the same for the whole process.
static NUMBERS: LazyLock<Vec<u32>> =
    LazyLock::new(|| AttributeKind::all().map(|kind| number_of(kind.name())).collect());

/// LLVM's number for an attribute's name; 0 for names that it does not know.
fn number_of(name: &str) -> u32 {
    // SAFETY: pointer and length of one string.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl AttributeKind {
    /// As LLVM numbers attributes.
    pub(super) fn raw(self) -> u32 {
        NUMBERS.get(self as usize).copied().unwrap_or(0)
    }
}

/// Getters for the attributes that a function declares, and for those that a call adds.
macro_rules! attribute_getters {
    ($test:ident: $count:ident, $all:ident, $by_kind:ident, $by_name:ident; $(
        $(#[$doc:meta])* $how:ident => $name:ident;
    )*) => {$(
        attribute_getters!(@ $how, $test, $count, $all, $by_kind, $by_name, $(#[$doc])* $name);
    )*};
    (@ find, $test:ident, $count:ident, $all:ident, $by_kind:ident, $by_name:ident, $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        fn $name(self, place: AttributePlace, kind: AttributeKind) -> Option<LLVMAttributeRef> {
            let kind = kind.raw();
            if kind == 0 || !self.$test() {
                return None;
            }
            // SAFETY: a function or call, any place, and a number that LLVM gave; null where it lacks the attribute.
            Some(unsafe { $by_kind(self.raw(), place.index(), kind) }).filter(|raw| !raw.is_null())
        }
    };
    (@ string, $test:ident, $count:ident, $all:ident, $by_kind:ident, $by_name:ident, $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub fn $name(self, place: AttributePlace, name: &str) -> Option<String> {
            if !self.$test() {
                return None;
            }
            let length = u32::try_from(name.len()).ok()?;
            // SAFETY: a function or call, any place, one string; null where it lacks the attribute.
            let raw = unsafe { $by_name(self.raw(), place.index(), name.as_ptr().cast(), length) };
            // SAFETY: a string attribute, whose texts live as long as the context.
            (!raw.is_null()).then(|| unsafe { string(raw, LLVMGetStringAttributeValue) }.to_owned())
        }
    };
    (@ list, $test:ident, $count:ident, $all:ident, $by_kind:ident, $by_name:ident, $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub fn $name(self, place: AttributePlace) -> Vec<Attribute<'m>> {
            if !self.$test() {
                return Vec::new();
            }
            // SAFETY: a function or call and any place; as many places in the list as LLVM counts.
            let all = unsafe {
                let mut all = vec![std::ptr::null_mut(); $count(self.raw(), place.index()) as usize];
                if !all.is_empty() {
                    $all(self.raw(), place.index(), all.as_mut_ptr());
                }
                all
            };
            // SAFETY: attributes that live as long as the context.
            all.into_iter().map(|raw| unsafe { read(raw) }).collect()
        }
    };
}

impl<'m> Value<'m> {
    attribute_getters! {
        is_function: LLVMGetAttributeCountAtIndex, LLVMGetAttributesAtIndex, LLVMGetEnumAttributeAtIndex,
            LLVMGetStringAttributeAtIndex;
        find => declared;
        /// The value of a string attribute of a function.
        string => string_attribute;
        /// All attributes of a function in this place.
        list => all_attributes;
    }

    attribute_getters! {
        is_call: LLVMGetCallSiteAttributeCount, LLVMGetCallSiteAttributes, LLVMGetCallSiteEnumAttribute,
            LLVMGetCallSiteStringAttribute;
        find => called;
        /// The value of a string attribute of a call itself (not of what it calls).
        string => call_string_attribute;
        /// All attributes of a call itself (not of what it calls) in this place.
        #[cfg(feature = "internals")]
        list => call_attributes;
    }

    /// An attribute of a function that LLVM knows by name, as assembly has it.
    pub fn attribute_text(self, name: &str) -> Option<String> {
        if !self.is_function() {
            return None;
        }
        // SAFETY: a function and one string; null where it lacks the attribute, else a text that is the caller's.
        let raw = unsafe { shim::llvmspirv_attribute_text(self.raw(), name.as_ptr().cast(), name.len()) };
        // SAFETY: as above.
        (!raw.is_null()).then(|| unsafe { take_message(raw) })
    }

    /// All attributes of a variable.
    pub fn variable_attributes(self) -> Vec<Attribute<'m>> {
        if !self.is_global_variable() {
            return Vec::new();
        }
        // SAFETY: a variable; as many places in the list as LLVM counts, and attributes that live as long as the
        // context.
        unsafe {
            let count = shim::llvmspirv_variable_attributes(self.raw(), std::ptr::null_mut());
            let mut all = vec![std::ptr::null_mut(); count];
            shim::llvmspirv_variable_attributes(self.raw(), all.as_mut_ptr());
            all.into_iter().map(|raw| read(raw)).collect()
        }
    }

    /// The attribute of a function or, itself, a call.
    fn attribute(self, place: AttributePlace, kind: AttributeKind) -> Option<LLVMAttributeRef> {
        self.declared(place, kind).or_else(|| self.called(place, kind))
    }

    /// Returns whether a function has any attribute at a place.
    pub fn has_attributes(self, place: AttributePlace) -> bool {
        // SAFETY: a function; LLVM takes any place.
        self.is_function() && unsafe { LLVMGetAttributeCountAtIndex(self.raw(), place.index()) != 0 }
    }

    /// Returns whether a function, or a call itself (not its callee), has this attribute.
    pub fn has_attribute(self, place: AttributePlace, kind: AttributeKind) -> bool {
        self.attribute(place, kind).is_some()
    }

    /// The number that comes with an attribute of a function or call, such as `align`.
    pub fn int_attribute(self, place: AttributePlace, kind: AttributeKind) -> Option<u64> {
        // SAFETY: an attribute that is looked at as a number only if it is one.
        self.attribute(place, kind)
            .and_then(|raw| unsafe { (LLVMIsEnumAttribute(raw) != 0).then(|| LLVMGetEnumAttributeValue(raw)) })
    }

    /// Returns what `align` says of a parameter or an argument, in bytes, at most 2^31.
    pub fn param_alignment(self, index: u32) -> Option<u32> {
        self.int_attribute(AttributePlace::Param(index), AttributeKind::Align).map(super::access::at_most_largest)
    }

    /// The type that comes with an attribute of a function or call, such as `byval`.
    pub fn type_attribute(self, place: AttributePlace, kind: AttributeKind) -> Option<Type<'m>> {
        // SAFETY: an attribute that is asked for its type only if it has one.
        self.attribute(place, kind)
            .and_then(|raw| unsafe { (LLVMIsTypeAttribute(raw) != 0).then(|| LLVMGetTypeAttributeValue(raw)) })
            .and_then(Type::from_raw)
    }
}

/// Reads one attribute out.
///
/// # Safety
/// `raw` is an attribute that lives for `'m`.
unsafe fn read<'m>(raw: LLVMAttributeRef) -> Attribute<'m> {
    // SAFETY: each getter is called on the kind of attribute that it is for.
    unsafe {
        if LLVMIsStringAttribute(raw) != 0 {
            let (key, value) = (string(raw, LLVMGetStringAttributeKind), string(raw, LLVMGetStringAttributeValue));
            return Attribute::String { key, value };
        }
        if LLVMIsEnumAttribute(raw) != 0 {
            return Attribute::Enum { name: name(raw), value: LLVMGetEnumAttributeValue(raw) };
        }
        match (LLVMIsTypeAttribute(raw) != 0).then(|| Type::from_raw(LLVMGetTypeAttributeValue(raw))).flatten() {
            Some(ty) => Attribute::Type { name: name(raw), ty },
            None => Attribute::Other,
        }
    }
}

/// The name of an attribute with a number.
///
/// # Safety
/// `raw` is an attribute that is no string.
unsafe fn name(raw: LLVMAttributeRef) -> &'static str {
    let mut length = 0;
    // SAFETY: an attribute with a number; the names are in LLVM's tables.
    unsafe {
        let start = shim::llvmspirv_attribute_name(LLVMGetEnumAttributeKind(raw), &mut length);
        shim::text(shim::bytes(start, length))
    }
}

/// One of the texts of a string attribute.
///
/// # Safety
/// `raw` is a string attribute that lives for `'m`; `get` is one of LLVM's getters for these.
unsafe fn string<'m>(
    raw: LLVMAttributeRef,
    get: unsafe extern "C" fn(LLVMAttributeRef, *mut u32) -> *const c_char,
) -> &'m str {
    let mut length = 0;
    // SAFETY: a string attribute; pointer and length belong together.
    unsafe {
        let start = get(raw, &raw mut length);
        shim::text(shim::bytes(start, length as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_knows_every_kind_of_attribute() {
        let unknown: Vec<_> = AttributeKind::all().filter(|kind| kind.raw() == 0).map(AttributeKind::name).collect();
        assert_eq!(unknown, [""; 0]);
    }
}
