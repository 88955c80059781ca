//! The formats of texels: one table of SPIR-V's names, Vulkan's numbers and the types of their components.

use crate::layout::{half, mixed};
use ash::vk::Format as Vk;

/// The type of the components of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Fractions, signed or unsigned; all bits are valid.
    Normal,
    /// Floating-point numbers.
    Float,
    /// Integers.
    Integer,
    /// Three floating-point numbers in a word.
    PackedFloat,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The name in SPIR-V.
    pub name: &'static str,
    /// The number in Vulkan.
    pub vk: Vk,
    /// The number of components.
    pub components: usize,
    /// The bytes of a component, or of the texel if components share a word.
    pub width: usize,
    /// The type of the components.
    pub number: Number,
}

const fn row(name: &'static str, vk: Vk, components: usize, width: usize, number: Number) -> Format {
    Format { name, vk, components, width, number }
}

/// The formats of storage images, and that of depths.
pub const FORMATS: &[Format] = &[
    row("Rgba32f", Vk::R32G32B32A32_SFLOAT, 4, 4, Number::Float),
    row("Rgba16f", Vk::R16G16B16A16_SFLOAT, 4, 2, Number::Float),
    row("R32f", Vk::R32_SFLOAT, 1, 4, Number::Float),
    row("Rgba8", Vk::R8G8B8A8_UNORM, 4, 1, Number::Normal),
    row("Rgba8Snorm", Vk::R8G8B8A8_SNORM, 4, 1, Number::Normal),
    row("Rg32f", Vk::R32G32_SFLOAT, 2, 4, Number::Float),
    row("Rg16f", Vk::R16G16_SFLOAT, 2, 2, Number::Float),
    row("R11fG11fB10f", Vk::B10G11R11_UFLOAT_PACK32, 1, 4, Number::PackedFloat),
    row("R16f", Vk::R16_SFLOAT, 1, 2, Number::Float),
    row("Rgba16", Vk::R16G16B16A16_UNORM, 4, 2, Number::Normal),
    row("Rgb10A2", Vk::A2B10G10R10_UNORM_PACK32, 1, 4, Number::Normal),
    row("Rg16", Vk::R16G16_UNORM, 2, 2, Number::Normal),
    row("Rg8", Vk::R8G8_UNORM, 2, 1, Number::Normal),
    row("R16", Vk::R16_UNORM, 1, 2, Number::Normal),
    row("R8", Vk::R8_UNORM, 1, 1, Number::Normal),
    row("Rgba16Snorm", Vk::R16G16B16A16_SNORM, 4, 2, Number::Normal),
    row("Rg16Snorm", Vk::R16G16_SNORM, 2, 2, Number::Normal),
    row("Rg8Snorm", Vk::R8G8_SNORM, 2, 1, Number::Normal),
    row("R16Snorm", Vk::R16_SNORM, 1, 2, Number::Normal),
    row("R8Snorm", Vk::R8_SNORM, 1, 1, Number::Normal),
    row("Rgba32i", Vk::R32G32B32A32_SINT, 4, 4, Number::Integer),
    row("Rgba16i", Vk::R16G16B16A16_SINT, 4, 2, Number::Integer),
    row("Rgba8i", Vk::R8G8B8A8_SINT, 4, 1, Number::Integer),
    row("R32i", Vk::R32_SINT, 1, 4, Number::Integer),
    row("Rg32i", Vk::R32G32_SINT, 2, 4, Number::Integer),
    row("Rg16i", Vk::R16G16_SINT, 2, 2, Number::Integer),
    row("Rg8i", Vk::R8G8_SINT, 2, 1, Number::Integer),
    row("R16i", Vk::R16_SINT, 1, 2, Number::Integer),
    row("R8i", Vk::R8_SINT, 1, 1, Number::Integer),
    row("Rgba32ui", Vk::R32G32B32A32_UINT, 4, 4, Number::Integer),
    row("Rgba16ui", Vk::R16G16B16A16_UINT, 4, 2, Number::Integer),
    row("Rgba8ui", Vk::R8G8B8A8_UINT, 4, 1, Number::Integer),
    row("R32ui", Vk::R32_UINT, 1, 4, Number::Integer),
    row("Rgb10a2ui", Vk::A2B10G10R10_UINT_PACK32, 1, 4, Number::Integer),
    row("Rg32ui", Vk::R32G32_UINT, 2, 4, Number::Integer),
    row("Rg16ui", Vk::R16G16_UINT, 2, 2, Number::Integer),
    row("Rg8ui", Vk::R8G8_UINT, 2, 1, Number::Integer),
    row("R16ui", Vk::R16_UINT, 1, 2, Number::Integer),
    row("R8ui", Vk::R8_UINT, 1, 1, Number::Integer),
    row("R64i", Vk::R64_SINT, 1, 8, Number::Integer),
    row("R64ui", Vk::R64_UINT, 1, 8, Number::Integer),
    row("depth", Vk::D32_SFLOAT, 1, 4, Number::Float),
];

impl Format {
    /// Returns the format with a name.
    pub fn named(name: &str) -> Option<Self> {
        FORMATS.iter().find(|format| format.name == name).copied()
    }

    /// Returns the bytes of a texel.
    pub fn size(&self) -> usize {
        self.components * self.width
    }

    /// Returns texels filled with the pattern.
    pub fn filled(&self, texels: usize, seed: u64) -> Vec<u8> {
        let positions = (0..texels * self.components).map(|position| seed << 32 | position as u64);
        positions.flat_map(|position| self.component(position)).collect()
    }

    fn component(&self, position: u64) -> Vec<u8> {
        let any = mixed(position);
        let unit = (any % 17) as f32 / 16.0;
        match (self.number, self.width) {
            (Number::Float, 2) => half(unit).to_le_bytes().to_vec(),
            (Number::Float, _) => unit.to_le_bytes().to_vec(),
            // No exponent of ones.
            (Number::PackedFloat, _) => (any as u32 & 0x7FDF_FBFF).to_le_bytes().to_vec(),
            (Number::Integer, width) => (any % 16).to_le_bytes()[..width].to_vec(),
            (Number::Normal, width) => any.to_le_bytes()[..width].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_have_their_size() {
        for format in FORMATS {
            assert_eq!(format.filled(5, 1).len(), 5 * format.size(), "{}", format.name);
            assert_eq!(Format::named(format.name), Some(*format));
        }
    }
}
