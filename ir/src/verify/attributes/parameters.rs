//! Checks attributes of parameters and results.

use super::super::fault::Rule;
use super::super::{Verifier, layout};
use super::*;
use crate::types::{TypeKind, Types};

/// The attributes of which a parameter may have only one; `sret` and `inreg` may be combined.
const EXCLUSIVE: [u128; 6] = [BY_VALUE, IN_ALLOCA, PREALLOCATED, SRET | IN_REGISTER, NEST, BY_REFERENCE];

const READ_NONE: u128 = bit("readnone");
const READ_ONLY: u128 = bit("readonly");
const WRITE_ONLY: u128 = bit("writeonly");
const WRITABLE: u128 = bit("writable");

/// Pairs of attributes that exclude each other, with LLVM's message.
static PAIRS: [(u128, u128, &str); 10] = [
    (IN_ALLOCA, READ_ONLY, "Attributes 'inalloca and readonly' are incompatible!"),
    (SRET, RETURNED, "Attributes 'sret and returned' are incompatible!"),
    (bit("zeroext"), bit("signext"), "Attributes 'zeroext and signext' are incompatible!"),
    (READ_NONE, READ_ONLY, "Attributes 'readnone and readonly' are incompatible!"),
    (READ_NONE, WRITE_ONLY, "Attributes 'readnone and writeonly' are incompatible!"),
    (READ_ONLY, WRITE_ONLY, "Attributes 'readonly and writeonly' are incompatible!"),
    (bit("noinline"), bit("alwaysinline"), "Attributes 'noinline and alwaysinline' are incompatible!"),
    (WRITABLE, READ_NONE, "Attributes writable and readnone are incompatible!"),
    (WRITABLE, READ_ONLY, "Attributes writable and readonly are incompatible!"),
    (IMMEDIATE, !(IMMEDIATE | bit("range")), "Attribute 'immarg' is incompatible with other attributes except 'range'"),
];

const OF_INTEGERS: u128 = bits(&["allocalign", "signext", "zeroext"]);
const OF_INTEGRALS: u128 = bit("range");
const OF_POINTERS: u128 = bits(&[
    "noalias",
    "nonnull",
    "readnone",
    "readonly",
    "dereferenceable",
    "dereferenceable_or_null",
    "writable",
    "dead_on_unwind",
    "initializes",
    "captures",
    "dead_on_return",
    "nest",
    "swifterror",
    "preallocated",
    "inalloca",
    "byval",
    "sret",
    "byref",
    "elementtype",
    "allocptr",
]);
const OF_ADDRESSES: u128 = bit("align");
const OF_FLOATS: u128 = bit("nofpclass");
const OF_VALUES: u128 = bit("noundef");

/// The attributes whose type must be sized, and not too large, with LLVM's messages.
const IN_MEMORY: [(AttributeKind, &str, &str); 4] = [
    (
        AttributeKind::of("byval"),
        "Attribute 'byval' does not support unsized types!",
        "huge 'byval' arguments are unsupported",
    ),
    (
        AttributeKind::of("byref"),
        "Attribute 'byref' does not support unsized types!",
        "huge 'byref' arguments are unsupported",
    ),
    (
        AttributeKind::of("inalloca"),
        "Attribute 'inalloca' does not support unsized types!",
        "huge 'inalloca' arguments are unsupported",
    ),
    (
        AttributeKind::of("preallocated"),
        "Attribute 'preallocated' does not support unsized types!",
        "huge 'preallocated' arguments are unsupported",
    ),
];
const HUGE_BITS: u128 = 1 << 35;

/// The attributes that only one parameter may have.
static UNIQUE: [(u128, &str); 6] = [
    (NEST, "More than one parameter has attribute nest!"),
    (RETURNED, "More than one parameter has attribute returned!"),
    (SRET, "Cannot have multiple 'sret' parameters!"),
    (bit("swiftself"), "Cannot have multiple 'swiftself' parameters!"),
    (bit("swiftasync"), "Cannot have multiple 'swiftasync' parameters!"),
    (SWIFT_ERROR, "Cannot have multiple 'swifterror' parameters!"),
];
/// The bits of all classes in `nofpclass`.
const ALL_CLASSES: u64 = 0x3ff;

/// Returns the attributes that a type does not permit, as bits.
pub(crate) fn misfits(types: &Types, ty: u32) -> u128 {
    let mut mask = 0;
    if !types.is_integer(ty) {
        mask |= OF_INTEGERS;
    }
    if !types.is_integral(ty) {
        mask |= OF_INTEGRALS;
    }
    if !types.is_pointer(ty) {
        mask |= OF_POINTERS;
    }
    if !types.is_address(ty) {
        mask |= OF_ADDRESSES;
    }
    if !is_floating(types, ty) {
        mask |= OF_FLOATS;
    }
    if types.kind(ty) == TypeKind::Void {
        mask |= OF_VALUES;
    }
    mask
}

/// Returns whether a type is floating point, or a structure or array of one floating-point type.
fn is_floating(types: &Types, ty: u32) -> bool {
    let mut ty = ty;
    match types.kind(ty) {
        TypeKind::Struct => {
            let Some((&first, rest)) = types.parts(ty).split_first() else { return false };
            if rest.iter().any(|&part| part != first) {
                return false;
            }
            ty = first;
        }
        TypeKind::Array => {
            while types.kind(ty) == TypeKind::Array {
                match types.parts(ty).first() {
                    Some(&part) => ty = part,
                    None => return false,
                }
            }
        }
        _ => {}
    }
    types.is_float(ty)
}

