//! The formats of floating-point literals, which the assembler reads and the disassembler writes.

/// The bits of a number: a sign, an exponent and a fraction, from the highest bit on.
#[derive(Debug, PartialEq)]
pub(super) struct Format {
    /// The bits of the exponent.
    pub exponent: u32,
    /// The bits of the fraction.
    pub fraction: u32,
    /// The exponent bias.
    pub bias: i32,
    /// The largest number, where there is no infinity.
    pub largest: Option<f32>,
}

/// The reading of a literal's bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Layout {
    /// As sign, exponent and fraction.
    Format(&'static Format),
    /// As the exponent of a power of two.
    Exponent,
    /// As a number of sixty-fourths.
    FixedPoint,
}

const fn format(exponent: u32, fraction: u32, bias: i32) -> Format {
    Format { exponent, fraction, bias, largest: None }
}

const fn finite(exponent: u32, fraction: u32, bias: i32, largest: f32) -> Format {
    Format { exponent, fraction, bias, largest: Some(largest) }
}

pub(super) const HALF: Format = format(5, 10, 15);
pub(super) const SINGLE: Format = format(8, 23, 127);
pub(super) const DOUBLE: Format = format(11, 52, 1023);

/// The formats of IEEE 754, by width.
const WIDTHS: &[(u32, Layout)] =
    &[(16, Layout::Format(&HALF)), (32, Layout::Format(&SINGLE)), (64, Layout::Format(&DOUBLE))];

/// Other formats, by the number of `FPEncoding`.
const ENCODINGS: &[(u32, Layout)] = &[
    // BFloat16KHR
    (0, Layout::Format(&format(8, 7, 127))),
    // Float8E4M3EXT
    (4214, Layout::Format(&finite(4, 3, 7, 448.0))),
    // Float8E5M2EXT
    (4215, Layout::Format(&format(5, 2, 15))),
    // Float6E2M3EXT
    (4223, Layout::Format(&finite(2, 3, 1, 7.5))),
    // Float6E3M2EXT
    (4224, Layout::Format(&finite(3, 2, 3, 28.0))),
    // Float4E2M1EXT
    (4225, Layout::Format(&finite(2, 1, 1, 6.0))),
    // Float8UnsignedE8M0EXT
    (4226, Layout::Exponent),
    // MXInt8EXT
    (4227, Layout::FixedPoint),
];

/// Returns the layout of a type's literals, by the encoding if there is one.
pub(super) fn layout(width: u32, encoding: Option<u32>) -> Option<Layout> {
    encoding.and_then(of_encoding).or_else(|| row(WIDTHS, width))
}

/// Returns the layout of an encoding.
pub(super) fn of_encoding(encoding: u32) -> Option<Layout> {
    row(ENCODINGS, encoding)
}

fn row(rows: &[(u32, Layout)], key: u32) -> Option<Layout> {
    rows.iter().find(|row| row.0 == key).map(|row| row.1)
}

impl Layout {
    /// Returns the number of bits.
    pub fn width(self) -> u32 {
        match self {
            Self::Format(format) => format.width(),
            Self::Exponent | Self::FixedPoint => 8,
        }
    }
}

impl Format {
    /// Returns the number of bits.
    pub const fn width(&self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// Returns the largest exponent, with the bias.
    pub const fn exponents(&self) -> i64 {
        (1 << self.exponent) - 1
    }

    /// Returns the largest biased exponent of a finite number: the next one is that of infinity.
    pub const fn last_finite(&self) -> u64 {
        self.exponents() as u64 - if self.largest.is_none() { 1 } else { 0 }
    }
}
