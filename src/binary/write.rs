//! Instructions to words: the first word, strings, literals.
//!
//! Serves sections 2.2.1 (instructions, literals) and 2.3 (physical layout) of the SPIR-V specification.

use crate::error::{Code, Error, Result, Subject};
use ::spirv::Op;
use std::borrow::Cow;

/// The largest word count that fits into the 16 bits of an instruction's first word.
pub const MAX_WORD_COUNT: usize = 0xFFFF;

/// Appends one instruction, given its operands in order, result type and result id included.
pub fn instruction(out: &mut Vec<u32>, op: Op, operands: &[u32]) -> Result<()> {
    let first = first_word(op, operands.len() + 1)?;
    out.reserve(operands.len() + 1);
    out.push(first);
    out.extend_from_slice(operands);
    Ok(())
}

/// Appends an instruction: its first operands, such as the type and id of its result, and the others.
#[inline]
pub fn value<const N: usize>(out: &mut Vec<u32>, op: Op, head: [u32; N], operands: &[u32]) -> Result<()> {
    let count = 1 + N + operands.len();
    let first = first_word(op, count)?;
    out.reserve(count);
    out.push(first);
    out.extend_from_slice(&head);
    out.extend_from_slice(operands);
    Ok(())
}

/// Starts an instruction whose operands the caller appends; [`end`] completes it.
pub fn begin(out: &mut Vec<u32>) -> usize {
    out.push(0);
    out.len() - 1
}

/// Completes the instruction that began at `start`.
pub fn end(out: &mut [u32], start: usize, op: Op) -> Result<()> {
    let word = first_word(op, out.len() - start)?;
    if let Some(first) = out.get_mut(start) {
        *first = word;
    }
    Ok(())
}

/// Returns the first word of an instruction of `count` words.
#[inline]
fn first_word(op: Op, count: usize) -> Result<u32> {
    if count <= MAX_WORD_COUNT { Ok((count as u32) << 16 | op as u32) } else { Err(too_long(op, count)) }
}

#[cold]
fn too_long(op: Op, count: usize) -> Error {
    Error::of(Code::Limit, format!("Op{op:?} would need {count} words"))
        .about(Subject::Long(op))
        .hint("an instruction has at most 65535 words; SPV_INTEL_long_composites splits long ones")
}

/// Splits a buffer of finished instructions.
pub fn instructions(mut words: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let length = (words.first()? >> 16) as usize;
        let (first, rest) = words.split_at_checked(length.max(1))?;
        words = rest;
        Some(first)
    })
}

/// Appends a literal string: UTF-8, NUL-terminated, padded with zeros, first octet in the low-order byte.
pub fn string(out: &mut Vec<u32>, text: &str) {
    let mut bytes = text.as_bytes().split(|b| *b == 0).next().unwrap_or_default().chunks_exact(4);
    out.extend(bytes.by_ref().map(little_endian));
    out.push(little_endian(bytes.remainder()));
}

/// The words as bytes, low-order byte first.
#[cfg(feature = "internals")]
pub fn bytes(words: &[u32]) -> Vec<u8> {
    as_bytes(words).into_owned()
}

/// Returns the words as bytes, low-order byte first, without a copy on a little-endian machine.
pub fn as_bytes(words: &[u32]) -> Cow<'_, [u8]> {
    match cfg!(target_endian = "little") {
        true => Cow::Borrowed(bytemuck::cast_slice(words)),
        false => Cow::Owned(words.iter().flat_map(|word| word.to_le_bytes()).collect()),
    }
}

/// The words as bytes, high-order byte first.
pub fn high_order_first(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<u32> {
        let mut out = Vec::new();
        string(&mut out, text);
        out
    }

    #[test]
    fn s0_11_strings_end_in_nul_and_are_padded() {
        assert_eq!(words(""), [0]);
        assert_eq!(words("abc"), [0x0063_6261]);
        assert_eq!(words("abcd"), [0x6463_6261, 0]);
    }

    #[test]
    fn s0_09_first_word_is_count_and_opcode() {
        let mut out = Vec::new();
        instruction(&mut out, Op::TypeInt, &[1, 32, 0]).unwrap();
        assert_eq!(out, [4 << 16 | 21, 1, 32, 0]);
        assert!(instruction(&mut out, Op::TypeStruct, &vec![0; 70_000]).is_err());
    }
}