impl Verifier<'_> {
    /// Checks a parameter in a list of attributes.
    pub(super) fn parameter_of(
        &mut self,
        set: u32,
        number: u32,
        ty: u32,
        function: u32,
        of: For,
        seen: &mut Seen,
    ) -> Rule {
        let mask = self.mask(set);
        if !of.is_intrinsic() {
            HERE.require(mask & IMMEDIATE == 0, "immarg attribute only applies to intrinsics")?;
            HERE.require(
                of.is_assembly() || mask & ELEMENT_TYPE == 0,
                "Attribute 'elementtype' can only be applied to intrinsics and inline asm.",
            )?;
        }
        self.parameter(set, ty)?;
        for (bit, message) in &UNIQUE {
            HERE.require(mask & seen.mask & bit == 0, message)?;
        }
        seen.mask |= mask;
        let types = &self.m.types;
        if mask & RETURNED != 0 {
            HERE.require(
                self.is_lossless(ty, types.result(function)),
                "Incompatible argument and return types for 'returned' attribute",
            )?;
        }
        if mask & SRET != 0 {
            HERE.require(number < 2, "Attribute 'sret' is not on first or second parameter!")?;
        }
        if mask & IN_ALLOCA != 0 {
            let last = types.parameters(function).len() as u32 - 1;
            HERE.require(number == last, "inalloca isn't on the last parameter!")?;
        }
        Ok(())
    }

    /// Returns whether values can be converted between the types without a change of bits.
    pub(in super::super) fn is_lossless(&self, a: u32, b: u32) -> bool {
        let types = &self.m.types;
        if a == b {
            return true;
        }
        if types.is_vector(a) && types.is_vector(b) {
            let bits = |ty| types.shape(ty).map(|(kind, count)| (kind, count * types.width(ty)));
            return bits(a) == bits(b) && !types.is_address(a) && !types.is_address(b);
        }
        types.is_pointer(a) && types.is_pointer(b) && types.space(a) == types.space(b)
    }

    /// Checks the attributes of a parameter or result.
    pub(in super::super) fn parameter(&mut self, set: u32, ty: u32) -> Rule {
        let mask = self.mask(set);
        if mask == 0 {
            return Ok(());
        }
        HERE.require(mask & !OF_PARAMETERS == 0, "an attribute does not apply to parameters")?;
        let count = EXCLUSIVE.iter().filter(|&&bits| mask & bits != 0).count();
        HERE.require(
            count <= 1,
            "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!",
        )?;
        for (a, b, message) in &PAIRS {
            HERE.require(mask & a == 0 || mask & b == 0, message)?;
        }
        HERE.require(mask & misfits(&self.m.types, ty) == 0, "an attribute is applied to an incompatible type!")?;
        self.in_memory(set, ty)?;
        self.values(set, ty)
    }

    /// Returns whether a type is floating point, or a structure or array of one floating-point type.
    pub(in super::super) fn is_floating(&self, ty: u32) -> bool {
        is_floating(&self.m.types, ty)
    }

    fn in_memory(&mut self, set: u32, ty: u32) -> Rule {
        if !self.m.types.is_pointer(ty) {
            return Ok(());
        }
        for attribute in self.m.attributes.set(set) {
            match attribute {
                Attribute::Type(kind, Some(ty)) => {
                    let Some((_, unsized_type, huge)) = IN_MEMORY.iter().find(|row| row.0 == *kind) else { continue };
                    let size = self.size(*ty);
                    HERE.require(size.sized, unsized_type)?;
                    HERE.require(size.bits < HUGE_BITS, huge)?;
                    if *kind == AttributeKind::of("byval")
                        && let Some(property) = layout::property(self.m, *ty)
                    {
                        HERE.require(property.local, "'byval' argument has illegal target extension type")?;
                    }
                }
                Attribute::Number(kind, number) if kind.form() == Form::Align => {
                    HERE.require(*number <= 1 << 32, "huge alignment values are unsupported")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn values(&mut self, set: u32, ty: u32) -> Rule {
        for attribute in self.m.attributes.set(set) {
            match attribute {
                Attribute::Ranges(kind, bits, bounds) if kind.form() == Form::Ranges => {
                    HERE.require(!bounds.is_empty(), "Attribute 'initializes' does not support empty list")?;
                    HERE.require(*bits <= 64, "Attribute 'initializes' is of i64")?;
                    let ordered = bounds.as_chunks::<2>().0.iter().all(|[low, high]| (*low as i64) < *high as i64)
                        && bounds.get(1..).unwrap_or(&[]).as_chunks::<2>().0.iter().all(|[high, low]| high < low);
                    HERE.require(ordered, "Attribute 'initializes' does not support unordered ranges")?;
                }
                Attribute::Ranges(_, bits, _) => {
                    HERE.require(self.m.types.width(ty) == *bits as u64, "Range bit width must match type bit width!")?
                }
                Attribute::Number(kind, number) if kind.form() == Form::FpClass => {
                    HERE.require(*number != 0, "Attribute 'nofpclass' must have at least one test bit set")?;
                    HERE.require(number & !ALL_CLASSES == 0, "Invalid value for 'nofpclass' test mask")?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
