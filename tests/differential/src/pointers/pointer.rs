//! Pointers of a kernel under construction, with their bounds, and the types of accesses through them.

use super::REGION;

/// The memory to which a pointer points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// A buffer.
    Global,
    /// A variable of the function.
    Private,
    /// A variable of the workgroup.
    Local,
}

impl Space {
    /// Returns the type of its pointers.
    pub fn ty(self) -> &'static str {
        match self {
            Self::Global => "ptr addrspace(1)",
            Self::Private => "ptr",
            Self::Local => "ptr addrspace(3)",
        }
    }

    /// Returns the suffix in the names of LLVM's intrinsics.
    pub fn mangled(self) -> &'static str {
        match self {
            Self::Global => "p1",
            Self::Private => "p0",
            Self::Local => "p3",
        }
    }
}

/// A pointer into a region, or into one of several.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// Its name.
    pub name: String,
    /// The memory to which it points.
    pub space: Space,
    /// The set of regions into which it may point, as bits.
    pub regions: u32,
    /// The least and the greatest byte offset in the region.
    pub range: (u32, u32),
    /// A power of two that divides the offset.
    pub unit: u32,
}

impl Pointer {
    /// Returns whether this many bytes are within the region, for any offset.
    pub fn has(&self, bytes: u32) -> bool {
        self.range.1 + bytes <= REGION
    }

    /// Returns whether the pointer may point to read-only memory.
    pub fn is_read_only(&self) -> bool {
        self.regions & READ != 0
    }

    /// Returns the pointer `name`, moved by `least` to `most` bytes, a multiple of `unit`; `None` if it could leave its
    /// region.
    pub fn moved(&self, name: String, (least, most): (i32, i32), unit: u32) -> Option<Self> {
        let (low, high) = (self.range.0.checked_add_signed(least)?, self.range.1.checked_add_signed(most)?);
        let is_within = low <= high && high <= REGION;
        is_within.then(|| Self { name, range: (low, high), unit: self.unit.min(unit), ..self.clone() })
    }

    /// Returns the pointer `name`, which is one of the two; `None` if they cannot be combined.
    pub fn or(&self, other: &Self, name: String) -> Option<Self> {
        let range = (self.range.0.min(other.range.0), self.range.1.max(other.range.1));
        let (regions, unit) = (self.regions | other.regions, self.unit.min(other.unit));
        (self.space == other.space).then(|| Self { name, range, regions, unit, ..self.clone() })
    }
}

/// The region of the read-only buffer.
pub const READ: u32 = 1;

/// A type in memory, with size and alignment.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The type.
    pub ty: &'static str,
    /// Its size in bytes.
    pub size: u32,
    /// The alignment of its address, in bytes.
    pub unit: u32,
    /// The number of its components, and the width of each in bits.
    pub lanes: (u32, u32),
    /// True if they are floating-point numbers.
    pub is_float: bool,
}

const fn number(ty: &'static str, size: u32, is_float: bool) -> Access {
    Access { ty, size, unit: size, lanes: (1, 8 * size), is_float }
}

const fn vector(ty: &'static str, count: u32, size: u32, is_float: bool) -> Access {
    Access { ty, size: count * size, unit: (count * size).next_power_of_two(), lanes: (count, 8 * size), is_float }
}

/// The types of accesses.
pub const ACCESSES: &[Access] = &[
    number("i8", 1, false),
    number("i16", 2, false),
    number("i32", 4, false),
    number("i64", 8, false),
    number("half", 2, true),
    number("float", 4, true),
    number("double", 8, true),
    vector("<2 x i8>", 2, 1, false),
    vector("<4 x i8>", 4, 1, false),
    vector("<4 x i16>", 4, 2, false),
    vector("<2 x i32>", 2, 4, false),
    vector("<3 x i32>", 3, 4, false),
    vector("<4 x float>", 4, 4, true),
    vector("<2 x double>", 2, 8, true),
    vector("<8 x half>", 8, 2, true),
];
