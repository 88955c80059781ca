//! Bytes at an address that all types have.

/// The bytes that each such address is a multiple of.
pub const MOST: usize = 128;

/// Bytes at such an address.
#[derive(Debug)]
pub struct Aligned(Vec<u8>, usize, usize);

impl Aligned {
    /// Copies bytes to such an address.
    pub fn new(bytes: &[u8]) -> Self {
        let mut room = vec![0_u8; bytes.len() + MOST];
        let first = room.as_ptr().align_offset(MOST);
        room[first..first + bytes.len()].copy_from_slice(bytes);
        Self(room, first, bytes.len())
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0[self.1..self.1 + self.2]
    }

    /// Returns the bytes, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0[self.1..self.1 + self.2]
    }
}
