//! Types of numbers by their names on command lines and in array files: one row each.

use crate::form::{Format, Numbers};
use half::{bf16, f16};
use npyz::{DType, FixedSizeBytes, TypeStr, WriterBuilder};
use std::io;
use std::str::FromStr;

/// A type of numbers.
#[derive(Debug)]
pub struct NumberType {
    /// Its name on command lines.
    pub name: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Its format.
    pub format: Format,
    /// True for an unsigned integer.
    pub is_unsigned: bool,
    /// Its name in array files.
    array: &'static str,
    /// Parses a number to bytes.
    pub read: fn(&str) -> Option<Vec<u8>>,
    /// Formats bytes as a number.
    pub show: fn(&[u8]) -> Option<String>,
    write: Writer,
}

/// Writes an array file of numbers given as bytes, with a shape and the name of their type.
type Writer = fn(&[u8], &[u64], DType) -> io::Result<Vec<u8>>;

/// Writes an array file of elements.
fn written<T: npyz::Serialize>(
    parts: impl Iterator<Item = Option<T>>,
    shape: &[u64],
    dtype: DType,
) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut writer = npyz::WriteOptions::new().dtype(dtype).shape(shape).writer(&mut file).begin_nd()?;
    parts.flatten().try_for_each(|value| writer.push(&value))?;
    writer.finish()?;
    Ok(file)
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

macro_rules! number_types {
    ($($name:literal $ty:ty, $format:ident, $is_unsigned:literal, $array:literal, $parse:expr, $element:expr;)*) => {
        /// The types of numbers.
        pub const NUMBER_TYPES: &[NumberType] = &[$(NumberType {
            name: $name,
            size: size_of::<$ty>(),
            format: Format::$format,
            is_unsigned: $is_unsigned,
            array: $array,
            read: |text| {
                let parse: fn(&str) -> Option<$ty> = $parse;
                Some(parse(text)?.to_le_bytes().to_vec())
            },
            show: |bytes| Some(<$ty>::from_le_bytes(bytes.try_into().ok()?).to_string()),
            write: |bytes, shape, dtype| {
                let element: fn($ty) -> _ = $element;
                let parts = bytes.chunks_exact(size_of::<$ty>());
                written(parts.map(|part| Some(element(<$ty>::from_le_bytes(part.try_into().ok()?)))), shape, dtype)
            },
        }),*];
    };
}

// NumPy has no bfloat: `ml_dtypes` writes the two bytes.
number_types! {
    "i8" i8, Int, false, "|i1", parsed, |it| it;
    "i16" i16, Int, false, "<i2", parsed, |it| it;
    "i32" i32, Int, false, "<i4", parsed, |it| it;
    "i64" i64, Int, false, "<i8", parsed, |it| it;
    "u8" u8, Int, true, "|u1", parsed, |it| it;
    "u16" u16, Int, true, "<u2", parsed, |it| it;
    "u32" u32, Int, true, "<u4", parsed, |it| it;
    "u64" u64, Int, true, "<u8", parsed, |it| it;
    "f16" f16, Float, false, "<f2", |text| Some(f16::from_f64(parsed(text)?)), |it| it;
    "bf16" bf16, BFloat, false, "|V2", |text| Some(bf16::from_f64(parsed(text)?)), |it| FixedSizeBytes(it.to_le_bytes());
    "f32" f32, Float, false, "<f4", parsed, |it| it;
    "f64" f64, Float, false, "<f8", parsed, |it| it;
}

impl NumberType {
    /// Returns the type of that name, such as `u8`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        NUMBER_TYPES.iter().find(|ty| ty.name == name)
    }

    /// Returns the type of that name in files of arrays, with the byte order left out: `f4`, `V2`.
    #[must_use]
    pub fn of_array(name: &str) -> Option<&'static Self> {
        NUMBER_TYPES.iter().find(|ty| ty.array.get(1..) == Some(name))
    }

    /// Returns the type of numbers of a kernel or shader.
    #[must_use]
    pub fn of(numbers: Numbers) -> Option<&'static Self> {
        let is_it = |ty: &&Self| ty.numbers(1).is_like(numbers) && ty.is_unsigned == numbers.is_unsigned;
        NUMBER_TYPES.iter().find(is_it)
    }

    /// Returns it as the type of a vector with this number of lanes, or of a scalar (1).
    #[must_use]
    pub fn numbers(&self, lanes: u64) -> Numbers {
        Numbers { format: self.format, bits: self.size as u32 * 8, lanes, is_unsigned: self.is_unsigned }
    }

    /// Returns the names of all, for messages.
    #[must_use]
    pub fn names() -> String {
        NUMBER_TYPES.iter().map(|ty| ty.name).collect::<Vec<_>>().join(", ")
    }

    /// Returns an array file of numbers with this shape.
    ///
    /// # Errors
    ///
    /// A shape with another number of elements.
    pub fn array(&self, bytes: &[u8], shape: &[u64]) -> io::Result<Vec<u8>> {
        let ty = TypeStr::from_str(self.array).map_err(io::Error::other)?;
        (self.write)(bytes, shape, DType::Plain(ty))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_shown() {
        let shown = |name: &str, text: &str| {
            let ty = NumberType::named(name)?;
            (ty.show)(&(ty.read)(text)?)
        };
        for (name, text, number) in [
            ("i8", "-128", "-128"),
            ("u64", "18446744073709551615", "18446744073709551615"),
            ("f16", "0.1", "0.099975586"),
            ("bf16", "0.1", "0.100097656"),
            ("f16", "70000", "inf"),
            ("f64", "0.1", "0.1"),
        ] {
            assert_eq!(shown(name, text).as_deref(), Some(number), "{name}");
        }
        assert_eq!((shown("i8", "128"), shown("u8", "-1"), shown("f80", "1")), (None, None, None));
        assert!(NUMBER_TYPES.iter().all(|ty| NumberType::of(ty.numbers(1)).map(|of| of.name) == Some(ty.name)));
    }
}
