//! Compares the results of two runs: bit for bit first, then number by number within a tolerance.
//!
//! | numbers | the same | close |
//! | --- | --- | --- |
//! | integers, bytes between numbers | the same bits | never |
//! | floating-point numbers of buffers | the same bits, or both no numbers | 16 units in the last place, or 2^-20 |
//! | those of images | the same bits, or both no numbers | one unit of 8 bits |
//! | fractions of images | the same bits | one unit of 8 bits |
//! | addresses | always: each run has its own | |

use crate::formats::{Format, Number};
use crate::gpu::{Contents, Dump};
use crate::layout::{Kind, Leaf};

/// The limit, in units in the last place, on the difference of close numbers.
const UNITS: u64 = 16;
/// The limit on the difference of close numbers in any case: 2^-20.
const NEAR: f64 = 1.0 / 1_048_576.0;
/// One unit of 8 bits.
const SHADE: f64 = 1.0 / 255.0;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The results are the same.
    Same,
    /// The number of numbers that differ within the tolerance, and the greatest difference in units in the last place.
    Close(usize, u64),
    /// A difference: its place and its values.
    Differs(String),
}

/// The differences of two resources.
#[derive(Debug, Default)]
struct Found {
    close: usize,
    units: u64,
    differs: Option<String>,
    count: usize,
}

/// Compares all resources of two runs.
pub fn compare(before: &[Dump], after: &[Dump]) -> Verdict {
    let mut found = Found::default();
    if before.len() != after.len() {
        return Verdict::Differs("other resources".to_owned());
    }
    for (a, b) in before.iter().zip(after).filter(|(a, b)| a.bytes != b.bytes) {
        match &a.contents {
            Contents::Block(leaves) => found.block(a, b, leaves),
            Contents::Texels(format) => found.texels(a, b, *format),
        }
    }
    match found {
        Found { differs: Some(first), count, .. } => Verdict::Differs(format!("{first}; {count} in all")),
        Found { close: 0, .. } => Verdict::Same,
        Found { close, units, .. } => Verdict::Close(close, units),
    }
}

impl Found {
    fn block(&mut self, a: &Dump, b: &Dump, leaves: &[Leaf]) {
        let mut rest = vec![true; a.bytes.len()];
        for leaf in leaves {
            let place = leaf.offset..leaf.offset + leaf.kind.size();
            let (Some(x), Some(y)) = (a.bytes.get(place.clone()), b.bytes.get(place.clone())) else { continue };
            if let Some(rest) = rest.get_mut(place) {
                rest.fill(false);
            }
            match leaf.kind {
                Kind::Address(_) => {}
                Kind::Float(size) if x != y => self.floats(a, leaf.offset, size, (x, y), NEAR),
                _ if x != y => self.differ(a, leaf.offset, &format!("{} and {}", integer(x), integer(y))),
                _ => {}
            }
        }
        let between =
            rest.iter().zip(a.bytes.iter().zip(&b.bytes)).position(|(is_between, (x, y))| *is_between && x != y);
        if let Some(offset) = between {
            self.differ(a, offset, "bytes between numbers");
        }
    }

    fn texels(&mut self, a: &Dump, b: &Dump, format: Format) {
        let pairs = a.bytes.chunks(format.width).zip(b.bytes.chunks(format.width)).enumerate();
        for (index, (x, y)) in pairs.filter(|(_, (x, y))| x != y) {
            let offset = index * format.width;
            let most = if format.width == 1 { 1 } else { 257 };
            let is_signed = format.name.ends_with("Snorm");
            match format.number {
                Number::Float => self.floats(a, offset, format.width, (x, y), SHADE),
                Number::Normal
                    if format.width < 4 && (fraction(x, is_signed) - fraction(y, is_signed)).abs() <= most =>
                {
                    self.close += 1;
                }
                _ => self.differ(a, offset, &format!("{} and {}", integer(x), integer(y))),
            }
        }
    }

