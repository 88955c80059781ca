//! Types of numbers, as far as a host can check the arguments that it is given.

use super::facts::{Binding, Param};
use llvm_spirv::llvm::{Type, TypeKind};
use std::fmt::{self, Display};

/// The format of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An integer.
    Int,
    /// A float of IEEE 754.
    Float,
    /// A 16-bit float with the exponent range of `float`.
    BFloat,
}

/// A number's type, or that of a vector of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The format of each number.
    pub format: Format,
    /// The width of each number in bits.
    pub bits: u32,
    /// The number of lanes.
    pub lanes: u64,
    /// True for an integer known to be unsigned; LLVM's types do not record the sign.
    pub is_unsigned: bool,
}

/// The limit on nested arrays and structures.
const MOST_LEVELS: u32 = 16;

impl Numbers {
    /// Returns whether two types have the same format and the same size in memory, regardless of signs.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        let room = |bits: u32| bits.div_ceil(8).next_power_of_two();
        self.format == other.format && room(self.bits) == room(other.bits)
    }

    /// The type of a number or vector.
    pub fn of(ty: Type<'_>) -> Option<Self> {
        let format = match ty.scalar().kind() {
            TypeKind::Integer => Format::Int,
            TypeKind::Half | TypeKind::Float | TypeKind::Double => Format::Float,
            TypeKind::BFloat => Format::BFloat,
            _ => return None,
        };
        let bits = ty.scalar().int_width().max(ty.scalar().float_width());
        Some(Self { format, bits, lanes: if ty.is_vector() { ty.count() } else { 1 }, is_unsigned: false })
    }

    /// Returns the type of all numbers of a buffer; `None` if there are several types.
    pub fn within(ty: Type<'_>) -> Option<Self> {
        Self::within_levels(ty, MOST_LEVELS)
    }

    fn within_levels(ty: Type<'_>, levels: u32) -> Option<Self> {
        let levels = levels.checked_sub(1)?;
        if ty.is_array() {
            return Self::within_levels(ty.element()?, levels);
        }
        if !ty.is_struct() {
            return Self::of(ty).map(|numbers| Self { lanes: 1, ..numbers });
        }
        let mut all = ty.fields().map(|field| Self::within_levels(field, levels));
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns the type with this name in OpenCL C: `uint4`, `half*`.
    pub fn named(name: &str) -> Option<Self> {
        const NAMES: [(&str, Format, u32, bool); 12] = [
            ("char", Format::Int, 8, false),
            ("uchar", Format::Int, 8, true),
            ("short", Format::Int, 16, false),
            ("ushort", Format::Int, 16, true),
            ("int", Format::Int, 32, false),
            ("uint", Format::Int, 32, true),
            ("long", Format::Int, 64, false),
            ("ulong", Format::Int, 64, true),
            ("half", Format::Float, 16, false),
            ("float", Format::Float, 32, false),
            ("double", Format::Float, 64, false),
            ("__bf16", Format::BFloat, 16, false),
        ];
        let name = name.strip_suffix('*').unwrap_or(name);
        let row = |word: &str| NAMES.iter().find(|(known, ..)| *known == word);
        let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
        // The last digits of `__bf16` are no lanes.
        let (&(_, format, bits, is_unsigned), lanes) = match row(name) {
            Some(row) => (row, 1),
            None => (row(scalar)?, name.strip_prefix(scalar)?.parse().ok()?),
        };
        Some(Self { format, bits, lanes, is_unsigned })
    }
}

impl Display for Numbers {
    /// Writes the type as command lines spell it: `f32`, `u8x4`, `bf16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.format {
            Format::Int if self.is_unsigned => "u",
            Format::Int => "i",
            Format::Float => "f",
            Format::BFloat => "bf",
        };
        write!(f, "{letter}{}", self.bits)?;
        if self.lanes == 1 { Ok(()) } else { write!(f, "x{}", self.lanes) }
    }
}

impl Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.set, self.binding)
    }
}

impl Param {
    /// Returns the type of the parameter's numbers, or of the numbers that it points to.
    #[must_use]
    pub fn numbers(&self) -> Option<Numbers> {
        match self {
            Self::Value(_, numbers) | Self::Pointer(numbers) => *numbers,
            Self::Binding(binding) => binding.numbers,
            _ => None,
        }
    }
}

impl Display for Param {
    /// Describes the parameter for messages: `a buffer of f32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |numbers: &Option<Numbers>| numbers.map_or_else(String::new, |numbers| format!(" of {numbers}"));
        match self {
            Self::Value(_, Some(numbers)) => write!(f, "{numbers}"),
            Self::Value(size, None) => write!(f, "a value of {size} bytes"),
            Self::Pointer(numbers) => write!(f, "a buffer{}", of(numbers)),
            Self::Local => write!(f, "local memory"),
            Self::Object(name) => write!(f, "{}", object(name)),
            Self::Binding(Binding { object: Some(name), count: 1, .. }) => write!(f, "{}", object(name)),
            Self::Binding(Binding { object: Some(name), .. }) => write!(f, "an array, each {}", object(name)),
            Self::Binding(Binding { count: 1, numbers, .. }) => write!(f, "a buffer{}", of(numbers)),
            Self::Binding(Binding { count: 0, .. }) => write!(f, "an array of buffers"),
            Self::Binding(Binding { count, .. }) => write!(f, "{count} buffers"),
            Self::Push(size, _) => write!(f, "{size} bytes of push constants"),
            Self::Record(record) => write!(f, "{}, of {} bytes each", record.name, record.size),
        }
    }
}

/// Returns the description of an opaque type.
fn object(name: &str) -> &str {
    match name {
        "spirv.Image" | "spirv.SignedImage" => "an image",
        "spirv.Sampler" => "a sampler",
        "spirv.SampledImage" | "spirv.SignedSampledImage" => "an image with a sampler",
        "spirv.Pipe" => "a pipe",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_opencl_c() {
        let shown = |name: &str| Numbers::named(name).map(|numbers| numbers.to_string());
        for (name, numbers) in [("uint4", "u32x4"), ("half*", "f16"), ("__bf16*", "bf16"), ("float16", "f32x16")] {
            assert_eq!(shown(name).as_deref(), Some(numbers), "{name}");
        }
        assert!(["my_t", "image2d_t", "void*", "4", "", "float**"].iter().all(|name| shown(name).is_none()));
    }
}
