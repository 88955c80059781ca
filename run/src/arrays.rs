//! Files of buffers: arrays (`.npy`), or raw bytes.
//!
//! In: the contents of a file. Out: the elements in this processor's byte order and in C order; the type and shape,
//! with which the file can be written again. Other byte orders and Fortran order are converted.

use crate::errors;
use crate::numbers::NumberType;
use llvm_spirv::error::{Code, Error, Result};
use npyz::{DType, Endianness, NpyHeader, Order, TypeChar};
use std::path::Path;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The form of a buffer's file, besides its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The name of the element type: `f32`; `None` if it is not a type of numbers.
    pub name: Option<&'static str>,
    /// The lengths of all dimensions.
    pub shape: Vec<u64>,
}

/// Reads a file: its bytes, and the form of an array.
///
/// # Errors
///
/// A file that cannot be read, one with an array's name that is not an array, or an array of objects.
pub fn read(file: &Path) -> Result<(Vec<u8>, Option<Form>)> {
    let content = std::fs::read(file)
        .map_err(|error| Error::of(Code::Unreadable, format!("cannot read {}: {error}", file.display())))?;
    if !content.starts_with(MAGIC) && !is_array(file) {
        return Ok((content, None));
    }
    let (bytes, form) = parsed(&content).map_err(|error| error.in_file(&file.display().to_string()))?;
    Ok((bytes, Some(form)))
}

/// Returns the size of the buffer in a file, if the file exists.
#[must_use]
pub fn length(file: &Path) -> Option<u64> {
    match is_array(file) {
        true => read(file).ok().map(|(bytes, _)| bytes.len() as u64),
        false => std::fs::metadata(file).ok().map(|data| data.len()),
    }
}

/// Returns whether a file has an array's extension.
#[must_use]
pub fn is_array(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("npy"))
}

/// Returns the contents of a file for bytes in this form, or of this type if there is no form.
///
/// # Errors
///
/// The errors of NumPy's format.
pub fn written(file: &Path, bytes: &[u8], form: Option<&Form>, ty: Option<&NumberType>) -> Result<Vec<u8>> {
    if !is_array(file) && form.is_none() {
        return Ok(bytes.to_vec());
    }
    let known = form.and_then(|form| form.name).and_then(NumberType::named).or(ty);
    let whole = known.filter(|ty| bytes.len().is_multiple_of(ty.size));
    let ty = whole.or_else(|| NumberType::named("u8"));
    let ty = ty.ok_or_else(|| errors::internal("bytes are no type of numbers"))?;
    let count = (bytes.len() / ty.size) as u64;
    let is_whole = |shape: &&Vec<u64>| elements(shape) == Some(count);
    let shape = form.map(|form| &form.shape).filter(is_whole).cloned().unwrap_or_else(|| vec![count]);
    let error = |error: std::io::Error| Error::of(Code::Unwritable, format!("{}: {error}", file.display()));
    ty.array(bytes, &shape).map_err(error)
}

fn elements(shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(1_u64, |product, length| product.checked_mul(*length))
}

fn wrong(text: impl AsRef<str>) -> Error {
    Error::of(Code::Numbers, text)
}

