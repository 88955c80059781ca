//! Files of arrays: `.npy` (version 1 and 2), or bytes as they are.

use crate::Result;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Splits a file into its header, to be written again before the data, and the data.
pub fn split(bytes: &[u8]) -> Result<(&[u8], &[u8])> {
    if !bytes.starts_with(MAGIC) {
        return Ok((&[], bytes));
    }
    let byte = |at: usize| bytes.get(at).copied().map(usize::from).ok_or("a .npy file that ends in its header");
    let length = match byte(6)? {
        1 => 10 + byte(8)? + (byte(9)? << 8),
        2 | 3 => 12 + byte(8)? + (byte(9)? << 8) + (byte(10)? << 16) + (byte(11)? << 24),
        version => return Err(format!("a .npy file of version {version}")),
    };
    bytes.split_at_checked(length).ok_or_else(|| "a .npy file that ends in its header".to_owned())
}
