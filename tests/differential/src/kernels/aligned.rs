//! Bytes with the largest alignment of any type.

/// The alignment in bytes.
pub const MOST: usize = 128;

/// Bytes with this alignment.
#[derive(Debug)]
pub struct Aligned(Vec<u8>, usize, usize);

impl Aligned {
    /// Copies bytes to memory with this alignment.
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
