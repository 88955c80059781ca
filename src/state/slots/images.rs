//! The shapes of image types (SPIR-V `OpTypeImage`).

use crate::binary::Id;
use ::spirv::Dim;
use rustc_hash::FxHashSet;

/// The number of operands of an image type after the sampled type: dimensionality, depth, arrayed, multisampled,
/// sampled, format, access.
pub const NUMBERS: usize = 7;

/// An image type: its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The operands, in order.
    pub numbers: [u32; NUMBERS],
}

impl Shape {
    /// Creates a shape from the numbers of a type; `None` if their count is wrong.
    pub fn new(numbers: &[u32]) -> Option<Self> {
        Some(Self { numbers: numbers.try_into().ok()? })
    }

    /// Returns the dimensionality (`Dim`).
    pub fn dim(self) -> u32 {
        self.numbers[0]
    }

    /// Returns whether it is a depth image.
    pub fn is_depth(self) -> bool {
        self.numbers[1] == 1
    }

    /// Returns whether it is an array of images.
    pub fn is_arrayed(self) -> bool {
        self.numbers[2] == 1
    }

    /// Returns whether it is multisampled.
    pub fn is_multisampled(self) -> bool {
        self.numbers[3] == 1
    }

    /// Returns the `ImageFormat`.
    pub fn format(self) -> u32 {
        self.numbers[5]
    }

    /// Returns the access qualifier.
    pub fn access(self) -> u32 {
        self.numbers[6]
    }

    /// Returns the number of components of an image size, without the array length.
    pub fn dimensions(self) -> u32 {
        match Dim::from_u32(self.dim()) {
            Some(Dim::Dim1D | Dim::DimBuffer) => 1,
            Some(Dim::Dim3D) => 3,
            _ => 2,
        }
    }
}

/// Results of image instructions in the current function, in the reverse translation.
#[derive(Debug, Default)]
pub struct Parts {
    /// The results of which only components are used.
    pub apart: FxHashSet<Id>,
}
