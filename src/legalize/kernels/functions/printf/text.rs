//! The format strings of `printf`: constant strings, and the conversions in them.

use crate::error::{Code, Error};
use crate::llvm::{Opcode, Value};

/// The conversion characters for signed integers, unsigned integers and floating-point numbers.
pub const SIGNED: &str = "di";
pub const UNSIGNED: &str = "ouxX";
pub const FLOATS: &str = "aAeEfFgG";

/// Returns the error for a `printf` that cannot be translated.
pub fn refused(what: &str) -> Error {
    Error::of(Code::Builtin, format!("printf {what}, which Vulkan does not have"))
        .hint("print numbers, and strings that are constant")
}

/// Returns the constant string that a pointer leads to.
pub fn constant_text(pointer: Value<'_>) -> Option<String> {
    let mut pointer = pointer;
    while pointer.any_opcode() == Some(Opcode::AddrSpaceCast) {
        pointer = pointer.operand(0)?;
    }
    let value = pointer.initializer()?;
    let bytes = value.data_bytes().map(<[u8]>::to_vec).or_else(|| {
        let count = u32::try_from(value.ty().count()).ok()?;
        (0..count).map(|index| value.aggregate_element(index)?.int_value().map(|byte| byte as u8)).collect()
    })?;
    let end = bytes.iter().position(|byte| *byte == 0)?;
    String::from_utf8(bytes.get(..end)?.to_vec()).ok()
}

/// A conversion specification of a format string.
#[derive(Debug, Default)]
pub struct Conversion<'t> {
    /// Flags and width.
    pub head: &'t str,
    pub precision: Option<&'t str>,
    pub lanes: Option<usize>,
    pub length: &'t str,
    pub kind: char,
}

/// Returns the conversion at the beginning of a string, and the rest of the string.
pub fn conversion(text: &str) -> Option<(Conversion<'_>, &str)> {
    let split = |text: &'_ str, is_part: fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
    let flags = split(text, |c| "-+ #0".contains(c));
    let width = flags + split(text.get(flags..)?, |c| c.is_ascii_digit());
    let (head, mut rest) = text.split_at(width);
    let mut found = Conversion { head, ..Conversion::default() };
    if let Some(precision) = rest.strip_prefix('.') {
        let (precision, behind) = precision.split_at(split(precision, |c| c.is_ascii_digit()));
        (found.precision, rest) = (Some(precision), behind);
    }
    if let Some(lanes) = rest.strip_prefix('v') {
        let (lanes, behind) = lanes.split_at(split(lanes, |c| c.is_ascii_digit()));
        (found.lanes, rest) = (Some(lanes.parse().ok()?), behind);
    }
    let (length, rest) = rest.split_at(split(rest, |c| "hl".contains(c)));
    found.length = length;
    found.kind = rest.chars().next()?;
    let behind = rest.get(found.kind.len_utf8()..)?;
    Some((found, behind))
}