fn parsed(content: &[u8]) -> Result<(Vec<u8>, Form)> {
    check_lengths(content)?;
    let mut rest = content;
    let header =
        NpyHeader::from_reader(&mut rest).map_err(|error| wrong(format!("its header is not understood: {error}")))?;
    let dtype = header.dtype();
    let DType::Plain(ty) = &dtype else {
        return Err(wrong(format!("its elements are structures ({}), and buffers are of numbers", dtype.descr())));
    };
    let size = ty.num_bytes().filter(|size| *size > 0 && ty.type_char() != TypeChar::UnicodeStr);
    let size = size.ok_or_else(|| wrong(format!("its elements are of the type `{ty}`, and buffers are of numbers")))?;
    let needed = elements(header.shape()).and_then(|count| count.checked_mul(size as u64));
    if needed != Some(rest.len() as u64) {
        let needed = needed.map_or_else(|| "more".to_owned(), |needed| needed.to_string());
        return Err(wrong(format!("its shape asks for {needed} bytes, and behind the header are {}", rest.len())));
    }
    let mut bytes = rest.to_vec();
    if ty.endianness() == Endianness::Big {
        let part = if ty.type_char() == TypeChar::Complex { size / 2 } else { size };
        bytes.chunks_exact_mut(part.max(1)).for_each(<[u8]>::reverse);
    }
    if header.order() == Order::Fortran {
        bytes = in_order(&bytes, header.shape(), size);
    }
    let name = ty.to_string();
    let name = NumberType::of_array(name.trim_start_matches(['<', '>', '|', '='])).map(|ty| ty.name);
    Ok((bytes, Form { name, shape: header.shape().to_vec() }))
}

/// Rejects a header beyond the end of the file, before memory is allocated for it.
fn check_lengths(content: &[u8]) -> Result<()> {
    let byte = |at: usize| content.get(at).copied().map_or(0, usize::from);
    let end = match byte(6) {
        1 => 10 + byte(8) + (byte(9) << 8),
        _ => 12 + byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24),
    };
    match content.starts_with(MAGIC) {
        false => Err(wrong("it is no .npy file: it does not begin as one")),
        true if end > content.len() => Err(wrong("it is no .npy file: it ends in its header")),
        true => Ok(()),
    }
}

/// Reorders elements from Fortran order to C order, in which the last index varies fastest.
fn in_order(bytes: &[u8], shape: &[u64], size: usize) -> Vec<u8> {
    let mut index = vec![0_u64; shape.len()];
    let mut ordered = Vec::with_capacity(bytes.len());
    for _ in 0..bytes.len() / size {
        let place = index.iter().zip(shape).rev().fold(0, |place, (at, length)| place * length + at);
        let begin = usize::try_from(place).unwrap_or(usize::MAX).saturating_mul(size);
        ordered.extend_from_slice(bytes.get(begin..begin.saturating_add(size)).unwrap_or_default());
        for (at, length) in index.iter_mut().zip(shape).rev() {
            *at += 1;
            if *at < *length {
                break;
            }
            *at = 0;
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let text = format!("{header}\n");
        [MAGIC, &[1, 0], &(text.len() as u16).to_le_bytes(), text.as_bytes(), data].concat()
    }

    fn of(descr: &str, order: &str, shape: &str, data: &[u8]) -> Result<(Vec<u8>, Form)> {
        parsed(&file(&format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"), data))
    }

    #[test]
    fn orders_of_bytes_and_elements_are_turned_round() {
        let (bytes, form) = of(">i2", "True", "(2, 3)", &[0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6]).unwrap_or_default();
        assert_eq!(bytes, [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]);
        assert_eq!(form, Form { name: Some("i16"), shape: vec![2, 3] });
        let again = written(Path::new("x.npy"), &bytes, Some(&form), None);
        assert_eq!(again.and_then(|file| parsed(&file)), Ok((bytes, form)));
    }

    #[test]
    fn arrays_are_whole_and_of_numbers() {
        for (descr, shape, bytes) in
            [("<f4", "(2,)", 7), ("|O", "(1,)", 8), ("<U1", "(1,)", 4), ("<f4", "(9999999999,)", 8)]
        {
            assert!(of(descr, "False", shape, &vec![0; bytes]).is_err(), "{descr} {shape}");
        }
        assert_eq!(of("|V2", "False", "(1,)", &[0x80, 0x3F]).map(|(_, form)| form.name), Ok(Some("bf16")));
        assert_eq!(of("|b1", "False", "(1,)", &[1]).map(|(_, form)| form.name), Ok(None));
        assert!(parsed(b"\x93NUMPY\x02\x00\xff\xff\xff\xff").is_err() && parsed(b"raw").is_err());
    }
}