    fn floats(&mut self, a: &Dump, offset: usize, size: usize, (x, y): (&[u8], &[u8]), near: f64) {
        let (p, q) = (float(x), float(y));
        let units = ordered(x).abs_diff(ordered(y));
        if p.is_nan() && q.is_nan() {
            return;
        }
        if units <= UNITS || (p - q).abs() <= near {
            self.close += 1;
            self.units = self.units.max(units);
        } else {
            self.differ(a, offset, &format!("{p:?} and {q:?}, {units} units of {size} bytes"));
        }
    }

    fn differ(&mut self, a: &Dump, offset: usize, what: &str) {
        self.count += 1;
        self.differs.get_or_insert_with(|| format!("{} at byte {offset}: {what}", a.name));
    }
}

fn integer(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn signed(bytes: &[u8]) -> i64 {
    let unused = 64 - 8 * bytes.len().min(8);
    if unused == 64 { 0 } else { ((integer(bytes) << unused) as i64) >> unused }
}

/// Returns the bits of a fraction as a number.
fn fraction(bytes: &[u8], is_signed: bool) -> i64 {
    if is_signed { signed(bytes) } else { integer(bytes) as i64 }
}

/// Returns a floating-point number of 2, 4 or 8 bytes.
pub fn float(bytes: &[u8]) -> f64 {
    let bits = integer(bytes);
    match bytes.len() {
        2 => {
            let (exponent, fraction) = ((bits >> 10 & 0x1F) as i32, (bits & 0x3FF) as f64);
            let size = match exponent {
                0 => fraction * 2_f64.powi(-24),
                31 if fraction == 0.0 => f64::INFINITY,
                31 => f64::NAN,
                _ => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent - 15),
            };
            if bits >> 15 == 1 { -size } else { size }
        }
        4 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// Returns integers in the order of the floating-point numbers.
fn ordered(bytes: &[u8]) -> i64 {
    let value = signed(bytes);
    let least = signed(&[vec![0; bytes.len().saturating_sub(1)], vec![0x80]].concat());
    if value < 0 { least.wrapping_sub(value) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Dump {
        let leaves = (0..values.len()).map(|index| Leaf { offset: index * 4, kind: Kind::Float(4) }).collect();
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Dump { name: "buffer".to_owned(), contents: Contents::Block(leaves), bytes }
    }

    #[test]
    fn verdicts() {
        let next = f32::from_bits(1.0_f32.to_bits() + 3);
        let verdict = |a: f32, b: f32| compare(&[floats(&[7.0, a])], &[floats(&[7.0, b])]);
        assert_eq!([verdict(1.0, 1.0), verdict(f32::NAN, -f32::NAN)], [Verdict::Same, Verdict::Same]);
        assert_eq!([verdict(1.0, next), verdict(0.0, -0.0)], [Verdict::Close(1, 3), Verdict::Close(1, 0)]);
        assert!(matches!(verdict(1.0, 1.01), Verdict::Differs(text) if text.contains("byte 4")));
        assert!(matches!(verdict(1.0, f32::NAN), Verdict::Differs(_)));
    }

    #[test]
    fn shades() {
        let image = |name, bytes: &[u8]| {
            let contents = Contents::Texels(Format::named(name).unwrap());
            Dump { name: "image".to_owned(), contents, bytes: bytes.to_vec() }
        };
        let verdict = |name, a: &[u8], b: &[u8]| compare(&[image(name, a)], &[image(name, b)]);
        assert_eq!(verdict("Rgba8", &[1, 2, 3, 4], &[2, 2, 3, 4]), Verdict::Close(1, 0));
        assert!(matches!(verdict("Rgba8", &[1, 2, 3, 4], &[4, 2, 3, 4]), Verdict::Differs(_)));
        assert!(matches!(verdict("Rgba8ui", &[1, 2, 3, 4], &[2, 2, 3, 4]), Verdict::Differs(_)));
    }
}
